"""Matrix products: DP4, DPH and DP3 with rows of a matrix, MUL and MAD with its columns.

What is a matrix is told from how it is read: successive parameters, whose products with one vector are the
components of another, or are added up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nvrender.ir import visit
from nvrender.ir.analysis.uses import all_statements, reads, writes
from nvrender.ir.analysis.values import Values, values
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Bitcast,
    Body,
    Compose,
    Const,
    Executed,
    Expression,
    Load,
    Role,
    Shader,
    Statement,
    Swizzle,
)
from nvrender.ir.types import FLOAT
from nvrender.lower.operands import bitcast, swizzled
from nvrender.passes.idioms.matching import (
    DOTS3,
    DOTS4,
    HOMOGENEOUS_DOTS,
    PRODUCT_SUMS,
    PRODUCTS,
    SUMS,
    Rule,
    Seen,
    Site,
    operations,
    rewritten,
)
from nvrender.records import record

_DOTS = DOTS3 | DOTS4 | HOMOGENEOUS_DOTS
_XYZ, _XYZW = (0, 1, 2), (0, 1, 2, 3)
_ONE = Const(FLOAT, (0x3F800000,))
#: How many components the vector has, and rows the matrix → the row of the op table.
_BY_ROWS = {(3, 3): "frows3", (4, 3): "frows3x4", (4, 4): "frows4"}
_BY_COLUMNS = {3: "fcolumns3", 4: "fcolumns4"}
#: How many statements the products of a matrix may be spread over.
_FURTHEST = 16


def matrices(shader: Shader) -> Shader:
    """``shader`` with products of matrices and vectors as such, unless it writes parameters."""
    if any(isinstance(row, Assign) and row.var.role is Role.PARAMETER for row in all_statements(shader)):
        return shader
    found = rewritten(shader, _COLUMNS)
    if operations(found).isdisjoint(_DOTS):
        return found
    groups = _Groups(values(found), found.limit is not None)
    for function in found.functions:
        groups.within(function.body)
    if not groups.made:
        return found
    return visit.changed(found, groups.statement)


def _parameter(node: Expression) -> tuple[int, tuple[int, ...]] | None:
    """The number of the program parameter that is read, and its components."""
    load = node.value if isinstance(node, Bitcast) else node
    if not isinstance(load, Load) or load.var.role is not Role.PARAMETER:
        return None
    if load.index is None:
        return load.var.binding, load.components
    if isinstance(load.index, Const):
        return load.var.binding + load.index.words[0], load.components
    return None


# --- rows


def _row(node: Expression) -> tuple[Expression | None, int, tuple[int, ...]] | None:
    """The same of a parameter that an index chooses, too: what it begins with, None without, stands first."""
    found = _parameter(node)
    if found is not None:
        return None, *found
    load = node.value if isinstance(node, Bitcast) else node
    if not isinstance(load, Load) or load.var.role is not Role.PARAMETER or load.index is None:
        return None
    match load.index:
        case Apply("iadd", (base, Const(words=(offset,)))):
            return base, load.var.binding + offset, load.components
    return load.index, load.var.binding, load.components


@record
class _Term:
    """The product of a vector and a row, the parameter ``number`` behind ``base``; it is a ``component``."""

    component: int
    base: Expression | None
    number: int
    row: Expression
    vector: Expression
    operation: str

    def belongs(self, other: _Term) -> bool:
        """True if it is another row of the same product."""
        return (
            self.vector == other.vector
            and self.operation == other.operation
            and self.base == other.base
            and self.number - self.component == other.number - other.component
        )


def _row_terms(node: Statement) -> list[_Term]:
    """What an assignment of one component computes of a row and a vector; two parameters are either."""
    if not isinstance(node, Assign) or node.when is not None or node.index is not None:
        return []
    value = node.value.value if isinstance(node.value, Bitcast) else node.value
    value = value.value if isinstance(value, Swizzle) else value
    if len(node.components) != 1 or not isinstance(value, Apply):
        return []
    if value.operation not in _DOTS:
        return []
    (component,), (one, other) = node.components, value.operands
    ways = [(one, other)] if value.operation in HOMOGENEOUS_DOTS else [(one, other), (other, one)]
    return [
        _Term(component, *found[:2], row, vector, value.operation)
        for vector, row in ways
        if (found := _row(row)) is not None and found[2] == _XYZW[: row.type.width]
    ]


class _Groups:
    """Statements that are rows of one product; the first of them becomes all of it."""

    def __init__(self, known: Values, limited: bool) -> None:
        self.known = known
        #: Whether an invocation may end wherever instructions are counted.
        self.limited = limited
        self.made: dict[int, Assign] = {}
        self.gone: set[int] = set()

    def statement(self, node: Statement) -> list[Statement]:
        if id(node) in self.gone:
            return []
        return [self.made.get(id(node), node)]

    def within(self, body: Body) -> None:
        """Finds the groups of a body."""
        for start, node in enumerate(body):
            for inner in visit.bodies(node):
                self.within(inner)
            if id(node) in self.gone or id(node) not in self.known.places:
                continue
            for first in _row_terms(node):
                if self._joins(body, start, first):
                    break

    def _joins(self, body: Body, start: int, first: _Term) -> bool:
        """Makes a statement the product that it begins with ``first``, if all of its rows are there."""
        node = body[start]
        assert isinstance(node, Assign)
        rows = {row.component: (row, member) for row, member in self._group(body, start, first)}
        wanted = 4 if first.operation in DOTS4 | HOMOGENEOUS_DOTS and len(rows) == 4 else 3
        members = [rows[component] for component in range(wanted) if component in rows]
        if len(members) < wanted or all(member is not node for _, member in members):
            return False
        self.made[id(node)] = _product(node, [row for row, _ in members])
        self.gone |= {id(member) for _, member in members if member is not node}
        return True

    def _group(self, body: Body, start: int, first: _Term) -> Iterator[tuple[_Term, Assign]]:
        """The rows of a product from its first on, as far as they may be computed there."""
        head = body[start]
        assert isinstance(head, Assign)
        missing = set(range(head.var.type.width))
        for node in body[start : start + _FURTHEST]:
            row = next((row for row in _row_terms(node) if row.belongs(first)), None)
            if row is not None and isinstance(node, Assign) and node.var == head.var:
                if row.component not in missing or not self._stays(row, head, node):
                    return
                missing.discard(row.component)
                yield row, node
            elif not self._passes(node, head, missing):
                return

    def _stays(self, row: _Term, head: Statement, node: Statement) -> bool:
        one, other = (self.known.places.get(id(each)) for each in (head, node))
        if one is None or other is None:
            return False
        read = (row.vector, *([] if row.base is None else [row.base]))
        return all(self.known.stays(value, one, other) for value in read)

    def _passes(self, node: Statement, head: Assign, missing: set[int]) -> bool:
        """True if what is written behind a statement may be written before it."""
        if isinstance(node, Executed):
            return not self.limited
        name = head.var.name
        if not isinstance(node, Assign) or any(slot[0] == name for slot in writes(node)):
            return False
        return not any((name, component) in reads(node) for component in missing)


def _product(first: Assign, rows: list[_Term]) -> Assign:
    """All rows' products in place of the first."""
    vector = rows[0].vector
    if rows[0].operation in HOMOGENEOUS_DOTS:
        vector = Compose((vector, _ONE))
    name = _BY_ROWS[vector.type.width, len(rows)]
    value: Expression = Apply(name, (vector, *(row.row for row in rows)), FLOAT.wide(4))
    components = tuple(range(len(rows)))
    return replace(first, components=components, value=bitcast(swizzled(value, components), first.var.type))


