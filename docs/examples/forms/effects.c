/* The effects of a small engine: twenty programs, each in a literal of its own. */
#include <GL/gl.h>
#include <GL/glext.h>

static const char fur_vp[] =
    "!!ARBvp1.0\n"
    "# Shells of fur: each pass pushes the surface a little outwards and lets it hang\n"
    "PARAM mvp[4] = { state.matrix.mvp };\n"
    "PARAM shell = program.local[0];\t\t# x: distance, y: share of the hang, z: shade\n"
    "PARAM gravity = program.local[1];\n"
    "ATTRIB n = vertex.normal;\n"
    "TEMP p, f;\n"
    "MAD p.xyz, n, shell.x, vertex.position;\n"
    "MUL f, gravity, shell.y;\n"
    "MUL f, f, shell.y;\n"
    "ADD p.xyz, p, f;\n"
    "MOV p.w, vertex.position.w;\n"
    "DP4 result.position.x, mvp[0], p;\n"
    "DP4 result.position.y, mvp[1], p;\n"
    "DP4 result.position.z, mvp[2], p;\n"
    "DP4 result.position.w, mvp[3], p;\n"
    "MUL result.color.xyz, vertex.color, shell.z;\n"
    "MOV result.color.w, vertex.color;\n"
    "MOV result.texcoord[0], vertex.texcoord[0];\n"
    "MUL result.texcoord[1], vertex.texcoord[0], 24;\n"
    "END\n";

static const char fur_fp[] =
    "!!ARBfp1.0\n"
    "# hairs are where the noise is above the height of the shell\n"
    "PARAM height = program.local[0];\n"
    "TEMP hair, coat;\n"
    "TEX hair, fragment.texcoord[1], texture[1], 2D;\n"
    "SUB hair.w, hair.w, height.x;\n"
    "KIL hair.w;\n"
    "TEX coat, fragment.texcoord[0], texture[0], 2D;\n"
    "MUL coat.xyz, coat, fragment.color;\n"
    "MUL_SAT coat.w, hair.w, height.y;\n"
    "MOV result.color, coat;\n"
    "END\n";

static const char toonshade_vp[] =
    "!!ARBvp1.0\n"
    "PARAM mvp[4] = { state.matrix.mvp };\n"
    "PARAM mvit[4] = { state.matrix.modelview.invtrans };\n"
    "PARAM mv[4] = { state.matrix.modelview };\n"
    "PARAM light = state.light[0].position;\n"
    "TEMP n, v, h;\n"
    "DP4 result.position.x, mvp[0], vertex.position;\n"
    "DP4 result.position.y, mvp[1], vertex.position;\n"
    "DP4 result.position.z, mvp[2], vertex.position;\n"
    "DP4 result.position.w, mvp[3], vertex.position;\n"
    "# the normal in eye space\n"
    "DP3 n.x, mvit[0], vertex.normal;\n"
    "DP3 n.y, mvit[1], vertex.normal;\n"
    "DP3 n.z, mvit[2], vertex.normal;\n"
    "DP4 v.x, mv[0], vertex.position;\n"
    "DP4 v.y, mv[1], vertex.position;\n"
    "DP4 v.z, mv[2], vertex.position;\n"
    "DP3 v.w, v, v;\n"
    "RSQ v.w, v.w;\n"
    "MUL v.xyz, v, -v.w;\n"
    "# s of the ramp is the light, t the silhouette\n"
    "DP3 h.x, n, light;\n"
    "DP3 h.y, n, v;\n"
    "MAX result.texcoord[1].xy, h, { 0 }.x;\n"
    "MOV result.texcoord[0].xy, vertex.texcoord[0];\n"
    "MOV result.color, vertex.color;\n"
    "END\n";

static const char toonshade_fp[] =
    "!!ARBfp1.0\n"
    "TEMP ramp, base;\n"
    "TEX ramp, fragment.texcoord[1], texture[1], 2D;\t# tones\n"
    "TEX base, fragment.texcoord[0], texture[0], 2D;\n"
    "MUL base, base, ramp;\n"
    "MUL result.color, base, fragment.color;\n"
    "END\n";

