"""Registers → the values that they hold in turn, each a variable as wide as what is read of it.

What is written and what may read it are one value, with whatever else reaches the same reader (the webs of
Muchnick, Advanced Compiler Design and Implementation, 16.3.3); so are components that are written or read
together. What is computed for components that nothing reads is not. Registers that functions share, arrays,
flags and what 64 bits are computed of stay registers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from nvrender.ir import visit
from nvrender.ir.analysis.assignment import assignments
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
    Break,
    Call,
    Const,
    Continue,
    Convert,
    Expression,
    If,
    Load,
    Loop,
    Return,
    Role,
    Shader,
    Statement,
    Switch,
    Terminate,
    Var,
)
from nvrender.lower.operands import swizzled
from nvrender.passes.expressions import is_one_number

_REGISTERS = frozenset({Role.TEMPORARY, Role.ADDRESS, Role.CODE})
_TYPED = frozenset({Apply, Bitcast, Const})
#: Slot → the definition that reaches, a number; None where no path comes.
_State = dict[Slot, int]


def split(shader: Shader) -> Shader:
    """``shader`` with a variable for each value of a register; one that threads run in lockstep as it is."""
    names = _registers(shader) if shader.patch == 1 else frozenset[str]()
    return _Splitting(shader, names).shader() if names else shader


def _registers(shader: Shader) -> frozenset[str]:
    """The names of those that may be taken apart."""
    flagged = {var.binding for var in shader.variables if var.role is Role.CODE and var.type.bits == 1}
    return frozenset(
        var.name
        for var in shader.variables
        if var.role in _REGISTERS and not var.length and var.type.bits == 32 and not var.value
        if var.role is not Role.CODE or var.binding not in flagged
    )


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


class _Visit(NamedTuple):
    """What is left of a statement each time it is met: None where it is in vain.

    ``found`` are the definitions that reach its loads of registers, None for a load of nothing that counts;
    ``written`` is its own.
    """

    node: Statement | None
    found: list[int | None]
    written: int | None = None


class _Value(NamedTuple):
    """A variable and, by the component of the register, its own."""

    var: Var
    components: dict[int, int]


class _Splitting:
    def __init__(self, old: Shader, names: frozenset[str]) -> None:
        self.old, self.names = old, names
        live = liveness(old, by_component=True)
        self.after, self.heads = live.after, live.heads
        #: Definitions by their numbers: the slot, and another of the same value.
        self.slots: list[Slot] = []
        self.same: list[int] = []
        self.visits: list[_Visit] = []
        #: The instructions that compute in 64 bits, and the definitions they read and write.
        self.wide = {
            node.origin for node in all_statements(old) if isinstance(node, Assign) and _is_wide(node)
        }
        self.held: list[int] = []
        #: The values that one assignment alone writes, by their first definition, and those of one number.
        self.once: set[int] = set()
        self.numbers: dict[Var, Var] = {}
        self.reached: list[int] = []
        #: What a register holds where a function begins; of ``shared`` slots it is the register, in which
        #: the function may leave what is ``left``.
        self.first: _State = {}
        self.kept: _State = {}
        self.shared: Slots = NONE
        self.left: Slots = NONE
        self.touched: dict[str, Slots] = {}
        self.broken: list[_State] = []
        self.continued: list[_State] = []
        self.values: dict[int, _Value | None] = {}

    def shader(self) -> Shader:
        several = len(self.old.functions) > 1
        exposed = assignments(self.old) if several else {}
        for function in self.old.functions:
            rows = visit.statements(function.body)
            called = (self.touched[row.function] for row in rows if isinstance(row, Call))
            own = NONE.union(*map(reads, rows), *map(writes, rows)) if several else NONE
            self.touched[function.name] = own.union(*called)
        for function in self.old.functions:
            others = (found for name, found in self.touched.items() if name != function.name)
            self.first, self.shared = {}, NONE.union(*others)
            self.left = NONE
            if function is not self.old.functions[-1]:
                self.shared |= exposed[function.name].exposed
                self.left = self.shared
            self._returns(self._body(function.body, {}))
        variables = list(self._variables())
        visits, counts = iter(self.visits), iter(self.reached)
        functions = tuple(
            replace(row, body=self._rebuilt(row.body, visits, counts)) for row in self.old.functions
        )
        initial = {name: words for name, words in self.old.initial.items() if name not in self.names}
        for value in dict.fromkeys(row.var for row in self.values.values() if row is not None):
            initial |= self._initial(value)
        variables = [self.numbers.get(var, var) for var in variables]
        return replace(self.old, functions=functions, variables=tuple(variables), initial=initial)

    # --- definitions

    def _definition(self, slot: Slot) -> int:
        self.slots.append(slot)
        self.same.append(len(self.same))
        return len(self.same) - 1

    def _find(self, number: int) -> int:
        same = self.same
        while same[number] != number:
            same[number] = number = same[same[number]]
        return number

    def _join(self, one: int, other: int) -> int:
        one, other = self._find(one), self._find(other)
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

    def _meet(self, ways: list[_State | None], live: Slots) -> _State | None:
        """What holds where ways come together that some come by."""
        coming = [way for way in ways if way is not None]
        if len(coming) < 2:
            return coming[0] if coming else None
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

    # --- the walk

    def _body(self, body: Body, state: _State | None) -> _State | None:
        place = len(self.reached)
        self.reached.append(0)
        for node in body:
            if state is None:
                break
            self.reached[place] += 1
            state = self._statement(node, state)
        return state

    def _statement(self, node: Statement, state: _State) -> _State | None:
        if isinstance(node, Assign):
            self._assign(node, state)
            return state
        self.visits.append(_Visit(node, self._loads(node, reads(node), state)))
        match node:
            case If():
                ways = [self._body(body, dict(state)) for body in (node.then, node.otherwise)]
                return self._meet(ways, self.after[id(node)])
            case Switch():
                ways = [self._body(body, dict(state)) for _, body in node.cases]
                return self._meet([state, *ways], self.after[id(node)])
            case Loop():
                return self._loop(node, state)
            case Break():
                self.broken.append(state)
                return None
            case Continue():
                self.continued.append(state)
                return None
            case Return():
                self._returns(state)
                return None
            case Terminate():
                return None
            case Call(function):
                self._share(state, self.touched[function])
            case Atomic(var=var) if var.name in self.names:
                for slot in sorted(slots(var)):
                    state.pop(slot, None)
                    state[slot] = self._definition(slot)
                self._share(state, slots(var))
        return state

    def _assign(self, node: Assign, state: _State) -> None:
        name = node.var.name
        if name not in self.names:
            self.visits.append(_Visit(node, self._loads(node, reads(node), state)))
            return
        live = self.after[id(node)]
        kept = tuple(place for place, one in enumerate(node.components) if (name, one) in live)
        if not kept and not may_fault(node):
            self.visits.append(_Visit(None, []))
            return
        always = bool(overwrites(node))
        # All that an instruction writes is under the same condition of as many components.
        narrows = node.when is None or node.when.type.width == 1
        if narrows and 0 < len(kept) < len(node.components):
            components = tuple(node.components[place] for place in kept)
            node = replace(node, components=components, value=swizzled(node.value, kept))
        read = reads(node, live) if kept else reads(node)
        found = self._loads(node, read, state)
        written: int | None = None
        for component in node.components:
            slot = name, component
            number = self._definition(slot) if always else self._current(slot, state)
            state[slot] = number
            written = number if written is None else self._join(written, number)
        self.visits.append(_Visit(node, found, written))
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

    def _loop(self, node: Loop, state: _State) -> _State | None:
        outer = self.broken, self.continued
        self.broken, self.continued = [], []
        head, read = self.heads[id(node)], NONE
        for row in visit.statements((node,)):
            for slot in sorted(writes(row)):
                if slot in head and slot[0] in self.names:
                    self._current(slot, state)
        for row in visit.statements(node.continuing):
            read |= reads(row)
        end = self._body(node.body, dict(state))
        end = self._meet([end, *self.continued], head | read)
        end = self._body(node.continuing, end)
        if end is not None:
            for slot in head & end.keys() & state.keys():
                self._join(end[slot], state[slot])
        leaves_at_head = node.turns is not None or node.watched
        behind = self._meet([*([state] if leaves_at_head else []), *self.broken], self.after[id(node)])
        self.broken, self.continued = outer
        return behind

    # --- variables

    def _variables(self) -> Iterator[Var]:
        """Those that are left; ``values`` are told by the first definition of each."""
        kept = {self._find(number) for number in (*self.kept.values(), *self.held)}
        rows: dict[str, dict[int, set[int]]] = {name: {} for name in self.names}
        sizes = Counter[int]()
        writes = Counter(self._find(row.written) for row in self.visits if row.written is not None)
        for number, (name, component) in enumerate(self.slots):
            root = self._find(number)
            sizes[root] += 1
            rows[name].setdefault(root, set()).add(component)
        taken = {var.name for var in self.old.variables}
        for var in self.old.variables:
            if var.name not in self.names:
                yield var
                continue
            found = rows[var.name]
            if not kept.isdisjoint(found):
                yield var
            count = 0
            for root, components in sorted(found.items()):
                if root in kept:
                    self.values[root] = None
                    continue
                count += 1
                name = var.name
                if count > 1 or not kept.isdisjoint(found):
                    name = next(row for row in _numbered(var.name, count) if row not in taken)
                taken.add(name)
                own = {component: place for place, component in enumerate(sorted(components))}
                if writes[root] == 1 and sizes[root] == len(own) > 1:
                    self.once.add(root)
                value = replace(var, name=name, type=var.type.wide(len(own)), value=count)
                self.values[root] = _Value(value, own)
                yield value

    def _initial(self, var: Var) -> dict[str, tuple[int, ...]]:
        """The words that a value of a register holds at first, where these are not all 0."""
        value = next(row for row in self.values.values() if row is not None and row.var is var)
        register = next(
            row for row in self.old.variables if row.role is var.role and row.binding == var.binding
        )
        words = self.old.initial.get(register.name)
        return {} if words is None else {var.name: tuple(words[component] for component in value.components)}

    # --- rewriting

    def _rebuilt(self, body: Body, visits: Iterator[_Visit], counts: Iterator[int]) -> Body:
        found = []
        for _ in body[: next(counts)]:
            node, definitions, written = next(visits)
            if node is None:
                continue
            if definitions:
                node = self._with_values(node, iter(definitions))
            match node:
                case If():
                    then = self._rebuilt(node.then, visits, counts)
                    node = replace(node, then=then, otherwise=self._rebuilt(node.otherwise, visits, counts))
                case Switch():
                    cases = tuple((number, self._rebuilt(row, visits, counts)) for number, row in node.cases)
                    node = replace(node, cases=cases)
                case Loop():
                    inner = self._rebuilt(node.body, visits, counts)
                    node = replace(
                        node, body=inner, continuing=self._rebuilt(node.continuing, visits, counts)
                    )
                case Assign() if written is not None:
                    node = self._written(node, written)
            found.append(node)
        return tuple(found)

    def _with_values(self, node: Statement, given: Iterator[int | None]) -> Statement:
        """A statement that reads values where it reads registers."""

        def read(row: Load) -> Expression:
            return self._read(row, next(given)) if row.var.name in self.names else row

        def change(row: Expression) -> Expression:
            return visit.with_loads(row, read)

        if isinstance(node, Assign) and node.when is None and node.index is None:
            return Assign(node.var, node.components, change(node.value), origin=node.origin)
        return visit.rebuilt(node, change)

    def _written(self, node: Assign, number: int) -> Assign:
        root = self._find(number)
        value = self.values[root]
        if value is None:
            return node
        if root in self.once and is_one_number(node.value):
            var = self.numbers[value.var] = replace(value.var, type=value.var.type.wide(1))
            self.values[root] = _Value(var, dict.fromkeys(value.components, 0))
            return Assign(var, (0,), swizzled(node.value, (0,)), node.when, node.index, node.origin)
        components = tuple([value.components[component] for component in node.components])
        return Assign(value.var, components, node.value, node.when, node.index, node.origin)

    def _read(self, node: Load, number: int | None) -> Expression:
        if number is None:
            return Const(node.type, (0,) * len(node.components))
        value = self.values[self._find(number)]
        if value is None:
            return node
        return Load(value.var, tuple(value.components.get(component, 0) for component in node.components))


def _numbered(name: str, first: int) -> Iterator[str]:
    while True:
        yield f"{name}_{first}"
        first += 1
