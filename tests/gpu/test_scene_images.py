"""Images of scenes, on both sides (EXT_shader_image_load_store)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from square_scenes import FLAT, written

from nvrender.render import frames
from nvrender.scene.load import load_scene
from nvrender.source import SceneError

VERTEX = "!!NVvp5.0\nMOV result.position, vertex.position;\nEND"
#: Each texel of image 0 becomes its own colour; image 1 counts.
PAINT = """!!NVcp5.0
GROUP_SIZE 2, 2;
TEMP c, old;
I2F.U c, invocation.globalid;
MAD c, c, { 0.5, 0.5, 0, 0 }, { 0, 0, 0, 1 };
STOREIM.F image[0], c, invocation.globalid, 2D;
ATOMIM.ADD.U32 old, {1}, {0, 0, 0, 0}, image[1], BUFFER;
END"""
#: What image 0 holds at the pixel, and in blue a fortieth for each that image 1 counts.
SHOWN = """!!NVfp5.0
TEMP p, r;
CVT.S32.F32.FLR p, fragment.position;
LOADIM.U32 r, p, image[0], 2D;
UP4UB r, r.x;
LOADIM.U32 p, {0, 0, 0, 0}, image[1], BUFFER;
I2F.U p.x, p.x;
MUL r.z, p.x, 0.025;
MOV result.color, r;
END"""
LAYERED = """!!NVfp5.0
TEMP r;
LOADIM.U32 r, {0, 0, 1, 0}, image[2], ARRAY2D;
UP4UB result.color, r.x;
END"""
PROGRAMS = {"v": VERTEX, "paint": PAINT, "shown": SHOWN, "layered": LAYERED}
IMAGES = '[images.0]\nfill = [0, 0, 0, 1]\n[images.1]\nformat = "R32UI"\ntarget = "BUFFER"\nsize = [1]\n'
PASS = '[[passes]]\nname = "p"\ncompute = "paint"\ngroups = { cover = [2, 2] }\n'
DRAW = '[[draw]]\nmesh = "m"\nvertex = "v"\nfragment = "shown"\n'


def scene(directory: Path, text: str) -> Path:
    return written(directory, FLAT + text, PROGRAMS)


def pictures(path: Path, backend: str, wanted: Iterable[int] = (0,)) -> list[Any]:
    return list(frames(path, (2, 2), wanted, backend=backend))


def test_a_pass_stores_what_a_draw_loads(tmp_path: Path, backend: str) -> None:
    (picture,) = pictures(scene(tmp_path, IMAGES + PASS + DRAW), backend)
    assert picture[..., :3].tolist() == [[[0, 128, 26], [128, 128, 26]], [[0, 0, 26], [128, 0, 26]]]


def test_images_live_on_in_whatever_order_frames_are_asked_for(tmp_path: Path, backend: str) -> None:
    path = scene(tmp_path, "[animation]\nframes = 9\n" + IMAGES + PASS + DRAW)
    found = [round(picture[0, 0, 2] / 255 * 10) for picture in pictures(path, backend, [0, 1, 3, 2, 2])]
    assert found == [1, 2, 4, 3, 3]
    text = IMAGES.replace("size = [1]", "size = [1]\nfill = [4]\neach_frame = true")
    path = scene(tmp_path, "[animation]\nframes = 9\n" + text + PASS + DRAW)
    assert [round(one[0, 0, 2] / 255 * 10) for one in pictures(path, backend, [0, 3])] == [2, 2]


def test_a_texture_and_one_layer_of_an_image_of_another_unit(tmp_path: Path, backend: str) -> None:
    """A level of a texture; a unit with the texels of another, one layer alone."""
    text = (
        '[images.2]\nformat = "RGBA8"\ntarget = "ARRAY2D"\nsize = [2, 2]\nlayers = 3\n'
        "[images.0]\nof = 2\nlayer = 1\n"
        '[images.1]\nformat = "R32UI"\ntarget = "BUFFER"\nsize = [1]\n'
    )
    draw = DRAW.replace("shown", "layered")
    (picture,) = pictures(scene(tmp_path, text + PASS + draw), backend)
    assert picture[0, 0].tolist() == [0, 0, 0, 255]
    text = (
        '[textures.t]\nkind = "checker"\nsize = [4, 4]\ncells = [1, 1]\n'
        'colors = [[0.2, 0.4, 0.6], [0.2, 0.4, 0.6]]\n[images.0]\ntexture = "t"\n'
        '[images.1]\nformat = "R32UI"\ntarget = "BUFFER"\nsize = [1]\nfill = [0]\n'
    )
    (picture,) = pictures(scene(tmp_path, text + DRAW), backend)
    assert not picture[..., :2].any()  # an RGB texture is no image: its loads are invalid


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ("[images.8]\n", "images"),
        ('[images.0]\nformat = "RGB8"\n', "format 'RGB8' is no format of images; there are RGBA32F"),
        ('[images.0]\nview = "x"\n', "view 'x' is no format of images"),
        ('[images.0]\ntarget = "2DMS"\n', "images.0.target: '2DMS' is not one of 1D, 2D"),
        ('[images.0]\ntarget = "1D"\n', "a 1D image needs a size, its width"),
        ('[images.0]\ntarget = "BUFFER"\nsize = [1, 2]\n', "the size of a BUFFER image is its width"),
        ("[images.0]\nsize = [1]\n", "the size of a 2D image is width and height"),
        ('[images.0]\ntarget = "CUBE"\nsize = [2, 1]\n', "the faces of a CUBE image are square"),
        ('[images.0]\ntarget = "3D"\n', "layers belongs to 3D, ARRAY1D, ARRAY2D and ARRAYCUBE images"),
        ("[images.0]\nlayers = 2\n", "layers belongs to 3D, ARRAY1D"),
        ("[images.0]\nfill = [1, 2]\n", "fill has 2 numbers; a texel of RGBA8 takes 4"),
        ("[images.0]\nfill = [0, 0, 0, 2]\n", "nothing a texel of RGBA8 holds"),
        ('[images.0]\nformat = "R8I"\nfill = [1.5]\n', "nothing a texel of R8I holds"),
        ("[images.0]\nlevel = 1\n", "level belongs to a texture"),
        ('[images.0]\ntexture = "t"\nof = 1\n', "expected texture or of, got both"),
        ('[images.0]\ntexture = "t"\nformat = "R8"\n', "format is that of the texture"),
        ("[images.0]\nof = 1\nsize = [1, 1]\n", "size is that of images.1"),
        ("[images.0]\nof = 1\neach_frame = true\n", "each_frame is that of images.1"),
        ('[images.0]\ntexture = "t"\n', "images.0.texture: there is no texture 't'; this scene has none"),
        ("[images.0]\nof = 1\n", "images.0.of: images.1 has no texels of its own"),
        ("[images.0]\nof = 0\n", "images.0.of: images.0 has no texels of its own"),
        ('[images.0]\nformat = "RGBA32F"\nsize = [8192, 8192]\n', "takes, with those before it, 1024 MiB"),
        (
            "[images.0]\n",
            "draw[0].fragment: names image[1], and the scene has no such image",
        ),
    ],
)
def test_what_is_wrong_with_images(tmp_path: Path, tables: str, message: str) -> None:
    with pytest.raises(SceneError) as caught:
        list(frames(load_scene(scene(tmp_path, tables + DRAW)), (2, 2), [0], backend="oracle"))
    text = str(caught.value)
    assert message in text and len(text.splitlines()) == 1
