"""Flags over a bay at sunset: regatta.c, line for line.

python regatta.py regatta.png [gpu or oracle]
"""

import sys
from math import cos, sin

from PIL import Image

from nvrender.api import Context
from nvrender.api.enums import *

CLOTH = """!!VP2.0
# A flag in the wind. v[OPOS].x runs from the mast (0) to the fly end (1).
# c[12]: amplitude, waves, phase, droop. c[15]: 0, 1, ambient light, shininess.
MOV R0, v[OPOS];
MOV R1, c[15].xxyx;                        # the normal of a flag that hangs still
ADDC R2.x, v[OPOS].x, -c[15].x;
BRA fastened (EQ.x);                       # what is tied to the mast does not wave
MAD R2.x, v[OPOS].x, c[12].y, c[12].z;
SIN R3.x, R2.x;
COS R3.y, R2.x;
MUL R3.z, v[OPOS].x, c[12].x;
MUL R0.z, R3.z, R3.x;                      # z = amplitude x sin(waves x + phase)
MUL R2.y, R3.z, c[12].y;
MUL R2.y, R2.y, R3.y;
MAD R1.x, -c[12].x, R3.x, -R2.y;           # -dz/dx
MUL R2.z, v[OPOS].x, v[OPOS].x;
MAD R0.y, -R2.z, c[12].w, R0.y;
fastened:
DP4 R4.x, c[8], R0;                        # MATRIX0_NV: how the gust turns the cloth
DP4 R4.y, c[9], R0;
DP4 R4.z, c[10], R0;
DP4 R4.w, c[11], R0;
DP4 o[HPOS].x, c[0], R4;
DP4 o[HPOS].y, c[1], R4;
DP4 o[HPOS].z, c[2], R4;
DP4 o[HPOS].w, c[3], R4;
DP3 R5.x, c[4], R1;                        # the normal in eye space
DP3 R5.y, c[5], R1;
DP3 R5.z, c[6], R1;
DP3 R5.w, R5, R5;
RSQ R5.w, R5.w;
MUL R5.xyz, R5, R5.w;
MOVC R6.z, R5.z;
MOV R5.xyz (LT.z), -R5;                    # lit from whichever side is seen
DP3 R6.x, R5, c[13];
DP3 R6.y, R5, c[14];
MOV R6.w, c[15].w;
LIT R7, R6;
ADD R7.y, R7.y, c[15].z;
MUL R8, v[COL0], R7.y;
MAD o[COL0].xyz, R7.z, c[16], R8;
MOV o[COL0].w, c[15].y;
END
"""

LAMP = """!!VSP1.0
# v[0]: where the sun is, in eye space. c[13] gets its direction, c[14] the half way vector.
DP3 R0.w, v[0], v[0];
RSQ R0.w, R0.w;
MUL R0.xyz, v[0], R0.w;
MOV c[13].xyz, R0;
ADD R1.xyz, R0, c[15].xxyx;
DP3 R1.w, R1, R1;
RSQ R1.w, R1.w;
MUL c[14].xyz, R1, R1.w;
END
"""

CLOTHES = (
    (0.86, 0.16, 0.14), (0.95, 0.72, 0.12), (0.12, 0.52, 0.42),
    (0.93, 0.90, 0.82), (0.16, 0.34, 0.66), (0.90, 0.42, 0.12),
)  # fmt: skip
gl: Context
programs: tuple[int, ...]


def init():
    global programs
    programs = gl.GenProgramsNV(2)
    gl.LoadProgramNV(VERTEX_PROGRAM_NV, programs[0], CLOTH)
    gl.LoadProgramNV(VERTEX_STATE_PROGRAM_NV, programs[1], LAMP)
    gl.BindProgramNV(VERTEX_PROGRAM_NV, programs[0])
    gl.TrackMatrixNV(VERTEX_PROGRAM_NV, 0, MODELVIEW_PROJECTION_NV, IDENTITY_NV)
    gl.TrackMatrixNV(VERTEX_PROGRAM_NV, 4, MODELVIEW, INVERSE_TRANSPOSE_NV)
    gl.TrackMatrixNV(VERTEX_PROGRAM_NV, 8, MATRIX0_NV, IDENTITY_NV)
    gl.ProgramParameter4fNV(VERTEX_PROGRAM_NV, 15, 0, 1, 0.24, 24)
    gl.ProgramParameter4fNV(VERTEX_PROGRAM_NV, 16, 0.30, 0.23, 0.13, 0)
    gl.BlendFunc(SRC_ALPHA, ONE_MINUS_SRC_ALPHA)
    gl.MatrixMode(PROJECTION)
    gl.Frustum(-0.8, 0.8, -0.45, 0.45, 1, 40)
    gl.MatrixMode(MODELVIEW)


def band(low, high, r, g, b, r2, g2, b2):
    gl.Begin(QUADS)
    gl.Color3f(r, g, b)
    gl.Vertex3f(-16, low, -19)
    gl.Vertex3f(16, low, -19)
    gl.Color3f(r2, g2, b2)
    gl.Vertex3f(16, high, -19)
    gl.Vertex3f(-16, high, -19)
    gl.End()


