#include "loader.h"

#include <stdlib.h>

#include "sha256.h"

static char *manifest;
static const char *root;

static char *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0, got = 1;
    for (; file != NULL && got != 0; size += got) {
        text = realloc(text, size + 65537);
        got = fread(text + size, 1, 65536, file);
    }
    if (text != NULL) text[size] = 0, fclose(file);
    return text;
}

/* What stands behind a key, up to the end of what is looked through. Keys stand in the order of the schema. */
static const char *behind(const char *from, const char *end, const char *key) {
    const char *found = from == NULL ? NULL : strstr(from, key);
    return found != NULL && found < end ? found + strlen(key) : NULL;
}

/* A string of the manifest, up to its quote: names of parameters and of GLSL have no escapes. */
static int text_at(const char *from, char *text, size_t room) {
    size_t length = from == NULL ? room : strcspn(from, "\"\\");
    if (length >= room || from[length] != '"') return 0;
    memcpy(text, from, length);
    text[length] = 0;
    return 1;
}

int loader_open(const char *folder) {
    char path[4096];
    snprintf(path, sizeof path, "%s/manifest.json", root = folder);
    return (manifest = read_file(path)) != NULL && strstr(manifest, "\"version\": 1,") != NULL;
}

/* The hash of a text without carriage returns, and without white space and NULs around it (docs/manifest.md). */
static void hash_of(const char *text, size_t length, char hex[65]) {
    static const char around[] = " \t\n\v\f\r"; /* memchr with its NUL */
    unsigned char *plain = malloc(length + 1);
    size_t i, count = 0;
    while (length != 0 && memchr(around, text[length - 1], sizeof around)) --length;
    for (i = 0; i < length; ++i)
        if (text[i] != '\r' && (count != 0 || !memchr(around, text[i], sizeof around))) plain[count++] = text[i];
    sha256(plain, count, hex);
    free(plain);
}

struct replaced loader_replace(const char *text, size_t length) {
    struct replaced made = {0};
    char key[96] = "\"sha256\": \"", name[1024], path[8192], *source;
    int compiled = 0;
    hash_of(text, length, key + strlen(key));
    made.entry = behind(manifest, manifest + strlen(manifest), key);
    if (made.entry == NULL) return made;
    made.end = strstr(made.entry, "\"warnings\": ["); /* behind the outputs */
    made.entry = behind(made.entry, made.end, "\"target\": \"glsl"); /* the first in GLSL */
    if (!text_at(behind(made.entry, made.end, "\"file\": \""), name, sizeof name)) return made;
    snprintf(path, sizeof path, "%s/%s", root, name);
    if ((source = read_file(path)) == NULL) return made;
    int fragment = behind(made.entry, made.end, "\"interface\": \"fragment\"") != NULL;
    made.shader = GL(unsigned, CreateShader, (unsigned))(fragment ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
    const char *sources[] = {source};
    GL(void, ShaderSource, (unsigned, int, const char **, const int *))(made.shader, 1, sources, NULL);
    GL(void, CompileShader, (unsigned))(made.shader);
    GL(void, GetShaderiv, (unsigned, unsigned, int *))(made.shader, GL_COMPILE_STATUS, &compiled);
    free(source);
    if (!compiled) made.shader = 0;
    return made;
}

unsigned loader_attach(struct replaced *made, unsigned program, unsigned first) {
    const char *at = behind(made->entry, made->end, "\"blocks\": ["), *stop = strstr(at, "\"parameters\":");
    char name[256];
    int i;
    for (i = 0; i < 8 && text_at(behind(at, stop, "\"name\": \""), name, sizeof name); ++i, ++first) {
        at = behind(at, stop, "\"size\": ");
        char *zeros = calloc(1, (size_t)atol(at));
        GL(void, GenBuffers, (int, unsigned *))(1, &made->buffers[i]);
        GL(void, BindBufferBase, (unsigned, unsigned, unsigned))(GL_UNIFORM_BUFFER, first, made->buffers[i]);
        GL(void, BufferData, (unsigned, ptrdiff_t, const void *, unsigned))(
            GL_UNIFORM_BUFFER, atol(at), zeros, GL_DYNAMIC_DRAW);
        free(zeros);
        GL(void, UniformBlockBinding, (unsigned, unsigned, unsigned))(
            program, GL(unsigned, GetUniformBlockIndex, (unsigned, const char *))(program, name), first);
    }
    at = behind(stop, made->end, "\"samplers\": [");
    for (stop = strstr(at, "\"images\":"); text_at(behind(at, stop, "\"name\": \""), name, sizeof name);) {
        at = behind(at, stop, "\"unit\": ");
        GL(void, Uniform1i, (int, int))(GL(int, GetUniformLocation, (unsigned, const char *))(program, name), atoi(at));
    }
    return first;
}

int loader_set(const struct replaced *made, const char *name, const float value[4]) {
    const char *at = behind(made->entry, made->end, "\"parameters\": ["), *stop = strstr(at, "\"state\":"), *block;
    char called[256], cg[256];
    while (text_at(block = behind(at, stop, "\"block\": \""), called, sizeof called)) {
        char key[300];
        long offset = atol(behind(block, stop, "\"offset\": "));
        snprintf(key, sizeof key, "\"name\": \"%s\"", called);
        const char *row = behind(made->entry, stop, "\"blocks\": ["), *own = behind(row, stop, key);
        int place = 0;
        while ((row = behind(row, own, "\"name\": \"")) != NULL) ++place; /* how many blocks up to this */
        at = behind(block, stop, "\"name\": \"");
        const char *second = behind(at, stop, "\"cg\": ");
        int same = text_at(at, called, sizeof called) && strcmp(called, name) == 0;
        same |= *second == '"' && text_at(second + 1, cg, sizeof cg) && strcmp(cg, name) == 0;
        if (!same) continue;
        GL(void, BindBuffer, (unsigned, unsigned))(GL_UNIFORM_BUFFER, made->buffers[place - 1]);
        GL(void, BufferSubData, (unsigned, ptrdiff_t, ptrdiff_t, const void *))(GL_UNIFORM_BUFFER, offset, 16, value);
        return 1;
    }
    return 0;
}
