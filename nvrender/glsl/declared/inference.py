"""What the variables of a declared-name program hold, and what sets and tests its condition codes."""

from __future__ import annotations

from nvrender.glsl.declared.layout import Layout
from nvrender.glsl.declared.variables import DOUBLE, Code, Variable
from nvrender.glsl.declared.word_types import passes_words, read_type, written_type
from nvrender.glsl.printer.expressions import LETTERS
from nvrender.ir.nodes import Role, Shader, Var
from nvrender.ir.once import once
from nvrender.ir.types import Kind
from nvrender.lower.registers import ROLES
from nvrender.ops.formulas import passes
from nvrender.ops.types import DataType
from nvrender.passes.kinds import kinds, uses_of
from nvrender.program import Instruction, RegisterFile

_FILES = {role: file for file, role in ROLES.items()} | {Role.BUFFER: RegisterFile.BUFFER}
#: What no variable holds.
_UNKEPT = frozenset({RegisterFile.SUBROUTINE, RegisterFile.TEXTURE, RegisterFile.IMAGE})


def infer(layout: Layout, shader: Shader, *, plain: bool) -> None:
    """Gives every variable of ``layout`` the kind of its uses; with ``plain`` doubles one of their own.

    ``shader`` is the program as it was lowered.
    """
    by_bytes = {row.bank for row in layout.program.buffers if row.bytes}
    members: dict[Variable, list[Var]] = {}
    for var in shader.variables:
        if (variable := variable_of(layout, var)) is not None:
            members.setdefault(variable, []).append(var)
    groups = tuple(frozenset(row.name for row in rows) for rows in members.values() if len(rows) > 1)
    found, floats = _kinds(shader, groups, plain)
    for variable, rows in members.items():
        kind = found.get(rows[0].name, rows[0].type.kind)
        variable.kind = "u" if variable.high is not None else LETTERS[kind]
        variable.used_as_float = any(row.name in floats for row in rows)
        if variable.high is not None and kind is Kind.FLOAT and not variable.array:
            variable.kind, variable.high = DOUBLE, None
    for (file, number), variable in layout.variables.items():
        if file is RegisterFile.BUFFER and number in by_bytes:
            variable.kind = "u"
        elif file is RegisterFile.ADDRESS:  # a LOOP's index has none of its own
            variable.kind = "i"
    for instruction in layout.program.instructions:
        _note_moved(layout, instruction)
        given = instruction.opcode.space is not None or instruction.opcode.long_operand
        if given and instruction.destination is not None:
            layout.of(instruction.destination.register).passed = True
    passing = [row for row in layout.program.instructions if passes(row.operation)]
    for _ in range(2):  # jumps back lead through one copy more
        for instruction in passing:
            _note_passed(layout, instruction)


@once
def _kinds(
    shader: Shader, groups: tuple[frozenset[str], ...], plain: bool
) -> tuple[dict[str, Kind], frozenset[str]]:
    """The kinds of variables that have none of their own, and which hold floats."""
    uses = uses_of(shader)
    return kinds(shader, groups, plain=plain, uses=uses), frozenset(uses.floats)


def variable_of(layout: Layout, var: Var) -> Variable | None:
    """The variable of GLSL that a variable of the lowered program is, or is part of."""
    return layout.variables.get((_FILES[var.role], var.binding)) if var.role in _FILES else None


def _note_moved(layout: Layout, instruction: Instruction) -> None:
    """Notes the variables whose floats may go on as they are."""
    if not passes_words(instruction):
        return
    destination = instruction.destination
    registers = [(operand.register, read_type(instruction, operand)) for operand in instruction.sources]
    if destination is not None:
        registers.append((destination.register, written_type(instruction, destination)))
    for register, type in registers:
        unnamed = register.bytes or register.file in _UNKEPT or layout.is_literal(register)
        if type is DataType.FLOAT and not unnamed:
            for variable in layout.may_be(register):
                variable.moved = True


def _note_passed(layout: Layout, instruction: Instruction) -> None:
    destination = instruction.destination
    if destination is None or destination.register.file is not RegisterFile.TEMPORARY:
        return
    for operand in instruction.operands:
        if not layout.is_literal(operand.register):
            for source in layout.may_be(operand.register):
                given = source.file is RegisterFile.ATTRIBUTE or source.kind or source.passed
                layout.of(destination.register).passed |= bool(given)


def codes_of(shader: Shader) -> dict[int, Code]:
    """The condition codes of a program, by their numbers."""
    names = {var.name for var in shader.variables}
    return {
        var.binding: Code(
            var.name,
            LETTERS[var.type.kind],
            *(f"{var.name}_{flag}" in names for flag in ("overflow", "carry")),
        )
        for var in shader.variables
        if var.role is Role.CODE and var.type.kind is not Kind.BOOL
    }
