"""Flows that have no structure: a Switch over the numbers of blocks in a Loop, with a call stack."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from nvrender.ir.nodes import (
    Apply,
    Assign,
    Barrier,
    Body,
    Break,
    Const,
    Expression,
    If,
    Load,
    Loop,
    Role,
    Select,
    Statement,
    Switch,
    Var,
)
from nvrender.ir.types import BOOL, INT
from nvrender.lower.conditions import passes_any
from nvrender.lower.control_flow.regions import DispatchBlock, Flow, Jump
from nvrender.lower.loops import turns
from nvrender.lower.operands import plus
from nvrender.lower.registers import Registers
from nvrender.lower.subroutines import NO_SUBROUTINE, address_of, chosen
from nvrender.program import Instruction
from nvrender.source import InternalError

#: The number of no block, which ends the program, and what stands for a saved address register among the
#: return addresses.
_END, _SAVED = -1, -2


def dispatched(
    registers: Registers, flow: Flow, block: Callable[[DispatchBlock], list[Statement]]
) -> list[Statement]:
    """The body of main; ``block`` gives the statements of a block before its jump."""
    if flow.entry is None:
        return []
    return _Dispatch(registers, flow, {}).body(block)


@dataclass
class _Dispatch:
    """Walks blocks; ``counters`` has the variable of each loop, by the id of its first instruction."""

    registers: Registers
    flow: Flow
    counters: dict[int, Var]

    def body(self, block: Callable[[DispatchBlock], list[Statement]]) -> list[Statement]:
        number, rows = Load(self.number, (0,)), self.flow.dispatch
        if self.stacked:
            _ = self.stack, self.depth  # declared in this order
        cases = tuple((row.number, (*block(row), *self.jump(row.jump))) for row in rows)
        ended = If(Apply("less", (number, Const(INT, (0,))), BOOL), (Break(),))
        names = tuple(row.label for row in rows)
        return [self.go(self.flow.entry), Loop((ended, Switch(number, cases, names)))]

    @cached_property
    def stacked(self) -> bool:
        """Whether something is ever on the stack."""
        return any(row.jump.kind in ("call", "choose", "push") for row in self.flow.dispatch)

    # --- variables

    def _variable(self, name: str, length: int = 0, width: int = 1) -> Var:
        return self.registers.variable(Var(name, INT.wide(width), Role.LOCAL, length))

    @property
    def number(self) -> Var:
        return self._variable("block")

    @property
    def stack(self) -> Var:
        return self._variable("stack", self.flow.call_depth)

    @property
    def depth(self) -> Load:
        return Load(self._variable("stack_depth"), (0,))

    def counter(self, repeat: Instruction) -> tuple[Var, Expression | None]:
        """A loop's counter, where calls may recurse one for each depth of the stack, and which it is."""
        length = self.flow.call_depth + 1 if self.flow.recursive and self.stacked else 0
        if id(repeat) not in self.counters:
            number = f"_{len(self.counters) + 1}" if self.counters else ""
            self.counters[id(repeat)] = self._variable(f"main.count{number}", length)
        return self.counters[id(repeat)], self.depth if length else None

    # --- statements

    def go(self, block: int | None) -> Statement:
        """On to a block, or to the end."""
        return Assign(self.number, (0,), _constant(_END if block is None else block))

    def pushed(self, entry: int | None) -> list[Statement]:
        """A return address, or what stands for a saved register, on the stack."""
        return [
            Assign(self.stack, (0,), _constant(_END if entry is None else entry), index=self.depth),
            Assign(self.depth.var, (0,), plus(self.depth, 1)),
        ]

    def popped(self) -> Statement:
        return Assign(self.depth.var, (0,), plus(self.depth, -1))

    @property
    def room(self) -> Expression:
        """Whether the stack has room for another entry."""
        return Apply("less", (self.depth, Const(INT, (self.flow.call_depth,))), BOOL)

    def jump(self, jump: Jump) -> Body:
        """How a block ends."""
        taken = tuple(self.taken(jump))
        if jump.condition is None:
            return taken
        test = passes_any(self.registers, jump.condition)
        if jump.kind == "choose":
            return (taken[0], If(test, taken[1:], (), jump.condition.span))
        return (If(test, taken, (self.go(jump.following),), jump.condition.span),)

    def taken(self, jump: Jump) -> list[Statement]:
        """Statements that choose the next block where a jump's condition holds."""
        match jump.kind:
            case "next" | "branch" | "end":
                return [self.go(jump.target)]
            case "call":
                full = self.go(jump.following if self.flow.skips else None)
                return [If(self.room, (*self.pushed(jump.following), self.go(jump.target)), (full,))]
            case "choose":
                return self.choosing(jump)
            case "return" if not self.stacked:
                return [self.go(None)]
            case "return":
                back = Assign(self.number, (0,), Load(self.stack, (0,), self.depth))
                some = Apply("greater", (self.depth, Const(INT, (0,))), BOOL)
                return [If(some, (self.popped(), back), (self.go(None),))]
            case "pop" if not any(row.jump.kind == "push" for row in self.flow.dispatch):
                return [self.go(None)]
            case "push" | "pop":
                return [self.saving(jump)]
            case "repeat" | "again":
                return self.repeated(jump)
            case "wait":
                return [Barrier(True, origin=_instruction(jump).span), self.go(jump.target)]
        raise InternalError(f"a dispatched block ends in {jump.kind!r}")

    def choosing(self, jump: Jump) -> list[Statement]:
        """CALI; no label stands right behind one."""
        instruction = _instruction(jump)
        number = chosen(self.registers, instruction.operands[0].register)
        cases = tuple((key, (self.go(target),)) for key, target in jump.ways)
        following = self.go(jump.following)
        assert isinstance(following, Assign)
        called = Apply("not_equal", (Load(self.number, (0,)), following.value), BOOL)
        return [
            following,
            Switch(Select(self.room, number, NO_SUBROUTINE), cases, origin=instruction.span),
            If(called, tuple(self.pushed(jump.following))),
        ]

    def saving(self, jump: Jump) -> Statement:
        """PUSHA and POPA; the program ends where the stack is full, or has no saved register on top."""
        span, address = _instruction(jump).span, address_of(self.registers, _instruction(jump)).var
        saved, all = self._variable("saved", self.flow.call_depth, 4), (0, 1, 2, 3)
        if jump.kind == "push":
            kept = Assign(saved, all, Load(address, all), index=self.depth)
            pushed = (kept, *self.pushed(_SAVED), self.go(jump.target))
            return If(self.room, pushed, (self.go(None),), span)
        top = Load(self.stack, (0,), plus(self.depth, -1))
        some = Apply("greater", (self.depth, Const(INT, (0,))), BOOL)
        found = Apply("holds_both", (some, Apply("equal", (top, _constant(_SAVED)), BOOL)), BOOL)
        restored = Assign(address, all, Load(saved, all, self.depth))
        return If(found, (self.popped(), restored, self.go(jump.target)), (self.go(None),), span)

    def repeated(self, jump: Jump) -> list[Statement]:
        """REP or ENDREP: another turn of the loop, which the watchdog has to allow, or on behind it."""
        repeat = _instruction(jump)
        statements: list[Statement] = []
        left: Expression | None = None
        origin = repeat.span if repeat.operands else None
        if repeat.operands:
            var, which = self.counter(repeat)
            left = Load(var, (0,), which)
            begins = jump.kind == "repeat"
            value = turns(self.registers, repeat.operands[0]) if begins else plus(left, -1)
            statements.append(Assign(var, (0,), value, None, which, origin if begins else None))
        again = Loop((self.go(jump.target), Break()), (), left, watched=True, origin=origin)
        return [*statements, self.go(jump.following), again]


def _constant(number: int) -> Const:
    return Const(INT, (number & 0xFFFFFFFF,))


def _instruction(jump: Jump) -> Instruction:
    assert jump.instruction is not None
    return jump.instruction
