"""Results that the program writes once for all: they go where the shader wants them at once.

Then the end of main need not copy or clamp them, and components that are not written are written along.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from nvrender.glsl.io.interface import Leaving
from nvrender.ir.analysis.endings import ends_early
from nvrender.ir.analysis.uses import all_statements, loads, overwrites
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Compose,
    Const,
    EmitVertex,
    Expression,
    Role,
    Shader,
    Terminate,
)
from nvrender.ir.types import Kind
from nvrender.lower.operands import bitcast, swizzled
from nvrender.passes.kinds import as_kind

#: The bits of 1.0.
_ONE = 0x3F800000


def written_once(shader: Shader) -> dict[str, Assign]:
    """The only assignments of results that all invocations come by, by the names of their variables."""
    main = shader.functions[-1]
    if shader.limit is not None or shader.patch > 1 or ends_early(shader):
        return {}
    counts, read = Counter[str](), set[str]()
    for node in all_statements(shader):
        if isinstance(node, EmitVertex | Terminate):
            return {}
        if isinstance(node, Assign) and node.var.role is Role.OUTPUT:
            counts[node.var.name] += 1
        read.update(row.var.name for row in loads(node) if row.var.role is Role.OUTPUT)
    rows = (node for node in main.body if isinstance(node, Assign) and overwrites(node) and node.origin)
    return {
        node.var.name: node
        for node in rows
        if counts[node.var.name] == 1 and node.var.name not in read and not node.var.length
    }


def completed(shader: Shader, names: frozenset[str]) -> tuple[Shader, frozenset[str]]:
    """``shader`` with all components of results written that it writes once, and the names of these.

    ``names`` are those whose first values show.
    """
    found = {name: node for name, node in written_once(shader).items() if name in names} if names else {}

    def whole(node: Assign) -> Assign | None:
        var = node.var
        words = shader.initial.get(var.name, (0,) * var.type.width)
        parts: list[Expression] = [Const(var.type.wide(1), (word,)) for word in words]
        first, count = node.components[0], len(node.components)
        if node.components != tuple(range(first, first + count)):
            return None
        value = Compose((*parts[:first], node.value, *parts[first + count :]))
        return replace(node, components=tuple(range(var.type.width)), value=value)

    rows = {id(node): row for node in found.values() if (row := whole(node)) is not None}
    return _with(shader, rows), frozenset(row.var.name for row in rows.values())


def leaving(shader: Shader, wanted: Mapping[str, Leaving]) -> tuple[Shader, frozenset[str]]:
    """``shader`` with what is written once as it leaves, and the names of those variables."""
    new: dict[int, Assign] = {}
    rows = written_once(shader) if wanted else {}
    for name, node in rows.items():
        way = wanted.get(name)
        if way is None or not set(way.components) <= set(node.components):
            continue
        places = tuple(node.components.index(component) for component in way.components)
        value = swizzled(node.value, places)
        components = tuple(range(len(places)))
        var = replace(node.var, type=node.var.type.wide(len(places)))
        new[id(node)] = replace(node, var=var, components=components, value=_limited(value, *way.limits))
    names = frozenset(node.var.name for node in new.values())
    return _with(shader, new), names


def _with(shader: Shader, new: Mapping[int, Assign]) -> Shader:
    if not new:
        return shader
    *functions, main = shader.functions
    body = tuple(new.get(id(node), node) for node in main.body)
    changed = {node.var.name: node.var for node in new.values()}
    variables = tuple(changed.get(var.name, var) for var in shader.variables)
    return replace(shader, functions=(*functions, replace(main, body=body)), variables=variables)


def _limited(value: Expression, least: float | None, most: float | None) -> Expression:
    """A float clamped to [0, 1], or to at least 1, unless it lies there."""
    number = as_kind(value, Kind.FLOAT)
    if most is not None and not _lies_within(number):
        number = _saturated(number)
    elif most is None and least is not None:
        number = Apply("fmax", (number, Const(number.type, (_ONE,) * number.type.width)), number.type)
    return bitcast(number, value.type)


def _saturated(value: Expression) -> Expression:
    """The parts clamped that need be."""
    if isinstance(value, Compose) and any(map(_lies_within, value.parts)):
        return Compose(tuple(part if _lies_within(part) else _saturated(part) for part in value.parts))
    match value:
        case Apply("fmax", (inner, Const(words=words)) | (Const(words=words), inner)) if not any(words):
            value = inner  # what is less than 0 becomes 0 anyway
    return Apply("fsaturate", (value,), value.type)


def _lies_within(value: Expression) -> bool:
    """True if every component surely lies in [0, 1]."""
    match value:
        case Const(type, words) if type.kind is Kind.FLOAT:
            return all(word <= _ONE for word in words)
        case Apply("fsaturate"):
            return True
        case Apply("fsub", (Const(words=words), inner)) if all(word == _ONE for word in words):
            return _lies_within(inner)
        case Apply("fmul" | "flrp" | "fmin" | "fmax", rows) | Compose(rows):
            return all(map(_lies_within, rows))
    return False
