/* A pond: its programs are in string literals, as applications had them. */
#include <string.h>
#include <GL/gl.h>
#include <GL/glext.h>

static const char *const water_vp =
    "!!ARBvp1.0\n"
    "PARAM mvp[4] = { state.matrix.mvp };\n"
    "PARAM wave = program.local[0];  # height, number, time\n"
    "TEMP p, r;\n"
    "MAD r.x, vertex.position.x, wave.y, wave.z;\n"
    "FRC r.x, r.x;\n"
    "MUL r.y, r.x, -r.x;\n"
    "ADD r.y, r.y, r.x;  # a parabola\n"
    "MOV p, vertex.position;\n"
    "MAD p.y, r.y, wave.x, p.y;\n"
    "DP4 result.position.x, mvp[0], p;\n"
    "DP4 result.position.y, mvp[1], p;\n"
    "DP4 result.position.z, mvp[2], p;\n"
    "DP4 result.position.w, mvp[3], p;\n"
    "MOV result.texcoord[0].xy, r;\n"
    "END\n";

static const char *const water_fp =
    "!!ARBfp1.0\n"
    "PARAM deep = { 0.05, 0.2, 0.3, 1.0 };\n"
    "PARAM foam = { 0.9, 0.95, 1.0, 1.0 };\n"
    "TEMP crest;\n"
    "MUL crest, fragment.texcoord[0].y, 4.0;\n"
    "LRP result.color, crest, foam, deep;\n"
    "END\n";

#define REED_FP "!!ARBfp1.0\n" \
    "MUL result.color, fragment.color, { 0.6, 0.8, 0.3, 1.0 };\n" \
    "END\n"

static void load(GLenum target, const char *text) {
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
}

void load_programs(void) {
    load(GL_VERTEX_PROGRAM_ARB, water_vp);
    load(GL_FRAGMENT_PROGRAM_ARB, water_fp);
    load(GL_FRAGMENT_PROGRAM_ARB, REED_FP);
    load(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n");
}
