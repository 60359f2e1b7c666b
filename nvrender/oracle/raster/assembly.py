"""Primitive assembly: the order of vertices → points, lines and triangles (OpenGL 1.5, 2.6.1).

Without a geometry program; of primitives with adjacency only what they are about is drawn.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.primitives import OWN, assemble
from nvrender.oracle.raster.triangles import IndexArray

#: Primitive → corners of what it is made of.
CORNERS = {
    "POINTS": 1, "LINES": 2, "LINE_LOOP": 2, "LINE_STRIP": 2, "TRIANGLES": 3, "TRIANGLE_STRIP": 3,
    "TRIANGLE_FAN": 3, "QUADS": 3, "QUAD_STRIP": 3, "POLYGON": 3,
    "LINES_ADJACENCY": 2, "LINE_STRIP_ADJACENCY": 2, "TRIANGLES_ADJACENCY": 3, "TRIANGLE_STRIP_ADJACENCY": 3,
}  # fmt: skip


def assembled(primitive: str, order: IndexArray) -> IndexArray:
    """(1, 2 or 3, T): the vertices of each point, line or triangle; the last gives the flat colour.

    That colour is the one of OpenGL 1.5, table 2.12; triangles keep the direction the primitive runs in.
    ``order`` are the vertices as drawn. Incomplete primitives are left out.
    """
    if primitive == "TRIANGLES":
        return np.ascontiguousarray(order[: len(order) // 3 * 3].reshape(-1, 3).T)
    return np.asarray(order[_places(primitive, len(order))])


#: What was found of an index array that nobody may write, by its identity and what it is.
_FOUND: dict[tuple[int, str], tuple[weakref.ref[Any], IndexArray]] = {}


def order_of(indices: npt.NDArray[Any] | None, count: int) -> IndexArray:
    """The vertices as ``indices`` draw them, None for all ``count`` in turn; not to be changed."""
    if indices is None:
        return np.arange(count)
    return _kept(indices, "order", lambda: np.asarray(indices).reshape(-1).astype(np.intp))


def corners_of(primitive: str, indices: npt.NDArray[Any] | None, order: IndexArray) -> IndexArray:
    """``assembled``, not to be changed; ``order`` is what ``order_of`` made of ``indices``."""
    return _kept(indices, primitive, lambda: assembled(primitive, order))


def _kept(indices: Any, what: str, make: Callable[[], IndexArray]) -> IndexArray:
    """What ``make`` makes, kept as long as ``indices`` are, where nobody may write them."""
    key = id(indices), what
    kept = _FOUND.get(key)
    if kept is not None and kept[0]() is indices:
        return kept[1]
    found = make()
    if isinstance(indices, np.ndarray) and not indices.flags.writeable and indices.base is None:
        _FOUND[key] = weakref.ref(indices, lambda _: _FOUND.pop(key, None)), found
    return found


@lru_cache(maxsize=64)
def numbers(primitive: str, count: int) -> npt.NDArray[np.int32]:
    """``primitive.id`` of what ``assembled`` makes, ``count`` in all (NV_fragment_program4 2.X.3.2).

    Not to be changed.
    """
    found = np.arange(count, dtype=np.int32)
    if primitive in ("QUADS", "QUAD_STRIP"):
        found //= np.int32(2)
    elif primitive == "POLYGON":
        found[:] = 0
    return found


def _places(primitive: str, count: int) -> IndexArray:
    if primitive.endswith("_ADJACENCY"):
        whole = assemble(primitive, count).vertices
        return np.asarray(whole[:, OWN[primitive]].T.astype(np.intp))
    first = np.arange(count, dtype=np.intp)
    if primitive == "POINTS":
        return first.reshape(1, -1)
    if primitive == "LINES":
        return np.asarray(first[: count // 2 * 2].reshape(-1, 2).T)
    if primitive == "LINE_STRIP":
        return np.stack([first[:-1], first[1:]])
    if primitive == "LINE_LOOP":
        # The closing line runs from the last vertex to the first.
        return np.stack([first, np.roll(first, -1)]) if count > 1 else np.empty((2, 0), np.intp)
    if primitive == "TRIANGLE_STRIP":
        # The second of each pair runs the other way round.
        start = first[: max(count - 2, 0)]
        odd = start % 2
        return np.stack([start + odd, start + 1 - odd, start + 2])
    middle = first[1 : max(count - 1, 1)]
    if primitive == "TRIANGLE_FAN":
        return np.stack([np.zeros_like(middle), middle, middle + 1])
    if primitive == "POLYGON":
        # Flat colour: the first vertex.
        return np.stack([middle, middle + 1, np.zeros_like(middle)])
    if primitive == "QUADS":
        return _split(first[: count // 4 * 4].reshape(-1, 4).T)
    start = first[: max(count // 2 * 2 - 2, 0) : 2]
    pairs = ((start, start + 2), (start + 1, start), (start + 3, start + 3))
    return np.stack([np.stack(pair, 1).ravel() for pair in pairs])


def _split(quads: IndexArray) -> IndexArray:
    """Two triangles for each column of four vertices, both ending at the fourth."""
    a, b, c, d = quads
    return np.stack([np.stack(pair, 1).ravel() for pair in ((a, b), (b, c), (d, d))])
