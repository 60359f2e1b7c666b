"""Whether invocations that run together do to memory what one after the other would.

NV_gpu_program5 2.X.4.5 leaves their order open; here each ends before the next one begins
(docs/semantics.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nvrender.ir import nodes, visit
from nvrender.ir.analysis.uses import all_statements, loads
from nvrender.ir.nodes import Body, Shader, Statement
from nvrender.ops.memory_access import Atomic, Space
from nvrender.ops.types import DataType

#: Operations of integers that give the same in any order; whether numbers have signs counts for some alone.
_SIGNED = frozenset({Atomic.MINIMUM, Atomic.MAXIMUM})
_COMMUTING = _SIGNED | {Atomic.ADD, Atomic.AND, Atomic.OR, Atomic.EXCLUSIVE_OR}
#: Some storage buffer that is chosen as the program runs.
_ANY = (Space.STORAGE, -1)


@dataclass(frozen=True)
class _Access:
    """``change`` is an operation that commutes, with bits and type, where nobody reads its result."""

    place: tuple[Space, int]
    writes: bool
    once: bool
    change: tuple[Atomic, int, DataType | None] | None


def together(shader: Shader, *, apart: bool) -> bool:
    """True if lanes may run together, of each instruction one after the other.

    That is where each part of memory is only read, or changed by one operation that commutes, or reached by
    one instruction that no invocation executes again. ``apart``: no GPU address is that of a storage buffer.
    """
    parts: dict[tuple[Space, int], list[_Access]] = {}
    accesses = [*_accesses(shader)]
    chosen = any(row.place == _ANY for row in accesses)
    for row in accesses:
        space, _ = row.place
        whole = (space is Space.STORAGE and (chosen or not apart)) or (space is Space.GLOBAL and not apart)
        parts.setdefault(_ANY if whole else row.place, []).append(row)
    return all(map(_any_order, parts.values()))


def _any_order(accesses: list[_Access]) -> bool:
    if not any(row.writes for row in accesses):
        return True
    if len(accesses) == 1 and accesses[0].once:
        return True
    changes = {row.change for row in accesses}
    return len(changes) == 1 and None not in changes


def _accesses(shader: Shader) -> Iterator[_Access]:
    seen = {load.var.name for row in all_statements(shader) for load in loads(row)}
    calls = _calls(shader)
    for function in shader.functions:
        for row, looped in _statements(function.body, looped=calls[function.name] != 1):
            memory = _reached(row)
            if memory is None:
                continue
            place = memory.space, 0
            if memory.space is Space.STORAGE:
                place = _ANY if memory.index is not None else (memory.space, memory.unit)
            unread = not (isinstance(row, nodes.Atomic) and row.var.name in seen)
            writes = isinstance(row, nodes.Store | nodes.Atomic)
            yield _Access(place, writes, not looped, _commuting(row) if unread else None)


def _reached(row: Statement) -> nodes.Memory | None:
    """The memory that a statement reaches and others may write."""
    if isinstance(row, nodes.Store | nodes.Atomic):
        return row.memory
    read = row.value if isinstance(row, nodes.Assign) else None
    if not isinstance(read, nodes.Read) or read.storage is None or read.memory.space is Space.CONSTANT:
        return None
    return read.memory


def _commuting(row: Statement) -> tuple[Atomic, int, DataType | None] | None:
    if not isinstance(row, nodes.Atomic) or row.change not in _COMMUTING:
        return None
    type = row.storage.type
    if type is DataType.FLOAT:
        return None
    return row.change, row.storage.bits, type if row.change in _SIGNED else None


def _calls(shader: Shader) -> dict[str, int]:
    """How often each function runs, 2 for more than once; callees stand before their callers."""
    found = {function.name: 0 for function in shader.functions}
    found[shader.functions[-1].name] = 1
    for function in reversed(shader.functions):
        for row, looped in _statements(function.body, looped=found[function.name] != 1):
            if isinstance(row, nodes.Call):
                found[row.function] = min(found[row.function] + 1 + looped, 2)
    return found


def _statements(body: Body, *, looped: bool) -> Iterator[tuple[Statement, bool]]:
    """Every statement, and whether it may be executed more than once."""
    for row in body:
        yield row, looped
        for inner in visit.bodies(row):
            yield from _statements(inner, looped=looped or isinstance(row, nodes.Loop))
