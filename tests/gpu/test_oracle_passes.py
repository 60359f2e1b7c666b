"""Passes into targets give the oracle's pictures and the GPU's alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from nvrender.regression.comparison.pictures import compare_pictures
from nvrender.regression.comparison.tolerance import SHARE
from nvrender.render import frames

SIZE = (120, 90)
HEAD = """
[camera]
eye = [2.0, 2.5, 4.0]
[background]
colors = [[0.1, 0.1, 0.2], [0.4, 0.5, 0.6]]
[lights.sun]
position = [3.0, 5.0, 2.0]
[meshes.knot]
kind = "torus"
[meshes.ball]
kind = "sphere"
[meshes.floor]
kind = "grid"
size = [6.0, 6.0]
[meshes.square]
kind = "square"
"""
PROGRAMS = {
    "lit.vp": """!!ARBvp1.0 OPTION ARB_position_invariant; TEMP l;
DP3 l, vertex.normal, {0.36, 0.8, 0.48}; MAD result.color, l, 0.4, 0.5;
MOV result.texcoord[0], vertex.texcoord; MOV result.texcoord[1], vertex.normal;
PARAM shadow[4] = { program.local[0..3] };
DP4 result.texcoord[2].x, shadow[0], vertex.position; DP4 result.texcoord[2].y, shadow[1], vertex.position;
DP4 result.texcoord[2].z, shadow[2], vertex.position; DP4 result.texcoord[2].w, shadow[3], vertex.position;
END""",
    "fill.vp": "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.texcoord, vertex.texcoord; END",
    "shadowed.fp": """!!ARBfp1.0 OPTION ARB_fragment_program_shadow; TEMP p, s;
MAD p, fragment.texcoord[2], 0.5, {0.5, 0.5, 0.497, 0};
TEX s, p, texture[0], SHADOW2D; MAD s, s, 0.7, 0.3; MUL result.color, s, fragment.color; END""",
    "gradients.fp": """!!ARBfp1.0 TEMP a, b; TEX a, fragment.texcoord, texture[0], 2D;
ADD b, fragment.texcoord, 0.02; TEX b, b, texture[1], 2D; MUL a, a, 0.2; MAD result.color, b, 0.4, a; END""",
    "both.fp": """!!NVfp4.0 OPTION ARB_draw_buffers; TEMP r; MUL r, fragment.color, 3;
MOV result.color[0], r; MAD result.color[1], fragment.texcoord[1], 0.5, 0.5; END""",
    "faces.gp": """!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 18;
INT TEMP l; TEMP r; MOV.S l, 0; REP.S 6;
I2F.S r, l.x; MAD r, r, 0.15, 0.1; MOV result.color, r;
MAD r.xy, vertex[0].position, 0.6, 0; MOV r.zw, vertex[0].position;
MOV.S result.layer.x, l.x; MOV result.position, r; EMIT;
MOV.S result.layer.x, l.x; MOV result.position, vertex[1].position; EMIT;
MOV.S result.layer.x, l.x; MOV result.position, vertex[2].position; EMIT;
ENDPRIM; ADD.S l.x, l.x, 1; ENDREP; END""",
    "mirror.fp": """!!NVfp4.0 TEMP r; TEX r, fragment.texcoord[1], texture[0], CUBE;
MAD result.color, r, 0.8, {0.1, 0, 0, 0}; END""",
    "spread.fp": """!!NVfp4.0 TEMP a, b; TEX a, fragment.texcoord, texture[0], 2D;
TEX b, fragment.texcoord, texture[0], 2D, (1, 0); ADD a, a, b;
TEX b, fragment.texcoord, texture[0], 2D, (0, 1); ADD a, a, b; MUL result.color, a, 0.35; END""",
    "show.fp": "!!ARBfp1.0 TEX result.color, fragment.texcoord, texture[0], 2D; END",
}


def lit(mesh: str, more: str = "") -> str:
    return f'[[draw]]\nvertex = "lit.vp"\nmesh = "{mesh}"\n{more}\n'


SHADOW = """parameters = { "program.local[0]" = { matrix = "MODELVIEW_PROJECTION", pass = "shadow" } }
fragment = "shadowed.fp"
textures = { 0 = { texture = "shadow" } }
"""
SCENES = {
    "shadow": """
[targets.shadow]
size = [256, 256]
format = "DEPTH"
filter = "NEAREST"
[[passes]]
name = "shadow"
target = "shadow"
camera = { eye = [3.0, 5.0, 2.0], height = 6.0, near = 1.0, far = 12.0 }
[[draw]]
mesh = "knot"
pass = "shadow"
transform = [{ translate = [0.0, 1.2, 0.0] }]
"""
    + lit("knot", SHADOW + "transform = [{ translate = [0.0, 1.2, 0.0] }]")
    + lit("floor", SHADOW),
    "two outputs and a screen": """
[targets.seen]
format = "RGBA32F"
outputs = 2
[[passes]]
name = "seen"
target = "seen"
"""
    + lit("knot", 'pass = "seen"\nfragment = "both.fp"\ntransform = [{ translate = [0.0, 0.5, 0.0] }]')
    + """
[[draw]]
vertex = "fill.vp"
fragment = "gradients.fp"
mesh = "square"
textures = { 0 = { texture = "seen" }, 1 = { texture = "seen", output = 1 } }
""",
    "faces": """
[targets.around]
size = [32, 32]
target = "CUBE"
[[passes]]
name = "around"
target = "around"
clear = [0.2, 0.2, 0.5, 1.0]
[[draw]]
geometry = "faces.gp"
mesh = "ball"
pass = "around"
"""
    + lit("ball", 'fragment = "mirror.fp"\ntextures = { 0 = { texture = "around" } }'),
    "kept": """
[targets.heat]
size = [40, 30]
keep = true
format = "RGBA32F"
[[passes]]
name = "heat"
target = "heat"
repeat = 3
[[draw]]
vertex = "fill.vp"
fragment = "spread.fp"
mesh = "square"
pass = "heat"
state = { depth = { test = false } }
textures = { 0 = { texture = "heat" } }
"""
    + lit("knot", 'pass = "heat"\ntransform = [{ scale = 0.6 }]')
    + """
[[draw]]
vertex = "fill.vp"
fragment = "show.fp"
mesh = "square"
textures = { 0 = { texture = "heat" } }
""",
}


@pytest.mark.parametrize("name", SCENES)
def test_scenes_with_passes(tmp_path: Path, name: str) -> None:
    for file, text in PROGRAMS.items():
        (tmp_path / file).write_text(text)
    path = tmp_path / "scene.toml"
    path.write_text(HEAD + SCENES[name])
    gpu, oracle = frames(path, SIZE, [0, 4]), frames(path, SIZE, [0, 4], backend="oracle")
    for one, other in zip(gpu, oracle, strict=True):
        comparison = compare_pictures(one, other)
        assert comparison.share < SHARE, comparison.text()
        assert (other != other[0, 0]).any(axis=2).mean() > 0.05, "there is next to nothing to compare"
