"""Current values of attributes and vertex arrays' state (NV_vertex_program 2.14.1.1, 2.14.3, 6.1.14)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from api_helpers import context, error_of

from nvrender.api import Context, enums

CURRENT = enums.CURRENT_ATTRIB_NV


def current(gl: Context, index: int = 6) -> tuple[float, ...]:
    return tuple(gl.GetVertexAttribfvNV(index, CURRENT))


def test_initial_values() -> None:
    """NV_vertex_program2 2.14.8 and table X.7."""
    gl = context()
    others = {current(gl, index) for index in (1, *range(4, 16))}
    assert others == {(0, 0, 0, 1)}
    assert current(gl, 2) == (0, 0, 1, 1) and current(gl, 3) == (1, 1, 1, 1)
    for index in range(16):
        assert gl.GetVertexAttribivNV(index, enums.ATTRIB_ARRAY_SIZE_NV) == 4
        assert gl.GetVertexAttribivNV(index, enums.ATTRIB_ARRAY_STRIDE_NV) == 0
        assert gl.GetVertexAttribivNV(index, enums.ATTRIB_ARRAY_TYPE_NV) == enums.FLOAT
        assert gl.GetVertexAttribPointervNV(index, enums.ATTRIB_ARRAY_POINTER_NV) is None
        assert not gl.IsEnabled(enums.VERTEX_ATTRIB_ARRAY0_NV + index)
        assert gl.GetVertexAttribivARB(index, enums.VERTEX_ATTRIB_ARRAY_ENABLED_ARB) == 0
        assert gl.GetVertexAttribivARB(index, enums.VERTEX_ATTRIB_ARRAY_NORMALIZED_ARB) == 0


@pytest.mark.parametrize("suffix", ["NV", "ARB"])
@pytest.mark.parametrize("letter", ["s", "f", "d"])
def test_missing_components(letter: str, suffix: str) -> None:
    """2.14.1.1: (x, 0, 0, 1) and so on; shorts as they are."""
    for size, value in ((1, (7, 0, 0, 1)), (2, (7, -8, 0, 1)), (3, (7, -8, 9, 1)), (4, (7, -8, 9, 10))):
        numbers = (7, -8, 9, 10)[:size]
        for name, given in ((f"{size}{letter}", numbers), (f"{size}{letter}v", (np.array(numbers),))):
            gl = context()
            getattr(gl, f"VertexAttrib{name}{suffix}")(6, *given)
            assert current(gl) == value


def test_doubles_become_floats() -> None:
    gl = context()
    gl.VertexAttrib4dNV(6, 0.1, 1e300, 1e-300, 1)
    assert current(gl) == (float(np.float32(0.1)), np.inf, 0, 1)


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("4ubNV", (255, 51, 0, 1), (1, 0.2, 0, 1 / 255)),
        ("4ubvNV", ((255, 51, 0, 1),), (1, 0.2, 0, 1 / 255)),
        ("4NubARB", (255, 51, 0, 1), (1, 0.2, 0, 1 / 255)),
        ("4NubvARB", ((255, 51, 0, 1),), (1, 0.2, 0, 1 / 255)),
        ("4NusvARB", ((65535, 13107, 0, 1),), (1, 0.2, 0, 1 / 65535)),
        ("4NuivARB", ((2**32 - 1, 0, 0, 0),), (1, 0, 0, 0)),
        ("4NbvARB", ((127, -128, 0, 1),), (1, -1, 1 / 255, 3 / 255)),
        ("4NsvARB", ((32767, -32768, 0, 1),), (1, -1, 1 / 65535, 3 / 65535)),
        ("4NivARB", ((2**31 - 1, -(2**31), 0, 1),), (1, -1, 1 / (2**32 - 1), 3 / (2**32 - 1))),
        ("4bvARB", ((127, -128, 0, 1),), (127, -128, 0, 1)),
        ("4ubvARB", ((255, 2, 3, 4),), (255, 2, 3, 4)),
        ("4usvARB", ((65535, 2, 3, 4),), (65535, 2, 3, 4)),
        ("4ivARB", ((-70000, 2, 3, 4),), (-70000, 2, 3, 4)),
        ("4uivARB", ((2**32 - 256, 2, 3, 4),), (2**32 - 256, 2, 3, 4)),
    ],
)
def test_conversions(name: str, given: tuple[Any, ...], value: tuple[float, ...]) -> None:
    """NV_vertex_program 2.14.1.1; OpenGL 1.5, table 2.6; ARB_vertex_program 2.7."""
    gl = context()
    getattr(gl, f"VertexAttrib{name}")(6, *given)
    assert current(gl) == pytest.approx(value, rel=1e-7, abs=0)


def test_several_attributes() -> None:
    gl = context()
    gl.VertexAttribs2fvNV(8, [[1, 2], [3, 4], [5, 6]])
    assert [current(gl, index) for index in (8, 9, 10)] == [(1, 2, 0, 1), (3, 4, 0, 1), (5, 6, 0, 1)]
    gl.VertexAttribs4ubvNV(14, [255] * 8)
    assert current(gl, 14) == current(gl, 15) == (1, 1, 1, 1)
    gl.VertexAttribs1dvNV(16, [])
    assert gl.GetError() == enums.INVALID_VALUE
    gl.VertexAttribs1dvNV(15, [])
    assert gl.GetError() == enums.NO_ERROR


def test_attribute_0_outside_begin_and_end_is_ignored() -> None:
    """NV_vertex_program, Issues."""
    gl = context()
    gl.VertexAttrib4fNV(0, 1, 2, 3, 4)
    gl.VertexAttribs4fvNV(0, [[1, 2, 3, 4], [5, 6, 7, 8]])
    assert gl.GetError() == enums.NO_ERROR
    assert current(gl, 1) == (5, 6, 7, 8)


def test_queries_convert() -> None:
    """OpenGL 1.5, 6.1.2: rounded to the nearest integer."""
    gl = context()
    gl.VertexAttrib4fNV(6, 1.6, -1.6, 1e30, 0)
    assert gl.GetVertexAttribivNV(6, CURRENT) == (2, -2, 2**31 - 1, 0)
    assert gl.GetVertexAttribdvNV(6, enums.ATTRIB_ARRAY_SIZE_NV) == 4.0
    assert gl.GetVertexAttribdvARB(6, enums.CURRENT_VERTEX_ATTRIB_ARB) == current(gl)


def test_arrays_are_what_was_said() -> None:
    gl = context()
    memory = np.zeros((5, 4), np.uint8)
    gl.VertexAttribPointerNV(3, 4, enums.UNSIGNED_BYTE, 8, memory)
    assert gl.GetVertexAttribPointervNV(3, enums.ATTRIB_ARRAY_POINTER_NV) is memory
    assert gl.GetVertexAttribivNV(3, enums.ATTRIB_ARRAY_STRIDE_NV) == 8
    assert gl.GetVertexAttribivNV(3, enums.ATTRIB_ARRAY_TYPE_NV) == enums.UNSIGNED_BYTE
    assert gl.GetVertexAttribivARB(3, enums.VERTEX_ATTRIB_ARRAY_NORMALIZED_ARB) == enums.TRUE
    gl.VertexAttribPointerARB(3, 2, enums.INT, False, 0, memory)
    assert gl.GetVertexAttribivARB(3, enums.VERTEX_ATTRIB_ARRAY_SIZE_ARB) == 2
    assert gl.GetVertexAttribivARB(3, enums.VERTEX_ATTRIB_ARRAY_NORMALIZED_ARB) == enums.FALSE
    assert gl.GetVertexAttribPointervARB(3, enums.VERTEX_ATTRIB_ARRAY_POINTER_ARB) is memory


def test_a_generic_array_has_two_enables() -> None:
    """ARB_vertex_program, Interactions with NV_vertex_program: ARB's sets both, NV's its own."""
    gl = context()
    enabled = enums.VERTEX_ATTRIB_ARRAY_ENABLED_ARB
    gl.EnableVertexAttribArrayARB(5)
    assert gl.IsEnabled(enums.VERTEX_ATTRIB_ARRAY5_NV) and gl.GetVertexAttribivARB(5, enabled) == 1
    gl.DisableClientState(enums.VERTEX_ATTRIB_ARRAY5_NV)
    assert not gl.IsEnabled(enums.VERTEX_ATTRIB_ARRAY5_NV) and gl.GetVertexAttribivARB(5, enabled) == 1
    gl.EnableClientState(enums.VERTEX_ATTRIB_ARRAY5_NV)
    gl.DisableVertexAttribArrayARB(5)
    assert not gl.IsEnabled(enums.VERTEX_ATTRIB_ARRAY5_NV) and gl.GetVertexAttribivARB(5, enabled) == 0


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_VALUE", lambda gl: gl.EnableVertexAttribArrayARB(16)),
        ("INVALID_VALUE", lambda gl: gl.DisableVertexAttribArrayARB(16)),
        ("INVALID_VALUE", lambda gl: gl.VertexAttribPointerARB(16, 4, enums.FLOAT, False, 0, None)),
        ("INVALID_VALUE", lambda gl: gl.VertexAttribPointerARB(1, 5, enums.FLOAT, False, 0, None)),
        ("INVALID_VALUE", lambda gl: gl.VertexAttribPointerARB(1, 4, enums.FLOAT, False, -1, None)),
        ("INVALID_ENUM", lambda gl: gl.VertexAttribPointerARB(1, 4, 7, False, 0, None)),
        ("INVALID_VALUE", lambda gl: gl.GetVertexAttribfvARB(16, enums.VERTEX_ATTRIB_ARRAY_SIZE_ARB)),
        ("INVALID_OPERATION", lambda gl: gl.GetVertexAttribfvARB(0, enums.CURRENT_VERTEX_ATTRIB_ARB)),
        ("INVALID_OPERATION", lambda gl: gl.GetVertexAttribdvARB(0, enums.CURRENT_VERTEX_ATTRIB_ARB)),
        ("INVALID_OPERATION", lambda gl: gl.GetVertexAttribivARB(0, enums.CURRENT_VERTEX_ATTRIB_ARB)),
        ("INVALID_ENUM", lambda gl: gl.GetVertexAttribfvARB(1, 7)),
        ("INVALID_VALUE", lambda gl: gl.GetVertexAttribPointervARB(16, enums.ATTRIB_ARRAY_POINTER_NV)),
    ],
)
def test_errors_of_arb_vertex_program(error: str, call: Any) -> None:
    """ARB_vertex_program, Errors."""
    assert error_of(call) == error
