"""The oracle: a Program over arrays of vertices, in chunks that stay in cache."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from nvrender.gl.results import Float32Array, Results
from nvrender.isa.profiles import Stage
from nvrender.oracle.lanes import Group
from nvrender.oracle.layout import Layout
from nvrender.oracle.numerics import arithmetic, load
from nvrender.oracle.perturbation import Perturbation
from nvrender.oracle.prepare import Code, prepare
from nvrender.oracle.schedule import Scheduler
from nvrender.program import Program
from nvrender.source import InputError

#: Lanes a chunk: a register is 4 · CHUNK floats, and a program's registers stay in the second-level cache.
CHUNK = 4096


def execute(
    program: Program,
    attributes: Mapping[int, Float32Array],
    parameters: Float32Array,
    count: int,
    *,
    perturbation: Perturbation | None = None,
) -> Results:
    """Run ``program`` for ``count`` vertices (NV_vertex_program2 2.14.2-2.14.3).

    ``attributes`` maps attribute numbers to (count, 4) or (1, 4) float32 and holds every attribute the
    program reads; ``parameters`` is (profile.parameters, 4) float32 and is not changed. A vertex state
    program runs once a row of attribute 0, in order, each run seeing the parameters the last one left
    (NV_vertex_program2 2.14.5). Raises InputError for arrays of other shapes.

    A position-invariant program's HPOS is not computed here: it is the conventional transform's.
    """
    with arithmetic():
        code = prepare(program, perturbation)
        check_arrays(code, attributes, parameters, count)
        table = parameter_table(program, parameters)
        if program.profile.stage is Stage.VERTEX_STATE:
            return _run_state(code, attributes, table, count, perturbation)
        return _run_vertices(code, attributes, table, count, perturbation)


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


def _run_vertices(
    code: Code,
    attributes: Mapping[int, Float32Array],
    table: Float32Array,
    count: int,
    perturbation: Perturbation | None,
) -> Results:
    layout, profile = code.layout, code.program.profile
    results = {index: np.empty((count, 4), np.float32) for index, _ in layout.results}
    executed = np.full(count, len(code.steps), np.int32)
    buffer = np.empty((layout.total, min(CHUNK, count)), np.float32)
    for start in range(0, count, CHUNK):
        stop = min(start + CHUNK, count)
        f = buffer[:, : stop - start]
        begin(f, code, attributes, start, stop)
        if perturbation is not None:
            perturbation.begin(start, stop)
        if code.straight is not None:
            for step in code.straight:
                step(f, table)
            _store(f, layout, results, slice(start, stop))
            continue

        everyone = Group(code.program.entry, f, np.arange(stop - start))

        def finish(group: Group, whole: Group = everyone, start: int = start, stop: int = stop) -> None:
            lanes = slice(start, stop) if group is whole else group.lanes + start
            executed[lanes] = group.executed
            _store(group.f, layout, results, lanes)

        witness = None if perturbation is None else perturbation.witness
        Scheduler(code, finish, witness).run(everyone, table)
    return Results({profile.results[index]: array for index, array in results.items()}, executed)


def _store(
    f: Float32Array,
    layout: Layout,
    results: Mapping[int, Float32Array],
    lanes: slice | npt.NDArray[np.intp],
) -> None:
    for index, row in layout.results:
        if isinstance(lanes, slice):
            part = results[index][lanes]
            for component in range(4):
                part[:, component] = f[row + component]
        else:
            results[index][lanes] = np.ascontiguousarray(f[row : row + 4].T)


def _run_state(
    code: Code,
    attributes: Mapping[int, Float32Array],
    table: Float32Array,
    count: int,
    perturbation: Perturbation | None,
) -> Results:
    assert code.straight is not None
    f = np.empty((code.layout.total, 1), np.float32)
    for index in range(count):
        begin(f, code, attributes, index, index + 1)
        if perturbation is not None:
            perturbation.begin(index, index + 1)
        for step in code.straight:
            step(f, table)
    executed = np.full(count, len(code.steps), np.int32)
    return Results({"c": np.ascontiguousarray(table[:, 1:-1].T)}, executed)
