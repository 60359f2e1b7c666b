"""Passes into targets: what draws read of them, layers, outputs, what is kept from frame to frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import moderngl
import numpy as np
import pytest
from square_scenes import FLAT, written

from nvrender.render import frames, render
from nvrender.source import InputError

#: A picture that shows unit 0.
SHOWN = """
[[draw]]
mesh = "m"
textures = { 0 = { texture = "t", mode = "REPLACE" } }
"""
VERTEX = """!!ARBvp1.0
OPTION ARB_position_invariant;
MOV result.texcoord[0], vertex.texcoord[0];
END
"""
COLOR = "!!ARBfp1.0\nMOV result.color, program.local[0];\nEND\n"


def scene(directory: Path, text: str, programs: Mapping[str, str] | None = None) -> Path:
    """A scene file beside its programs."""
    return written(directory, FLAT + text, {"v": VERTEX, "color": COLOR, **(programs or {})})


def drawn(pass_name: str, color: str, more: str = "") -> str:
    """A square of one colour in a pass."""
    return (
        f'[[draw]]\nmesh = "m"\nfragment = "color"\npass = "{pass_name}"\n'
        f'fragment_parameters = {{ "program.local[0]" = {color} }}\n{more}'
    )


def test_a_draw_reads_what_a_pass_has_drawn(tmp_path: Path, backend: str) -> None:
    text = """[targets.t]
size = [4, 4]
filter = "NEAREST"
[[passes]]
name = "p"
target = "t"
clear = [0.0, 0.0, 1.0]
camera = { eye = [-1, 0, 5], target = [-1, 0, 0], height = 2.0 }
"""
    picture = render(scene(tmp_path, text + drawn("p", "[0, 1, 0, 1]") + SHOWN), (8, 8), backend=backend)
    # The camera of the pass stands one unit to the left: the square is in the right half of its picture.
    assert (picture[:, :4] == [0, 0, 255, 255]).all() and (picture[:, 4:] == [0, 255, 0, 255]).all()


@pytest.mark.parametrize(("format", "expected"), [("RGBA8", 255), ("RGBA16F", 128), ("RGBA32F", 128)])
def test_float_targets_keep_what_is_above_one(
    tmp_path: Path, backend: str, format: str, expected: int
) -> None:
    bright = "!!NVfp4.0\nMOV result.color, { 4.0, 4.0, 4.0, 1.0 };\nEND\n"
    dimmed = (
        "!!NVfp4.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[3], 2D;\nMUL t, t, 0.125;\n"
        "MOV t.w, 1.0;\nMOV result.color, t;\nEND\n"
    )
    text = f"""[targets.t]
scale = 0.5
format = "{format}"
[[passes]]
name = "p"
target = "t"
[[draw]]
mesh = "m"
fragment = "bright"
pass = "p"
[[draw]]
mesh = "m"
vertex = "v"
fragment = "dimmed"
textures = {{ 3 = {{ texture = "t" }} }}
"""
    picture = render(scene(tmp_path, text, {"bright": bright, "dimmed": dimmed}), (8, 8), backend=backend)
    assert (picture == [*[expected if format != "RGBA8" else 32] * 3, 255]).all()


def test_two_outputs_are_two_textures(tmp_path: Path, backend: str) -> None:
    both = """!!ARBfp1.0
OPTION ARB_draw_buffers;
MOV result.color[0], { 1, 0, 0, 1 };
MOV result.color[1], { 0, 0, 1, 1 };
END
"""
    text = """[targets.t]
