/* Flags over a bay at sunset: immediate mode, tracked matrices, a vertex state program, a !!VP2.0 program. */
#include <math.h>
#include <string.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/glut.h>

static const char *CLOTH =
    "!!VP2.0\n"
    "# A flag in the wind. v[OPOS].x runs from the mast (0) to the fly end (1).\n"
    "# c[12]: amplitude, waves, phase, droop. c[15]: 0, 1, ambient light, shininess.\n"
    "MOV R0, v[OPOS];\n"
    "MOV R1, c[15].xxyx;                        # the normal of a flag that hangs still\n"
    "ADDC R2.x, v[OPOS].x, -c[15].x;\n"
    "BRA fastened (EQ.x);                       # what is tied to the mast does not wave\n"
    "MAD R2.x, v[OPOS].x, c[12].y, c[12].z;\n"
    "SIN R3.x, R2.x;\n"
    "COS R3.y, R2.x;\n"
    "MUL R3.z, v[OPOS].x, c[12].x;\n"
    "MUL R0.z, R3.z, R3.x;                      # z = amplitude x sin(waves x + phase)\n"
    "MUL R2.y, R3.z, c[12].y;\n"
    "MUL R2.y, R2.y, R3.y;\n"
    "MAD R1.x, -c[12].x, R3.x, -R2.y;           # -dz/dx\n"
    "MUL R2.z, v[OPOS].x, v[OPOS].x;\n"
    "MAD R0.y, -R2.z, c[12].w, R0.y;\n"
    "fastened:\n"
    "DP4 R4.x, c[8], R0;                        # MATRIX0_NV: how the gust turns the cloth\n"
    "DP4 R4.y, c[9], R0;\n"
    "DP4 R4.z, c[10], R0;\n"
    "DP4 R4.w, c[11], R0;\n"
    "DP4 o[HPOS].x, c[0], R4;\n"
    "DP4 o[HPOS].y, c[1], R4;\n"
    "DP4 o[HPOS].z, c[2], R4;\n"
    "DP4 o[HPOS].w, c[3], R4;\n"
    "DP3 R5.x, c[4], R1;                        # the normal in eye space\n"
    "DP3 R5.y, c[5], R1;\n"
    "DP3 R5.z, c[6], R1;\n"
    "DP3 R5.w, R5, R5;\n"
    "RSQ R5.w, R5.w;\n"
    "MUL R5.xyz, R5, R5.w;\n"
    "MOVC R6.z, R5.z;\n"
    "MOV R5.xyz (LT.z), -R5;                    # lit from whichever side is seen\n"
    "DP3 R6.x, R5, c[13];\n"
    "DP3 R6.y, R5, c[14];\n"
    "MOV R6.w, c[15].w;\n"
    "LIT R7, R6;\n"
    "ADD R7.y, R7.y, c[15].z;\n"
    "MUL R8, v[COL0], R7.y;\n"
    "MAD o[COL0].xyz, R7.z, c[16], R8;\n"
    "MOV o[COL0].w, c[15].y;\n"
    "END\n";

static const char *LAMP =
    "!!VSP1.0\n"
    "# v[0]: where the sun is, in eye space. c[13] gets its direction, c[14] the half way vector.\n"
    "DP3 R0.w, v[0], v[0];\n"
    "RSQ R0.w, R0.w;\n"
    "MUL R0.xyz, v[0], R0.w;\n"
    "MOV c[13].xyz, R0;\n"
    "ADD R1.xyz, R0, c[15].xxyx;\n"
    "DP3 R1.w, R1, R1;\n"
    "RSQ R1.w, R1.w;\n"
    "MUL c[14].xyz, R1, R1.w;\n"
    "END\n";

static const float CLOTHES[6][3] = {
    {0.86f, 0.16f, 0.14f}, {0.95f, 0.72f, 0.12f}, {0.12f, 0.52f, 0.42f},
    {0.93f, 0.90f, 0.82f}, {0.16f, 0.34f, 0.66f}, {0.90f, 0.42f, 0.12f}};
