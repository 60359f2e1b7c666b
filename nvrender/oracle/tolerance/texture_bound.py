"""How far a lookup may lie from the oracle's where its coordinates and level of detail may move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np

from nvrender.gl.textures.texture import Texture
from nvrender.ops.evaluation.numerics import Float32Array
from nvrender.ops.texture_targets import CUBES, TARGETS
from nvrender.oracle.texture.access import Derivatives, Lookup, Sample, sample
from nvrender.oracle.texture.spread import moved_sample, weights_of
from nvrender.oracle.tolerance.ball import Ball, crosses_zero, open_where_moved
from nvrender.oracle.tolerance.precision import Float64Array
from nvrender.program import Instruction, TextureAccess

#: The share of a texel within which a filter is one polynomial, or has one neighbour more.
_NEAR = 0.5


@dataclass
class Reach:
    """How far what a lookup is given may move, (4, n) ``coordinates`` and (n,) ``detail``; its ``radius``.

    ``detail`` is of the level of detail or its bias, ``quad`` of how coordinates change within a quad.
    """

    coordinates: Float64Array = field(default_factory=lambda: np.zeros((4, 1)))
    detail: Float64Array = field(default_factory=lambda: np.zeros(1))
    quad: Float64Array = field(default_factory=lambda: np.zeros(1))
    radius: Float64Array | None = None


def bounded_sample(reach: Reach) -> Sample:
    """``texture.sample`` that leaves in ``reach`` how far its result may lie off.

    Coordinates, level of detail and weights may lie off as ``texture_spread`` says besides. The corners of
    what coordinates may be, and how steep filtered texels are at most, bound what is looked up; where those
    may be further off than half a texel, or choose another level, nothing does.
    """

    @np.errstate(all="ignore")
    def look_up(lookup: Lookup) -> Float32Array:
        texture, access, coordinates = lookup.texture, lookup.access, lookup.coordinates
        detail, derivatives, reference, query = (
            lookup.detail, lookup.derivatives, lookup.reference, lookup.query,
        )  # fmt: skip
        found = sample(lookup)
        lanes = found.shape[1]
        if texture is None or not texture.complete:
            reach.radius = np.zeros((4, lanes))
            return found
        row = TARGETS[access.target]
        letters = row.coordinates + (row.reference if reference is None else "")
        chosen = ["xyzw".index(letter) for letter in letters]
        radius = np.broadcast_to(reach.coordinates, (4, lanes))
        levels = np.broadcast_to(reach.detail + _turned(texture, derivatives, reach.quad), lanes)
        broken = _beyond(texture, access, coordinates, radius[["xyzw".index(k) for k in row.coordinates]])
        broken |= ~np.isfinite(radius[chosen]).all(axis=0) | ~(levels < 1.0)
        worst = np.zeros((4, lanes))
        step = np.where(np.isfinite(levels), levels, 0.0).astype(np.float32)
        shift = np.where(np.isfinite(radius), radius, 0.0).astype(np.float32)
        for signs in product((-1.0, 1.0), repeat=len(chosen) + 1):
            places = np.array(np.broadcast_to(coordinates, (4, lanes)))
            for component, sign in zip(chosen, signs, strict=False):
                places[component] += np.float32(sign) * shift[component]
            fractions = [*signs[:-1], *(signs[-1],) * (1 + (reference is not None)), 0.0]
            beside = replace(
                lookup,
                coordinates=places,
                detail=None if detail is None else detail + np.float32(signs[-1]) * step,
                bias=_moved(lookup.bias, np.float32(signs[-1]) * step, detail, derivatives),
            )
            moved = moved_sample(_in_turn(fractions))(beside)
            same = moved.view(np.uint32) == found.view(np.uint32)
            away = np.abs(moved.astype(np.float64) - found.astype(np.float64))
            if texture.kind != "float" and not query:
                away = np.full(away.shape, np.inf)
            away = np.where(np.isnan(away), np.inf, away)
            np.maximum(worst, np.where(same, 0.0, away), out=worst)
        if texture.kind == "float" and not query:
            np.maximum(worst, _steepest(texture, access, coordinates) * shift[chosen].sum(axis=0), out=worst)
            worst += np.where((found != 0) & (found != 1), weights_of(texture, found), 0.0)
        reach.radius = np.where(broken, np.inf, worst)
        return found

    return look_up


def _in_turn(fractions: list[float]) -> Callable[[int], float]:
    """Each of ``fractions`` once, then none."""
    left = iter(fractions)
    return lambda count: next(left, 0.0)


def _moved(
    bias: Float32Array | None,
    step: Float32Array,
    detail: Float32Array | None,
    derivatives: Derivatives | None,
) -> Float32Array | None:
    """The bias that moves the level of detail where there is one."""
    if detail is not None or derivatives is None:
        return bias
    return step if bias is None else (bias + step).astype(np.float32)


def _turned(texture: Texture, derivatives: Derivatives | None, quad: Float64Array) -> Float64Array:
    """How far the level of detail may move with the derivatives; INF where their size is unknown."""
    if derivatives is None or not (texture.mipmapped or texture.min_filter != texture.mag_filter):
        return np.zeros(1)
    slopes = np.max([np.abs(each).max(axis=0) for each in derivatives], axis=0).astype(np.float64)
    share = np.where(quad > 0, 4.0 * quad / slopes, 0.0)
    return np.where(share < 0.5, -np.log2(1.0 - np.minimum(share, 0.5)), np.inf)


def _steepest(texture: Texture, access: TextureAccess, coordinates: Float32Array) -> Float64Array:
    """How much a linear filter's result may change with a coordinate, (n,) or (1,); 0 of nearest texels."""
    if "LINEAR" not in texture.min_filter + texture.mag_filter:
        return np.zeros(1)
    ranges = []
    for level in texture.levels:
        scale = float(np.iinfo(level.dtype).max) if level.dtype.kind == "u" else 1.0
        ranges.append((float(level.min()) / scale, float(level.max()) / scale))
    if any("BORDER" in wrap or wrap == "CLAMP" for wrap in (texture.wrap_s, texture.wrap_t, texture.wrap_r)):
        ranges.append((float(min(texture.border_color)), float(max(texture.border_color))))
    apart = max(high for _, high in ranges) - min(low for low, _ in ranges)
    # sRGB's curve is nowhere steeper than 2.4 · 1.055⁻¹.
    apart = 1.0 if TARGETS[access.target].compares else apart * (2.28 if texture.srgb else 1.0)
    extent = 1.0 if "RECT" in access.target else float(max(texture.levels[0].shape[:-1] or (1,)))
    if texture.target in CUBES:
        return np.asarray(apart * extent / np.abs(coordinates[:3]).max(axis=0).astype(np.float64))
    return np.full(1, apart * extent)


