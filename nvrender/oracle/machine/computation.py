"""What an instruction computes: its row of the op table, and the functions that evaluate it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from nvrender.languages.fp1.bindings import FULL_PRECISION
from nvrender.ops.evaluation import conversions
from nvrender.ops.evaluation.function import Function
from nvrender.ops.evaluation.numerics import ZERO, Float32Array
from nvrender.ops.evaluation.table import evaluation_of
from nvrender.ops.memory_access import Rounding
from nvrender.ops.rows import Form, Reads
from nvrender.program import Instruction, RegisterFile


@dataclass(frozen=True, slots=True)
class Computation:
    """Functions and reads are as in ``ops``; there are no functions where others compute it."""

    form: Form
    functions: tuple[Function, ...] = ()
    reads: tuple[Reads, ...] = ()
    in_place: bool = True


def computation_of(instruction: Instruction) -> Computation:
    """What an instruction of any language computes."""
    row = instruction.row
    if instruction.opcode.rounded:
        result, source = instruction.storages
        rounding = instruction.rounding or Rounding.NEAREST
        convert = conversions.conversion(source, result, rounding, instruction.clamp)
        return Computation(row.form, (convert,))
    evaluation = evaluation_of(row)
    if evaluation is None:
        return Computation(row.form, reads=row.reads)
    found = Computation(row.form, evaluation.functions, row.reads, evaluation.in_place)
    return _in_fixed_point(found) if is_fixed_point(instruction) else found


#: The range of 12-bit fixed point (NV_fragment_program 3.11.4.1).
_LEAST, _MOST = np.float32(-2048.0 / 1024.0), np.float32(2047.0 / 1024.0)


def is_fixed_point(instruction: Instruction) -> bool:
    """True if an instruction of NV_fragment_program computes with 12 bits.

    Not if it reads f[FOGC] or f[TEXn] (3.11.4.2).
    """
    return (
        instruction.opcode.family.fixed_point_operands
        and instruction.precision == "X"
        and not any(
            operand.register.file is RegisterFile.ATTRIBUTE and operand.register.index in FULL_PRECISION
            for operand in instruction.operands
        )
    )


def _in_fixed_point(computation: Computation) -> Computation:
    """On operands, and with results, of fx12's range; steps finer than 1/1024 are kept."""
    return replace(
        computation, functions=tuple(map(_function_in_fixed_point, computation.functions)), in_place=False
    )


def _function_in_fixed_point(function: Function) -> Function:
    def compute(out: Float32Array, work: Float32Array, *operands: Float32Array) -> None:
        function(out, work, *map(_fixed, operands))
        out[...] = _fixed(out)

    return compute


def _fixed(values: Float32Array) -> Float32Array:
    """INF and what is beyond becomes the nearest end of the range, NaN 0 (3.11.4.2)."""
    return np.where(np.isnan(values), ZERO, np.clip(values, _LEAST, _MOST))
