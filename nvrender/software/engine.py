"""What runs the programs of a frame besides those of fragments: compiled code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.primitives import Assembly
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.gl.state.state import State
from nvrender.llvm import compute, geometry, vertices
from nvrender.llvm.reached import Reached
from nvrender.oracle.fixed.state_programs import Run
from nvrender.oracle.frame.vertices import Engine
from nvrender.oracle.machine.resources import Resources
from nvrender.program import Program
from nvrender.program.memory import reaching_outside
from nvrender.software.assembly import triangles


def engine(numerics: str) -> Engine:
    """Runs programs with ``numerics``; TargetError for what is not compiled."""

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

    return Engine(run_vertices, run_geometry, triangles)


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
    return Request(
        program, resources.parameters, program.results, resources.buffers or {}, resources.textures or {},
        state=state, watchdog=resources.watchdog, numerics=numerics,
    )  # fmt: skip


@contextmanager
def _reached(program: Program, resources: Resources) -> Iterator[Reached | None]:
    """The frame's buffers as compiled code reaches them; faults are counted there afterwards."""
    if resources.spaces is None or reaching_outside(program) is None:
        yield None
        return
    held, shared = resources.spaces.held, program.compute
    keys = {key: held.bytes_of(key) for key in held.keys}
    reached = Reached.within(
        held.stores,
        {key: part for key, part in keys.items() if isinstance(key, str)},
        {key: part for key, part in keys.items() if isinstance(key, int)},
        (shared and shared.shared) or 0,
    )
    yield reached
    held.trial.faults += int(reached.faults[0])
