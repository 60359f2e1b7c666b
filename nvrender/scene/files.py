"""Files a scene names: bounded, checked, and one clear SceneError for each that cannot be used."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl import pictures
from nvrender.scene.mesh_forms import File
from nvrender.scene.shapes import MeshData, unit
from nvrender.source import InputError, SceneError

MESH_KINDS = (".obj", ".ply", ".stl", ".off", ".gltf", ".glb")
MESH_BYTES = 256 * 2**20
MESH_VERTICES = 8_000_000


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
    import trimesh

    options: dict[str, Any] = {"skip_materials": True} if path.suffix.lower() == ".obj" else {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            mesh: Any = trimesh.load(path, force="mesh", process=False, **options)
            positions = np.array(mesh.vertices, np.float64)
            faces = np.array(mesh.faces, np.int64).reshape(-1, 3)
            normals = np.array(mesh.vertex_normals, np.float64)
            coordinates = _coordinates(mesh, len(positions))
    except Exception as error:  # the readers raise whatever they stumble over
        raise SceneError(f"{what}: {path} is no mesh that can be read: {pictures.reason(error)}") from None
    if not len(faces) or positions.ndim != 2 or positions.shape[1] != 3:
        raise SceneError(f"{what}: {path} has no triangles")
    if len(positions) > MESH_VERTICES:
        raise SceneError(f"{what}: {path} has {len(positions)} vertices; at most {MESH_VERTICES} are drawn")
    if int(faces.min()) < 0 or int(faces.max()) >= len(positions):
        raise SceneError(f"{what}: {path} has a face with a vertex that does not exist")
    if not np.isfinite(positions).all():
        raise SceneError(f"{what}: {path} has a vertex that is not finite")
    if form.fit is not None:
        positions = _fitted(positions, form.fit)
    attributes = {0: positions, 2: unit(np.nan_to_num(normals)), 8: coordinates}
    return MeshData(
        {key: value.astype(np.float32) for key, value in attributes.items()},
        faces.reshape(-1).astype(np.uint32),
    )


def check_mesh_file(form: File, directory: Path, what: str) -> Path:
    """What can be said of a mesh file without reading it."""
    path = existing(directory, form.path, what, MESH_BYTES)
    if path.suffix.lower() not in MESH_KINDS:
        raise SceneError(f"{what}: {path} is not one of {', '.join(MESH_KINDS)}")
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
