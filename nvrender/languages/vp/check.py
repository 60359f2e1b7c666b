"""Statements of the vertex program family → Program (NV_vertex_program2 2.14.1.8, 2.14.5, 2.14.6).

The grammar has already refused what no program of the header may contain; here is what concerns the program
as a whole.
"""

from __future__ import annotations

from dataclasses import replace

from nvrender.languages.common.advice import shown
from nvrender.languages.common.leniency import Leniency
from nvrender.languages.common.nodes import LabelNode
from nvrender.languages.common.recovery import STRICT, Errors
from nvrender.languages.vp.parser import Parser
from nvrender.languages.vp.sections import BRANCHING, GRAMMAR, STATE_PROGRAMS
from nvrender.program import Instruction, Label, Program, Register, RegisterFile, Variable
from nvrender.program.profile import Profile
from nvrender.source import ProgramError, Source

_ENTRY, _POSITION, _INVARIANT = "main", "HPOS", "NV_position_invariant"


def check(source: Source, profile: Profile, leniency: Leniency, errors: Errors = STRICT) -> Program:
    """The Program that ``source`` holds, or ProgramError at its first error.

    ``errors`` may gather the others.
    """
    parser = Parser(source, profile, leniency)
    instructions: list[Instruction] = []
    labels: dict[str, Label] = {}
    branches: list[int] = []
    for statement in errors.statements(parser):
        if isinstance(statement, Instruction):
            if statement.target_name:
                branches.append(len(instructions))
            instructions.append(statement)
        elif isinstance(statement, LabelNode):
            if statement.name in labels:
                errors.report(_twice(source, labels[statement.name], statement))
            labels[statement.name] = Label(statement.name, len(instructions), statement.span)
    for index in branches:
        instruction = instructions[index]
        if (label := labels.get(instruction.target_name)) is not None:
            instructions[index] = replace(instruction, target=label.index)
        elif instruction.target_name not in errors.lost:
            errors.report(_undefined(source, instruction))
    if not errors.lost:
        _check_outputs(source, profile, parser.options, instructions, errors)
    errors.stop()
    return Program(
        source=source,
        profile=profile,
        instructions=tuple(instructions),
        labels=tuple(labels.values()),
        entry=labels[_ENTRY].index if _ENTRY in labels else 0,
        options=frozenset(parser.options),
        variables=_variables(parser),
        comments=tuple(parser.lexer.comments),
        warned=tuple(parser.leniency.warned),
    )


def _twice(source: Source, first: Label, statement: LabelNode) -> ProgramError:
    line, column = source.line_and_column(first.span.start)
    message = f"label {shown(statement.name)} is defined twice"
    hint = f"first defined at line {line}, column {column}"
    return ProgramError(source, statement.span.start, message, hint, BRANCHING, "declared-twice")


def _undefined(source: Source, instruction: Instruction) -> ProgramError:
    line, column = source.line_and_column(instruction.span.start)
    message = f"label {shown(instruction.target_name)} is not defined"
    hint = f"{instruction.opcode.name} at line {line}, column {column} goes there"
    return ProgramError(source, len(source.data), message, hint, BRANCHING, "undefined-label")


def _variables(parser: Parser) -> tuple[Variable, ...]:
    tables = parser.tables
    return tuple(
        Variable(name, register.file, register.index)
        for registers in (tables.temporaries, tables.addresses)
        for name, register in registers.items()
        if name in parser.named
    )


def _check_outputs(
    source: Source, profile: Profile, options: set[str], instructions: list[Instruction], errors: Errors
) -> None:
    """A program writes what its execution is for; a fact about the text, not about a run."""
    written = (row.destination.register for row in instructions if row.destination is not None)
    if profile.writable_parameters:
        if any(register.file is RegisterFile.PARAMETER for register in written):
            return
        message = "no instruction writes a program parameter"
        hint = "a vertex state program must write at least one c[]"
        section: str = STATE_PROGRAMS
    else:
        position = Register(RegisterFile.RESULT, profile.results.index(_POSITION))
        if _INVARIANT in options or position in written:
            return
        message = "no instruction writes o[HPOS]"
        hint = "a vertex program must write its position"
        if profile.options:
            hint += ", or say OPTION NV_position_invariant;"
        section = GRAMMAR
    errors.report(ProgramError(source, len(source.data), message, hint, section, "missing-result"))
