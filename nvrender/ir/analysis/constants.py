"""What a compiler may know of a shader's values: constants, and zeros.

Exact numerics hide constants where what a compiler folds would show, so that no float that is computed is
ever constant: only what copies and integers leave is.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Iterable, Iterator
from ctypes import c_float
from dataclasses import dataclass, field
from itertools import combinations

from nvrender.ir import visit
from nvrender.ir.analysis.computed import Computed, Leaf, computed, leaf
from nvrender.ir.analysis.uses import all_statements
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Body,
    Break,
    Call,
    Compose,
    Const,
    Continue,
    Expression,
    If,
    Load,
    Loop,
    Read,
    Return,
    Role,
    Shader,
    Statement,
    Switch,
    Terminate,
    Var,
)
from nvrender.ir.types import Kind
from nvrender.ops.formulas import CHOICES, COMPARISONS, Node, Step, Term, answers, passes
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS

#: A variable's name, an element and a component.
Place = tuple[str, int, int]
Places = frozenset[Place]

_STORED = frozenset({Role.TEMPORARY, Role.ADDRESS, Role.LOCAL})
_FOLLOWED = _STORED | {Role.INPUT}
_SMALLEST_NORMAL = 2.0**-126
#: What of the steps of formulas a compiler computes of constants.
_STEPS: dict[str, Callable[..., float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "log2": math.log2,
    "reciprocal": lambda value: 1 / value,
}


@dataclass
class Known:
    """What is found: the operands of an Assign, by its ``id``, that must not look like constants.

    ``constants`` are the Assigns whose value may be a constant in some component, ``indexed`` the names of
    arrays of which a compiler may know what element is read.
    """

    hidden: dict[int, set[int]] = field(default_factory=dict)
    constants: set[int] = field(default_factory=set)
    indexed: set[str] = field(default_factory=set)


@dataclass
class State:
    """At a statement: places that may be constants, those that may be 0.0, those surely written."""

    constants: set[Place]
    zeros: set[Place]
    written: set[Place]

    def copy(self) -> State:
        return State(set(self.constants), set(self.zeros), set(self.written))


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
    begins = {place for var in shader.variables if var.name in plain for place in places(var)}
    given = {
        place
        for var in shader.variables
        if var.role is Role.INPUT
        for place in places(var)
        if (var.name, place[2]) in zeros
    }
    return _Walk(shader).known(State(begins, begins | given, set()))


def places(var: Var, components: Iterable[int] | None = None) -> Iterator[Place]:
    """Components of every element of a variable."""
    for component in range(var.type.width) if components is None else components:
        yield from ((var.name, element, component) for element in range(max(var.length, 1)))


def answers_test(node: Computed) -> bool:
    """True for a float that answers a comparison or is made of words: compilers may know that it is 0.

    Of 1.0, 0.0 and converted integers they know the sign too, and that they are numbers, and fold the
    comparisons of what is computed of them.
    """
    if node.type.kind is not Kind.FLOAT or node.type.bits != 32 or OPERATIONS[node.operation].lookup:
        return False
    if node.operation in ("mov", "convert"):
        # -1.0 clamped is 0.0.
        return node.clamped and _selects(node.operands[0])
    words = not node.floats and all(row.type.bits <= 32 for row in node.operands)
    return words or answers(node.operation, node.places)


def _selects(node: Expression) -> bool:
    """True for what an extended swizzle chooses."""
    return any(isinstance(row, Compose) for row in visit.expressions(node))


class _Walk:
    """Forwards over the statements; what is behind a loop or a call is known of addresses alone."""

    def __init__(self, shader: Shader) -> None:
        self.shader = shader
        self.found = Known()
        self.bodies = {row.name: row.body for row in shader.functions}
        self.addresses = frozenset(_addresses(shader))
        #: What is known where a function or a loop begins, and behind the function.
        self.heads: dict[int, State] = {}
        self.entries: dict[str, State] = {}
        self.exits: dict[str, State] = {}
        self.returned: list[State | None] = []
        self.broken: list[State | None] = []
        self.continued: list[State | None] = []

    def known(self, begin: State) -> Known:
        main = self.shader.functions[-1].name
        self.entries[main] = begin
        while True:
            before = [*self._sizes()]
            for function in reversed(self.shader.functions):  # callers first
                if (entry := self.entries.get(function.name)) is not None:
                    self.returned = []
                    end = self._body(function.body, entry.copy())
                    left = joined((end, *self.returned, self.exits.get(function.name)))
                    if left is not None:
                        self.exits[function.name] = left
            if len(self.shader.functions) == 1 or before == [*self._sizes()]:
                return self.found

    def _sizes(self) -> Iterator[tuple[int, int, int]]:
        for states in (self.entries, self.exits):
            yield from ((len(row.constants), len(row.zeros), len(row.written)) for row in states.values())

    def _body(self, body: Body, state: State | None) -> State | None:
        for statement in body:
            if state is None:
                return None
            state = self._statement(statement, state)
        return state

    def _statement(self, node: Statement, state: State) -> State | None:
        if self.addresses:
            self._note_indices(node, state)
        match node:
            case Assign():
                self._assign(node, state)
                return state
            case If(then=then, otherwise=otherwise):
                return joined((self._body(then, state.copy()), self._body(otherwise, state)))
            case Switch(cases=cases):
                ways = [self._body(body, state.copy()) for _, body in cases]
                return joined((state, *ways))
            case Loop():
                return self._loop(node, state)
            case Call(function):
                entry = joined((self._forgotten(state).copy(), self.entries.get(function)))
                assert entry is not None
                self.entries[function] = entry
                return self._forgotten(self.exits[function].copy()) if function in self.exits else state
            case Break():
                self.broken.append(state)
            case Continue():
                self.continued.append(state)
            case Return():
                self.returned.append(state)
            case Terminate():
                pass
            case _:
                return state
        return None

    def _forgotten(self, state: State) -> State:
        state.constants &= self.addresses
        return state

    def _loop(self, node: Loop, state: State) -> State | None:
        outer = self.broken, self.continued
        head = joined((self._forgotten(state), self.heads.get(id(node))))
        assert head is not None
        while True:
            self.heads[id(node)] = head
            self.broken, self.continued = [], []
            end = joined((self._body(node.body, head.copy()), *self.continued))
            if end is not None:
                end = self._body(node.continuing, end)
            again = joined((head.copy(), None if end is None else self._forgotten(end)))
            assert again is not None
            if again == head:
                break
            head = again
        leaves_at_head = node.turns is not None or node.watched
        left = joined((*self.broken, head.copy() if leaves_at_head else None))
        self.broken, self.continued = outer
        return None if left is None else self._forgotten(left)

    def _note_indices(self, node: Statement, state: State) -> None:
        for row in visit.expressions(node):
            if isinstance(row, Load) and row.index is not None and not isinstance(row.index, Const):
                found = leaf_of_index(row.index)
                if found is not None and self._is(found, state.constants):
                    self.found.indexed.add(row.var.name)

    # --- assignments

    def _assign(self, node: Assign, state: State) -> None:
        value = computed(node.value)
        if value.floats and value.type.bits == 32:
            self.found.hidden.setdefault(id(node), set()).update(self._hidden(value, state))
        constants = [self._constant(value, place, state) for place in range(len(node.components))]
        zeros = [self._zero(value, place, state) for place in range(len(node.components))]
        if any(constants) or (value.copies and any(zeros)):
            self.found.constants.add(id(node))
        if node.var.role not in _STORED or node.var.type.kind is Kind.BOOL:
            return
        if isinstance(node.value, Read) or (node.var.role is Role.TEMPORARY and answers_test(value)):
            constants = zeros = [False] * len(zeros)  # the result is opaque
        sure = node.when is None or (isinstance(node.when, Const) and all(node.when.words))
        sure = sure and (node.index is None or isinstance(node.index, Const))
        for place, component in enumerate(node.components):
            written = _elements(node.var, node.index, component)
            if sure:
                state.constants.difference_update(written)
                state.zeros.difference_update(written)
                state.written.update(written)
            if constants[place]:
                state.constants.update(written)
            if zeros[place]:
                state.zeros.update(written)

    def _is(self, found: Leaf, places: set[Place]) -> bool:
        if not isinstance(found, tuple) or found[0].var.role not in _FOLLOWED:
            return False
        load, component = found
        return not places.isdisjoint(_elements(load.var, load.index, component))

    def _knows(self, found: Leaf, state: State) -> bool:
        return isinstance(found, int) or self._is(found, state.constants)

    def _constant(self, value: Computed, place: int, state: State) -> bool:
        """True if a compiler may know a component: of floats what is copied, and 1.0."""
        node = value.formula(place)
        if value.copies:
            return not value.clamped and self._knows(value.leaf(place, Term(0, 0)), state)
        if value.floats:
            return node == 1.0
        if OPERATIONS[value.operation].form in (Form.TEXTURE, Form.VOTE) or value.operation == "all":
            return False
        if isinstance(node, float):
            return True
        leaves = [*value.leaves(place)]
        return self._cancels(leaves, state) or all(self._knows(row, state) for row in leaves)

    def _cancels(self, leaves: list[Leaf], state: State) -> bool:
        """True where x - x or x * 0 of integers may be a constant."""
        if any(row == 0 for row in leaves if isinstance(row, int)):
            return True
        if any(one == other for one, other in combinations(leaves, 2) if one is not None):
            return True
        return all(isinstance(row, int) or self._is_first(row, state) for row in leaves)

    def _is_first(self, found: Leaf, state: State) -> bool:
        """True for a register that nothing before writes: all begin with one zero."""
        if not isinstance(found, tuple) or found[0].var.role is not Role.TEMPORARY:
            return False
        load, component = found
        return not state.written.issuperset(_elements(load.var, load.index, component))

    def _zero(self, value: Computed, place: int, state: State) -> bool:
        """True if a component may be 0.0 to a compiler: an integer's word, or of one."""
        if value.copies:
            found = value.leaf(place, Term(0, 0))
            whole = value.type.kind is not Kind.FLOAT  # zeros of floats are hidden
            return (found == 0 and whole) or self._is(found, state.zeros)
        if value.operation == "convert":
            return any(self._knows(row, state) or self._is(row, state.zeros) for row in value.leaves(place))
        if value.floats:
            zero = any(self._is(row, state.zeros) for row in value.leaves(place))
            return zero and passes(value.operation)
        return OPERATIONS[value.operation].form is not Form.TEXTURE and value.operation != "all"

    # --- operands

    def _hidden(self, value: Computed, state: State) -> set[int]:
        """The operands of an operation on floats that must not look like constants."""
        found: set[int] = set()
        if OPERATIONS[value.operation].form is Form.TEXTURE:
            return self._looked_up_by(value, state)
        for place in range(len(value.places)):
            node = value.formula(place)
            self._visit(value, place, Step("clamp", (node,)) if value.clamped else node, state, found)
        return found

    def _looked_up_by(self, value: Computed, state: State) -> set[int]:
        """All operands of a lookup if all are known, else those with zeros."""
        rows = [[*_leaves(row)] for row in value.operands]
        every = all(self._knows(row, state) for part in rows for row in part)
        return {
            number
            for number, part in enumerate(rows)
            if every or any(self._is(row, state.zeros) for row in part)
        }

    def _visit(
        self, value: Computed, place: int, node: Node, state: State, hidden: set[int], *, inner: bool = False
    ) -> tuple[bool, set[int]]:
        """Whether a compiler knows a step, and the operands it is made of; adds to those to be hidden.

        A step of what is known is known. Left in sight is only one that others take, and that is not 0.
        """
        if isinstance(node, float):
            return True, set()
        if isinstance(node, Term):
            if node.number >= len(value.operands):
                return True, set()
            return self._knows(value.leaf(place, node), state), {node.number}
        visited = [self._visit(value, place, part, state, hidden, inner=True) for part in node.of]
        of = set().union(*(numbers for _, numbers in visited))
        all_known = all(each for each, _ in visited)
        if all_known and not (inner and _is_nonzero(value, place, node)):
            hidden |= of
        if not all_known and node.name not in CHOICES | COMPARISONS:
            terms = [part for part in node.of if isinstance(part, Term)]
            hidden |= {part.number for part in terms if self._is(value.leaf(place, part), state.zeros)}
        return all_known, of


