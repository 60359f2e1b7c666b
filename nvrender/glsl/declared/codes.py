"""Condition codes as the value that set them, and the flags of sums that tests ask for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nvrender.glsl.declared.operands import TypedOperands
from nvrender.glsl.declared.variables import Code
from nvrender.glsl.declared.word_types import passes_words
from nvrender.glsl.printer.bounds import bounds
from nvrender.ir.nodes import Apply, Assign, Const, Expression, Load, Role, Var
from nvrender.ir.types import BOOL, FLOAT, INT, Kind
from nvrender.lower.conversions import of_half
from nvrender.lower.instructions import destination_of
from nvrender.lower.operands import bitcast, retyped, swizzled
from nvrender.ops.conditions import FLAG_PASSES
from nvrender.program import Instruction, RegisterFile

_TESTS = {
    sum(1 << number for number, holds in enumerate(passing) if holds): test
    for test, passing in FLAG_PASSES.items()
}
_COMPARED = {
    "EQ": "equal", "NE": "not_equal",
    "LT": "less", "GE": "greater_equal", "LE": "less_equal", "GT": "greater",
}  # fmt: skip


def kept(context: TypedOperands, instruction: Instruction, nodes: Sequence[Assign]) -> list[Assign]:
    """What an instruction assigns, with codes and tests as the translation's variables have them."""
    return _Codes(context, instruction).kept(list(nodes))


class _Codes:
    def __init__(self, context: TypedOperands, instruction: Instruction) -> None:
        self.context = context
        self.instruction = instruction
        self.flags = context.program.profile.flags

    def kept(self, nodes: list[Assign]) -> list[Assign]:
        nodes = [replace(node, when=self._when(node.when)) for node in nodes]
        if self.instruction.condition_code is None:
            return nodes
        number, target = self.instruction.condition_code, nodes[-1]
        code = self.context.storage.codes[number]
        if not self.flags and len(nodes) < 3:
            *stored, last = nodes
            return [
                *stored,
                replace(last, var=_variable(number, code), value=self._kept(code, _unconverted(last.value))),
            ]
        value, flags = self._parts(nodes)
        stores = [node for node in nodes if node.var.role not in (Role.LOCAL, Role.CODE)]
        asked = self._asked(flags, code)
        named, found = list[Assign](), list[Assign]()
        if stores and (asked or not self._in_turn(stores[0])):
            local = Var("value", value.type, Role.LOCAL)
            named.append(Assign(local, tuple(range(value.type.width)), value))
            value = Load(local, tuple(range(value.type.width)))
        for flag, computed in asked.items():
            var = Var(f"CC{number}_{flag}", INT.wide(4), Role.CODE, 0, number)
            if self._is_mixed(target.when):
                local = Var(flag, INT.wide(computed.type.width), Role.LOCAL)
                named.append(Assign(local, tuple(range(computed.type.width)), computed))
                computed = Load(local, tuple(range(computed.type.width)))
            found.append(replace(target, var=var, value=computed))
        written = value
        if stores and not named:
            register = stores[0]
            written = bitcast(Load(register.var, register.components, register.index), value.type)
        last = replace(target, var=_variable(number, code), value=self._kept(code, written))
        stores = [replace(node, value=bitcast(value, node.var.type)) for node in stores]
        return [*named, *found, *stores, last] if not named else [*named, *found, last, *stores]

    def _is_mixed(self, when: Expression | None) -> bool:
        return when is not None and not isinstance(when, Const) and when.type.width > 1

    def _in_turn(self, node: Assign) -> bool:
        """True if the code can be made of what the register then holds."""
        file = destination_of(self.instruction).register.file
        simple = node.index is None or isinstance(node.index, Const)
        return simple and (file is RegisterFile.TEMPORARY or not self.context.program.tessellation)

    def _parts(self, nodes: list[Assign]) -> tuple[Expression, Expression]:
        """The value, and what the flags are of it."""
        if len(nodes) == 1:
            flags = nodes[0].value
            own = flags.operands[0] if isinstance(flags, Apply) and flags.operation == "or" else flags
            assert isinstance(own, Apply)
            return own.operands[0], flags
        return nodes[0].value, nodes[1].value

    def _asked(self, flags: Expression, code: Code) -> dict[str, Expression]:
        """The flags of the last addition that tests read."""
        asked = [flag for flag in ("overflow", "carry") if getattr(code, flag)]
        width = flags.type.width
        found: dict[str, Expression] = {}
        for flag in asked:
            found[flag] = Const(INT.wide(width), (0,) * width)
            if isinstance(flags, Apply) and flags.operation == "or":
                added = flags.operands[1]
                assert isinstance(added, Apply)
                operation = f"{added.operation.removesuffix('flags')}{flag}"
                terms = tuple(retyped(term, INT) for term in added.operands)
                found[flag] = Apply(operation, terms, INT.wide(width))
        return found

    def _kept(self, code: Code, value: Expression) -> Expression:
        """The value as the code keeps it: its sign, its zeros, its NaNs."""
        storages = self.instruction.storages
        if self.instruction.opcode.rounded and storages[0].name == "F16":
            return of_half(self.instruction, value)
        if value.type.kind is Kind.FLOAT:
            flushes = self.context.flush and passes_words(self.instruction)
            return Apply("fflush", (value,), value.type) if flushes else value
        value = bitcast(value, INT)
        return value if code.kind else Apply("i2f", (value,), FLOAT.wide(value.type.width))

    def _when(self, when: Expression | None) -> Expression | None:
        bound, asked = bounds(when)
        if not isinstance(asked, Apply):
            return when
        tested: Expression | None = self._test(asked)
        if isinstance(tested, Const):
            tested = None if all(tested.words) else tested
        if bound is None or tested is None or isinstance(tested, Const):
            return tested if bound is None or tested is not None else bound
        width = tested.type.width
        return Apply("holds_both", (swizzled(bound, (0,) * width), tested), BOOL.wide(width))

    def _test(self, node: Apply) -> Expression:
        return test_of(self.context, node)


