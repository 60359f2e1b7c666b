"""Meshes drawn as other primitives: points, edges, neighbours."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nvrender.scene.forms import meshes as forms
from nvrender.scene.meshes.assembly import assembled
from nvrender.scene.meshes.meshes import build
from nvrender.scene.meshes.shapes import MeshData
from nvrender.source import SceneError

#: Two triangles along a seam whose vertices are there twice, 1 and 2 as 3 and 5.
SEAM = MeshData(
    {0: np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], np.float32)},
    np.array([0, 1, 2, 3, 4, 5], np.uint32),
)


@pytest.mark.parametrize(
    ("primitive", "expected"),
    [
        ("POINTS", [0, 1, 2, 3, 4, 5]),
        ("LINES", [0, 1, 1, 2, 2, 0, 3, 4, 4, 5]),
        # Behind an edge at the rim its own first vertex.
        ("TRIANGLES_ADJACENCY", [0, 0, 1, 4, 2, 2, 3, 3, 4, 4, 5, 0]),
        ("LINES_ADJACENCY", [2, 0, 1, 0, 0, 1, 2, 4, 1, 2, 0, 2, 5, 3, 4, 3, 3, 4, 5, 4]),
        ("TRIANGLE_STRIP", [0, 1, 2, 3, 4, 5]),
        (None, [0, 1, 2, 3, 4, 5]),
    ],
)
def test_what_two_triangles_are_drawn_as(primitive: str | None, expected: list[int]) -> None:
    found = assembled(SEAM, primitive)
    assert found.indices is not None
    assert found.indices.tolist() == expected
    assert found.primitive == (primitive or "TRIANGLES")


def test_neighbours_are_those_of_triangles() -> None:
    points = MeshData(SEAM.attributes, None, "POINTS")
    with pytest.raises(SceneError, match="LINES_ADJACENCY are those of triangles; the mesh is of POINTS"):
        assembled(points, "LINES_ADJACENCY")


def test_a_closed_mesh_has_a_triangle_behind_every_edge() -> None:
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], np.float32)
    mesh = MeshData({0: corners}, np.array([0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3], np.uint32))
    rows = assembled(mesh, "TRIANGLES_ADJACENCY").indices
    assert rows is not None
    for triangle in rows.reshape(-1, 6):
        missing = ({0, 1, 2, 3} - set(triangle[::2].tolist())).pop()
        assert triangle[1::2].tolist() == [missing] * 3


@pytest.mark.parametrize(
    "form",
    [forms.Torus(), forms.Sphere(), forms.Knot()],
    ids=lambda form: type(form).__name__,
)
def test_surfaces_are_closed_along_their_seams_and_at_their_poles(form: forms.MeshForm) -> None:
    mesh = assembled(build(form, Path()), "TRIANGLES_ADJACENCY")
    assert mesh.indices is not None
    corners = mesh.attributes[0][mesh.indices.reshape(-1, 6)]
    ends, across = corners[:, ::2], corners[:, 1::2]
    flat = (ends == np.roll(ends, -1, axis=1)).all(axis=-1).any(axis=1)
    assert flat.mean() < 0.1
    for edge in range(3):
        behind = across[~flat, edge]
        assert (behind != ends[~flat, edge]).any(axis=-1).all()
        assert (behind != ends[~flat, (edge + 1) % 3]).any(axis=-1).all()
