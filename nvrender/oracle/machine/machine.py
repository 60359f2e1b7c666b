"""The oracle: a Program over arrays of vertices, in chunks that stay in cache."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.ops.evaluation.numerics import BoolArray, arithmetic, load
from nvrender.oracle.machine.fragments import begin_fragments
from nvrender.oracle.machine.interpolation import is_derived, of_quads
from nvrender.oracle.machine.lanes import Group
from nvrender.oracle.machine.layout import parameter_count
from nvrender.oracle.machine.prepare import Code, prepare
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.machine.schedule import Scheduler
from nvrender.oracle.machine.shared import Shared
from nvrender.oracle.memory.order import run_in_order
from nvrender.program import Program, RegisterFile
from nvrender.program.long_attributes import SECOND
from nvrender.program.profile import Stage
from nvrender.source import InputError

#: Lanes a chunk: enough that a step costs more than the call, few enough that registers stay in cache.
CHUNK = 16384
#: Programs whose lanes part get larger chunks, so that the lanes at one program counter are many.
LARGEST_CHUNK = 65536

#: The number of the rows that tell which fragments are killed.
_KILLED = -1

#: (number, first row) of each result, or whatever else is wanted.
Outputs = Sequence[tuple[int, int]]


def execute(
    program: Program,
    attributes: Mapping[int, Float32Array],
    resources: Resources,
    count: int,
    helpers: BoolArray | None = None,
) -> Results:
    """Run ``program`` for ``count`` vertices (NV_vertex_program2 2.14.2-2.14.3).

    ``attributes`` maps attribute numbers to (count, 4) or (1, 4) float32 and holds every attribute the
    program reads. A vertex state program runs once a row of attribute 0, in order, each run seeing the
    parameters the last one left (NV_vertex_program2 2.14.5). Of declared-name programs all arrays, results
    too, are 32-bit words whatever their dtype is.

    Of fragments 4k…4k+3 are a 2×2 quad, x fastest. Their results are as the program leaves them, also those
    of fragments that "killed" names, (count,) bool. ``helpers``, (count,) bool, are there for their
    neighbours alone, as killed ones are.

    Raises InputError for arrays of other shapes and textures the program reads otherwise.
    A position-invariant program's HPOS is not computed here: it is the conventional transform's.
    """
    with arithmetic():
        code = prepare(program, resources.textures)
        check_arrays(code, attributes, resources.parameters, count)
        if program.profile.stage is Stage.VERTEX_STATE:
            table = parameter_table(code, resources.parameters, resources.buffers)
            run_state(code, attributes, table, count)
            executed = np.full(count, len(code.steps), np.int32)
            return Results({"c": np.ascontiguousarray(table[:, 1:-1].T)}, executed)
        shared = shared_of(code, resources)
        outputs = code.layout.results
        if program.profile.stage is Stage.FRAGMENT:
            outputs = (*outputs, (_KILLED, code.layout.fragment))
        results, executed = run_vertices(code, attributes, shared, count, outputs, helpers=helpers)
        killed = results.pop(_KILLED, None)
        found = {program.profile.results[index]: array for index, array in results.items()}
        if killed is not None:
            found["killed"] = killed[:, 0].copy().view(np.int32) != 0
        return Results(found, executed)


def check_arrays(
    code: Code, attributes: Mapping[int, Float32Array], parameters: Float32Array, count: int
) -> None:
    """InputError unless parameters and attributes have the shapes ``execute`` asks for."""
    program, declared = code.program, code.layout.declared
    names = {attribute.index: attribute.name for attribute in program.attributes}
    expected = (parameter_count(program), 4)
    if parameters.shape != expected:
        raise InputError(f"parameters have shape {parameters.shape}, not {expected}")
    lasting = {index for file, index in code.layout.lasting if file is RegisterFile.ATTRIBUTE}
    for index in (*(index for index, _ in code.layout.attributes), *(index + SECOND for index in lasting)):
        if index not in attributes and is_derived(program, index):
            continue
        name = names.get(index, f"vertex.attrib[{index}]") if declared else f"v[{index}]"
        if index not in attributes:
            raise InputError(f"attribute {name} is read by the program but not given")
        if not declared and attributes[index].dtype != np.float32:
            raise InputError(f"attribute {name} is {attributes[index].dtype}, not float32")
        if attributes[index].shape not in ((count, 4), (1, 4)):
            raise InputError(f"attribute {name} has shape {attributes[index].shape}, not ({count}, 4)")
        if declared and attributes[index].dtype.itemsize != 4:
            raise InputError(f"attribute {name} has dtype {attributes[index].dtype}, not one of 32 bits")


def parameter_table(
    code: Code, parameters: Float32Array, buffers: Mapping[int, npt.NDArray[Any]] | None = None
) -> Float32Array:
    """(4, columns): a row a component, parameter i in column i + 1, then buffers, zeros outside."""
    layout = code.layout
    table = np.zeros((4, layout.columns), np.float32)
    if parameters.size:
        fill = load if layout.converts else _copy_words
        fill(_words(code, parameters).T, table[:, 1 : len(parameters) + 1])
    widths = {buffer.bank: buffer.words for buffer in code.program.buffers}
    for bank, first, size in layout.buffers:
        if buffers is None or bank not in buffers:
            raise InputError(f"program.buffer[{bank}] is read by the program but not given")
        words = np.ascontiguousarray(buffers[bank]).reshape(-1).view(np.float32)[: size * widths[bank]]
        if widths[bank] == 1:
            table[:, first : first + len(words)] = words
        else:
            padded = np.zeros((-(-len(words) // 4), 4), np.float32)
            padded.reshape(-1)[: len(words)] = words
            table[:, first : first + len(padded)] = padded.T
    return table


def shared_of(code: Code, resources: Resources) -> Shared:
    """What all lanes have of ``resources``."""
    table = parameter_table(code, resources.parameters, resources.buffers)
    return Shared(table, resources.watchdog, resources.reached)


def _words(code: Code, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Of declared-name programs the words of ``array``, whatever its dtype, as float32."""
    return array.view(np.float32) if code.layout.declared else array


