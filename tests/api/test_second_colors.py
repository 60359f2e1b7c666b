"""Second colours in blending (ARB_blend_func_extended, Errors and New Implementation Dependent State)."""

from __future__ import annotations

import pytest
from api_helpers import context, error_of
from generation5 import ASCII, FRAGMENT, pixel

from nvrender.api import Context, enums

FACTORS = ["SRC1_COLOR", "SRC1_ALPHA", "ONE_MINUS_SRC1_COLOR", "ONE_MINUS_SRC1_ALPHA"]
BOTH = enums.FRONT_LEFT, enums.BACK_LEFT


def test_how_many_buffers_there_may_be() -> None:
    assert context().GetIntegerv(enums.MAX_DUAL_SOURCE_DRAW_BUFFERS) == 1


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("place", range(4))
def test_one_buffer_alone(factor: str, place: int) -> None:
    """INVALID_OPERATION by Begin with more draw buffers, where blending is on."""

    def call(gl: Context, on: bool, buffers: tuple[int, ...]) -> None:
        factors = [enums.ONE] * 4
        factors[place] = getattr(enums, factor)
        gl.BlendFuncSeparate(*factors)
        if on:
            gl.Enable(enums.BLEND)
        gl.DrawBuffersARB(buffers)
        gl.Begin(enums.TRIANGLES)

    assert error_of(lambda gl: call(gl, True, BOTH)) == "INVALID_OPERATION"
    assert error_of(lambda gl: call(gl, True, BOTH[1:])) == "" == error_of(lambda gl: call(gl, False, BOTH))
    assert error_of(lambda gl: call(gl, True, (enums.BACK_LEFT, enums.NONE))) == ""


def test_second_colors_are_blended() -> None:
    """ARB_blend_func_extended 4.1.8: color[0].primary * color[0].secondary."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    text = """!!NVfp5.0
OPTION ARB_blend_func_extended;
MOV result.color.primary, {0.8, 0.8, 0.8, 1};
MOV result.color.secondary, {0.5, 0.25, 1, 1};
END"""
    gl.ProgramStringARB(FRAGMENT, ASCII, text)
    gl.Enable(FRAGMENT)
    gl.Enable(enums.BLEND)
    gl.BlendFunc(enums.SRC1_COLOR, enums.ZERO)
    gl.Rectf(-1, -1, 1, 1)
    assert pixel(gl) == (102, 51, 204, 255)
