"""Operations on numbers of the program's text alone: what they give is written in their place.

In 32 bits, where each result is a number that every numerics gives: of floats a normal one, rounded to
nearest. What is left is computed where it stands.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from ctypes import c_float

from nvrender.ir import visit
from nvrender.ir.nodes import Apply, Const, Expression, Shader, Statement

_WORD, _SIGN = 0xFFFFFFFF, 0x80000000
_SMALLEST_NORMAL = 2.0**-126
_FLOATS: dict[str, Callable[..., float]] = {
    "fadd": operator.add,
    "fsub": operator.sub,
    "fmul": operator.mul,
    "fmin": min,
    "fmax": max,
    "fmad": lambda a, b, c: c_float(a * b).value + c,
}
_WORDS: dict[str, Callable[..., int]] = {
    "fneg": lambda word: word ^ _SIGN,
    "fabs": lambda word: word & ~_SIGN,
    "iadd": operator.add,
    "isub": operator.sub,
    "imul": operator.mul,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
}


def folded(shader: Shader) -> Shader:
    """``shader`` without operations on constants."""
    return visit.changed(shader, _statement)


def _statement(node: Statement) -> list[Statement]:
    rows = visit.expressions(node)
    if not any(row.__class__ is Apply and _is_constant(row) for row in rows):
        return [node]
    return [visit.rebuilt(node, lambda row: visit.mapped(row, _folded))]


def _is_constant(node: Expression) -> bool:
    """True for what may be folded, whatever around it then may be, too."""
    if not isinstance(node, Apply) or node.type.bits != 32:
        return False
    known = node.operation in _FLOATS or node.operation in _WORDS
    return known and all(isinstance(row, Const) and row.type.bits == 32 for row in node.operands)


def _folded(node: Expression) -> Expression:
    if not isinstance(node, Apply) or not _is_constant(node):
        return node
    columns = zip(*(row.words for row in node.operands if isinstance(row, Const)), strict=True)
    compute = _WORDS.get(node.operation)
    if compute is not None:
        return Const(node.type, tuple(compute(*words) & _WORD for words in columns))
    numbers = [_float(node.operation, words) for words in columns]
    return node if None in numbers else Const(node.type, tuple(word for word in numbers if word is not None))


def _float(operation: str, words: tuple[int, ...]) -> int | None:
    """The word of a float of floats; None where it is not normal, or they neither normal nor 0."""
    operands = [struct.unpack("<f", struct.pack("<I", word))[0] for word in words]
    found = c_float(_FLOATS[operation](*operands)).value if all(map(_is_plain, operands)) else math.nan
    word: int = struct.unpack("<I", struct.pack("<f", found))[0]
    return word if _is_plain(found) and found else None


def _is_plain(value: float) -> bool:
    return value == 0 or _SMALLEST_NORMAL <= abs(value) < math.inf
