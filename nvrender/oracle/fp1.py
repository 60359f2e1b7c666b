"""What NV_fragment_program computes otherwise than the later fragment languages: 3.11.4.2, 3.11.5."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nvrender.isa.fragment_bindings import FP1_FULL_PRECISION
from nvrender.oracle.numerics import ZERO, Float32Array, flush
from nvrender.oracle.ops import Function, Operation
from nvrender.program import Instruction, RegisterFile

#: The range of 12-bit fixed point (3.11.4.1).
_LEAST, _MOST = np.float32(-2048.0 / 1024.0), np.float32(2047.0 / 1024.0)


def reciprocal_root(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    """INF with the sign of a zero, NaN for negative numbers (3.11.5.27)."""
    with np.errstate(all="ignore"):
        out[...] = 1.0 / np.sqrt(a, dtype=np.float64)


def lit_z(out: Float32Array, work: Float32Array, x: Float32Array, y: Float32Array, w: Float32Array) -> None:
    """POW of the clamped y and w where x is above 0: the exponent is not clamped, 0^0 is NaN (3.11.5.13)."""
    base = np.where(y < ZERO, ZERO, y).astype(np.float64)
    power = np.exp2(w.astype(np.float64) * np.log2(np.add(base, 0.0)))
    out[...] = np.where(x > ZERO, power, 0.0)
    flush(out)


def is_fixed_point(instruction: Instruction) -> bool:
    """True if an instruction computes with 12 bits: not if it reads f[FOGC] or f[TEXn] (3.11.4.2)."""
    return (
        instruction.opcode.family == "fp1"
        and instruction.precision == "X"
        and not any(
            operand.register.file is RegisterFile.ATTRIBUTE and operand.register.index in FP1_FULL_PRECISION
            for operand in instruction.operands
        )
    )


def in_fixed_point(operation: Operation) -> Operation:
    """The operation on operands, and with results, of fx12's range; steps finer than 1/1024 are kept."""
    return replace(operation, functions=tuple(map(_in_fixed_point, operation.functions)), in_place=False)


def _in_fixed_point(function: Function) -> Function:
    def compute(out: Float32Array, work: Float32Array, *operands: Float32Array) -> None:
        function(out, work, *map(_fixed, operands))
        out[...] = _fixed(out)

    return compute


def _fixed(values: Float32Array) -> Float32Array:
    """INF and what is beyond becomes the nearest end of the range, NaN 0 (3.11.4.2)."""
    return np.where(np.isnan(values), ZERO, np.clip(values, _LEAST, _MOST))
