"""Condition codes as flags → as the number that set them, and overflow and carry where a test reads these.

The flags of NV_gpu_program4 2.X.4.3 in one word are what lowering makes of results; a comparison with 0 of
the result itself tells the same, and is what a person would write. A code that only integers set is an INT,
any other a FLOAT.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from nvrender.ir import visit
from nvrender.ir.analysis.uses import FLAGS, all_statements
from nvrender.ir.nodes import Apply, Assign, Const, Expression, Load, Role, Shader, Statement, Var
from nvrender.ir.types import BOOL, FLOAT, INT, Kind
from nvrender.lower.conditions import COMPARISONS
from nvrender.lower.operands import retyped
from nvrender.ops.conditions import FLAG_PASSES
from nvrender.passes.condition_tests import Test
from nvrender.passes.kinds import as_kind
from nvrender.records import once

_FLAGS = {"fflags": Kind.FLOAT, "iflags": Kind.INT, "uflags": Kind.INT}
#: What gives both flags of a sum, and what its overflow and its carry.
SUMS = {
    "sum_flags": ("sum_overflow", "sum_carry"),
    "difference_flags": ("difference_overflow", "difference_carry"),
}
_TESTS = {
    sum(1 << code for code, holds in enumerate(row) if holds): test for test, row in FLAG_PASSES.items()
}
_COMPARED = {operation: test for test, operation in COMPARISONS.items()}
_ASKING = ("has_flags", "holds_any")
#: Tests that read overflow, and that read carry (NV_gpu_program4 Table X.16).
_OVERFLOW = frozenset({"LT", "GE", "GT", "LE", "OF", "NOF"})
_CARRY = frozenset({"CF", "NCF", "AB", "BLE"})


@dataclass
class _Code:
    """A condition code: what sets it, and what is asked of which of its components.

    ``number`` is the variable that takes its place; ``flags`` are those for overflow and carry, None where no
    test reads them.
    """

    var: Var
    kinds: set[Kind] = field(default_factory=set)
    sums: set[int] = field(default_factory=set)
    tests: set[tuple[str, int]] = field(default_factory=set)
    number: Var = field(init=False)
    flags: tuple[Var | None, Var | None] = (None, None)

    def __post_init__(self) -> None:
        self.number = self.var


def numbers(shader: Shader) -> Shader:
    """``shader`` with codes that are numbers in place of words of flags."""
    return _numbers(shader) if any(var.role is Role.CODE for var in shader.variables) else shader


@once
def _numbers(shader: Shader) -> Shader:
    codes = {var.name: _Code(var) for var in shader.variables if var.role is Role.CODE}
    sums: dict[str, Assign] = {}
    for row in all_statements(shader):
        if isinstance(row, Assign) and row.var.name in codes:
            code, (value, added) = codes[row.var.name], _parts(row.value)
            code.kinds.add(_kind(value))
            if added is not None:
                code.sums |= set(row.components)
                sums[added.var.name] = row
        for node in visit.expressions(row):
            if (test := _test_of(node)) is not None:
                codes[test[1].var.name].tests |= {(test[0], component) for component in test[1].components}
    for code in codes.values():
        _decide(code)
    return _Rewriting(shader, codes, sums).shader()


def _parts(value: Expression) -> tuple[Expression, Load | None]:
    """The result that sets a code, or the flags of it, and the variable of those of a sum."""
    match value:
        case Apply("or", (Apply() as result, Load() as added)):
            return result, added
    return value, None


def _kind(value: Expression) -> Kind:
    """What a code that is set so only may be."""
    if isinstance(value, Apply) and value.operation in _FLAGS:
        return _FLAGS[value.operation]
    return Kind.INT if isinstance(value, Apply) and value.operation == "i2f" else Kind.FLOAT


def _test_of(node: Expression) -> tuple[str, Load] | None:
    match node:
        case Apply("has_flags", (Load() as code, Const(words=words))):
            return _TESTS[words[0]], code
        case Apply(operation, (Load(Var(role=Role.CODE)) as code, Const())) if operation in _COMPARED:
            return _COMPARED[operation], code
    return None


def _is_asked(node: Expression) -> bool:
    """True for what a test becomes something else by."""
    return isinstance(node, Apply) and (node.operation in _ASKING or _test_of(node) is not None)


def _decide(code: _Code) -> None:
    """The type of a code, and the variables of its flags."""
    asked = {test for test, component in code.tests if component in code.sums}
    var, width = code.var, code.var.type.width
    code.number = replace(var, type=(INT if code.kinds == {Kind.INT} else FLOAT).wide(width))
    overflow, carry = (
        replace(var, name=f"{var.name}_{name}", type=BOOL.wide(width)) if asked & tests else None
        for name, tests in zip(FLAGS, (_OVERFLOW, _CARRY), strict=True)
    )
    code.flags = overflow, carry


class _Rewriting:
    """Puts numbers in the place of flags; ``sums`` are what sets codes, by the variable of a sum's flags."""

    def __init__(self, old: Shader, codes: dict[str, _Code], sums: dict[str, Assign]) -> None:
        self.old, self.codes, self.sums = old, codes, sums
        self.made: list[Var] = []
        #: Flags that wait for their condition, by the variable of both and which.
        self.waiting: dict[tuple[str, int], Var] = {}

    def shader(self) -> Shader:
        functions = tuple(
            replace(row, body=visit.rewritten(row.body, self._statement)) for row in self.old.functions
        )
        return replace(self.old, functions=functions, variables=(*self._variables(), *self.made))

    def _variables(self) -> Iterator[Var]:
        for var in self.old.variables:
            code = self.codes.get(var.name)
            if code is not None:
                yield from (row for row in (code.number, *code.flags) if row is not None)
            elif var.name not in self.sums:
                yield var

    def _local(self, name: str, like: Expression) -> Var:
        var = Var(f"{name}_{len(self.made) + 1}", BOOL.wide(like.type.width), Role.LOCAL)
        self.made.append(var)
        return var

    def _statement(self, node: Statement) -> Iterable[Statement]:
        if any(map(_is_asked, visit.expressions(node))):
            node = visit.rebuilt(node, lambda child: visit.mapped(child, self._tested))
        if isinstance(node, Assign) and (when := _needed(node.when)) is not node.when:
            node = replace(node, when=when)
        if isinstance(node, Assign) and node.var.name in self.sums:
            return self._sums(node)
        if not isinstance(node, Assign) or node.var.name not in self.codes:
            return [node]
        code, (value, added) = self.codes[node.var.name], _parts(node.value)
        rows = [replace(node, var=code.number, value=_number(value, code.number.type.kind))]
        rows += [
            replace(node, var=flag, value=self._flag(added, which, node.value))
            for which, flag in enumerate(code.flags)
            if flag is not None and (added is None or (added.var.name, which) in self.waiting)
        ]
        if node.when is None or isinstance(node.when, Const) or len(rows) == 1:
            return rows
        # The test may be of the very code that is written.
        passed = self._local("passed", node.when)
        every = tuple(range(passed.type.width))
        kept = Assign(passed, every, node.when, origin=node.origin)
        return [kept, *(replace(row, when=Load(passed, every)) for row in rows)]

    def _sums(self, node: Assign) -> list[Statement]:
        """The flags of a sum, in the code where no condition may keep the code from being set."""
        sets, rows = self.sums[node.var.name], list[Statement]()
        assert isinstance(node.value, Apply)
        operands = tuple(_signed(row) for row in node.value.operands)
        when = sets.when and _needed(visit.mapped(sets.when, self._tested))
        for which, flag in enumerate(self.codes[sets.var.name].flags):
            if flag is None:
                continue
            operation, components = SUMS[node.value.operation][which], sets.components
            if when is not None:
                flag, components = self._local(FLAGS[which], node.value), node.components
                self.waiting[node.var.name, which] = flag
            value = Apply(operation, operands, BOOL.wide(node.value.type.width))
            rows.append(Assign(flag, components, value, origin=node.origin))
        return rows

    def _flag(self, added: Load | None, which: int, like: Expression) -> Expression:
        """The overflow (0) or carry (1) that a code is set to."""
        if added is None:
            return Const(BOOL.wide(like.type.width), (0,) * like.type.width)
        return Load(self.waiting[added.var.name, which], added.components)

    def _tested(self, node: Expression) -> Expression:
        test = _test_of(node)
        if test is None:
            match node:
                case Apply("holds_any", (Const(type, words),)):
                    return Const(type.wide(1), words[:1])
            return node
        name, load = test
        code = self.codes[load.var.name]
        overflow, carry = (None if flag is None else Load(flag, load.components) for flag in code.flags)
        return Test(Load(code.number, load.components), overflow, carry).of(name)


