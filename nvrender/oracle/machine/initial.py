"""Which rows must hold their initial value when a program starts."""

from __future__ import annotations

from collections.abc import Iterable

from nvrender.oracle.machine.layout import Layout, numbers
from nvrender.program import Condition, Destination, Instruction, Program, RegisterFile, chosen_by

#: Rows, and the value they hold at first.
InitialRows = tuple[tuple[slice, float], ...]


def unconditional(condition: Condition | None) -> bool:
    """True if a condition mask lets every component through."""
    return condition is None or condition.test == "TR"


def discarded(instruction: Instruction) -> bool:
    """True for destination CC without the C suffix (NV_vertex_program2 2.14.1.4)."""
    destination = instruction.destination
    return (
        destination is not None
        and destination.register.file is RegisterFile.CONDITION_CODE
        and instruction.condition_code is None
    )


def first_row(destination: Destination, layout: Layout) -> int:
    """First row a destination other than a parameter is kept in."""
    if destination.register.file is RegisterFile.CONDITION_CODE:
        return layout.condition_code  # of the VP family, which has one
    return layout.row(destination.register)


def initial_rows(program: Program, layout: Layout, *, straight: bool) -> InitialRows:
    """Every row but the attributes'; of ``straight`` programs those read or left before they are written."""
    first = layout.attribute_rows
    rows: Iterable[int] = _live_at_start(program, layout, first) if straight else range(first, layout.state)
    found: list[tuple[slice, float]] = []
    for row in sorted(rows):
        value = layout.initial(row)
        if found and found[-1][1] == value and found[-1][0].stop == row:
            found[-1] = (slice(found[-1][0].start, row + 1), value)
        else:
            found.append((slice(row, row + 1), value))
    return tuple(found)


def _live_at_start(program: Program, layout: Layout, first: int) -> set[int]:
    written = set(range(first))
    live: set[int] = set()
    for instruction in program.instructions:
        live |= _read(instruction, layout) - written
        destination = instruction.destination
        if (
            destination is None
            or destination.register.file is RegisterFile.PARAMETER
            or discarded(instruction)
        ):
            continue
        places = [first_row(destination, layout)]
        if destination.register.relative is not None:
            relative, start = destination.register.relative, layout.row(destination.register)
            live |= {layout.rows[relative.file, relative.register] + relative.component} - written
            places = [start + 4 * number for number in range(destination.register.count)]
        if instruction.condition_code is not None:
            places.append(layout.code(instruction.condition_code))
        rows = {
            place + component for place in places for component in range(4) if destination.mask[component]
        }
        if unconditional(destination.condition) and destination.register.relative is None:
            written |= rows
        else:
            live |= (rows | set(range(layout.condition_code, layout.state))) - written
    left = {row + component for _, row in layout.results for component in range(4)}
    return live | (left - written)


def _read(instruction: Instruction, layout: Layout) -> set[int]:
    rows: set[int] = set()
    if instruction.condition is not None:  # KIL's; no straight program has another
        first = layout.code(instruction.condition.register)
        rows |= {first + component for component in instruction.condition.swizzle}
    if instruction.unit is not None and (chosen := instruction.unit.relative) is not None:
        rows.add(layout.rows[chosen.file, chosen.register] + chosen.component)
    for operand in instruction.sources:
        register = operand.register
        for place in chosen_by(register):
            rows.add(layout.rows[place.file, place.register] + place.component)
        if register.file in (RegisterFile.PARAMETER, RegisterFile.BUFFER):
            continue
        components = operand.swizzle if operand.extended is None else range(4)
        for number in numbers(register, layout.program):
            first = layout.rows[register.file, number]
            rows |= {first + component for component in components}
    return rows
