"""Where a viewer looks from: orbit, pan and zoom as functions of plain numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from nvrender.scene.forms.passes import Camera
from nvrender.scene.model import Scene
from nvrender.scene.moment.animation import eye_and_target, number
from nvrender.scene.moment.matrices import look_to_face, rotation

Float64Array = npt.NDArray[np.float64]
Vector = tuple[float, float, float]

#: Degrees a drag over the whole height of the window turns.
_TURN = 240.0
#: The eye comes no closer than this to straight above or below, in degrees.
_POLE = 1.0
#: Each step of the wheel brings the eye this much closer.
_STEP = 0.88
#: How much smaller or larger the distance to the target may become than it was in the scene.
_NEAREST, _FARTHEST = 1e-3, 1e3
_SQUARE = 90.0


@dataclass(frozen=True)
class Viewpoint:
    """A camera at rest: ``eye``, ``target`` and ``up`` in the world, ``fov`` in degrees.

    ``height`` is of what an orthographic camera sees, None of a perspective one. ``scale`` is how far the
    eye is from the target, as a multiple of what it was; the planes go with it.
    """

    eye: Vector
    target: Vector
    up: Vector
    fov: float
    near: float
    far: float
    height: float | None = None
    scale: float = 1.0


def viewpoint(camera: Camera, time: float) -> Viewpoint:
    """What ``camera`` is at ``time`` seconds; one that looks to a face of a cube map looks that way."""
    eye, target = eye_and_target(camera, time)
    up, fov = np.asarray(camera.up), number(camera.fov, time)
    if camera.face is not None:
        rows = look_to_face(eye, camera.face)
        target, up, fov = tuple(np.asarray(eye) - rows[2, :3]), rows[1, :3], _SQUARE
    height = None if camera.height is None else number(camera.height, time)
    return Viewpoint(_vector(eye), _vector(target), _vector(up), fov, camera.near, camera.far, height)


def seen_from(scene: Scene, place: Viewpoint | None) -> Scene:
    """The scene with its camera at ``place``, its own if None."""
    if place is None:
        return scene
    near, far = place.near, place.far
    if place.height is None:
        near, far = near * min(1.0, place.scale), far * max(1.0, place.scale)
    camera = Camera(
        eye=place.eye, target=place.target, up=place.up, fov=place.fov, near=near, far=far,
        height=place.height,
    )  # fmt: skip
    return replace(scene, form=msgspec.structs.replace(scene.form, camera=camera))


def orbited(place: Viewpoint, right: float, up: float) -> Viewpoint:
    """The eye goes around the target as a drag by parts of the window's height turns the world."""
    axis, side, back = _axes(place)
    offset = np.subtract(place.eye, place.target)
    height = math.degrees(math.asin(np.clip(back @ axis, -1.0, 1.0)))
    most = 90.0 - _POLE
    rise = float(np.clip(height - up * _TURN, min(-most, height), max(most, height))) - height
    turned = rotation(_vector(side), -rise)[:3, :3] @ offset
    turned = rotation(_vector(axis), -right * _TURN)[:3, :3] @ turned
    return replace(place, eye=_vector(place.target + turned))


def panned(place: Viewpoint, right: float, up: float) -> Viewpoint:
    """Eye and target move so that what is at the target goes with a drag by parts of the window's height."""
    _, side, back = _axes(place)
    across = visible_height(place)
    move = -across * (right * side + up * np.cross(back, side))
    return replace(place, eye=_vector(place.eye + move), target=_vector(place.target + move))


def zoomed(place: Viewpoint, steps: float) -> Viewpoint:
    """The eye comes closer by steps of the wheel, or what an orthographic camera sees becomes smaller."""
    scale = float(np.clip(place.scale * _STEP ** np.clip(steps, -100, 100), _NEAREST, _FARTHEST))
    factor = scale / place.scale
    if place.height is not None:
        return replace(place, height=place.height * factor, scale=scale)
    offset = np.subtract(place.eye, place.target) * factor
    return replace(place, eye=_vector(place.target + offset), scale=scale)


def visible_height(place: Viewpoint) -> float:
    """How much of the world is seen from bottom to top, at the target's distance."""
    if place.height is not None:
        return place.height
    distance = float(np.linalg.norm(np.subtract(place.eye, place.target)))
    return 2.0 * distance * math.tan(math.radians(place.fov) / 2.0)


def _axes(place: Viewpoint) -> tuple[Float64Array, Float64Array, Float64Array]:
    """Unit vectors: up of the world, right of the camera, and from the target to the eye."""
    axis = _unit(np.asarray(place.up, np.float64))
    back = _unit(np.subtract(place.eye, place.target))
    side = np.cross(axis, back)
    return axis, _unit(side), back


def _unit(way: Float64Array) -> Float64Array:
    return np.asarray(way / (np.linalg.norm(way) or 1.0))


def _vector(values: Any) -> Vector:
    x, y, z = (float(value) for value in values)
    return x, y, z
