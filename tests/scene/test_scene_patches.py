"""Scenes whose draws are of patches (docs/scenes.md)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scene_files import ROOT

import nvrender
from nvrender.source import SceneError

VERTEX = "!!NVvp5.0 MOV result.position, vertex.position; END"
CONTROL = """!!NVtcp5.0 VERTICES_OUT 3; ATTRIB p = vertex.position; PARAM l = program.local[0]; INT TEMP i;
MOV.S i, primitive.invocation; MOV result.position, p[i.x];
MOV result.patch.tessouter[0], l; MOV result.patch.tessouter[1], l; MOV result.patch.tessouter[2], l; END"""
EVALUATION = """!!NVtep5.0 TESS_MODE TRIANGLES; TEMP t, u; PARAM c = program.local[0];
MOV t, vertex.tesscoord;
MUL u, vertex[0].position, t.x; MAD u, vertex[1].position, t.y, u;
MAD result.position, vertex[2].position, t.z, u; MUL result.color, t, c; END"""
SCENE = """
[camera]
eye = [0.0, 0.0, 3.0]
[meshes.square]
kind = "square"
[[draw]]
mesh = "square"
vertex = "a.vp"
tess_evaluation = "a.tep"
tess_evaluation_parameters = { "program.local[0]" = [1.0, 0.5, 1.0, 1.0] }
"""


def scene(folder: Path, text: str = "primitive = 'PATCHES'\n") -> Path:
    for name, program in (("a.vp", VERTEX), ("a.tcp", CONTROL), ("a.tep", EVALUATION)):
        (folder / name).write_text(program)
    path = folder / "scene.toml"
    path.write_text(SCENE + text)
    return path


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_patches_are_drawn(tmp_path: Path, backend: str) -> None:
    """By default levels; a level of 0 draws nothing; a control program says others."""
    whole = "primitive = 'PATCHES'\n"
    plain = nvrender.render(scene(tmp_path, whole), size=(32, 32), backend=backend)
    assert plain[16, 16, :3].any()
    none = "patch = { vertices = 3, outer = [1.0, 0.0, 1.0, 1.0] }\n"
    empty = nvrender.render(scene(tmp_path, whole + none), size=(32, 32), backend=backend)
    assert not np.array_equal(plain, empty)
    control = "tess_control = 'a.tcp'\ntess_control_parameters = { 'program.local[0]' = %s }\n"
    made = nvrender.render(scene(tmp_path, whole + control % "5.0"), size=(32, 32), backend=backend)
    assert np.abs(made.astype(int) - plain).max() <= 2
    gone = nvrender.render(scene(tmp_path, whole + control % "0.0"), size=(32, 32), backend=backend)
    np.testing.assert_array_equal(gone, empty)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"draw\[0\]: .*a.tep takes patches, and the mesh is of TRIANGLES"),
        ("primitive = 'PATCHES'\npatch = { vertices = 33 }\n", r"draw\[0\].patch.vertices"),
        (
            "primitive = 'PATCHES'\n[[draw]]\nmesh = 'square'\nvertex = 'a.vp'\npatch = { vertices = 4 }\n",
            r"draw\[1\].patch: is for PATCHES, and the mesh is drawn as TRIANGLES; give primitive",
        ),
        ("primitive = 'PATCHES'\npatch = { outer = [1.0] }\n", r"draw\[0\].patch.outer"),
        ("primitive = 'PATCHES'\ntess_control = 'a.tep'\n", r"draw\[0\].tess_control: .*evaluation program"),
        ("primitive = 'PATCHES'\ntess_control_parameters = { 'program.local[0]' = 1.0 }\n", "tess_control"),
        ("primitive = 'PATCHES'\ntess_control = 'none.tcp'\n", "none.tcp"),
    ],
)
def test_mistakes_name_their_key(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(SceneError, match=message):
        nvrender.render(scene(tmp_path, text), size=(8, 8), backend="oracle")


@pytest.mark.parametrize("name", ["alps", "curved"])
def test_demos_of_patches_match_the_oracle(name: str) -> None:
    path = ROOT / "scenes" / f"{name}.toml"
    pictures = [
        nvrender.render(path, size=(256, 256), backend=side).astype(int) for side in ("gpu", "oracle")
    ]
    assert (np.abs(pictures[0] - pictures[1]).max(axis=2) > 2).mean() < 0.002