def _signed(value: Expression) -> Expression:
    """A word as a number with a sign, which most are; of 64 bits either is as good."""
    return retyped(value, INT) if value.type.bits == 32 else value


def _needed(when: Expression | None) -> Expression | None:
    """A condition without what always holds."""
    match when:
        case Const(words=words) if all(words):
            return None
        case Apply("holds_both", (first, Const(words=words))) if all(words):
            return first
    return when


def _number(value: Expression, kind: Kind) -> Expression:
    """The number that a code is set to, with its sign, its zero and its NaN."""
    number = value.operands[0] if isinstance(value, Apply) and value.operation in (*_FLAGS, "i2f") else value
    if number.type.bits == 64:
        number = _sign(number)
    if number.type.kind is Kind.FLOAT:
        return number
    number = as_kind(number, Kind.INT)
    return number if kind is Kind.INT else Apply("i2f", (number,), FLOAT.wide(number.type.width))


def _sign(number: Expression) -> Expression:
    """−1, 0, 1 or NaN in 32 bits, by a number of 64."""
    type, width = number.type, number.type.width
    if type.kind is Kind.FLOAT:
        return Apply("resize", (Apply("fsign", (number,), type),), FLOAT.wide(width))
    number = as_kind(number, Kind.INT)
    for operation, word in (("imax", -1), ("imin", 1)):
        limit = Const(number.type, (word & 0xFFFFFFFFFFFFFFFF,) * width)
        number = Apply(operation, (number, limit), number.type)
    return Apply("resize", (number,), INT.wide(width))
