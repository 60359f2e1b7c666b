"""Which of several samples at one place count: depth test and order of drawing (OpenGL 1.5, 4.1.6)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from nvrender.gl.state.fragments import Depth
from nvrender.oracle.raster.triangles import BoolArray, IndexArray

DepthArray = npt.NDArray[np.int32]

#: Above every number of a sample in a chunk.
_ORDER = 1 << 32


def monotone(depth: Depth) -> bool:
    """Whether what fails now would fail after other fragments were drawn, too."""
    return not (depth.enabled and depth.write and depth.function == "NOTEQUAL")


def tests_again(depth: Depth) -> bool:
    """Whether samples must be tested again after those before them at their place were drawn."""
    return depth.enabled and depth.write


def last_of_each(place: IndexArray, depth: DepthArray, test: Depth) -> BoolArray:
    """Of samples that pass by themselves those left when all are drawn in order, one at each place."""
    if not len(place):
        return np.zeros(0, np.bool_)
    number = np.arange(len(place))
    order = number[::-1]
    nearest = test.enabled and test.write
    if nearest and test.function in ("LESS", "LEQUAL"):
        rank = depth.astype(np.int64) * _ORDER + (number if test.function == "LESS" else order)
    elif nearest and test.function in ("GREATER", "GEQUAL"):
        rank = -depth.astype(np.int64) * _ORDER + (number if test.function == "GREATER" else order)
    else:
        rank = order
    first = int(place.min())
    best = np.full(int(place.max()) - first + 1, np.iinfo(np.int64).max)
    np.minimum.at(best, place - first, rank)
    left: BoolArray = best[place - first] == rank
    return left


def layers(place: IndexArray) -> Iterator[IndexArray]:
    """Sample numbers: the first at every place, then the second, and so on."""
    count = max(len(place), 1)
    number = np.arange(len(place))
    # One sort of whole numbers is faster than a stable sort of places.
    sorted_place, by_place = np.divmod(np.sort(place * count + number), count)
    begins = np.ones(len(place), np.bool_)
    begins[1:] = sorted_place[1:] != sorted_place[:-1]
    depth = number - np.maximum.accumulate(np.where(begins, number, 0))
    small = depth.astype(np.uint16) if len(place) and depth.max() < 1 << 16 else depth
    by_layer = by_place[np.argsort(small, kind="stable")]
    ends = np.cumsum(np.bincount(depth)) if len(place) else np.empty(0, np.intp)
    start = 0
    for end in ends:
        yield by_layer[start:end]
        start = end