outputs = 2
[[passes]]
name = "p"
target = "t"
[[draw]]
mesh = "m"
fragment = "both"
pass = "p"
"""
    second = SHOWN.replace('"t"', '"t", output = 1')
    path = scene(tmp_path, text + second, {"both": both})
    assert (render(path, (4, 4), backend=backend) == [0, 0, 255, 255]).all()
    path = scene(tmp_path, text + SHOWN, {"both": both})
    assert (render(path, (4, 4), backend=backend) == [255, 0, 0, 255]).all()


def test_one_color_fills_all_outputs(tmp_path: Path, backend: str) -> None:
    """ARB_draw_buffers 3.11.3.4: without the option result.color goes to every buffer."""
    text = "[targets.t]\noutputs = 2\n[[passes]]\nname = 'p'\ntarget = 't'\n" + drawn("p", "[0, 1, 1, 1]")
    path = scene(tmp_path, text + SHOWN.replace('"t"', '"t", output = 1'))
    assert (render(path, (4, 4), backend=backend) == [0, 255, 255, 255]).all()


def test_a_rectangle_is_read_by_its_pixels(tmp_path: Path, backend: str) -> None:
    reads = "!!ARBfp1.0\nTEX result.color, fragment.position, texture[0], RECT;\nEND\n"
    ramp = "!!ARBfp1.0\nMUL result.color, fragment.position, { 0.1, 0.1, 0, 0 };\nEND\n"
    text = """[targets.t]
target = "RECT"
format = "RGBA16F"
[[passes]]
name = "p"
target = "t"
[[draw]]
mesh = "m"
fragment = "ramp"
pass = "p"
[[draw]]
mesh = "m"
fragment = "reads"
textures = { 0 = { texture = "t" } }
"""
    picture = render(scene(tmp_path, text, {"reads": reads, "ramp": ramp}), (8, 8), backend=backend)
    places = (np.arange(8) + 0.5) * 25.5
    assert np.abs(picture[..., 0] - places).max() <= 1 and np.abs(picture[::-1, :, 1].T - places).max() <= 1


SHADOWED = """!!ARBvp1.0
OPTION ARB_position_invariant;
PARAM shadow[4] = { program.local[0..3] };
TEMP p;
DP4 p.x, shadow[0], vertex.position;
DP4 p.y, shadow[1], vertex.position;
DP4 p.z, shadow[2], vertex.position;
MAD result.texcoord[0], p, 0.5, 0.5;
END
"""
LIT = (
    "!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\n"
    "TEX result.color, fragment.texcoord[0], texture[0], SHADOW2D;\nEND\n"
)


@pytest.mark.parametrize("format", ["DEPTH", "RGBA8"])
def test_a_shadow_map_compares_with_its_depth(tmp_path: Path, backend: str, format: str) -> None:
    use = '{ texture = "t", output = "depth" }' if format == "RGBA8" else '{ texture = "t" }'
    text = f"""[targets.t]
size = [16, 16]
format = "{format}"
filter = "NEAREST"
[[passes]]
name = "sun"
target = "t"
camera = {{ eye = [0, 0, 4], height = 2.0, near = 1.0, far = 7.0 }}
[[draw]]
mesh = "m"
pass = "sun"
transform = [{{ translate = [1, 0, 1] }}]
[[draw]]
mesh = "m"
vertex = "shadowed"
fragment = "lit"
parameters = {{ "program.local[0]" = {{ matrix = "MODELVIEW_PROJECTION", pass = "sun" }} }}
textures = {{ 0 = {use} }}
"""
    picture = render(scene(tmp_path, text, {"shadowed": SHADOWED, "lit": LIT}), (16, 16), backend=backend)
    # What hides the sun stands over the right half.
    assert (picture[:, :8, :3] == 255).all() and (picture[:, 8:, :3] == 0).all()


FACES = """!!NVgp4.0
PRIMITIVE_IN TRIANGLES;
PRIMITIVE_OUT TRIANGLE_STRIP;
VERTICES_OUT 18;
PARAM colors[6] = { { 1, 0, 0, 1 }, { 0, 1, 0, 1 }, { 0, 0, 1, 1 },
    { 1, 1, 0, 1 }, { 0, 1, 1, 1 }, { 1, 0, 1, 1 } };
