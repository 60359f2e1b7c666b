"""What a compiler may know of a shader's values: constants, and zeros.

Exact numerics hide constants where what a compiler folds would show, so that no float that is computed is
ever constant: only what copies and integers leave is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress

from nvrender.ir import visit
from nvrender.ir.analysis.computed import Computed, Leaf, computed, leaf
from nvrender.ir.analysis.folding import (
    STORED,
    Place,
    State,
    answers_test,
    constant,
    decided_by,
    elements,
    hidden,
    turns,
    zero,
)
from nvrender.ir.analysis.forward import Forward, leaves_at_head
from nvrender.ir.analysis.uses import all_statements
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Call,
    Const,
    Expression,
    Load,
    Loop,
    Read,
    Role,
    Shader,
    Statement,
    Var,
)
from nvrender.ir.types import Kind
from nvrender.ops.memory_access import Space
from nvrender.records import record


@dataclass
class Known:
    """What is found: the operands of an Assign, by its ``id``, that must not look like constants.

    ``constants`` are the Assigns whose value may be a constant in some component, ``indexed`` the names of
    arrays of which a compiler may know what element is read, ``computed`` what Assigns are computed by.
    ``turned`` are those that pass on the negative of what it may know, ``zeros`` says whether it may know
    zeros that are no floats of the text.
    """

    hidden: dict[int, set[int]] = field(default_factory=dict)
    constants: set[int] = field(default_factory=set)
    indexed: set[str] = field(default_factory=set)
    turned: set[int] = field(default_factory=set)
    zeros: bool = False
    computed: dict[int, Computed] = field(default_factory=dict)


def joined(states: Iterable[State | None]) -> State | None:
    """What may be known where several ways meet, in the first of their states; None where none comes."""
    found: State | None = None
    for state in states:
        if found is None:
            found = state
        elif state is not None:
            found.constants |= state.constants
            found.zeros |= state.zeros
            found.written &= state.written
    return found


def known(shader: Shader, *, plain: frozenset[str], zeros: frozenset[tuple[str, int]]) -> Known:
    """What a compiler may know of ``shader``.

    Variables that are ``plain`` begin as constant zeros; of inputs the components that are ``zeros`` are.
    """
    begins = {place for var in shader.variables if var.name in plain for place in _places(var)}
    given = {
        place
        for var in shader.variables
        if var.role is Role.INPUT
        for place in _places(var)
        if (var.name, place[2]) in zeros
    }
    walk = _Walk(shader)
    walk.found.zeros = bool(given)
    return walk.known(State(begins, begins | given, set()))


def _places(var: Var) -> Iterator[Place]:
    for component in range(var.type.width):
        yield from elements(var, None, component)


class _Walk(Forward[State]):
    """What is behind a loop or a call is known of addresses alone."""

    def __init__(self, shader: Shader) -> None:
        super().__init__()
        self.shader = shader
        self.found = Known()
        self.bodies = {row.name: row.body for row in shader.functions}
        self.addresses = frozenset(_addresses(shader))
        self.facts: dict[int, _Fact] = {}
        #: What is known where a function or a loop begins, and behind the function.
        self.heads: dict[int, State] = {}
        self.entries: dict[str, State] = {}
        self.exits: dict[str, State] = {}

    def known(self, begin: State) -> Known:
        main = self.shader.functions[-1].name
        self.entries[main] = begin
        while True:
            before = [*self._sizes()]
            for function in reversed(self.shader.functions):  # callers first
                if (entry := self.entries.get(function.name)) is not None:
                    self.returned = []
                    end = self.body(function.body, entry.copy())
                    left = joined((end, *self.returned, self.exits.get(function.name)))
                    if left is not None:
                        self.exits[function.name] = left
            if len(self.shader.functions) == 1 or before == [*self._sizes()]:
                return self.found

    def _sizes(self) -> Iterator[tuple[int, int, int]]:
        for states in (self.entries, self.exits):
            yield from ((len(row.constants), len(row.zeros), len(row.written)) for row in states.values())

    def meet(self, ways: Iterable[State | None], node: Statement, *, in_turn: bool = False) -> State | None:
        return joined(ways)

    def copied(self, state: State) -> State:
        return state.copy()

    def statement(self, node: Statement, state: State) -> State | None:
        if self.addresses:
            self._note_indices(node, state)
        match node:
            case Assign():
                self._assign(node, state)
                return state
            case Call(function):
                entry = joined((self._forgotten(state).copy(), self.entries.get(function)))
                assert entry is not None
                self.entries[function] = entry
                return self._forgotten(self.exits[function].copy()) if function in self.exits else state
        return self.flow(node, state)

    def _forgotten(self, state: State) -> State:
        state.constants &= self.addresses
        return state

    def loop(self, node: Loop, state: State) -> State | None:
        head = joined((self._forgotten(state), self.heads.get(id(node))))
        assert head is not None
        while True:
            self.heads[id(node)] = head
            end, left = self.turn(node, head.copy())
            again = joined((head.copy(), None if end is None else self._forgotten(end)))
            assert again is not None
            if again == head:
                break
            head = again
        found = joined((*left, head.copy() if leaves_at_head(node) else None))
        return None if found is None else self._forgotten(found)

    def _note_indices(self, node: Statement, state: State) -> None:
        for row in visit.expressions(node):
            if isinstance(row, Load) and row.index is not None and not isinstance(row.index, Const):
                found = _chosen_by(row.index)
                if isinstance(found, tuple) and state.knows(found):
                    self.found.indexed.add(row.var.name)

    def _assign(self, node: Assign, state: State) -> None:
        fact = self.facts.get(id(node))
        if fact is None:
            fact = self.facts[id(node)] = _fact(node)
            self.found.computed[id(node)] = fact.value
        constants, zeros = self._results(node, fact, state)
        self.found.zeros |= True in zeros and node.var.role not in (Role.ADDRESS, Role.CODE)
        if True in constants or (fact.value.copies and True in zeros):
            self.found.constants.add(id(node))
        if not fact.places:
            return
        if isinstance(node.value, Read):
            constants, zeros = _read(node.value, state, len(node.components))
        elif fact.opaque:
            constants = zeros = ()
        if fact.sure:
            every = [place for places in fact.places for place in places]
            state.constants.difference_update(every)
            state.zeros.difference_update(every)
            state.written.update(every)
        state.constants.update(*compress(fact.places, constants))
        state.zeros.update(*compress(fact.places, zeros))

    def _results(self, node: Assign, fact: _Fact, state: State) -> tuple[Sequence[bool], Sequence[bool]]:
        """Of each component whether it may be a constant, and 0.0."""
        value = fact.value
        if fact.decided_by is not None and state.knows_none(fact.decided_by):
            return value.ones, ()
        if value.floats and value.type.bits == 32:
            self.found.hidden.setdefault(id(node), set()).update(hidden(state, value))
        if turns(state, value):
            self.found.turned.add(id(node))
        places = range(len(node.components))
        return [constant(state, value, place) for place in places], [
            zero(state, value, place) for place in places
        ]


@record
class _Fact:
    """Of an Assign, whatever is known: what computes it, and what decides whether that is folded.

    ``places`` are those of each component that is followed; none is followed of an ``opaque`` result. A
    ``sure`` one is written whatever holds.
    """

    value: Computed
    decided_by: frozenset[Place] | None
    places: tuple[list[Place], ...]
    opaque: bool
    sure: bool


def _fact(node: Assign) -> _Fact:
    var, value = node.var, computed(node.value)
    places: tuple[list[Place], ...] = ()
    if var.role in STORED and var.type.kind is not Kind.BOOL:
        places = tuple(elements(var, node.index, component) for component in node.components)
    opaque = var.role is Role.TEMPORARY and answers_test(value)
    sure = node.when is None or (isinstance(node.when, Const) and all(node.when.words))
    sure = sure and (node.index is None or isinstance(node.index, Const))
    return _Fact(value, decided_by(value), places, opaque, sure)


def _read(value: Read, state: State, width: int) -> tuple[Sequence[bool], Sequence[bool]]:
    """Of each component whether it may be a constant, and 0.0: an image lacks some, which are 0, 0 and 1."""
    if value.memory.space is Space.IMAGE and value.storage is not None:
        lacking = [place >= value.storage.count for place in range(width)]
        return lacking, lacking[:3]
    zeros = [_may_give_zeros(value, state)] * width
    return zeros, zeros


def _may_give_zeros(value: Read, state: State) -> bool:
    """True for a load that a compiler may know to be invalid, by its address (NV_gpu_program5 2.X.4.5)."""
    space, address = value.memory.space, value.memory.address
    if space not in (Space.CONSTANT, Space.SHARED) or address is None or value.storage is None:
        return False
    if isinstance(address, Const):
        return address.words[0] % value.storage.bytes != 0
    return state.knows(_chosen_by(address))


def _chosen_by(index: Expression) -> Leaf:
    """The component that chooses an element, a constant aside."""
    while isinstance(index, Apply):
        index = index.operands[0]
    return leaf(index, 0)


def _addresses(shader: Shader) -> Iterator[Place]:
    """What arrays are indexed by."""
    for statement in all_statements(shader):
        rows = [row.index for row in visit.expressions(statement) if isinstance(row, Load)]
        if isinstance(statement, Assign):
            rows.append(statement.index)
        for index in rows:
            if index is not None and isinstance(found := _chosen_by(index), tuple):
                yield from elements(found[0].var, found[0].index, found[1])
