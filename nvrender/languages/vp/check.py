"""Statements of the vertex program family → Program (NV_vertex_program2 2.14.1.8, 2.14.5, 2.14.6).

The grammar has already refused what no program of the header may contain; here is what concerns the program
as a whole.
"""

from __future__ import annotations

from dataclasses import replace

from nvrender.languages.common.advice import shown
from nvrender.languages.common.leniency import Leniency
from nvrender.languages.common.nodes import LabelNode
from nvrender.languages.vp.parser import Parser
from nvrender.languages.vp.sections import BRANCHING, GRAMMAR, STATE_PROGRAMS
from nvrender.program import Instruction, Label, Program, RegisterFile, Variable
from nvrender.program.profile import Profile
from nvrender.source import ProgramError, Source

_ENTRY = "main"


def check(source: Source, profile: Profile, leniency: Leniency) -> Program:
    """The Program that ``source`` holds, or ProgramError at its first error."""
    parser = Parser(source, profile, leniency)
    instructions: list[Instruction] = []
    labels: dict[str, Label] = {}
    branches: list[int] = []
    for statement in parser.statements():
        if isinstance(statement, Instruction):
            if statement.target_name:
                branches.append(len(instructions))
            instructions.append(statement)
        elif isinstance(statement, LabelNode):
            _add_label(source, labels, statement, len(instructions))
    for index in branches:
        instructions[index] = _resolved(source, instructions[index], labels)
    program = Program(
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
    _check_outputs(program)
    return program


def _add_label(source: Source, labels: dict[str, Label], statement: LabelNode, index: int) -> None:
    if statement.name in labels:
        line, column = source.line_and_column(labels[statement.name].span.start)
        raise ProgramError(
            source,
            statement.span.start,
            f"label {shown(statement.name)} is defined twice",
            f"first defined at line {line}, column {column}",
            BRANCHING,
        )
    labels[statement.name] = Label(statement.name, index, statement.span)


def _resolved(source: Source, instruction: Instruction, labels: dict[str, Label]) -> Instruction:
    label = labels.get(instruction.target_name)
    if label is None:
        line, column = source.line_and_column(instruction.span.start)
        name = shown(instruction.target_name)
        raise ProgramError(
            source,
            len(source.data),
            f"label {name} is not defined",
            f"{instruction.opcode.name} at line {line}, column {column} goes there",
            BRANCHING,
        )
    return replace(instruction, target=label.index)


def _variables(parser: Parser) -> tuple[Variable, ...]:
    tables = parser.tables
    return tuple(
        Variable(name, register.file, register.index)
        for registers in (tables.temporaries, tables.addresses)
        for name, register in registers.items()
        if name in parser.named
    )


def _check_outputs(program: Program) -> None:
    """A program writes what its execution is for; a fact about the text, not about a run."""
    profile, source = program.profile, program.source
    if profile.writable_parameters:
        if not program.writes(RegisterFile.PARAMETER):
            message = "no instruction writes a program parameter"
            hint = "a vertex state program must write at least one c[]"
            raise ProgramError(source, len(source.data), message, hint, STATE_PROGRAMS)
    elif not program.position_invariant and profile.results.index("HPOS") not in program.writes(
        RegisterFile.RESULT
    ):
        message = "no instruction writes o[HPOS]"
        hint = "a vertex program must write its position"
        if profile.options:
            hint += ", or say OPTION NV_position_invariant;"
        raise ProgramError(source, len(source.data), message, hint, GRAMMAR)
