"""NV_explicit_multisample, and the state of samples (OpenGL 1.5, 4.1.3), of which no buffer has any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from api_helpers import context, error_of

from nvrender.api import Context, enums

RENDERBUFFER = enums.TEXTURE_RENDERBUFFER_NV
BINDING, STORE = enums.TEXTURE_BINDING_RENDERBUFFER_NV, enums.TEXTURE_RENDERBUFFER_DATA_STORE_BINDING_NV
VALUE = enums.SAMPLE_MASK_VALUE_NV
_POINT = enums.FRAMEBUFFER_EXT, enums.COLOR_ATTACHMENT0_EXT


def test_what_there_is_at_first() -> None:
    """New State; OpenGL 1.5, table 6.16."""
    gl = context()
    assert gl.GetIntegerv(enums.SAMPLE_BUFFERS) == gl.GetIntegerv(enums.SAMPLES) == 0
    assert gl.IsEnabled(enums.MULTISAMPLE)
    for cap in (
        enums.SAMPLE_MASK_NV,
        enums.SAMPLE_COVERAGE,
        enums.SAMPLE_ALPHA_TO_COVERAGE,
        enums.SAMPLE_ALPHA_TO_ONE,
    ):
        assert not gl.IsEnabled(cap) and gl.GetIntegerv(cap) == 0
    assert gl.GetIntegerv(enums.MAX_SAMPLE_MASK_WORDS_NV) == 1
    assert gl.GetIntegerIndexedvEXT(VALUE, 0) == 0xFFFFFFFF and gl.GetBooleanIndexedvEXT(VALUE, 0) is True
    assert (
        gl.GetFloatv(enums.SAMPLE_COVERAGE_VALUE) == 1
        and gl.GetBooleanv(enums.SAMPLE_COVERAGE_INVERT) is False
    )
    assert gl.GetIntegerv(BINDING) == gl.GetIntegerv(STORE) == 0
    assert gl.GetError() == enums.NO_ERROR


def test_the_mask() -> None:
    gl = context()
    gl.SampleMaskIndexedNV(0, -2)
    assert gl.GetIntegerIndexedvEXT(VALUE, 0) == 0xFFFFFFFE
    gl.SampleMaskIndexedNV(0, 0)
    assert gl.GetBooleanIndexedvEXT(VALUE, 0) is False
    gl.SampleCoverage(2, True)
    assert (
        gl.GetFloatv(enums.SAMPLE_COVERAGE_VALUE) == 1
        and gl.GetBooleanv(enums.SAMPLE_COVERAGE_INVERT) is True
    )


def test_attributes() -> None:
    """The groups "multisample" and "enable"."""
    gl = context()
    gl.PushAttrib(enums.MULTISAMPLE_BIT)
    gl.SampleMaskIndexedNV(0, 5)
    gl.SampleCoverage(0.5, True)
    gl.Enable(enums.SAMPLE_MASK_NV)
    gl.Disable(enums.MULTISAMPLE)
    gl.PopAttrib()
    assert gl.GetIntegerIndexedvEXT(VALUE, 0) == 0xFFFFFFFF and gl.GetFloatv(enums.SAMPLE_COVERAGE_VALUE) == 1
    assert gl.IsEnabled(enums.MULTISAMPLE) and not gl.IsEnabled(enums.SAMPLE_MASK_NV)


def test_samples_that_are_not_there_change_no_picture() -> None:
    """OpenGL 1.5, 4.1.3: without a multisample buffer its operations change nothing."""
    gl = Context(backend="oracle", size=(2, 2), raise_errors=True)
    for cap in (enums.SAMPLE_MASK_NV, enums.SAMPLE_COVERAGE, enums.SAMPLE_ALPHA_TO_COVERAGE):
        gl.Enable(cap)
    gl.SampleMaskIndexedNV(0, 0)
    gl.SampleCoverage(0, False)
    gl.Begin(enums.QUADS)
    for corner in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        gl.Vertex2f(*corner)
    gl.End()
    assert (gl.ReadPixels(0, 0, 2, 2, enums.RGBA, enums.UNSIGNED_BYTE) == 255).all()


def test_with_textures() -> None:
    """3.8.4, 3.8.12: a texture of a target of its own, which has the name of a renderbuffer."""
    gl = Context(backend="oracle", size=(2, 2), raise_errors=True)
    gl.BindRenderbuffer(enums.RENDERBUFFER_EXT, 5)
    gl.TexRenderbufferNV(RENDERBUFFER, 5)
    gl.BindTexture(RENDERBUFFER, 3)
    assert (gl.GetIntegerv(BINDING), gl.GetIntegerv(STORE)) == (3, 0)
    gl.BindRenderbuffer(enums.RENDERBUFFER_EXT, 6)
    gl.TexRenderbufferNV(RENDERBUFFER, 6)
    assert gl.GetIntegerv(STORE) == 6
    gl.ActiveTexture(enums.TEXTURE1)
    assert (gl.GetIntegerv(BINDING), gl.GetIntegerv(STORE)) == (0, 5)
    gl.TexRenderbufferNV(RENDERBUFFER, 0)
    assert gl.GetIntegerv(STORE) == 0
    gl.ActiveTexture(enums.TEXTURE0)
    gl.DeleteTextures([3])
    assert (gl.GetIntegerv(BINDING), gl.GetIntegerv(STORE)) == (0, 0)


def with_texture(call: Callable[[Context], Any]) -> Callable[[Context], Any]:
    def calls(gl: Context) -> Any:
        gl.BindTexture(RENDERBUFFER, 3)
        gl.BindFramebuffer(enums.FRAMEBUFFER_EXT, 1)
        return call(gl)

    return calls


@pytest.mark.parametrize(("call", "name"), [
    (lambda gl: gl.GetMultisamplefvNV(enums.SAMPLES, 0), "INVALID_ENUM"),
    (lambda gl: gl.GetMultisamplefvNV(enums.SAMPLE_POSITION_NV, 0), "INVALID_OPERATION"),
    (lambda gl: gl.SampleMaskIndexedNV(1, 0), "INVALID_VALUE"),
    (lambda gl: gl.SampleMaskIndexedNV(-1, 0), "INVALID_VALUE"),
    (lambda gl: gl.GetIntegerIndexedvEXT(VALUE, 1), "INVALID_VALUE"),
    (lambda gl: gl.GetBooleanIndexedvEXT(VALUE, 1), "INVALID_VALUE"),
    (lambda gl: gl.GetBooleanIndexedvEXT(enums.SAMPLES, 0), "INVALID_ENUM"),
    (lambda gl: gl.GetIntegerIndexedvEXT(enums.SAMPLES, 0), "INVALID_ENUM"),
    (lambda gl: gl.TexRenderbufferNV(enums.TEXTURE_2D, 0), "INVALID_ENUM"),
    (lambda gl: gl.TexRenderbufferNV(RENDERBUFFER, 7), "INVALID_OPERATION"),
    (with_texture(lambda gl: gl.BindTexture(enums.TEXTURE_2D, 3)), "INVALID_OPERATION"),
    (with_texture(lambda gl: gl.TexParameteri(RENDERBUFFER, enums.TEXTURE_WRAP_S, 1)), "INVALID_ENUM"),
    (with_texture(lambda gl: gl.GenerateMipmap(RENDERBUFFER)), "INVALID_ENUM"),
    (with_texture(lambda gl: gl.Enable(RENDERBUFFER)), "INVALID_ENUM"),
    (with_texture(lambda gl: gl.FramebufferTexture(*_POINT, 3, 0)),
     "INVALID_OPERATION"),
])  # fmt: skip
def test_errors(call: Callable[[Context], Any], name: str) -> None:
    """Errors; of the index of SampleMaskIndexedNV the list counts, not 4.1.3."""
    assert error_of(call) == name


def test_strings() -> None:
    """OpenGL 1.5, 6.1.11."""
    gl = context()
    assert gl.GetString(enums.VENDOR) == "nvrender" and gl.GetString(enums.RENDERER) == "nvrender oracle"
    assert gl.GetString(enums.VERSION).startswith("1.5 ")
    names = gl.GetString(enums.EXTENSIONS).split(" ")
    assert names == sorted(set(names)) and all(name.startswith("GL_") for name in names)
    assert {"GL_NV_vertex_program", "GL_ARB_fragment_program", "GL_EXT_framebuffer_object"} <= set(names)
    assert gl.GetString(enums.SAMPLES) is None and gl.GetError() == enums.INVALID_ENUM
