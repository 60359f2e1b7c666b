"""Vertex state programs before a scene's draw: the parameters they leave (NV_vertex_program 2.14.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.vertices import parameter_array
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.program import Program
from nvrender.scene.moment.evaluate import Draw

Float32Array = npt.NDArray[np.float32]
#: A state program, its v[0], (1, 4), and parameters → those that it leaves.
Run = Callable[[Program, Float32Array, Float32Array], Float32Array]


def on_oracle(program: Program, attribute: Float32Array, parameters: Float32Array) -> Float32Array:
    """A state program's run on the oracle."""
    return execute(program, {0: attribute}, Resources(parameters), 1)["c"]


def prepared(draw: Draw, run: Run = on_oracle) -> Any:
    """The parameters of the draw's vertex program with its matrices, after its state programs.

    ARB and NV4 programs take theirs by name, and the rest from the state.
    """
    if draw.program is None or draw.program.profile.declares_names:
        return draw.parameters
    parameters = parameter_array(draw.program, draw.parameters, draw.state)
    for program, vector in draw.state_programs:
        run_state_program(program, vector, parameters, run)
    return parameters


def run_state_program(
    program: Program, vector: Sequence[float], parameters: Float32Array, run: Run = on_oracle
) -> None:
    """Run it once; what it writes goes into ``parameters``."""
    attribute, before = state_program_inputs(program, vector, parameters)
    parameters[: len(before)] = run(program, attribute, before)


def state_program_inputs(
    program: Program, vector: Sequence[float], parameters: Float32Array
) -> tuple[Float32Array, Float32Array]:
    """v[0] as (1, 4), and a copy of as many of the parameters as the program has."""
    return np.array([vector], np.float32), parameters[: program.profile.parameters].copy()