static const char ghost_vp[] =
    "!!ARBvp1.0\n"
    "# Models seen through the rim: thin where they face the eye\n"
    "PARAM mvp[4] = { state.matrix.mvp };\n"
    "PARAM itmv[3] = { state.matrix.modelview.invtrans.row[0..2] };\n"
    "TEMP n, rim;\n"
    "DP4 result.position.x, mvp[0], vertex.position;\n"
    "DP4 result.position.y, mvp[1], vertex.position;\n"
    "DP4 result.position.z, mvp[2], vertex.position;\n"
    "DP4 result.position.w, mvp[3], vertex.position;\n"
    "DP3 n.x, itmv[0], vertex.normal;\n"
    "DP3 n.y, itmv[1], vertex.normal;\n"
    "DP3 n.z, itmv[2], vertex.normal;\n"
    "DP3 n.w, n, n;\n"
    "RSQ n.w, n.w;\n"
    "MUL n, n, n.w;\n"
    "ABS rim.x, n.z;\n"
    "SUB rim.x, 1.0, rim.x;\n"
    "MUL rim.x, rim.x, rim.x;\n"
    "MUL result.color, rim.x, program.local[0];\n"
    "MAD result.texcoord[0].xy, n, 0.5, 0.5;\n"
    "END\n";

static const char ghost_fp[] =
    "!!ARBfp1.0\n"
    "TEMP c;\n"
    "TEX c, fragment.texcoord[0], texture[0], 2D;\n"
    "MUL result.color.rgb, c, fragment.color;\n"
    "MOV result.color.a, fragment.color.a;\n"
    "END\n";

static const char hair_vp[] =
    "!!ARBvp1.0\n"
    "# Strands are lit along their tangents\n"
    "OPTION ARB_position_invariant;\n"
    "PARAM light = program.local[0];\n"
    "PARAM eye = program.local[1];\n"
    "ATTRIB tangent = vertex.attrib[10];\n"
    "TEMP l, e, d;\n"
    "SUB l, light, vertex.position;\n"
    "DP3 l.w, l, l;\n"
    "RSQ l.w, l.w;\n"
    "MUL l.xyz, l, l.w;\n"
    "SUB e, eye, vertex.position;\n"
    "DP3 e.w, e, e;\n"
    "RSQ e.w, e.w;\n"
    "MUL e.xyz, e, e.w;\n"
    "DP3 d.x, l, tangent;\n"
    "DP3 d.y, e, tangent;\n"
    "MAD result.texcoord[0].xy, d, 0.5, 0.5;\n"
    "MOV result.texcoord[1], vertex.texcoord[0];\n"
    "END\n";

static const char hair_fp[] =
    "!!ARBfp1.0\n"
    "TEMP lit, strand;\n"
    "TEX lit, fragment.texcoord[0], texture[0], 2D;\n"
    "TEX strand, fragment.texcoord[1], texture[1], 2D;\n"
    "MAD_SAT result.color.xyz, strand, lit.x, lit.y;\n"
    "MOV result.color.w, strand.w;\n"
    "END\n";

static const char sky_vp[] =
    "!!ARBvp1.0\n"
    "# The box around everything moves with the eye and lies at the far plane\n"
    "PARAM proj[4] = { state.matrix.projection };\n"
    "PARAM rot[3] = { state.matrix.modelview.row[0..2] };\n"
    "TEMP e;\n"
    "DP3 e.x, rot[0], vertex.position;\n"
    "DP3 e.y, rot[1], vertex.position;\n"
    "DP3 e.z, rot[2], vertex.position;\n"
    "MOV e.w, 1;\n"
    "DP4 result.position.x, proj[0], e;\n"
    "DP4 result.position.y, proj[1], e;\n"
    "DP4 result.position.zw, proj[3], e;\n"
    "MOV result.texcoord[0].xyz, vertex.position;\n"
    "END\n";

static const char sky_fp[] =
    "!!ARBfp1.0\n"
    "TEX result.color, fragment.texcoord[0], texture[0], CUBE;\n"
    "END\n";

