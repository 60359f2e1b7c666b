"""Traces of one invocation, thread, vertex or primitive beside the others (``docs/cli.md``, trace)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.gl.inputs.global_memory import Memory, Stores, stores_given
from nvrender.gl.inputs.patch_runs import patch_run
from nvrender.gl.inputs.vertices import attribute_arrays, buffer_arrays, parameter_array
from nvrender.gl.inputs.work_groups import invocation_at
from nvrender.gl.state import State
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.memory.spaces import Spaces
from nvrender.oracle.trace.compute import trace_invocation
from nvrender.oracle.trace.patches import trace_patches
from nvrender.oracle.trace.programs import Step, trace
from nvrender.program import Program
from nvrender.source import InputError

Words = npt.NDArray[Any]

#: Each adds to a sum of the group and to one of all, looks at what its neighbour left before and behind a
#: BAR, and leaves all that in four words of its own.
MEETING = """!!NVcp5.0
GROUP_SIZE 4;
SHARED_MEMORY 64;
SHARED box[] = { program.sharedmem };
PARAM sum = program.local[0];
PARAM own = program.local[1];
TEMP at, seen, next, i;
MOV.U i.x, invocation.localindex.x;
SHL.U at.x, i.x, 2;
ADD.U at.y, i.x, 1;
AND.U at.y, at.y, 3;
SHL.U at.y, at.y, 2;
ADD.U at.z, invocation.globalid.x, 10;
STS.U32 at.z, box[at.x];
LDS.U32 seen.x, box[at.y];
BAR;
LDS.U32 next.x, box[at.y];
MOV.U seen.y, next.x;
REP.S i.x;
ATOMS.ADD.U32 seen.z, {1}, box[32];
ENDREP;
BAR;
LDS.U32 next.x, box[32];
MOV.U seen.z, next.x;
ATOM.ADD.U32 seen.w, at.z, sum.x;
SHL.U at.w, invocation.globalid.x, 4;
ADD.U at.w, at.w, own.x;
STORE.U32X4 seen, at.w;
END"""


def _given() -> tuple[Memory, dict[str, Words]]:
    memory = Memory({"sum": np.zeros(1, np.uint32), "own": np.zeros((8, 4), np.uint32)})
    return memory, {f"program.local[{row}]": memory.words(key) for row, key in enumerate(("sum", "own"))}


def _changes(steps: list[Step], register: str) -> list[tuple[str, float, float]]:
    return [
        (row.component, row.old, row.new)
        for step in steps
        for row in step.changes
        if row.register == register
    ]


def _invocation(
    text: str, number: int, groups: tuple[int, int, int], stores: Stores, values: Any
) -> list[Step]:
    program = nvrender.load(text)
    return list(trace_invocation(program, groups, _resources(program, values, stores), number))


def _resources(program: Program, values: Any, stores: Stores) -> Resources:
    rows, buffers = parameter_array(program, values, State()), buffer_arrays(program, values)
    return Resources(rows, buffers, spaces=Spaces.of(program, stores, buffers))


@pytest.mark.parametrize("number", range(8))
def test_an_invocation_sees_what_it_sees_in_a_run(number: int) -> None:
    """NV_compute_program5 2.X.8, BAR; docs/semantics.md, the order of invocations."""
    memory, values = _given()
    left = nvrender.run(MEETING, parameters=values, memory=memory, groups=2)
    stores = stores_given(nvrender.load(MEETING), memory, None, None)
    steps = _invocation(MEETING, number, (2, 1, 1), stores, values)
    expected = left.memory["own"][number].tolist()
    assert expected[:3] == [
        0 if number % 4 != 3 else number - 3 + 10, 10 + number // 4 * 4 + (number + 1) % 4, 0 + 1 + 2 + 3
    ]  # fmt: skip
    assert expected[3] == sum(range(10, 10 + number))
    written = {int(place[1:-1]): new for place, _, new in _changes(steps, "memory.own")}
    assert [written.get(16 * number + 4 * row, 0) for row in range(4)] == expected
    assert _changes(steps, "memory.sum") == [("[0]", expected[3], expected[3] + number + 10)]
    assert left.executed is not None and len(steps) == left.executed[number]


def test_only_what_the_invocation_itself_writes_is_shown() -> None:
    """Others write the same words in between."""
    memory, values = _given()
    stores = stores_given(nvrender.load(MEETING), memory, None, None)
    steps = _invocation(MEETING, 2, (1, 1, 1), stores, values)
    assert _changes(steps, "shared") == [("[8]", 0, 12), ("[32]", 1, 2), ("[32]", 2, 3)]


MISSED = """!!NVcp5.0
GROUP_SIZE 4;
TEMP r;
SEQ.U.CC r.x, invocation.localindex.x, 2;
IF NE.x;
BAR;
ENDIF;
MOV.U r.y, 1;
END"""


@pytest.mark.parametrize(("number", "lines"), [(2, [4, 5, 6]), (1, [4, 5, 7, 8]), (3, [4, 5, 7, 8])])
def test_a_missed_barrier_is_told_behind_the_steps(number: int, lines: list[int]) -> None:
    """NV_compute_program5 2.X.8, BAR: all must reach it, or none."""
    program = nvrender.load(MISSED)
    resources = _resources(program, {}, stores_given(program, None, None, None))
    steps = trace_invocation(program, (1, 1, 1), resources, number)
    found = []
    with pytest.raises(InputError, match="6:1: 1 of the 4 invocations of work group"):
        for step in steps:
            line, _ = program.source.line_and_column(step.instruction.span.start)
            if not step.instruction.implicit:
                found.append(line)
    assert [line for line in found if line != 7] == [line for line in lines if line != 7]


def test_an_invocation_is_found_by_its_globalid() -> None:
    """NV_compute_program5 Table X.1, against what a run gives each invocation."""
    text = "!!NVcp5.0\nGROUP_SIZE 2, 3, 2;\nMOV.U {}, invocation.globalid;\nEND".replace("{}", "r")
    program = nvrender.load(text.replace("MOV", "TEMP r;\nMOV"))
    groups = (3, 1, 2)
    seen = set()
    for place in np.ndindex(6, 3, 4):
        number = invocation_at(program, groups, place)
        resources = _resources(program, {}, stores_given(program, None, None, None))
        steps = list(trace_invocation(program, groups, resources, number))
        words = {row.component: row.new for row in steps[0].changes}
        assert tuple(words.get(axis, 0) for axis in "xyz") == place
        seen.add(number)
    assert seen == set(range(72))
    with pytest.raises(InputError, match="there is no invocation at 6, 0, 0; there are 6 × 3 × 4"):
        invocation_at(program, groups, (6,))


COUNTING = {
    "vertex": "!!NVvp5.0\nTEMP r;\nATOM.ADD.U32 r.x, {1}, program.local[0].x;\nMOV result.position, r;\nEND",
    "fragment": "!!NVfp5.0\nTEMP r;\nATOM.ADD.U32 r.x, {1}, program.local[0].x;\nMOV result.color, r;\nEND",
    "quads": "!!NVfp5.0\nTEMP r, d;\nDDX d, fragment.texcoord[0];\nATOM.ADD.U32 r.x, {1}, "
    "program.local[0].x;\nADD result.color, r, d;\nEND",
}


@pytest.mark.parametrize("kind", COUNTING)
def test_what_comes_before_it_has_left_its_traces_in_memory(kind: str) -> None:
    """The oracle runs vertices in order, and fragments quad after quad (docs/semantics.md)."""
    program = nvrender.load(COUNTING[kind])
    memory = Memory({"sum": np.zeros(1, np.uint32)})
    values = {"program.local[0]": memory.words("sum")}
    given = {0: np.zeros((7, 4), np.float32)} if kind == "vertex" else {"texcoord[0]": np.zeros((7, 4))}
    arrays, _ = attribute_arrays(program, given, State(), 7)
    resources = _resources(program, values, stores_given(program, memory, None, None))
    steps = list(trace(program, arrays, resources, 5))
    assert _changes(steps, "memory.sum") == [("[0]", *((4, 5) if kind == "quads" else (5, 6)))]


CONTROL = """!!NVtcp5.0
VERTICES_OUT 3;
TEMP r;
ATOM.ADD.U32 r.x, {1}, program.local[0].x;
MOV.U result.attrib[0], r;
STORE.U32 {7}, program.local[0].y;
END"""
EVALUATION = """!!NVtep5.0
TESS_MODE TRIANGLES;
TEMP r;
ATOM.ADD.U32 r.x, {1}, program.local[0].x;
MOV result.position, r;
END"""


def _patches(text: str, vertex: int) -> list[Step]:
    program = nvrender.load(text)
    memory = Memory({"sum": np.zeros(1, np.uint32)})
    values = {"program.local[0]": memory.words("sum")}
    run = patch_run(program, {"position": np.zeros((6, 4), np.float32)}, None, None)
    stores = stores_given(program, memory, None, None)
    return list(trace_patches(program, run, vertex, _resources(program, values, stores), 99))


def test_threads_of_a_patch_reach_memory_in_lockstep() -> None:
    """NV_tessellation_program5 2.X.5: the thread's own write, behind those of threads before it."""
    steps = _patches(CONTROL, 4)
    assert _changes(steps, "memory.sum") == [("[0]", 4, 5)]
    assert _changes(steps, "r") == [("x", 0, 4)]
    assert [step.invalid for step in steps] == [False, False, True]


def test_places_of_an_evaluation_program_reach_memory_in_order() -> None:
    assert _changes(_patches(EVALUATION, 5), "memory.sum") == [("[0]", 5, 6)]
