"""What the variables of a program hold, and what sets and tests its condition codes."""

from __future__ import annotations

from nvrender.glsl.printer.expressions import LETTERS
from nvrender.glsl.registers.layout import FILES, Layout
from nvrender.glsl.registers.variables import DOUBLE, Code, Variable
from nvrender.ir.analysis.raw_words import RawWords, raw_words
from nvrender.ir.analysis.uses import FLAGS
from nvrender.ir.nodes import Role, Shader, Var
from nvrender.ir.types import Kind
from nvrender.passes.kinds import kinds, uses_of
from nvrender.program import RegisterFile
from nvrender.records import once

#: What is found where no register holds words.
_FLOATS = dict[str, Kind](), frozenset[str](), RawWords(frozenset(), frozenset())


def infer(layout: Layout, shader: Shader, *, words: bool, plain: bool) -> None:
    """Gives every variable of ``layout`` the kind of its uses; with ``plain`` doubles one of their own.

    ``shader`` is the program as it was lowered; ``words``: registers may hold words that are no floats.
    """
    by_bytes = {row.bank for row in layout.program.buffers if row.bytes}
    members: dict[Variable, list[Var]] = {}
    for var in shader.variables:
        if (variable := variable_of(layout, var)) is not None:
            members.setdefault(variable, []).append(var)
    groups = tuple(frozenset(row.name for row in rows) for rows in members.values() if len(rows) > 1)
    found, floats, raw = _kinds(shader, groups, plain) if words else _FLOATS
    for variable, rows in members.items():
        kind = found.get(rows[0].name, rows[0].type.kind)
        variable.kind = "u" if variable.high is not None else LETTERS[kind]
        names = {row.name for row in rows}
        variable.used_as_float = not floats.isdisjoint(names)
        variable.moved = not raw.moved.isdisjoint(names)
        variable.passed = not raw.passed.isdisjoint(names)
        if variable.high is not None and kind is Kind.FLOAT and not variable.array:
            variable.kind, variable.high = DOUBLE, None
    for (file, number), variable in layout.variables.items():
        if file is RegisterFile.BUFFER and number in by_bytes:
            variable.kind = "u"
        elif file is RegisterFile.ADDRESS:  # of one that is not reached nothing is known
            variable.kind = "i"


@once
def _kinds(
    shader: Shader, groups: tuple[frozenset[str], ...], plain: bool
) -> tuple[dict[str, Kind], frozenset[str], RawWords]:
    """The kinds of variables that have none of their own, which hold floats, and which words as they came."""
    uses = uses_of(shader)
    found = kinds(shader, groups, plain=plain, uses=uses)
    return found, frozenset(uses.floats), raw_words(shader, found)


def variable_of(layout: Layout, var: Var) -> Variable | None:
    """The variable of GLSL that a variable of the lowered program is, or is part of."""
    if var.value:
        return layout.values[var.name]
    return layout.variables.get((FILES[var.role], var.binding)) if var.role in FILES else None


def codes_of(shader: Shader) -> dict[int, Code]:
    """The condition codes of a program, by their numbers."""
    names = {var.name for var in shader.variables}
    return {
        var.binding: Code(
            var.name,
            LETTERS[var.type.kind],
            *(f"{var.name}_{flag}" in names for flag in FLAGS),
        )
        for var in shader.variables
        if var.role is Role.CODE and var.type.kind is not Kind.BOOL and not var.value
    }
