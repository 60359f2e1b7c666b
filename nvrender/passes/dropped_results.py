"""Results that nobody reads: a shader without what is assigned to them alone."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace

from nvrender.ir import visit
from nvrender.ir.analysis.places import nodes_of
from nvrender.ir.analysis.uses import all_statements, loads
from nvrender.ir.nodes import Assign, Const, Role, Shader, Statement


def without_results(shader: Shader, dropped: Container[int]) -> Shader:
    """``shader`` without assignments to the results of these numbers; what computed them may be in vain."""

    def kept(node: Statement) -> Iterator[Statement]:
        if not isinstance(node, Assign) or (number := result_of(node)) is None or number not in dropped:
            yield node

    return visit.changed(shader, kept)


def without_unread(shader: Shader) -> Shader:
    """``shader`` without the parameters that no statement reads any more."""
    read = {row.var.name for node in all_statements(shader) for row in loads(node)}
    kept = (row for row in shader.variables if row.role is not Role.PARAMETER or row.name in read)
    return replace(shader, variables=tuple(kept))


def chosen_results(shader: Shader) -> frozenset[int]:
    """The results that some assignment may write whose number is chosen at run time."""
    return frozenset(
        number
        for node, _ in nodes_of(shader, Assign)
        if node.var.role is Role.OUTPUT and result_of(node) is None
        for number in range(node.var.binding, node.var.binding + max(node.var.length, 1))
    )


def result_of(node: Assign) -> int | None:
    """The number of the result that is assigned; None if it is none, or chosen at run time."""
    if node.var.role is not Role.OUTPUT:
        return None
    if node.index is None:
        return node.var.binding
    return node.var.binding + node.index.words[0] if isinstance(node.index, Const) else None
