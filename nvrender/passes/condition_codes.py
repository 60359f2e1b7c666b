"""Condition codes as flags → as the number that set them, and overflow and carry where a test reads these.

The flags of NV_gpu_program4 2.X.4.3 in one word are what lowering makes of results; a comparison with 0 of
the result itself tells the same, and is what a person would write. A code that only integers set is an INT,
any other a FLOAT.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from nvrender.ir import visit
from nvrender.ir.analysis.uses import all_statements
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Const,
    Expression,
    Load,
    Role,
    Select,
    Shader,
    Statement,
    Var,
)
from nvrender.ir.types import BOOL, FLOAT, INT, Kind
from nvrender.ops.conditions import FLAG_PASSES
from nvrender.passes.condition_tests import Test, compare
from nvrender.passes.kinds import as_kind
from nvrender.source import InternalError

_FLAGS = {"fflags": Kind.FLOAT, "iflags": Kind.INT, "uflags": Kind.INT}
_SUMS = {
    "sum_flags": ("sum_overflow", "sum_carry"),
    "difference_flags": ("difference_overflow", "difference_carry"),
}
_TESTS = {
    sum(1 << code for code, holds in enumerate(row) if holds): test for test, row in FLAG_PASSES.items()
}
#: Tests that read overflow, and that read carry (NV_gpu_program4 Table X.16).
_OVERFLOW = frozenset({"LT", "GE", "GT", "LE", "OF", "NOF"})
_CARRY = frozenset({"CF", "NCF", "AB", "BLE"})
_NAN, _ONE, _MINUS_ONE = 0x7FC00000, 0x3F800000, 0xBF800000


@dataclass
class _Code:
    """A variable of flags: what sets it, and what is asked of which of its components.

    ``number`` is the variable that takes its place; ``flags`` are those for overflow and carry, None where no
    test reads them.
    """

    var: Var
    kinds: set[Kind] = field(default_factory=set)
    sums: set[int] = field(default_factory=set)
    tests: set[tuple[str, int]] = field(default_factory=set)
    sources: list[_Code] = field(default_factory=list)
    number: Var = field(init=False)
    flags: tuple[Var | None, Var | None] = (None, None)

    def __post_init__(self) -> None:
        self.number = self.var


def numbers(shader: Shader) -> Shader:
    """``shader`` with codes that are numbers in place of words of flags."""
    codes = _codes(shader)
    return _Rewriting(shader, codes).shader() if codes else shader


def _codes(shader: Shader) -> dict[str, _Code]:
    """The variables that hold flags, by their names: the codes, and what is kept for them."""
    codes = {
        var.name: _Code(var)
        for var in shader.variables
        if var.role is Role.CODE and var.type.kind is Kind.UINT
    }
    flagged = [row for row in all_statements(shader) if isinstance(row, Assign)]
    for row in flagged:
        if _flag_parts(row.value) is not None and row.var.name not in codes:
            codes[row.var.name] = _Code(row.var)
    for row in flagged:
        if (code := codes.get(row.var.name)) is not None:
            _note_value(code, row, codes)
    for statement in all_statements(shader):
        for node in visit.expressions(statement):
            if (test := _test_of(node)) is not None:
                codes[test[1].var.name].tests |= {(test[0], component) for component in test[1].components}
    for code in codes.values():
        if code.var.role is Role.CODE:
            _decide(code)
    return codes


def _note_value(code: _Code, row: Assign, codes: dict[str, _Code]) -> None:
    if isinstance(row.value, Load):
        source = codes[row.value.var.name]
        code.sources.append(source)
        code.kinds |= source.kinds
        code.sums |= set(row.components) if source.sums else set()
        return
    parts = _flag_parts(row.value)
    if parts is None:
        raise InternalError(f"{row.var.name} is no condition code")
    code.kinds.add(_FLAGS[parts[0].operation])
    if parts[1] is not None:
        code.sums |= set(row.components)


def _flag_parts(value: Expression) -> tuple[Apply, Apply | None] | None:
    """The flags of a result, and those of a sum, where a value is flags."""
    match value:
        case Apply(name) if name in _FLAGS:
            return value, None
        case Apply("or", (Apply(name) as result, Apply(added) as total)) if name in _FLAGS and added in _SUMS:
            return result, total
    return None


def _test_of(node: Expression) -> tuple[str, Load] | None:
    match node:
        case Apply("has_flags", (Load() as code, Const(words=words))):
            return _TESTS[words[0]], code
    return None


def _decide(code: _Code) -> None:
    """The type of a code and of what is kept for it, and the variables of its flags."""
    asked = {test for test, component in code.tests if component in code.sums}
    for row in (code, *code.sources):
        width = row.var.type.width
        row.number = replace(row.var, type=(INT if code.kinds == {Kind.INT} else FLOAT).wide(width))
        overflow, carry = (
            replace(row.var, name=f"{row.var.name}_{name}", type=BOOL.wide(width)) if asked & tests else None
            for name, tests in (("overflow", _OVERFLOW), ("carry", _CARRY))
        )
        row.flags = overflow, carry


class _Rewriting:
    """Puts numbers in the place of flags."""

    def __init__(self, old: Shader, codes: dict[str, _Code]) -> None:
        self.old, self.codes = old, codes
        self.passed: list[Var] = []
        #: What stands for variables that no register is needed for.
        self.inlined: dict[str, Expression] = {}

    def shader(self) -> Shader:
        functions = tuple(
            replace(row, body=visit.rewritten(row.body, self._statement)) for row in self.old.functions
        )
        return replace(self.old, functions=functions, variables=(*self._variables(), *self.passed))

    def _variables(self) -> Iterator[Var]:
        for var in self.old.variables:
            code = self.codes.get(var.name)
            if code is None:
                yield var
            else:
                rows = (code.number, *code.flags)
                yield from (row for row in rows if row is not None and row.name not in self.inlined)

    def _statement(self, node: Statement) -> Iterable[Statement]:
        node = visit.rebuilt(node, lambda child: visit.mapped(child, self._tested))
        if not isinstance(node, Assign) or node.var.name not in self.codes:
            return [node]
        code = self.codes[node.var.name]
        rows = [
            replace(node, var=flag, value=self._flag(node.value, which))
            for which, flag in enumerate(code.flags)
            if flag is not None
        ]
        rows.append(replace(node, var=code.number, value=self._number(node.value, code.number.type.kind)))
        if node.var.role is not Role.CODE:
            return [row for row in rows if not self._inline(row)]
        if node.when is None or len(rows) == 1:
            return rows
        # The test may be of the very code that is written.
        var = Var(f"passed_{len(self.passed) + 1}", node.when.type, Role.LOCAL)
        self.passed.append(var)
        every = tuple(range(var.type.width))
        kept = Assign(var, every, node.when, origin=node.origin)
        return [kept, *(replace(row, when=Load(var, every)) for row in rows)]

    def _inline(self, row: Assign) -> bool:
        """Whether a value may be taken where it is loaded: of registers something else may be written to."""
        loads = (node for node in visit.expressions(row.value) if isinstance(node, Load))
        if any(load.var.role is not Role.LOCAL for load in loads):
            return False
        self.inlined[row.var.name] = row.value
        return True

    def _flag(self, value: Expression, which: int) -> Expression:
        """The overflow (0) or carry (1) that a value of flags has."""
        width = value.type.width
        if isinstance(value, Load):
            flag = self.codes[value.var.name].flags[which]
            assert flag is not None
            return self.inlined.get(flag.name) or Load(flag, value.components)
        parts = _flag_parts(value)
        if parts is None or parts[1] is None:
            return Const(BOOL.wide(width), (0,) * width)
        return Apply(_SUMS[parts[1].operation][which], parts[1].operands, BOOL.wide(width))

    def _number(self, value: Expression, kind: Kind) -> Expression:
        """The number that flags are of, with its sign, its zero and its NaN."""
        if isinstance(value, Load):
            kept = self.codes[value.var.name].number
            return self.inlined.get(kept.name) or Load(kept, value.components)
        parts = _flag_parts(value)
        assert parts is not None
        (number,) = parts[0].operands
        if number.type.bits == 64:
            return _sign(number if number.type.kind is Kind.FLOAT else as_kind(number, Kind.INT), kind)
        if number.type.kind is Kind.FLOAT:
            return number
        number = as_kind(number, Kind.INT)
        return number if kind is Kind.INT else Apply("i2f", (number,), FLOAT.wide(number.type.width))

    def _tested(self, node: Expression) -> Expression:
        test = _test_of(node)
        if test is None:
            return node
        name, load = test
        code = self.codes[load.var.name]
        overflow, carry = (None if flag is None else Load(flag, load.components) for flag in code.flags)
        return Test(Load(code.number, load.components), overflow, carry).of(name)


def _sign(number: Expression, kind: Kind) -> Expression:
    """−1, 0, 1 or NaN, by a number of 64 bits."""
    width, floats = number.type.width, kind is Kind.FLOAT
    type = (FLOAT if floats else INT).wide(width)

    def constant(word: int) -> Const:
        return Const(type, (word,) * width)

    zero = Const(number.type, (0,) * width)
    one, minus_one = (_ONE, _MINUS_ONE) if floats else (1, 0xFFFFFFFF)
    found: Expression = Select(compare("greater", number, zero), constant(one), constant(0))
    found = Select(compare("less", number, zero), constant(minus_one), found)
    if number.type.kind is Kind.FLOAT:
        found = Select(compare("not_equal", number, number), constant(_NAN), found)
    return found
