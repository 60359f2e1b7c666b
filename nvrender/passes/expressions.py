"""What of an expression may have another in its place, and values side by side as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import is_
from typing import TypeVar

from nvrender.ir import visit
from nvrender.ir.analysis.uses import loads
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Bitcast,
    Compose,
    Const,
    Discard,
    Expression,
    If,
    Interpolate,
    Load,
    Read,
    Role,
    Sample,
    Select,
    Statement,
    Swizzle,
)
from nvrender.ir.types import Kind, type_of
from nvrender.lower import operands
from nvrender.ops.rows import NEIGHBOURS, Form
from nvrender.ops.table import OPERATIONS

N = TypeVar("N", bound=Statement)
#: Operations of components that a back end may write an operand of more than once, besides those composed
#: of others.
_REPEATING = frozenset(
    {
        "has_flags", "fflags", "iflags", "uflags", "sum_flags", "difference_flags", "resize", "holds_any",
        "sum_overflow", "sum_carry", "difference_overflow", "difference_carry", "iadd_saturated",
    }
)  # fmt: skip
_COMPOSED_ONCE = frozenset({"fcross", "fnormalize", "freflect"})
#: Targets whose coordinates a lookup takes as they are.
_PLAIN_TARGETS = frozenset({"2D", "3D", "CUBE", "RECT"})
_RELATIONS = frozenset({"equal", "not_equal", "less", "less_equal", "greater", "greater_equal"})
_RELATION_NAMES = {
    "eq": ("equal", "not_equal"), "ne": ("not_equal", "equal"), "lt": ("less", "greater_equal"),
    "ge": ("greater_equal", "less"), "gt": ("greater", "less_equal"), "le": ("less_equal", "greater"),
}  # fmt: skip
#: Set-on operations → the relation they ask of, and that which fails where it holds.
_SET_ON = {f"{kind}{name}": row for kind in "fiu" for name, row in _RELATION_NAMES.items()}
#: Those that give NaN where an operand is NaN.
_SET_ON_NAN = {f"f{name}_nan": row for name, row in _RELATION_NAMES.items()}


def parts_of(node: Assign | If | Discard) -> Sequence[Expression]:
    """The expressions of a statement that values may stand in."""
    if not isinstance(node, Assign):
        return (node.condition,)
    if isinstance(node.value, Read) or node.index is not None:
        return ()
    return (node.value,) if node.when is None else (node.value, node.when)


def open_variables(node: Expression) -> Iterator[str]:
    """The variables that an expression reads where a back end writes what is read once."""
    match node:
        case Load(index=None, vertex=None):
            yield node.var.name
        case Swizzle(value) | Bitcast(value):
            yield from open_variables(value)
        case Compose(parts):
            for part in parts:
                yield from open_variables(part)
        case Select(condition, Const()) if node.type.width == 1:
            yield from open_variables(condition)
        case Sample(texture=texture, operands=(place, *_)) if texture.target in _PLAIN_TARGETS:
            if texture.index is None and texture.handle is None and not texture.moved:
                yield from open_variables(place)
        case Apply(operands=rows) if _writes_once(node):
            for row in rows:
                yield from open_variables(row)


def _writes_once(node: Apply) -> bool:
    form = OPERATIONS[node.operation].form
    if node.operation == "holds_any":
        (inner,) = node.operands
        return inner.type.width == 1 or (isinstance(inner, Apply) and inner.operation in _RELATIONS)
    if form is Form.COMPOSED:
        return node.operation in _COMPOSED_ONCE
    known = form in (Form.COMPONENTWISE, Form.REPLICATED, Form.DERIVATIVE)
    return known and node.operation not in _REPEATING


def is_fit(by: Assign, node: Statement) -> bool:
    """True if every load of a value takes each of its components once, or the value is one number."""
    if by.var.type.width == 1:
        return True
    return all(
        len(set(row.components)) == len(row.components) for row in loads(node) if row.var.name == by.var.name
    )


def substituted(node: N, by: Assign) -> N:
    """A statement with what is assigned in place of what reads it."""
    name, value = by.var.name, by.value
    if isinstance(node, Assign) and node.when is None and node.index is None:
        new = _filled(node.value, name, value)
        return Assign(node.var, node.components, new, origin=node.origin)  # type: ignore[return-value]
    return visit.rebuilt(node, lambda row: _filled(row, name, value))


def _filled(node: Expression, name: str, value: Expression) -> Expression:
    """An expression with ``value`` where it reads the variable ``name``."""
    if isinstance(node, Load):
        if node.var.name == name:
            return operands.swizzled(value, node.components)
        if node.index is None and node.vertex is None:
            return node
        return visit.rebuilt(node, lambda row: _filled(row, name, value))
    if isinstance(node, Const):
        return node
    if isinstance(node, Apply):
        rows = tuple([_filled(row, name, value) for row in node.operands])
        same = all(map(is_, rows, node.operands))
        return node if same else asked(Apply(node.operation, rows, node.type))
    new = visit.rebuilt(node, lambda row: _filled(row, name, value))
    if isinstance(new, Bitcast) and isinstance(new.value, Bitcast | Const):
        return operands.bitcast(new.value, new.type) if new.value.type.bits == new.type.bits else new
    return new


def is_one_number(node: Expression) -> bool:
    """True if all components of a value are the same."""
    match node:
        case Const(words=words):
            return len(set(words)) == 1
        case Load(components=components) | Swizzle(components=components):
            return len(set(components)) == 1
        case Bitcast(value, type):
            return value.type.width == type.width and is_one_number(value)
        case Apply(operation, operands):
            return OPERATIONS[operation].form is Form.COMPONENTWISE and all(map(is_one_number, operands))
    return False


def asked(node: Apply) -> Apply:
    """What asks whether a set-on operation gave 0, or its negative less, as the relation that it asked of.

    Where an operand is NaN those of NV_vertex_program2 give NaN, which is not 0 (2.14.3.29).
    """
    match node:
        case Apply("less", (Apply("fneg", (value,)), Const(type, words))) if not any(words):
            return asked(Apply("greater", (value, Const(type, words)), node.type))
        case Apply(
            "equal" | "not_equal",
            (Bitcast(value) | Apply("i2f" | "u2f", (value,)) as row, Const(words=words)),
        ) if not any(words) and _is_integer(value) and (isinstance(row, Apply) or _is_truth(value)):
            return asked(Apply(node.operation, (value, Const(value.type, words)), node.type))
        case Apply("equal" | "not_equal" | "greater" as test, (Apply() as value, Const(words=words))):
            nan = value.operation in _SET_ON_NAN
            found = _SET_ON_NAN.get(value.operation) or _SET_ON.get(value.operation)
            if found is None or any(words) or value.operands[0].type.bits == 64:
                return node
            if test == "greater" and value.type.kind is not Kind.FLOAT:  # TRUE is negative
                return node
            holds, fails = found
            if test == ("not_equal" if nan else "equal"):
                inner = Apply(fails if nan else holds, value.operands, node.type)
                return Apply("holds_not", (inner,), node.type)
            return Apply(fails if test == "equal" else holds, value.operands, node.type)
    return node


def _is_truth(node: Expression) -> bool:
    """True for all ones or 0, of which no word but 0 is 0 as a float: -0 and denormals are equal to it."""
    return isinstance(node, Apply) and node.operation in _SET_ON


def _is_integer(node: Expression) -> bool:
    return node.type.kind in (Kind.INT, Kind.UINT) and node.type.bits == 32


def is_used_once(rest: Sequence[Assign], local: str) -> bool:
    """True where what was found goes as it is into one known register, under no condition."""
    if len(rest) != 1 or rest[0].when is not None or rest[0].var.role is Role.CODE:
        return False
    if not (rest[0].index is None or isinstance(rest[0].index, Const)):
        return False
    reads = [
        row for row in visit.expressions(rest[0].value) if isinstance(row, Load) and row.var.name == local
    ]
    return len(reads) == 1 and reads[0].var.type.bits == rest[0].var.type.bits == 32


def compares_neighbours(node: Expression) -> bool:
    """True for what depends on other fragments of a quad, or threads of a group."""
    match node:
        case Sample() | Interpolate():
            return True
        case Apply(operation):
            return OPERATIONS[operation].form in NEIGHBOURS
    return False


def stays_whole(node: Assign) -> bool:
    """True if components that are computed together stand side by side, or nothing is computed."""
    first = node.components[0]
    adjacent = node.components == tuple(range(first, first + len(node.components)))
    return adjacent or isinstance(node.value, Load | Const)


def side_by_side(rows: Sequence[Expression], parts: Sequence[Assign]) -> Expression:
    """Values side by side: as one operation where they are of one, else each part by itself."""
    whole = operands.joined(*rows)
    if not any(isinstance(row, Compose) for row in visit.expressions(whole)):
        return whole
    found = list[Expression]()
    component = 0
    by_first = {row.components[0]: row for row in parts}
    while component < len(rows):
        node = by_first.get(component)
        run = len(node.components) if node is not None else 1
        if node is not None and node.components == tuple(range(component, component + run)):
            found.append(node.value)
        else:
            run = 1
            found.append(rows[component])
        component += run
    return _put_together(found)


def _put_together(parts: Sequence[Expression]) -> Expression:
    """Parts of words side by side, as the numbers that most of them are."""
    kinds = {part.value.type.kind for part in parts if isinstance(part, Bitcast)}
    plain = all(
        isinstance(part, Const) or (isinstance(part, Bitcast) and part.value.type.width == part.type.width)
        for part in parts
    )
    if len(kinds) != 1 or not plain:
        return Compose(tuple(parts))
    (kind,) = kinds
    rows = tuple(
        part.value if isinstance(part, Bitcast) else Const(type_of(kind, part.type.width), part.words)
        for part in parts
        if isinstance(part, Bitcast | Const)
    )
    return operands.bitcast(Compose(rows), parts[0].type)