def _unconverted(value: Expression) -> Expression:
    return value.operands[0] if isinstance(value, Apply) and value.operation == "i2f" else value


def _variable(number: int, code: Code, flag: str = "") -> Var:
    type = INT if code.kind or flag else FLOAT
    return Var(f"CC{number}{flag and '_'}{flag}", type.wide(4), Role.CODE, 0, number)


def tested(context: TypedOperands, when: Expression | None) -> Expression | None:
    """What a condition asks of codes, whatever it says of an index."""
    asked = bounds(when)[1]
    return test_of(context, asked) if isinstance(asked, Apply) else asked


def test_of(context: TypedOperands, node: Apply) -> Expression:
    """A test of a code, of its flags where it has some (NV_gpu_program4 Table X.16)."""
    load, right = node.operands
    assert isinstance(load, Load) and isinstance(right, Const)
    code = context.storage.codes[load.var.binding]
    test = node.operation
    if test == "has_flags":
        test = _TESTS[right.words[0]]
    else:
        test = next(name for name, known in _COMPARED.items() if known == test)
    width = node.type.width
    type = BOOL.wide(width)
    value = replace(load, var=_variable(load.var.binding, code))
    nought = Const(value.type, (0,) * width)

    def constant(holds: bool) -> Expression:
        return Const(type, (int(holds),) * width)

    def compared(operation: str) -> Expression:
        return Apply(operation, (value, nought), type)

    def flag(name: str, operation: str = "not_equal") -> Expression:
        read = replace(load, var=_variable(load.var.binding, code, name))
        return Apply(operation, (read, Const(read.type, (0,) * width)), type)

    def joined(operation: str, one: Expression, other: Expression) -> Expression:
        return Apply(operation, (one, other), type)

    nan = Apply("not_equal", (value, value), type)
    match test:
        case "LT" | "GE" if code.overflow:
            return joined("holds_one", compared(_COMPARED[test]), flag("overflow"))
        case "GT" if code.overflow:
            same = joined("holds_one", compared("greater_equal"), flag("overflow"))
            return joined("holds_both", same, compared("not_equal"))
        case "LE" if code.overflow:
            negative, zero = compared("less"), compared("equal")
            if not code.kind:
                negative, zero = joined("holds_either", negative, nan), joined("holds_either", zero, nan)
            return joined("holds_one", negative, joined("holds_either", zero, flag("overflow")))
        case "NAN":
            return constant(False) if code.kind else nan
        case "LEG":
            return constant(True) if code.kind else Apply("equal", (value, value), type)
        case "SF":
            return compared("less") if code.kind else joined("holds_either", compared("less"), nan)
        case "NSF":
            return compared("greater_equal")
        case "OF":
            return flag("overflow") if code.overflow else constant(False)
        case "NOF":
            return flag("overflow", "equal") if code.overflow else constant(True)
        case "CF":
            return flag("carry") if code.carry else constant(False)
        case "NCF":
            return flag("carry", "equal") if code.carry else constant(True)
        case "AB":
            both = joined("holds_both", flag("carry"), compared("not_equal"))
            return both if code.carry else constant(False)
        case "BLE":
            either = joined("holds_either", flag("carry", "equal"), compared("equal"))
            return either if code.carry else constant(True)
        case _:
            return compared(_COMPARED[test])
