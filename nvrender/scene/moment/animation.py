"""Numbers, vectors and transforms of a scene at a moment of its time."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from nvrender.scene.forms.base import Component, Function, Number
from nvrender.scene.forms.passes import Camera
from nvrender.scene.forms.scene import Chain, Light, Rotation, Step
from nvrender.scene.moment.matrices import Float64Array, rotation, scaling, translation

#: Rows a bone takes in the parameters.
BONE_ROWS = 3

_STRAIGHT_UP = 89.9


def number(value: Number, time: float) -> float:
    """``value`` at ``time`` seconds."""
    return float(component(value, time))


def component(value: Component, time: float) -> int | float:
    """``value`` at ``time`` seconds; an integer where it is written as one."""
    if not isinstance(value, Function):
        return value
    changing = _changing(value, time)
    return math.floor(changing) if value.whole and math.isfinite(changing) else changing


def _changing(value: Function, time: float) -> float:
    if value.sine is not None:
        sine = value.sine
        turns = math.fmod(time / sine.period + sine.phase, 1.0)
        return sine.offset + sine.amplitude * math.sin(2.0 * math.pi * turns)
    if value.linear is not None:
        return value.linear.start + value.linear.rate * time
    return _between_keys(value, time)


def vector(values: Sequence[Number], time: float) -> tuple[float, ...]:
    """The numbers at ``time`` seconds."""
    return tuple(number(value, time) for value in values)


def _between_keys(value: Function, time: float) -> float:
    keys = value.keys or [(0.0, 0.0)]
    first, last = keys[0][0], keys[-1][0]
    if value.loop and last > first:
        time = first + math.fmod(time - first, last - first)
        time += last - first if time < first else 0.0
    index = bisect_right([key for key, _ in keys], time)
    if index == 0:
        return keys[0][1]
    if index == len(keys):
        return keys[-1][1]
    (start, low), (end, high) = keys[index - 1], keys[index]
    share = (time - start) / (end - start)
    if value.smooth:
        share = share * share * (3.0 - 2.0 * share)
    return low + (high - low) * share


def transform(steps: Sequence[Step], lights: Mapping[str, Light], time: float) -> Float64Array:
    """The product of the steps, the first one outermost, as successive glTranslate … calls give it."""
    matrix = np.eye(4)
    for step in steps:
        if step.translate is not None:
            matrix = matrix @ translation(vector(step.translate, time))
        elif step.rotate is not None:
            matrix = matrix @ _turned(step.rotate, time)
        elif isinstance(step.scale, tuple):
            matrix = matrix @ scaling(vector(step.scale, time))
        elif step.scale is not None:
            matrix = matrix @ scaling((number(step.scale, time),) * 3)
        elif step.to_light is not None:
            light = lights[step.to_light]
            matrix = matrix @ translation(vector(light.position or light.direction or (), time))
    return matrix


def _turned(form: Rotation, time: float) -> Float64Array:
    return rotation(form.axis, number(form.angle, time))


def eye_and_target(camera: Camera, time: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Where the camera is and what it looks at, in the world."""
    target = vector(camera.target, time)
    if camera.orbit is None:
        return vector(camera.eye, time), target
    angle = math.radians(number(camera.orbit.angle, time))
    height = max(-_STRAIGHT_UP, min(_STRAIGHT_UP, number(camera.orbit.elevation, time)))
    radius, level = number(camera.orbit.radius, time), math.cos(math.radians(height))
    offset = (math.sin(angle) * level, math.sin(math.radians(height)), math.cos(angle) * level)
    return tuple(t + radius * o for t, o in zip(target, offset, strict=True)), target


def bone_rows(chain: Chain, time: float) -> Float64Array:
    """The (bones · 3, 4) rows of the matrices that take the chain at rest to its pose at ``time``."""
    return bone_matrices(chain, time)[:, :BONE_ROWS].reshape(-1, 4)


@lru_cache(maxsize=64)
def bone_matrices(chain: Chain, time: float) -> Float64Array:
    """The (bones, 4, 4) matrices that take the chain at rest to its pose at ``time``, not to be changed."""
    pose = np.eye(4)
    step = chain.length / chain.bones
    matrices = []
    for bone in range(chain.bones):
        moment = time + chain.time - bone * chain.delay
        root = (0.0, bone * step, 0.0)
        bend = np.eye(4)
        for turn in chain.bend:
            bend = bend @ rotation(turn.axis, number(turn.angle, moment) * chain.growth**bone)
        pose = pose @ translation(root) @ bend @ translation((0.0, -bone * step, 0.0))
        matrices.append(pose)
    stacked = np.stack(matrices)
    stacked.flags.writeable = False  # all draws of a frame share them
    return stacked
