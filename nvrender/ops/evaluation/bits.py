"""Bit fields, counts and positions of 32-bit words (NV_gpu_program5 2.X.8, BFE to BTFM)."""

from __future__ import annotations

from typing import Any

import numpy as np

from nvrender.ops.evaluation.function import Evaluation, Function, composed, each
from nvrender.ops.evaluation.numerics import Float32Array


def _field(count: Any, offset: Any) -> tuple[Any, Any, Any]:
    """Width, offset and whether both lie in a word; widths and offsets outside it are 0.

    Read as signed, so that negative ones are outside (docs/semantics.md).
    """
    width, start = count.view(np.int32).astype(np.int64), offset.view(np.int32).astype(np.int64)
    inside = (width >= 0) & (start >= 0) & (start < 32) & (width + start <= 32)
    return np.where(inside, width, 0), np.where(inside, start, 0), inside


def _extract(signed: bool) -> Function:
    def extract(
        out: Float32Array, work: Float32Array, count: Float32Array, offset: Float32Array, value: Float32Array
    ) -> None:
        width, start, _ = _field(count, offset)
        words = value.view(np.int32 if signed else np.uint32).astype(np.int64)
        # The field at the top of 64 bits, then down again with its sign or without.
        top = words.astype(np.uint64) << (64 - np.maximum(width, 1) - start).astype(np.uint64)
        down = (64 - np.maximum(width, 1)).astype(np.uint64)
        field = top.view(np.int64) >> down.astype(np.int64) if signed else top >> down
        found = np.where(width > 0, field.astype(np.int64), 0)
        np.copyto(out.view(np.uint32), found.astype(np.uint64).astype(np.uint32))

    return extract


def _insert(
    out: Float32Array,
    work: Float32Array,
    count: Float32Array,
    offset: Float32Array,
    source: Float32Array,
    base: Float32Array,
) -> None:
    width, start, inside = _field(count, offset)
    ones = (np.uint64(1) << width.astype(np.uint64)) - np.uint64(1)
    mask = ones << start.astype(np.uint64)
    field = source.view(np.uint32).astype(np.uint64) << start.astype(np.uint64)
    kept = base.view(np.uint32).astype(np.uint64)
    found = np.where(inside, field & mask | kept & ~mask, kept)
    np.copyto(out.view(np.uint32), found.astype(np.uint32))


def _bits(words: Any) -> Any:
    """(32, k, n): bit i of every word."""
    places = np.arange(32, dtype=np.uint32).reshape(32, 1, 1)
    return words.view(np.uint32)[None] >> places & np.uint32(1)


def _reverse(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    places = np.arange(31, -1, -1, dtype=np.uint32).reshape(32, 1, 1)
    np.copyto(out.view(np.uint32), (_bits(a) << places).sum(axis=0, dtype=np.uint32))


def _count(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    np.copyto(out.view(np.uint32), _bits(a).sum(axis=0, dtype=np.uint32))


def _lowest(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    """−1, which is all ones, where no bit is set."""
    bits = _bits(a)
    found = np.where(bits.any(axis=0), bits.argmax(axis=0), -1)
    np.copyto(out.view(np.int32), found.astype(np.int32))


def _highest(signed: bool) -> Function:
    """Of a negative number the highest 0, of −1 and 0 −1 (docs/semantics.md)."""

    def highest(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
        words = a.view(np.int32)
        if signed:
            words = np.where(words < 0, ~words, words)
        bits = _bits(np.ascontiguousarray(words))[::-1]
        found = np.where(bits.any(axis=0), 31 - bits.argmax(axis=0), -1)
        np.copyto(out.view(np.int32), found.astype(np.int32))

    return highest


#: Operation → what evaluates it.
EVALUATIONS: dict[str, Evaluation] = {
    "iextract": composed(*(_extract(True),) * 4),
    "uextract": composed(*(_extract(False),) * 4),
    "insert": composed(*(_insert,) * 4),
    **each(
        {
            "reverse": _reverse,
            "count": _count,
            "lowest": _lowest,
            "ihighest": _highest(True),
            "uhighest": _highest(False),
        },
        in_place=False,
    ),
}
