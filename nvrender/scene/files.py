"""Files a scene names: bounded, checked, and one clear SceneError for each that cannot be used."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures import pictures
from nvrender.scene.forms.meshes import File
from nvrender.scene.meshes.arrays import averaged_normals
from nvrender.scene.meshes.shapes import MeshData, unit
from nvrender.source import InputError, SceneError, named

MESH_KINDS = (".obj", ".ply", ".stl", ".off", ".gltf", ".glb")
MESH_BYTES = 256 * 2**20
MESH_VERTICES = 8_000_000
_NORMALS = "vertex_normals"
#: The largest texture coordinate, a float.
_LARGEST = float(np.finfo(np.float32).max)
_SILENT = logging.NullHandler()


@contextmanager
def _scene_errors() -> Iterator[None]:
    """What is wrong with a file is wrong with the scene that names it."""
    try:
        yield
    except InputError as error:
        raise SceneError(str(error)) from None


def existing(directory: Path, name: str, what: str, limit: int) -> Path:
    """The file ``name`` in ``directory``; SceneError unless it is one, of at most ``limit`` bytes."""
    with _scene_errors():
        return pictures.existing(directory / name, what, limit)


def mesh_file(form: File, directory: Path, what: str) -> MeshData:
    """The file's triangles, all its parts together; normals are computed where the file has none.

    SceneError begins with ``what``.
    """
    path = check_mesh_file(form, directory, what)
    parts = _parts(path, what)
    if not sum(len(part.triangles) for part in parts):
        raise SceneError(f"{what}: {named(path)} has no triangles")
    firsts = np.cumsum([0, *(len(part.positions) for part in parts)])
    if firsts[-1] > MESH_VERTICES:
        raise SceneError(
            f"{what}: {named(path)} has {firsts[-1]} vertices; at most {MESH_VERTICES} are drawn"
        )
    triangles = np.concatenate([part.triangles + first for part, first in zip(parts, firsts, strict=False)])
    positions, normals, coordinates = (
        np.concatenate(arrays) for arrays in zip(*(part[:3] for part in parts), strict=True)
    )
    if form.fit is not None:
        positions = _fitted(positions, form.fit)
    with np.errstate(over="ignore"):
        attributes = {0: positions.astype(np.float32), 2: normals.astype(np.float32)}
        attributes[8] = coordinates.clip(-_LARGEST, _LARGEST).astype(np.float32)
    if not np.isfinite(attributes[0]).all():
        raise SceneError(f"{what}: {named(path)} has a vertex that is not finite")
    return MeshData(attributes, triangles.reshape(-1).astype(np.uint32))


class _Part(NamedTuple):
    """Vertices (N, 3), (N, 3) and (N, 2), and triangles (M, 3)."""

    positions: npt.NDArray[np.float64]
    normals: npt.NDArray[np.float64]
    coordinates: npt.NDArray[np.float64]
    triangles: npt.NDArray[np.int64]


class _Neighbours:
    """The files that a mesh file names, as trimesh asks for them: no others than those below its folder."""

    def __init__(self, path: Path, what: str) -> None:
        self._folder = path.parent.resolve()
        self._place = f"{what}: {named(path)} names a file that cannot be used"

    def get(self, name: str) -> bytes:
        """The bytes of the file ``name``. SceneError, or KeyError where trimesh seeks an archive."""
        if name == "model.gltf":
            raise KeyError(name)
        if not (self._folder / name).resolve().is_relative_to(self._folder):
            raise SceneError(f"{self._place}: {name} is not in its folder")
        return existing(self._folder, name, self._place, MESH_BYTES).read_bytes()

    __getitem__ = get


def _parts(path: Path, what: str) -> list[_Part]:
    """The parts of a mesh file, each where it belongs. SceneError begins with ``what``."""
    import trimesh

    # What a reader meets on its way is said below, in one message, or is no fault.
    logging.getLogger("trimesh").addHandler(_SILENT)
    kind = path.suffix.lower()
    options: dict[str, Any] = {"skip_materials": True} if kind == ".obj" else {}
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            options["resolver"] = _Neighbours(path, what)
            scene: Any = trimesh.load(path, force="scene", process=False, **options)
            placed = [scene.graph[node] for node in scene.graph.nodes_geometry]
            meshes = [(scene.geometry[name], np.array(matrix, np.float64)) for matrix, name in placed]
            there = [pair for pair in meshes if isinstance(pair[0], trimesh.Trimesh)]
            return [_part(mesh, matrix, f"{what}: {named(path)}") for mesh, matrix in there]
    except SceneError:
        raise
    except ImportError as error:
        reason = f"needs the Python package {error.name}"
    except MemoryError:
        reason = "needs more memory than there is"
    except Exception as error:  # the readers raise whatever they stumble over
        reason = f"is damaged, or is no {kind[1:].upper()} file"
        if isinstance(error, OSError) and error.strerror:
            reason = f"cannot be read: {error.strerror}"
    raise SceneError(f"{what}: {named(path)} {reason}")


def _part(mesh: Any, matrix: npt.NDArray[np.float64], place: str) -> _Part:
    """A part moved by ``matrix`` (4, 4), with normals where it has none. SceneError begins with ``place``."""
    positions = np.array(mesh.vertices, np.float64).reshape(-1, 3)
    triangles = np.array(mesh.faces, np.int64).reshape(-1, 3)
    if len(triangles) and not 0 <= int(triangles.min()) <= int(triangles.max()) < len(positions):
        raise SceneError(f"{named(place)} has a face with a vertex that does not exist")
    linear = matrix[:3, :3]
    mirrored = np.linalg.det(linear) < 0
    positions = positions @ linear.T + matrix[:3, 3]
    if mirrored:
        triangles = triangles[:, ::-1]
    if _NORMALS in mesh._cache:  # what a file lacks trimesh would compute, a vertex at a time
        # Cofactors are the inverse transpose but for the determinant (OpenGL 1.5, 2.11.3).
        cofactors = np.cross(linear[[1, 2, 0]], linear[[2, 0, 1]])
        normals = np.nan_to_num(np.array(mesh.vertex_normals, np.float64)) @ cofactors.T
        normals = unit(-normals if mirrored else normals)
    else:
        normals = averaged_normals(positions, triangles)
    return _Part(positions, normals, _coordinates(mesh, len(positions)), triangles)


def check_mesh_file(form: File, directory: Path, what: str) -> Path:
    """What can be said of a mesh file without reading it."""
    path = existing(directory, form.path, what, MESH_BYTES)
    if path.suffix.lower() not in MESH_KINDS:
        raise SceneError(f"{what}: {named(path)} is not one of {', '.join(MESH_KINDS)}")
    return path


def _coordinates(mesh: Any, count: int) -> npt.NDArray[np.float64]:
    found = getattr(mesh.visual, "uv", None)
    if found is None or len(found) != count:
        return np.zeros((count, 2))
    return np.nan_to_num(np.asarray(found, np.float64)[:, :2])


def _fitted(positions: npt.NDArray[np.float64], height: float) -> npt.NDArray[np.float64]:
    low, high = positions.min(0), positions.max(0)
    tall = high[1] - low[1] or 1.0
    middle = np.array([(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2])
    return np.asarray((positions - middle) * (height / tall))


def texture_shape(name: str, directory: Path, what: str) -> tuple[int, int, int]:
    """Height, width and components of an image file, by its header: nothing is decompressed yet."""
    with _scene_errors():
        return pictures.shape(directory / name, what)


def texture_file(name: str, directory: Path, what: str) -> npt.NDArray[np.uint8]:
    """The image, (H, W, 1…4) uint8, top row first: L, LA, RGB or RGBA."""
    with _scene_errors():
        return pictures.picture(directory / name, what)
