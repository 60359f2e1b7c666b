"""NaNs that are computed are positive where floats are put in a total order (NV_vertex_program 2.14.1.11).

What is only copied from an input keeps its sign. The language that has the order has no branches, so that
one walk through main tells of every component of every register.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from nvrender.ir import visit
from nvrender.ir.analysis.computed import computed
from nvrender.ir.nodes import Apply, Assign, Compose, Const, Expression, Load, Role, Shader, Statement
from nvrender.lower.operands import swizzled
from nvrender.ops.formulas import Term

_TOTAL = frozenset({"fge_total", "flt_total"})
#: Vertex state programs write parameters too (NV_vertex_program 2.14.2).
_WRITTEN = (Role.TEMPORARY, Role.PARAMETER)
#: A variable's name, the element of an array, and a component.
_Slot = tuple[str, int | None, int]


def positive(shader: Shader) -> Shader:
    """``shader`` with ``fnumber`` around what is ordered and may be a NaN that was computed."""
    *functions, main = shader.functions
    made, body = set[_Slot](), list(main.body)
    if not any(_is_ordered(node) for node in body):
        return shader
    for place, node in enumerate(body):
        if not isinstance(node, Assign):
            continue
        if _is_ordered(node):
            change = partial(_numbers, made)
            body[place] = replace(node, value=visit.mapped(node.value, change))
        if node.var.role in _WRITTEN:
            for number, component in enumerate(node.components):
                slot = _slot(node, component)
                (made.discard if _copied(node.value, number, made) else made.add)(slot)
    return replace(shader, functions=(*functions, replace(main, body=tuple(body))))


def _is_ordered(node: Statement) -> bool:
    return isinstance(node, Assign) and isinstance(node.value, Apply) and node.value.operation in _TOTAL


def _numbers(made: set[_Slot], node: Expression) -> Expression:
    """A register, its components that were computed as numbers or positive NaNs."""
    if not isinstance(node, Load):
        return node
    found = [_is_made(node, component, made) for component in node.components]
    if not any(found) or all(found):
        return Apply("fnumber", (node,), node.type) if any(found) else node
    parts = [swizzled(node, (place,)) for place in range(len(found))]
    return Compose(
        tuple(
            Apply("fnumber", (part,), part.type) if each else part
            for each, part in zip(found, parts, strict=True)
        )
    )


def _copied(value: Expression, place: int, made: set[_Slot]) -> bool:
    """True if a component of a value is what an input is, but for its sign."""
    found = computed(value)
    term = found.formula(place)
    copied = found.leaf(place, term) if isinstance(term, Term) else None
    return isinstance(term, Term) and not (isinstance(copied, tuple) and _is_made(*copied, made))


def _is_made(load: Load, component: int, made: set[_Slot]) -> bool:
    """True for a component that was computed, or may have been in the element that an index names."""
    if load.index is None or isinstance(load.index, Const):
        return _slot(load, component) in made
    return any((name, place) == (load.var.name, component) for name, _, place in made)


def _slot(node: Assign | Load, component: int) -> _Slot:
    return node.var.name, node.index.words[0] if isinstance(node.index, Const) else None, component
