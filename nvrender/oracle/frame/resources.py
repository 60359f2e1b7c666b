"""What programs of a draw have besides what they run over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array
from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Textures
from nvrender.gl.textures.units import texture_units
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.memory.spaces import Held, spaces_of
from nvrender.program import Program


@dataclass(frozen=True, slots=True)
class Environment:
    """What all programs of a draw have: the state, textures by image unit, and the ``memory`` they reach."""

    state: State
    textures: Textures
    memory: Held | None = None

    def resources(self, program: Program, parameters: Any) -> Resources:
        """What ``program`` has, ``parameters`` as run takes them; InputError where it lacks memory."""
        buffers = buffer_arrays(program, parameters)
        return Resources(
            parameter_array(program, parameters, self.state),
            buffers,
            texture_units(program, self.textures),
            spaces=spaces_of(program, self.memory, buffers),
        )
