"""Tangents: where texture coordinates grow on the built meshes, and when a draw has them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scene_files import write

from nvrender.scene.forms.meshes import Galaxy, Grid, MeshForm, Sphere, Teapot, Torus
from nvrender.scene.load import load_scene
from nvrender.scene.meshes.arrays import with_tangents
from nvrender.scene.meshes.meshes import build
from nvrender.scene.meshes.shapes import MeshData
from nvrender.scene.moment.evaluate import draws

READS = "!!VP1.0\nMOV R0, v[TEX1];\nDP4 o[HPOS].x, R0, v[OPOS];\nMOV o[COL0], v[COL0];\nEND\n"


@pytest.mark.parametrize("form", [Torus(), Sphere(), Grid(), Teapot()], ids=lambda form: type(form).__name__)
def test_tangents_are_unit_vectors_across_the_normal(form: MeshForm) -> None:
    mesh = with_tangents(build(form, Path()))  # type: ignore[arg-type]
    tangents, normals = mesh.attributes[9], mesh.attributes[2]
    assert tangents.dtype == np.float32 and tangents.shape == (mesh.vertices, 4)
    assert np.abs(np.linalg.norm(tangents[:, :3], axis=1) - 1.0).max() < 1e-5
    assert np.abs((tangents[:, :3] * normals).sum(axis=1)).max() < 1e-5
    assert set(np.unique(tangents[:, 3])) <= {-1.0, 1.0}


def test_the_tangent_of_a_grid_is_where_s_grows() -> None:
    mesh = with_tangents(build(Grid(cells=(2, 2)), Path()))
    points, coordinates = mesh.attributes[0], mesh.attributes[8]
    (x, z), *_ = (
        np.linalg.lstsq(np.c_[points[:, [0, 2]], np.ones(len(points))], coordinates, rcond=None)[0][:2],
        None,
    )
    along_s = np.array([x[0], 0.0, z[0]]) / np.hypot(x[0], z[0])
    along_t = np.array([x[1], 0.0, z[1]])
    assert np.abs(mesh.attributes[9][:, :3] - along_s).max() < 1e-6
    side = np.sign(np.cross(mesh.attributes[2][0], along_s) @ along_t)
    assert (mesh.attributes[9][:, 3] == side).all()


def test_a_mirrored_texture_turns_the_side() -> None:
    plain = build(Grid(cells=(1, 1)), Path())
    mirrored = MeshData({**plain.attributes, 8: plain.attributes[8] * np.float32([-1, 1])}, plain.indices)
    one, other = with_tangents(plain).attributes[9], with_tangents(mirrored).attributes[9]
    assert np.abs(one + other).max() < 1e-6


def test_meshes_without_a_surface_have_none() -> None:
    assert 9 not in with_tangents(build(Galaxy(count=10), Path())).attributes


def test_draws_have_tangents_where_their_program_reads_them(tmp_path: Path) -> None:
    path = write(tmp_path, "", "", "")
    assert all(9 not in draw.mesh.attributes for draw in draws(load_scene(path), 0, (8, 8)))
    (tmp_path / "reads.vp").write_text(READS)
    text = path.read_text().replace("plain.vp", "reads.vp")
    path.write_text(text)
    (draw,) = draws(load_scene(path), 0, (8, 8))
    assert 9 in draw.mesh.attributes and draw.mesh_name == "ball with tangents"
    path.write_text(text + "\nattributes = { TEX1 = [1.0, 0.0, 0.0, 0.0] }\n")
    (draw,) = draws(load_scene(path), 0, (8, 8))
    assert 9 not in draw.mesh.attributes and draw.state.current_attributes[9] == (1.0, 0.0, 0.0, 0.0)
