"""EXTENSIONS tells what works: its commands and enumerants are there, and an exercise of each comes out."""

from __future__ import annotations

import importlib

import pytest
from batches import every
from extension_exercises import EXERCISES

from nvrender.api import Context, enums
from nvrender.api.command import COMMANDS
from nvrender.api.queries.limits import EXTENSIONS

#: What is missing of extensions that are told, by what names begin with, and why.
MISSING = {
    # Of shaders in GLSL, which there are not.
    "GL_ARB_blend_func_extended": ("BindFragDataLocationIndexed", "GetFragDataIndex"),
    "GL_ARB_texture_cube_map_array": ("SAMPLER_", "INT_SAMPLER_", "UNSIGNED_INT_SAMPLER_"),
    "GL_ARB_texture_multisample": ("SAMPLER_", "INT_SAMPLER_", "UNSIGNED_INT_SAMPLER_"),
    "GL_EXT_vertex_attrib_64bit": ("DOUBLE_",),
    "GL_NV_transform_feedback": ("ACTIVE_VARYING", "TRANSFORM_FEEDBACK_VARYINGS_NV"),
    # Dependencies on EXT_texture_compression_s3tc, EXT_direct_state_access, pixel formats of windows.
    "GL_EXT_texture_sRGB": ("COMPRESSED_SRGB_S3TC", "COMPRESSED_SRGB_ALPHA_S3TC"),
    "GL_NV_texture_multisample": ("TextureImage",),
    "GL_EXT_packed_float": ("RGBA_SIGNED_COMPONENTS_EXT",),
    # Nothing that is drawn into holds integers.
    "GL_EXT_texture_integer": ("ClearColorI",),
    # The imaging subset.
    "GL_ARB_transpose_matrix": ("TRANSPOSE_COLOR_MATRIX",),
    # Arrays of indices, edge flags and weights, which there are not.
    "GL_ARB_vertex_buffer_object": ("INDEX_ARRAY", "EDGE_FLAG_ARRAY", "WEIGHT_ARRAY"),
}


#: The registry does not know GL_NV_gpu_program_fp64, which has neither commands nor enumerants.
REGISTERED = [name for name in EXTENSIONS if name != "GL_NV_gpu_program_fp64"]


@every("extension", REGISTERED)
def test_its_commands_and_enumerants_are_there(extension: str) -> None:
    """As the registry has them, of which PyOpenGL was made."""
    vendor, name = extension.removeprefix("GL_").split("_", 1)
    common = vars(importlib.import_module("OpenGL.raw.GL._types"))
    module = vars(importlib.import_module(f"OpenGL.raw.GL.{vendor}.{name}"))
    content = module.keys() - common.keys()
    own = {
        key[3:] if key.startswith("GL_") else key[2:]: key.startswith("GL_")
        for key in content
        if key.startswith("GL_") or (key.startswith("gl") and key[2:3].isupper())
    }
    missing = [
        key
        for key, is_enumerant in sorted(own.items())
        if not (hasattr(enums, key) or hasattr(enums, f"_{key}") if is_enumerant else key in COMMANDS)
    ]
    known = MISSING.get(extension, ())
    assert [key for key in missing if not key.startswith(known)] == []
    assert [part for part in known if not any(key.startswith(part) for key in missing)] == []


def test_each_has_an_exercise() -> None:
    assert {f"GL_{name}" for name in EXERCISES} == set(EXTENSIONS)
    assert set(MISSING) <= set(EXTENSIONS)


@pytest.mark.parametrize("name", EXERCISES)
def test_the_exercise_comes_out(name: str) -> None:
    gl = Context(backend="oracle", size=(8, 8), raise_errors=True)
    assert EXERCISES[name](gl)


def test_the_string_is_the_table() -> None:
    """OpenGL 1.5, 6.1.11: names apart by spaces."""
    assert Context(backend="oracle").GetString(enums.EXTENSIONS).split(" ") == list(EXTENSIONS)
