"""Dead code: assignments that nothing reads, branches that are empty, and variables that nothing names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nvrender.ir import visit
from nvrender.ir.analysis.liveness import live_after
from nvrender.ir.analysis.uses import all_statements, in_vain, loads
from nvrender.ir.nodes import Assign, Atomic, If, Role, Shader, Statement

#: What else than the statements of a shader knows of a variable.
_INTERFACE = frozenset({Role.INPUT, Role.OUTPUT, Role.PARAMETER, Role.BUFFER, Role.SUBROUTINE})


def without_dead_code(shader: Shader) -> Shader:
    """``shader`` without what it computes in vain."""
    after = live_after(shader)

    def kept(node: Statement) -> Iterator[Statement]:
        is_empty = isinstance(node, If) and not node.then and not node.otherwise
        if not is_empty and not in_vain(node, after.get(id(node), frozenset())):
            yield node

    return _without_unnamed(visit.changed(shader, kept))


def _without_unnamed(shader: Shader) -> Shader:
    """``shader`` with only those variables of its own that some statement reads or writes."""
    every = all_statements(shader)
    named = {row.var.name for node in every for row in loads(node)}
    named |= {node.var.name for node in every if isinstance(node, Assign | Atomic)}
    variables = tuple(row for row in shader.variables if row.role in _INTERFACE or row.name in named)
    if len(variables) == len(shader.variables):
        return shader
    initial = {row.name: shader.initial[row.name] for row in variables if row.name in shader.initial}
    return replace(shader, variables=variables, initial=initial)