def disc(x, y, radius, inner, outer):
    gl.Begin(TRIANGLE_FAN)
    gl.Color4f(1, 0.93, 0.72, inner)
    gl.Vertex3f(x, y, -18.9)
    gl.Color4f(1, 0.78, 0.42, outer)
    for i in range(65):
        gl.Vertex3f(x + radius * cos(i * 0.0981748), y + radius * sin(i * 0.0981748), -18.9)
    gl.End()


def hills(base, height, step, r, g, b):
    gl.Begin(TRIANGLE_STRIP)
    gl.Color3f(r, g, b)
    for i in range(161):
        gl.Vertex3f(-16 + i * 0.2, base, -18.5)
        gl.Vertex3f(
            -16 + i * 0.2, base + height * (0.6 + 0.3 * sin(i * step) + 0.1 * sin(i * 2.7 * step + 1)), -18.5
        )
    gl.End()


def glints():
    gl.Begin(QUADS)
    for i in range(46):
        y = -0.75 - 0.16 * i
        wide = (0.35 + 0.055 * i) * (0.55 + 0.45 * sin(i * 2.4))
        gl.Color4f(1, 0.80, 0.50, 0.62 - 0.011 * i)
        gl.Vertex3f(-4.4 - wide + 0.5 * sin(i * 1.7), y, -18)
        gl.Vertex3f(-4.4 + wide + 0.5 * sin(i * 1.7), y, -18)
        gl.Vertex3f(-4.4 + wide + 0.5 * sin(i * 1.7), y + 0.07, -18)
        gl.Vertex3f(-4.4 - wide + 0.5 * sin(i * 1.7), y + 0.07, -18)
    gl.End()


def mast(height):
    gl.Begin(QUADS)
    gl.Color3f(0.23, 0.13, 0.11)
    gl.Vertex3f(-0.05, -4, 0)
    gl.Color3f(0.62, 0.38, 0.24)
    gl.Vertex3f(0.02, -4, 0)
    gl.Vertex3f(0.02, height, 0)
    gl.Color3f(0.23, 0.13, 0.11)
    gl.Vertex3f(-0.05, height, 0)
    gl.End()


def flag(top, length, drop, phase, one, other):
    gl.ProgramParameter4fNV(VERTEX_PROGRAM_NV, 12, 0.17, 8.5, phase, 0.30)
    gl.PushMatrix()
    gl.Translatef(0.02, top, 0)
    gl.Scalef(length, drop, 1)
    for j in range(5):
        color = other if j % 2 else one
        gl.Begin(QUAD_STRIP)
        gl.Color3fv(color)
        for i in range(41):
            gl.Vertex2f(i / 40, -j / 5 * (1 - 0.35 * i / 40) - 0.175 * i / 40)
            gl.Vertex2f(i / 40, -(j + 1) / 5 * (1 - 0.35 * i / 40) - 0.175 * i / 40)
        gl.End()
    gl.PopMatrix()


def display():
    SUN = (-4, 2.2, 3, 1)
    gl.Clear(COLOR_BUFFER_BIT | DEPTH_BUFFER_BIT)
    gl.LoadIdentity()
    gl.Disable(VERTEX_PROGRAM_NV)
    gl.Disable(DEPTH_TEST)
    gl.Enable(BLEND)
    band(2.2, 9, 0.79, 0.47, 0.42, 0.16, 0.22, 0.42)
    band(-0.6, 2.2, 0.99, 0.74, 0.42, 0.79, 0.47, 0.42)
    band(-9, -0.6, 0.07, 0.14, 0.24, 0.72, 0.47, 0.36)
    disc(-4.4, 1.0, 4.2, 0.55, 0)
    disc(-4.4, 1.0, 0.95, 1, 1)
    hills(-0.62, 1.5, 0.055, 0.46, 0.29, 0.35)
    hills(-0.62, 0.8, 0.083, 0.27, 0.18, 0.27)
    glints()

    gl.ExecuteProgramNV(VERTEX_STATE_PROGRAM_NV, programs[1], SUN)
    gl.Enable(DEPTH_TEST)
    for i in range(3):
        gl.LoadIdentity()
        gl.Translatef(-3.1 + 2.45 * i, -0.95 + 0.12 * i, -6.6 + 0.45 * i)
        gl.Rotatef(-16 + 9 * i, 0, 1, 0)
        gl.Disable(VERTEX_PROGRAM_NV)
        mast(2.75)
        gl.Enable(VERTEX_PROGRAM_NV)
        gl.MatrixMode(MATRIX0_NV)
        gl.LoadIdentity()
        gl.Rotatef(26 - 17 * i, 0, 1, 0)
        gl.MatrixMode(MODELVIEW)
        flag(2.6, 1.95, 0.85, 0.4 - 1.7 * i, CLOTHES[2 * i], CLOTHES[3])
        flag(1.55, 1.7, 0.7, 2.1 - 1.3 * i, CLOTHES[2 * i + 1], CLOTHES[(2 * i + 4) % 6])
        flag(0.65, 1.5, 0.6, 3.6 - 0.9 * i, CLOTHES[(2 * i + 4) % 6], CLOTHES[(2 * i + 1) % 6])


def main(path, backend="gpu"):
    global gl
    with Context(size=(1280, 720), backend=backend, raise_errors=True) as gl:
        init()
        display()
        pixels = gl.ReadPixels(0, 0, 1280, 720, RGBA, UNSIGNED_BYTE)
        Image.fromarray(pixels[::-1, :, :3]).save(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
