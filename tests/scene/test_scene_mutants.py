"""Scenes with one or two values exchanged for others: they load and have frames, or are a SceneError."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scene_files import said, write_text

from nvrender.render import frames, render
from nvrender.scene import load
from nvrender.scene.moment.evaluate import draws
from nvrender.source import InputError, SceneError, TargetError

COUNT = 100

PROGRAM = """!!NVvp4.0
OPTION ARB_position_invariant;
BUFFER4 b[] = { program.buffer[2] };
TEMP r;
INT TEMP i;
ADD.S i, program.local[0], program.local[1];
I2F r, i;
MAD r, r, b[0], program.env[0];
MAD result.color, r, vertex.color, state.lightprod[1].specular;
END
"""
SCENE = """[camera]
orbit = { radius = 4.0, angle = { linear = { rate = 10.0 } } }
[lights.lamp]
position = [1.0, 2.0, 3.0]
spot = { direction = [0.0, -1.0, 0.0], exponent = 8.0, cutoff = 60.0 }
[lights.sun]
direction = [0.0, 3.0, 0.0]
specular = [1.0, 1.0, 0.0, 0.5]
attenuation = [1.0, 0.5, 0.25]
[meshes.ball]
kind = "sphere"
segments = 8
rings = 4
[[chains]]
name = "arm"
bones = 3
[[draw]]
vertex = "program.vp"
mesh = "ball"
copies = [{ state = { material = { shininess = 16.0 } }, parameters = { "program.local[1]" = [1] } }, {}]
transform = [{ rotate = { angle = 90.0 } }, { to_light = "lamp" }]
matrices = { TEXTURE1 = [{ translate = [1.0, 2.0, 3.0] }], MATRIX3 = [{ scale = 3.0 }] }
attributes = { color = [1.0, 0.5], "attrib[7]" = [2.0] }
[draw.parameters]
"program.local[0]" = [1, 2, 3, 4]
"program.env[0]" = { matrix = "MODELVIEW", transform = "INVERSE_TRANSPOSE", rows = 3 }
"program.env[5]" = { light = "lamp", space = "eye" }
"program.env[6]" = [{ linear = { rate = 1.5 }, whole = true }]
"program.env[10]" = { chain = "arm" }
"state.fog.color" = [0.5, 0.5, 0.5, 0.5]
[draw.buffers]
2 = [0.5, [1.0, 2], { linear = { rate = 1.0 } }]
[draw.state]
lights = ["lamp", "sun"]
material = { emission = [0.0, 0.5, 0.0], ambient = [0.25, 0.25, 0.25] }
back_material = { diffuse = [0.0, 0.0, 1.0, 0.5] }
point_size = 4.0
point = { maximum = 32.0, attenuation = [0.0, 1.0, 0.0] }
fog = { mode = "LINEAR", start = 1.0, end = { linear = { rate = 4.0, start = 1.0 } }, density = 0.5 }
texenv = { 2 = [0.25, 0.5, 0.75, 1.0] }
depth = { range = [0.25, 0.75] }
clip_planes = [0]
clip_plane_equations = { 0 = { plane = [0.0, 0.0, 1.0, 0.0] } }
texgen = { 1 = { eye = { s = [0.0, 0.0, 1.0, 0.0] } } }
"""
OTHERS: tuple[Any, ...] = (
    0, -1, 1.5, -1e300, 1e308, 2**31, 2**70, "", "x", "lamp", True, [], [[]], [1, 2, 3], [1.0] * 4, [1] * 5,
    [[1, 2], [3]], {}, "sun", "trace", "spots", "around", "paint", "CUBE", "DEPTH", "depth",
    "LINES_ADJACENCY", {"target": "trace"}, {"texture": "around"},
    {"matrix": "PROJECTION", "pass": "left", "face": 3}, {"linear": {"rate": 1e308}},
    {"sine": {"period": 1e-300}}, {"keys": [[0, 1]]}, {"light": "lamp"},
    {"matrix": "TEXTURE9"}, {"chain": "arm"}, [{"linear": {"rate": 1e308}, "whole": True}],
    {"0": [1, 2, 3, 4]}, {"program.env[0..1000]": [1]}, {"program.buffer[0]": [1]}, {"c[0]": [1]},
    {"\0": [1]},    {"state.matrix.mvp": [[1, 2, 3, 4]] * 3}, [{}], [{"x": 1}],
)  # fmt: skip

PASSES = """[targets.trace]
scale = 0.5
format = "RGBA16F"
outputs = 2
filter = "LINEAR_MIPMAP_LINEAR"
keep = true
initial = "spots"
[targets.sun]
size = [16, 16]
format = "DEPTH"
compare = "LESS"
[targets.around]
size = [8, 8]
target = "CUBE"
border = [1.0, 0.0, 0.0, 1.0]
[[passes]]
name = "sun"
target = "sun"
camera = { eye = [0.0, 5.0, 1.0], height = 4.0, near = 1.0, far = 9.0 }
[[passes]]
name = "left"
target = "around"
layer = 1
camera = { eye = [0.0, 1.0, 0.0], face = 1 }
background = { colors = [[0.0, 0.0, 1.0], [1.0, 1.0, 1.0]] }
[[passes]]
name = "all"
target = "around"
clear = [0.5, { linear = { rate = 1.0 } }, 0.5]
[[passes]]
name = "paint"
target = "trace"
repeat = 2
[textures.spots]
kind = "cells"
size = [8, 8]
density = 0.5
wrap = "CLAMP_TO_BORDER"
border = [0.0, 1.0, 0.0, 1.0]
[textures.bumps]
kind = "normals"
of = "spots"
strength = 2.0
[textures.clouds]
kind = "volume"
size = [4, 4, 4]
[textures.six]
kind = "cube"
faces = ["spots", "bumps2", "spots", "spots", "bumps2", "spots"]
[textures.bumps2]
kind = "cells"
size = [8, 8]
[textures.pile]
kind = "layers"
textures = ["spots", "bumps2"]
[meshes.ball]
kind = "sphere"
segments = 6
rings = 4
[[draw]]
mesh = "ball"
pass = "sun"
primitive = "POINTS"
[[draw]]
mesh = "ball"
pass = "left"
textures = { 0 = { texture = "bumps", mode = "DECAL" }, 1 = { texture = "six" } }
[[draw]]
mesh = "ball"
geometry = "spread.gp"
pass = "all"
geometry_parameters = { "program.local[0]" = { matrix = "MODELVIEW_PROJECTION", face = 2 } }
[[draw]]
mesh = "ball"
fragment = "reads.fp"
pass = "paint"
textures = { 0 = { texture = "trace", output = 1 }, 3 = { texture = "clouds" }, 15 = { texture = "pile" } }
[draw.fragment_parameters]
"program.local[0]" = { target = "trace" }
"program.local[1]" = { viewport = true, pass = "sun" }
[[draw]]
mesh = "ball"
vertex = "v.vp"
fragment = "reads.fp"
parameters = { "program.local[0]" = { matrix = "MODELVIEW_PROJECTION", pass = "sun" } }
textures = { 0 = { texture = "trace" }, 3 = { texture = "clouds" }, 15 = { texture = "pile" } }
copies = [{ fragment_parameters = { "program.local[1]" = [1.0] } }, {}]
"""
PASS_PROGRAMS = {
    "v.vp": "!!ARBvp1.0\nOPTION ARB_position_invariant;\n"
    "DP4 result.texcoord[0].x, program.local[0], vertex.position;\nEND\n",
    "reads.fp": "!!NVfp4.0\nOPTION ARB_draw_buffers;\nTEMP t;\nTEX t, fragment.texcoord[0], texture[0], 2D;\n"
    "MAD result.color[0], t, program.local[0], program.local[1];\nTEX t, t, texture[3], 3D;\n"
    "TEX result.color[1], t, texture[15], ARRAY2D;\nEND\n",
    "spread.gp": "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES;\nPRIMITIVE_OUT TRIANGLE_STRIP;\nVERTICES_OUT 3;\n"
    + "".join(
        f"MUL result.position, vertex[{n}].position, program.local[0];\nMOV.S result.layer.x, 2;\nEMIT;\n"
        for n in range(3)
    )
    + "END\n",
}


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if place:
        yield place
    for key, entry in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(entry, (dict, list)):
            yield from places(entry, (*place, key))
        else:
            yield (*place, key)


def mutant(base: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    data = copy.deepcopy(base)
    for _ in range(chance.choice((1, 1, 2))):
        *way, last = chance.choice(list(places(data)))
        table: Any = data
        for key in way:
            table = table[key]
        if chance.random() < 0.15:
            del table[last]
        else:
            table[last] = copy.deepcopy(chance.choice(OTHERS))
    return data


@pytest.mark.filterwarnings("error")
def test_mutants_load_or_are_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "program.vp").write_text(PROGRAM)
    path = write_text(tmp_path, SCENE)
    base = load.parsed(path)
    chance = random.Random(2)
    refused = 0
    for _ in range(150):
        data = mutant(base, chance)
        monkeypatch.setattr(load, "parsed", lambda _, data=data: data)
        try:
            scene = load.load_scene(path)
            for frame in (0, 7):
                assert sum(1 for _ in draws(scene, frame, (16, 9))) == max(1, len(scene.form.draw[0].copies))
        except SceneError as error:
            refused += 1
            assert "\n" not in said(error, path)
    # Most say what is wrong; some are scenes.
    assert 75 < refused < 147


@pytest.mark.filterwarnings("error")
def test_mutants_with_passes_draw_or_are_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in PASS_PROGRAMS.items():
        (tmp_path / name).write_text(text)
    path = write_text(tmp_path, PASSES)
    assert render(path, (16, 9)).any()
    base = load.parsed(path)
    chance = random.Random(3)
    refused = 0
    for _ in range(COUNT):
        data = mutant(base, chance)
        monkeypatch.setattr(load, "parsed", lambda _, data=data: data)
        try:
            scene = load.load_scene(path)
            for _ in frames(scene, (16, 9), [1, 0]):
                pass
        except (SceneError, InputError, TargetError) as error:
            refused += 1
            assert "\n" not in said(error, path), error
    assert COUNT // 2 < refused < COUNT * 0.98
