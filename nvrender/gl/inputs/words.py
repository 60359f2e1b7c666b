"""Numbers as the 32-bit words a typeless register holds (NV_gpu_program4 2.X.3.1)."""

from __future__ import annotations

from enum import Flag, auto
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.ops.types import DataType
from nvrender.program import Instruction, Operand, Program, RegisterFile, banks_of, covered
from nvrender.records import once
from nvrender.source import InputError

Uint32Array = npt.NDArray[np.uint32]

#: A register or a whole buffer: file and index or binding point.
RegisterKey = tuple[RegisterFile, int]


class Use(Flag):
    """How instructions read a register."""

    INTEGER = auto()
    FLOAT = auto()
    #: Copied as it is, whatever its type.
    MOVED = auto()
    #: Taken apart by an unpack, whatever its type (NV_gpu_program4 2.X.8, UP2H).
    UNPACKED = auto()


@once
def uses(program: Program) -> dict[RegisterKey, Use]:
    """How the program reads each attribute, parameter and buffer."""
    found: dict[RegisterKey, Use] = {}
    for instruction in program.instructions:
        for operand in instruction.sources:
            register = operand.register
            if register.file in (RegisterFile.STORAGE, RegisterFile.SHARED):
                continue
            indices = banks_of(register) if register.file is RegisterFile.BUFFER else covered(register)
            use = _use(instruction, operand)
            for index in indices:
                place = (register.file, index)
                found[place] = found.get(place, use) | use
    return found


def _use(instruction: Instruction, operand: Operand) -> Use:
    if operand.type is not DataType.FLOAT:
        return Use.INTEGER
    if operand.absolute or operand.negate:
        return Use.FLOAT
    opcode = instruction.opcode
    if opcode.unpacks or opcode.long_result or opcode.long_operand:
        return Use.UNPACKED
    copied = instruction.operation == "mov" and operand.extended is None and not instruction.clamp
    return Use.MOVED if copied else Use.FLOAT


def stay_integers(array: npt.NDArray[Any], use: Use | None) -> bool:
    """True if numbers for a typeless register that is used so are integers, not to be made floats.

    What no instruction reads does not matter.
    """
    if array.dtype.kind not in "iub" or use is None:
        return False
    if use & Use.INTEGER:
        return True
    if use & Use.FLOAT:
        return False
    return bool(use & Use.UNPACKED) or array.dtype in (np.int32, np.uint32)


def integer_words(name: str, array: npt.NDArray[Any]) -> Uint32Array:
    """Integers as words, C-contiguous, in two's complement; InputError if one does not fit 32 bits."""
    if array.dtype.itemsize > 4 and array.size:
        least, most = int(array.min()), int(array.max())
        if least < -(1 << 31) or most >= 1 << 32:
            worst = least if least < -(1 << 31) else most
            raise InputError(f"{name} holds {worst}, which has no 32-bit word")
    wide = array.astype(np.int64 if array.dtype.kind == "i" else np.uint64)
    return np.ascontiguousarray(wide.astype(np.uint32))


def float_words(array: npt.NDArray[Any]) -> Uint32Array:
    """Numbers rounded to float32, as words, C-contiguous."""
    with np.errstate(all="ignore"):
        return np.ascontiguousarray(array, np.float32).view(np.uint32)
