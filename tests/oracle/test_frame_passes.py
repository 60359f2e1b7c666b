"""Targets and passes of scenes on the oracle, with numbers by hand (docs/scenes.md)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from nvrender.render import frames, render
from nvrender.scene.load import load_scene
from nvrender.source import SceneError

#: Squares fill whatever they are drawn into.
FILL = "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.texcoord, vertex.texcoord; END"
#: The colour of the unit, scaled by a parameter.
SHOW = """!!ARBfp1.0 TEMP r; TEX r, fragment.texcoord, texture[0], 2D;
MUL result.color, r, program.local[0].x; END"""
HEAD = """
[meshes.square]
kind = "square"
[[draw]]
vertex = "fill.vp"
fragment = "show.fp"
mesh = "square"
textures = {{ 0 = {{ texture = "t"{read} }} }}
fragment_parameters = {{ "program.local[0]" = {scale} }}
"""
DRAW = """
[[draw]]
vertex = "fill.vp"
fragment = "{name}.fp"
mesh = "square"
pass = "p"
"""
ONE_PASS = '[[passes]]\nname = "p"\ntarget = "t"\n'


def scene(
    folder: Path, text: str, programs: dict[str, str], read: str = "", scale: float = 1.0, show: str = SHOW
) -> Path:
    """A picture full of the target ``t``, which ``text`` describes."""
    for name, program in {"fill.vp": FILL, "show.fp": show, **programs}.items():
        (folder / name).write_text(program)
    path = folder / "scene.toml"
    path.write_text(HEAD.format(read=read, scale=scale) + text)
    return path


def picture(path: Path, frame: int = 0, size: tuple[int, int] = (4, 4)) -> npt.NDArray[np.uint8]:
    return render(path, size, frame=frame, backend="oracle")


def color(path: Path, frame: int = 0) -> list[int]:
    """The one colour of a picture."""
    found = picture(path, frame)
    assert (found == found[0, 0]).all()
    return [int(value) for value in found[0, 0]]


COUNT = "!!NVfp4.0 TEMP r; TEX r, fragment.texcoord, texture[0], 2D; ADD result.color, r, {1, 0.5, 0, 0}; END"


def counting(folder: Path, more: str = "") -> Path:
    text = f"""
[targets.t]
size = [3, 2]
format = "RGBA32F"
keep = true
{ONE_PASS}
repeat = 2
clear = [0.0, 4.0, 2.0, 10.0]
{more}
{DRAW.format(name="count")}
textures = {{ 0 = {{ texture = "t" }} }}
"""
    return scene(folder, text, {"count.fp": COUNT}, scale=0.05)


def test_kept_targets_live_on(tmp_path: Path) -> None:
    """Two turns a frame, whatever frames are asked for in whatever order; at first the clear colour."""
    path = counting(tmp_path)
    expected = {n: np.rint(12.75 * np.float64([2 * n + 2, n + 5, 2, 10])).tolist() for n in (0, 1, 3)}
    assert color(path, 3) == expected[3]
    found = frames(path, (4, 4), [1, 3, 0, 3, 3], backend="oracle")
    for number, image in zip((1, 3, 0, 3, 3), found, strict=True):
        assert image[0, 0].tolist() == expected[number]


def test_a_pass_that_reads_its_target_sees_what_was_there_before(tmp_path: Path) -> None:
    """Two draws in one pass: both read what was there before it."""
    path = counting(tmp_path)
    path.write_text(path.read_text() + DRAW.format(name="count") + 'textures = { 0 = { texture = "t" } }\n')
    assert color(path, 1)[0] == round(12.75 * 4)


@pytest.mark.parametrize("filter", ["NEAREST", "LINEAR"])
def test_a_kept_target_begins_as_a_texture(tmp_path: Path, filter: str) -> None:
    """Of twice the size the texels between two are their mean, or the nearer one."""
    from PIL import Image

    Image.fromarray(np.array([[[200, 0, 0], [0, 100, 0]]], np.uint8)).save(tmp_path / "two.png")
    text = f"""
