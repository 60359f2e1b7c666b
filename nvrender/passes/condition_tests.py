"""Tests of a condition code by the number that set it (NV_gpu_program4 Table X.16)."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.ir.nodes import Apply, Const, Expression, Load
from nvrender.ir.types import BOOL, Kind, Type
from nvrender.lower.conditions import COMPARISONS
from nvrender.source import InternalError

_ORDERED = ("LT", "GE", "GT", "LE")


@dataclass(frozen=True)
class Test:
    """What is asked of a code's ``number``, and of its flags where it has them."""

    number: Load
    overflow: Load | None
    carry: Load | None

    @property
    def _type(self) -> Type:
        return BOOL.wide(self.number.type.width)

    def of(self, name: str) -> Expression:
        """The test of this name."""
        if name in _ORDERED:
            return self._ordered(name)
        match name:
            case "EQ" | "NE":
                return self._with_zero(COMPARISONS[name])
            case "NSF":
                return self._with_zero("greater_equal")
            case "NAN":
                return self._itself("not_equal", holds=False)
            case "LEG":
                return self._itself("equal", holds=True)
            case "SF":
                return self._either(self._with_zero("less"), self._itself("not_equal", holds=False))
            case "OF" | "NOF":
                return self._flag(self.overflow, holds=name == "OF")
            case "CF" | "NCF":
                return self._flag(self.carry, holds=name == "CF")
            case "AB":
                return self._both(self._flag(self.carry, holds=True), self._with_zero("not_equal"))
            case "BLE":
                return self._either(self._flag(self.carry, holds=False), self._with_zero("equal"))
        raise InternalError(f"no test {name}")

    def _ordered(self, name: str) -> Expression:
        """Of a sum that overflows the sign is the other one."""
        if self.overflow is None:
            return self._with_zero(COMPARISONS[name])
        if name == "LE":
            other = self._either(self._with_zero("equal"), self.overflow)
            return self._holds("holds_one", self._with_zero("less"), other)
        sign = self._with_zero("less" if name == "LT" else "greater_equal")
        test = self._holds("holds_one", sign, self.overflow)
        return self._both(test, self._with_zero("not_equal")) if name == "GT" else test

    def _with_zero(self, operation: str) -> Expression:
        zero = Const(self.number.type, (0,) * self._type.width)
        return Apply(operation, (self.number, zero), self._type)

    def _itself(self, operation: str, *, holds: bool) -> Expression:
        if self.number.type.kind is Kind.FLOAT:
            return Apply(operation, (self.number, self.number), self._type)
        return self._constant(holds)

    def _constant(self, holds: bool) -> Const:
        return Const(self._type, (int(holds),) * self._type.width)

    def _flag(self, flag: Load | None, *, holds: bool) -> Expression:
        if flag is None:
            return self._constant(not holds)
        return flag if holds else Apply("holds_not", (flag,), self._type)

    def _both(self, one: Expression, other: Expression) -> Expression:
        if isinstance(one, Const):
            return other if any(one.words) else one
        return self._holds("holds_both", one, other)

    def _either(self, one: Expression, other: Expression) -> Expression:
        for first, second in ((one, other), (other, one)):
            if isinstance(first, Const):
                return first if any(first.words) else second
        return self._holds("holds_either", one, other)

    def _holds(self, operation: str, one: Expression, other: Expression) -> Expression:
        return Apply(operation, (one, other), self._type)
