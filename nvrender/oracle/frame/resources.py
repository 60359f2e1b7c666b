"""What a program of a draw has besides what it runs over."""

from __future__ import annotations

from typing import Any

from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array
from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Textures
from nvrender.gl.textures.units import texture_units
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.memory.spaces import Held, spaces_of
from nvrender.program import Program


def resources_of(
    program: Program, parameters: Any, state: State, textures: Textures, memory: Held | None
) -> Resources:
    """What ``program`` has, ``parameters`` as nvrender.run takes them; InputError where it lacks memory."""
    buffers = buffer_arrays(program, parameters)
    return Resources(
        parameter_array(program, parameters, state),
        buffers,
        texture_units(program, textures),
        spaces=spaces_of(program, memory, buffers),
    )