static const char grass_vp[] =
    "!!ARBvp1.0\n"
    "# Blades bend in the wind, their tips more than their feet\n"
    "PARAM mvp[4] = { state.matrix.mvp };\n"
    "PARAM wind = program.local[0];\n"
    "PARAM fade = program.local[1];\t\t# x: begin, y: 1 / (end - begin)\n"
    "PARAM eye = program.local[2];\n"
    "TEMP p, d, w;\n"
    "DP3 w.x, vertex.position, wind;\n"
    "ADD w.x, w.x, wind.w;\n"
    "FRC w.x, w.x;\n"
    "MAD w.x, w.x, 2, -1;\n"
    "ABS w.x, w.x;\n"
    "MAD w.x, w.x, 2, -1;\n"
    "MUL w.x, w.x, vertex.texcoord[0].y;\n"
    "MOV p, vertex.position;\n"
    "MAD p.xz, w.x, wind, p;\n"
    "DP4 result.position.x, mvp[0], p;\n"
    "DP4 result.position.y, mvp[1], p;\n"
    "DP4 result.position.z, mvp[2], p;\n"
    "DP4 result.position.w, mvp[3], p;\n"
    "SUB d, vertex.position, eye;\n"
    "DP3 d.w, d, d;\n"
    "RSQ d.x, d.w;\n"
    "MUL d.w, d.w, d.x;\n"
    "SUB d.w, d.w, fade.x;\n"
    "MUL d.w, d.w, fade.y;\n"
    "MOV result.color, vertex.color;\n"
    "SUB result.color.w, 1, d.w;\n"
    "MOV result.texcoord[0].xy, vertex.texcoord[0];\n"
    "END\n";

static const char grass_fp[] =
    "!!ARBfp1.0\n"
    "PARAM cut = { 0.35 };\n"
    "TEMP blade, alpha;\n"
    "TEX blade, fragment.texcoord[0], texture[0], 2D;\n"
    "MUL blade, blade, fragment.color;\n"
    "SUB alpha, blade.w, cut.x;\n"
    "KIL alpha;\n"
    "MOV result.color, blade;\n"
    "END\n";

static const char lightmap_vp[] =
    "!!ARBvp1.0\n"
    "OPTION ARB_position_invariant;\n"
    "# Walls: the picture, and the light that was computed beforehand\n"
    "MOV result.texcoord[0], vertex.texcoord[0];\n"
    "MOV result.texcoord[1], vertex.texcoord[1];\n"
    "MUL result.texcoord[2], vertex.texcoord[0], program.local[0].xyzz;\n"
    "END\n";

static const char lightmap_fp[] =
    "!!ARBfp1.0\n"
    "PARAM overbright = { 4, 2, 1, 0 };\n"
    "TEMP diffuse, light, detail;\n"
    "TEX diffuse, fragment.texcoord[0], texture[0], 2D;\n"
    "TEX light, fragment.texcoord[1], texture[1], 2D;\n"
    "TEX detail, fragment.texcoord[2], texture[2], 2D;\n"
    "MUL detail, detail, overbright.y;\n"
    "MUL diffuse.rgb, diffuse, detail;\n"
    "MUL light, light, overbright.x;\n"
    "MUL_SAT result.color.rgb, diffuse, light;\n"
    "MOV result.color.a, diffuse.a;\n"
    "END\n";

static const char decal_vp[] =
    "!!ARBvp1.0\n"
    "# A mark that is projected onto what is there: its box gives the coordinates\n"
    "OPTION ARB_position_invariant;\n"
    "PARAM box[3] = { program.local[0..2] };\n"
    "TEMP t;\n"
    "DPH t.x, vertex.position, box[0];\n"
    "DPH t.y, vertex.position, box[1];\n"
    "DPH t.z, vertex.position, box[2];\n"
    "MAD result.texcoord[0].xy, t, 0.5, 0.5;\n"
    "MOV result.texcoord[1].x, t.z;\n"
    "DP3 result.texcoord[1].y, vertex.normal, box[2];\n"
    "END\n";

static const char decal_fp[] =
    "!!ARBfp1.0\n"
    "TEMP mark, d;\n"
    "# not behind, and not beyond\n"
    "ABS d.x, fragment.texcoord[1].x;\n"
    "SUB d.x, 1, d.x;\n"
    "MOV d.y, fragment.texcoord[1].y;\n"
    "KIL d.xyxy;\n"
    "TEX mark, fragment.texcoord[0], texture[0], 2D;\n"
    "MUL mark.w, mark.w, d.x;\n"
    "MOV result.color, mark;\n"
    "END\n";

