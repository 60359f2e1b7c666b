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
from nvrender.ir.types import Kind, signed_word
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS
from nvrender.ops.texture_targets import TARGETS

#: How long lines are at most, as far as they can be broken, and what a level of nesting takes of them.
COLUMNS, INDENT = 116, 4
#: The lengths of names by a register's role and number.
Names = Mapping[tuple[Role, int], int]
#: What an operation adds to its operands where it is no call of a function with a name like its own.
_ADDED = {
    "mov": 0, "fneg": 1, "ineg": 1, "fsaturate": 17, "fsaturate_signed": 18, "frcp": 8, "frcp_positive": 8,
    "frsq": 13, "frsq_unsigned": 13, "frsq_absolute": 18, "frsq_absolute_positive": 18, "flrp": 9,
    "address_floor": 29, "address_round": 33, "i2f": 6, "u2f": 6, "fnormalize": 11, "ffloor": 7, "ffract": 7,
    "fexp2": 6, "flog2": 6, "fsqrt": 6, "flength": 8, "fdistance": 10, "fcross": 7, "freflection": 9,
    "pack_half2": 9, "fabs": 5, "iadd_saturated": 17, "address_add": 16, "iaddress_add": 16,
}  # fmt: skip
#: Of operations whose components have functions of their own, what each adds and how often it reads.
_COMPONENTS: dict[str, tuple[tuple[int, int], ...]] = {
    **dict.fromkeys(("flight", "flight_nan", "flight_positive"), ((3, 0), (10, 1), (20, 3), (3, 0))),
    "flight_unclamped": ((3, 0), (10, 1), (24, 3), (3, 0)),
    **dict.fromkeys(("fexponential", "fexponential_positive"), ((13, 1), (7, 1), (6, 1), (3, 0))),
    **dict.fromkeys(("flogarithm", "flogarithm_positive"), ((18, 1), (33, 2), (11, 1), (3, 0))),
    "fsine_cosine": ((5, 1), (5, 1), (3, 0), (3, 0)),
}
#: Products with matrices, which have a name of their own or are made of four short ones, as most are.
_MATRICES = frozenset({"frows3", "frows3x4", "frows4", "fcolumns3", "fcolumns4"})
_MATRIX = 4 * len("program.c[0], ")
#: Operations that give 1 or 0, which are casts of conditions.
_TELLING = frozenset(f"{kind}{name}" for kind in "fiu" for name in ("eq", "ge", "gt", "le", "lt", "ne"))
#: What a lookup's function has at least, and what is around the reference that it compares with.
_LOOKUP, _REFERENCE = 18, 23
#: What is around the vertex of an attribute, and around a test of each component.
_VERTEX, _TESTS = 10, 30
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
            type = 6 if node.var.value else 0
            type += 16 if node.var.role is Role.OUTPUT else 0  # what clamps it
            # An element has its index, and what asks for its bounds.
            element = 0 if node.index is None else 24 + 2 * self.of(node.index)
            return type + self._target(node) + 4 + self.of(node.value) + when + element
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
                of_vertex = 0 if node.vertex is None else _VERTEX + self.of(node.vertex)
                return self._name(var) + of_vertex + element + (0 if whole else 1 + letters)
            case Swizzle(Apply(operation, operands), components) if operation in _COMPONENTS:
                return self._components(operation, operands[0], components)
            case Swizzle(value, components):
                replicated = isinstance(value, Apply) and OPERATIONS[value.operation].form is Form.REPLICATED
                return self.of(value) + (0 if replicated else 1 + len(components))
            case Apply():
                return self._applied(node)
            case Compose(parts):
                return 4 + sum(2 + self.of(part) for part in parts)
            case Bitcast(value):
                return self.of(value)
            case Sample(operation, texture, operands):
                size = (_LOOKUP if operation == "sample" else _LOOKUP + 4) + sum(
                    2 + self.of(row) for row in operands
                )
                offset = 0 if texture.offset is None else 8 + self.of(texture.offset)
                return size + offset + _REFERENCE * TARGETS[texture.target].compares
            case Select(condition, yes, no):
                tests = 0 if condition.type.width == 1 else _TESTS
                return 6 + tests + self.of(condition) + self.of(yes) + self.of(no)
        return 12 + sum(map(self.of, visit.children(node)))

    def _components(self, operation: str, operand: Expression, components: tuple[int, ...]) -> int:
        """The numbers that an operation gives one by one."""
        size = self.of(operand) + 2 * (operand.type.width > 1)
        rows = [_COMPONENTS[operation][component] for component in components]
        return sum(added + 2 + times * size for added, times in rows) + 4 * (len(rows) > 1)

    def _applied(self, node: Apply) -> int:
        binds = _OPERATORS.get(node.operation)
        if binds is None:
            if node.operation in _COMPONENTS:
                return self._components(node.operation, node.operands[0], tuple(range(4)))
            if node.operation in _TELLING:
                return (10 if node.type.width == 1 else 26) + sum(map(self.of, node.operands))
            if node.operation in _MATRICES:
                vector, *rows = map(self.of, node.operands)
                return vector + 3 + min(sum(rows), _MATRIX)
            added = _ADDED.get(node.operation, 5)
            return added + 2 * (len(node.operands) - 1) + sum(map(self.of, node.operands))
        size = 3 * (len(node.operands) - 1)
        for place, row in enumerate(node.operands):
            inner = _OPERATORS.get(row.operation, _BINDS) if isinstance(row, Apply) else _BINDS
            around = 2 if node.operation in _SUMS and place < 2 else binds
            size += self.of(row) + 2 * (inner < max(around, 1))
        return size


_SUMS = frozenset({"fmad", "fmad_zero", "imad", "umad"})


@cache
def _digits(word: int, kind: Kind) -> int:
    if kind is not Kind.FLOAT:
        return len(str(signed_word(word)))
    text = f"{struct.unpack('<f', struct.pack('<I', word & 0xFFFFFFFF))[0]:.8g}"
    return len(text) + (0 if "." in text or "e" in text else 2)