static GLuint programs[2];

static void init(void)
{
    glGenProgramsNV(2, programs);
    glLoadProgramNV(GL_VERTEX_PROGRAM_NV, programs[0], strlen(CLOTH), (const GLubyte *)CLOTH);
    glLoadProgramNV(GL_VERTEX_STATE_PROGRAM_NV, programs[1], strlen(LAMP), (const GLubyte *)LAMP);
    glBindProgramNV(GL_VERTEX_PROGRAM_NV, programs[0]);
    glTrackMatrixNV(GL_VERTEX_PROGRAM_NV, 0, GL_MODELVIEW_PROJECTION_NV, GL_IDENTITY_NV);
    glTrackMatrixNV(GL_VERTEX_PROGRAM_NV, 4, GL_MODELVIEW, GL_INVERSE_TRANSPOSE_NV);
    glTrackMatrixNV(GL_VERTEX_PROGRAM_NV, 8, GL_MATRIX0_NV, GL_IDENTITY_NV);
    glProgramParameter4fNV(GL_VERTEX_PROGRAM_NV, 15, 0, 1, 0.24f, 24);
    glProgramParameter4fNV(GL_VERTEX_PROGRAM_NV, 16, 0.30f, 0.23f, 0.13f, 0);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glMatrixMode(GL_PROJECTION);
    glFrustum(-0.8, 0.8, -0.45, 0.45, 1, 40);
    glMatrixMode(GL_MODELVIEW);
}

static void band(float low, float high, float r, float g, float b, float r2, float g2, float b2)
{
    glBegin(GL_QUADS);
    glColor3f(r, g, b);
    glVertex3f(-16, low, -19);
    glVertex3f(16, low, -19);
    glColor3f(r2, g2, b2);
    glVertex3f(16, high, -19);
    glVertex3f(-16, high, -19);
    glEnd();
}

static void disc(float x, float y, float radius, float inner, float outer)
{
    int i;
    glBegin(GL_TRIANGLE_FAN);
    glColor4f(1, 0.93f, 0.72f, inner);
    glVertex3f(x, y, -18.9f);
    glColor4f(1, 0.78f, 0.42f, outer);
    for (i = 0; i <= 64; i++)
        glVertex3f(x + radius * cosf(i * 0.0981748f), y + radius * sinf(i * 0.0981748f), -18.9f);
    glEnd();
}

static void hills(float base, float height, float step, float r, float g, float b)
{
    int i;
    glBegin(GL_TRIANGLE_STRIP);
    glColor3f(r, g, b);
    for (i = 0; i <= 160; i++) {
        glVertex3f(-16 + i * 0.2f, base, -18.5f);
        glVertex3f(-16 + i * 0.2f, base + height * (0.6f + 0.3f * sinf(i * step) + 0.1f * sinf(i * 2.7f * step + 1)), -18.5f);
    }
    glEnd();
}

static void glints(void)
{
    int i;
    float y, wide;
    glBegin(GL_QUADS);
    for (i = 0; i < 46; i++) {
        y = -0.75f - 0.16f * i;
        wide = (0.35f + 0.055f * i) * (0.55f + 0.45f * sinf(i * 2.4f));
        glColor4f(1, 0.80f, 0.50f, 0.62f - 0.011f * i);
        glVertex3f(-4.4f - wide + 0.5f * sinf(i * 1.7f), y, -18);
        glVertex3f(-4.4f + wide + 0.5f * sinf(i * 1.7f), y, -18);
        glVertex3f(-4.4f + wide + 0.5f * sinf(i * 1.7f), y + 0.07f, -18);
        glVertex3f(-4.4f - wide + 0.5f * sinf(i * 1.7f), y + 0.07f, -18);
    }
    glEnd();
}

