"""The evaluator of the intermediate representation in the oracle's place: same inputs, same results.

What surrounds a program, drawing, textures and memory, is the oracle's; what the program's instructions
compute is the evaluator's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from math import prod
from typing import Any
from unittest.mock import patch as replaced

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.request import Progress
from nvrender.gl.inputs.results import Float32Array
from nvrender.ir.evaluation.numbers import dtype_of
from nvrender.ir.evaluation.shader import Evaluation
from nvrender.ir.nodes import Barrier, Role, Shader, Var
from nvrender.lower.program import lowered
from nvrender.ops.evaluation.numerics import BoolArray, arithmetic, load
from nvrender.oracle.geometry import runs
from nvrender.oracle.machine import machine
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.machine.prepare import Code
from nvrender.oracle.machine.shared import Shared
from nvrender.oracle.memory import work_groups
from nvrender.oracle.memory.work_groups import Three
from nvrender.oracle.patches import programs
from nvrender.program import Program
from nvrender.program.declared import compute_of
from nvrender.program.long_attributes import SECOND
from nvrender.program.work import allowed_turns

from .stages import attribute, keep_patches
from .surroundings import Outside
from .work_groups import Invocation, run_group

Array = npt.NDArray[Any]
#: What a shader goes through before it is evaluated.
Passes = Callable[[Shader], Shader]


def _same(shader: Shader) -> Shader:
    return shader


@contextmanager
def evaluated(passes: Passes = _same) -> Iterator[None]:
    """Inside, what would run on the oracle's machine is lowered, goes through ``passes`` and is evaluated."""

    def run(
        code: Code,
        attributes: Mapping[int, Float32Array],
        shared: Shared,
        count: int,
        outputs: machine.Outputs,
        *,
        patch: int = 1,
        helpers: BoolArray | None = None,
    ) -> tuple[dict[int, Float32Array], npt.NDArray[np.int32]]:
        shader = passes(lowered(code.program))
        together = 4 if code.quads else patch
        step = together if _writes_memory(code.program) else max(count, 1)
        parts = []
        for first in range(0, max(count, 1), step):
            lanes = slice(first, min(first + step, count))
            if shared.emission is not None:
                shared.emission.start = first
            helping = None if helpers is None else helpers[lanes]
            here, size = _part(attributes, lanes), lanes.stop - lanes.start
            parts.append(_results(code, _evaluated(code, shader, here, shared, size, helping), outputs))
        results = {index: np.concatenate([rows[index] for rows, _ in parts]) for index, _ in outputs}
        return results, np.concatenate([executed for _, executed in parts])

    def run_groups(
        code: Code, shared: Shared, groups: Three, count: int, progress: Progress | None = None
    ) -> npt.NDArray[np.int32]:
        shader = passes(lowered(code.program))
        for number in range(count):
            _run_group(code, shader, shared, groups, number)
        return np.full(prod(compute_of(code.program).size) * count, code.length, np.int32)

    with ExitStack() as stack:
        for module in (machine, runs, programs):
            stack.enter_context(replaced.object(module, "run_vertices", run))
        stack.enter_context(replaced.object(machine, "run_state", partial(_run_state, passes=passes)))
        stack.enter_context(replaced.object(work_groups, "run_groups", run_groups))
        yield


def _writes_memory(program: Program) -> bool:
    """True where the order of lanes may show."""
    return any(row.row.writes_memory for row in program.instructions)


def _part(attributes: Mapping[int, Float32Array], lanes: slice) -> dict[int, Float32Array]:
    return {index: rows if len(rows) == 1 else rows[lanes] for index, rows in attributes.items()}


def _run_group(code: Code, shader: Shader, shared: Shared, groups: Three, number: int) -> None:
    """One work group, an invocation after the other from barrier to barrier."""
    compute, numbers = compute_of(code.program), np.array([number])
    read = frozenset(index for index, _ in code.layout.attributes)
    attributes = work_groups.attributes_of(compute.size, groups, numbers, read)
    if shared.spaces is not None:
        shared.spaces.begin_group()

    def invocation(lane: int) -> Invocation:
        here = _part(attributes, slice(lane, lane + 1))
        return Invocation(lambda waits: _evaluated(code, shader, here, shared, 1, waits=waits))

    invocations = [invocation(lane) for lane in range(prod(compute.size))]
    run_group(code.program, invocations, work_groups.place_of(number, groups))


