"""Conformance scripts, run: what a program does against what its script says it must."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.regression.conformance.script import BACKENDS, Case, Vector, read
from nvrender.regression.conformance.words import from_bits
from nvrender.source import InputError, ProgramError

if TYPE_CHECKING:
    from nvrender.program import Program

__all__ = ["BACKENDS", "Case", "Failure", "check", "read"]

_PARAMETER = re.compile(r"c\[\s*(\d+)\s*\]")


@dataclass(frozen=True)
class Failure:
    """What a case did instead; ``row`` is the vertex, -1 where that does not apply."""

    case: Case
    message: str
    row: int = -1

    def __str__(self) -> str:
        row = f", row {self.row}" if self.row >= 0 else ""
        return f"{self.case.path}: {self.case.name}{row}: {self.message} ({self.case.section})"


def check(case: Case, backend: str = "oracle") -> tuple[Failure, ...]:
    """What the case does wrong, () if nothing.

    ``backend`` is one of BACKENDS. Load cases do the same on all. Raises InputError for an unknown
    backend or inputs the program cannot take, ContextError where there is no OpenGL.
    """
    from nvrender.languages.load import load
    from nvrender.program.subroutines import with_subroutines

    if backend not in BACKENDS:
        raise InputError(f"unknown backend {backend!r}; backends are {', '.join(BACKENDS)}")
    try:
        program = load(case.program, name=case.path, limits=case.limits or None)
        program = with_subroutines(program, case.subroutines or None)
    except ProgramError as error:
        if case.position is None:
            return (Failure(case, f"does not load: byte {error.position}: {error.message}"),)
        if error.position != case.position:
            message = f"error at byte {error.position}, not {case.position}: {error.message}"
            return (Failure(case, message),)
        return ()
    if case.position is not None:
        return (Failure(case, f"loads; there must be an error at byte {case.position}"),)
    # Compiled code promises what compute shaders do.
    promised = "compute" if backend == "llvm" else backend
    if not case.runs or (case.backends and promised not in case.backends):
        return ()
    return tuple(_compare(case, program, backend))


def _compare(case: Case, program: Program, backend: str) -> Iterator[Failure]:
    if (case.vertices is None) is (program.geometry is not None):
        yield Failure(case, "vertices are what cases of geometry programs have, and only those")
        return
    outputs = _execute(case, program, backend)
    if program.geometry is not None:
        emitted = _places(outputs[0][0])
        if len(emitted["source"]) != case.count:
            yield Failure(case, f"{len(emitted['source'])} vertices are emitted, not {case.count}")
            return
        outputs = [(_in_one(results), row) for results, row in outputs]
        for name, places in case.places.items():
            found = tuple(emitted[name].tolist())
            if found != places:
                yield Failure(case, f"{name} is {found}, not {places}")
    for row, wanted in enumerate(case.killed or ()):
        results, fragment = outputs[row]
        if "killed" not in results:
            yield Failure(case, "no fragment is killed: this is no fragment program", row)
        elif bool(results["killed"][fragment]) != wanted:
            yield Failure(case, f"the fragment {'lives' if wanted else 'is killed'}", row)
    for name, rows in case.expected.items():
        parameter = _PARAMETER.fullmatch(name)
        for row, expected in enumerate(rows):
            results, vertex = outputs[row]
            if parameter:
                actual = results["c"][int(parameter[1])] if "c" in results else None
            else:
                actual = results[name][vertex] if name in results else None
            if actual is None:
                yield Failure(case, f"there is no result {name}; there are {', '.join(results)}", row)
                break
            bits = [int(word) for word in np.ascontiguousarray(actual, np.float32).view(np.uint32)]
            if not all(want.accepts(have) for want, have in zip(expected, bits, strict=True)):
                words = ", ".join(want.word for want in expected)
                yield Failure(case, f"{name} is {_shown(bits)}, not ({words})", row)
    for message in case.memory.wrong(outputs[0][0]) if outputs else ():
        yield Failure(case, message)
    for row, number in enumerate(case.executed or ()):
        results, vertex = outputs[row]
        if results.executed is not None and int(results.executed[vertex]) != number:
            message = f"{int(results.executed[vertex])} instructions executed, not {number}"
            yield Failure(case, message, row)


def _places(results: Results) -> dict[str, npt.NDArray[np.int32]]:
    """Where each vertex is emitted, stream after stream."""
    rows = [row.emitted.places for row in results.streams if row.emitted is not None]
    sizes = [len(row["source"]) for row in rows]
    none = np.zeros(sum(sizes), np.int32)
    found = {name: np.concatenate([row[name] for row in rows]) for name in rows[0]}
    return {"invocation": none, **found, "stream": np.repeat(np.arange(len(rows), dtype=np.int32), sizes)}


def _in_one(results: Results) -> Results:
    """What is emitted, stream after stream."""
    arrays = {name: np.concatenate([row[name] for row in results.streams]) for name in results}
    return replace(results, arrays=arrays, further=())


def _shown(bits: Sequence[int]) -> str:
    numbers = ", ".join(repr(from_bits(word)) for word in bits)
    return f"({numbers}) = {' '.join(f'{word:#010x}' for word in bits)}"


def _execute(case: Case, program: Program, backend: str) -> list[tuple[Results, int]]:
    """For each row the results that hold it and its vertex number there.

    A vertex state program runs once per row, each time from the same parameters
    (NV_vertex_program2 2.14.5).
    """
    given = case.attributes if case.vertices is None else case.vertices
    attributes = {key: _attribute(key, vectors) for key, vectors in given.items()}
    parameters = {
        key: np.array(words, dtype=np.uint32).view(np.float32) for key, words in case.parameters.items()
    }
    if program.geometry is not None or program.compute is not None:
        results = _run(program, attributes, parameters, case, None, backend)
        return [(results, row) for row in range(max(case.count, 1))]
    if not program.profile.writable_parameters:
        results = _run(program, attributes, parameters, case, case.count, backend)
        return [(results, row) for row in range(case.count)]
    rows = ({key: vectors[row : row + 1] for key, vectors in attributes.items()} for row in range(case.count))
    return [(_run(program, row, parameters, case, 1, backend), 0) for row in rows]


def _attribute(key: int | str, vectors: Sequence[Vector]) -> npt.NDArray[Any]:
    """The words of one attribute; vertex.id, vertex.instance and primitive.id are one integer each."""
    words = np.array(vectors, dtype=np.uint32)
    if str(key).removeprefix("vertex.") in ("id", "instance", "primitive.id"):
        return words[:, :1].view(np.int32)
    return words.view(np.float32)


def _run(
    program: Program,
    attributes: Mapping[int | str, npt.NDArray[Any]],
    parameters: Mapping[int | str, Float32Array],
    case: Case,
    count: int | None,
    backend: str,
) -> Results:
    if backend in ("compute", "feedback") and (program.geometry is not None or case.memory):
        backend = "gpu"  # there is one way only
    if backend in ("oracle", "gpu", "llvm"):
        from nvrender.run import run

        return run(
            program, attributes, parameters,
            backend=backend, state=case.state, count=count, textures=case.textures, mode=case.mode,
            memory=case.memory.resident(), storage=case.memory.bound(), groups=case.memory.groups,
        )  # fmt: skip
    from nvrender.gl.inputs.request import Request, results_of
    from nvrender.gl.inputs.vertices import attribute_sources, buffer_arrays, parameter_array
    from nvrender.gl.state.state import State
    from nvrender.gl.textures.units import texture_units
    from nvrender.gpu.arrays.vertices import execute

    state = case.state or State()
    sources, total = attribute_sources(program, attributes, state, count)
    request = Request(
        program, parameter_array(program, parameters, state), results_of(program),
        buffer_arrays(program, parameters), texture_units(program, case.textures), state=state,
    )  # fmt: skip
    return execute(request, sources, total, mode=backend)