static const char heat_vp[] =
    "!!ARBvp1.0\n"
    "OPTION ARB_position_invariant;\n"
    "PARAM rise = program.local[0];\n"
    "MOV result.texcoord[0], vertex.texcoord[0];\n"
    "ADD result.texcoord[1], vertex.texcoord[0], rise;\n"
    "MOV result.color, vertex.color;\n"
    "END\n";

static const char heat_fp[] =
    "!!ARBfp1.0\n"
    "# The air over a fire bends what is behind it\n"
    "PARAM amount = program.local[0];\n"
    "PARAM screen = program.env[0];\t\t# 1 / width, 1 / height\n"
    "TEMP bump, mask, place;\n"
    "TEX mask, fragment.texcoord[0], texture[2], 2D;\n"
    "SUB mask.xy, mask, 0.01;\n"
    "KIL mask;\n"
    "TEX bump, fragment.texcoord[1], texture[1], 2D;\n"
    "MAD bump, bump, 2.0, -1.0;\n"
    "MUL bump.xy, bump.wyzx, mask;\n"
    "MUL place, fragment.position, screen;\n"
    "MAD_SAT place, bump, amount, place;\n"
    "TEX result.color, place, texture[0], 2D;\n"
    "END\n";

static const char beam_vp[] =
    "!!ARBvp1.0\n"
    "# A beam turns around its own axis to the eye\n"
    "PARAM mvp[4] = { state.matrix.mvp };\n"
    "PARAM eye = program.local[0];\n"
    "ATTRIB axis = vertex.normal;\n"
    "TEMP v, side, p;\n"
    "SUB v, eye, vertex.position;\n"
    "XPD side.xyz, axis, v;\n"
    "DP3 side.w, side, side;\n"
    "RSQ side.w, side.w;\n"
    "MUL side.xyz, side, side.w;\n"
    "MAD p.xyz, side, vertex.texcoord[0].z, vertex.position;\n"
    "MOV p.w, vertex.position.w;\n"
    "DP4 result.position.x, p, mvp[0];\n"
    "DP4 result.position.y, p, mvp[1];\n"
    "DP4 result.position.z, p, mvp[2];\n"
    "DP4 result.position.w, p, mvp[3];\n"
    "MOV result.texcoord[0], vertex.texcoord[0];\n"
    "MOV result.color, vertex.color;\n"
    "END\n";

static const char beam_fp[] =
    "!!ARBfp1.0\n"
    "TEMP core, noise;\n"
    "TEX core, fragment.texcoord[0], texture[0], 2D;\n"
    "TXB noise, fragment.texcoord[0], texture[1], 2D;\n"
    "MUL core, core, noise.x;\n"
    "MUL result.color, core, fragment.color;\n"
    "END\n";

static const struct effect {
    const char *name, *vertex, *fragment;
} effects[] = {
    {"fur", fur_vp, fur_fp},
    {"toonshade", toonshade_vp, toonshade_fp},
    {"ghost", ghost_vp, ghost_fp},
    {"hair", hair_vp, hair_fp},
    {"sky", sky_vp, sky_fp},
    {"grass", grass_vp, grass_fp},
    {"lightmap", lightmap_vp, lightmap_fp},
    {"decal", decal_vp, decal_fp},
    {"heat", heat_vp, heat_fp},
    {"beam", beam_vp, beam_fp},
};

void load_effects(const GLuint *names, PFNGLBINDPROGRAMARBPROC bind, PFNGLPROGRAMSTRINGARBPROC load) {
    int number;
    for (number = 0; number < 10; ++number) {
        const char *texts[2] = {effects[number].vertex, effects[number].fragment};
        int stage;
        for (stage = 0; stage < 2; ++stage) {
            GLenum target = stage ? GL_FRAGMENT_PROGRAM_ARB : GL_VERTEX_PROGRAM_ARB;
            GLsizei length = 0;
            while (texts[stage][length]) ++length;
            bind(target, names[2 * number + stage]);
            load(target, GL_PROGRAM_FORMAT_ASCII_ARB, length, texts[stage]);
        }
    }
}
