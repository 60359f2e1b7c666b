"""Program → canonical text of its own language, which loads as an equal program."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.isa.bindings import ATTRIBUTES
from nvrender.isa.opcodes import OperandClass
from nvrender.isa.profiles import Profile
from nvrender.program import (
    COMPONENTS,
    FULL_MASK,
    IDENTITY_SWIZZLE,
    Condition,
    Destination,
    Instruction,
    Operand,
    Program,
    Register,
    RegisterFile,
    Swizzle,
)
from nvrender.source import InternalError
from nvrender.syntax import arb_printer


def print_program(program: Program) -> str:
    """The program's text: one instruction, declaration, label or option a line, without comments."""
    if program.profile.language is not None:
        return "\n".join(arb_printer.lines(program)) + "\n"
    return "\n".join(_lines(program)) + "\n"


def statement_text(program: Program, instruction: Instruction) -> str:
    """One instruction of ``program`` with its ``;``."""
    if program.profile.language is not None:
        return arb_printer.Printer(program).instruction(instruction)
    return instruction_text(instruction, program.profile)


def _lines(program: Program) -> Iterator[str]:
    profile = program.profile
    yield profile.header
    for option in sorted(program.options):
        yield f"OPTION {option};"
    labels: dict[int, list[str]] = {}
    for label in program.labels:
        labels.setdefault(label.index, []).append(label.name)
    for index, instruction in enumerate(program.instructions):
        for name in labels.get(index, ()):
            yield f"{name}:"
        yield instruction_text(instruction, profile)
    for name in labels.get(len(program.instructions), ()):
        yield f"{name}:"
    yield "END"


def instruction_text(instruction: Instruction, profile: Profile) -> str:
    """One instruction with its ``;``."""
    opcode = instruction.opcode
    suffix = "" if instruction.condition_code is None else "C"
    condition = condition_text(instruction.condition)
    if opcode.is_flow:
        target = f" {instruction.target_name}" if opcode.operands else ""
        return f"{opcode.name}{target}{' ' if condition else ''}{condition};"
    assert instruction.destination is not None
    parts = [destination_text(instruction.destination, profile)]
    parts += [
        operand_text(operand, operand_class, profile)
        for operand, operand_class in zip(instruction.operands, opcode.operands, strict=True)
    ]
    return f"{opcode.name}{suffix} {', '.join(parts)};"


def register_text(register: Register, profile: Profile) -> str:
    """``R0``, ``v[OPOS]``, ``c[A0.x+3]``, ``o[HPOS]``, ``A0`` or ``CC``."""
    index = register.index
    match register.file:
        case RegisterFile.TEMPORARY:
            return f"R{index}"
        case RegisterFile.ADDRESS:
            return f"A{index}"
        case RegisterFile.CONDITION_CODE:
            return "CC"
        case RegisterFile.RESULT:
            return f"o[{profile.results[index]}]"
        case RegisterFile.ATTRIBUTE:
            mnemonic = ATTRIBUTES[index].mnemonic if profile.attribute_mnemonics else ""
            return f"v[{mnemonic or index}]"
        case RegisterFile.PARAMETER:
            relative = register.relative
            if relative is None:
                return f"c[{index}]"
            offset = f"{relative.offset:+d}" if relative.offset else ""
            return f"c[A{relative.register}.{COMPONENTS[relative.component]}{offset}]"
        case RegisterFile.BUFFER:
            raise InternalError("the vertex program family has no buffers")


def _suffix(swizzle: Swizzle) -> str:
    if swizzle == IDENTITY_SWIZZLE:
        return ""
    letters = "".join(COMPONENTS[place] for place in swizzle)
    return "." + (letters[0] if len(set(letters)) == 1 else letters)


def condition_text(condition: Condition | None) -> str:
    """``(GT.x)``; "" for always."""
    return "" if condition is None else f"({condition.test}{_suffix(condition.swizzle)})"


def destination_text(destination: Destination, profile: Profile) -> str:
    """Register, write mask and condition mask."""
    mask = ""
    if destination.mask != FULL_MASK:
        mask = "." + "".join(letter for letter, on in zip(COMPONENTS, destination.mask, strict=True) if on)
    return register_text(destination.register, profile) + mask + condition_text(destination.condition)


def operand_text(operand: Operand, operand_class: OperandClass, profile: Profile) -> str:
    """Sign, bars, register and suffix; an address operand is bare."""
    suffix = "" if operand_class is OperandClass.ADDRESS else _suffix(operand.swizzle)
    text = register_text(operand.register, profile) + suffix
    if operand.absolute:
        text = f"|{text}|"
    return f"-{text}" if operand.negate else text
