"""Program → canonical text of its own language, which loads as an equal program."""

from __future__ import annotations

from nvrender.languages.arb.printer import DeclaredPrinter
from nvrender.languages.common.printer import Printer
from nvrender.languages.fp1.printer import FragmentPrinter
from nvrender.languages.vp.printer import VertexPrinter
from nvrender.program import Instruction, Program
from nvrender.program.opcodes import OperandClass

_PRINTERS: dict[str, type[Printer]] = {"arb": DeclaredPrinter, "fp1": FragmentPrinter, "vp": VertexPrinter}


def print_program(program: Program) -> str:
    """The program's text: one instruction, declaration, label or option a line, without comments."""
    return "\n".join(_printer(program).lines()) + "\n"


def statement_text(program: Program, instruction: Instruction) -> str:
    """One instruction of ``program`` with its ``;``, as the text of the program has it."""
    written = program.as_written
    if written is not program:
        instruction = written.instructions[program.instructions.index(instruction)]
    return _printer(program).instruction(instruction)


def operand_texts(program: Program, instruction: Instruction) -> tuple[str, ...]:
    """The operands of one instruction as the text of the program has them, its own without a line of it."""
    written = program.as_written
    given = instruction
    if written is not program:
        given = written.instructions[program.instructions.index(instruction)]
        if len(given.operands) != len(instruction.operands):
            given = instruction
    printer = _printer(program)
    classes = (*given.opcode.operands, OperandClass.VECTOR)
    return tuple(
        printer.operand(operand, operand_class, given.unchecked)
        for operand, operand_class in zip(given.operands, classes, strict=False)
    )


def _printer(program: Program) -> Printer:
    return _PRINTERS[program.profile.grammar](program.as_written)
