"""VertexAttribL, its arrays and queries (EXT_vertex_attrib_64bit, NV_vertex_attrib_integer_64bit)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from api_helpers import error_of

from nvrender.api import Context
from nvrender.api import enums as gl_enums
from nvrender.source import InputError

CURRENT = gl_enums.CURRENT_VERTEX_ATTRIB_ARB
VALUES: dict[str, tuple[Any, ...]] = {
    "dEXT": (1 / 3, -2e300, 5e-324, 2.0**60),
    "i64NV": (-(1 << 63), (1 << 63) - 1, -1, 1 << 40),
    "ui64NV": ((1 << 64) - 1, 1 << 63, 0, 7),
}


@pytest.fixture
def gl() -> Context:
    return Context(backend="oracle", size=(4, 4), raise_errors=True)


def get(gl: Context, kind: str, pname: int, index: int = 3) -> Any:
    letters, suffix = kind[:-3] if kind.endswith("EXT") else kind[:-2], kind[len(kind.rstrip("ENVXT")) :]
    return getattr(gl, f"GetVertexAttribL{letters}v{suffix}")(index, pname)


@pytest.mark.parametrize("kind", VALUES)
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_current_values(gl: Context, kind: str, size: int) -> None:
    """2.7: no conversion. Missing components are 0, 0, 1 (docs/semantics.md)."""
    values = VALUES[kind][:size]
    expected = values + (0, 0, 0, 1)[size:]
    stem = kind.rstrip("ENVXT")
    suffix = kind[len(stem) :]
    getattr(gl, f"VertexAttribL{size}{stem}{suffix}")(3, *values)
    assert get(gl, kind, CURRENT) == expected
    gl.VertexAttrib1fARB(3, 0)
    dtype = {"d": np.float64, "i64": np.int64, "ui64": np.uint64}[stem]
    getattr(gl, f"VertexAttribL{size}{stem}v{suffix}")(3, np.array(values, dtype))
    assert get(gl, kind, CURRENT) == expected
    gl.PushAttrib(gl_enums.CURRENT_BIT)
    gl.VertexAttrib4fARB(3, 1, 2, 3, 4)
    assert gl.GetVertexAttribLdvEXT(3, CURRENT) == (1, 2, 3, 4)
    gl.PopAttrib()
    assert get(gl, kind, CURRENT) == expected


def test_other_queries_convert(gl: Context) -> None:
    gl.VertexAttribL2ui64NV(3, 1 << 40, 2)
    assert gl.GetVertexAttribfvARB(3, CURRENT) == (float(1 << 40), 2, 0, 1)
    gl.VertexAttribL1dEXT(3, -2.0)
    assert gl.GetVertexAttribLui64vNV(3, CURRENT)[0] == 3 << 62  # the bits
    gl.VertexAttribI4iEXT(3, -1, 2, 3, 4)
    assert gl.GetVertexAttribLi64vNV(3, CURRENT) == (-1, 2, 3, 4)


def test_arrays_state(gl: Context) -> None:
    """6.1.14."""
    gl.VertexAttribLPointerEXT(3, 2, gl_enums.INT64_NV, 32, None)
    for kind in VALUES:
        assert get(gl, kind, gl_enums.VERTEX_ATTRIB_ARRAY_SIZE_ARB) == 2
        assert get(gl, kind, gl_enums.VERTEX_ATTRIB_ARRAY_TYPE_ARB) == gl_enums.INT64_NV
        assert get(gl, kind, gl_enums.VERTEX_ATTRIB_ARRAY_STRIDE_ARB) == 32
        assert get(gl, kind, gl_enums.VERTEX_ATTRIB_ARRAY_INTEGER_EXT) == 0


def test_errors() -> None:
    kind = gl_enums.DOUBLE
    gl = Context(backend="oracle", size=(4, 4))
    for bad in (gl_enums.FLOAT, gl_enums.INT, gl_enums.UNSIGNED_INT):
        assert error_of(lambda gl, bad=bad: gl.VertexAttribLPointerEXT(3, 2, bad, 0, None)) == "INVALID_ENUM"
    for index, size, stride in ((16, 2, 0), (3, 0, 0), (3, 5, 0), (3, 2, -1)):
        call = (index, size, kind, stride, None)
        assert error_of(lambda gl, call=call: gl.VertexAttribLPointerEXT(*call)) == "INVALID_VALUE"
    assert error_of(lambda gl: gl.VertexAttribL1dEXT(16, 0.0)) == "INVALID_VALUE"
    assert error_of(lambda gl: gl.GetVertexAttribLdvEXT(3, kind)) == "INVALID_ENUM"
    assert error_of(lambda gl: gl.GetVertexAttribLdvEXT(16, CURRENT)) == "INVALID_VALUE"
    assert error_of(lambda gl: gl.GetVertexAttribLdvEXT(0, CURRENT)) == "INVALID_OPERATION"
    for wrong in (1.5, "1", 1 << 63, -(1 << 63) - 1):
        with pytest.raises(InputError):
            gl.VertexAttribL1i64NV(3, wrong)
    for wrong in (-1, 1 << 64):
        with pytest.raises(InputError):
            gl.VertexAttribL1ui64NV(3, wrong)
    with pytest.raises(InputError):
        gl.VertexAttribL2dEXT(3, 1.0)
