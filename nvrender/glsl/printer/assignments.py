"""Assignments → statements of GLSL: masks, conditions of components, values of several variables."""

from __future__ import annotations

from collections.abc import Sequence

from nvrender.glsl.expressions import PRIMARY, Expression, vector_type
from nvrender.glsl.printer.conditions import RELATIONS, comparison, relation
from nvrender.glsl.printer.expressions import LETTERS, Texts, letters, printed
from nvrender.ir.nodes import Apply, Assign, Load, Role
from nvrender.ir.types import Kind


def statements(texts: Texts, nodes: Sequence[Assign], guard: str = "") -> list[str]:
    """What one instruction assigns; ``guard`` is a condition under which it does."""
    if not nodes:
        return []
    when = nodes[0].when
    tests: list[int] = []
    if when is not None:
        assert isinstance(when, Apply) and isinstance(when.operands[0], Load)
        tests = sorted(set(when.operands[0].components))
        if len(tests) == 1:
            test = comparison(texts, when, RELATIONS[when.operation][0], tests[0])
            guard = f"{guard} && {test}" if guard else test
    assert when is None or isinstance(when, Apply)
    assigned = _mixed(texts, nodes, when) if len(tests) > 1 and when is not None else _plain(texts, nodes)
    if not guard:
        return assigned
    if len(assigned) == 1:
        return [f"if ({guard}) {assigned[0]}"]
    return [f"if ({guard}) {{", *(f"    {line}" for line in assigned), "}"]


def _value(texts: Texts, node: Assign) -> Expression:
    """The value, as wide as the mask."""
    width = len(node.components)
    value = _converted(texts, node)
    if value.width == width:
        return value
    kind = LETTERS[node.var.type.kind]
    return Expression(f"{vector_type(width, kind)}({value.text})", PRIMARY, width)


def _converted(texts: Texts, node: Assign) -> Expression:
    value = node.value
    if isinstance(value, Apply) and value.operation == "i2f" and node.var.role is Role.CODE:
        inner = printed(texts, value.operands[0], full=True, target=node.var)
        return Expression(f"{vector_type(len(node.components))}({inner.text})", width=len(node.components))
    return printed(texts, value, target=node.var)


def _target(texts: Texts, node: Assign) -> str:
    every = Load(node.var, node.components, node.index)
    return texts.name(every) + letters(node.components)


def _repeats(nodes: Sequence[Assign]) -> bool:
    """True if the second assignment is of what the first has written, as it is."""
    return (
        len(nodes) == 2
        and isinstance(nodes[1].value, Load)
        and nodes[1].value.var == nodes[0].var
        and nodes[1].value.components == nodes[0].components
    )


def _plain(texts: Texts, nodes: Sequence[Assign]) -> list[str]:
    if _repeats(nodes):
        register, code = nodes
        return [f"{_target(texts, code)} = {_target(texts, register)} = {_value(texts, register).text};"]
    return [f"{_target(texts, node)} = {_value(texts, node).text};" for node in nodes]


def _mixed(texts: Texts, nodes: Sequence[Assign], when: Apply) -> list[str]:
    """Each component under its own test; the code is still the old one for every test."""
    passed = relation(texts, when)
    lines = []
    for node in nodes:
        target, value, width = _target(texts, node), _value(texts, node).text, len(node.components)
        if node.var.type.kind is Kind.INT:
            # Whole numbers this small are exact as floats; GLSL 3.30 mixes no integers.
            kind = vector_type(width)
            mixed = f"mix({kind}({target}), {kind}({value}), {passed})"
            lines.append(f"{target} = {vector_type(width, 'i')}({mixed});")
        else:
            lines.append(f"{target} = mix({target}, {value}, {passed});")
    return lines
