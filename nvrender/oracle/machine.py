"""The oracle: a Program over arrays of vertices, in chunks that stay in cache."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from nvrender.gl.results import Float32Array, Results
from nvrender.isa.profiles import Stage
from nvrender.oracle.lanes import Group
from nvrender.oracle.numerics import arithmetic, load
from nvrender.oracle.prepare import Code, prepare
from nvrender.oracle.schedule import Scheduler
from nvrender.program import Program
from nvrender.source import InputError

#: Lanes a chunk: enough that a step costs more than the call, few enough that registers stay in cache.
CHUNK = 16384
#: Programs whose lanes part get larger chunks, so that the lanes at one program counter are many.
LARGEST_CHUNK = 65536

#: (number, first row) of each result, or whatever else is wanted.
Outputs = Sequence[tuple[int, int]]


def execute(
    program: Program,
    attributes: Mapping[int, Float32Array],
    parameters: Float32Array,
    count: int,
) -> Results:
    """Run ``program`` for ``count`` vertices (NV_vertex_program2 2.14.2-2.14.3).

    ``attributes`` maps attribute numbers to (count, 4) or (1, 4) float32 and holds every attribute the
    program reads; ``parameters`` is (profile.parameters, 4) float32 and is not changed. A vertex state
    program runs once a row of attribute 0, in order, each run seeing the parameters the last one left
    (NV_vertex_program2 2.14.5). Raises InputError for arrays of other shapes.

    A position-invariant program's HPOS is not computed here: it is the conventional transform's.
    """
    with arithmetic():
        code = prepare(program)
        check_arrays(code, attributes, parameters, count)
        table = parameter_table(program, parameters)
        if program.profile.stage is Stage.VERTEX_STATE:
            run_state(code, attributes, table, count)
            executed = np.full(count, len(code.steps), np.int32)
            return Results({"c": np.ascontiguousarray(table[:, 1:-1].T)}, executed)
        results, executed = run_vertices(code, attributes, table, count, code.layout.results)
        return Results({program.profile.results[index]: array for index, array in results.items()}, executed)


def check_arrays(
    code: Code, attributes: Mapping[int, Float32Array], parameters: Float32Array, count: int
) -> None:
    """InputError unless parameters and attributes have the shapes ``execute`` asks for."""
    expected = (code.program.profile.parameters, 4)
    if parameters.shape != expected:
        raise InputError(f"parameters have shape {parameters.shape}, not {expected}")
    for index, _ in code.layout.attributes:
        if index not in attributes:
            raise InputError(f"attribute v[{index}] is read by the program but not given")
        if attributes[index].dtype != np.float32:
            raise InputError(f"attribute v[{index}] is {attributes[index].dtype}, not float32")
        if attributes[index].shape not in ((count, 4), (1, 4)):
            raise InputError(f"attribute v[{index}] has shape {attributes[index].shape}, not ({count}, 4)")


def parameter_table(program: Program, parameters: Float32Array) -> Float32Array:
    """(4, P + 2): a row a component, parameter i in column i + 1, zeros outside."""
    table = np.zeros((4, program.profile.parameters + 2), np.float32)
    load(parameters.T, table[:, 1:-1])
    return table


def begin(f: Float32Array, code: Code, attributes: Mapping[int, Float32Array], start: int, stop: int) -> None:
    """Attributes of some vertices, and what registers hold at first (NV_vertex_program2 2.14.1.1-6)."""
    for index, row in code.layout.attributes:
        array = attributes[index]
        load((array if len(array) == 1 else array[start:stop]).T, f[row : row + 4])
    for rows, value in code.initial:
        f[rows] = value


def run_vertices(
    code: Code,
    attributes: Mapping[int, Float32Array],
    table: Float32Array,
    count: int,
    outputs: Outputs,
) -> tuple[dict[int, Float32Array], npt.NDArray[np.int32]]:
    """Number → what the four rows of each output hold at the end, and the instructions executed."""
    results = {index: np.empty((count, 4), np.float32) for index, _ in outputs}
    executed = np.full(count, len(code.steps), np.int32)
    chunk = CHUNK
    buffer = np.empty((code.layout.total, min(chunk, count)), np.float32)
    start = 0
    while start < count:
        stop = min(start + chunk, count)
        if buffer.shape[1] < stop - start:
            buffer = np.empty((code.layout.total, stop - start), np.float32)
        f = buffer[:, : stop - start]
        begin(f, code, attributes, start, stop)
        if code.straight is not None:
            for step in code.straight:
                step(f, table)
            _store(f, outputs, results, slice(start, stop))
        else:
            together = _run_chunk(code, f, table, outputs, results, executed[start:stop], start)
            if together < chunk // 8 and chunk < LARGEST_CHUNK:
                chunk *= 4
        start = stop
    return results, executed


def _run_chunk(
    code: Code,
    f: Float32Array,
    table: Float32Array,
    outputs: Outputs,
    results: Mapping[int, Float32Array],
    executed: npt.NDArray[np.int32],
    start: int,
) -> float:
    """Run one chunk of a program with flow instructions; how many lanes ran together on average."""
    count = f.shape[1]
    everyone = Group(code.program.entry, f, np.arange(count))

    def finish(group: Group) -> None:
        executed[group.lanes] = group.executed
        lanes = slice(start, start + count) if group is everyone else group.lanes + start
        _store(group.f, outputs, results, lanes)

    scheduler = Scheduler(code, finish)
    scheduler.run(everyone, table)
    return scheduler.lanes / max(scheduler.blocks, 1)


def _store(
    f: Float32Array,
    outputs: Outputs,
    results: Mapping[int, Float32Array],
    lanes: slice | npt.NDArray[np.intp],
) -> None:
    for index, row in outputs:
        if isinstance(lanes, slice):
            part = results[index][lanes]
            for component in range(4):
                part[:, component] = f[row + component]
        else:
            results[index][lanes] = np.ascontiguousarray(f[row : row + 4].T)


def run_state(code: Code, attributes: Mapping[int, Float32Array], table: Float32Array, count: int) -> None:
    """Run a vertex state program once a row of attribute 0; what it writes goes into ``table``."""
    assert code.straight is not None
    f = np.empty((code.layout.total, 1), np.float32)
    for index in range(count):
        begin(f, code, attributes, index, index + 1)
        for step in code.straight:
            step(f, table)