ATTRIB corners = vertex.position;
INT TEMP i, v;
MOV.S i, 0;
REP.S 6;
MOV.S v, 0;
REP.S 3;
MOV result.position, corners[v.x];
MOV result.color, colors[i.x];
MOV.S result.layer.x, i.x;
EMIT;
ADD.S v, v, 1;
ENDREP;
ENDPRIM;
ADD.S i, i, 1;
ENDREP;
END
"""
LAYERS = {
    "CUBE": ("size = [4, 4]", "CUBE", [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]),
    "ARRAY2D": ("layers = 6", "ARRAY2D", [[0.5, 0.5, layer] for layer in range(6)]),
}
HUES = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0], [0, 255, 255], [255, 0, 255]]


def shown(target: str) -> str:
    """Six strips, each of one layer: its coordinates are a parameter."""
    _, _, places = LAYERS[target]
    copies = "".join(
        f"{{ transform = [{{ translate = [{(2 * k - 5) / 6:.6f}, 0, 0] }}], "
        f'fragment_parameters = {{ "program.local[0]" = {[float(x) for x in place]} }} }},\n'
        for k, place in enumerate(places)
    )
    return (
        '[[draw]]\nmesh = "m"\nfragment = "looks"\ntransform = [{ scale = [0.16666667, 1, 1] }]\n'
        f'textures = {{ 2 = {{ texture = "t" }} }}\ncopies = [\n{copies}]\n'
    )


def looks(target: str) -> str:
    return f"!!NVfp4.0\nTEX result.color, program.local[0], texture[2], {target};\nEND\n"


@pytest.mark.parametrize("target", LAYERS)
def test_a_geometry_program_draws_all_layers_at_once(tmp_path: Path, backend: str, target: str) -> None:
    size, name, _ = LAYERS[target]
    text = f"""[targets.t]
target = "{name}"
{size}
filter = "NEAREST"
[[passes]]
name = "p"
target = "t"
[[draw]]
mesh = "m"
geometry = "faces"
pass = "p"
"""
    path = scene(tmp_path, text + shown(target), {"faces": FACES, "looks": looks(target)})
    assert render(path, (12, 12), backend=backend)[6, 1::2, :3].tolist() == HUES


@pytest.mark.parametrize("target", LAYERS)
def test_passes_draw_one_layer_each(tmp_path: Path, backend: str, target: str) -> None:
    size, name, _ = LAYERS[target]
    text = f'[targets.t]\ntarget = "{name}"\n{size}\nfilter = "LINEAR_MIPMAP_LINEAR"\n'
    for layer, hue in enumerate(HUES):
        color = [part / 255 for part in hue]
        text += f'[[passes]]\nname = "p{layer}"\ntarget = "t"\nlayer = {layer}\nclear = {color}\n'
    path = scene(tmp_path, text + shown(target), {"looks": looks(target)})
    assert render(path, (12, 12), backend=backend)[6, 1::2, :3].tolist() == HUES


@pytest.mark.parametrize("lod", [0.4, 0.6, 1.7])
@pytest.mark.parametrize(
    "filter", ["NEAREST_MIPMAP_NEAREST", "LINEAR_MIPMAP_NEAREST", "NEAREST_MIPMAP_LINEAR"]
)
def test_levels_are_chosen_as_the_filter_says(tmp_path: Path, filter: str, lod: float) -> None:
    at = "!!NVfp4.0\nTXL result.color, program.local[0], texture[0], 2D;\nEND\n"
    text = f"""[targets.t]
size = [8, 8]
filter = "{filter}"
[textures.c]
kind = "cells"
size = [8, 8]
seed = 5
filter = "NEAREST"
[[passes]]
name = "p"
target = "t"
[[draw]]
mesh = "m"
pass = "p"
textures = {{ 0 = {{ texture = "c", mode = "REPLACE" }} }}
[[draw]]
mesh = "m"
fragment = "at"
fragment_parameters = {{ "program.local[0]" = [0.3, 0.6, 0.0, {lod}] }}
textures = {{ 0 = {{ texture = "t" }} }}
"""
    path = scene(tmp_path, text, {"at": at})
    gpu, oracle = (render(path, (2, 2), backend=name).astype(int) for name in ("gpu", "oracle"))
    assert np.abs(gpu - oracle).max() <= 1


@pytest.mark.parametrize("level", range(1, 6))
def test_smaller_levels_round_once(tmp_path: Path, level: int) -> None:
    """Each level is the mean of the whole, not of what rounding left of the level before."""
    at = (
        "!!NVfp4.0\nTEMP c;\nMOV c, fragment.texcoord[0];\nMOV c.w, program.local[0].x;\n"
        "TXL result.color, c, texture[0], 2D;\nEND\n"
    )
    text = f"""[targets.t]