# --- columns


def _by_columns(site: Site, node: Apply) -> Expression | None:
    """A sum of columns, each times a component of one vector."""
    if all(_parameter(row) is None for row in node.operands):
        return None
    columns: list[_Column] = []
    for term in _terms(site, site.of(node)):
        if term is None or len(columns) == 4:
            return None
        columns.append(term)
    if len(columns) not in _BY_COLUMNS:
        return None
    columns.sort(key=lambda row: row.number)
    first = columns[0]
    if [row.number for row in columns] != list(range(first.number, first.number + len(columns))):
        return None
    if len({row.components for row in columns}) > 1 or not all(map(site.here, _scalars(columns))):
        return None
    vector = _vector(columns)
    if vector is None or (len(columns) == 3 and not _is_whole(site, first.components)):
        return None
    whole = _XYZW[: len(columns)]
    operands = (vector, *(swizzled(row.full, whole) for row in columns))
    value = Apply(_BY_COLUMNS[len(columns)], operands, FLOAT.wide(4))
    return swizzled(value, first.components)


@record
class _Column:
    """``components`` of the parameter ``number``, all of which are ``full``, times a scalar, or alone."""

    number: int
    components: tuple[int, ...]
    full: Expression
    scalar: Seen | None


def _scalars(columns: list[_Column]) -> Iterator[Seen]:
    return (row.scalar for row in columns if row.scalar is not None)


