"""What the tests of the API share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nvrender.api import Context, enums

VP1 = "!!VP1.0 MOV o[HPOS],v[0];END"
VSP = "!!VSP1.0 MOV c[2],v[0];END"


def context() -> Context:
    """One with the oracle, on which program 1 is a vertex program and 2 a vertex state program."""
    gl = Context(backend="oracle")
    gl.LoadProgramNV(enums.VERTEX_PROGRAM_NV, 1, VP1)
    gl.LoadProgramNV(enums.VERTEX_STATE_PROGRAM_NV, 2, VSP)
    assert gl.GetError() == enums.NO_ERROR
    return gl


def error_of(call: Callable[[Context], Any]) -> str:
    """The name of the error ``call`` leaves, "" for none."""
    gl = context()
    call(gl)
    if gl._state.immediate.begun is not None:
        gl.End()  # GetError may not be called before it
    code = gl.GetError()
    assert gl.GetError() == enums.NO_ERROR
    names = "INVALID_ENUM", "INVALID_VALUE", "INVALID_OPERATION", "OUT_OF_MEMORY", "STACK_OVERFLOW"
    known = {getattr(enums, name): name for name in (*names, "STACK_UNDERFLOW")}
    return {**known, enums.INVALID_FRAMEBUFFER_OPERATION_EXT: "INVALID_FRAMEBUFFER_OPERATION"}.get(code, "")
