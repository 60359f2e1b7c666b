"""Triangles of a draw in window coordinates by compiled code; what crosses a plane is cut by the oracle."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.llvm.addresses import address
from nvrender.llvm.raster import setup
from nvrender.llvm.raster.drawing import called
from nvrender.llvm.raster.setup import CORNERS, NAMES, PLACES, RECORD, Place, SetUp
from nvrender.llvm.raster.words import SUBPIXELS, packed
from nvrender.oracle.raster.clip import GUARD, codes, cut
from nvrender.oracle.raster.triangles import SAMPLES, Float32Array, IndexArray, Rules, Triangles, Vertices

Array = npt.NDArray[Any]
_LINE = 64
_CUTS, _COUNT, _LEVEL, _AREA = (NAMES.index(name) for name in ("cuts", "count", "level", "area"))


class _Kept(threading.local):
    """Memory of a thread for the triangles of two draws, which lasts: new pages take longer than they do."""

    def __init__(self) -> None:
        self._arrays = [np.empty(0, np.uint8), np.empty(0, np.uint8)]
        #: The triangles made last, where each of their arrays is, whether they are level, and pixels.
        self.last: tuple[Triangles | None, dict[str, int], bool, float] = None, {}, False, 0.0

    def arrays(self, count: int) -> tuple[Array, Array, npt.NDArray[np.uint8]]:
        """Records of so many triangles, a word and a byte of each.

        They last until the next but one is asked for.
        """
        self._arrays.reverse()
        bytes = 8 * (RECORD + 1) * count
        if bytes + count + _LINE > len(self._arrays[0]):
            self._arrays[0] = np.empty((bytes + count) * 5 // 4 + _LINE, np.uint8)
        begin = -address(self._arrays[0]) % _LINE
        rows = self._arrays[0][begin : begin + bytes + count]
        words = rows[:bytes].view(np.int64)
        return words[: RECORD * count].reshape(count, RECORD), words[RECORD * count :], rows[bytes:]


_kept = _Kept()


def places_of(triangles: Triangles) -> dict[str, int]:
    """Where each array of records of RECORD words is in memory; {} if unknown."""
    last, places, *_ = _kept.last
    return places if last is triangles else {}


def level(triangles: Triangles) -> bool:
    """Whether w is the same at the corners of every triangle."""
    last, _, found, _ = _kept.last
    if last is triangles:
        return found
    first, *others = triangles.inverse_w
    return all(np.array_equal(first, each) for each in others)


def pixels(triangles: Triangles) -> float:
    """About how many pixels there are in all triangles."""
    last, *_, found = _kept.last
    if last is triangles:
        return found
    x, y = triangles.x, triangles.y
    doubled = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])
    return 0.5 * float(np.abs(doubled).sum())


@np.errstate(all="ignore")
def triangles(vertices: Vertices, corners: IndexArray, rules: Rules) -> Triangles:
    """What ``corners``, (3, T) as assembled, give to be filled; it is there until the next draw but one."""
    corners = np.ascontiguousarray(corners, np.int64)
    count = corners.shape[1]
    seen, crossing = np.empty((2, count), np.uint8)
    words, places = _placed(vertices, corners, rules, seen, crossing)
    if not words[_CUTS]:
        return _set_up(vertices.varyings, places, corners, corners[2], None, seen, rules)
    cross = np.flatnonzero(crossing)
    whole = np.flatnonzero(seen > crossing)
    varyings, added, pieces, parts_of = _cut(vertices, corners.take(cross, axis=1), rules)
    source = np.concatenate([whole, cross[parts_of]])
    order = np.argsort(source, kind="stable")
    together = np.concatenate([corners.take(whole, axis=1), pieces], axis=1).take(order, axis=1)
    nothing = np.empty((2, 0), np.uint8)
    _, behind = _placed(added, np.empty((3, 0), np.int64), rules, *nothing)
    places = np.concatenate([places, behind])
    return _set_up(varyings, places, together, corners[2], source[order], None, rules)


def _placed(
    vertices: Vertices, corners: IndexArray, rules: Rules, seen: Array, crossing: Array
) -> tuple[Array, Array]:
    """The words of the call, and window coordinates (N, 4) of the vertices."""
    clip = np.ascontiguousarray(vertices.clip)
    count, planes = len(clip), vertices.distances.shape[1]
    distances = np.ascontiguousarray(vertices.distances)
    left, bottom, width, height = rules.viewport or (0, 0, *rules.size)
    near, far = rules.depth_range
    places, beyond = np.empty((count, 4)), np.empty((2, count), np.uint16)
    words = packed(
        {
            "clip": clip, "distances": distances, "window": places, "vertices": count,
            "crossing": beyond[0], "outside": beyond[1], "guard": float(GUARD),
            "middle_x": float(left), "middle_y": float(bottom), "middle_z": 0.5 * (far + near),
            "scale_x": 0.5 * width, "scale_y": 0.5 * height, "scale_z": 0.5 * (far - near),
            "corners": corners, "triangles": corners.shape[1], "seen": seen, "cut": crossing,
        },
        NAMES,
    )  # fmt: skip
    called(setup, Place(planes), words)
    return words, places


def _cut(
    vertices: Vertices, corners: IndexArray, rules: Rules
) -> tuple[Mapping[str, Float32Array], Vertices, IndexArray, IndexArray]:
    """Varyings with those of new vertices behind them, and these; corners of what is left, and its owners."""
    used, small = np.unique(corners, return_inverse=True)
    some = Vertices(
        vertices.clip[used],
        {name: rows[used] for name, rows in vertices.varyings.items()},
        vertices.distances[used],
    )
    found, pieces, parts_of = cut(some, codes(some), small.reshape(3, -1), rules.linear)
    first, count = len(used), len(vertices.clip)
    numbers = np.concatenate([used, np.arange(count, count + len(found.clip) - first)])
    varyings = {
        name: np.concatenate([rows, found.varyings[name][first:]]) for name, rows in vertices.varyings.items()
    }
    added = Vertices(found.clip[first:], {}, found.distances[first:])
    return varyings, added, numbers[pieces], parts_of


def _set_up(
    varyings: Mapping[str, Float32Array], places: Array, corners: IndexArray, last: IndexArray,
    owner: IndexArray | None, seen: Array | None, rules: Rules,
) -> Triangles:  # fmt: skip
    """Facing and culling (OpenGL 1.5, 3.5.1)."""
    count = corners.shape[1]
    table, boxes, front = _kept.arrays(count)
    given: dict[str, Any] = {} if owner is None else {"owner": owner}
    given |= {} if seen is None else {"seen": seen}
    words = packed(
        {
            **given, "window": places, "corners": corners, "triangles": count,
            "last": np.ascontiguousarray(last), "records": table, "boxes": boxes, "front": front,
            "width": rules.size[0], "height": rules.size[1],
        },
        NAMES,
    )  # fmt: skip
    called(setup, SetUp(SAMPLES[rules.samples], rules.cull_face, rules.front_face == "CCW"), words)
    number = int(words[_COUNT])
    rows = table[:number].T
    found = Triangles(
        **{name: rows[PLACES[name] : PLACES[name] + 3].view(np.float64) for name in CORNERS},
        corners=rows[PLACES["corners"] : PLACES["corners"] + 3], last=rows[PLACES["last"]],
        front=front[:number].view(np.bool_), owner=rows[PLACES["owner"]],
        varyings=varyings, flat=rules.flat, linear=rules.linear,
    )  # fmt: skip
    there = {name: address(table) + 8 * place for name, place in PLACES.items()}
    covered = 0.5 / SUBPIXELS**2 * float(words[_AREA : _AREA + 1].view(np.float64)[0])
    there |= {"box": address(boxes), "front": address(front)}
    _kept.last = found, there, bool(words[_LEVEL]), covered
    return found