def _terms(site: Site, seen: Seen, depth: int = 0) -> Iterator[_Column | None]:
    """The terms of a sum; None for one that is no column."""
    node = seen.node
    if depth and isinstance(node, Load | Bitcast) and not _only_added(site, seen):
        yield None
        return
    row = site.through(seen)
    match row.node:
        case Apply(operation) if operation in PRODUCT_SUMS and depth < 4:
            yield _column(site, row.operand(0), row.operand(1))
            yield from _terms(site, row.operand(2), depth + 1)
        case Apply(operation) if operation in SUMS and depth < 4:
            yield from _terms(site, row.operand(0), depth + 1)
            yield from _terms(site, row.operand(1), depth + 1)
        case Apply(operation) if operation in PRODUCTS:
            yield _column(site, row.operand(0), row.operand(1))
        case _:
            yield _alone(row.node, None)


def _only_added(site: Site, seen: Seen) -> bool:
    """True for a parameter, and what one statement alone reads."""
    load = seen.node.value if isinstance(seen.node, Bitcast) else seen.node
    if not isinstance(load, Load) or load.var.role is Role.PARAMETER:
        return True
    return len({id(row) for row in site.values.readers_of(load, seen.place)}) == 1


def _column(site: Site, one: Seen, other: Seen) -> _Column | None:
    for factor, column in ((one, other), (other, one)):
        scalar = site.scalar(factor)
        if scalar is not None and _parameter(scalar.node) is None:
            found = _alone(column.node, scalar)
            if found is not None:
                return found
    return None


def _alone(node: Expression, scalar: Seen | None) -> _Column | None:
    """A parameter as a column."""
    found = _parameter(node)
    if found is None or len(set(found[1])) < len(found[1]) or len(found[1]) < 3:
        return None
    load = node.value if isinstance(node, Bitcast) else node
    assert isinstance(load, Load)
    return _Column(*found, bitcast(replace(load, components=_XYZW), FLOAT), scalar)


def _vector(columns: list[_Column]) -> Expression | None:
    """The vector whose components the columns are multiplied with, in order; of one alone 1.0."""
    loads = []
    for place, row in enumerate(columns):
        if row.scalar is None:
            if place < 3:
                return None
            continue
        node = row.scalar.node
        load = node.value if isinstance(node, Bitcast) else node
        if not isinstance(load, Load) or load.components != (place,):
            return None
        loads.append(load)
    if any(replace(load, components=(0,)) != replace(loads[0], components=(0,)) for load in loads):
        return None
    whole = bitcast(replace(loads[0], components=_XYZW[: len(loads)]), FLOAT)
    return Compose((whole, _ONE)) if len(loads) < len(columns) else whole


def _is_whole(site: Site, components: tuple[int, ...]) -> bool:
    """True for a sum of three columns that is not part of one of four."""
    if max(components) > 2:
        return False
    statement = site.statement
    written = Load(statement.var, statement.components)
    readers = [] if statement.index is not None else site.values.readers_of(written, site.place + 1)
    return not any(_adds(row) for row in readers)


def _adds(node: Statement) -> bool:
    return isinstance(node, Assign) and any(
        isinstance(row, Apply) and row.operation in PRODUCT_SUMS | SUMS for row in visit.expressions(node)
    )


_COLUMNS = Rule(PRODUCT_SUMS | SUMS, _by_columns, (PRODUCT_SUMS,))