def _copy_words(values: npt.NDArray[Any], out: Float32Array) -> None:
    np.copyto(out, values)


def begin(f: Float32Array, code: Code, attributes: Mapping[int, Float32Array], start: int, stop: int) -> None:
    """Attributes of some vertices, and what registers hold at first (NV_vertex_program2 2.14.1.1-6)."""
    fill = load if code.layout.converts else _copy_words
    for index, row in code.layout.attributes:
        if index not in attributes and is_derived(code.program, index):
            f[row : row + 4] = of_quads(code.program, attributes, index, start, stop).T
            continue
        halves = [attributes[index]]
        if long := (RegisterFile.ATTRIBUTE, index) in code.layout.lasting:
            halves.append(attributes[index + SECOND])
        for half, array in enumerate(halves):
            words = _words(code, array if len(array) == 1 else array[start:stop]).T
            if long:  # low words, then high ones
                f[row + 2 * half : row + 2 * half + 2] = words[0::2]
                f[row + 4 + 2 * half : row + 6 + 2 * half] = words[1::2]
            else:
                fill(words, f[row : row + 4])
    for rows, value in code.initial:
        f[rows] = value
    if code.program.profile.stage is Stage.FRAGMENT:
        begin_fragments(f, code.layout, attributes, start)


def run_vertices(
    code: Code,
    attributes: Mapping[int, Float32Array],
    shared: Shared,
    count: int,
    outputs: Outputs,
    *,
    patch: int = 1,
    helpers: BoolArray | None = None,
) -> tuple[dict[int, Float32Array], npt.NDArray[np.int32]]:
    """Number → what the four rows of each output hold at the end, and the instructions executed.

    Each ``patch`` lanes are in one chunk.
    """
    results = {index: np.empty((count, 4), np.float32) for index, _ in outputs}
    executed = np.full(count, code.length, np.int32)
    chunk = CHUNK - CHUNK % patch
    buffer = np.empty((code.layout.total, min(chunk, count)), np.float32)
    start = 0
    while start < count:
        stop = min(start + chunk, count)
        if buffer.shape[1] < stop - start:
            buffer = np.empty((code.layout.total, stop - start), np.float32)
        f = buffer[:, : stop - start]
        begin(f, code, attributes, start, stop)
        if helpers is not None and code.program.profile.stage is Stage.FRAGMENT:
            f[code.layout.fragment].view(np.int32)[...] = helpers[start:stop]
        if code.straight is not None:
            for step in code.straight:
                step(f, shared.table)
            _store(f, outputs, results, slice(start, stop))
        else:
            if shared.emission is not None:
                shared.emission.start = start
            everyone = Group(code.program.entry, f, np.arange(stop - start))
            finish = _finisher(everyone, outputs, results, executed, start)
            together = _run_chunk(code, everyone, finish, patch, shared)
            if together < chunk // 8 and chunk < LARGEST_CHUNK:
                chunk *= 4
        start = stop
    return results, executed


def _finisher(
    everyone: Group,
    outputs: Outputs,
    results: Mapping[int, Float32Array],
    executed: npt.NDArray[np.int32],
    start: int,
) -> Callable[[Group], None]:
    """What notes the results of lanes that terminate, of a chunk of ``everyone`` from ``start`` on."""
    counts = executed[start : start + len(everyone.lanes)]

    def finish(group: Group) -> None:
        counts[group.lanes] = group.executed
        lanes = slice(start, start + len(counts)) if group is everyone else group.lanes + start
        _store(group.f, outputs, results, lanes)

    return finish


def _run_chunk(
    code: Code, everyone: Group, finish: Callable[[Group], None], patch: int, shared: Shared
) -> float:
    """Run one chunk of a program with flow instructions; how many lanes ran together on average."""
    scheduler, spaces = Scheduler(code, finish, shared), shared.spaces
    if code.sequential:
        fragments = code.program.profile.stage is Stage.FRAGMENT
        tried = code.tried and shared.emission is None and spaces is not None
        trial = spaces.held.trial if spaces is not None and tried else None
        step = 4 if code.quads and fragments else patch
        run_in_order(everyone, code.layout.state, step, trial, scheduler, shared.table)
    else:
        scheduler.run(everyone, shared.table)
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
