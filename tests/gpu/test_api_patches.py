"""The object model draws patches on the GPU as the oracle does (NV_tessellation_program5)."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums

ASCII = gl_enums.PROGRAM_FORMAT_ASCII_ARB
VERTEX = """!!NVvp5.0
MOV result.position, vertex.position;
MOV result.color, vertex.color;
END"""
CONTROL = """!!NVtcp5.0
VERTICES_OUT 4;
SUBROUTINETYPE Level { few, many };
SUBROUTINE Level level = program.subroutine[0];
ATTRIB position = vertex.position;
ATTRIB color = vertex.color;
TEMP number, levels;
main:
MOV.U number.x, primitive.invocation.x;
MOV result.position, position[number.x];
MOV result.color, color[number.x];
CALI level;
MOV result.patch.tessouter[0], levels.x;
MOV result.patch.tessouter[1], levels.y;
MOV result.patch.tessouter[2], levels.x;
MOV result.patch.tessouter[3], levels.y;
MOV result.patch.tessinner[0], levels.x;
MOV result.patch.tessinner[1], levels.y;
RET;
few SUBROUTINENUM(0): MOV levels, program.local[0]; RET;
many SUBROUTINENUM(4): ADD levels, program.local[0], 2; RET;
END"""
EVALUATION = """!!NVtep5.0
TESS_MODE QUADS;
BUFFER offset = program.buffer[2][1];
TEMP a, b, c, p;
SUB c, 1, vertex.tesscoord;
MUL a, vertex[0].position, c.x;
MAD a, vertex[1].position, vertex.tesscoord.x, a;
MUL b, vertex[2].position, c.x;
MAD b, vertex[3].position, vertex.tesscoord.x, b;
MUL p, a, c.y;
MAD p, b, vertex.tesscoord.y, p;
MUL a.x, vertex.tesscoord.x, c.x;
MAD p.y, a.x, program.env[3].x, p.y;
MOV result.position, p;
MOV result.color, vertex[0].color;
ADD result.color.y, vertex.tesscoord.x, offset.x;
END"""
GEOMETRY = """!!NVgp5.0
PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;
MOV result.position, vertex[0].position; MOV result.color, vertex[1].color; EMIT;
MOV result.position, vertex[1].position; MOV result.color, vertex[1].color; EMIT;
MOV result.position, vertex[2].position; MOV result.color, vertex[1].color; EMIT;
END"""
CORNERS = np.array([(-0.8, -0.7, 1, 0, 0), (0.8, -0.8, 0, 0, 1), (-0.6, 0.6, 0, 1, 0), (0.9, 0.5, 1, 1, 0)],
                   np.float32)  # fmt: skip


def drawn(gl: Context, *, geometry: bool, control: bool) -> Any:
    for target, text in (
        (gl_enums.VERTEX_PROGRAM_ARB, VERTEX), (gl_enums.TESS_EVALUATION_PROGRAM_NV, EVALUATION),
        *([(gl_enums.TESS_CONTROL_PROGRAM_NV, CONTROL)] if control else []),
        *([(gl_enums.GEOMETRY_PROGRAM_NV, GEOMETRY)] if geometry else []),
    ):  # fmt: skip
        gl.ProgramStringARB(target, ASCII, text)
        gl.Enable(target)
    gl.ProgramEnvParameter4fARB(gl_enums.TESS_EVALUATION_PROGRAM_NV, 3, 1.5, 0, 0, 0)
    gl.BindBufferBaseNV(gl_enums.TESS_EVALUATION_PROGRAM_PARAMETER_BUFFER_NV, 2, 1)
    gl.BufferData(gl_enums.TESS_EVALUATION_PROGRAM_PARAMETER_BUFFER_NV,
                  np.array([9, 0.25, 9, 9], np.float32), gl_enums.STATIC_DRAW)  # fmt: skip
    gl.PatchParameteri(gl_enums.PATCH_VERTICES, 4)
    gl.PatchParameterfv(gl_enums.PATCH_DEFAULT_OUTER_LEVEL, (3, 2, 5, 1))
    gl.PatchParameterfv(gl_enums.PATCH_DEFAULT_INNER_LEVEL, (4, 3))
    pictures = []
    gl.VertexPointer(2, gl_enums.FLOAT, 20, CORNERS)
    gl.ColorPointer(3, gl_enums.FLOAT, 20, (CORNERS, 8))
    gl.EnableClientState(gl_enums.VERTEX_ARRAY)
    gl.EnableClientState(gl_enums.COLOR_ARRAY)
    for level, label in ((1.0, 0), (3.0, 4), (2.0, 4)):
        if control:
            gl.ProgramLocalParameter4fARB(gl_enums.TESS_CONTROL_PROGRAM_NV, 0, level, level + 1, 0, 0)
            gl.ProgramSubroutineParametersuivNV(gl_enums.TESS_CONTROL_PROGRAM_NV, [label])
        gl.Clear(gl_enums.COLOR_BUFFER_BIT)
        gl.DrawArrays(gl_enums.PATCHES, 0, 4)
        pictures.append(gl.ReadPixels(0, 0, 64, 64, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE).astype(int))
    return np.array(pictures)


@pytest.mark.parametrize("control", [False, True])
@pytest.mark.parametrize("geometry", [False, True])
def test_patches_are_drawn_alike(context: moderngl.Context, geometry: bool, control: bool) -> None:
    with Context(context, size=(64, 64), raise_errors=True) as gl:
        found = drawn(gl, geometry=geometry, control=control)
    expected = drawn(
        Context(backend="oracle", size=(64, 64), raise_errors=True), geometry=geometry, control=control
    )
    different = (np.abs(found - expected).max(-1) > 2).mean()
    assert different < 0.02 and (expected[0, ..., 3] > 0).mean() > 0.3
    assert control == bool((expected[0] != expected[1]).any())


def test_other_subroutines_are_other_pipelines_that_stay(context: moderngl.Context) -> None:
    """ARB_shader_subroutine 2.14.1: going back and forth links nothing anew."""
    with Context(context, size=(8, 8), raise_errors=True) as gl:
        drawn_with = []
        for label in (0, 4, 0, 4):
            gl.ProgramStringARB(gl_enums.VERTEX_PROGRAM_ARB, ASCII, VERTEX) if not drawn_with else None
            for target, text in (
                (
                    gl_enums.TESS_EVALUATION_PROGRAM_NV,
                    EVALUATION.replace("BUFFER offset = program.buffer[2][1]", "PARAM offset = 0"),
                ),
                (gl_enums.TESS_CONTROL_PROGRAM_NV, CONTROL),
            ):
                if not drawn_with:
                    gl.ProgramStringARB(target, ASCII, text)
                gl.Enable(target)
            gl.Enable(gl_enums.VERTEX_PROGRAM_ARB)
            gl.PatchParameteri(gl_enums.PATCH_VERTICES, 4)
            gl.ProgramSubroutineParametersuivNV(gl_enums.TESS_CONTROL_PROGRAM_NV, [label])
            gl.Begin(gl_enums.PATCHES)
            for corner in CORNERS:
                gl.Vertex2f(*corner[:2].tolist())
            gl.End()
            drawn_with.append(len(gl._state.screen._pipelines))  # type: ignore[attr-defined]
    assert drawn_with == [1, 2, 2, 2]
