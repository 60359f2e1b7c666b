"""Draws of much work, cut into ranges of primitives, one after the other, with signals heard in between."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf

import moderngl

from nvrender.gl.patches import Patch
from nvrender.gpu.arrays.geometry.emitted import most_emitted
from nvrender.gpu.context import work
from nvrender.gpu.pipeline.mesh import Mesh
from nvrender.gpu.pipeline.stage_texts import Programs
from nvrender.ir.analysis.trip_counts import most_turns
from nvrender.languages.arb.generation5_bindings import (
    CONTROL_ATTRIBUTES,
    EVALUATION_ATTRIBUTES,
    FRAGMENT_5_ATTRIBUTES,
    GEOMETRY_5_ATTRIBUTES,
)
from nvrender.languages.arb.geometry_bindings import PATCHES
from nvrender.lower.program import lowered
from nvrender.memory import VECTOR_BYTES, check_memory
from nvrender.program import Program, RegisterFile
from nvrender.program.limits import WATCHDOG_TURNS
from nvrender.program.profile import Stage
from nvrender.program.work import work_of
from nvrender.records import once

#: Vertices of a primitive, as a Mesh has them, where each is of one alone.
_APART = {
    "POINTS": 1, "LINES": 2, "TRIANGLES": 3, "LINES_ADJACENCY": 4, "TRIANGLES_ADJACENCY": 6,
    "QUADS": 6, "QUAD_STRIP": 6, "POLYGON": 3,
}  # fmt: skip
_NAMES = {
    Stage.TESSELLATION_CONTROL: CONTROL_ATTRIBUTES,
    Stage.TESSELLATION_EVALUATION: EVALUATION_ATTRIBUTES,
    Stage.GEOMETRY: GEOMETRY_5_ATTRIBUTES,
    Stage.FRAGMENT: FRAGMENT_5_ATTRIBUTES,
}
#: Stages whose work goes by vertices; of fragments nobody knows how many there are.
_BEFORE = (Stage.VERTEX, Stage.TESSELLATION_CONTROL, Stage.TESSELLATION_EVALUATION, Stage.GEOMETRY)


#: Vertices that geometry programs emit in one draw: drivers keep all of a draw's.
MOST_EMITTED = 1 << 23


def draw_ranges(
    array: moderngl.VertexArray, programs: Programs, mesh: Mesh, instances: int, patch: Patch
) -> None:
    """Draw all of ``mesh``, in the order of its primitives."""
    for first, count in ranges(programs, mesh.primitive, mesh.count, instances, patch):
        array.render(vertices=count, first=first, instances=instances)
        if count < mesh.count:
            mesh.context.memory_barrier()
            mesh.context.finish()


def is_one_call(programs: Programs, mesh: Mesh, instances: int) -> bool:
    """True for a draw of little work that nothing has to be said of."""
    each = sum(map(_certain_work, programs.given))
    return programs.geometry is None and each * mesh.count * instances < work.CALL_INSTRUCTIONS


def ranges(
    programs: Programs, primitive: str, count: int, instances: int, patch: Patch
) -> Iterator[tuple[int, int]]:
    """First vertex and count of each part of a draw of ``count`` vertices.

    One part where primitives share vertices, programs number primitives, or there are several instances, of
    which each has all primitives before the next has one.
    """
    size = patch.vertices if primitive == PATCHES else _APART.get(primitive, 0)
    each = sum(_certain_work(program) for program in programs.given if program.profile.stage in _BEFORE)
    emitted = 0 if programs.geometry is None else most_emitted(programs.geometry)
    if not size or instances > 1 or any(map(_numbers_primitives, programs.given)):
        size = count
        _check_room(programs, emitted * count * instances)
    most = work.CALL_INSTRUCTIONS // max(each, 1) // max(size, 1)
    step = max(min(most, MOST_EMITTED // max(emitted, 1)), 1) * size
    if programs.given:
        work.tell_long(programs.given[0], min(step, count) * max(instances, 1) * each)
    for first in range(0, count, max(step, 1)):
        yield first, min(step, count - first)


def _check_room(programs: Programs, emitted: int) -> None:
    """InputError where what a draw that cannot be cut may emit fits in no memory."""
    if programs.geometry is not None:
        check_memory(
            emitted * VECTOR_BYTES * max(len(programs.geometry.results), 1),
            f"the {emitted} vertices that the geometry program may emit in one draw",
            "declare fewer VERTICES_OUT, or draw a smaller mesh",
        )


@once
def _certain_work(program: Program) -> int:
    """Instructions of one execution for a vertex, of loops whose counts are not constant one turn.

    They mostly have few; a draw cut by the most they may have would be many.
    """
    if not program.profile.blocks:
        return len(program.instructions)
    found = work_of(program)
    turns = most_turns(lowered(program)) if found.turn else 0.0
    invocations = program.geometry.invocations if program.geometry is not None else 1
    return int(found.once + found.turn * (1 if isinf(turns) else min(turns, WATCHDOG_TURNS))) * invocations


@once
def _numbers_primitives(program: Program) -> bool:
    names = _NAMES.get(program.profile.stage, ())
    read = program.reads(RegisterFile.ATTRIBUTE)
    return any(index < len(names) and names[index] == "primitive.id" for index in read)
