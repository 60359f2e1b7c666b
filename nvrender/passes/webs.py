"""Webs: the definitions of registers that reach a common reader, joined with those that share theirs.

What is written and what may read it are one value, with whatever else reaches the same reader (Muchnick,
Advanced Compiler Design and Implementation, 16.3.3); so are components that are written or read together.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from nvrender.ir import visit
from nvrender.ir.analysis.assignment import assignments
from nvrender.ir.analysis.forward import Forward, leaves_at_head
from nvrender.ir.analysis.liveness import liveness
from nvrender.ir.analysis.uses import (
    NONE,
    Slot,
    Slots,
    all_statements,
    loads,
    may_fault,
    overwrites,
    reads,
    slots,
    writes,
)
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Atomic,
    Bitcast,
    Body,
    Call,
    Const,
    Convert,
    Function,
    Load,
    Loop,
    Return,
    Shader,
    Statement,
)
from nvrender.lower.operands import swizzled

_TYPED = frozenset({Apply, Bitcast, Const})
#: Slot → the definition that reaches, a number; None where no path comes.
_State = dict[Slot, int]


class Visit(NamedTuple):
    """What is left of a statement each time it is met: None where it is in vain.

    ``found`` are the definitions that reach its loads of registers, None for a load of nothing that counts;
    ``written`` is its own.
    """

    node: Statement | None
    found: list[int | None]
    written: int | None = None


class Webs(NamedTuple):
    """The definitions of registers, by their numbers, and which are one value.

    ``slots`` has what each defines. ``same`` leads from each, step by step, to the first of its value.
    ``kept`` are definitions whose values stay in their registers. ``visits`` are the statements in the order
    in which they are met, ``reached`` how many of each body are, in the order in which bodies are.
    """

    slots: list[Slot]
    same: list[int]
    kept: list[int]
    visits: list[Visit]
    reached: list[int]

    def value_of(self, number: int) -> int:
        """The first definition of the value that one is of."""
        return _find(self.same, number)


def webs(shader: Shader, names: frozenset[str]) -> Webs:
    """Those of the registers of ``names``; what functions share of them is kept, and what 64 bits are of."""
    return _Walk(shader, names).webs()


def _find(same: list[int], number: int) -> int:
    while same[number] != number:
        same[number] = number = same[same[number]]
    return number


def _is_wide(node: Assign) -> bool:
    """True for what computes in 64 bits."""
    if node.var.type.bits == 64:
        return True
    for row in visit.expressions(node):
        kind = row.__class__
        if kind is Load:
            if row.var.type.bits == 64:  # type: ignore[union-attr]
                return True
            continue
        if kind is Convert and 64 in (row.source.bits, row.result.bits):  # type: ignore[union-attr]
            return True
        if kind in _TYPED and row.type.bits == 64:
            return True
        if kind is Apply and row.operation == "resize":  # type: ignore[union-attr]
            return True
    return False


class _Walk(Forward[_State]):
    def __init__(self, shader: Shader, names: frozenset[str]) -> None:
        super().__init__()
        self.shader, self.names = shader, names
        live = liveness(shader, by_component=True)
        self.after, self.heads = live.after, live.heads
        #: Definitions by their numbers: the slot, and another of the same value.
        self.slots: list[Slot] = []
        self.same: list[int] = []
        self.visits: list[Visit] = []
        #: The instructions that compute in 64 bits, and the definitions they read and write.
        self.wide = {
            node.origin for node in all_statements(shader) if isinstance(node, Assign) and _is_wide(node)
        }
        self.held: list[int] = []
        self.reached: list[int] = []
        #: What a register holds where a function begins; of ``shared`` slots it is the register, in which
        #: the function may leave what is ``left``.
        self.first: _State = {}
        self.kept: _State = {}
        self.shared: Slots = NONE
        self.left: Slots = NONE
        self.touched: dict[str, Slots] = {}

    def webs(self) -> Webs:
        functions = self.shader.functions
        several = len(functions) > 1
        exposed = assignments(self.shader) if several else {}
        for function in functions:
            self.touched[function.name] = self._touched(function) if several else NONE
        for function in functions:
            others = (found for name, found in self.touched.items() if name != function.name)
            self.first, self.shared = {}, NONE.union(*others)
            self.left = NONE
            if function is not functions[-1]:
                self.shared |= exposed[function.name].exposed
                self.left = self.shared
            self._returns(self.body(function.body, {}))
        kept = [*self.kept.values(), *self.held]
        return Webs(self.slots, self.same, kept, self.visits, self.reached)

    def _touched(self, function: Function) -> Slots:
        """What a function reads or writes, in those it calls too."""
        rows = visit.statements(function.body)
        called = (self.touched[row.function] for row in rows if isinstance(row, Call))
        return NONE.union(*called, *map(reads, rows), *map(writes, rows))

    # --- definitions

    def _definition(self, slot: Slot) -> int:
        self.slots.append(slot)
        self.same.append(len(self.same))
        return len(self.same) - 1

    def _join(self, one: int, other: int) -> int:
        one, other = _find(self.same, one), _find(self.same, other)
        self.same[max(one, other)] = min(one, other)
        return min(one, other)

    def _current(self, slot: Slot, state: _State) -> int:
        """The definition that reaches, which may be none of the function."""
        found = state.get(slot)
        if found is None:
            places = self.kept if slot in self.shared else self.first
            found = places.get(slot)
            if found is None:
                found = places[slot] = self._definition(slot)
            state[slot] = found
        return found

    def _share(self, state: _State, shared: Slots) -> None:
        """Makes what others may read or leave the register's."""
        for slot in sorted(shared):
            if slot[0] in self.names:
                found = self.kept.get(slot)
                if found is None:
                    found = self.kept[slot] = self._definition(slot)
                state[slot] = self._join(state.get(slot, found), found)

    def _returns(self, state: _State | None) -> None:
        if state is not None and self.left:
            self._share(state, self.left & state.keys())

    # --- the walk

    def meet(self, ways: Iterable[_State | None], node: Statement, *, in_turn: bool = False) -> _State | None:
        coming = [way for way in ways if way is not None]
        if len(coming) < 2:
            return coming[0] if coming else None
        live = self.after[id(node)]
        if in_turn:
            assert isinstance(node, Loop)
            live = frozenset(self.heads[id(node)]).union(*map(reads, visit.statements(node.continuing)))
        first, *others = coming
        for slot in sorted({slot for way in coming for slot in way}):
            found = first.get(slot)
            if all(way.get(slot) == found for way in others):
                continue
            if slot not in live:
                first.pop(slot, None)
                continue
            number = self._current(slot, first)
            for way in others:
                number = self._join(number, self._current(slot, way))
            first[slot] = number
        return first

    def copied(self, state: _State) -> _State:
        return dict(state)

    def body(self, body: Body, state: _State | None) -> _State | None:
        place = len(self.reached)
        self.reached.append(0)
        for node in body:
            if state is None:
                break
            self.reached[place] += 1
            state = self.statement(node, state)
        return state

    def statement(self, node: Statement, state: _State) -> _State | None:
        if isinstance(node, Assign):
            self._assign(node, state)
            return state
        self.visits.append(Visit(node, self._loads(node, reads(node), state)))
        match node:
            case Return():
                self._returns(state)
                return None
            case Call(function):
                self._share(state, self.touched[function])
            case Atomic(var=var) if var.name in self.names:
                for slot in sorted(slots(var)):
                    state.pop(slot, None)
                    state[slot] = self._definition(slot)
                self._share(state, slots(var))
        return self.flow(node, state)

    def loop(self, node: Loop, state: _State) -> _State | None:
        head = self.heads[id(node)]
        for row in visit.statements((node,)):
            for slot in sorted(writes(row)):
                if slot in head and slot[0] in self.names:
                    self._current(slot, state)
        end, left = self.turn(node, dict(state))
        if end is not None:
            for slot in head & end.keys() & state.keys():
                self._join(end[slot], state[slot])
        return self.meet((*((state,) if leaves_at_head(node) else ()), *left), node)

    def _assign(self, node: Assign, state: _State) -> None:
        name = node.var.name
        if name not in self.names:
            self.visits.append(Visit(node, self._loads(node, reads(node), state)))
            return
        live = self.after[id(node)]
        kept = tuple([place for place, one in enumerate(node.components) if (name, one) in live])
        if not kept and not may_fault(node):
            self.visits.append(Visit(None, []))
            return
        always = bool(overwrites(node))
        # All that an instruction writes is under the same condition of as many components; so is what one of
        # 64 bits writes, register and condition code.
        narrows = (node.when is None or node.when.type.width == 1) and node.origin not in self.wide
        if narrows and 0 < len(kept) < len(node.components):
            components = tuple(node.components[place] for place in kept)
            value = swizzled(node.value, kept)
            node = Assign(node.var, components, value, node.when, node.index, node.origin)
        read = reads(node, live) if kept else reads(node)
        found = self._loads(node, read, state)
        written: int | None = None
        for component in node.components:
            slot = name, component
            number = self._definition(slot) if always else self._current(slot, state)
            state[slot] = number
            written = number if written is None else self._join(written, number)
        self.visits.append(Visit(node, found, written))
        if written is not None and node.origin in self.wide:
            self.held.append(written)

    def _loads(self, node: Statement, read: Slots, state: _State) -> list[int | None]:
        """The definition that each load of a register reads: those of its components are one value."""
        found: list[int | None] = []
        for row in loads(node):
            name = row.var.name
            if name not in self.names:
                continue
            number: int | None = None
            for component in row.components:
                if (slot := (name, component)) in read:
                    one = self._current(slot, state)
                    number = one if number is None or number == one else self._join(number, one)
            found.append(number)
            if number is not None and self.wide and getattr(node, "origin", None) in self.wide:
                self.held.append(number)
        return found
