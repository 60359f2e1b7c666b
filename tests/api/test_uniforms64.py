"""Uniforms of GLSL programs, which are none here (NV_shader_buffer_load 2.20.3, NV_bindless_texture)."""

from __future__ import annotations

import pytest
from api_helpers import error_of


@pytest.mark.parametrize("kind", ["ui64", "Handleui64"])
@pytest.mark.parametrize("vector", ["", "v"])
def test_there_is_no_program_to_set_them_in(kind: str, vector: str) -> None:
    """OpenGL 2.0, 2.15.3: no program is current, and no name is a program's."""
    name = f"Uniform{kind}{vector}NV"
    value = [7] if vector else 7
    assert error_of(lambda gl: getattr(gl, name)(0, value)) == "INVALID_OPERATION"
    assert error_of(lambda gl: getattr(gl, f"Program{name}")(1, 0, value)) == "INVALID_VALUE"


def test_there_is_none_to_ask() -> None:
    assert error_of(lambda gl: gl.GetUniformui64vNV(1, 0)) == "INVALID_VALUE"
