"""Numbers in a program's text, and what steps of formulas a compiler computes of them."""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from ctypes import c_float

from nvrender.glsl.declared.storage import Storage
from nvrender.ops.formulas import Node, Term
from nvrender.program import Instruction, Operand, RegisterFile, Selector, covered
from nvrender.program.opcodes import OperandClass

#: File, number and component of a register.
Component = tuple[RegisterFile, int, int]

_SMALLEST_NORMAL = 2.0**-126
#: What of the steps of formulas a compiler computes of numbers in the text.
_STEPS: dict[str, Callable[..., float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "log2": math.log2,
    "reciprocal": lambda value: 1 / value,
}


def components_of(instruction: Instruction, term: Term) -> set[Component]:
    """What an operand's component is read of; nothing for a number that SWZ has in its place."""
    operand = instruction.operands[term.number]
    classes = instruction.opcode.operands
    scalar = term.number < len(classes) and classes[term.number] is OperandClass.SCALAR
    chosen: int | Selector = operand.swizzle[0 if scalar else term.component]
    if operand.extended is not None:
        chosen = operand.extended.selectors[term.component]
    if isinstance(chosen, Selector):
        return set()
    return {(operand.register.file, index, chosen) for index in covered(operand.register)}


class TextNumbers:
    """The numbers in the text of one program."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def is_nonzero(self, instruction: Instruction, node: Node) -> bool:
        """True for a step of numbers in the program's text that is a normal number, not 0."""
        value = self._evaluated(instruction, node)
        return value is not None and _SMALLEST_NORMAL <= abs(value) < math.inf

    def _evaluated(self, instruction: Instruction, node: Node) -> float | None:
        """What a step of numbers in the program's text gives, rounded as they are; None for others."""
        if isinstance(node, float):
            return node
        if isinstance(node, Term):
            if node.number >= len(instruction.operands):
                return None
            operand = instruction.operands[node.number]
            if not self.is_literal(operand) or operand.extended is not None:
                return None
            words = self._storage.program.parameters[operand.register.index].words
            ((_, _, place),) = components_of(instruction, node)
            value: float = struct.unpack("<f", struct.pack("<I", words[place] & 0xFFFFFFFF))[0]
            value = abs(value) if operand.absolute else value
            return -value if operand.negate else value
        values = [self._evaluated(instruction, part) for part in node.of]
        step = _STEPS.get(node.name)
        if step is None or any(value is None for value in values):
            return None
        try:
            return c_float(step(*values)).value
        except (ArithmeticError, ValueError):  # of 0, or of what is not positive
            return None

    def holds_zero(self, operand: Operand) -> bool:
        """True for a literal of which a component that is chosen is 0."""
        if not self.is_literal(operand):
            return False
        words = self._storage.program.parameters[operand.register.index].words
        return any(words[component] == 0 for component in operand.swizzle)

    def is_literal(self, operand: Operand) -> bool:
        """True for numbers in the text at a place that no address chooses."""
        return operand.register.relative is None and self._storage.is_literal(operand.register)
