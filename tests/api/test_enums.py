"""api.enums against the registry, which PyOpenGL was made from."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from nvrender.api.registry import ENUMERANTS, OTHER_ENUMERANTS

VALUES = {name.removeprefix("GL_"): value for name, value in ENUMERANTS.items()}
PACKAGE = Path(__file__).parents[2] / "nvrender"
#: Without the other names of the same, which test_registered_names.py looks at.
OWN = VALUES.keys() - OTHER_ENUMERANTS.keys()


#: Of the registry's extensions those whose commands there are.
EXTENSIONS = (
    "NV.vertex_program", "NV.vertex_program2_option", "NV.vertex_program4", "NV.gpu_program4",
    "NV.fragment_program", "NV.fragment_program2", "NV.geometry_program4", "NV.parameter_buffer_object",
    "ARB.vertex_program", "ARB.fragment_program", "ARB.draw_buffers", "EXT.gpu_shader4",
    "ARB.multitexture", "ARB.vertex_shader", "ARB.point_sprite", "ARB.texture_rectangle",
    "NV.texture_rectangle", "EXT.texture_array", "EXT.texture_integer", "EXT.texture_buffer_object",
    "EXT.texture_filter_anisotropic", "EXT.texture_mirror_clamp", "ARB.texture_float", "ARB.half_float_pixel",
    "EXT.texture_sRGB", "ATI.draw_buffers", "EXT.framebuffer_object", "EXT.framebuffer_blit",
    "EXT.packed_depth_stencil", "NV.explicit_multisample", "NV.gpu_program5", "NV.tessellation_program5",
    "NV.compute_program5", "NV.shader_buffer_load", "NV.shader_buffer_store", "EXT.shader_image_load_store",
    "NV.shader_thread_group", "NV.bindless_texture", "ARB.tessellation_shader", "ARB.compute_shader",
    "ARB.shader_storage_buffer_object", "ARB.texture_rg", "EXT.packed_float", "ARB.texture_rgb10_a2ui",
    "EXT.texture_snorm", "ARB.blend_func_extended", "ARB.texture_cube_map_array", "ARB.sampler_objects",
    "NV.vertex_attrib_integer_64bit", "NV.transform_feedback", "ARB.transform_feedback3",
    "NV.register_combiners", "ARB.draw_indirect", "NV.transform_feedback2", "NV.vertex_buffer_unified_memory",
    "ARB.color_buffer_float", "EXT.texture_shared_exponent", "EXT.framebuffer_multisample",
    "ARB.texture_multisample", "NV.texture_multisample",
)  # fmt: skip


@pytest.fixture(scope="module")
def registry() -> dict[str, int]:
    versions = [*(f"VERSION.GL_1_{minor}" for minor in range(1, 6)), "VERSION.GL_2_0"]
    found: dict[str, int] = {}
    for module in (*versions, *EXTENSIONS):
        content = vars(importlib.import_module(f"OpenGL.raw.GL.{module}"))
        found |= {
            name.removeprefix("GL_"): int(value)
            for name, value in content.items()
            if name.startswith("GL_") and isinstance(value, int)
        }
    return found


def test_every_value_is_the_registered_one(registry: dict[str, int]) -> None:
    known = VALUES.keys() & registry.keys()
    assert {name: VALUES[name] for name in known} == {name: registry[name] for name in known}
    assert sorted(OWN - registry.keys()) == []


def test_every_name_that_the_package_uses_is_registered() -> None:
    """The names are no attributes that a type checker sees."""
    texts = "".join(file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py"))
    assert sorted(set(re.findall(r"\benums\.(\w+)", texts)) - ENUMERANTS.keys()) == []


#: NV_vertex_program, ARB_vertex_program and NV_gpu_program4, New Tokens.
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("VERTEX_PROGRAM_NV", 0x8620), ("VERTEX_STATE_PROGRAM_NV", 0x8621), ("PROGRAM_LENGTH_NV", 0x8627),
        ("MODELVIEW_PROJECTION_NV", 0x8629), ("IDENTITY_NV", 0x862A), ("INVERSE_TRANSPOSE_NV", 0x862D),
        ("MATRIX0_NV", 0x8630), ("MATRIX7_NV", 0x8637), ("TRACK_MATRIX_TRANSFORM_NV", 0x8649),
        ("PROGRAM_ERROR_POSITION_NV", 0x864B), ("VERTEX_ATTRIB_ARRAY15_NV", 0x865F),
        ("MAP1_VERTEX_ATTRIB0_4_NV", 0x8660), ("MAP2_VERTEX_ATTRIB15_4_NV", 0x867F),
        ("PROGRAM_ERROR_STRING_ARB", 0x8874), ("MATRIX31_ARB", 0x88DF), ("FRAGMENT_PROGRAM_ARB", 0x8804),
        ("GEOMETRY_PROGRAM_NV", 0x8C26), ("MAX_PROGRAM_GENERIC_RESULTS_NV", 0x8DA6),
        ("FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV", 0x8DA4), ("DRAW_BUFFER15_ARB", 0x8834),
    ],
)  # fmt: skip
def test_values_of_the_specifications(name: str, value: int) -> None:
    assert VALUES[name] == value


def test_names_that_mean_the_same() -> None:
    """ARB_vertex_program, Interactions with NV_vertex_program."""
    for arb, nv in (
        ("VERTEX_PROGRAM", "VERTEX_PROGRAM"), ("VERTEX_PROGRAM_POINT_SIZE", "VERTEX_PROGRAM_POINT_SIZE"),
        ("VERTEX_PROGRAM_TWO_SIDE", "VERTEX_PROGRAM_TWO_SIDE"),
        ("VERTEX_ATTRIB_ARRAY_SIZE", "ATTRIB_ARRAY_SIZE"),
        ("VERTEX_ATTRIB_ARRAY_STRIDE", "ATTRIB_ARRAY_STRIDE"),
        ("VERTEX_ATTRIB_ARRAY_TYPE", "ATTRIB_ARRAY_TYPE"), ("CURRENT_VERTEX_ATTRIB", "CURRENT_ATTRIB"),
        ("VERTEX_ATTRIB_ARRAY_POINTER", "ATTRIB_ARRAY_POINTER"), ("PROGRAM_LENGTH", "PROGRAM_LENGTH"),
        ("PROGRAM_STRING", "PROGRAM_STRING"), ("PROGRAM_ERROR_POSITION", "PROGRAM_ERROR_POSITION"),
        ("CURRENT_MATRIX", "CURRENT_MATRIX"), ("CURRENT_MATRIX_STACK_DEPTH", "CURRENT_MATRIX_STACK_DEPTH"),
        ("MAX_PROGRAM_MATRICES", "MAX_TRACK_MATRICES"),
        ("MAX_PROGRAM_MATRIX_STACK_DEPTH", "MAX_TRACK_MATRIX_STACK_DEPTH"),
    ):  # fmt: skip
        assert VALUES[f"{arb}_ARB"] == VALUES[f"{nv}_NV"]
