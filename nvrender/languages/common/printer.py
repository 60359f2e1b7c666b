"""What the texts of all languages have in common: order of lines, labels, signs, suffixes, masks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from nvrender.ops.types import DataType
from nvrender.program import (
    COMPONENTS,
    FULL_MASK,
    IDENTITY_SWIZZLE,
    Condition,
    Destination,
    Instruction,
    Mask,
    Operand,
    Program,
    Register,
    Selector,
    Swizzle,
)
from nvrender.program.opcodes import Flow, OperandClass


class Printer(ABC):
    """Prints one program; a grammar adds how its registers, opcodes, declarations and constants look."""

    #: What stands between a destination and its condition mask.
    mask_separator: ClassVar[str] = ""

    def __init__(self, program: Program) -> None:
        self._program = program

    @abstractmethod
    def register(self, register: Register, type: DataType, unchecked: bool) -> str:
        """A register, read or written as ``type``; ``unchecked``: variables of any type may name it."""

    def word(self, instruction: Instruction) -> str:
        """The opcode with its suffixes or modifiers."""
        suffix = "" if instruction.condition_code is None else "C"
        return instruction.opcode.name + instruction.precision + suffix

    def declarations(self) -> Iterator[str]:
        """The lines between options and instructions."""
        return iter(())

    def constant(self, operand: Operand, operand_class: OperandClass) -> str | None:
        """An operand that is written as numbers, with the suffix it takes; None for another."""
        return None

    def lines(self) -> Iterator[str]:
        """The program's text line by line, without comments."""
        program = self._program
        yield program.profile.header
        for option in sorted(program.options):
            yield f"OPTION {option};"
        yield from self.declarations()
        labels: dict[int, list[str]] = {}
        for label in program.labels:
            number = "" if label.number is None else f" SUBROUTINENUM({label.number})"
            labels.setdefault(label.index, []).append(f"{label.name}{number}:")
        for index, instruction in enumerate(program.instructions):
            yield from labels.get(index, ())
            if not instruction.implicit:
                yield self.instruction(instruction)
        yield from labels.get(len(program.instructions), ())
        yield "END"

    def instruction(self, instruction: Instruction) -> str:
        """One instruction with its ``;``."""
        opcode = instruction.opcode
        words = [self.word(instruction)]
        if instruction.target_name:
            words.append(instruction.target_name)
        if arguments := self.arguments(instruction):
            words.append(", ".join(arguments))
        if instruction.condition is not None:
            test = _test_text(instruction.condition)
            bare = opcode.flow in (None, Flow.IF)
            words.append(test if bare else f"({test})")
        return " ".join(words) + ";"

    def arguments(self, instruction: Instruction) -> list[str]:
        """Destination and operands."""
        destination, unchecked = instruction.destination, instruction.unchecked
        found = [] if destination is None else [self._destination(destination, unchecked)]
        classes = (*instruction.opcode.operands, OperandClass.VECTOR)
        for operand, operand_class in zip(instruction.operands, classes, strict=False):
            found.append(self.operand(operand, operand_class, unchecked))
        return found

    def operand(self, operand: Operand, operand_class: OperandClass, unchecked: bool) -> str:
        """Sign, bars, register or constant, and suffix; an address operand has no suffix."""
        text = self.constant(operand, operand_class)
        if text is None:
            text = self.register(operand.register, operand.type, unchecked)
            if operand_class is not OperandClass.ADDRESS:
                text += suffix_text(operand.swizzle)
        if operand.extended is not None:
            selectors = zip(operand.extended.selectors, operand.extended.negate, strict=True)
            text = ", ".join([text, *(_selector_text(one, negate) for one, negate in selectors)])
        if operand.absolute:
            text = f"|{text}|"
        return f"-{text}" if operand.negate else text

    def _destination(self, destination: Destination, unchecked: bool) -> str:
        """Register, write mask and condition mask."""
        text = self.register(destination.register, destination.type, unchecked) + _mask_text(destination.mask)
        if destination.condition is None:
            return text
        return f"{text}{self.mask_separator}({_test_text(destination.condition)})"


def suffix_text(swizzle: Swizzle) -> str:
    """``.x``, ``.wzyx``; "" for all components in order."""
    if swizzle == IDENTITY_SWIZZLE:
        return ""
    letters = "".join(COMPONENTS[place] for place in swizzle)
    return "." + (letters[0] if len(set(letters)) == 1 else letters)


def _mask_text(mask: Mask) -> str:
    """``.xz``; "" for all components."""
    if mask == FULL_MASK:
        return ""
    return "." + "".join(letter for letter, on in zip(COMPONENTS, mask, strict=True) if on)


def _test_text(condition: Condition) -> str:
    """``GT.x``, ``EQ1``: test, number of the condition code register if not 0, suffix."""
    return f"{condition.test}{condition.register or ''}{suffix_text(condition.swizzle)}"


def _selector_text(selector: int | Selector, negate: bool) -> str:
    word = selector.value if isinstance(selector, Selector) else COMPONENTS[selector]
    return f"-{word}" if negate else word
