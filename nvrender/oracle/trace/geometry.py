"""Every instruction one invocation of a geometry program executes, with the registers it changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nvrender.gl.inputs.primitives import Assembly
from nvrender.ops.evaluation.numerics import Float32Array, arithmetic
from nvrender.oracle.geometry.patches import patch_lanes
from nvrender.oracle.geometry.runs import lane_arrays, run_lanes
from nvrender.oracle.machine.machine import shared_of
from nvrender.oracle.machine.prepare import Code, prepare
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.machine.shared import Shared
from nvrender.oracle.memory.access import writes_memory
from nvrender.oracle.patches.programs import Patches, table_of
from nvrender.oracle.trace.programs import Step, steps_of
from nvrender.program import Program
from nvrender.program.declared import geometry_of
from nvrender.source import InputError


def trace_primitive(
    program: Program,
    attributes: Mapping[int, Float32Array],
    assembly: Assembly,
    resources: Resources,
    primitive: int,
    invocation: int = 0,
) -> Iterator[Step]:
    """The steps of one invocation on one input primitive; other arguments are ``geometry.execute``'s.

    Where the program writes memory those before it run first. InputError for a primitive or an
    invocation that is not there.
    """
    lane = _lane(program, len(assembly.vertices), primitive, invocation, "primitive")
    with arithmetic():
        code = prepare(program, resources.textures)
        arrays = lane_arrays(code, attributes, assembly)
        shared = shared_of(code, resources)
    return _steps(code, arrays, lane, shared)


def trace_patch(
    program: Program, patches: Patches, resources: Resources, patch: int, invocation: int = 0
) -> Iterator[Step]:
    """The same of a program that takes patches."""
    lane = _lane(program, len(patches.ids), patch, invocation, "patch")
    with arithmetic():
        code = prepare(program, resources.textures)
        arrays, _ = patch_lanes(code, patches)
        table = table_of(code, patches, resources, len(patches.ids) * patches.size)
    return _steps(code, arrays, lane, Shared(table, resources.watchdog, resources.reached))


def _steps(code: Code, arrays: Mapping[int, Float32Array], lane: int, shared: Shared) -> Iterator[Step]:
    if lane and any(map(writes_memory, code.program.instructions)):
        before = {number: array if len(array) == 1 else array[:lane] for number, array in arrays.items()}
        with arithmetic():
            run_lanes(code, before, shared, lane)
    row = {
        number: array[:1] if len(array) == 1 else array[lane : lane + 1] for number, array in arrays.items()
    }
    return steps_of(code, row, shared)


def _lane(program: Program, count: int, primitive: int, invocation: int, what: str) -> int:
    geometry = geometry_of(program)
    for number, most, name in (
        (primitive, count, what),
        (invocation, geometry.invocations, "invocation"),
    ):
        if not 0 <= number < most:
            there = f"there are {most}" if most != 1 else "there is 1, 0"
            raise InputError(f"there is no {name} {number}; {there}")
    return primitive * geometry.invocations + invocation
