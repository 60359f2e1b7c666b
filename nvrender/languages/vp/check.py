"""Statements of the vertex program family → Program (NV_vertex_program2 2.14.1.8, 2.14.5, 2.14.6).

The grammar has already refused what no program of the header may contain; here are the restrictions
the specifications state in prose. Each statement is checked as it comes, so the error reported is the
one at the lowest offset.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from nvrender.languages.common.advice import shown
from nvrender.languages.common.lexer import tokens
from nvrender.languages.vp.advice import BRANCHING, GRAMMAR, POSITION_INVARIANT, STATE_PROGRAMS
from nvrender.languages.vp.nodes import InstructionStatement, LabelStatement
from nvrender.languages.vp.parser import Parser
from nvrender.languages.vp.printer import register_text
from nvrender.languages.vp.tables import tables_of
from nvrender.program import Instruction, Label, Operand, Program, RegisterFile, Variable
from nvrender.program.profile import Profile
from nvrender.source import ProgramError, Source

_ENTRY = "main"


def check(source: Source, profile: Profile) -> Program:
    """The Program that ``source`` holds, or ProgramError at its first error.

    ``source`` begins with the profile's header.
    """
    parser = Parser(source, profile)
    limit = profile.instruction_limit
    instructions: list[Instruction] = []
    labels: dict[str, Label] = {}
    branches: list[int] = []
    options: set[str] = set()
    for statement in parser.statements():
        if isinstance(statement, InstructionStatement):
            if len(instructions) >= limit:
                _fail_length(source, profile, statement, limit, bool(options))
            if len(statement.operands) > 1:
                _check_distinct(source, profile, statement)
            if statement.target:
                branches.append(len(instructions))
            instructions.append(
                Instruction(
                    statement.opcode,
                    destination=statement.destination,
                    operands=statement.operands,
                    condition_code=0 if statement.sets_condition_code else None,
                    condition=statement.condition,
                    target_name=statement.target,
                    span=statement.span,
                )
            )
        elif isinstance(statement, LabelStatement):
            _add_label(source, labels, statement, len(instructions))
        else:
            options.add(statement.name)
            limit = profile.position_invariant_instruction_limit or limit
    for index in branches:
        instructions[index] = _resolved(source, instructions[index], labels)
    program = Program(
        source=source,
        profile=profile,
        instructions=tuple(instructions),
        labels=tuple(labels.values()),
        entry=labels[_ENTRY].index if _ENTRY in labels else 0,
        options=frozenset(options),
        variables=_variables(profile, parser.named),
        comments=tuple(parser.lexer.comments),
    )
    _check_outputs(program)
    return program


def _fail_length(
    source: Source, profile: Profile, statement: InstructionStatement, limit: int, position_invariant: bool
) -> NoReturn:
    kind = f"position-invariant {profile.header}" if position_invariant else profile.header
    raise ProgramError(
        source,
        statement.span.start,
        f"instruction {limit + 1}: a {kind} program has at most {limit} instructions",
        section=POSITION_INVARIANT if position_invariant else profile.section,
    )


def _check_distinct(source: Source, profile: Profile, statement: InstructionStatement) -> None:
    """At most one distinct program parameter and one vertex attribute per instruction."""
    parameter: Operand | None = None
    attribute: Operand | None = None
    for operand in statement.operands:
        file = operand.register.file
        if file is RegisterFile.PARAMETER:
            if parameter is None:
                parameter = operand
            elif operand.register is not parameter.register and operand.register != parameter.register:
                _fail_distinct(source, profile, parameter, operand, "c", "program parameter")
        elif file is RegisterFile.ATTRIBUTE:
            if attribute is None:
                attribute = operand
            elif operand.register is not attribute.register:
                _fail_distinct(source, profile, attribute, operand, "v", "vertex attribute")


def _fail_distinct(
    source: Source, profile: Profile, first: Operand, second: Operand, letter: str, name: str
) -> NoReturn:
    one, other = register_text(first.register, profile), register_text(second.register, profile)
    position = next(start for token, start in tokens(source.text, second.span.start) if token == letter)
    raise ProgramError(
        source,
        position,
        f"{one} and {other} in one instruction: at most one distinct {name}",
        "copy one of them to a temporary register first",
        GRAMMAR,
    )


def _add_label(source: Source, labels: dict[str, Label], statement: LabelStatement, index: int) -> None:
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


def _variables(profile: Profile, named: set[str]) -> tuple[Variable, ...]:
    tables = tables_of(profile, False)
    return tuple(
        Variable(name, register.file, register.index)
        for registers in (tables.temporaries, tables.addresses)
        for name, register in registers.items()
        if name in named
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
