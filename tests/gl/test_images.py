"""Images bound to image units: what they take, share and leave (EXT_shader_image_load_store 3.9.X)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.gl.textures.formats import TARGET_AXES
from nvrender.gl.textures.images import Image
from nvrender.ops.image_formats import IMAGE_FORMATS
from nvrender.ops.texture_targets import IMAGES
from nvrender.source import InputError

STORE = "!!NVvp5.0\nTEMP c;\nMOV.S c, 0;\nSTOREIM.U32 image[0], {7}, c, 2D;\nEND"


def _words(*shape: int) -> Any:
    return np.zeros(shape, np.uint32)


def test_table_x2_has_its_formats_and_classes() -> None:
    """Table X.2: 39 formats, each with its equivalence class."""
    classes: dict[str, set[str]] = {}
    for name, row in IMAGE_FORMATS.items():
        classes.setdefault(row.equivalence, set()).add(name)
    assert classes == {
        "4x32": set("RGBA32F RGBA32UI RGBA32I".split()),
        "2x32": set("RGBA16F RG32F RGBA16UI RG32UI RGBA16I RG32I RGBA16 RGBA16_SNORM".split()),
        "1x32": set(
            "RG16F R11F_G11F_B10F R32F RGB10_A2UI RGBA8UI RG16UI R32UI RGBA8I RG16I R32I RGB10_A2 RGBA8 RG16 "
            "RGBA8_SNORM RG16_SNORM".split()
        ),
        "1x16": set("R16F RG8UI R16UI RG8I R16I RG8 R16 RG8_SNORM R16_SNORM".split()),
        "1x8": set("R8UI R8I R8 R8_SNORM".split()),
    }
    assert TARGET_AXES.keys() == IMAGES


def test_what_is_given_is_copied_and_what_is_left_has_its_dtype_and_shape() -> None:
    given = _words(2, 3)
    image = Image(given, "R32UI")
    given[:] = 9
    results = nvrender.run(STORE, count=1, images={0: image})
    left = results.images[0]
    assert left.dtype == np.uint32 and left.tolist() == [[7, 0, 0], [0, 0, 0]]
    assert image.texels.tolist() == [[0, 0, 0], [0, 0, 0]]
    left[0, 0] = 1
    one = nvrender.run(STORE, count=1, images={0: Image(_words(1, 1, 1), "R32UI")}).images[0]
    assert one.shape == (1, 1, 1)


def test_only_what_nobody_can_change_is_not_copied() -> None:
    """BindImageTextureEXT: images of one level share what is stored, so of texels that stay as they are."""
    below = _words(2, 3)
    seen = below[:]
    seen.flags.writeable = False
    image = Image(seen, "R32UI")
    below[:] = 9
    assert not image.texels.any()
    turned = np.asfortranarray(np.arange(6, dtype=np.uint32).reshape(2, 3))
    turned.flags.writeable = False
    image = Image(turned, "R32UI")
    assert image.texels.flags.c_contiguous and image.texels.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert image.with_(view="RGBA8").texels is image.texels


def test_results_without_images_have_none_and_units_may_be_empty() -> None:
    assert dict(nvrender.run(STORE, count=1).images) == {}
    assert dict(nvrender.run(STORE, count=1, images={0: None}).images) == {}
    assert nvrender.run(STORE, count=1).faults == 0


def test_what_no_program_reaches_is_in_the_results() -> None:
    results = nvrender.run(
        "!!NVvp5.0\nMOV result.position, 1;\nEND", count=1, images={7: Image(_words(1, 2), "R32UI")}
    )
    assert results.images[7].tolist() == [[0, 0]]


def test_images_of_the_same_texels_share_what_is_stored() -> None:
    """3.9.X: one image may be viewed with several formats, and by several units."""
    image = Image(_words(1, 1), "R32UI")
    program = (
        "!!NVvp5.0\nTEMP c, t;\nMOV.S c, 0;\nSTOREIM.F image[0], {1, 0, 1, 0}, c, 2D;\n"
        "LOADIM.U32 t, c, image[1], 2D;\nADD.U t, t, 1;\nSTOREIM.U32 image[2], t, c, 2D;\nEND"
    )
    units = {
        0: image.with_(view="RGBA8"),
        1: image.with_(access="READ_ONLY"),
        2: Image(_words(1, 1), "R32UI"),
    }
    left = nvrender.run(program, count=1, images=units).images
    assert [int(left[unit][0, 0]) for unit in range(3)] == [0x00FF00FF, 0x00FF00FF, 0x00FF0100]


def test_images_are_themselves_alone() -> None:
    """Two of the same texels are two, which keys of mappings may be."""
    one, other = (Image(np.zeros((1, 1, 4), np.uint8)) for _ in range(2))
    assert one != other and one == one and len({one, other, one}) == 2


def test_a_level_of_a_texture_is_an_image() -> None:
    levels = (np.zeros((2, 2, 4), np.uint8), np.full((1, 1, 4), 3, np.uint8))
    texture = nvrender.Texture(
        "2D", levels, "RGBA", kind="unsigned", min_filter="NEAREST", mag_filter="NEAREST"
    )
    image = Image.of(texture, 1)
    assert (image.format, image.target, image.texels.tolist()) == ("RGBA8UI", "2D", [[[3, 3, 3, 3]]])
    left = nvrender.run(STORE, count=1, images={0: image}).images
    assert left[0].tolist() == [[[7, 0, 0, 0]]]


@pytest.mark.parametrize("target", ["1D", "3D", "CUBE", "ARRAY1D", "ARRAY2D", "ARRAYCUBE", "2DMS", "BUFFER"])
def test_levels_of_every_target(target: str) -> None:
    """An image has the axes of the texture it is of."""
    shape = tuple({"F": 6, "L": 2, "D": 3, "S": 4}.get(axis, 2) for axis in TARGET_AXES[target])
    texels = np.arange(np.prod(shape) * 4, dtype=np.uint32).reshape(*shape, 4)
    texture = nvrender.Texture(target, (texels,), "RGBA", kind="unsigned")
    program = (
        "!!NVvp5.0\nTEMP c;\nMOV.S c, {1, 0, 0, 0};\n"
        f"LOADIM.U32X4 result.attrib[0], c, image[0], {target};\nEND"
    )
    found = nvrender.run(program, count=1, images={0: Image.of(texture)})["attrib[0]"].view(np.uint32)
    assert found[0].tolist() == texels.reshape(-1, 4)[1].tolist()


@pytest.mark.parametrize(
    ("texture", "level"),
    [
        (nvrender.Texture.from_array(np.zeros((1, 1, 3), np.uint8)), 0),  # RGB8 is not in Table X.2
        (nvrender.Texture.from_array(np.zeros((1, 1, 4), np.uint8), srgb=True), 0),
        (nvrender.Texture.from_array(np.zeros((3, 3, 4), np.uint8), border=1), 0),
        (nvrender.Texture.from_array(np.zeros((1, 1, 4), np.uint8)), 1),
        (nvrender.Texture.from_array(np.zeros((2, 2, 4), np.uint8), mipmaps=True).with_(base_level=1), 0),
        (nvrender.Texture.from_array(np.zeros((2, 2, 4), np.uint8), mipmaps=True, max_level=0), 1),
        (nvrender.Texture.from_array(np.zeros((2, 2, 4), np.uint8), min_filter="LINEAR_MIPMAP_LINEAR"), 0),
    ],
)
def test_textures_no_access_finds_a_texel_of(texture: nvrender.Texture, level: int) -> None:
    """3.9.X: bordered, incomplete, a level outside base and maximum, a format Table X.2 has not."""
    image = Image.of(texture, level)
    assert not image.exists and image.bound_extent.layers == 0
    program = "!!NVvp5.0\nTEMP c;\nMOV.S c, 0;\nLOADIM.U32 c, c, image[0], 2D;\nMOV result.attrib[0], c;\nEND"
    assert not nvrender.run(program, count=1, images={0: image})["attrib[0]"].any()


def test_cubes_no_access_finds_a_texel_of() -> None:
    """3.9.X: a level the texture has not, of a cube map, which has six faces all the same."""
    cube = nvrender.Texture("CUBE", (np.zeros((6, 2, 2, 4), np.uint8),), "RGBA")
    image = Image.of(cube, 3)
    assert not image.exists and image.bound_extent == (1, 1, 0, 1)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"target": "SHADOW2D"}, "image target 'SHADOW2D'; it must be one of 1D, 2D, 3D"),
        ({"format": "RGB8"}, "image format 'RGB8'; it must be one of RGBA32F"),
        ({"view": "LUMINANCE8"}, "image view 'LUMINANCE8'"),
        ({"access": "READ"}, "'READ'; it is one of READ_ONLY, READ_WRITE, WRITE_ONLY"),
        ({"layer": -1}, "a number from 0, or None for all, not -1"),
        ({"layer": 1.5}, "not 1.5"),
        ({"texels": [[1], [1, 2]]}, "no array"),
        ({"texels": np.zeros((1, 1), np.float32)}, "format R32UI is uint32, its components, not float32"),
        ({"texels": np.zeros((1, 1, 2), np.uint32)}, r"texels of shape \(H, W\), not \(1, 1, 2\)"),
        ({"texels": np.zeros((1, 0), np.uint32)}, "at least one texel"),
        ({"texels": np.zeros((1, 1, 4), np.uint32), "format": "RGB10_A2"}, r"shape \(H, W\)"),
        ({"texels": np.zeros((1, 1), np.uint8), "format": "RGB10_A2"}, "its texels as words, not uint8"),
        ({"texels": np.zeros((5, 1, 1), np.uint32), "target": "CUBE"}, "6 faces, not 5"),
        ({"texels": np.zeros((2, 7, 1, 1), np.uint32), "target": "ARRAYCUBE"}, "6 faces, not 7"),
        ({"texels": np.zeros((6, 1, 2), np.uint32), "target": "CUBE"}, "squares, not 2 by 1"),
        ({"texels": np.zeros(3, np.uint8), "format": "RGBA8", "target": "1D"}, r"shape \(W, 4\), not \(3,\)"),
    ],
)
def test_what_is_no_image(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Image(**{"texels": _words(1, 1), "format": "R32UI", **fields})


@pytest.mark.parametrize(
    ("images", "message"),
    [
        ([1], "must map image units to images, not list"),
        ({8: None}, "the key 8; image units are 0 to 7"),
        ({"0": None}, "the key '0'"),
        ({True: None}, "the key True"),
        ({0: _words(1, 1)}, r"images\[0\] must be a nvrender.Image, not ndarray"),
    ],
)
def test_what_is_no_mapping_of_images(images: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        nvrender.run(STORE, count=1, images=images)


def test_fields_images_have_not() -> None:
    with pytest.raises(InputError, match="an image has no 'level'; it has texels, format, target"):
        Image(_words(1, 1), "R32UI").with_(level=1)
    for level, shown in ((-1, "-1"), ("0", "'0'"), (0.5, "0.5")):
        with pytest.raises(InputError, match=f"an image's level is a number from 0, not {shown}"):
            Image.of(nvrender.Texture.from_array(np.zeros((1, 1, 4), np.uint8)), level)  # type: ignore[arg-type]
