"""Built-in meshes and files: unit normals on the front, indices in range, closed surfaces."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from nvrender.gl.textures.formats import DEFAULT_FORMATS
from nvrender.gl.textures.pictures import picture
from nvrender.scene.forms import meshes as forms
from nvrender.scene.forms.textures import Bricks, Checker, Gradient, Noise, Painted, Radial, Surroundings
from nvrender.scene.meshes.meshes import build
from nvrender.scene.meshes.shapes import MeshData
from nvrender.scene.textures.textures import _painted, paint

HERE = Path()

CLOSED: list[forms.Mesh] = [
    forms.Torus(segments=24, sides=12),
    forms.Sphere(segments=24, rings=12),
    forms.Cube(cells=3),
    forms.Cylinder(segments=24, cells=3),
    forms.Cylinder(segments=80, cells=3, flutes=20, depth=0.1),
    forms.Knot(segments=96, sides=8),
    forms.Teapot(detail=1),
    forms.Lathe(profile=((0.0, 0.0), (0.5, 0.2), (0.3, 1.0), (0.0, 1.2)), segments=24, cells=20),
]
SUCKERS = forms.Limb(
    profile=((0.3, 0.0), (0.2, 1.0), (0.05, 2.0), (0.0, 2.05)), bones=6, segments=32, cells=96, suckers=8
)
OPEN: list[forms.Mesh] = [
    forms.Grid(cells=(4, 3)),
    forms.Square(),
    forms.Bowl(segments=24, rings=8),
    forms.Ribbon(segments=96, cells=4),
    forms.Disk(rings=8, segments=12, sweep=90.0),
    forms.Tube(segments=12, cells=32),
    forms.Limb(profile=((0.3, 0.0), (0.2, 1.0), (0.0, 2.0)), segments=12, cells=32),
    forms.Many(of=forms.Sphere(segments=12, rings=6), count=3),
    forms.Lathe(profile=((0.2, 0.0), (0.5, 0.0), (0.5, 1.0)), segments=12, cells=8, sharp=True),
]


def triangles(mesh: MeshData) -> npt.NDArray[np.float64]:
    assert mesh.indices is not None
    return mesh.attributes[0].astype(np.float64)[mesh.indices.reshape(-1, 3)]


def name(form: object) -> str:
    return type(form).__name__


@pytest.mark.parametrize("form", CLOSED + OPEN, ids=name)
def test_normals_are_unit_and_on_the_front(form: forms.Mesh) -> None:
    mesh = build(form, HERE)
    assert mesh.indices is not None
    assert int(mesh.indices.max()) < mesh.vertices
    integers = {6} if isinstance(form, (forms.Tube, forms.Limb)) else set()
    for number, array in mesh.attributes.items():
        assert array.dtype == (np.int32 if number in integers else np.float32)
        assert len(array) == mesh.vertices
    normals = mesh.attributes[2].astype(np.float64)
    assert np.allclose(np.linalg.norm(normals, axis=1), 1.0, atol=1e-5)
    corners = triangles(mesh)
    facing = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    agreement = np.einsum("ij,ij->i", facing, normals[mesh.indices.reshape(-1, 3)].mean(axis=1))
    area = np.linalg.norm(facing, axis=1)
    # A sliver at a pole has no direction of its own.
    assert (agreement[area > 1e-6 * area.max()] > 0).all()


@pytest.mark.parametrize("form", CLOSED, ids=name)
def test_closed_surfaces_have_two_triangles_at_every_edge(form: forms.Mesh) -> None:
    corners = triangles(build(form, HERE))
    _, places = np.unique(np.round(corners.reshape(-1, 3), 4), axis=0, return_inverse=True)
    edges: Counter[tuple[int, int]] = Counter()
    for a, b, c in places.reshape(-1, 3).tolist():
        if len({a, b, c}) == 3:
            edges.update([(a, b), (b, c), (c, a)])
    assert edges and all(edges[b, a] == count for (a, b), count in edges.items())
    volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6
    assert volume > 0


def test_a_sphere_is_as_large_as_it_says() -> None:
    mesh = build(forms.Sphere(radius=2.5, segments=32, rings=16), HERE)
    assert np.allclose(np.linalg.norm(mesh.attributes[0], axis=1), 2.5, atol=1e-5)


def test_grids_face_up() -> None:
    for form in (forms.Grid(cells=(2, 2)), forms.Disk(rings=4, segments=4)):
        assert (build(form, HERE).attributes[2] == [0.0, 1.0, 0.0]).all()


def test_the_pot_stands_on_the_ground_and_points_its_spout_at_x() -> None:
    positions = build(forms.Teapot(detail=2), HERE).attributes[0]
    low, high = positions.min(axis=0), positions.max(axis=0)
    assert abs(low[1]) < 5e-3 and 1.5 < high[1] < 1.7 and high[0] > 1.4 and low[0] < -1.3


def test_a_limb_has_the_weights_of_neighbouring_bones() -> None:
    form = forms.Tube(bones=8, cells=64, segments=8, length=2.0)
    mesh = build(form, HERE)
    weights, rows = mesh.attributes[1], mesh.attributes[6]
    assert np.allclose(weights.sum(axis=1), 1.0) and (weights >= 0).all()
    assert set(np.unique(rows)) == {3.0 * bone for bone in range(8)}
    assert (rows[:, 1] - rows[:, 0] <= 3).all() and (rows[:, 1] >= rows[:, 0]).all()
    middle = np.abs(mesh.attributes[0][:, 1] - 1.0) < 1e-3
    assert (rows[middle, 0] == 9).all() or np.allclose(weights[middle], 0.5, atol=0.05)


def test_a_limb_follows_one_to_four_bones() -> None:
    mesh = build(SUCKERS, HERE)
    weights, (first, count) = mesh.attributes[1], mesh.attributes[6].T
    assert mesh.attributes[6].dtype == np.int32
    assert np.allclose(weights.sum(axis=1), 1.0, atol=1e-6) and (weights >= 0).all()
    assert set(count) == {2, 3, 4} and (first >= 0).all() and (first + count <= 6).all()
    # What lies past the number of bones weighs nothing, and half-way up both sides weigh the same.
    assert (np.take_along_axis(weights, np.minimum(count, 3)[:, None], 1)[count < 4] == 0).all()
    share = mesh.attributes[0][:, 1] / np.float32(2.05)
    centre = ((first[:, None] + np.arange(4) + 0.5) * weights).sum(axis=1) / 6
    inner = count == 4
    assert np.allclose(centre[inner], share[inner], atol=1e-5)
    alone = build(forms.Limb(profile=((0.1, 0.0), (0.0, 1.0)), bones=1, segments=8, cells=8), HERE)
    assert (alone.attributes[6] == [0, 1]).all() and np.allclose(alone.attributes[1], [1.0, 0.0, 0.0, 0.0])


def test_suckers_sit_in_two_rows_on_one_side() -> None:
    straight = forms.Limb(profile=((0.2, 0.0), (0.2, 1.0), (0.2, 2.0)), segments=64, cells=400, suckers=8)
    mesh = build(straight, HERE)
    shown = mesh.attributes[7][:, 0]
    across = mesh.attributes[8][:, 0]
    assert shown.max() > 0.9 and (shown[across > 0.55] < 1e-3).all()
    # On the line through one row each of the eight has a rim below its cup and one above.
    columns = np.unique(across)
    middle = across == columns[np.argmin(np.abs(columns - 0.25 - 0.5 / (2 * np.pi)))]
    rims = np.diff((shown[middle] > 0.5).astype(int)) == 1
    assert rims.sum() == 16


def test_many_are_one_after_the_other() -> None:
    single = build(forms.Cube(cells=2), HERE)
    many = build(forms.Many(of=forms.Cube(cells=2), count=4), HERE)
    assert many.indices is not None and single.indices is not None
    for piece in range(4):
        part = slice(piece * single.vertices, (piece + 1) * single.vertices)
        assert (many.attributes[0][part] == single.attributes[0]).all()
    pieces = many.indices.reshape(4, -1) // np.uint32(single.vertices)
    assert (pieces == np.arange(4)[:, None]).all()


def test_a_galaxy_is_the_same_every_time() -> None:
    first = build(forms.Galaxy(count=500, seed=7), HERE)
    again = build(forms.Galaxy(count=500, seed=7), HERE)
    other = build(forms.Galaxy(count=500, seed=8), HERE)
    assert first.primitive == "POINTS" and first.indices is None
    assert (first.attributes[0] == again.attributes[0]).all()
    assert (first.attributes[0] != other.attributes[0]).any()


OBJ = "v 0 0 0\nv 2 0 0\nv 0 4 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
PLY = (
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
)


@pytest.mark.parametrize(("file", "text", "count"), [("a.obj", OBJ, 4), ("b.ply", PLY, 1)])
def test_mesh_files(tmp_path: Path, file: str, text: str, count: int) -> None:
    (tmp_path / file).write_text(text)
    mesh = build(forms.File(path=file, fit=1.0), tmp_path)
    assert mesh.indices is not None and mesh.indices.size == 3 * count
    assert np.allclose(mesh.attributes[0][:, 1].min(), 0.0)
    assert np.allclose(mesh.attributes[0][:, 1].max(), 1.0)
    assert np.allclose(np.linalg.norm(mesh.attributes[2], axis=1), 1.0, atol=1e-5)


def test_a_gltf_file_loads(tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh")
    trimesh.creation.box().export(tmp_path / "box.glb")
    mesh = build(forms.File(path="box.glb"), tmp_path)
    assert mesh.indices is not None and mesh.indices.size == 36


@pytest.mark.parametrize(
    "form",
    [
        Checker(size=(64, 32)),
        Bricks(size=(64, 64)),
        Noise(size=(64, 64)),
        Noise(size=(64, 64), veins=2.0),
        Gradient(size=(8, 64)),
        Radial(size=(64, 64)),
        Surroundings(size=(64, 64), lamps=((0.0, 1.0, 0.5, 20.0, 1.0),)),
    ],
    ids=name,
)
def test_painted_textures_are_pictures(form: Painted | Surroundings) -> None:
    pixels = paint(form)
    assert pixels.shape == (form.size[1], form.size[0], 3) and pixels.dtype == np.uint8
    assert pixels.max() > pixels.min() and DEFAULT_FORMATS[pixels.shape[2]] == "RGB"
    assert (_painted(form) == pixels).all()


def test_noise_has_no_seam() -> None:
    pixels = paint(Noise(size=(64, 64), cells=4, octaves=2)).astype(int)
    inside = np.abs(np.diff(pixels, axis=1)).max()
    assert np.abs(pixels[:, 0] - pixels[:, -1]).max() <= inside


def test_gradients_run_upwards() -> None:
    pixels = paint(Gradient(size=(1, 64), colors=((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))))
    assert pixels[0, 0, 0] > 250 and pixels[-1, 0, 0] < 5


@pytest.mark.parametrize(
    ("mode", "components"), [("L", 1), ("LA", 2), ("RGB", 3), ("RGBA", 4), ("P", 4), ("1", 4), ("CMYK", 4)]
)
def test_image_files(tmp_path: Path, mode: str, components: int) -> None:
    image = pytest.importorskip("PIL.Image")
    kind = "tiff" if mode == "CMYK" else "png"
    image.new(mode, (5, 3)).save(tmp_path / f"a.{kind}")
    assert picture(tmp_path / f"a.{kind}").shape == (3, 5, components)
