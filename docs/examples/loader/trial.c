/* Draws with two programs that FOLDER has GLSL for, in a core context without a window, and prints a pixel:
   trial FOLDER VERTEX FRAGMENT */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "loader.h"

get_address gl_address;
static void *egl;

#define EGL(type, name, types) ((type (*) types)dlsym(egl, "egl" #name))

/* A context of OpenGL 3.3, core. */
static int make_context(void) {
    enum { PLATFORM_SURFACELESS = 0x31DD, OPENGL_API = 0x30A2, NONE = 0x3038, RENDERABLE_TYPE = 0x3040, OPENGL_BIT = 8,
           MAJOR = 0x3098, MINOR = 0x30FB, PROFILE = 0x30FD, CORE = 1, SURFACE_TYPE = 0x3033 };
    const int wanted[] = {RENDERABLE_TYPE, OPENGL_BIT, SURFACE_TYPE, 0, NONE};
    const int version[] = {MAJOR, 3, MINOR, 3, PROFILE, CORE, NONE};
    void *config = NULL, *display, *context;
    int count = 0;
    if ((egl = dlopen("libEGL.so.1", RTLD_NOW)) == NULL) return 0;
    gl_address = (get_address)dlsym(egl, "eglGetProcAddress");
    display = EGL(void *, GetPlatformDisplay, (unsigned, void *, const ptrdiff_t *))(PLATFORM_SURFACELESS, NULL, NULL);
    if (!EGL(unsigned, Initialize, (void *, int *, int *))(display, NULL, NULL)) return 0;
    EGL(unsigned, BindAPI, (unsigned))(OPENGL_API);
    EGL(unsigned, ChooseConfig, (void *, const int *, void **, int, int *))(display, wanted, &config, 1, &count);
    context = EGL(void *, CreateContext, (void *, void *, void *, const int *))(display, config, NULL, version);
    return context != NULL && EGL(unsigned, MakeCurrent, (void *, void *, void *, void *))(display, NULL, NULL, context);
}

static struct replaced program_of(const char *path) {
    static char text[65536];
    FILE *file = fopen(path, "rb");
    size_t length = file == NULL ? 0 : fread(text, 1, sizeof text, file);
    struct replaced made = loader_replace(text, length);
    if (made.shader == 0) {
        fprintf(stderr, "%s: nothing in the folder replaces it\n", path);
        exit(1);
    }
    return made;
}

int main(int count, char **names) {
    const float triangle[][4] = {{-1, -1, 0, 1}, {3, -1, 0, 1}, {-1, 3, 0, 1}};
    const float lamp[4] = {0, 0, 2, 2}, wall[4] = {0.5f, 1, 0, 1}, ambient[4] = {0.25f, 0, 0.75f, 0};
    unsigned image, frame, array, vertices, program;
    unsigned char pixel[4];
    int linked = 0;
    if (count != 4) return 2;
    if (!make_context()) {
        fprintf(stderr, "no OpenGL 3.3 without a window here\n");
        return 77;
    }
    if (!loader_open(names[1])) return 1;
    struct replaced vertex = program_of(names[2]), fragment = program_of(names[3]);
    program = GL(unsigned, CreateProgram, (void))();
    GL(void, AttachShader, (unsigned, unsigned))(program, vertex.shader);
    GL(void, AttachShader, (unsigned, unsigned))(program, fragment.shader);
    GL(void, LinkProgram, (unsigned))(program);
    GL(void, GetProgramiv, (unsigned, unsigned, int *))(program, GL_LINK_STATUS, &linked);
    if (!linked) return 1;
    GL(void, UseProgram, (unsigned))(program);
    loader_attach(&fragment, program, loader_attach(&vertex, program, 0));
    if (!loader_set(&vertex, "program.env[3]", lamp) || !loader_set(&fragment, "program.env[3]", ambient)) return 1;
    if (!loader_set(&fragment, "program.local[0]", wall) || loader_set(&fragment, "program.env[4]", wall)) return 1;

    GL(void, GenRenderbuffers, (int, unsigned *))(1, &image);
    GL(void, BindRenderbuffer, (unsigned, unsigned))(GL_RENDERBUFFER, image);
    GL(void, RenderbufferStorage, (unsigned, unsigned, int, int))(GL_RENDERBUFFER, GL_RGBA8, 1, 1);
    GL(void, GenFramebuffers, (int, unsigned *))(1, &frame);
    GL(void, BindFramebuffer, (unsigned, unsigned))(GL_FRAMEBUFFER, frame);
    GL(void, FramebufferRenderbuffer, (unsigned, unsigned, unsigned, unsigned))(
        GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, image);
    GL(void, GenVertexArrays, (int, unsigned *))(1, &array);
    GL(void, BindVertexArray, (unsigned))(array);
    GL(void, GenBuffers, (int, unsigned *))(1, &vertices);
    GL(void, BindBuffer, (unsigned, unsigned))(GL_ARRAY_BUFFER, vertices);
    GL(void, BufferData, (unsigned, ptrdiff_t, const void *, unsigned))(
        GL_ARRAY_BUFFER, sizeof triangle, triangle, GL_STATIC_DRAW);
    GL(void, VertexAttribPointer, (unsigned, int, unsigned, unsigned char, int, const void *))(
        0, 4, GL_FLOAT, 0, 0, NULL);
    GL(void, EnableVertexAttribArray, (unsigned))(0);
    GL(void, Viewport, (int, int, int, int))(0, 0, 1, 1);
    GL(void, DrawArrays, (unsigned, int, int))(GL_TRIANGLES, 0, 3);
    GL(void, ReadPixels, (int, int, int, int, unsigned, unsigned, void *))(
        0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    printf("%d %d %d %d, error %d\n", pixel[0], pixel[1], pixel[2], pixel[3], GL(int, GetError, (void))());
    return 0;
}