static void mast(float height)
{
    glBegin(GL_QUADS);
    glColor3f(0.23f, 0.13f, 0.11f);
    glVertex3f(-0.05f, -4, 0);
    glColor3f(0.62f, 0.38f, 0.24f);
    glVertex3f(0.02f, -4, 0);
    glVertex3f(0.02f, height, 0);
    glColor3f(0.23f, 0.13f, 0.11f);
    glVertex3f(-0.05f, height, 0);
    glEnd();
}

static void flag(float top, float length, float drop, float phase, const float *one, const float *other)
{
    int i, j;
    const float *color;
    glProgramParameter4fNV(GL_VERTEX_PROGRAM_NV, 12, 0.17f, 8.5f, phase, 0.30f);
    glPushMatrix();
    glTranslatef(0.02f, top, 0);
    glScalef(length, drop, 1);
    for (j = 0; j < 5; j++) {
        color = j % 2 ? other : one;
        glBegin(GL_QUAD_STRIP);
        glColor3fv(color);
        for (i = 0; i <= 40; i++) {
            glVertex2f(i / 40.0f, -j / 5.0f * (1 - 0.35f * i / 40.0f) - 0.175f * i / 40.0f);
            glVertex2f(i / 40.0f, -(j + 1) / 5.0f * (1 - 0.35f * i / 40.0f) - 0.175f * i / 40.0f);
        }
        glEnd();
    }
    glPopMatrix();
}

static void display(void)
{
    int i;
    static const float SUN[4] = {-4, 2.2f, 3, 1};
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glLoadIdentity();
    glDisable(GL_VERTEX_PROGRAM_NV);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    band(2.2f, 9, 0.79f, 0.47f, 0.42f, 0.16f, 0.22f, 0.42f);
    band(-0.6f, 2.2f, 0.99f, 0.74f, 0.42f, 0.79f, 0.47f, 0.42f);
    band(-9, -0.6f, 0.07f, 0.14f, 0.24f, 0.72f, 0.47f, 0.36f);
    disc(-4.4f, 1.0f, 4.2f, 0.55f, 0);
    disc(-4.4f, 1.0f, 0.95f, 1, 1);
    hills(-0.62f, 1.5f, 0.055f, 0.46f, 0.29f, 0.35f);
    hills(-0.62f, 0.8f, 0.083f, 0.27f, 0.18f, 0.27f);
    glints();

    glExecuteProgramNV(GL_VERTEX_STATE_PROGRAM_NV, programs[1], SUN);
    glEnable(GL_DEPTH_TEST);
    for (i = 0; i < 3; i++) {
        glLoadIdentity();
        glTranslatef(-3.1f + 2.45f * i, -0.95f + 0.12f * i, -6.6f + 0.45f * i);
        glRotatef(-16 + 9 * i, 0, 1, 0);
        glDisable(GL_VERTEX_PROGRAM_NV);
        mast(2.75f);
        glEnable(GL_VERTEX_PROGRAM_NV);
        glMatrixMode(GL_MATRIX0_NV);
        glLoadIdentity();
        glRotatef(26 - 17 * i, 0, 1, 0);
        glMatrixMode(GL_MODELVIEW);
        flag(2.6f, 1.95f, 0.85f, 0.4f - 1.7f * i, CLOTHES[2 * i], CLOTHES[3]);
        flag(1.55f, 1.7f, 0.7f, 2.1f - 1.3f * i, CLOTHES[2 * i + 1], CLOTHES[(2 * i + 4) % 6]);
        flag(0.65f, 1.5f, 0.6f, 3.6f - 0.9f * i, CLOTHES[(2 * i + 4) % 6], CLOTHES[(2 * i + 1) % 6]);
    }
    glFlush();
}

int main(int argc, char **argv)
{
    glutInit(&argc, argv);
    glutInitDisplayMode(GLUT_RGB | GLUT_DEPTH);
    glutInitWindowSize(1280, 720);
    glutCreateWindow("regatta");
    init();
    glutDisplayFunc(display);
    glutMainLoop();
    return 0;
}
