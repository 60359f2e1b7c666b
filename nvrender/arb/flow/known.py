"""What the text alone tells of values that steer: counters, tests and indices, word by word."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from nvrender.ir import visit
from nvrender.ir.analysis.uses import Slot, all_statements, loads
from nvrender.ir.nodes import Assign, Const, Expression, If, Load, Loop, Role, Sample, Shader, Switch, Var
from nvrender.ir.types import BOOL, Kind
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS

#: The word that a component holds.
Words = dict[Slot, int]
#: What depends on other invocations, or on textures.
_OUTSIDE = frozenset({Form.DERIVATIVE, Form.QUAD, Form.VOTE})
_HELD = frozenset({Role.TEMPORARY, Role.LOCAL, Role.CODE, Role.ADDRESS, Role.OUTPUT})


def steering(shader: Shader) -> frozenset[str]:
    """The variables that decide what is executed, and which element of an array is meant."""
    made_of: dict[str, set[str]] = {}
    wanted = set[str]()
    for node in all_statements(shader):
        match node:
            case If(condition=value) | Switch(value=value):
                wanted |= _names([value])
            case Loop(turns=turns) if turns is not None:
                wanted |= _names([turns])
            case Assign(var=var):
                made_of.setdefault(var.name, set()).update(_names(visit.children(node)))
        for row in visit.expressions(node):
            if isinstance(row, Load) and row.index is not None:
                wanted |= _names([row.index])
        if isinstance(node, Assign) and node.index is not None:
            wanted |= _names([node.index])
    left = list(wanted)
    while left:
        for name in made_of.get(left.pop(), ()):
            if name not in wanted:
                wanted.add(name)
                left.append(name)
    return frozenset(wanted)


def _names(values: Iterable[Expression]) -> set[str]:
    return {row.var.name for value in values for row in loads(value)}


def constant(value: Expression, words: Words) -> Const | None:
    """What ``value`` is where the components it reads are known."""
    if isinstance(value, Const):
        return value
    for row in visit.expressions(value):
        if isinstance(row, Load) and any((row.var.name, place) not in words for place in row.components):
            return None
        if isinstance(row, Load) and (row.var.length or row.vertex is not None):
            return None
        if isinstance(row, Sample) or getattr(row, "operation", "mov") not in OPERATIONS:
            return None
        if OPERATIONS[getattr(row, "operation", "mov")].form in _OUTSIDE:
            return None
    # NumPy, which translating to GLSL does without.
    from nvrender.arb.flow.evaluated import evaluated

    return evaluated(visit.mapped(value, lambda row: _read(row, words)))


def _read(node: Expression, words: Words) -> Expression:
    if not isinstance(node, Load):
        return node
    return Const(node.type, tuple(words[node.var.name, place] for place in node.components))


def resolved(node: visit.N, words: Words) -> visit.N:
    """A statement with indices, integers and tests that are known as constants."""

    def change(value: Expression) -> Expression:
        if isinstance(value, Load) and value.index is not None:
            index = constant(value.index, words)
            return value if index is None else replace(value, index=index)
        if isinstance(value, Load) and value.var.type.kind is not Kind.FLOAT and value.var.role in _HELD:
            return constant(value, words) or value
        return value

    return visit.rebuilt(node, lambda child: visit.mapped(child, change))


def assigned(node: Assign, words: Words, followed: frozenset[str]) -> None:
    """Notes what an assignment leaves in ``words``."""
    if node.var.name not in followed or node.var.length:
        return
    value = constant(node.value, words)
    for place, component in enumerate(node.components):
        slot = node.var.name, component
        if value is None or (node.when is not None and words.get(slot) != value.words[place]):
            words.pop(slot, None)
        else:
            words[slot] = value.words[place]


def beginning(shader: Shader, followed: frozenset[str]) -> Words:
    """What variables hold before the first statement."""
    return {
        (var.name, component): shader.initial.get(var.name, (0,) * var.type.width)[component]
        for var in shader.variables
        if var.name in followed and var.role in _HELD and not var.length
        for component in range(var.type.width)
    }


def common(one: Words | None, other: Words | None) -> Words | None:
    """What is known where two ways meet; None stands for a way that nobody comes."""
    if one is None or other is None:
        return other if one is None else one
    return {slot: word for slot, word in one.items() if other.get(slot) == word}


def flag(name: str) -> Var:
    """A variable that is true or false."""
    return Var(name, BOOL, Role.LOCAL)
