"""TexEnv and GetTexEnv (OpenGL 1.5, 3.8.13)."""

from __future__ import annotations

from typing import Any

import pytest
from api_helpers import error_of

from nvrender.api import Context, enums

ENV, CONTROL, SPRITE = enums.TEXTURE_ENV, enums.TEXTURE_FILTER_CONTROL, enums.POINT_SPRITE

INITIAL = {
    enums.TEXTURE_ENV_MODE: enums.MODULATE, enums.TEXTURE_ENV_COLOR: (0, 0, 0, 0),
    enums.COMBINE_RGB: enums.MODULATE, enums.COMBINE_ALPHA: enums.MODULATE,
    enums.SRC0_RGB: enums.TEXTURE, enums.SRC1_RGB: enums.PREVIOUS, enums.SRC2_RGB: enums.CONSTANT,
    enums.SRC0_ALPHA: enums.TEXTURE, enums.SRC1_ALPHA: enums.PREVIOUS, enums.SRC2_ALPHA: enums.CONSTANT,
    enums.OPERAND0_RGB: enums.SRC_COLOR, enums.OPERAND1_RGB: enums.SRC_COLOR,
    enums.OPERAND2_RGB: enums.SRC_ALPHA, enums.OPERAND0_ALPHA: enums.SRC_ALPHA,
    enums.OPERAND1_ALPHA: enums.SRC_ALPHA, enums.OPERAND2_ALPHA: enums.SRC_ALPHA,
    enums.RGB_SCALE: 1, enums.ALPHA_SCALE: 1,
}  # fmt: skip
CHANGED = {
    enums.TEXTURE_ENV_MODE: enums.COMBINE, enums.COMBINE_RGB: enums.DOT3_RGBA,
    enums.COMBINE_ALPHA: enums.SUBTRACT, enums.SRC0_RGB: enums.TEXTURE7, enums.SRC1_RGB: enums.PRIMARY_COLOR,
    enums.SRC2_RGB: enums.PREVIOUS, enums.SRC0_ALPHA: enums.CONSTANT, enums.SRC1_ALPHA: enums.TEXTURE0,
    enums.SRC2_ALPHA: enums.TEXTURE, enums.OPERAND0_RGB: enums.ONE_MINUS_SRC_COLOR,
    enums.OPERAND1_RGB: enums.ONE_MINUS_SRC_ALPHA, enums.OPERAND2_RGB: enums.SRC_COLOR,
    enums.OPERAND0_ALPHA: enums.ONE_MINUS_SRC_ALPHA, enums.OPERAND1_ALPHA: enums.ONE_MINUS_SRC_ALPHA,
    enums.OPERAND2_ALPHA: enums.ONE_MINUS_SRC_ALPHA, enums.RGB_SCALE: 4, enums.ALPHA_SCALE: 2,
}  # fmt: skip


def made() -> Context:
    return Context(backend="oracle", raise_errors=True)


def test_initial_environment() -> None:
    """Table 6.19."""
    gl = made()
    for unit in (0, 7, 15):
        gl.ActiveTexture(enums.TEXTURE0 + unit)
        for pname, value in INITIAL.items():
            assert gl.GetTexEnvfv(ENV, pname) == value and gl.GetTexEnviv(ENV, pname) in (value, (-1,) * 4)
        assert gl.GetTexEnvfv(CONTROL, enums.TEXTURE_LOD_BIAS) == 0
        assert gl.GetTexEnviv(SPRITE, enums.COORD_REPLACE) == 0


def test_each_property_is_set_alone() -> None:
    for pname, value in CHANGED.items():
        gl = made()
        gl.TexEnvi(ENV, pname, value)
        for other, initial in INITIAL.items():
            assert gl.GetTexEnvfv(ENV, other) == (value if other == pname else initial), hex(other)
        gl.ActiveTexture(enums.TEXTURE1)
        assert gl.GetTexEnvfv(ENV, pname) == INITIAL[pname]


