"""Program → canonical text of its own language, which loads as an equal program."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.languages.arb import printer as arb_printer
from nvrender.languages.common.printing import condition_text, mask_text, suffix_text
from nvrender.languages.fp1 import printer as fp1_printer
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.program import (
    COMPONENTS,
    Destination,
    Instruction,
    Operand,
    Program,
    Register,
    RegisterFile,
)
from nvrender.program.opcodes import OperandClass
from nvrender.program.profile import Profile
from nvrender.source import InternalError


def print_program(program: Program) -> str:
    """The program's text: one instruction, declaration, label or option a line, without comments."""
    program = program.as_written
    match program.profile.grammar:
        case "arb":
            lines = arb_printer.lines(program)
        case "fp1":
            lines = fp1_printer.lines(program)
        case _:
            lines = _lines(program)
    return "\n".join(lines) + "\n"


def statement_text(program: Program, instruction: Instruction) -> str:
    """One instruction of ``program`` with its ``;``."""
    match program.profile.grammar:
        case "arb":
            return arb_printer.Printer(program).instruction(instruction)
        case "fp1":
            return fp1_printer.instruction_text(instruction, program.parameters)
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
        case _:
            raise InternalError(f"the vertex program family has no {register.file.value}")


def destination_text(destination: Destination, profile: Profile) -> str:
    """Register, write mask and condition mask."""
    register = register_text(destination.register, profile)
    return register + mask_text(destination.mask) + condition_text(destination.condition)


def operand_text(operand: Operand, operand_class: OperandClass, profile: Profile) -> str:
    """Sign, bars, register and suffix; an address operand is bare."""
    suffix = "" if operand_class is OperandClass.ADDRESS else suffix_text(operand.swizzle)
    text = register_text(operand.register, profile) + suffix
    if operand.absolute:
        text = f"|{text}|"
    return f"-{text}" if operand.negate else text
