"""What a compiler makes of what it knows: which operands are constants or zeros, and which results."""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Iterator
from ctypes import c_float
from dataclasses import dataclass
from itertools import combinations

from nvrender.ir import visit
from nvrender.ir.analysis.computed import Computed, Leaf, leaf
from nvrender.ir.nodes import Apply, Compose, Const, Expression, Load, Role, Var
from nvrender.ir.types import Kind
from nvrender.ops.formulas import CHOICES, COMPARISONS, Node, Step, Term, answers, folds, passes
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS

#: A variable's name, an element and a component.
Place = tuple[str, int, int]

STORED = frozenset({Role.TEMPORARY, Role.ADDRESS, Role.LOCAL})
_FOLLOWED = STORED | {Role.INPUT}
_SMALLEST_NORMAL = 2.0**-126
_MAGNITUDE = 0x7FFFFFFF
#: What of the steps of formulas a compiler computes of constants.
_STEPS: dict[str, Callable[..., float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "log2": math.log2,
    "reciprocal": lambda value: 1 / value,
}


def elements(var: Var, index: Expression | None, component: int) -> list[Place]:
    """Where a component is, of an array whose element is chosen in every element."""
    if not var.length:
        return [(var.name, 0, component)]
    if isinstance(index, Const):
        return [(var.name, index.words[0], component)]
    return [(var.name, element, component) for element in range(var.length)]


@dataclass
class State:
    """At a statement: places that may be constants, those that may be 0.0, those surely written."""

    constants: set[Place]
    zeros: set[Place]
    written: set[Place]

    def copy(self) -> State:
        return State(set(self.constants), set(self.zeros), set(self.written))

    def knows(self, found: Leaf) -> bool:
        """True for what may be a constant."""
        return isinstance(found, int) or _is(found, self.constants)

    def knows_none(self, places: frozenset[Place]) -> bool:
        """True if nothing may be known of any of these places."""
        return self.constants.isdisjoint(places) and self.zeros.isdisjoint(places)

    def is_zero(self, found: Leaf) -> bool:
        """True for what may be 0.0 though it is no number of the text, whose zeros are hidden."""
        return _is(found, self.zeros)

    def is_first(self, found: Leaf) -> bool:
        """True for a register that nothing before writes: all begin with one zero."""
        if not isinstance(found, tuple) or found[0].var.role is not Role.TEMPORARY:
            return False
        load, component = found
        return not self.written.issuperset(elements(load.var, load.index, component))


def _is(found: Leaf, places: set[Place]) -> bool:
    if not isinstance(found, tuple) or found[0].var.role not in _FOLLOWED:
        return False
    load, component = found
    if not load.var.length:
        return (load.var.name, 0, component) in places
    return not places.isdisjoint(elements(load.var, load.index, component))


# --- results


def constant(state: State, value: Computed, place: int) -> bool:
    """True if a compiler may know a component: of floats what is copied, and 1.0."""
    if value.copies:
        return not value.clamped and state.knows(value.leaf(place, Term(0, 0)))
    node = value.formula(place)
    if value.floats:
        return node == 1.0
    if _is_looked_up(value):
        return False
    leaves = [*value.leaves(place)]
    return isinstance(node, float) or _cancels(state, leaves) or all(map(state.knows, leaves))


def _is_looked_up(value: Computed) -> bool:
    """True for what textures hold."""
    return OPERATIONS[value.operation].form is Form.TEXTURE


def _cancels(state: State, leaves: list[Leaf]) -> bool:
    """True where x - x or x * 0 of integers may be a constant."""
    if any(row == 0 for row in leaves if isinstance(row, int)):
        return True
    if any(one == other for one, other in combinations(leaves, 2) if one is not None):
        return True
    return all(isinstance(row, int) or state.is_first(row) for row in leaves)


def zero(state: State, value: Computed, place: int) -> bool:
    """True if a component may be 0.0 or -0.0 to a compiler: an integer's word, or of one."""
    if value.copies:
        found = value.leaf(place, Term(0, 0))
        whole = value.type.kind is not Kind.FLOAT
        return (whole and isinstance(found, int) and not found & _MAGNITUDE) or state.is_zero(found)
    if value.operation == "convert":  # of a first value too: compilers know that its word is at most 1
        return any(
            state.knows(row) or state.is_zero(row) or state.is_first(row) for row in value.leaves(place)
        )
    if value.floats:
        return passes(value.operation) and any(map(state.is_zero, value.leaves(place)))
    return not _is_looked_up(value)


def answers_test(value: Computed) -> bool:
    """True for a float that answers a comparison or is made of words: compilers may know that it is 0.

    Of 1.0, 0.0 and converted integers they know the sign too, and that they are numbers, and fold the
    comparisons of what is computed of them.
    """
    if value.type.kind is not Kind.FLOAT or value.type.bits != 32 or OPERATIONS[value.operation].lookup:
        return False
    if value.copies or value.operation == "convert":
        # Of an extended swizzle: -1.0 clamped is 0.0.
        rows = visit.expressions(value.operands[0])
        return value.clamped and any(isinstance(row, Compose) for row in rows)
    words = not value.floats and all(row.type.bits <= 32 for row in value.operands)
    return words or answers(value.operation, value.places)


def turns(state: State, value: Computed) -> bool:
    """True where the negative of what a compiler may know is passed on as it is."""
    return passes(value.operation) and any(
        state.knows(found) or state.is_zero(found)
        for operand in value.operands
        for row in visit.expressions(operand)
        if isinstance(row, Apply) and row.operation == "fneg"
        for found in (leaf(row, place) for place in range(row.type.width))
    )


# --- operands


def decided_by(value: Computed) -> frozenset[Place] | None:
    """The places without which a compiler knows nothing of floats, or of what is copied.

    None where it may know something anyway: by a step of constants alone, and of integers that it computes.
    """
    if not value.floats and not value.copies:
        return None
    places: list[Place] = []
    written: set[int] = set()
    for number, operand in enumerate(value.operands):
        for row in visit.expressions(operand):
            if isinstance(row, Const):
                written.add(number)
            elif isinstance(row, Load) and row.var.role in _FOLLOWED:
                for component in row.components:
                    places += elements(row.var, row.index, component)
    if written:
        written.update(range(len(value.operands), 4))
        if not value.floats or value.copies or value.clamped or folds(value.operation, frozenset(written)):
            return None
    return frozenset(places)


def hidden(state: State, value: Computed) -> set[int]:
    """The operands of an operation on floats that must not look like constants."""
    form = OPERATIONS[value.operation].form
    if form is Form.TEXTURE:
        return _looked_up_by(state, value)
    places = range(1 if form is Form.REPLICATED else len(value.places))
    if not any(
        state.knows(row) or state.is_zero(row)
        for operand in value.operands
        for row in (leaf(operand, place) for place in range(operand.type.width))
    ):
        return set()
    found: set[int] = set()
    for place in places:
        node = value.formula(place)
        _visit(state, value, place, Step("clamp", (node,)) if value.clamped else node, found)
    return found


def _looked_up_by(state: State, value: Computed) -> set[int]:
    """All operands of a lookup if all are known, else those with zeros."""
    rows = [[*_leaves(row)] for row in value.operands]
    every = all(state.knows(row) for part in rows for row in part)
    return {number for number, part in enumerate(rows) if every or any(map(state.is_zero, part))}


def _leaves(node: Expression) -> Iterator[Leaf]:
    """What coordinates copy, and what they are divided by."""
    if isinstance(node, Apply) and node.operation == "fdiv":
        for row in node.operands:
            yield from _leaves(row)
    else:
        yield from (leaf(node, place) for place in range(node.type.width))


def _visit(
    state: State, value: Computed, place: int, node: Node, found: set[int], *, inner: bool = False
) -> tuple[bool, set[int]]:
    """Whether a compiler knows a step, and the operands it is made of; adds to those to be hidden.

    A step of what is known is known. Left in sight is only one that others take, and that is not 0.
    """
    if isinstance(node, float):
        return True, set()
    if isinstance(node, Term):
        if node.number >= len(value.operands):
            return True, set()
        return state.knows(value.leaf(place, node)), {node.number}
    visited = [_visit(state, value, place, part, found, inner=True) for part in node.of]
    of = set().union(*(numbers for _, numbers in visited))
    known = all(each for each, _ in visited)
    if known and not (inner and _is_nonzero(value, place, node)):
        found |= of
    if not known and node.name not in CHOICES | COMPARISONS:
        terms = [part for part in node.of if isinstance(part, Term)]
        found |= {part.number for part in terms if state.is_zero(value.leaf(place, part))}
    return known, of


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