def _beyond(
    texture: Texture, access: TextureAccess, coordinates: Float32Array, radius: Float64Array
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """(n,): where some coordinate may lie further off than half a texel."""
    extent = float(max(texture.levels[0].shape[:-1] or (1,)))
    size = radius.max(axis=0)
    if "RECT" in access.target:
        extent = 1.0
    elif texture.target in CUBES:
        # Another face is another picture.
        largest = np.sort(np.abs(coordinates[:3]).astype(np.float64), axis=0)
        faces = (size > 0) & (largest[2] - largest[1] <= 2.0 * size + 2e-5 * largest[2])
        return np.asarray(faces | (size > 0) & ~(size * extent < _NEAR * largest[2]))
    return np.asarray((size > 0) & ~(size * extent < _NEAR))


def prepare_look_up(reach: Reach, instruction: Instruction, operands: Sequence[Ball], lanes: int) -> None:
    """Tell ``reach`` how far coordinates and level of detail may move."""
    reach.radius = None
    place = operands[0]
    name, fourth = instruction.operation, place.radius[3]
    reach.coordinates = place.radius
    if name == "sample_projected":
        w = place.pick((3,))
        wide_value = np.broadcast_to(place.value, (4, max(place.value.shape[1], 1)))
        with np.errstate(all="ignore"):
            corners = [end / side for end in (place.low[:3], place.high[:3]) for side in (w.low, w.high)]
            middle = wide_value[:3] / w.value
            apart = np.max([np.abs(corner - middle) for corner in corners], axis=0)
        apart = np.where(crosses_zero(w), np.inf, apart)
        moved = (place.radius[:3] > 0) | (w.radius > 0)
        reach.coordinates = np.concatenate([np.where(moved, apart, 0.0), np.zeros((1, apart.shape[1]))])
    reach.coordinates = np.where(np.isnan(reach.coordinates), np.inf, reach.coordinates)
    reach.detail = fourth if name in ("sample_level", "sample_bias") else np.zeros(1)
    if len(operands) > 1 and any(other.radius.any() for other in operands[1:]):
        others = [other.radius.max(axis=0) for other in operands[1:]]
        reach.detail = np.where(np.max(np.broadcast_arrays(*others), axis=0) > 0, np.inf, reach.detail)
    worst = np.broadcast_to(reach.coordinates, (4, lanes))[:3].max(axis=0)
    quads = np.zeros(-(-lanes // 4) * 4)
    quads[:lanes] = worst
    # Lanes that run apart from their quad are not in order.
    ordered = quads.reshape(-1, 4).max(axis=1).repeat(4)[:lanes]
    reach.quad = ordered if lanes % 4 == 0 else np.full(lanes, worst.max(initial=0.0))


def of_lookup(reach: Reach, operands: Sequence[Ball], enabled: Sequence[int]) -> Float64Array:
    """What ``reach`` found; of what fetches, gathers or asks for sizes certain, or anything."""
    if reach.radius is None:
        return open_where_moved(operands)
    return reach.radius[list(enabled)]
