"""Words and numbers in arrays, and operations on them by the NumPy functions of their rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nvrender.ir.evaluation.surroundings import Array
from nvrender.ir.nodes import Apply, Convert
from nvrender.ir.types import Kind, Type
from nvrender.ops.evaluation import conversions, typed, wide
from nvrender.ops.evaluation.table import evaluation_of
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS

_LETTERS = {Kind.FLOAT: "f", Kind.INT: "i", Kind.UINT: "u"}


def dtype_of(type: Type) -> np.dtype[np.generic]:
    """What a component of ``type`` is in an array."""
    return np.dtype("?" if type.kind is Kind.BOOL else f"{_LETTERS[type.kind]}{type.bits // 8}")


def numbers(type: Type, words: Sequence[int], lanes: int) -> Array:
    """A constant, for each of so many lanes."""
    held = np.array(words, f"u{max(type.bits // 8, 4)}")
    found: Array = (held != 0 if type.kind is Kind.BOOL else held.view(dtype_of(type)))[:, None]
    return found.repeat(lanes, 1)


def bitcast(value: Array, type: Type) -> Array:
    """The same bits, row by row; two rows of words are one of 64 bits, the low one first."""
    lanes, dtype = value.shape[1], dtype_of(type)
    words = np.ascontiguousarray(value).view("u4").reshape(len(value), lanes, -1).swapaxes(1, 2)
    wholes = words.reshape(-1, dtype.itemsize // 4, lanes).swapaxes(1, 2)
    found: Array = np.ascontiguousarray(wholes).view(dtype)[..., 0]
    return found


def converted(node: Convert, value: Array) -> Array:
    """Numbers of a storage type as those of another."""
    words = np.ascontiguousarray(value).view(f"u{value.dtype.itemsize}").astype(np.uint64)
    found = conversions.converted(words, node.source, node.result, node.rounding, node.clamp)
    dtype = dtype_of(node.type)
    return found.astype(f"u{dtype.itemsize}").view(dtype)


def applied(node: Apply, operands: Sequence[Array]) -> Array:
    """What an operation gives."""
    row, dtype = OPERATIONS[node.operation], dtype_of(node.type)
    found: Array
    if row.name in typed.EVALUATIONS:
        found = typed.EVALUATIONS[row.name](*operands)
        return found
    if 8 in {dtype.itemsize, *(each.dtype.itemsize for each in operands)}:
        return _applied_to_wide(row.name, operands, dtype)
    out, work = (np.empty((width, operands[0].shape[1]), np.float32) for width in (node.type.width, 4))
    words = [np.ascontiguousarray(row).view(np.float32) for row in operands]
    evaluation = evaluation_of(row)
    assert evaluation is not None, row.name
    if row.form is not Form.COMPOSED:
        evaluation.functions[0](out, work, *words)
        return out.view(dtype)
    for part in range(node.type.width):
        given = [words[number][list(places)] for number, places in row.reads[part]]
        evaluation.functions[part](out[part : part + 1], work, *given)
    return out.view(dtype)


def _applied_to_wide(name: str, operands: Sequence[Array], dtype: np.dtype[np.generic]) -> Array:
    """What an operation gives where an operand or the result has 64 bits."""
    found: Array
    if name in typed.CONVERSIONS:
        found = typed.CONVERSIONS[name](operands[0], dtype)
        return found
    plain = OPERATIONS[name].numpy
    function = getattr(np, plain) if plain else wide.EVALUATIONS[name]
    found = typed.flushed(np.asarray(function(*operands)))
    return found.view(dtype) if found.dtype.itemsize == dtype.itemsize else found.astype(dtype)