def test_the_other_forms() -> None:
    gl = made()
    gl.TexEnvf(ENV, enums.TEXTURE_ENV_MODE, enums.DECAL)
    gl.TexEnviv(ENV, enums.COMBINE_RGB, [enums.ADD])
    gl.TexEnvfv(ENV, enums.TEXTURE_ENV_COLOR, (0.5, 2, -1, 0.25))
    assert gl.GetTexEnvfv(ENV, enums.TEXTURE_ENV_COLOR) == (0.5, 1, 0, 0.25)
    gl.TexEnviv(ENV, enums.TEXTURE_ENV_COLOR, (2**31 - 1, 0, 0, 0))
    assert gl.GetTexEnvfv(ENV, enums.TEXTURE_ENV_COLOR) == pytest.approx((1, 0, 0, 0), abs=1e-9)
    assert gl.GetTexEnviv(ENV, enums.TEXTURE_ENV_COLOR)[0] == 2**31 - 1
    gl.TexEnvf(CONTROL, enums.TEXTURE_LOD_BIAS, -1.5)
    gl.TexEnvi(SPRITE, enums.COORD_REPLACE, 1)
    assert gl.GetTexEnvfv(CONTROL, enums.TEXTURE_LOD_BIAS) == -1.5
    assert gl.GetTexEnviv(SPRITE, enums.COORD_REPLACE) == 1
    assert gl.GetTexEnviv(ENV, enums.TEXTURE_ENV_MODE) == enums.DECAL


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_ENUM", lambda gl: gl.TexEnvi(enums.TEXTURE_2D, enums.TEXTURE_ENV_MODE, enums.DECAL)),
        ("INVALID_ENUM", lambda gl: gl.TexEnvi(ENV, enums.TEXTURE_LOD_BIAS, 1)),
        ("INVALID_ENUM", lambda gl: gl.TexEnvi(CONTROL, enums.TEXTURE_ENV_MODE, enums.DECAL)),
        ("INVALID_ENUM", lambda gl: gl.TexEnvi(SPRITE, enums.TEXTURE_ENV_MODE, enums.DECAL)),
        ("INVALID_ENUM", lambda gl: gl.TexEnvi(ENV, enums.TEXTURE_ENV_MODE, enums.DOT3_RGB)),
        ("INVALID_ENUM", lambda gl: gl.TexEnvf(ENV, enums.TEXTURE_ENV_MODE, float("inf"))),
        ("INVALID_ENUM", lambda gl: gl.TexEnvi(ENV, enums.TEXTURE_ENV_COLOR, 1)),
        ("INVALID_ENUM", lambda gl: gl.TexEnvi(ENV, enums.COMBINE_RGB, enums.DECAL)),
        ("INVALID_ENUM", lambda gl: gl.TexEnvi(ENV, enums.COMBINE_ALPHA, enums.DOT3_RGB)),
        ("INVALID_ENUM", lambda gl: gl.TexEnvi(ENV, enums.SRC0_RGB, enums.TEXTURE8)),
        ("INVALID_ENUM", lambda gl: gl.TexEnvi(ENV, enums.OPERAND0_ALPHA, enums.SRC_COLOR)),
        ("INVALID_VALUE", lambda gl: gl.TexEnvf(ENV, enums.RGB_SCALE, 3)),
        ("INVALID_VALUE", lambda gl: gl.TexEnvf(ENV, enums.ALPHA_SCALE, 0)),
        ("INVALID_ENUM", lambda gl: gl.GetTexEnvfv(enums.TEXTURE_2D, enums.TEXTURE_ENV_MODE)),
        ("INVALID_ENUM", lambda gl: gl.GetTexEnviv(ENV, enums.TEXTURE_WRAP_S)),
    ],
)
def test_errors(error: str, call: Any) -> None:
    assert error_of(call) == error