size = [37, 22]
filter = "NEAREST_MIPMAP_NEAREST"
[textures.c]
kind = "cells"
size = [37, 22]
filter = "NEAREST"
colors = [[0.0, 0.4, 0.9], [1.0, 0.5, 0.2]]
[[passes]]
name = "p"
target = "t"
camera = {{ eye = [0, 0, 5], height = 2.0 }}
[[draw]]
mesh = "m"
pass = "p"
transform = [{{ scale = [1.6818181818, 1, 1] }}]
textures = {{ 0 = {{ texture = "c", mode = "REPLACE" }} }}
[[draw]]
mesh = "m"
vertex = "v"
fragment = "at"
fragment_parameters = {{ "program.local[0]" = [{level}.0, 0, 0, 0] }}
textures = {{ 0 = {{ texture = "t" }} }}
"""
    path = scene(tmp_path, text, {"at": at})
    gpu, oracle = (render(path, (32, 32), backend=name).astype(int) for name in ("gpu", "oracle"))
    assert np.ptp(oracle[..., :3]) > 0 or level == 5
    assert np.abs(gpu - oracle).max() <= 1 and (gpu != oracle).mean() < 0.01


def test_levels_are_box_filtered(tmp_path: Path, backend: str) -> None:
    last = "!!NVfp4.0\nTXL result.color, program.local[0], texture[0], 2D;\nEND\n"
    text = """[targets.t]
size = [5, 4]
filter = "NEAREST_MIPMAP_NEAREST"
[textures.c]
kind = "checker"
size = [5, 4]
cells = [5, 1]
filter = "NEAREST"
[[passes]]
name = "p"
target = "t"
[[draw]]
mesh = "m"
pass = "p"
transform = [{ scale = [1.25, 1, 1] }]
textures = { 0 = { texture = "c", mode = "REPLACE" } }
[[draw]]
mesh = "m"
fragment = "last"
fragment_parameters = { "program.local[0]" = [0.25, 0.5, 0.0, 2.0] }
textures = { 0 = { texture = "t" } }
"""
    picture = render(scene(tmp_path, text, {"last": last}), (4, 4), backend=backend)
    # The last level: white is 1, 0, 1, 0, 1 of five columns.
    assert np.abs(picture[..., :3].astype(int) - 153).max() <= 1


#: Each frame adds 0.1 to what was there.
GROWS = (
    "!!NVfp4.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[0], 2D;\nADD result.color, t, { 0.1 };\nEND\n"
)
KEPT = """[targets.t]
size = [2, 2]
format = "RGBA32F"
filter = "NEAREST"
keep = true
[[passes]]
name = "p"
target = "t"
clear = [0.05, 0.0, 0.0, 0.0]
REPEAT
[[draw]]
mesh = "m"
vertex = "v"
fragment = "grows"
pass = "p"
textures = { 0 = { texture = "t" } }
"""


@pytest.mark.parametrize(("repeat", "steps"), [("", 1), ("repeat = 2", 2)])
def test_a_kept_target_goes_on_from_frame_to_frame_in_any_order(
    tmp_path: Path, backend: str, repeat: str, steps: int
) -> None:
    path = scene(tmp_path, KEPT.replace("REPEAT", repeat) + SHOWN, {"grows": GROWS})
    wanted = [0, 1, 3, 2, 2, 0]
    for frame, picture in zip(wanted, frames(path, (4, 4), wanted, backend=backend), strict=True):
        expected = min(0.05 + 0.1 * steps * (frame + 1), 1.0) * 255
        assert np.abs(picture[..., 0] - expected).max() <= 1


def test_a_kept_target_begins_as_a_texture(tmp_path: Path, backend: str) -> None:
    text = """[textures.stripes]
