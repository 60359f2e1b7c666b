"""BindImageTextureEXT, MemoryBarrierEXT and their state (EXT_shader_image_load_store 3.9.X, 2.14.X)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from api_helpers import context, error_of

from nvrender.api import Context, enums

T2D, READ_WRITE, RGBA8 = enums.TEXTURE_2D, enums.READ_WRITE, enums.RGBA8
WHAT = "NAME", "LEVEL", "LAYERED", "LAYER", "ACCESS", "FORMAT"
#: Table X.2.
FORMATS = """
    RGBA32F_ARB RGBA16F_ARB RG32F RG16F R11F_G11F_B10F_EXT R32F R16F
    RGBA32UI_EXT RGBA16UI_EXT RGB10_A2UI RGBA8UI_EXT RG32UI RG16UI RG8UI R32UI R16UI R8UI
    RGBA32I_EXT RGBA16I_EXT RGBA8I_EXT RG32I RG16I RG8I R32I R16I R8I
    RGBA16 RGB10_A2 RGBA8 RG16 RG8 R16 R8 RGBA16_SNORM RGBA8_SNORM RG16_SNORM RG8_SNORM R16_SNORM R8_SNORM
""".split()


def told(gl: Context, unit: int) -> list[int]:
    return [gl.GetIntegeri_v(getattr(enums, f"IMAGE_BINDING_{what}_EXT"), unit) for what in WHAT]


def with_texture(gl: Context) -> None:
    gl.BindTexture(T2D, 3)


def test_units_are_empty_at_first() -> None:
    """Table 6.X."""
    gl = context()
    assert all(told(gl, unit) == [0, 0, 0, 0, enums.READ_ONLY, enums.R8] for unit in range(8))
    assert gl.GetBooleani_v(enums.IMAGE_BINDING_LAYERED_EXT, 0) is False


def test_what_was_bound() -> None:
    gl = context()
    with_texture(gl)
    gl.BindImageTextureEXT(7, 3, 2, True, 5, READ_WRITE, enums.R32UI)
    assert told(gl, 7) == [3, 2, 1, 5, READ_WRITE, enums.R32UI] and told(gl, 6)[0] == 0
    assert gl.GetBooleani_v(enums.IMAGE_BINDING_LAYERED_EXT, 7) is True
    gl.BindImageTextureEXT(
        7, 0, -9, True, -9, enums.WRITE_ONLY, RGBA8
    )  # of texture 0 the rest does not count
    assert told(gl, 7) == [0, 0, 0, 0, enums.READ_ONLY, enums.R8] and gl.GetError() == enums.NO_ERROR


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_of_table_x_2_is_one(name: str) -> None:
    gl = context()
    with_texture(gl)
    gl.BindImageTextureEXT(0, 3, 0, False, 0, READ_WRITE, getattr(enums, name))
    assert told(gl, 0)[5] == getattr(enums, name) and gl.GetError() == enums.NO_ERROR


def test_the_table_has_no_other_format() -> None:
    from nvrender.api.textures.image_units import FORMATS as KNOWN

    assert set(KNOWN) == {getattr(enums, name) for name in FORMATS} and len(FORMATS) == 39


@pytest.mark.parametrize("access", ["READ_ONLY", "WRITE_ONLY", "READ_WRITE"])
def test_accesses(access: str) -> None:
    gl = context()
    with_texture(gl)
    gl.BindImageTextureEXT(1, 3, 0, False, 0, getattr(enums, access), RGBA8)
    assert told(gl, 1)[4] == getattr(enums, access)


def test_deleting_a_texture_unbinds_it() -> None:
    """3.9.X: as though texture were set to zero."""
    gl = context()
    with_texture(gl)
    gl.BindTexture(T2D, 4)
    for unit, name in ((0, 3), (1, 4), (5, 3)):
        gl.BindImageTextureEXT(unit, name, 1, False, 0, READ_WRITE, RGBA8)
    gl.DeleteTextures([3])
    assert [told(gl, unit)[0] for unit in (0, 1, 5)] == [0, 4, 0] and told(gl, 5)[1] == 0


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_VALUE", lambda gl: gl.BindImageTextureEXT(8, 3, 0, False, 0, READ_WRITE, RGBA8)),
        ("INVALID_VALUE", lambda gl: gl.BindImageTextureEXT(-1, 3, 0, False, 0, READ_WRITE, RGBA8)),
        ("INVALID_VALUE", lambda gl: gl.BindImageTextureEXT(8, 0, 0, False, 0, READ_WRITE, RGBA8)),
        ("INVALID_VALUE", lambda gl: gl.BindImageTextureEXT(0, 4, 0, False, 0, READ_WRITE, RGBA8)),
        (
            "INVALID_VALUE",
            lambda gl: gl.BindImageTextureEXT(0, gl.GenTextures(1)[0], 0, False, 0, READ_WRITE, RGBA8),
        ),
        ("INVALID_VALUE", lambda gl: gl.BindImageTextureEXT(0, 3, -1, False, 0, READ_WRITE, RGBA8)),
        ("INVALID_VALUE", lambda gl: gl.BindImageTextureEXT(0, 3, 0, False, -1, READ_WRITE, RGBA8)),
        ("INVALID_VALUE", lambda gl: gl.BindImageTextureEXT(0, 3, 0, False, 0, READ_WRITE, enums.RGB8)),
        ("INVALID_VALUE", lambda gl: gl.BindImageTextureEXT(0, 3, 0, False, 0, READ_WRITE, enums.RGBA)),
        ("INVALID_VALUE", lambda gl: gl.BindImageTextureEXT(0, 3, 0, False, 0, READ_WRITE, 4)),
        ("INVALID_ENUM", lambda gl: gl.BindImageTextureEXT(0, 3, 0, False, 0, enums.TEXTURE_2D, RGBA8)),
        ("", lambda gl: gl.BindImageTextureEXT(0, 3, 40, False, 9000, READ_WRITE, RGBA8)),
        ("INVALID_VALUE", lambda gl: gl.GetIntegeri_v(enums.IMAGE_BINDING_NAME_EXT, 8)),
        ("INVALID_VALUE", lambda gl: gl.GetBooleani_v(enums.IMAGE_BINDING_LAYERED_EXT, -1)),
        ("INVALID_ENUM", lambda gl: gl.GetIntegerv(enums.IMAGE_BINDING_NAME_EXT)),
        ("", lambda gl: gl.MemoryBarrierEXT(0)),
        ("", lambda gl: gl.MemoryBarrierEXT(enums.ALL_BARRIER_BITS_EXT)),
        ("", lambda gl: gl.MemoryBarrierEXT(0x1FFF | enums.SHADER_STORAGE_BARRIER_BIT)),
        ("", lambda gl: gl.MemoryBarrierEXT(enums.SHADER_GLOBAL_ACCESS_BARRIER_BIT_NV)),
        ("INVALID_VALUE", lambda gl: gl.MemoryBarrierEXT(0x80000000)),
        ("INVALID_VALUE", lambda gl: gl.MemoryBarrierEXT(0x4000)),
        ("INVALID_VALUE", lambda gl: gl.MemoryBarrierEXT(-1)),
    ],
)
def test_errors(error: str, call: Callable[[Context], Any]) -> None:
    def textured(gl: Context) -> None:
        with_texture(gl)
        call(gl)

    assert error_of(textured) == error


def test_barriers_are_not_listed_and_bindings_are() -> None:
    """5.4.1: MemoryBarrierEXT among the commands not usable in display lists."""
    gl = context()
    with_texture(gl)
    gl.NewList(1, enums.COMPILE)
    gl.BindImageTextureEXT(2, 3, 0, False, 0, READ_WRITE, RGBA8)
    gl.MemoryBarrierEXT(0x4000)
    assert gl.GetError() == enums.INVALID_VALUE and told(gl, 2)[0] == 0
    gl.EndList()
    gl.CallList(1)
    assert told(gl, 2)[0] == 3 and gl.GetError() == enums.NO_ERROR
