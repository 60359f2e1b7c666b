"""Limbs for skinning: surfaces turned around y, with the weights of the bones every vertex follows."""

from __future__ import annotations

import numpy as np

from nvrender.scene.forms import meshes as forms
from nvrender.scene.meshes.shapes import Curve, Float64Array, MeshData, patch, spline, turned
from nvrender.scene.moment.animation import BONE_ROWS

#: Half the share of a bone's length over which its vertices follow one bone alone.
_STIFF = 0.25
#: A sucker's radius, how far its rim stands out, both in radii of the limb, and where its row is in radians.
_SUCKER, _RIM, _ROW = 0.40, 0.16, 0.5


def tube(form: forms.Tube) -> MeshData:
    """Attribute 1 (N, 2) weights of two bones, 6 (N, 2) the first rows of their matrices."""
    tip = form.top / form.length

    def profile(t: Float64Array) -> Float64Array:
        # The last part is a half ball, so that the tip is round and closed.
        along = np.minimum(t, 1.0 - tip)
        radius = form.radius + (form.top - form.radius) * along / (1.0 - tip)
        radius = radius + form.bulb * np.exp(-(((t - 0.93) / 0.05) ** 2))
        end = np.clip((t - (1.0 - tip)) / tip, 0.0, 1.0)
        return np.stack([radius * np.sqrt(np.maximum(1.0 - end * end, 0.0)), t * form.length], -1)

    # Cells get smaller towards the tip, where the surface bends.
    mesh = patch(turned(lambda t: profile(1.0 - (1.0 - t) ** 1.5)), form.segments, form.cells)
    bones = mesh.attributes[0][:, 1].astype(np.float64) / form.length * form.bones - 0.5
    low = np.clip(np.floor(bones), 0, form.bones - 1)
    high = np.minimum(low + 1, form.bones - 1)
    share = np.where(high > low, np.clip((bones - low - _STIFF) / (1 - 2 * _STIFF), 0.0, 1.0), 0.0)
    weights, rows = np.stack([1.0 - share, share], -1), np.stack([low, high], -1) * BONE_ROWS
    coordinates = mesh.attributes[8].copy()
    coordinates[:, 1] = mesh.attributes[0][:, 1] / form.length
    extra = {1: weights.astype(np.float32), 6: rows.astype(np.int32), 8: coordinates}
    return MeshData(mesh.attributes | extra, mesh.indices)


def limb(form: forms.Limb) -> MeshData:
    """Attribute 1 (N, 4) weights; 6 (N, 2) int32 first bone and number; 7 (N, 1) sucker's rim, 0 to 1."""
    curve = spline(form.profile)
    places = _places(curve, form.suckers) if form.suckers else None

    def surface(u: Float64Array, v: Float64Array) -> Float64Array:
        radius, height = np.moveaxis(curve(v), -1, 0)
        angle = -2 * np.pi * u
        level = np.maximum(radius, 0.0) * (1.0 + _RIM * _suckers(places, u, v))
        return np.stack([level * np.cos(angle), height, level * np.sin(angle)], -1)

    mesh = patch(surface, form.segments, form.cells)
    share = mesh.attributes[0][:, 1].astype(np.float64) / form.profile[-1][1]
    weights, bones = _spline_weights(share, form.bones)
    u, v = mesh.attributes[8].astype(np.float64).T
    shown = np.clip(_suckers(places, u, v), 0.0, 1.0)
    extra = {1: weights.astype(np.float32), 6: bones.astype(np.int32), 7: shown[:, None].astype(np.float32)}
    return MeshData(mesh.attributes | extra, mesh.indices)


def _places(curve: Curve, count: int) -> tuple[Float64Array, Float64Array, float]:
    """Where suckers are along v: values of v, their counts so far, and the length of one in radii.

    Each takes as much of the length as the limb is wide there, so they are counted by the integral of 1 / r.
    """
    v = np.linspace(0.0, 1.0, 2049)
    widths, heights = np.maximum(curve(v), 1e-3).T
    radii = np.concatenate([[0.0], np.cumsum(np.diff(heights) / widths[1:])])
    return v, radii / radii[-1] * count, float(radii[-1]) / count


def _suckers(
    places: tuple[Float64Array, Float64Array, float] | None, u: Float64Array, v: Float64Array
) -> Float64Array:
    """Height of the suckers: about 1 on a rim, less than 0 in a cup."""
    shown = np.zeros_like(u)
    if places is None:
        return shown
    values, counts, size = places
    place = np.interp(v, values, counts)
    for side in (-1.0, 1.0):
        across = 2 * np.pi * (u - 0.25) - side * _ROW
        along = np.mod(place + 0.25 * side, 1.0) - 0.5
        away = np.hypot(across, along * size) / _SUCKER
        shown += np.exp(-(((away - 0.72) / 0.30) ** 2)) - 0.55 * np.exp(-((away / 0.5) ** 2))
    return shown


def _spline_weights(share: Float64Array, bones: int) -> tuple[Float64Array, Float64Array]:
    """(N, 4) weights of neighbouring bones by the uniform cubic B-spline; (N, 2) the first, how many."""
    place = np.clip(share, 0.0, 1.0) * bones - 0.5
    base = np.floor(place)
    t = place - base
    pieces = [(1 - t) ** 3, 3 * t**3 - 6 * t**2 + 4, -3 * t**3 + 3 * t**2 + 3 * t + 1, t**3]
    basis = np.stack(pieces, -1) / 6.0
    # Bones past the ends lend their weight to the last there is.
    at = np.clip(base[:, None] + np.arange(-1, 3), 0, bones - 1)
    slots = at - at[:, :1]
    weights = np.stack([np.where(slots == slot, basis, 0.0).sum(-1) for slot in range(4)], -1)
    return weights, np.stack([at[:, 0], at[:, 3] - at[:, 0] + 1], -1)
