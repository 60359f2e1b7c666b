"""One fragment by itself, with what its neighbours gave it when their quad ran together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.textures.texture import Textures
from nvrender.ops.evaluation.numerics import Int32Array, arithmetic
from nvrender.oracle.machine.jumps import Jump
from nvrender.oracle.machine.layout import lay_out
from nvrender.oracle.machine.machine import check_arrays, parameter_table, run_vertices
from nvrender.oracle.machine.operands import Step
from nvrender.oracle.machine.prepare import Code, Operands, prepare_watched
from nvrender.oracle.machine.quads import reads_neighbours
from nvrender.oracle.memory.spaces import Spaces
from nvrender.program import Program
from nvrender.program.opcodes import Opcode


def with_neighbours(
    program: Program,
    attributes: Mapping[int, Float32Array],
    parameters: Float32Array,
    quad: range,
    fragment: int,
    buffers: Mapping[int, npt.NDArray[Any]] | None,
    watchdog: int | None,
    textures: Textures | None,
    spaces: Spaces,
) -> Code:
    """The program prepared for ``fragment`` alone: derivatives and lookups yield what they did in ``quad``.

    ``quad`` are the numbers of the fragments of its quad, ``spaces`` the memory, which it changes; other
    arguments are execute's.
    """
    given = _recorded(program, attributes, parameters, quad, fragment, buffers, watchdog, textures, spaces)

    def replay(
        ordinal: int, opcode: Opcode, component: int, values: Float32Array, operands: Operands
    ) -> None:
        if reads_neighbours(program.instructions[ordinal]):
            values[0] = next(given, values[0])

    return prepare_watched(
        program, lay_out(program), lambda ordinal, step: step, observe=replay, textures=textures
    )


def _recorded(
    program: Program,
    attributes: Mapping[int, Float32Array],
    parameters: Float32Array,
    quad: range,
    fragment: int,
    buffers: Mapping[int, npt.NDArray[Any]] | None,
    watchdog: int | None,
    textures: Textures | None,
    spaces: Spaces,
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
        code = prepare_watched(program, layout, watch, observe=record, textures=textures)
        check_arrays(code, rows, parameters, len(quad))
        table = parameter_table(code, parameters, buffers)
        run_vertices(code, rows, table, len(quad), code.layout.results, watchdog, spaces=spaces)
    return iter(found)
