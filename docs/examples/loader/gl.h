/* What the loader and its trial need of OpenGL 3.3 (core), so that no headers need be installed. */
#include <stddef.h>

typedef void *(*get_address)(const char *name);
extern get_address gl_address;

/* GL(type, Name, (arguments)): the command glName, looked up where it is called. */
#define GL(type, name, types) ((type (*) types)gl_address("gl" #name))

enum {
    GL_TRIANGLES = 4, GL_FLOAT = 0x1406, GL_UNSIGNED_BYTE = 0x1401, GL_RGBA = 0x1908, GL_RGBA8 = 0x8058,
    GL_COLOR_BUFFER_BIT = 0x4000, GL_ARRAY_BUFFER = 0x8892, GL_STATIC_DRAW = 0x88E4, GL_DYNAMIC_DRAW = 0x88E8,
    GL_UNIFORM_BUFFER = 0x8A11, GL_FRAGMENT_SHADER = 0x8B30, GL_VERTEX_SHADER = 0x8B31, GL_COMPILE_STATUS = 0x8B81,
    GL_LINK_STATUS = 0x8B82, GL_FRAMEBUFFER = 0x8D40, GL_RENDERBUFFER = 0x8D41, GL_COLOR_ATTACHMENT0 = 0x8CE0
};
