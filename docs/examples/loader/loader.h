/* Replaces assembly programs by the GLSL that `nvrender port -o FOLDER` made of them. */
#include "gl.h"

struct replaced {
    unsigned shader;              /* compiled, 0 where there is none */
    const char *entry, *end;      /* its output in the manifest's text */
    unsigned buffers[8];          /* of its uniform blocks, in their order */
};

/* Reads FOLDER/manifest.json; 0 if it cannot. */
int loader_open(const char *folder);

/* What to use in place of the text that glProgramStringARB or glLoadProgramNV would be given. */
struct replaced loader_replace(const char *text, size_t length);

/* After linking: makes and binds the uniform buffers, from binding point `first` on, and sets the samplers. */
unsigned loader_attach(struct replaced *made, unsigned program, unsigned first);

/* Sets "program.env[3]", "c[4]", "modelViewProj[0]"; 0 where the program reads no such parameter. */
int loader_set(const struct replaced *made, const char *name, const float value[4]);
