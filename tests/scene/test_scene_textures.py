"""Textures made of forms: cube maps, volumes, layers, normals, cells, and how they are sampled."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from scene_files import write

from nvrender.gl.textures.texture import Texture
from nvrender.scene.load import load_scene
from nvrender.scene.textures.made import made
from nvrender.source import SceneError


def texture(directory: Path, text: str, name: str = "x") -> Texture:
    """Texture ``name`` of a scene with these tables."""
    return made(load_scene(write(directory, text, "", "")), name)


def pictures(directory: Path, *colors: tuple[int, ...], size: tuple[int, int] = (2, 2)) -> None:
    """Files 0.png, 1.png, … of one colour each."""
    for number, color in enumerate(colors):
        mode = {1: "L", 3: "RGB", 4: "RGBA"}[len(color)]
        Image.new(mode, size, color if len(color) > 1 else color[0]).save(directory / f"{number}.png")


def test_how_a_texture_is_sampled(tmp_path: Path) -> None:
    found = texture(
        tmp_path,
        '[textures.x]\nkind = "checker"\nsize = [4, 2]\nwrap = "MIRRORED_REPEAT"\n'
        'filter = "NEAREST_MIPMAP_LINEAR"\nborder = [0.25, 0.5, 0.75, 1.0]\nanisotropy = 2.0',
    )
    assert (found.wrap_s, found.wrap_t, found.wrap_r) == ("MIRRORED_REPEAT",) * 3
    assert (found.min_filter, found.mag_filter) == ("NEAREST_MIPMAP_LINEAR", "NEAREST")
    assert found.border_color == (0.25, 0.5, 0.75, 1.0) and found.max_anisotropy == 2.0
    assert [level.shape for level in found.levels] == [(2, 4, 3), (1, 2, 3), (1, 1, 3)]


def test_srgb_files_are_linear_before_they_are_filtered(tmp_path: Path) -> None:
    pictures(tmp_path, (188, 188, 188))
    plain = '[textures.x]\nkind = "file"\npath = "0.png"\n'
    assert not texture(tmp_path, plain).srgb
    assert texture(tmp_path, f"{plain}srgb = true").srgb


def test_the_bottom_row_of_a_picture_is_t_zero_and_the_top_row_of_a_face(tmp_path: Path) -> None:
    picture = np.zeros((2, 2, 3), np.uint8)
    picture[0] = 255
    Image.fromarray(picture).save(tmp_path / "a.png")
    files = '[textures.x]\nkind = "file"\npath = "a.png"\nfilter = "NEAREST"\n'
    assert (texture(tmp_path, files).levels[0][:, 0, 0] == [0, 255]).all()
    cube = '[textures.c]\nkind = "cube"\nfilter = "NEAREST"\nfaces = ["a.png", "x", "x", "x", "x", "a.png"]'
    found = texture(tmp_path, files + cube, "c")
    assert found.target == "CUBE" and found.wrap_s == "CLAMP_TO_EDGE"
    assert (found.levels[0][:, :, 0, 0] == [255, 0]).all()
    layers = f'{files}[textures.l]\nkind = "layers"\nfilter = "NEAREST"\ntextures = ["x", "x", "x"]'
    found = texture(tmp_path, layers, "l")
    assert found.target == "ARRAY2D" and (found.levels[0][:, :, 0, 0] == [0, 255]).all()


def test_layers_of_cube_maps_are_an_array_of_them(tmp_path: Path) -> None:
    skies = "".join(f'[textures.{name}]\nkind = "sky"\nsize = 4\nsky = [{red}, 0, 0]\n' for name, red in
                    (("a", 0.0), ("b", 1.0)))  # fmt: skip
    layers = '[textures.l]\nkind = "layers"\ntextures = ["a", "b", "a"]'
    found = texture(tmp_path, skies + layers, "l")
    assert found.target == "ARRAYCUBE" and found.levels[0].shape == (3, 6, 4, 4, 3)
    assert found.wrap_s == "CLAMP_TO_EDGE" and len(found.levels) == 3
    assert (found.levels[0][0] == found.levels[0][2]).all()
    assert found.levels[0][1, 2, 1, 1, 0] > found.levels[0][0, 2, 1, 1, 0] + 100


def test_the_sky_is_where_the_directions_of_the_faces_say(tmp_path: Path) -> None:
    # A lamp straight ahead of each face in turn is in the middle of that face alone.
    ways = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    black = "floor = [0, 0, 0]\nhorizon = [0, 0, 0]\nsky = [0, 0, 0]\n"
    for face, way in enumerate(ways):
        lamp = (
            f'[textures.x]\nkind = "sky"\nsize = 16\n{black}lamps = [[{way[0]}, {way[1]}, {way[2]}, 10, 1]]'
        )
        image = texture(tmp_path, lamp).levels[0]
        assert image.shape == (6, 16, 16, 3)
        assert [int(each[7:9, 7:9].min()) > 200 for each in image] == [each == face for each in range(6)]
    # Off the middle: up and to the right of +z as seen from inside is +y and +x.
    lamp = f'[textures.x]\nkind = "sky"\nsize = 16\n{black}lamps = [[0.5, 0.5, 1.0, 10.0, 1.0]]'
    rows, columns = np.nonzero(texture(tmp_path, lamp).levels[0][4, :, :, 0] > 128)
    assert rows.mean() == pytest.approx(3.5, abs=0.7) and columns.mean() == pytest.approx(11.5, abs=0.7)


def test_a_volume_repeats_without_a_seam_in_all_directions(tmp_path: Path) -> None:
    text = '[textures.x]\nkind = "volume"\nsize = [32, 16, 8]\ncells = 2\noctaves = 1\nseed = 3'
    found = texture(tmp_path, text)
    image = found.levels[0].astype(int)
    assert found.target == "3D" and image.shape == (8, 16, 32, 3) and np.ptp(image) > 60
    for axis in range(3):
        inside = np.abs(np.diff(image, axis=axis)).max()
        seam = np.abs(image.take(0, axis=axis) - image.take(-1, axis=axis)).max()
        assert seam <= inside


def test_normals_lean_away_from_rising_heights(tmp_path: Path) -> None:
    text = (
        '[textures.ramp]\nkind = "gradient"\nsize = [1, 8]\nsmooth = false\nrepeats = 1.0\n'
        'colors = [[0, 0, 0], [1, 1, 1]]\n[textures.x]\nkind = "normals"\nof = "ramp"\nstrength = 8.0\n'
        'wrap = "CLAMP_TO_EDGE"\nfilter = "NEAREST"'
    )
    found = texture(tmp_path, text)
    assert found.base_format == "RGBA"
    image = found.levels[0]
    # An eighth a texel upwards, times 8: the normal is (0, -1, 1) / √2.
    middle = image[3, 0].astype(int)
    assert np.abs(middle[:3] - [128, 37, 218]).max() <= 1
    assert (np.diff(image[:, 0, 3].astype(int)) > 0).all()


def test_clouds_are_smooth_in_both_directions(tmp_path: Path) -> None:
    """Over the edges too, where they repeat."""
    found = texture(tmp_path, '[textures.x]\nkind = "noise"\nsize = [64, 64]\ncells = 4\noctaves = 1')
    image = found.levels[0].astype(int)
    for axis in (0, 1):
        steps = np.abs(image - np.roll(image, 1, axis))
        assert 4 < steps.max() < 40
    assert image.min() < 64 and image.max() > 192


def test_cells_are_some_of_the_texels(tmp_path: Path) -> None:
    text = '[textures.x]\nkind = "cells"\nsize = [64, 64]\ndensity = 0.25\ncolors = [[0, 0, 0], [1, 1, 1]]\n'
    first, second = (texture(tmp_path, f"{text}seed = {seed}").levels[0] for seed in (1, 2))
    assert set(np.unique(first)) == {0, 255} and (first != second).any()
    assert (first[..., 0] == 255).mean() == pytest.approx(0.25, abs=0.03)


def test_textures_of_one_row_and_rectangles(tmp_path: Path) -> None:
    ramp = '[textures.x]\nkind = "gradient"\nsmooth = false\ncolors = [[0, 0, 0], [1, 1, 1]]\n'
    found = texture(tmp_path, f'{ramp}size = [1, 4]\ntarget = "1D"')
    assert found.target == "1D" and found.levels[0][:, 0].tolist() == [32, 96, 159, 223]
    assert (found.wrap_s, found.min_filter) == ("REPEAT", "LINEAR_MIPMAP_LINEAR")
    across = '[textures.x]\nkind = "checker"\nsize = [3, 1]\ncells = [3, 1]\ntarget = "1D"'
    assert texture(tmp_path, across).levels[0][:, 0].tolist() == [255, 0, 255]
    found = texture(tmp_path, f'{ramp}size = [3, 4]\ntarget = "RECT"')
    assert found.target == "RECT" and [level.shape for level in found.levels] == [(4, 3, 3)]
    assert (found.wrap_s, found.min_filter) == ("CLAMP_TO_EDGE", "LINEAR")


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        ('[textures.x]\nkind = "normals"\nof = "y"', ["textures.x.of:", "'y' is no texture"]),
        ('[textures.x]\nkind = "normals"\nof = "x"', ["textures.x.of:", "x is made of x"]),
        (
            '[textures.x]\nkind = "normals"\nof = "y"\n[textures.y]\nkind = "normals"\nof = "x"',
            ["textures.y.of:", "x is made of y is made of x"],
        ),
        (
            '[textures.x]\nkind = "normals"\nof = "s"\n[textures.s]\nkind = "sky"',
            ["textures.x.of:", "'s' is a CUBE texture; a 2D one is needed"],
        ),
        (
            '[targets.t]\n[textures.x]\nkind = "normals"\nof = "t"',
            ["textures.x.of:", "'t' is a target"],
        ),
        (
            '[textures.x]\nkind = "cube"\nfaces = ["0.png", "1.png", "0.png", "0.png", "0.png", "0.png"]',
            ["textures.x.faces[1]:", "'1.png' is RGBA and '0.png' RGB"],
        ),
        (
            '[textures.x]\nkind = "cube"\nfaces = ["0.png", "0.png", "0.png", "big.png", "0.png", "0.png"]',
            ["textures.x.faces[3]:", "'big.png' is 4 × 4 pixels and '0.png' 2 × 2; all must have one size"],
        ),
        (
            '[textures.x]\nkind = "cube"\nfaces = ["wide.png", "0.png", "0.png", "0.png", "0.png", "0.png"]',
            ["textures.x.faces[0]:", "'wide.png' is 4 × 2 pixels; the faces of a cube map are square"],
        ),
        (
            '[textures.x]\nkind = "cube"\nfaces = ["no.png", "0.png", "0.png", "0.png", "0.png", "0.png"]',
            ["textures.x.faces[0]:", "there is no file"],
        ),
        ('[textures.x]\nkind = "cube"\nfaces = ["0.png"]', ["textures.x.faces:", "length 6"]),
        (
            '[textures.x]\nkind = "layers"\ntextures = ["a", "b"]\n[textures.a]\nkind = "checker"\n'
            '[textures.b]\nkind = "checker"\nsize = [8, 8]',
            ["textures.x.textures[1]:", "'b' is 8 × 8 pixels and 'a' 256 × 256"],
        ),
        (
            '[textures.x]\nkind = "layers"\ntextures = ["a", "b"]\n[textures.a]\nkind = "sky"\n'
            '[textures.b]\nkind = "checker"',
            ["textures.x.textures[1]:", "'b' is a 2D texture; a CUBE one is needed"],
        ),
        (
            '[textures.x]\nkind = "layers"\ntextures = ["b", "a"]\n[textures.a]\nkind = "sky"\n'
            '[textures.b]\nkind = "checker"',
            ["textures.x.textures[1]:", "'a' is a CUBE texture; a 2D one is needed"],
        ),
        ('[textures.x]\nkind = "layers"\ntextures = ["0.png"]', ["textures.x.textures[0]:", "is no texture"]),
        (
            '[textures.x]\nkind = "noise"\ntarget = "1D"',
            ["textures.x.target:", "one texel wide or high; this one is 256 × 256"],
        ),
        ('[textures.x]\nkind = "noise"\ntarget = "RECT"\nwrap = "REPEAT"', ["textures.x.wrap:", "RECT"]),
        (
            '[textures.x]\nkind = "noise"\ntarget = "RECT"\nfilter = "NEAREST_MIPMAP_LINEAR"',
            ["textures.x.filter:", "has no levels; expected NEAREST or LINEAR"],
        ),
        (
            '[textures.x]\nkind = "normals"\nof = "r"\n[textures.r]\nkind = "noise"\ntarget = "RECT"',
            ["textures.x.of:", "'r' is a RECT texture; a 2D one is needed"],
        ),
        ('[textures.x]\nkind = "sky"\ntarget = "2D"', ["textures.x:", "unknown key 'target'"]),
        ('[textures.x]\nkind = "layers"\ntextures = []', ["textures.x.textures:", "length >= 1"]),
        (
            '[textures.x]\nkind = "layers"\ntextures = ["a", "a", "a", "a", "a"]\n'
            '[textures.a]\nkind = "checker"\nsize = [4096, 4096]',
            ["textures.x:", "83886080 texels; at most 67108864"],
        ),
        (
            "\n".join(f'[textures.x{n}]\nkind = "normals"\nof = "x{n + 1}"' for n in range(2000))
            + '\n[textures.x2000]\nkind = "checker"',
            [".of:", "more than 16 textures are made one of the other"],
        ),
    ],
)
def test_textures_that_cannot_be_made(tmp_path: Path, tables: str, expected: list[str]) -> None:
    pictures(tmp_path, (1, 2, 3), (1, 2, 3, 4))
    Image.new("RGB", (4, 4)).save(tmp_path / "big.png")
    Image.new("RGB", (4, 2)).save(tmp_path / "wide.png")
    with pytest.raises(SceneError) as caught:
        load_scene(write(tmp_path, tables, "", ""))
    for part in (str(tmp_path), *expected):
        assert part in str(caught.value), str(caught.value)
