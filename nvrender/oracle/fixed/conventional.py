"""The conventional vertex stage, without a vertex program, on arrays (OpenGL 1.5, 2.11 to 2.14, 3.3).

Everything but the position is computed in double precision: OpenGL asks for an accuracy, no order of steps.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.params import modelview_projection
from nvrender.gl.state.lighting import TextureGeneration
from nvrender.gl.state.state import IDENTITY, TEXTURE_UNITS, Point, State
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.oracle.fixed.lighting import Vertex, lit, unit
from nvrender.oracle.machine.vertices import transformed
from nvrender.oracle.raster.triangles import Float32Array, Float64Array

_COLORS = ("COL0", "COL1", "BFC0", "BFC1")
#: What the stage has to hand over.
RESULTS = frozenset({*_COLORS, "FOGC", *(f"TEX{unit}" for unit in range(TEXTURE_UNITS))})
_NORMAL, _COLOR, _SECONDARY, _FOG, _TEXTURE = 2, 3, 4, 5, 8


def conventional_results(
    attributes: Mapping[int, npt.NDArray[Any]],
    state: State,
    instances: int = 1,
    read: Container[str] = RESULTS,
) -> tuple[dict[str, Float32Array], Float32Array]:
    """Result → (N, 4) of ``instances`` times all vertices, under the names of the VP family; and positions.

    ``attributes`` by number; others have their current values. Besides HPOS there are those of RESULTS that
    are ``read``, and PSIZ where the size is derived from the distance. Colours are not clamped yet.
    """
    count = len(next(iter(attributes.values())))
    given = _Attributes(attributes, state, count, instances)
    position = given.words(0)
    results = {"HPOS": transformed(modelview_projection(state), position, count * instances)}
    with np.errstate(all="ignore"):
        eye = position @ np.array(state.modelview, np.float64).T
        seen = _Seen(given, eye, state)
        values = _colors(seen) if any(name in read for name in _COLORS) else {}
        if "FOGC" in read:
            # The distance along the axis, which 3.10 allows for the distance.
            depth = state.fog.coordinate_source == "FRAGMENT_DEPTH"
            values["FOGC"] = _first(np.abs(eye[:, 2]) if depth else given.values(_FOG)[:, 0])
        for unit in range(TEXTURE_UNITS):
            if f"TEX{unit}" in read:
                values[f"TEX{unit}"] = _texture_coordinates(unit, seen)
        if state.point != Point():
            values["PSIZ"] = _first(point_sizes(eye, state))
        results |= {name: array.astype(np.float32) for name, array in values.items()}
    return results, position


class _Attributes:
    """Attributes of ``instances`` times all vertices, those not given with their current values."""

    def __init__(
        self, arrays: Mapping[int, npt.NDArray[Any]], state: State, count: int, instances: int
    ) -> None:
        self._arrays = arrays
        self._state = state
        self._count = count
        self._instances = instances

    def words(self, number: int) -> Float32Array:
        """(N, 4), components not given 0, 0, 1 (OpenGL 1.5, 2.7)."""
        if number in self._arrays:
            source = AttributeSource(f"attribute {number}", np.asarray(self._arrays[number]), False)
            return np.tile(source.rows(0, self._count), (self._instances, 1))
        current = self._state.current_attributes
        value = current[number] if number < len(current) else ATTRIBUTES[number].initial
        return np.tile(np.array([value], np.float32), (self._count * self._instances, 1))

    def values(self, number: int) -> Float64Array:
        return self.words(number).astype(np.float64)


class _Seen:
    """Vertices in eye coordinates (N, 4), and what comes of their normals, made when first asked for."""

    def __init__(self, given: _Attributes, eye: Float64Array, state: State) -> None:
        self.given = given
        self.eye = eye
        self.state = state

    @cached_property
    def normal(self) -> Float64Array:
        return eye_normals(self.given.values(_NORMAL)[:, :3], self.state)

    @cached_property
    def reflected(self) -> Float64Array:
        return reflection(self.eye, self.normal)


def eye_normals(normals: Float64Array, state: State) -> Float64Array:
    """(N, 3): n_f of 2.11.3, from the inverse of the upper leftmost 3×3 matrix, zero if singular."""
    upper = np.array(state.modelview, np.float64)[:3, :3]
    # The rows of the inverse's transpose are cross products of the rows over the determinant.
    crossed = np.stack([np.cross(upper[(row + 1) % 3], upper[(row + 2) % 3]) for row in range(3)])
    determinant = float(upper[0] @ crossed[0])
    crossed = crossed / determinant if determinant else np.zeros((3, 3))
    found = normals @ crossed.T
    if state.rescale_normal:
        # m31, m32, m33: the inverse's third row.
        third = crossed[:, 2]
        if third.any():
            found = found / np.sqrt((third**2).sum())
    return unit(found) if state.normalize else found


def _colors(seen: _Seen) -> dict[str, Float64Array]:
    """2.14: the colours as they are given, or lit; those of the back for two-sided lighting."""
    given, state = seen.given, seen.state
    current = given.values(_COLOR)
    if not state.lighting:
        return {"COL0": current, "COL1": given.values(_SECONDARY)}
    front = lit(Vertex(seen.eye, seen.normal, current), state, "FRONT")
    found = {"COL0": front[0], "COL1": front[1]}
    if state.light_model.two_side:
        # 2.14.1: the back has the normal reversed.
        back = lit(Vertex(seen.eye, -seen.normal, current), state, "BACK")
        found |= {"BFC0": back[0], "BFC1": back[1]}
    return found


def _texture_coordinates(unit: int, seen: _Seen) -> Float64Array:
    """(N, 4) of one unit: 2.11.4, then 2.11.2."""
    given, state = seen.given, seen.state
    rows = state.texture_generation
    generation = rows[unit] if unit < len(rows) else TextureGeneration()
    coordinates = given.values(_TEXTURE + unit)
    for axis, mode in enumerate(generation.modes):
        match mode:
            case "OBJECT_LINEAR":
                coordinates[:, axis] = given.values(0) @ np.array(generation.object[axis])
            case "EYE_LINEAR":
                coordinates[:, axis] = seen.eye @ np.array(generation.eye[axis])
            case "NORMAL_MAP":
                coordinates[:, axis] = seen.normal[:, axis]
            case "REFLECTION_MAP":
                coordinates[:, axis] = seen.reflected[:, axis]
            case "SPHERE_MAP":
                coordinates[:, axis] = sphere_map(seen.reflected)[:, axis]
    matrix = state.texture[unit] if unit < len(state.texture) else IDENTITY
    return coordinates if matrix == IDENTITY else coordinates @ np.array(matrix, np.float64).T


def reflection(eye: Float64Array, normal: Float64Array) -> Float64Array:
    """r = u - 2 n_f (n_f · u), u the unit vector from the origin to the vertex (2.11.4)."""
    u = unit(np.where(eye[:, 3:] < 0.0, -1.0, 1.0) * eye[:, :3])
    return np.asarray(u - 2.0 * normal * (normal * u).sum(axis=1, keepdims=True))


def sphere_map(reflected: Float64Array) -> Float64Array:
    """(N, 2): s = rx / m + 1/2, t = ry / m + 1/2 with m = 2 √(rx² + ry² + (rz + 1)²); 1/2 where m is 0."""
    m = 2.0 * np.sqrt(reflected[:, 0] ** 2 + reflected[:, 1] ** 2 + (reflected[:, 2] + 1.0) ** 2)
    return np.where(m[:, None] > 0.0, reflected[:, :2] / m[:, None], 0.0) + 0.5


def point_sizes(eye: Float64Array, state: State) -> Float64Array:
    """(N,): derived sizes, size · √(1 / (a + b d + c d²)) between the bounds (3.3)."""
    point = state.point
    w = np.where(eye[:, 3] == 0.0, 1.0, eye[:, 3])
    distance = np.sqrt(((eye[:, :3] / w[:, None]) ** 2).sum(axis=1))
    a, b, c = point.attenuation
    size = state.point_size * np.sqrt(1.0 / (a + b * distance + c * distance**2))
    return np.asarray(np.minimum(np.maximum(size, point.minimum), point.maximum))


def _first(values: Float64Array) -> Float64Array:
    """(N, 4) with ``values`` first, then 0, 0, 1."""
    found = np.zeros((len(values), 4))
    found[:, 0], found[:, 3] = values, 1.0
    return found
