"""Scenes whose programs name textures by handles, and read arrays of cube maps, on both back ends."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from square_scenes import FLAT
from square_scenes import written as scene

from nvrender.render import render
from nvrender.source import SceneError

PLACED = "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.texcoord[0], vertex.texcoord[0]; END"
BY_HANDLE = """!!NVfp5.0
OPTION NV_bindless_texture;
LONG TEMP h;
TEMP r, s;
PK64.U h, { 1, 1, 2, 1 };
SLT.CC s, fragment.position.x, 4;
TEX r, fragment.texcoord[0], handle(h.x), 2D;
TEX r (NE.x), fragment.texcoord[0], handle(h.y), 2D;
MOV result.color, r;
END"""
SKIES = """!!NVfp5.0
TEMP r;
FLR r.x, fragment.position.x;
MUL r.w, r.x, 0.25;
FLR r.w, r.w;
MOV r.xyz, { 0, 1, 0, 0 };
TEX result.color, r, texture[2], ARRAYCUBE;
END"""


def one_color(name: str, color: str) -> str:
    return f'[textures.{name}]\nkind = "checker"\nsize = [4, 4]\ncolors = [{color}, {color}]\n'


def draw(*lines: str) -> str:
    head = '[[draw]]\nmesh = "m"\nvertex = "v"\nfragment = "f"\n'
    return (
        FLAT + head + "\n".join(lines) + "\n" + one_color("red", "[1, 0, 0]") + one_color("blue", "[0, 0, 1]")
    )


def test_handles_name_the_textures_of_a_draw(tmp_path: Path, backend: str) -> None:
    """NV_bindless_texture 2.X.4.4: the first has handle 2^32 + 1."""
    path = scene(tmp_path, draw('handles = ["red", "blue"]'), {"v": PLACED, "f": BY_HANDLE})
    found = render(path, (8, 8), backend=backend)
    assert (found[:, 4:] == [255, 0, 0, 255]).all() and (found[:, :4] == [0, 0, 255, 255]).all()
    path = scene(tmp_path, draw('handles = ["red"]'), {"v": PLACED, "f": BY_HANDLE})
    assert (render(path, (8, 8), backend=backend)[:, :4, :3] == 0).all(), "no texture, zeros"


def test_layers_of_skies_are_an_array_of_cube_maps(tmp_path: Path, backend: str) -> None:
    """EXT_sparse_texture2 Table X.17: w chooses the cube map."""
    skies = "".join(
        f'[textures.{name}]\nkind = "sky"\nsize = 4\nsky = {color}\nhorizon = {color}\nfloor = {color}\n'
        for name, color in (("day", "[0, 1, 0]"), ("night", "[0, 0, 1]"))
    )
    layers = skies + '[textures.both]\nkind = "layers"\ntextures = ["day", "night"]\n'
    path = scene(
        tmp_path, draw("textures = { 2 = { texture = 'both' } }") + layers, {"v": PLACED, "f": SKIES}
    )
    found = render(path, (8, 8), backend=backend)
    assert np.ptp(found[:, :4], axis=(0, 1)).max() <= 1 and np.ptp(found[:, 4:], axis=(0, 1)).max() <= 1
    assert found[0, 0, 1] > 200 and found[0, 0, 2] < 5
    assert found[0, 7, 2] > 200 and found[0, 7, 1] < 5


@pytest.mark.parametrize(
    ("line", "fragment", "message"),
    [
        ('handles = ["green"]', BY_HANDLE, r"draw\[0\]\.handles\[0\]: there is no texture 'green'"),
        ('handles = ["red"]', SKIES.replace("[2], ARRAYCUBE", "[2], 2D"), r"reads texture\[2\]"),
        (
            'handles = ["red"]\ntextures = { 2 = { texture = "blue" } }',
            SKIES.replace("[2], ARRAYCUBE", "[2], 2D"),
            r"draw\[0\]\.handles: no program of the draw reads textures by handles",
        ),
        (f"handles = {['red'] * 17}", BY_HANDLE, r"draw\[0\]\.handles: .*16"),
    ],
)
def test_mistakes_name_their_key(tmp_path: Path, line: str, fragment: str, message: str) -> None:
    path = scene(tmp_path, draw(line), {"v": PLACED, "f": fragment})
    with pytest.raises(SceneError, match=message):
        render(path, (8, 8), backend="oracle")
