"""Arrays a caller gives, checked and made the (N, 4) words a program reads."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.inputs.words import integer_words
from nvrender.source import InputError

#: Missing components (NV_vertex_program 2.14.1.1: VertexAttrib1, 2 and 3).
FILL = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class AttributeSource:
    """One attribute as the caller holds it: (N, 1…4) of any real dtype; N is 1 if it is ``constant``.

    It is converted in the pieces that are asked for, so that a memory-mapped file stays one. An
    ``integer`` attribute's words are integers, in float32 arrays too; ``fill`` is what missing
    components are. With ``half`` its components have 64 bits: 0 are the words of x and y, the low one first,
    1 those of z and w.
    """

    name: str
    array: npt.NDArray[Any]
    constant: bool
    integer: bool = False
    fill: tuple[float, float, float, float] = FILL
    half: int | None = None

    def rows(self, start: int, stop: int) -> Float32Array:
        """Vertices ``start`` to ``stop``, (n, 4) float32 C-contiguous; (1, 4) where it is constant.

        A view where the caller's array is already that.
        """
        piece = self.array[:1] if self.constant else self.array[start:stop]
        if self.half is not None:
            return self._long_rows(piece, 2 * self.half)
        if self.integer:
            return self._integer_rows(piece)
        if piece.dtype == np.float32 and piece.shape[1] == 4 and piece.flags.c_contiguous:
            return np.asarray(piece)
        filled = np.empty((piece.shape[0], 4), np.float32)
        components = piece.shape[1]
        with np.errstate(all="ignore"):
            # Unsigned bytes are normalised, every other type is taken as it is (NV_vertex_program
            # 2.14.1.1, 2.14.3).
            if piece.dtype == np.uint8:
                np.divide(piece, np.float32(255.0), out=filled[:, :components], dtype=np.float32)
            else:
                filled[:, :components] = piece
        filled[:, components:] = self.fill[components:]
        return filled

    def _long_rows(self, piece: npt.NDArray[Any], first: int) -> Float32Array:
        """Two components in 64 bits as words: doubles, or integers (EXT_vertex_attrib_64bit)."""
        signed = np.int64 if piece.dtype.kind == "i" else np.uint64
        kind: Any = signed if self.integer else np.float64
        numbers = np.empty((piece.shape[0], 2), kind)
        present = piece[:, first : first + 2]
        numbers[:, : present.shape[1]] = present
        numbers[:, present.shape[1] :] = self.fill[first + present.shape[1] : first + 2]
        return numbers.view(np.float32)

    def _integer_rows(self, piece: npt.NDArray[Any]) -> Float32Array:
        """Words as they are (NV_vertex_program4: VertexAttribI)."""
        words = np.empty((piece.shape[0], 4), np.uint32)
        words[:, : piece.shape[1]] = integer_words(self.name, piece)
        words[:, piece.shape[1] :] = [int(value) for value in self.fill[piece.shape[1] :]]
        return words.view(np.float32)


def whole_number(key: Any) -> int | None:
    """``key`` as int if it is a whole number of any kind, no boolean; else None."""
    if type(key) is int:
        return key
    if isinstance(key, (bool, np.bool_)):
        return None
    try:
        return operator.index(key)
    except TypeError:
        return None


def real_array(name: str, value: Any) -> npt.NDArray[Any]:
    """``value`` as an array of real numbers, not copied where it is an array."""
    try:
        array = np.asarray(value)
    except Exception as error:  # whatever the object's own conversion raises
        raise InputError(f"{name} cannot be made an array: {error}") from None
    if array.dtype.kind not in "biuf":
        what = "of uneven rows or of objects" if array.dtype == object else f"of type {array.dtype}"
        raise InputError(f"{name} is {what}; it must hold real numbers")
    return array


def vertex_count(given: Mapping[int, tuple[str, npt.NDArray[Any]]], count: int | None) -> int:
    """How many vertices the arrays and ``count`` agree on; 1 if nothing says."""
    total, source = count, "count is"
    if count is not None and ((total := whole_number(count)) is None or total < 0):
        raise InputError(f"count must be a whole number from 0, not {count!r}")
    for name, array in given.values():
        if not 1 <= array.ndim <= 2 or (array.ndim == 2 and not 1 <= array.shape[1] <= 4):
            raise InputError(
                f"{name} has shape {array.shape}; it must be (N, 1) to (N, 4), (N,), or one vector "
                f"of 1 to 4 numbers"
            )
        length = array.shape[0]
        if length == 1 or (array.ndim == 1 and 1 <= length <= 4):
            continue
        if total is not None and length != total:
            raise InputError(f"{name} has {length} vertices, but {source} {total}")
        if total is None:
            total, source = length, f"{name} has"
    return 1 if total is None else total


def as_table(name: str, array: npt.NDArray[Any], total: int) -> npt.NDArray[Any]:
    """``array`` as (N, 1…4), or (1, 1…4) for a vector that all vertices share."""
    if array.ndim == 2:
        return array
    length = array.shape[0]
    if not 1 <= length <= 4:
        return array.reshape(length, 1)
    if length == total and length > 1:
        raise InputError(
            f"{name} has shape ({length},) where there are {length} vertices: give ({length}, 1) for one "
            f"number a vertex, or (1, {length}) for one vector that all share"
        )
    return array.reshape(1, length)
