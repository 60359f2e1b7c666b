"""What instructions read, which of them are in vain, and from where to where registers hold something."""

from __future__ import annotations

from dataclasses import replace

from nvrender.arb.rows import Operand, Row, Temporary
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS
from nvrender.records import record

_SAME = (0, 1, 2, 3)


@record
class Web:
    """A variable from the instruction ``first``, which writes it, to ``last``, which reads it."""

    name: str
    first: int
    last: int


def components_read(row: Row, number: int) -> tuple[int, ...]:
    """The components of operand ``number`` that an instruction reads."""
    operation, swizzle = OPERATIONS[row.operation], row.operands[number].swizzle
    match operation.form:
        case Form.COMPONENTWISE:
            places: tuple[int, ...] = row.components
        case Form.REPLICATED:
            places = next(places for which, places in operation.reads[0] if which == number)
        case Form.COMPOSED:
            pairs = (pair for component in row.components for pair in operation.reads[component])
            places = tuple({place for which, given in pairs if which == number for place in given})
        case _:
            places = (0, 1, 2, 3)
    return tuple(sorted({swizzle[place] for place in places}))


def without_vain(rows: list[Row]) -> list[Row]:
    """Rows without those that write what nobody reads, each with the components that are read."""
    found: list[Row] = []
    live: dict[str, set[int]] = {}
    for row in reversed(rows):
        if isinstance(row.target, Temporary):
            if row.operation == "mov" and not row.saturate and row.operands == (Operand(row.target, _SAME),):
                continue
            read = live.get(row.target.name, set())
            kept = tuple(component for component in row.components if component in read)
            if not kept:
                continue
            row = row if kept == row.components else replace(row, components=kept)
            read -= set(kept)
        for number, operand in enumerate(row.operands):
            if isinstance(operand.place, Temporary):
                live.setdefault(operand.place.name, set()).update(components_read(row, number))
        found.append(row)
    return found[::-1]


def webs(rows: list[Row]) -> tuple[list[Web], list[tuple[int | None, tuple[int | None, ...]]]]:
    """Where variables begin and end; of each row which web its target is, and each operand."""
    found: list[Web] = []
    uses: list[tuple[int | None, tuple[int | None, ...]]] = []
    live: dict[str, tuple[int, set[int]]] = {}
    for index in range(len(rows) - 1, -1, -1):
        row, target = rows[index], None
        if isinstance(row.target, Temporary):
            name = row.target.name
            target, read = live[name]
            read -= set(row.components)
            found[target] = replace(found[target], first=index)
            if not read:
                del live[name]
        operands: list[int | None] = []
        for number, operand in enumerate(row.operands):
            operands.append(_read(operand, components_read(row, number), index, found, live))
        uses.append((target, tuple(operands)))
    for web, _ in live.values():  # what nothing writes
        found[web] = replace(found[web], first=0)
    return found, uses[::-1]


def _read(
    operand: Operand,
    components: tuple[int, ...],
    index: int,
    found: list[Web],
    live: dict[str, tuple[int, set[int]]],
) -> int | None:
    if not isinstance(operand.place, Temporary):
        return None
    name = operand.place.name
    if name not in live:
        live[name] = len(found), set()
        found.append(Web(name, index, index))
    live[name][1].update(components)
    return live[name][0]
