"""Textures as data: what they must be, what is filled in, completeness, pictures and mipmaps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import nvrender
from nvrender import InputError, Texture

F32 = np.float32


def zeros(*shape: int, dtype: Any = F32) -> np.ndarray:
    return np.zeros(shape, dtype)


def chain(*sizes: int) -> tuple[np.ndarray, ...]:
    return tuple(zeros(size, 4) for size in sizes)


BYTES = tuple(zeros(size, 4, dtype=np.uint8) for size in (6, 3, 1))
SHAPES = {
    "1D": (4, 3), "2D": (2, 4, 3), "3D": (2, 4, 8, 3), "CUBE": (6, 4, 4, 3), "RECT": (3, 5, 3),
    "ARRAY1D": (5, 4, 3), "ARRAY2D": (5, 2, 4, 3), "ARRAYCUBE": (5, 6, 4, 4, 3), "2DMS": (8, 2, 4, 3),
    "ARRAY2DMS": (5, 8, 2, 4, 3),
}  # fmt: skip


@pytest.mark.parametrize("target", SHAPES)
def test_every_target_has_its_axes(target: str) -> None:
    """OpenGL 1.5, 3.8.1; EXT_texture_array 3.8.1: layers do not count as a size."""
    texture = Texture(target, (zeros(*SHAPES[target]),), "RGB")
    extents = {
        "1D": (4, 1, 1), "2D": (4, 2, 1), "3D": (8, 4, 2), "CUBE": (4, 4, 1), "RECT": (5, 3, 1),
        "ARRAY1D": (4, 1, 1), "ARRAY2D": (4, 2, 1), "ARRAYCUBE": (4, 4, 1), "2DMS": (4, 2, 1),
        "ARRAY2DMS": (4, 2, 1),
    }  # fmt: skip
    layers = {"CUBE": 6, "ARRAY1D": 5, "ARRAY2D": 5, "ARRAYCUBE": 5, "ARRAY2DMS": 5}
    images = {**layers, "ARRAYCUBE": 30, "2DMS": 8, "ARRAY2DMS": 40}
    dimensions = {"1D": 1, "ARRAY1D": 1, "3D": 3}
    assert texture.extent(0) == extents[target]
    assert texture.layers == layers.get(target, 1)
    assert texture.images == images.get(target, 1)
    assert texture.samples == (8 if target.endswith("MS") else 1)
    assert texture.dimensions == dimensions.get(target, 2)


@pytest.mark.parametrize(
    ("message", "fields"),
    [
        ("texture target '4D'; it must be one of 1D, 2D", {"target": "4D"}),
        ("texture target None", {"target": None}),
        (r"cube map faces have shape \(2, 6, 3, 4, 4\); six squares \(L, 6, N, N, C\)",
         {"target": "ARRAYCUBE", "levels": (zeros(2, 6, 3, 4, 4),)}),
        (r"\(2, 5, 4, 4, 4\); six squares", {"target": "ARRAYCUBE", "levels": (zeros(2, 5, 4, 4, 4),)}),
        (r"shape \(4, 2, 2\); a 2DMS texture of base format RGBA is \(S, H, W, 4\)",
         {"target": "2DMS", "levels": (zeros(4, 2, 2),)}),
        ("a 2DMS texture has one level, not 2",
         {"target": "2DMS", "levels": (zeros(4, 2, 2, 4), zeros(4, 1, 1, 4))}),
        ("a 2DMS texture has no border", {"target": "2DMS", "levels": (zeros(4, 4, 4, 4),), "border": 1}),
        ("a 2DMS texture has no filters: nothing but TXFMS reads it",
         {"target": "2DMS", "levels": (zeros(4, 2, 2, 4),), "min_filter": "LINEAR_MIPMAP_LINEAR"}),
        ("a ARRAY2DMS texture's base_level is 0, not 1",
         {"target": "ARRAY2DMS", "levels": (zeros(2, 4, 2, 2, 4),), "base_level": 1}),
        ("a 2DMS texture of base format RGBA and kind float cannot be sRGB",
         {"target": "2DMS", "levels": (zeros(4, 2, 2, 4, dtype=np.uint8),), "srgb": True}),
        ("texture base format 'BGR'", {"base_format": "BGR"}),
        ("texture kind 'half'", {"kind": "half"}),
        ("levels are a tuple of arrays, level 0 first, not ndarray", {"levels": zeros(2, 2, 4)}),
        ("at least one level", {"levels": ()}),
        ("level 0 is no array", {"levels": ([[1], [1, 2]],)}),
        ("level 0 is int64; a texture of kind float is uint8,", {"levels": (np.zeros((2, 2, 4), int),)}),
        ("level 0 is <U1", {"levels": (np.full((2, 2, 4), "a"),)}),
        ("level 0 is >f4", {"levels": (zeros(2, 2, 4, dtype=">f4"),)}),
        ("level 0 is float32; a texture of kind signed is int8,", {"kind": "signed"}),
        (r"level 0 has shape \(2, 2, 3\); a 2D texture of base format RGBA is \(H, W, 4\)",
         {"levels": (zeros(2, 2, 3),)}),
        (r"level 0 has shape \(2, 2\)", {"levels": (zeros(2, 2),)}),
        (r"level 0 has shape \(0, 2, 4\): no texels", {"levels": (zeros(0, 2, 4),)}),
        ("level 1 is uint8, level 0 float32", {"levels": (zeros(2, 2, 4), zeros(1, 1, 4, dtype=np.uint8))}),
        (r"level 1 has shape \(2, 1, 4\); below level 0 of \(2, 2, 4\) it is \(1, 1, 4\)",
         {"levels": (zeros(2, 2, 4), zeros(2, 1, 4))}),
        ("largest side is 2 has at most 2 levels, not 3",
         {"levels": (zeros(2, 2, 4), zeros(1, 1, 4), zeros(1, 1, 4))}),
        (r"cube map faces have shape \(6, 2, 3, 4\); six squares",
         {"target": "CUBE", "levels": (zeros(6, 2, 3, 4),)}),
        ("six squares", {"target": "CUBE", "levels": (zeros(5, 2, 2, 4),)}),
        ("RECT texture has one level, not 2", {"target": "RECT", "levels": (zeros(2, 2, 4), zeros(1, 1, 4))}),
        ("border is 0 or 1 texels wide, not 2", {"border": 2}),
        ("nothing inside its border", {"border": 1}),
        ("RECT texture has no border", {"target": "RECT", "border": 1}),
        ("3D texture cannot be of base format DEPTH",
         {"target": "3D", "base_format": "DEPTH", "levels": (zeros(1, 1, 1),)}),
        ("kind float, not signed", {"base_format": "DEPTH", "kind": "signed"}),
        ("depth texels must lie in 0 to 1", {"base_format": "DEPTH", "levels": (np.full((1, 1), 1.5),)}),
        ("depth texels must lie in 0 to 1", {"base_format": "DEPTH", "levels": (np.full((1, 1), np.nan),)}),
        ("BUFFER texture cannot be of base format RGB;", {"target": "BUFFER", "base_format": "RGB"}),
        ("kind float cannot be sRGB",
         {"srgb": True, "base_format": "ALPHA", "levels": (zeros(1, 1, dtype=np.uint8),)}),
        ("an sRGB texture is uint8", {"srgb": True}),
        ("srgb is true or false, not 'no'", {"srgb": "no"}),
        ("texture wrap_t 'REPEATED'", {"wrap_t": "REPEATED"}),
        ("texture wrap_r None", {"wrap_r": None}),
        ("texture wrap_s array", {"wrap_s": zeros(2)}),
        ("texture mag_filter array", {"mag_filter": zeros(2)}),
        ("border is 0 or 1 texels wide, not array", {"border": zeros(2)}),
        ("texture wrap_s 'REPEAT'; it must be one of CLAMP, CLAMP_TO_EDGE, CLAMP_TO_BORDER",
         {"target": "RECT", "wrap_s": "REPEAT"}),
        ("texture min_filter 'BICUBIC'", {"min_filter": "BICUBIC"}),
        ("texture mag_filter 'LINEAR_MIPMAP_LINEAR'", {"mag_filter": "LINEAR_MIPMAP_LINEAR"}),
        ("RECT texture has no mipmaps", {"target": "RECT", "min_filter": "LINEAR_MIPMAP_LINEAR"}),
        ("compare function 'LESSER'", {"compare_function": "LESSER"}),
        ("depth mode 'RED'", {"depth_mode": "RED"}),
        ("border_color is four numbers", {"border_color": (1, 2, 3)}),
        ("border_color is four numbers", {"border_color": 1}),
        ("border_color is four numbers", {"border_color": (1, 2, 3, float("nan"))}),
        ("kind unsigned needs uint32",
         {"kind": "unsigned", "levels": (zeros(2, 2, 4, dtype=np.uint8),), "border_color": (-1, 0, 0, 0)}),
        ("base_level is a number of 0 or more, not -1", {"base_level": -1}),
        ("max_level is a number of 0 or more, not 1.5", {"max_level": 1.5}),
        ("RECT texture's base_level is 0", {"target": "RECT", "base_level": 1}),
        ("max_lod is a finite number, not inf", {"max_lod": float("inf")}),
        ("lod_bias is a finite number, not 'a'", {"lod_bias": "a"}),
        ("min_lod 2.0 is above its max_lod 1.0", {"min_lod": 2.0, "max_lod": 1.0}),
    ],
)  # fmt: skip
def test_what_a_texture_cannot_be(message: str, fields: dict[str, Any]) -> None:
    """OpenGL 1.5, 3.8.1 and 3.8.4; EXT_texture_array, ARB_texture_rectangle."""
    with pytest.raises(InputError, match=message):
        Texture(**{"target": "2D", "levels": (zeros(2, 2, 4),), **fields})


def test_what_is_filled_in() -> None:
    """Filters that suit the images; REPEAT, but CLAMP_TO_EDGE for RECT (ARB_texture_rectangle)."""
    one, several = Texture("2D", (zeros(2, 2, 4),)), Texture("1D", chain(2, 1))
    assert (one.min_filter, one.mag_filter, one.wrap_s, one.wrap_r) == (
        "LINEAR",
        "LINEAR",
        "REPEAT",
        "REPEAT",
    )
    assert several.min_filter == "LINEAR_MIPMAP_LINEAR"
    rectangle = Texture("RECT", (zeros(2, 2, 4),))
    assert (rectangle.wrap_s, rectangle.wrap_t) == ("CLAMP_TO_EDGE", "CLAMP_TO_EDGE")
    integers = Texture("2D", (zeros(2, 2, 4, dtype=np.int32), zeros(1, 1, 4, dtype=np.int32)), kind="signed")
    assert (integers.min_filter, integers.mag_filter) == ("NEAREST_MIPMAP_NEAREST", "NEAREST")


def test_images_are_the_textures_own() -> None:
    image = zeros(2, 2, 4)
    texture = Texture("2D", (image,))
    image[:] = 1
    assert not texture.levels[0].any()
    assert not texture.levels[0].flags.writeable
    assert Texture("2D", (np.ones((2, 2)),), "LUMINANCE").levels[0].shape == (2, 2, 1)
    assert Texture("2D", (np.ones((2, 2, 4)),)).levels[0].dtype == np.float32


def test_border_colors_are_clamped_where_texels_are() -> None:
    """OpenGL 1.5, 3.8.4; ARB_texture_float does not clamp."""
    fixed = Texture("1D", (zeros(2, 4, dtype=np.uint8),), border_color=(2, -1, 0.5, 1))
    assert fixed.border_color == (1.0, 0.0, 0.5, 1.0)
    assert Texture("1D", chain(2), border_color=(2, -1, 0.5, 1)).border_color == (2.0, -1.0, 0.5, 1.0)


@pytest.mark.parametrize(
    ("complete", "fields"),
    [
        (True, {"levels": chain(4, 2, 1)}),
        (False, {"levels": chain(4, 2), "min_filter": "NEAREST_MIPMAP_NEAREST"}),
        (True, {"levels": chain(4, 2), "min_filter": "NEAREST"}),
        (True, {"levels": chain(4, 2), "max_level": 1}),
        (True, {"levels": chain(4, 2, 1), "base_level": 2}),
        (False, {"levels": chain(4, 2, 1), "base_level": 3, "min_filter": "LINEAR"}),
        (False, {"levels": chain(4, 2, 1), "base_level": 2, "max_level": 1}),
        (True, {"levels": chain(5, 2, 1)}),
        (True, {"levels": BYTES, "kind": "unsigned"}),
        (False, {"levels": (zeros(6, 4, dtype=np.uint8),), "kind": "unsigned", "mag_filter": "LINEAR"}),
        (False, {"levels": (zeros(6, 4, dtype=np.uint8),), "kind": "unsigned", "min_filter": "LINEAR"}),
        (True, {"levels": BYTES, "kind": "unsigned", "min_filter": "NEAREST_MIPMAP_NEAREST"}),
        (False, {"levels": BYTES, "kind": "unsigned", "min_filter": "NEAREST_MIPMAP_LINEAR"}),
        (False, {"levels": (zeros(4, 2, 4),), "target": "ARRAY1D", "min_filter": "LINEAR_MIPMAP_LINEAR"}),
    ],
)  # fmt: skip
def test_completeness(complete: bool, fields: dict[str, Any]) -> None:
    """OpenGL 1.5, 3.8.10, with q of 3.8.8; EXT_texture_integer 3.8.10 for integers."""
    assert Texture(**{"target": "1D", **fields}).complete is complete


def test_borders_are_outside_the_size() -> None:
    """OpenGL 1.5, equations 3.15 to 3.17; EXT_texture_array: layers have no border."""
    texture = Texture("ARRAY2D", (zeros(3, 6, 10, 4), zeros(3, 4, 6, 4)), border=1)
    assert texture.extent(0) == (8, 4, 1)
    assert texture.extent(1) == (4, 2, 1)
    assert texture.layers == 3


def test_with_changes_a_copy() -> None:
    texture = Texture("1D", chain(2))
    assert texture.with_(wrap_s="CLAMP").wrap_s == "CLAMP"
    with pytest.raises(InputError, match="a texture has no 'wrap'; it has target, levels"):
        texture.with_(wrap="CLAMP")
    assert texture != Texture("1D", chain(2)), "by identity, so that a texture can be a key"


# --- arrays and mipmaps


@pytest.mark.parametrize(
    ("shape", "base_format"), [((2, 2), "LUMINANCE"), ((2, 2, 2), "LUMINANCE_ALPHA"), ((2, 2, 3), "RGB")]
)
def test_base_formats_follow_from_components(shape: tuple[int, ...], base_format: str) -> None:
    assert nvrender.Texture.from_array(zeros(*shape)).base_format == base_format


def test_arrays_that_are_no_images() -> None:
    with pytest.raises(InputError, match=r"shape \(2, 2, 5\): 1 to 4 components"):
        Texture.from_array(zeros(2, 2, 5))
    with pytest.raises(InputError, match="takes no 'levels'"):
        Texture.from_array(zeros(2, 2), levels=())
    with pytest.raises(InputError, match="texture target 'x'"):
        Texture.from_array(zeros(2, 2), "x")


def test_mipmaps_of_even_sizes_are_means_of_neighbours() -> None:
    """OpenGL 1.5, 3.8.8: "a box filter is recommended"."""
    texture = Texture.from_array(np.array([[0, 2, 4, 6], [8, 10, 12, 14]], F32), mipmaps=True)
    assert [level[..., 0].tolist() for level in texture.levels] == [
        [[0, 2, 4, 6], [8, 10, 12, 14]],
        [[5, 9]],
        [[7]],
    ]
    assert texture.min_filter == "LINEAR_MIPMAP_LINEAR"
    assert texture.complete


def test_mipmaps_of_odd_sizes_weigh_what_each_texel_covers() -> None:
    """Five texels become floor(5/2) = 2, which cover 2.5 each.

    (2·0 + 2·5 + 1·10)/5 and (1·10 + 2·15 + 2·20)/5.
    """
    texture = Texture.from_array(np.array([0, 5, 10, 15, 20], F32), "1D", mipmaps=True)
    assert [level[:, 0].tolist() for level in texture.levels[1:]] == [[4, 16], [10]]
    three = Texture.from_array(np.array([3, 6, 9], F32), "1D", mipmaps=True)
    assert [level[:, 0].tolist() for level in three.levels[1:]] == [[6]]


@pytest.mark.parametrize(
    ("target", "shape"), [("3D", (2, 3, 5)), ("CUBE", (6, 4, 4)), ("ARRAY1D", (5, 4)), ("ARRAY2D", (3, 5, 2))]
)
def test_mipmaps_keep_layers_and_means(target: str, shape: tuple[int, ...]) -> None:
    """EXT_texture_array 3.8.8: "each layer is filtered independently"."""
    image = np.random.default_rng(1).random(shape)
    texture = Texture.from_array(image, target, mipmaps=True)
    assert texture.complete
    layered = target != "3D"
    axes = tuple(range(1 if layered else 0, image.ndim))
    assert np.allclose(texture.levels[-1].reshape(shape[0] if layered else ()), image.mean(axes), atol=1e-6)


def test_mipmaps_of_bytes_are_rounded_once_and_srgb_is_averaged_as_light() -> None:
    """EXT_texture_sRGB: half of white is 0.5, which is encoded as 188 of 255; alpha is linear."""
    image = np.array([[0, 0, 0, 0], [255, 255, 255, 255]], np.uint8)
    assert Texture.from_array(image, "1D", mipmaps=True).levels[1].tolist() == [[128] * 4]
    srgb = Texture.from_array(image, "1D", srgb=True, mipmaps=True)
    assert srgb.levels[1].tolist() == [[188, 188, 188, 128]]


@pytest.mark.parametrize(
    ("message", "texture"),
    [
        ("RECT texture has no mipmaps", Texture("RECT", (zeros(2, 2, 4),))),
        ("kind unsigned: integers are not filtered",
         Texture("2D", (zeros(2, 2, 4, dtype=np.uint8),), kind="unsigned")),
        ("with a border", Texture("2D", (zeros(4, 4, 4),), border=1)),
        ("no base level 1", Texture("2D", (zeros(2, 2, 4),), base_level=1)),
    ],
)  # fmt: skip
def test_mipmaps_that_cannot_be_made(message: str, texture: Texture) -> None:
    with pytest.raises(InputError, match=message):
        texture.with_mipmaps()


# --- pictures


def test_pictures_stand_on_their_bottom_row(tmp_path: Path) -> None:
    top_red = np.array([[[255, 0, 0]], [[0, 255, 0]]], np.uint8)
    Image.fromarray(top_red).save(tmp_path / "a.png")
    texture = Texture.from_file(tmp_path / "a.png", wrap_s="CLAMP")
    assert (texture.base_format, texture.wrap_s, len(texture.levels)) == ("RGB", "CLAMP", 2)
    assert texture.levels[0][0, 0].tolist() == [0, 255, 0]
    assert not texture.srgb
    assert Texture.from_file(str(tmp_path / "a.png"), srgb=True, mipmaps=False).srgb
    faces = Texture.from_file([tmp_path / "a.png"] * 3, "ARRAY2D")
    assert faces.layers == 3
    assert faces.levels[0][2, 0, 0].tolist() == [0, 255, 0]


def test_cube_faces_begin_with_their_top_row(tmp_path: Path) -> None:
    """OpenGL 1.5, table 3.19: t = 0 is the top of a side as seen from inside."""
    Image.fromarray(np.array([[1, 2], [3, 4]], np.uint8)).save(tmp_path / "f.png")
    texture = Texture.from_file([tmp_path / "f.png"] * 6, "CUBE", mipmaps=False)
    assert texture.levels[0][5, :, :, 0].tolist() == [[1, 2], [3, 4]]


def test_pictures_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "no.png").write_bytes(b"no picture")
    Image.fromarray(np.zeros((2, 2, 3), np.uint8)).save(tmp_path / "a.png")
    Image.fromarray(np.zeros((2, 3, 3), np.uint8)).save(tmp_path / "b.png")
    Image.fromarray(np.random.default_rng(1).integers(0, 256, (64, 64), np.uint8)).save(tmp_path / "c.png")
    (tmp_path / "cut.png").write_bytes((tmp_path / "c.png").read_bytes()[:2000])
    cases: list[tuple[Any, str, str]] = [
        ("none.png", "2D", "picture: there is no file .*none.png"),
        (".", "2D", "is a directory; a file is needed"),
        ("no.png", "2D", "is no image that can be read"),
        ("cut.png", "2D", "is damaged"),
        ("a.png", "CUBE", "one picture has target 1D, 2D, RECT, not 'CUBE'"),
        (["a.png"], "2D", "several pictures has target 3D, CUBE, ARRAY1D, ARRAY2D, ARRAYCUBE, not '2D'"),
        (["a.png", "b.png"], "3D", r"\(2, 3, 3\) is not \(2, 2, 3\)"),
        ("a.png", "1D", "one row high, not 2"),
        ([], "3D", "at least one picture"),
        ("a.png", ["2D"], "one picture has target 1D, 2D, RECT"),
        (["a.png"] * 5, "CUBE", "six squares"),
        (["a.png"] * 8, "ARRAYCUBE", "six pictures a layer, and there are 8"),
    ]
    for names, target, message in cases:
        paths = [tmp_path / name for name in names] if isinstance(names, list) else tmp_path / names
        with pytest.raises(InputError, match=message):
            Texture.from_file(paths, target)
    for path in (None, 1, [None], b"a.png"):
        with pytest.raises(InputError, match="pictures are a path or several, not"):
            Texture.from_file(path)  # type: ignore[arg-type]


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
@pytest.mark.parametrize("handle", [1 << 32, (1 << 64) - 1])
def test_handles_of_another_target_give_zeros(backend: str, handle: int) -> None:
    """Undefined in NV_bindless_texture 2.X.4.4, from the first number that is a handle to the last."""
    text = (
        "!!NVfp5.0 OPTION NV_bindless_texture; LONG TEMP h; TEMP r; PK64.U h.x, program.local[0];"
        "TEX r, {0.5, 0.5, 0.5, 0}, handle(h.x), 2D; MOV result.color, r; END"
    )
    words = np.array([handle & 0xFFFFFFFF, handle >> 32, 0, 0], np.uint32)
    white = np.full((2, 2, 2, 4), 255, np.uint8)
    for target, texels, expected in (("3D", white, 0), ("2D", white[0], 1)):
        texture = Texture.from_array(texels, target, min_filter="NEAREST")
        given = {"parameters": {"program.local[0]": words}, "textures": {handle: texture}}
        found = nvrender.run(text, count=1, backend=backend, **given)
        assert found["color[0]"].tolist() == [[expected] * 4], target
