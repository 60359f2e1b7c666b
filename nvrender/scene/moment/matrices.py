"""Matrices of the scene: (4, 4) float64, rows of M with M · v, angles in degrees."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.state.matrices import Matrix
from nvrender.records import once

with warnings.catch_warnings():
    # A backslash of its docstrings: Python 3.12 and later tell everybody when they compile it.
    warnings.simplefilter("ignore")
    from pyrr import matrix44

Float64Array = npt.NDArray[np.float64]


def _rows(matrix: Any) -> Float64Array:
    """pyrr's matrices multiply row vectors from the left.

    They come from its functions: its objects set their own shape, which NumPy 2.5 deprecates.
    """
    rows: Float64Array = np.array(matrix, np.float64).T
    return rows


def perspective(fov: float, aspect: float, near: float, far: float) -> Float64Array:
    """The projection of a camera with the vertical field of view ``fov``."""
    return _rows(matrix44.create_perspective_projection(fov, aspect, near, far))


def orthographic(height: float, aspect: float, near: float, far: float) -> Float64Array:
    """The projection of a camera that sees ``height`` units of the world, whatever their distance."""
    span = far - near
    return np.array(
        [
            [2.0 / (height * aspect), 0.0, 0.0, 0.0],
            [0.0, 2.0 / height, 0.0, 0.0],
            [0.0, 0.0, -2.0 / span, -(far + near) / span],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


#: Face of a cube map → where it is and what is up on it, as (s, t) of OpenGL 1.5 table 3.19 say.
_FACES = (
    ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0)),
    ((-1.0, 0.0, 0.0), (0.0, -1.0, 0.0)),
    ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    ((0.0, -1.0, 0.0), (0.0, 0.0, -1.0)),
    ((0.0, 0.0, 1.0), (0.0, -1.0, 0.0)),
    ((0.0, 0.0, -1.0), (0.0, -1.0, 0.0)),
)


def look_to_face(eye: Sequence[float], face: int) -> Float64Array:
    """World to the eye space of a camera that looks to face 0 to 5 of a cube map around it."""
    way, up = _FACES[face]
    return look_at(eye, [start + step for start, step in zip(eye, way, strict=True)], up)


def look_at(eye: Sequence[float], target: Sequence[float], up: Sequence[float]) -> Float64Array:
    """World to eye space."""
    return _rows(matrix44.create_look_at(eye, target, up))


def translation(offset: Sequence[float]) -> Float64Array:
    """(4, 4): OpenGL 1.5, 2.11.2, Translate."""
    matrix = np.eye(4)
    matrix[:3, 3] = offset
    return matrix


def scaling(factors: Sequence[float]) -> Float64Array:
    """(4, 4): OpenGL 1.5, 2.11.2, Scale."""
    return np.diag([*factors, 1.0])


def rotation(axis: Sequence[float], angle: float) -> Float64Array:
    """Counter-clockwise as seen from the tip of ``axis``, as glRotate turns."""
    unit = np.asarray(axis, np.float64)
    x, y, z = unit / np.linalg.norm(unit)
    cosine, sine = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    matrix = np.eye(4)
    matrix[:3, :3] = np.eye(3) + sine * cross + (1.0 - cosine) * (cross @ cross)
    return matrix


def mirror(height: float) -> Float64Array:
    """The reflection in the plane y = ``height``."""
    return translation((0.0, 2.0 * height, 0.0)) @ scaling((1.0, -1.0, 1.0))


def inverse(matrix: Float64Array) -> Float64Array:
    """The inverse; zero for a singular matrix."""
    try:
        return np.asarray(np.linalg.inv(matrix), np.float64)
    except np.linalg.LinAlgError:
        return np.zeros((4, 4))


def frozen(matrix: Float64Array) -> Matrix:
    """The matrix as State holds it."""
    return tuple(map(tuple, matrix.tolist()))  # type: ignore[return-value]


@dataclass(frozen=True)
class View:
    """Camera and mirror of a pass: ``reflection`` is the mirror's matrix, or the identity.

    ``size`` is that of what the pass draws into, ``planes`` the distances of the near and far planes.
    """

    frame: int
    time: float
    size: tuple[int, int]
    projection: Float64Array
    view: Float64Array
    eye: tuple[float, ...]
    reflection: Float64Array
    planes: tuple[float, float]


@once
def mirrors(view: View) -> bool:
    """True where what is seen is mirrored."""
    return bool(np.linalg.det(view.reflection) < 0)


@dataclass(frozen=True)
class Moment:
    """A frame as all its cameras see it: pass → view, PICTURE among them, and the targets' sizes.

    ``addresses`` are the GPU addresses of the scene's buffers.
    """

    views: Mapping[str, View]
    sizes: Mapping[str, tuple[int, int]]
    addresses: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class ModelView:
    """A draw's ``model`` matrix, mirror included, under a view."""

    view: View
    model: Float64Array

    def in_space(self, point: Float64Array, space: str) -> Float64Array:
        """A point of the world in ``space``."""
        if space == "eye":
            return np.asarray(self.view.view @ point)
        return np.asarray(inverse(self.model) @ point) if space == "object" else point.copy()

    def to_eye(self, space: str) -> Float64Array:
        """The modelview matrix that a GL command's coordinates in ``space`` go through.

        What is given in the world is mirrored with it.
        """
        if space == "eye":
            return np.eye(4)
        return np.asarray(self.view.view @ (self.model if space == "object" else self.view.reflection))