[textures.two]
kind = "file"
path = "two.png"
filter = "{filter}"
wrap = "CLAMP_TO_EDGE"
[targets.t]
size = [4, 1]
filter = "NEAREST"
keep = true
initial = "two"
{ONE_PASS}"""
    path = scene(tmp_path, text, {})
    red = {"NEAREST": [200, 200, 0, 0], "LINEAR": [200, 150, 50, 0]}[filter]
    assert picture(path)[0, :, 0].tolist() == red
    assert (picture(path)[..., 3] == 255).all()


def test_formats(tmp_path: Path) -> None:
    """RGBA8 holds rounded bytes, floats what they can hold, and nothing is clamped in them."""
    fill = "!!NVfp4.0 MOV result.color, {3, 0.0098, 0.333, -1}; END"
    text = '[targets.t]\nformat = "{}"\nsize = [2, 2]\n' + ONE_PASS + DRAW.format(name="fill")
    show = SHOW.replace("MUL", "ABS r, r; MUL")
    half = np.float64(np.float16([3, 0.0098, 0.333, 1]))
    for format, values in (
        ("RGBA8", [1.0, 2 / 255, 85 / 255, 0.0]), ("RGBA16F", half), ("RGBA32F", [3, 0.0098, 0.333, 1])
    ):  # fmt: skip
        path = scene(tmp_path, text.format(format), {"fill.fp": fill}, scale=0.31, show=show)
        assert color(path) == np.rint(np.float64(values) * 0.31 * 255).tolist()


def test_outputs(tmp_path: Path) -> None:
    """Each is a texture of its own."""
    fill = """!!ARBfp1.0 OPTION ARB_draw_buffers;
    MOV result.color[0], 0.2; MOV result.color[2], 0.6; END"""
    text = "[targets.t]\nsize = [2, 2]\noutputs = 3\n" + ONE_PASS + DRAW.format(name="fill")
    for output, value in enumerate((51, 0, 153)):
        path = scene(tmp_path, text, {"fill.fp": fill}, read=f", output = {output}")
        assert color(path) == [value] * 4


def test_depths_are_textures(tmp_path: Path) -> None:
    """Of a DEPTH target and beside colours; luminance, and compared by SHADOW lookups (3.8.14)."""
    fill = "!!ARBfp1.0 MOV result.depth, 0.4; MOV result.color, 1; END"
    for format, read in (("DEPTH", ""), ("RGBA8", ', output = "depth"')):
        text = f'[targets.t]\nformat = "{format}"\nsize = [2, 2]\n' + ONE_PASS + DRAW.format(name="fill")
        path = scene(tmp_path, text, {"fill.fp": fill}, read=read)
        assert color(path) == [102, 102, 102, 255]
        compare = """!!ARBfp1.0 OPTION ARB_fragment_program_shadow; TEMP r; MOV r, {};
        TEX result.color, r, texture[0], SHADOW2D; END"""
        for reference, passes in ((0.39, True), (0.41, False)):
            path = scene(tmp_path, text, {"fill.fp": fill}, read, show=compare.format(f"{reference:g}"))
            assert color(path)[0] == 255 * passes
        greater = text.replace("size", 'compare = "GREATER"\nsize')
        path = scene(tmp_path, greater, {"fill.fp": fill}, read, show=compare.format("0.41"))
        assert color(path)[0] == 255


def test_passes_clear_their_targets(tmp_path: Path) -> None:
    """Colours and depths, each frame and each turn; a background is drawn instead of the clear colour."""
    fill = "!!ARBfp1.0 MOV result.color, {1, 0, 0, 0.5}; END"
    state = "[draw.state]\nblend = {{ source = 'ONE', destination = 'ONE' }}\n"
    text = "[targets.t]\nsize = [2, 2]\n" + ONE_PASS + "{}\nrepeat = 3\n" + DRAW.format(name="fill") + state
    path = scene(tmp_path, text.format("clear = [0.0, 0.2, 0.0, 0.1]"), {"fill.fp": fill})
    assert color(path, 2) == [255, 51, 0, 154]
    path = scene(tmp_path, text.format("background = { colors = [[0.0, 0.0, 0.4]] }"), {"fill.fp": fill})
    assert color(path) == [255, 0, 102, 255]


LAYERS = """!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 18;
INT TEMP l; TEMP r; MOV.S l, 0;
REP.S 6;
  I2F.S r, l.x; MUL r, r, 0.125; MOV.S result.layer.x, l.x;
  MOV result.position, vertex[0].position; MOV result.texcoord[1], r; EMIT;
  MOV result.position, vertex[1].position; MOV result.texcoord[1], r; EMIT;
  MOV result.position, vertex[2].position; MOV result.texcoord[1], r; EMIT;
  ENDPRIM; ADD.S l.x, l.x, 1;