def _leaves(node: Expression) -> Iterator[Leaf]:
    """What coordinates copy, and what they are divided by."""
    if isinstance(node, Apply) and node.operation == "fdiv":
        for row in node.operands:
            yield from _leaves(row)
    else:
        yield from (leaf(node, place) for place in range(node.type.width))


def _elements(var: Var, index: Expression | None, component: int) -> list[Place]:
    if isinstance(index, Const):
        return [(var.name, index.words[0], component)]
    return [*places(var, (component,))]


def _is_nonzero(value: Computed, place: int, node: Node) -> bool:
    """True for a step of numbers in the program's text that is a normal number, not 0."""
    found = _evaluated(value, place, node)
    return found is not None and _SMALLEST_NORMAL <= abs(found) < math.inf


def _evaluated(value: Computed, place: int, node: Node) -> float | None:
    """What a step of constants gives, rounded as they are; None for others."""
    if isinstance(node, float):
        return node
    if isinstance(node, Term):
        if not isinstance(word := value.leaf(place, node), int) or node.number >= len(value.operands):
            return None
        return _signed(value.operands[node.number], word)
    values = [_evaluated(value, place, part) for part in node.of]
    step = _STEPS.get(node.name)
    if step is None or any(row is None for row in values):
        return None
    try:
        return c_float(step(*values)).value
    except (ArithmeticError, ValueError):  # of 0, or of what is not positive
        return None


def _signed(node: Expression, word: int) -> float | None:
    """A constant of an operand, with its bars and sign."""
    if not isinstance(node, Apply):
        found: float = struct.unpack("<f", struct.pack("<I", word))[0]
        return found
    inner = _signed(node.operands[0], word)
    signs: dict[str, Callable[[float], float]] = {"fneg": operator.neg, "fabs": abs}
    return None if inner is None or node.operation not in signs else signs[node.operation](inner)


def leaf_of_index(index: Expression) -> Leaf:
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
            if index is not None and isinstance(found := leaf_of_index(index), tuple):
                yield from _elements(found[0].var, found[0].index, found[1])
