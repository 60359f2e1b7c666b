"""The samples that quads cover, and the fragments they are of (OpenGL 1.5, 3.2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nvrender.oracle.frame.fragments import Fragments, Needs, Shaded
from nvrender.oracle.raster.cover import Quads
from nvrender.oracle.raster.interpolate import Interpolation
from nvrender.oracle.raster.triangles import SAMPLES, SUBPIXELS, BoolArray, IndexArray

DepthArray = npt.NDArray[np.int32]

#: The largest depth.
DEPTH_MAX = (1 << 24) - 1


@dataclass(frozen=True)
class Samples:
    """Samples that fragments cover: their places in the frame, depths, and fragments; in the order drawn."""

    place: IndexArray
    depth: DepthArray
    fragment: IndexArray

    def chosen(self, which: BoolArray | IndexArray) -> Samples:
        if which.dtype == np.bool_:
            which = np.flatnonzero(which)  # NumPy is slow to choose by what is true here and there
        return Samples(self.place[which], self.depth[which], self.fragment[which])

    def left(self, shaded: Shaded, samples: int) -> Samples:
        """Those that are left after their fragments ran, of ``samples`` a pixel."""
        found = self if shaded.alive is None else self.chosen(shaded.alive[self.fragment])
        if shaded.masks is None or samples == 1:  # with one there are no samples to choose from
            return found
        number = (found.place & (samples - 1)).astype(np.uint32)
        return found.chosen((shaded.masks[found.fragment] >> number & 1) != 0)


def joined(parts: Sequence[Samples]) -> Samples:
    """The samples of all parts, in order."""
    return Samples(
        np.concatenate([part.place for part in parts]),
        np.concatenate([part.depth for part in parts]),
        np.concatenate([part.fragment for part in parts]),
    )


class SampleGrid(NamedTuple):
    """Where quads are drawn: the frame's size and samples a pixel, and the layer of each triangle."""

    size: tuple[int, int]
    samples: int
    layer: IndexArray | None


def split(
    quads: Quads, grid: SampleGrid, interpolation: Interpolation, *, depths: bool, needs: Needs
) -> tuple[Samples, Fragments]:
    """The samples covered, and the fragments they are of, whole quads or those with a sample.

    Where each sample is run by itself a quad is one of the same sample in four pixels.
    """
    each = needs.samples and grid.samples > 1
    pixels = quads.covered.reshape(-1, grid.samples)
    # Fragments in order: of each quad pixel by pixel, or sample by sample and then pixel by pixel.
    order = quads.covered.transpose(0, 2, 1) if each else quads.covered
    rows = order.reshape(-1, 1 if each else grid.samples)
    wanted = np.ones(len(rows), np.bool_) if needs.quads else np.logical_or.reduce(rows.T)
    numbers = np.cumsum(wanted) - 1
    chosen = np.flatnonzero(wanted)
    lane = chosen & 3
    quad, sample_of = (
        (chosen // (4 * grid.samples), chosen // 4 % grid.samples) if each else (chosen >> 2, None)
    )
    x, y = quads.x[quad] + (lane & 1), quads.y[quad] + (lane >> 1)
    triangle = quads.triangle[quad]
    hit = np.flatnonzero(order)
    if each:
        row, sample = hit, hit // 4 % grid.samples
    else:  # the number of samples is a power of two
        row, sample = hit >> (grid.samples.bit_length() - 1), hit & (grid.samples - 1)
    fragment = numbers[row]
    depth = np.zeros(len(hit), np.int32)
    if depths:
        offsets = np.array(SAMPLES[grid.samples])[..., None] / SUBPIXELS
        corner, right, up = interpolation.depths(triangle, x, y)
        window_z = corner + offsets[:, 0] * right
        window_z += offsets[:, 1] * up
        depth = fixed_point(window_z.reshape(-1).take(sample * len(x) + fragment))
    line = y if grid.layer is None else grid.layer[triangle] * grid.size[1] + y
    places = ((line * grid.size[0] + x) * grid.samples)[fragment] + sample
    covered = pixels[4 * quad + lane]
    return Samples(places, depth, fragment), Fragments(
        interpolation, triangle, x, y, covered, sample=sample_of
    )


def fixed_point(depth: npt.NDArray[Any]) -> DepthArray:
    """OpenGL 1.5, 2.10.1: fixed point; what lies outside is clamped, NaN is 0."""
    with np.errstate(invalid="ignore"):
        clamped = np.minimum(np.fmax(depth, 0.0), 1.0)
    return np.asarray(np.rint(clamped.astype(np.float64) * DEPTH_MAX).astype(np.int32))