def _evaluated(
    code: Code,
    shader: Shader,
    attributes: Mapping[int, Float32Array],
    shared: Shared,
    count: int,
    helpers: BoolArray | None = None,
    waits: Callable[[Barrier], None] | None = None,
) -> Evaluation:
    program = code.program
    limited = program.profile.execution_limit is not None
    watchdog = None if limited else allowed_turns(program, shared.watchdog)
    surroundings = Outside(shared.spaces, waits, code, attributes, count, shader, shared.emission)
    run = Evaluation(shader, count, watchdog, surroundings)
    if helpers is not None:
        run.killed |= helpers
    with arithmetic():
        for var in shader.variables:
            _begin(run, var, code, attributes, shared)
    run.run()
    keep_patches(run, code, attributes, shared)
    return run


def _results(
    code: Code, run: Evaluation, outputs: machine.Outputs
) -> tuple[dict[int, Float32Array], npt.NDArray[np.int32]]:
    results = {
        index: _rows(run, _result(run.shader, index, row), run.lanes)
        for index, row in _known(outputs, code.layout)
    }
    for index, _ in outputs:
        if index not in results:  # which fragments are killed
            results[index] = run.killed.astype(np.int32)[:, None].repeat(4, 1).view(np.float32)
    counts = code.straight is None and code.program.profile.execution_limit is not None
    executed = run.executed if counts else np.full(run.lanes, code.length)
    return results, executed.astype(np.int32)


def _run_state(
    code: Code, attributes: Mapping[int, Float32Array], table: Float32Array, count: int, passes: Passes
) -> None:
    """Runs a vertex state program once a row of attribute 0; what it writes goes into ``table``."""
    shader = passes(lowered(code.program))
    for row in range(count):
        rows = {
            index: array if len(array) == 1 else array[row : row + 1] for index, array in attributes.items()
        }
        run = Evaluation(shader, 1)
        for var in shader.variables:
            _begin(run, var, code, rows, Shared(table))
        run.run()
        for var in shader.variables:
            if var.role is Role.PARAMETER:
                held = run.values[var.name].reshape(-1, 4)
                table[:, 1 + var.binding : 1 + var.binding + len(held)] = held.T


def _known(outputs: machine.Outputs, layout: Layout) -> list[tuple[int, int]]:
    known = {index for index, _ in layout.results}
    return [(index, row) for index, row in outputs if index in known]


def _result(shader: Shader, index: int, row: int) -> tuple[Var, int]:
    for var in shader.variables:
        if var.role is Role.OUTPUT and var.binding <= index < var.binding + max(var.length, 1):
            return var, index - var.binding
    raise AssertionError(f"no variable of result {index} in row {row}")


def _rows(run: Evaluation, place: tuple[Var, int], count: int) -> Float32Array:
    var, element = place
    held = run.values[var.name]
    rows = held[element] if var.length else held
    return np.array(np.broadcast_to(rows, (4, count)).T, order="C").view(np.float32)


def _begin(
    run: Evaluation,
    var: Var,
    code: Code,
    attributes: Mapping[int, Float32Array],
    shared: Shared,
) -> None:
    held = run.values[var.name]
    for place in np.ndindex(held.shape[:-2]):
        vertex = place[0] if var.vertices else None
        number = place[-1] if var.length else 0
        words = _words(var, number, vertex, code, attributes, shared)
        if words is not None:
            held[place] = np.ascontiguousarray(words).view(dtype_of(var.type))


def _words(
    var: Var,
    element: int,
    vertex: int | None,
    code: Code,
    attributes: Mapping[int, Float32Array],
    shared: Shared,
) -> Array | None:
    """The float32 words (4, n) or (4, 1) that a register holds at first, None where lowering says."""
    index = var.binding + element
    if var.role is Role.INPUT:
        if var.type.bits == 64:
            halves = [
                np.ascontiguousarray(attributes[half]).view(np.uint64) for half in (index, index + SECOND)
            ]
            whole: Array = np.concatenate(np.broadcast_arrays(*halves), axis=1).T
            return whole
        given = attribute(code, attributes, shared, index, vertex)
        if not code.layout.converts:
            return given
        out = np.empty(given.shape, np.float32)
        load(given, out)
        return out
    if var.role is Role.PARAMETER:
        return shared.table[:, 1 + index : 2 + index]
    if var.role is Role.SUBROUTINE:
        chosen = {row.index: row.chosen for row in code.program.subroutine_parameters}
        return np.array([[chosen.get(index, -1)]], np.int32).view(np.uint32)
    if var.role is Role.BUFFER:
        first = {bank: column for bank, column, _ in code.layout.buffers}[var.binding]
        return shared.table[: var.type.width, first + element : first + element + 1]
    return None
