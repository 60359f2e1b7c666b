"""Lookups as another implementation may make them: coordinates, levels of detail and weights moved about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from nvrender.gl.textures.texture import Texture
from nvrender.ops.evaluation.numerics import Float32Array
from nvrender.ops.texture_targets import CUBES, TARGETS
from nvrender.oracle.texture.access import Derivatives, Lookup, Sample, sample
from nvrender.oracle.texture.detail import scale_bounds, scale_factor
from nvrender.oracle.tolerance.precision import Float64Array

#: How far coordinates and weighted sums may lie off: 1 part in 10^5 (OpenGL 1.5, 2.1.1).
_ACCURACY = 1e-5

#: What to move a value by, as a fraction of its bound, in [−1, 1]: lanes → (n,), another one each time.
Fractions = Callable[[int], "Float64Array | float"]


def moved_sample(fractions: Fractions) -> Sample:
    """``texture.sample`` with everything that is approximate moved.

    The scale factor is anything between the bounds of OpenGL 1.5, 3.8.8; of cube maps, whose derivatives
    nothing projects exactly (NV_gpu_program4 2.X.8, TXD), it stays.
    """

    @np.errstate(all="ignore")
    def look_up(lookup: Lookup) -> Float32Array:
        texture, access, coordinates = lookup.texture, lookup.access, lookup.coordinates
        bias, derivatives, reference, query = lookup.bias, lookup.derivatives, lookup.reference, lookup.query
        if texture is None or not texture.complete:
            return sample(lookup)
        count = coordinates.shape[1]
        places = np.array(coordinates)
        row = TARGETS[access.target]
        for letter in row.coordinates + (row.reference if reference is None else ""):
            component = "xyzw".index(letter)
            places[component] *= np.float32(1) + _ACCURACY * np.asarray(fractions(count), np.float32)
        if reference is not None:
            accuracy = _ACCURACY * np.asarray(fractions(count), np.float32)
            reference = (reference * (1 + accuracy)).astype(np.float32)
        flat = texture.target not in CUBES
        if (texture.mipmapped or query) and lookup.detail is None and derivatives is not None and flat:
            step = _scale(texture, row.coordinates, derivatives, np.asarray(fractions(count)))
            bias = (step if bias is None else bias + step).astype(np.float32)
        found = sample(replace(lookup, coordinates=places, bias=bias, reference=reference))
        if texture.kind == "float" and not query:
            bound = weights_of(texture, found)
            between = (found != 0) & (found != 1)
            found = np.where(between, found + bound * fractions(count), found).astype(np.float32)
        return found

    return look_up


def weights_of(texture: Texture, found: Float32Array) -> Float32Array | float:
    """How far the sums that filters take of texels may lie off."""
    return _ACCURACY * _largest(texture, found)


def _largest(texture: Texture, found: Float32Array) -> Float32Array | float:
    """What the accuracy of texels is relative to: of sums the terms, of what stands for 0 to 1 itself."""
    whole = texture.levels[0].dtype.kind == "u"
    if "LINEAR" in texture.min_filter + texture.mag_filter:
        return 1.0 if whole else max(float(np.abs(level).max()) for level in texture.levels)
    return np.abs(found) if whole else 0.0


def _scale(texture: Texture, letters: str, derivatives: Derivatives, fraction: Float64Array) -> Float64Array:
    """(n,): what to add to the level of detail for another scale factor that OpenGL 1.5, 3.8.8 allows."""
    chosen = ["xyzw".index(letter) for letter in letters]
    slopes = [each[chosen].astype(np.float64) for each in derivatives]
    middle = np.log2(scale_factor(texture, *slopes))
    least, most = (np.log2(bound) for bound in scale_bounds(texture, *slopes))
    step = np.where(fraction > 0, fraction * (most - middle), -fraction * (least - middle))
    return np.where(np.isfinite(step), step, 0.0)
