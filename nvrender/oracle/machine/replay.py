"""One fragment by itself, with what its neighbours gave it when their quad ran together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Float32Array
from nvrender.ops.evaluation.numerics import Int32Array, arithmetic
from nvrender.oracle.machine.jumps import Jump
from nvrender.oracle.machine.layout import lay_out
from nvrender.oracle.machine.machine import check_arrays, run_vertices, shared_of
from nvrender.oracle.machine.operands import Step
from nvrender.oracle.machine.prepare import Code, Operands, prepare_watched
from nvrender.oracle.machine.quads import reads_neighbours
from nvrender.oracle.machine.resources import Resources
from nvrender.program import Program
from nvrender.program.opcodes import Opcode


def with_neighbours(
    program: Program,
    attributes: Mapping[int, Float32Array],
    resources: Resources,
    quad: range,
    fragment: int,
) -> Code:
    """The program prepared for ``fragment`` alone: derivatives and lookups yield what they did in ``quad``.

    ``quad`` are the numbers of the fragments of its quad, which change the memory of ``resources``.
    """
    given = _recorded(program, attributes, resources, quad, fragment)

    def replay(
        ordinal: int, opcode: Opcode, component: int, values: Float32Array, operands: Operands
    ) -> None:
        if reads_neighbours(program.instructions[ordinal]):
            values[0] = next(given, values[0])

    return prepare_watched(
        program, lay_out(program), lambda ordinal, step: step, observe=replay, textures=resources.textures
    )


def _recorded(
    program: Program,
    attributes: Mapping[int, Float32Array],
    resources: Resources,
    quad: range,
    fragment: int,
) -> Iterator[Float32Array]:
    """What each derivative and lookup gave ``fragment``, (1,) a component, in the order of execution."""
    layout = lay_out(program)
    found: list[Float32Array] = []
    there: list[npt.NDArray[np.bool_]] = []

    def watch(ordinal: int, step: Step | Jump) -> Step | Jump:
        if isinstance(step, Jump) or not reads_neighbours(program.instructions[ordinal]):
            return step
        inner = step

        def noted(f: Float32Array, c: Float32Array) -> None:
            lanes: Int32Array = f[layout.fragment + 1].view(np.int32)
            there[:] = [lanes == fragment - quad.start]
            inner(f, c)

        return noted

    def record(
        ordinal: int, opcode: Opcode, component: int, values: Float32Array, operands: Operands
    ) -> None:
        if reads_neighbours(program.instructions[ordinal]) and there[0].any():
            found.append(values[0, there[0]].copy())

    rows = {
        index: array if len(array) == 1 else array[quad.start : quad.stop]
        for index, array in attributes.items()
    }
    with arithmetic():
        code = prepare_watched(program, layout, watch, observe=record, textures=resources.textures)
        check_arrays(code, rows, resources.parameters, len(quad))
        run_vertices(code, rows, shared_of(code, resources), len(quad), code.layout.results)
    return iter(found)
