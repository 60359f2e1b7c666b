"""Vertex state programs before a scene's draw: the parameters they leave (NV_vertex_program 2.14.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.vertices import parameter_array
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.program import Program
from nvrender.scene.moment.evaluate import Draw

Float32Array = npt.NDArray[np.float32]


def prepared(draw: Draw) -> Any:
    """The parameters of the draw's vertex program with its matrices, after its state programs.

    ARB and NV4 programs take theirs by name, and the rest from the state.
    """
    if draw.program is None or draw.program.profile.declares_names:
        return draw.parameters
    parameters = parameter_array(draw.program, draw.parameters, draw.state)
    for program, vector in draw.state_programs:
        run_state_program(program, vector, parameters)
    return parameters


def run_state_program(program: Program, vector: Sequence[float], parameters: Float32Array) -> None:
    """Run it once; what it writes goes into ``parameters``."""
    attribute, before = state_program_inputs(program, vector, parameters)
    parameters[: len(before)] = execute(program, {0: attribute}, Resources(before), 1)["c"]


def state_program_inputs(
    program: Program, vector: Sequence[float], parameters: Float32Array
) -> tuple[Float32Array, Float32Array]:
    """v[0] as (1, 4), and a copy of as many of the parameters as the program has."""
    return np.array([vector], np.float32), parameters[: program.profile.parameters].copy()