kind = "checker"
cells = [2, 1]
size = [2, 2]
filter = "NEAREST"
colors = [[0.2, 0.2, 0.2], [0.5, 0.5, 0.5]]
""" + KEPT.replace("keep = true", 'keep = true\ninitial = "stripes"').replace("REPEAT", "")
    path = scene(tmp_path, text + SHOWN, {"grows": GROWS})
    picture = render(path, (4, 4), frame=2, backend=backend)[..., 0].astype(int)
    assert np.abs(picture[:, :2] - 0.5 * 255).max() <= 1 and np.abs(picture[:, 2:] - 0.8 * 255).max() <= 1


def test_what_a_pass_leaves_of_a_kept_target_is_still_there(tmp_path: Path, backend: str) -> None:
    grows = GROWS.replace("fragment.texcoord[0]", "{ 0.75, 0.5, 0.0, 0.0 }")
    text = KEPT.replace("REPEAT", "") + "transform = [{ scale = [0.5, 1, 1] }, { translate = [1, 0, 0] }]\n"
    path = scene(tmp_path, text.replace("size = [2, 2]", "size = [4, 4]") + SHOWN, {"grows": grows})
    picture = render(path, (4, 4), frame=1, backend=backend)[..., 0].astype(int)
    # The square covers columns 2 and 3, so the others stay at 0.05.
    assert np.abs(picture[:, :2] - 13).max() <= 1 and np.abs(picture[:, 2:] - 0.25 * 255).max() <= 1


@pytest.mark.parametrize("target", LAYERS)
def test_a_pass_into_one_layer_of_a_kept_target_leaves_the_others(
    tmp_path: Path, backend: str, target: str
) -> None:
    size, name, places = LAYERS[target]
    # Layer 1 becomes what layer 2 was in the frame before, and a tenth more.
    grows = (
        f"!!NVfp4.0\nTEMP t;\nTEX t, program.local[0], texture[0], {target};\n"
        "ADD result.color, t, { 0.1, 0.1, 0.1, 0.0 };\nEND\n"
    )
    text = f"""[targets.t]
target = "{name}"
size = [4, 4]
{size.removeprefix("size = [4, 4]")}
filter = "NEAREST"
keep = true
initial = "gray"
[textures.gray]
kind = "checker"
colors = [[0.2, 0.2, 0.2], [0.2, 0.2, 0.2]]
"""
    for layer, source in ((1, 2), (2, 1)):
        text += f"""[[passes]]
name = "p{layer}"
target = "t"
layer = {layer}
[[draw]]
mesh = "m"
fragment = "grows"
pass = "p{layer}"
fragment_parameters = {{ "program.local[0]" = {[float(x) for x in places[source]]} }}
textures = {{ 0 = {{ texture = "t" }} }}
"""
    path = scene(tmp_path, text + shown(target), {"grows": grows, "looks": looks(target)})
    for frame in (2, 0):
        row = render(path, (12, 12), frame=frame, backend=backend)[6, 1::2, 0].astype(int)
        first = 0.2 + 0.1 * (2 * frame + 1)
        expected = np.array([0.2, first, first + 0.1, 0.2, 0.2, 0.2]) * 255
        assert np.abs(row - expected).max() <= 2 * frame + 2


def test_target_sizes_are_values(tmp_path: Path, backend: str) -> None:
    sizes = "!!ARBfp1.0\nMUL result.color, program.local[0], { 0.01, 0.01, 1.0, 0.0 };\nEND\n"
    text = """[targets.t]
