"""One instruction → GLSL statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nvrender.glsl.emit.effects import act
from nvrender.glsl.emit.operands import Operands
from nvrender.glsl.expressions import Expression
from nvrender.glsl.lines import block
from nvrender.glsl.memory import operations as memory_ops
from nvrender.glsl.memory.images import accessed
from nvrender.glsl.printer import assignments
from nvrender.glsl.wide.statements import is_long
from nvrender.glsl.wide.statements import statements as wide_statements
from nvrender.glsl.wide.values import FOUND
from nvrender.ir import visit
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Atomic,
    Barrier,
    Bitcast,
    Const,
    Discard,
    EmitVertex,
    EndPrimitive,
    Read,
    Statement,
    Store,
)
from nvrender.ir.types import INT, UINT, Kind
from nvrender.lower.operands import bitcast, retyped
from nvrender.ops.memory_access import Space
from nvrender.ops.table import OPERATIONS
from nvrender.passes.expressions import is_used_once


class EmitContext(Operands):
    """The emit context of a program, with the statements of its instructions."""

    def instruction(self, nodes: Sequence[Statement], guard: str) -> list[str]:
        match nodes[0]:
            case Barrier() | Discard() | EmitVertex() | EndPrimitive() as node:
                return act(self, node, guard)
            case Store() | Atomic() | Assign(value=Read()):
                return self._memory(nodes, guard)
        return self._assigned([row for row in nodes if isinstance(row, Assign)], guard)

    def _assigned(self, nodes: Sequence[Assign], guard: str, before: Sequence[str] = ()) -> list[str]:
        """What is assigned behind declarations that it needs."""
        if not self.exact:
            nodes = self._plainly(nodes)
        if self.program.profile.generation >= 5 and is_long(nodes):
            return wide_statements(self, nodes, guard, before)
        lines = assignments.statements(self, nodes, guard)
        return block([*before, *lines]) if before else lines

    def _plainly(self, nodes: Sequence[Assign]) -> Sequence[Assign]:
        """The same with integers of the variable's kind, where signed and unsigned ones give the same."""
        place = next((place for place, row in enumerate(nodes) if row.var.type.kind is not Kind.BOOL), None)
        if place is None or not isinstance(first := nodes[place].value, Bitcast | Apply):
            return nodes
        node, value = nodes[place], first.value if isinstance(first, Bitcast) else first
        plain = len(nodes) == 1 and value.type.bits == 32
        type = {"i": INT, "u": UINT}.get(self.kind_of(node.var)) if plain else None
        result = bitcast(value, first.type)
        if type is not None and isinstance(value, Apply) and OPERATIONS[value.operation].signless:
            constants = (row for row in visit.expressions(value) if isinstance(row, Const))
            # -1 is more than 4294967295 to a reader.
            if type is INT or not any(word >> 31 for row in constants for word in row.words):
                result = bitcast(retyped(value, type), node.var.type)
        return [*nodes[:place], replace(node, value=result), *nodes[place + 1 :]]

    def _memory(self, nodes: Sequence[Statement], guard: str) -> list[str]:
        """What is done in memory is done whatever is written."""
        first, *rest = nodes
        before: list[str] = []
        access = first.value if isinstance(first, Assign) else first
        assert isinstance(access, Read | Atomic | Store)
        if access.memory.space is Space.IMAGE:
            image = accessed(self, access)
            if isinstance(access, Store):
                return [] if image is None else [f"{image.text};"]
            assert image is not None
            found = [image]
        elif isinstance(access, Store):
            return memory_ops.stored(self, access)
        elif isinstance(access, Atomic):
            found = [memory_ops.changed(self, access)]
        else:
            before, found = memory_ops.loaded(self, access)
        assert isinstance(first, Assign | Atomic)
        stores = [node for node in rest if isinstance(node, Assign)]
        if not stores:
            lines = [*before, f"{found[0].text};"]
            return block(lines) if before else lines
        once = is_used_once(stores, first.var.name)
        self.found[first.var.name] = found[0] if once else Expression(FOUND)
        return self._assigned(stores, guard, [] if once else [*before, *memory_ops.declared(found)])
