"""Texture units that programs take for several targets (NV_gpu_program4 2.X.4.4)."""

from __future__ import annotations

from typing import Any

import pytest
from api_helpers import error_of

from nvrender.api import Context, enums

T1, BYTE = enums.TEXTURE_1D, enums.UNSIGNED_BYTE
VP, GP, FP = enums.VERTEX_PROGRAM_ARB, enums.GEOMETRY_PROGRAM_NV, enums.FRAGMENT_PROGRAM_ARB


def program(gl: Context, target: int, text: str) -> None:
    gl.ProgramStringARB(target, enums.PROGRAM_FORMAT_ASCII_ARB, text)
    gl.Enable(target)


def programs(*texts: tuple[int, str]) -> Any:
    def calls(gl: Context) -> None:
        for target, text in texts:
            program(gl, target, text)
        gl.Enable(T1)
        gl.Begin(enums.TRIANGLES)

    return calls


def vertex(target: str) -> tuple[int, str]:
    return VP, (
        f"!!NVvp4.0 TEX result.color,vertex.position,texture[0],{target};"
        "MOV result.position,vertex.position;END"
    )


def geometry(target: str) -> tuple[int, str]:
    return GP, (
        "!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;"
        f"TEX result.color,vertex[0].position,texture[0],{target}; MOV result.position,0; EMIT; END"
    )


def fragment(target: str, unit: int = 0) -> tuple[int, str]:
    return FP, f"!!ARBfp1.0 TEX result.color,fragment.position,texture[{unit}],{target};END"


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_OPERATION", programs(vertex("2D"), fragment("1D"))),
        ("INVALID_OPERATION", programs(geometry("2D"), fragment("3D"))),
        ("INVALID_OPERATION", programs(vertex("CUBE"), geometry("RECT"))),
        ("INVALID_OPERATION", programs(vertex("2D"))),  # the fixed function reads 1D
        ("", programs(vertex("1D"))),
        ("", programs(fragment("2D"))),
        ("", programs(vertex("2D"), fragment("1D", 1))),
        ("", programs(vertex("CUBE"), geometry("CUBE"), fragment("CUBE"))),
    ],
)
def test_one_unit_has_one_target(error: str, call: Any) -> None:
    """NV_vertex_program3 2.14.1, NV_gpu_program4 2.X.4.4: INVALID_OPERATION at Begin."""
    assert error_of(call) == error


@pytest.mark.parametrize(
    "call",
    [
        lambda gl: gl.RasterPos2f(0, 0),
        lambda gl: gl.DrawArrays(enums.TRIANGLES, 0, 3),
        lambda gl: gl.DrawElements(enums.TRIANGLES, BYTE, [0, 1, 2]),
        lambda gl: gl.Rectf(0, 0, 1, 1),
    ],
)
def test_what_begins_by_itself(call: Any) -> None:
    def calls(gl: Context) -> None:
        program(gl, *vertex("2D"))
        program(gl, *fragment("3D"))
        call(gl)

    assert error_of(calls) == "INVALID_OPERATION"
