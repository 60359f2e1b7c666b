"""What evaluates an operation over arrays.

A function writes ``out`` and gets ``work``, four rows of scratch as wide as ``out``. Operands are float32
(k, n), or (k, 1) where all lanes share them, loaded: swizzled, absolute, negated; integers and words are
their bits. Functions run inside ``numerics.arithmetic``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from nvrender.ops.evaluation.numerics import ONE, ZERO, Float32Array, positive_nan
from nvrender.ops.rows import Operation

Function = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A function, or one for each component of a COMPOSED operation's result.

    ``in_place`` is False where ``out`` must not be an operand's memory.
    """

    functions: tuple[Function, ...]
    in_place: bool = True


def each(functions: Mapping[str, Function], *, in_place: bool = True) -> dict[str, Evaluation]:
    """One function an operation."""
    return {name: Evaluation((function,), in_place) for name, function in functions.items()}


@cache
def plain(row: Operation) -> Evaluation:
    """NumPy's own function, of numbers of the type that the row's name begins with."""
    ufunc: np.ufunc = getattr(np, row.numpy)
    type: Any = {"f": np.float32, "i": np.int32, "u": np.uint32}[row.name[0]]

    def compute(out: Float32Array, work: Float32Array, *operands: Float32Array) -> None:
        ufunc(*[operand.view(type) for operand in operands], out=out.view(type))

    return Evaluation((compute,))


def composed(*functions: Function) -> Evaluation:
    """One function a component, none of which sees the others' results."""
    return Evaluation(functions, in_place=False)


def with_positive_nan(function: Function) -> Function:
    """``function`` with +NaN for every NaN (NV_vertex_program 2.14.1.11)."""

    def compute(out: Float32Array, work: Float32Array, *operands: Float32Array) -> None:
        function(out, work, *operands)
        positive_nan(out)

    return compute


def copy(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    """The operand's words."""
    np.copyto(out, a)


def fill(value: np.float32) -> Function:
    """``value`` whatever the operands are."""

    def filled(out: Float32Array, work: Float32Array, *operands: Float32Array) -> None:
        out[...] = value

    return filled


zero, one = fill(ZERO), fill(ONE)
