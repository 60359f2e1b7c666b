"""Conventional lighting on arrays (OpenGL 1.5, 2.14.1 to 2.14.3), in the symbols of table 2.10."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nvrender.gl.state.lighting import Light, Material
from nvrender.gl.state.state import State
from nvrender.oracle.raster.triangles import Float64Array


class Vertex(NamedTuple):
    """Vertices in eye coordinates (N, 4), their normals n (N, 3) and current colours (N, 4)."""

    eye: Float64Array
    normal: Float64Array
    color: Float64Array


class _Material(NamedTuple):
    """Material properties of each vertex, (N, 4) or (1, 4) each, and the shininess."""

    ambient: Float64Array
    diffuse: Float64Array
    specular: Float64Array
    emission: Float64Array
    shininess: float


def lit(vertex: Vertex, state: State, face: str) -> tuple[Float64Array, Float64Array]:
    """c_pri and c_sec (N, 4) of a ``face``, FRONT or BACK, not clamped."""
    model = state.light_model
    material = _material(state, face, vertex.color)
    primary = material.emission + material.ambient * np.array(model.ambient)
    primary = np.repeat(primary, len(vertex.eye), axis=0) if len(primary) == 1 else primary.copy()
    specular = np.zeros_like(primary)
    for light in state.lights:
        if light.enabled:
            to_light, strength = _reaching(light, vertex.eye)
            facing = _clamped_product(vertex.normal, to_light)
            primary += strength * material.ambient * np.array(light.ambient)
            primary += strength * facing * material.diffuse * np.array(light.diffuse)
            halfway = unit(to_light + _to_viewer(vertex.eye, local=model.local_viewer))
            # numpy's 0 to the power of 0 is the 1 that 2.14.1 wants.
            shining = _clamped_product(vertex.normal, halfway) ** material.shininess
            shining = np.where(facing != 0.0, shining, 0.0)  # f_i
            specular += strength * shining * material.specular * np.array(light.specular)
    secondary = np.zeros_like(primary)
    if model.separate_specular:
        secondary[:, :3] = specular[:, :3]
    else:
        primary += specular
        secondary[:, 3] = 1.0
    # The alpha of lighting is d_cm's.
    primary[:, 3] = material.diffuse[:, 3]
    return primary, secondary


def _material(state: State, face: str, color: Float64Array) -> _Material:
    """The properties, of which color_material makes some the current colour (2.14.3)."""
    given: Material = state.material if face == "FRONT" else state.back_material
    rows = (given.ambient, given.diffuse, given.specular, given.emission)
    ambient, diffuse, specular, emission = (np.array([row], np.float64) for row in rows)
    found = _Material(ambient, diffuse, specular, emission, given.shininess)
    tracking = state.color_material
    if not tracking.enabled or tracking.face not in (face, "FRONT_AND_BACK"):
        return found
    match tracking.mode:
        case "AMBIENT":
            return found._replace(ambient=color)
        case "DIFFUSE":
            return found._replace(diffuse=color)
        case "SPECULAR":
            return found._replace(specular=color)
        case "EMISSION":
            return found._replace(emission=color)
        case _:
            return found._replace(ambient=color, diffuse=color)


def _reaching(light: Light, eye: Float64Array) -> tuple[Float64Array, Float64Array]:
    """The unit vectors (N, 3) from the vertices to a light, and att_i · spot_i (N, 1)."""
    *place, w = light.position
    if w == 0.0:
        to_light = np.repeat(np.array([place], np.float64), len(eye), axis=0)
        strength = np.ones((len(eye), 1))
    else:
        to_light = np.array(place, np.float64) / w - _finite(eye)
        at_infinity = eye[:, 3] == 0.0
        to_light[at_infinity] = -eye[at_infinity, :3]
        distance = np.sqrt((to_light**2).sum(axis=1, keepdims=True))
        constant, linear, quadratic = light.attenuation
        strength = 1.0 / (constant + linear * distance + quadratic * distance**2)
    to_light = unit(to_light)
    if light.spot_cutoff != 180.0:
        direction = unit(np.array([light.spot_direction], np.float64))
        along = _clamped_product(-to_light, direction)
        cosine = np.cos(np.radians(light.spot_cutoff)) if light.spot_cutoff != 90.0 else 0.0
        strength = strength * np.where(along >= cosine, along**light.spot_exponent, 0.0)
    return to_light, strength


def _to_viewer(eye: Float64Array, *, local: bool) -> Float64Array:
    """The unit vector towards the eye, (0, 0, 1) where it is infinitely far away."""
    if not local:
        return np.array([[0.0, 0.0, 1.0]])
    return unit(-np.where(eye[:, 3:] < 0.0, -1.0, 1.0) * eye[:, :3])


def _finite(eye: Float64Array) -> Float64Array:
    return np.asarray(eye[:, :3] / np.where(eye[:, 3:] == 0.0, 1.0, eye[:, 3:]))


def _clamped_product(first: Float64Array, second: Float64Array) -> Float64Array:
    """d1 ⊙ d2, (N, 1): the dot product, no less than 0."""
    return np.asarray(np.maximum((first * second).sum(axis=1, keepdims=True), 0.0))


def unit(vectors: Float64Array) -> Float64Array:
    """(N, 3) of length 1; zero stays zero."""
    length = np.sqrt((vectors**2).sum(axis=1, keepdims=True))
    return np.asarray(np.where(length > 0.0, vectors / np.where(length > 0.0, length, 1.0), 0.0))