scale = 0.25
[[passes]]
name = "p"
target = "t"
[[draw]]
mesh = "m"
fragment = "sizes"
fragment_parameters = { "program.local[0]" = { target = "t" } }
textures = { 0 = { texture = "t" } }
"""
    picture = render(scene(tmp_path, text, {"sizes": sizes}), (80, 40), backend=backend)
    assert np.abs(picture[20, 40, :3].astype(int) - [51, 26, 13]).max() <= 1


def test_the_matrices_of_a_pass_turned_to_a_face(tmp_path: Path, backend: str) -> None:
    # A square behind the camera is in the picture of the face +z alone.
    text = """[[draw]]
mesh = "m"
vertex = "placed"
transform = [{ translate = [0, 0, 20] }, { scale = 30.0 }]
parameters = { "program.local[0]" = { matrix = "MODELVIEW_PROJECTION", face = FACE } }
"""
    placed = (
        "!!ARBvp1.0\nPARAM m[4] = { program.local[0..3] };\n"
        + "".join(f"DP4 result.position.{c}, m[{i}], vertex.position;\n" for i, c in enumerate("xyzw"))
        + "MOV result.color, { 1, 1, 1, 1 };\nEND\n"
    )
    for face in range(6):
        path = scene(tmp_path, text.replace("FACE", str(face)), {"placed": placed})
        assert (render(path, (4, 4), backend=backend)[..., 0] == 255).all() == (face == 4)


def test_meshes_a_program_cannot_take_are_an_error_of_the_draw(tmp_path: Path) -> None:
    numbered = (
        "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\n"
        "MOV result.position, primitive.id;\nEMIT;\nEND\n"
    )
    text = '[[draw]]\nmesh = "m"\nprimitive = "QUADS"\ngeometry = "numbered"\n'
    path = scene(tmp_path, text, {"numbered": numbered})
    with pytest.raises(
        InputError, match=r"scene.toml: draw 'm': .*numbered reads primitive.id, which OpenGL"
    ):
        render(path, (4, 4), backend="gpu")


EVERYTHING = (
    """[targets.t]
size = [6, 4]
format = "RGBA16F"
outputs = 2
filter = "LINEAR_MIPMAP_LINEAR"
keep = true
initial = "c"
[targets.d]
format = "DEPTH"
[targets.cube]
size = [4, 4]
target = "CUBE"
filter = "LINEAR_MIPMAP_LINEAR"
[targets.rect]
target = "RECT"
[textures.c]
kind = "checker"
[[passes]]
name = "d"
target = "d"
[[passes]]
name = "cube"
target = "cube"
layer = 4
background = { colors = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]] }
[[passes]]
name = "rect"
target = "rect"
[[passes]]
name = "t"
target = "t"
repeat = 2
[[draw]]
mesh = "m"
pass = "d"
[[draw]]
mesh = "m"
pass = "t"
vertex = "v"
fragment = "grows"
textures = { 0 = { texture = "t", output = 1 } }
"""
    + SHOWN
)


def test_a_callers_context_is_left_as_it_was_between_frames(
    tmp_path: Path,
    foreign_context: moderngl.Context,
    snapshot: Callable[[moderngl.Context], dict[str, object]],
) -> None:
    """With masks, scissor and tests of the caller's on, which passes must not feel."""
    path = scene(tmp_path, EVERYTHING, {"grows": GROWS})
    expected = list(frames(path, (12, 8), [0, 2, 1]))
    foreign_context.enable_direct(0x0C11)  # SCISSOR_TEST
    foreign_context.enable_direct(0x0B90)  # STENCIL_TEST
    foreign_context.enable_direct(0x0BE2)  # BLEND
    before = snapshot(foreign_context)
    pictures = frames(path, (12, 8), [0, 2, 1], context=foreign_context)
    for wanted in expected:
        assert (next(pictures) == wanted).all()
        assert snapshot(foreign_context) == before
    pictures.close()  # type: ignore[attr-defined]
    assert snapshot(foreign_context) == before
    for name in (0x0C11, 0x0B90, 0x0BE2):
        foreign_context.disable_direct(name)
