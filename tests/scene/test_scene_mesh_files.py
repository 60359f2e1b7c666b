"""Mesh files: their own normals, or averages of those of the triangles; one message for what is no mesh."""

from __future__ import annotations

import json
import os
import struct
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from nvrender.scene.forms import meshes as forms
from nvrender.scene.meshes import arrays as mesh_normals
from nvrender.scene.meshes.arrays import averaged_normals
from nvrender.scene.meshes.meshes import build
from nvrender.source import SceneError

#: A cube whose corners its six faces share, each of two triangles.
CORNERS = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
QUADS = [(1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4)]
CUBE = "".join(f"v {x} {y} {z}\n" for x, y, z in CORNERS) + "".join(
    f"f {a} {b} {c}\nf {a} {c} {d}\n" for a, b, c, d in QUADS
)
#: A roof of a large and a small triangle, which meet at right angles along an edge.
ROOF = "v 0 0 0\nv 0 0 1\nv 9 0 0\nv 0 1 0\nf 1 2 3\nf 1 4 2\n"


def normals(path: Path) -> npt.NDArray[np.float32]:
    return build(forms.File(path=path.name), path.parent).attributes[2]


def test_normals_a_file_lacks_are_averages_by_angle(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """A corner of a cube has the normal of its diagonal, however its faces are cut into triangles."""
    (tmp_path / "cube.obj").write_text(CUBE)
    mesh = build(forms.File(path="cube.obj"), tmp_path)
    assert len(mesh.attributes[0]) == 8
    assert np.allclose(mesh.attributes[2], mesh.attributes[0] / np.sqrt(3.0), atol=1e-6)
    (tmp_path / "roof.obj").write_text(ROOF)
    half = np.sqrt(0.5)
    # At the edge: a quarter turn of each at (0, 0, 0); at (0, 0, 1) atan(9) of one and atan(1) of the other.
    first, second = np.arctan(9.0), np.arctan(1.0)
    length = np.hypot(first, second)
    expected = [[half, half, 0], [second / length, first / length, 0], [0, 1, 0], [1, 0, 0]]
    assert np.allclose(normals(tmp_path / "roof.obj"), expected, atol=1e-6)
    assert capfd.readouterr() == ("", "")
    assert all(record.exc_info is None for record in caplog.records)


def test_a_files_own_normals_stay(tmp_path: Path) -> None:
    """Of an OBJ's parts one may have normals and the other none."""
    own = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0.6 0.8\nf 1//1 2//1 3//1\n"
    (tmp_path / "own.obj").write_text(own)
    assert np.allclose(normals(tmp_path / "own.obj"), [[0, 0.6, 0.8]] * 3)
    (tmp_path / "both.obj").write_text("o a\n" + own + "o b\nv 5 0 0\nv 6 0 0\nv 5 1 0\nf 4 5 6\n")
    found = build(forms.File(path="both.obj"), tmp_path)
    right = found.attributes[0][:, 0] >= 5
    assert np.allclose(found.attributes[2][right], [0, 0, 1])


def test_normals_move_with_their_part(tmp_path: Path) -> None:
    """OpenGL 1.5, 2.11.3: by the inverse transpose; a mirrored part has its triangles turned round."""
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 1]], "<f4")
    own = np.array([[0, -0.6, 0.8]] * 3, "<f4")
    places = {"name": "left", "mesh": 0, "scale": [-1, 1, 1]}, {"name": "tall", "mesh": 0, "scale": [1, 2, 1]}
    views = [{"buffer": 0, "byteOffset": at, "byteLength": 36} for at in (0, 36)]
    gltf = GLTF | {
        "nodes": list(places),
        "scenes": [{"nodes": [0, 1]}],
        "scene": 0,
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}}]}],
        "buffers": [{"uri": "points.bin", "byteLength": 72}],
        "bufferViews": views,
        "accessors": [
            {"bufferView": view, "componentType": 5126, "count": 3, "type": "VEC3"} for view in (0, 1)
        ],
    }
    (tmp_path / "a.gltf").write_text(json.dumps(gltf))
    (tmp_path / "points.bin").write_bytes(points.tobytes() + own.tobytes())
    mesh = build(forms.File(path="a.gltf"), tmp_path)
    assert mesh.indices is not None
    left = mesh.attributes[0][:, 0].reshape(2, 3).min(axis=1) < 0
    assert left.sum() == 1
    mirrored, tall = (mesh.attributes[2].reshape(2, 3, 3)[which] for which in (left, ~left))
    assert np.allclose(mirrored, [0, -0.6, 0.8])
    assert np.allclose(tall, np.array([0, -0.3, 0.8]) / np.hypot(0.3, 0.8))
    corners = mesh.attributes[0][mesh.indices.reshape(2, 3)]
    front = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert (front[:, 2] > 0).all()


