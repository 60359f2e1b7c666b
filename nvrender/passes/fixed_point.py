"""Numbers that lie within 12-bit fixed point already are not converted (NV_fragment_program 3.11.4).

In a straight line one walk through the statements tells of every component of every register. Where a program
branches, loops or calls, a component lies where all that is written to it does.
"""

from __future__ import annotations

import struct
from dataclasses import replace
from enum import IntEnum

from nvrender.ir import visit
from nvrender.ir.analysis.computed import CLAMPS, computed, leaf
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Bitcast,
    Call,
    Const,
    Expression,
    If,
    Loop,
    Role,
    Shader,
    Statement,
    Switch,
)
from nvrender.ops.formulas import keeps_range, sets
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS

#: The ends of 12-bit fixed point: -2048/1024 and 2047/1024 (NV_fragment_program 3.11.4.1).
LEAST, MOST = -2.0, 1.9990234375
#: So often registers that are copied in circles are looked at before nothing is taken to be known of them.
_SWEEPS = 16


class Range(IntEnum):
    """Where a number may lie: anywhere, within the range, within it whatever the sign."""

    ANY = 0
    FIXED = 1
    EITHER_SIGN = 2


def in_range(shader: Shader, *, exact: bool) -> Shader:
    """``shader`` without the conversions to fixed point of what lies within it.

    With ``exact`` a number that is clamped to [0, 1] may be NaN still, which fixed point has not.
    """
    walk = _Walk(exact)
    statements = [node for row in shader.functions for node in visit.statements(row.body)]
    if any(isinstance(node, If | Loop | Switch | Call) for node in statements):
        walk.settle([node for node in statements if isinstance(node, Assign)])
    bodies = (visit.rewritten(row.body, walk.statement) for row in shader.functions)
    functions = (replace(row, body=body) for row, body in zip(shader.functions, bodies, strict=True))
    return replace(shader, functions=tuple(functions))


class _Walk:
    def __init__(self, exact: bool) -> None:
        self.exact = exact
        #: Temporary and component → range; they begin as 0.
        self.known: dict[tuple[str, int], Range] = {}
        #: The ranges are those of all that is written, in whatever order.
        self.settled = False

    def settle(self, assigned: list[Assign]) -> None:
        """What holds wherever a register is read."""
        self.settled = True
        for _ in range(_SWEEPS):
            before = dict(self.known)
            for node in assigned:
                self._note(node)
            if self.known == before:
                return
        self.known = dict.fromkeys(self.known, Range.ANY)

    def statement(self, node: Statement) -> list[Statement]:
        if not isinstance(node, Assign):
            return [node]
        value = self._result(node.value, clamped=False)
        self._note(node)
        return [replace(node, value=value)]

    def _note(self, node: Assign) -> None:
        """Where a register lies once it is written."""
        if node.var.role is not Role.TEMPORARY:
            return
        kept = self.settled or (node.when is not None and not isinstance(node.when, Const))
        for place, component in enumerate(node.components):
            found = self._range(node.value, place)
            if kept:
                found = min(found, self.known.get((node.var.name, component), Range.EITHER_SIGN))
            self.known[node.var.name, component] = found

    def _result(self, node: Expression, *, clamped: bool) -> Expression:
        match node:
            case Apply("ffixed", (inner,), type):
                inner = self._operands(inner)
                # What is not NaN and is to be clamped to [0, 1] need not be clamped to more before.
                kept = not self._keeps_range(inner) and (self.exact or not clamped)
                return Apply("ffixed", (inner,), type) if kept else inner
            case Bitcast() | Apply("resize" | "fsaturate" | "fsaturate_signed"):
                clamps = isinstance(node, Apply) and node.operation in CLAMPS
                return visit.rebuilt(node, lambda row: self._result(row, clamped=clamped or clamps))
        return self._operands(node)

    def _keeps_range(self, node: Expression) -> bool:
        """Whether a result lies within the range where its operands do; -2 has no counterpart there."""
        if any(row.operation in ("fneg", "fabs") for row in _applied(node)[:1]):
            return self._lies_within(node)
        return keeps_range(computed(node).operation)

    def _operands(self, node: Expression) -> Expression:
        match node:
            case Apply("ffixed", (inner,)) if self._lies_within(inner):
                return self._operands(inner)
        return visit.rebuilt(node, self._operands)

    def _lies_within(self, node: Expression) -> bool:
        return all(self._read(node, place) is not Range.ANY for place in range(node.type.width))

    def _read(self, node: Expression, place: int) -> Range:
        """The range of one component of an operand, with its signs."""
        found = leaf(node, place)
        if isinstance(found, int):
            if found > 0xFFFFFFFF:  # of 64 bits
                return Range.ANY
            value: float = struct.unpack("<f", struct.pack("<I", found))[0]
            return Range.EITHER_SIGN if abs(value) <= MOST else Range.ANY
        if found is None or found[0].var.role is not Role.TEMPORARY:
            return Range.ANY
        known = self.known.get((found[0].var.name, found[1]), Range.EITHER_SIGN)
        signed = any(row.operation in ("fneg", "fabs") for row in _applied(node))
        return Range.ANY if signed and known is not Range.EITHER_SIGN else known

    def _range(self, node: Expression, place: int) -> Range:
        """The range of one component of a result."""
        found, applied = computed(node), {row.operation for row in _applied(node)}
        fixed = "ffixed" in applied
        if sets(found.operation) or ("fsaturate" in applied and (fixed or not self.exact)):
            return Range.EITHER_SIGN
        if found.copies:
            given = self._read(found.operands[0], place)
            return max(given, Range.FIXED) if fixed else given
        return Range.FIXED if fixed else Range.ANY


def _applied(node: Expression) -> list[Apply]:
    """What is applied to one value after the other, from the outside."""
    found = []
    while True:
        if isinstance(node, Apply) and OPERATIONS[node.operation].form is Form.COMPONENTWISE:
            found.append(node)
        if not isinstance(node, Apply | Bitcast) or (isinstance(node, Apply) and len(node.operands) != 1):
            return found
        node = node.operands[0] if isinstance(node, Apply) else node.value
