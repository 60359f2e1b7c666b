"""What an instruction reads: the values of its operands before it executes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nvrender.languages.printer import operand_texts
from nvrender.ops.evaluation.numerics import Float32Array
from nvrender.ops.rows import BY_COMPONENT
from nvrender.ops.types import DataType
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.machine.operands import Loaded, load
from nvrender.oracle.machine.wide_words import KINDS, joined
from nvrender.program import COMPONENTS, Instruction, Operand, Program, RegisterFile
from nvrender.program.opcodes import OperandClass

#: What has no value of its own: an instruction reaches it.
_REACHED = (RegisterFile.STORAGE, RegisterFile.SHARED, RegisterFile.SUBROUTINE)
_WORDS: dict[DataType, type[np.int32] | type[np.uint32]] = {
    DataType.SIGNED: np.int32,
    DataType.UNSIGNED: np.uint32,
}


@dataclass(frozen=True, slots=True)
class OperandValue:
    """An operand as the program writes it, and the components that are read of it, behind sign and bars."""

    text: str
    components: str
    values: tuple[float, ...]


def operand_values(
    program: Program, layout: Layout, index: int, f: Float32Array, table: Float32Array
) -> tuple[OperandValue, ...]:
    """Those of instruction ``index`` of one lane, whose state rows are ``f`` (n, 1)."""
    instruction = program.instructions[index]
    found = []
    for place, text in enumerate(operand_texts(program, instruction)):
        operand = instruction.operands[place]
        if operand.register.file in _REACHED or operand.register.bytes:
            continue
        which = _components(instruction, place)
        values = _values(instruction, operand, layout, which, f.copy(), table)
        found.append(OperandValue(text, "".join(COMPONENTS[one] for one in which), values))
    return tuple(found)


def _components(instruction: Instruction, place: int) -> tuple[int, ...]:
    """The components of an operand that the result is made of."""
    opcode, destination = instruction.opcode, instruction.destination
    classes = opcode.operands[min(place, len(opcode.operands) - 1)]
    if classes is OperandClass.SCALAR:
        return (0,)
    if instruction.row.form in BY_COMPONENT and destination is not None:
        return tuple(one for one in range(4) if destination.mask[one])
    return instruction.row.components_read(place) or (0, 1, 2, 3)


def _values(
    instruction: Instruction,
    operand: Operand,
    layout: Layout,
    which: tuple[int, ...],
    f: Float32Array,
    table: Float32Array,
) -> tuple[float, ...]:
    register = operand.register
    if instruction.bits == 64 and register.long and register.relative is None:
        return tuple(_long(operand, layout.row(register), one, f) for one in which)
    loaded = _loaded(operand, layout)
    for step in loaded.steps:
        step(f, table)
    return tuple(_number(loaded.fetch((one,))(f, table)[0, :1], operand.type) for one in which)


def _loaded(operand: Operand, layout: Layout) -> Loaded:
    return load(operand, 0, layout, (0, 1, 2, 3), False)


def _number(word: npt.NDArray[np.float32], type: DataType) -> float:
    word = np.ascontiguousarray(word)
    return float(word[0]) if type is DataType.FLOAT else int(word.view(_WORDS[type])[0])


def _long(operand: Operand, row: int, component: int, f: Float32Array) -> float:
    """A component of 64 bits, with its bars and sign."""
    place = row + operand.swizzle[component]
    value = joined(f[place], f[place + 4]).view(KINDS[operand.type])[0]
    number = float(value) if operand.type is DataType.FLOAT else int(value)
    number = abs(number) if operand.absolute else number
    return -number if operand.negate else number
