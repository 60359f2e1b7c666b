"""What runs the programs of a frame besides those of fragments: compiled code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.global_memory import NOTHING
from nvrender.gl.inputs.primitives import Assembly
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.gl.state.state import State
from nvrender.llvm import compute, evaluation, geometry, vertices
from nvrender.llvm.calls import compiled_for
from nvrender.llvm.reached import Reached
from nvrender.oracle.fixed.state_programs import Run
from nvrender.oracle.frame.vertices import Engine
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.memory.spaces import Held
from nvrender.oracle.patches.programs import Patches, evaluate
from nvrender.program import Program
from nvrender.program.memory import reaching_outside
from nvrender.records import once
from nvrender.software.assembly import triangles
from nvrender.software.patches import attributes_of
from nvrender.source import TargetError


def engine(numerics: str) -> Engine:
    """Runs programs with ``numerics``; TargetError for what is not compiled, but of evaluation programs.

    Those run on the oracle then, as control programs do.
    """

    def run_vertices(
        program: Program,
        sources: Mapping[int, AttributeSource],
        resources: Resources,
        state: State,
        start: int,
        stop: int,
    ) -> Results:
        asked = request_of(program, resources, state, numerics)
        with _reached(program, resources) as reached:
            return vertices.execute(asked, sources, stop - start, start, reached)

    def run_geometry(
        program: Program,
        attributes: Mapping[int, Float32Array],
        assembly: Assembly,
        resources: Resources,
    ) -> Results:
        asked = request_of(program, resources, State(), numerics)
        with _reached(program, resources) as reached:
            return geometry.execute(asked, attributes, assembly, reached)

    def run_evaluation(
        program: Program,
        patches: Patches,
        patch: npt.NDArray[np.int32],
        coordinates: Float32Array,
        resources: Resources,
    ) -> Results:
        asked = request_of(program, resources, State(), numerics)
        try:
            compiled_for(asked)
        except TargetError:
            return evaluate(program, patches, patch, coordinates, resources)
        attribute = attributes_of(program, patches, patch, coordinates)
        with _reached(program, resources) as reached:
            return evaluation.execute(asked, attribute, len(patch), reached)

    # Compiled code divides vertices itself, and puts their results side by side.
    return Engine(run_vertices, run_evaluation, run_geometry, triangles, sys.maxsize)


def dispatch(numerics: str) -> Callable[[Program, tuple[int, int, int], Resources], None]:
    """Runs compute programs."""

    def run(program: Program, groups: tuple[int, int, int], resources: Resources) -> None:
        with _reached(program, resources) as reached:
            compute.execute(request_of(program, resources, State(), numerics), groups, reached)

    return run


def state_program(numerics: str) -> Run:
    """Runs vertex state programs."""

    def run(program: Program, attribute: Float32Array, parameters: Float32Array) -> Float32Array:
        asked = request_of(program, Resources(parameters), State(), numerics)
        return vertices.execute(asked, {0: AttributeSource("v[0]", attribute, False)}, 1)["c"]

    return run


def request_of(program: Program, resources: Resources, state: State, numerics: str) -> Request:
    """One run of a program in a frame."""
    stores = NOTHING if resources.spaces is None else resources.spaces.held.stores
    return Request(
        program, resources.parameters, program.results, resources.buffers or {}, resources.textures or {},
        state=state, watchdog=resources.watchdog, numerics=numerics, stores=stores,
    )  # fmt: skip


def reached_by(program: Program, resources: Resources) -> Reached | None:
    """The frame's memory as compiled code reaches it, None where a program reaches none."""
    if resources.spaces is None or reaching_outside(program) is None:
        return None
    shared = program.compute
    return _memory_of(resources.spaces.held, (shared and shared.shared) or 0)


@once
def _memory_of(held: Held, shared: int) -> Reached:
    """The same with so many bytes that a work group shares; it stays where it is."""
    keys = {key: held.bytes_of(key) for key in held.keys}
    return Reached.within(
        held.stores,
        {key: part for key, part in keys.items() if isinstance(key, str)},
        {key: part for key, part in keys.items() if isinstance(key, int)},
        {unit: (image, part) for unit, image, part in held.images.bound()},
        shared,
    )


def count_faults(reached: Reached | None, resources: Resources) -> None:
    """Notes with the frame's memory how many accesses of a run were invalid."""
    if reached is not None and resources.spaces is not None:
        resources.spaces.held.trial.faults += int(reached.faults[0])
        reached.faults[0] = 0


@contextmanager
def _reached(program: Program, resources: Resources) -> Iterator[Reached | None]:
    reached = reached_by(program, resources)
    yield reached
    count_faults(reached, resources)