def test_files_that_a_mesh_names_are_files_beside_it(tmp_path: Path) -> None:
    """A pipe is not waited for, and a mesh reaches for nothing outside its folder."""
    folder = tmp_path / "meshes"
    folder.mkdir()
    os.mkfifo(folder / "pipe.bin")
    (tmp_path / "secret.bin").write_bytes(bytes(72))
    path = folder / "a.gltf"
    for uri, expected in {
        "none.bin": "there is no file",
        "pipe.bin": "is not an ordinary file",
        "../secret.bin": "../secret.bin is not in its folder",
    }.items():
        path.write_text(json.dumps(GLTF | {"buffers": [{"uri": uri, "byteLength": 72}]}))
        with pytest.raises(SceneError, match="names a file that cannot be used: ") as caught:
            build(forms.File(path="a.gltf"), folder)
        assert expected in str(caught.value)


def test_triangles_of_an_stl_are_flat(tmp_path: Path) -> None:
    """Each has vertices of its own."""
    points = np.array(CORNERS, np.float64)
    rows = []
    for quad in QUADS:
        for order in ((0, 1, 2), (0, 2, 3)):
            corners = points[[quad[place] - 1 for place in order]]
            rows.append(np.concatenate([np.zeros((1, 3)), corners]).astype("<f4").tobytes() + b"\0\0")
    (tmp_path / "cube.stl").write_bytes(bytes(80) + struct.pack("<I", len(rows)) + b"".join(rows))
    found = normals(tmp_path / "cube.stl")
    assert len(found) == 36
    assert np.allclose(np.abs(found).max(axis=1), 1.0) and np.allclose(np.abs(found).sum(axis=1), 1.0)


def test_degenerate_triangles_count_for_nothing() -> None:
    positions = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [2, 0, 0], [9, 9, 9]], np.float64)
    triangles = np.array([[0, 1, 2], [0, 1, 3], [2, 2, 2]])
    expected = [[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 1, 0], [0, 1, 0]]
    for scale in (1.0, 1e-30, 1e300):
        assert averaged_normals(positions * scale, triangles).tolist() == expected
    opposite = np.array([[0, 1, 2], [0, 2, 1]])
    assert averaged_normals(positions, opposite).tolist() == [[0, 1, 0]] * 5


def test_many_vertices_are_not_visited_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few sums over whole arrays, as many for 40,000 vertices as for eight."""
    sums: list[int] = []
    bincount = np.bincount

    def counted(*arguments: object, **named: object) -> npt.NDArray[np.float64]:
        sums.append(1)
        found: npt.NDArray[np.float64] = bincount(*arguments, **named)  # type: ignore[call-overload]
        return found

    monkeypatch.setattr(mesh_normals.np, "bincount", counted)
    x, y = np.meshgrid(np.arange(200.0), np.arange(200.0))
    rows = [f"v {a} {b} 0" for a, b in zip(x.ravel(), y.ravel(), strict=True)]
    for i in (at for at in range(1, 39_801) if at % 200):
        rows += [f"f {i} {i + 1} {i + 201}", f"f {i} {i + 201} {i + 200}"]
    (tmp_path / "grid.obj").write_text("\n".join(rows) + "\n")
    found = normals(tmp_path / "grid.obj")
    assert len(found) == 40_000 and (found == [0, 0, 1]).all()
    assert len(sums) == 9


GLB = b"glTF" + struct.pack("<II", 2, 20) + struct.pack("<I", 0) + b"JSON"
GLTF = {
    "asset": {"version": "2.0"},
    "meshes": [{"primitives": [{"attributes": {"POSITION": 7}}]}],
    "nodes": [{"mesh": 0}],
    "scenes": [{"nodes": [0]}],
}


@pytest.mark.parametrize(
    ("file", "data", "message"),
    [
        ("a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", "is damaged, or is no OBJ file"),
        ("b.obj", b"v 0 0 zero\nf 1 1 1\n", "is damaged, or is no OBJ file"),
        ("c.obj", b"", None),
        ("d.ply", b"ply\nformat ascii 1.0\nelement vertex 3\n", None),
        ("e.ply", b"no ply", "is damaged, or is no PLY file"),
        ("f.stl", b"solid\nfacet\n", None),
        ("g.off", b"OFF\n3 1 0\n0 0 0\n1 0 0\n", None),
        ("h.glb", GLB, "is damaged, or is no GLB file"),
        ("i.gltf", json.dumps(GLTF).encode(), "is damaged, or is no GLTF file"),
        ("j.gltf", b"{", "is damaged, or is no GLTF file"),
        ("k.obj", b"v 1e39 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "has a vertex that is not finite"),
        ("l.obj", b"v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "has a vertex that is not finite"),
        ("m.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\n", "has no triangles"),
    ],
)
def test_what_is_no_mesh_is_said_in_the_projects_words(
    tmp_path: Path,
    file: str,
    data: bytes,
    message: str | None,
    capfd: pytest.CaptureFixture[str],
    recwarn: pytest.WarningsRecorder,
) -> None:
    """Whatever a reader stumbles over: no words of numpy's or trimesh's, no line of their log."""
    (tmp_path / file).write_bytes(data)
    with pytest.raises(SceneError) as caught:
        build(forms.File(path=file), tmp_path, "meshes.m.path")
    text = str(caught.value)
    said = text.removeprefix(f"meshes.m.path: {tmp_path / file} ")
    kind = file[2:].upper()
    known = (message,) if message else ("has no triangles", f"is damaged, or is no {kind} file")
    assert said in known, text
    assert capfd.readouterr() == ("", "") and not recwarn.list