ENDREP; END"""
LAYER_COLOR = "!!ARBfp1.0 ADD result.color, fragment.texcoord[1], 0.125; END"


def test_layers_and_faces(tmp_path: Path) -> None:
    """result.layer chooses them, and `layer` one for a whole pass; faces are +x, -x, +y, -y, +z, -z."""
    directions = ["1, 0, 0", "-1, 0, 0", "0, 1, 0", "0, -1, 0", "0, 0, 1", "0, 0, -1"]
    kinds = {
        "CUBE": ("size = [2, 2]", [f"MOV r, {{{place}}};" for place in directions]),
        "ARRAY2D": ("size = [3, 2]\nlayers = 6", [f"MOV r.z, {layer};" for layer in range(6)]),
    }
    draw = DRAW.format(name="layer") + 'geometry = "layers.gp"\n'
    for target, (keys, places) in kinds.items():
        text = f'[targets.t]\n{keys}\nfilter = "NEAREST"\ntarget = "{target}"\n' + ONE_PASS + draw
        text += '[[passes]]\nname = "one"\ntarget = "t"\nlayer = 4\nclear = [0.0, 0.0, 1.0, 1.0]\n'
        for layer, place in enumerate(places):
            show = f"""!!NVfp4.0 TEMP r; MOV r, 0; {place} TEX result.color, r, texture[0], {target}; END"""
            path = scene(tmp_path, text, {"layer.fp": LAYER_COLOR, "layers.gp": LAYERS}, show=show)
            value = round(255 * 0.125 * (layer + 1))
            assert color(path) == ([0, 0, 255, 255] if layer == 4 else [value] * 4)


def test_smaller_levels_of_targets(tmp_path: Path) -> None:
    """Level 1 of a target whose left half is white."""
    fill = "!!ARBfp1.0 SGE result.color, 2, fragment.position.x; END"
    text = (
        '[targets.t]\nsize = [4, 4]\nfilter = "LINEAR_MIPMAP_LINEAR"\n' + ONE_PASS + DRAW.format(name="fill")
    )
    for level, expected in ((0, 255), (2, 128)):
        show = f"""!!NVfp4.0 TEMP r; MOV r, {{0.1, 0.1, 0, {level}}};
        TXL result.color, r, texture[0], 2D; END"""
        path = scene(tmp_path, text, {"fill.fp": fill}, show=show)
        assert color(path)[0] == expected


def test_targets_that_do_not_fit(tmp_path: Path) -> None:
    text = """[targets.t]
size = [8192, 8192]
target = "ARRAY2D"
layers = 256
outputs = 8
format = "RGBA32F"
"""
    path = scene(tmp_path, text + ONE_PASS, {}, show=SHOW.replace("2D", "ARRAY2D").replace("ARB", "NV", 1)
                 .replace("NVfp1.0", "NVfp4.0"))  # fmt: skip
    with pytest.raises(SceneError, match=r"targets\.t: takes 2162688 MiB; at most 4096 are taken"):
        load_scene(path)
