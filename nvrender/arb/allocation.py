"""Variables → registers, with names that the program gave them as far as there are enough registers."""

from __future__ import annotations

import heapq
from dataclasses import replace

from nvrender.arb.liveness import Web, webs, without_vain
from nvrender.arb.names import Names
from nvrender.arb.rows import Operand, Row, Temporary


def allocated(rows: list[Row], limit: int, names: Names) -> list[Row]:
    """Rows whose temporaries are registers.

    Within ``limit`` every variable of the program has a register of its own; else what is not needed at once
    shares one.
    """
    rows = without_vain(rows)
    found, uses = webs(rows)
    registers = _shared(found, names, None)
    if len(set(registers)) > limit:
        registers = _shared(found, names, limit)
    return [_with(row, use, registers) for row, use in zip(rows, uses, strict=True)]


def _with(row: Row, use: tuple[int | None, tuple[int | None, ...]], names: list[str]) -> Row:
    target, operands = use
    if target is not None:
        row = replace(row, target=Temporary(names[target]))
    if any(web is not None for web in operands):
        given = zip(row.operands, operands, strict=True)
        row = replace(row, operands=tuple(_operand(operand, web, names) for operand, web in given))
    return row


def _operand(operand: Operand, web: int | None, names: list[str]) -> Operand:
    return operand if web is None else replace(operand, place=Temporary(names[web]))


def _shared(found: list[Web], variables: Names, limit: int | None) -> list[str]:
    """The register of each web, in order of their first instructions.

    Variables of the program share with nothing; with a ``limit`` only as long as there are so many registers.
    """
    names = [""] * len(found)
    free: list[tuple[int, str]] = []
    busy: list[tuple[int, int, str]] = []
    taken, made = set[str](), 0
    order: dict[str, int] = {}
    for number in sorted(range(len(found)), key=lambda row: (found[row].first, row)):
        web = found[number]
        name = variables.of(web.name)
        if limit is None and name is not None:
            names[number] = name
            continue
        while busy and busy[0][0] <= web.first:
            _, rank, register = heapq.heappop(busy)
            heapq.heappush(free, (rank, register))
        if name is not None and (order.get(name, -1), name) in free:
            free.remove((order[name], name))
            heapq.heapify(free)
            register = name
        elif name is not None and name not in taken and (not free or len(taken) < (limit or 0)):
            register = name
        elif free:
            _, register = heapq.heappop(free)
        else:
            made += 1
            register = variables.scratch(made)
        taken.add(register)
        order.setdefault(register, len(order))
        heapq.heappush(busy, (web.last, order[register], register))
        names[number] = register
    return names
