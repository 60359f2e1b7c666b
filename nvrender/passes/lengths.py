"""How long nodes are as text of a language like C, roughly: what decides whether a line stays readable."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import cache

from nvrender.ir import visit
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Bitcast,
    Compose,
    Const,
    Expression,
    If,
    Load,
    Role,
    Sample,
    Select,
    Statement,
    Swizzle,
    Var,
)
from nvrender.ir.types import Kind
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS

#: The lengths of names by a register's role and number.
Names = Mapping[tuple[Role, int], int]
#: What an operation adds to its operands where it is no call of a function with a name like its own.
_ADDED = {
    "mov": 0, "fneg": 1, "ineg": 1, "fsaturate": 17, "fsaturate_signed": 18, "frcp": 8, "frcp_positive": 8,
    "frsq": 13, "frsq_unsigned": 13, "frsq_absolute": 18, "frsq_absolute_positive": 18, "flrp": 9,
    "address_floor": 29, "address_round": 33, "i2f": 6, "u2f": 6,
}  # fmt: skip
#: Operations with an operator between operands, and how tightly it binds.
_OPERATORS = {
    **dict.fromkeys(("fadd", "fadd_positive", "iadd", "uadd", "fsub", "fsub_positive", "isub", "usub"), 1),
    **dict.fromkeys(("fmad", "fmad_zero", "imad", "umad"), 1),
    **dict.fromkeys(("fmul", "fmul_zero", "imul", "umul", "fdiv", "idiv", "udiv", "imod", "umod"), 2),
    **dict.fromkeys(("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"), 0),
    **dict.fromkeys(("and", "or", "xor", "ishl", "ushl", "ishr", "ushr", "holds_both", "holds_either"), 0),
}
_BINDS = 3


class Lengths:
    """``names`` are the lengths of registers' names, where they are not those of ``Var.name``."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def statement(self, node: Statement) -> int:
        """The head of a statement, of one line."""
        if isinstance(node, Assign):
            when = 0 if node.when is None else 6 + self.of(node.when)
            type = 5 if node.var.value else 0
            type += 16 if node.var.role is Role.OUTPUT else 0  # what clamps it
            return type + self._target(node) + 4 + self.of(node.value) + when
        head = 7 if isinstance(node, If) else 20
        return head + sum(map(self.of, visit.children(node)))

    def _target(self, node: Assign) -> int:
        whole = len(node.components) == node.var.type.width
        return self._name(node.var) + (0 if whole else 1 + len(node.components))

    def _name(self, var: Var) -> int:
        known = self._names.get((var.role, var.binding))
        return len(var.name) if known is None else known + (var.value > 1)

    def of(self, node: Expression) -> int:
        """An expression."""
        match node:
            case Const(type, words):
                numbers = set(words)
                size = sum(_digits(word, type.kind) for word in (numbers if len(numbers) == 1 else words))
                return size if len(numbers) == 1 else size + 2 * len(words) + 4
            case Load(var, components, index):
                whole = components == tuple(range(var.type.width))
                element = 0 if index is None else 2 + self.of(index)
                letters = 1 if len(set(components)) == 1 else len(components)
                return self._name(var) + element + (0 if whole else 1 + letters)
            case Swizzle(value, components):
                replicated = isinstance(value, Apply) and OPERATIONS[value.operation].form is Form.REPLICATED
                return self.of(value) + (0 if replicated else 1 + len(components))
            case Apply():
                return self._applied(node)
            case Compose(parts):
                return 4 + sum(2 + self.of(part) for part in parts)
            case Bitcast(value):
                return self.of(value)
            case Sample(operands=operands):
                return 18 + sum(2 + self.of(row) for row in operands)
            case Select(condition, yes, no):
                return 6 + self.of(condition) + self.of(yes) + self.of(no)
        return 12 + sum(map(self.of, visit.children(node)))

    def _applied(self, node: Apply) -> int:
        binds = _OPERATORS.get(node.operation)
        if binds is None:
            added = _ADDED.get(node.operation, 5)
            return added + 2 * (len(node.operands) - 1) + sum(map(self.of, node.operands))
        size = 3 * (len(node.operands) - 1)
        for place, row in enumerate(node.operands):
            inner = _OPERATORS.get(row.operation, _BINDS) if isinstance(row, Apply) else _BINDS
            around = 2 if node.operation in _SUMS and place < 2 else binds
            size += self.of(row) + 2 * (inner < around)
        return size


_SUMS = frozenset({"fmad", "fmad_zero", "imad", "umad"})


@cache
def _digits(word: int, kind: Kind) -> int:
    if kind is not Kind.FLOAT:
        return len(str(word - (word >> 31 << 32)))
    text = f"{struct.unpack('<f', struct.pack('<I', word & 0xFFFFFFFF))[0]:.7g}"
    return len(text) + (0 if "." in text or "e" in text else 2)
