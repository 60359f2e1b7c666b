"""Maps of differences that look at a neighbourhood, computed where two pictures differ and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt

Float32Array = npt.NDArray[np.float32]
BoolArray = npt.NDArray[np.bool_]
Rectangle = tuple[slice, slice]

#: Pixels of a side of a tile; at least the largest radius.
_TILE = 16


def local_map(
    evaluate: Callable[[Rectangle], Float32Array], changed: BoolArray, radius: int, same: float
) -> Float32Array:
    """A map whose pixel depends on those ``radius`` away at most, of the shape of ``changed``, (H, W).

    ``evaluate`` gives the map of a rectangle of rows and columns alone; ``same`` is its value where nothing
    within the radius has ``changed``. What lies beyond a border must be seen as what lies on it or is
    mirrored by it: then the map is the whole picture's, to the last bit.
    """
    found = np.full(changed.shape, same, np.float32)
    for rows, columns in rectangles(changed, radius):
        around = _grown(rows, radius, changed.shape[0]), _grown(columns, radius, changed.shape[1])
        inside = _within(rows, around[0]), _within(columns, around[1])
        found[rows, columns] = evaluate(around)[inside]
    return found


def rectangles(changed: BoolArray, radius: int) -> list[Rectangle]:
    """Rectangles of an (H, W) map that do not overlap, and hold all within ``radius`` of what is true.

    Where they would be as large as the whole with their surroundings, the whole.
    """
    height, width = changed.shape
    found = [
        (slice(top * _TILE, min(bottom * _TILE, height)), slice(left * _TILE, min(right * _TILE, width)))
        for top, bottom, left, right in _blocks(_tiles(changed))
    ]
    grown = [(_grown(rows, radius, height), _grown(columns, radius, width)) for rows, columns in found]
    if sum(_length(rows) * _length(columns) for rows, columns in grown) >= changed.size:
        return [(slice(0, height), slice(0, width))]
    return found


def _tiles(changed: BoolArray) -> BoolArray:
    """Which tiles hold something true, or lie beside one that does."""
    height, width = changed.shape
    down, across = -(-height // _TILE), -(-width // _TILE)
    rows = np.logical_or.reduceat(changed, np.arange(down) * _TILE, axis=0)
    tiles = np.logical_or.reduceat(rows, np.arange(across) * _TILE, axis=1)
    padded = np.pad(tiles, 1)
    near = [padded[i : i + down, j : j + across] for i in range(3) for j in range(3)]
    return np.asarray(np.logical_or.reduce(near))


def _blocks(tiles: BoolArray) -> Iterator[tuple[int, int, int, int]]:
    """Top, bottom, left, right: runs of true in rows, as far down as rows have the same run."""
    open_runs: dict[tuple[int, int], int] = {}
    for number, row in enumerate([*tiles, np.zeros_like(tiles[0])]):
        edges = np.flatnonzero(np.diff(np.pad(row, 1).astype(np.int8))).tolist()
        runs = set(zip(edges[::2], edges[1::2], strict=True))
        for run in sorted(open_runs.keys() - runs):
            yield open_runs.pop(run), number, *run
        for run in runs - open_runs.keys():
            open_runs[run] = number


def _grown(span: slice, radius: int, size: int) -> slice:
    return slice(max(span.start - radius, 0), min(span.stop + radius, size))


def _within(span: slice, around: slice) -> slice:
    return slice(span.start - around.start, span.stop - around.start)


def _length(span: slice) -> int:
    return int(span.stop - span.start)
