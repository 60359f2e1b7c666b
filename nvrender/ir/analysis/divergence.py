"""Divergence: which slots may hold different values in different invocations.

No order of statements is looked at: a slot is uniform where every value that is written to it is, by every
invocation alike. Where invocations part by what differs, all that is written there differs.
"""

from __future__ import annotations

from nvrender.ir import visit
from nvrender.ir.analysis.uses import Slots, all_statements, reads, slots, writes
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Bitcast,
    Body,
    Break,
    Call,
    Compose,
    Const,
    Continue,
    Convert,
    Expression,
    Load,
    Loop,
    Return,
    Role,
    Sample,
    Select,
    Shader,
    Statement,
    Swizzle,
    Terminate,
)

#: What is alike where its operands are; anything else may differ.
_PURE = (Apply, Bitcast, Compose, Const, Convert, Load, Sample, Select, Swizzle)
_LEAVING = (Break, Continue, Return, Terminate)


def varying(shader: Shader) -> Slots:
    """The slots that may differ between invocations."""
    walk = _Walk(shader)
    while walk.grows():
        pass
    return frozenset(walk.found)


def is_varying(node: Expression, slots: Slots) -> bool:
    """Whether a value may differ, by the slots that may."""
    pure = all(isinstance(row, _PURE) for row in visit.expressions(node))
    return not pure or not slots.isdisjoint(reads(node))


class _Walk:
    """Walks the shader until no more is found.

    ``uneven``: invocations may take different numbers of turns, so that the watchdog ends loops of some.
    """

    def __init__(self, shader: Shader) -> None:
        self.shader = shader
        written = {name for row in all_statements(shader) for name, _ in writes(row)}
        differing = (
            var
            for var in shader.variables
            if var.role is Role.INPUT or (var.role is Role.PARAMETER and var.name in written)
        )
        self.found = {slot for var in differing for slot in slots(var)}
        #: Functions that not all invocations call alike.
        self.parted = set[str]()
        self.ended = shader.limit is not None
        self.uneven = False

    def grows(self) -> bool:
        """Walks once; whether anything was found."""
        before = self._measure()
        for function in reversed(self.shader.functions):
            self._body(function.body, self.ended or function.name in self.parted)
        return self._measure() != before

    def _measure(self) -> tuple[int, ...]:
        return len(self.found), len(self.parted), self.ended, self.uneven

    def _body(self, body: Body, parted: bool) -> set[type]:
        """By what kinds of statements some invocations may leave a body earlier than others."""
        left = set[type]()
        for statement in body:
            left |= self._statement(statement, parted or bool(left))
        return left

    def _statement(self, node: Statement, parted: bool) -> set[type]:
        known = frozenset(self.found)
        differs = parted or any(is_varying(child, known) for child in visit.children(node))
        if isinstance(node, Loop):
            return self._loop(node, differs)
        if differs or not isinstance(node, Assign):
            self.found |= writes(node)
        if differs and isinstance(node, Call):
            self.parted.add(node.function)
        if differs and isinstance(node, Terminate):
            self.ended = True
        left = set[type]().union(*(self._body(inner, differs) for inner in visit.bodies(node)))
        return left | ({node.__class__} if differs and isinstance(node, _LEAVING) else set())

    def _loop(self, node: Loop, differs: bool) -> set[type]:
        """Of a loop that invocations leave in different turns all is different."""
        differs = differs or (node.watched and self.uneven)
        left = self._body(node.body, differs) | self._body(node.continuing, differs)
        if left and not differs:
            left |= self._body(node.body, True) | self._body(node.continuing, True)
        self.uneven |= node.watched and (differs or bool(left))
        return left - {Break, Continue}
