"""Program objects, and what a context keeps of programs and their parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.objects.table import Table
from nvrender.gl.inputs.params import ROWS
from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.inputs.words import Uint32Array
from nvrender.gl.state.state import Tracking
from nvrender.glsl.textures.samplers import samplers_of
from nvrender.program import Instruction, Program
from nvrender.program.limits import TARGETS, Limits
from nvrender.source import Source

#: Program parameters of a context that has !!VP2.0 (NV_vertex_program2, Errors).
PARAMETERS = 256

#: What programs of each target may have.
LIMITS: dict[int, Limits] = {getattr(enums, name): limits for name, limits in TARGETS.items()}


@dataclass(frozen=True, eq=False)
class ProgramObject:
    """A program object: ``program`` is None until a string has been loaded.

    ``locals_`` are the words of the local parameters, (n, 4), which survive loads
    (ARB_vertex_program 2.14.1). ``named`` are the values that named parameters were given
    (NV_fragment_program 5.7). ``calling`` are the programs made of it that call chosen subroutines, by their
    numbers.
    """

    target: int
    program: Program | None = None
    locals_: Uint32Array = field(default_factory=lambda: np.zeros((0, 4), np.uint32))
    named: Mapping[str, Float32Array] = field(default_factory=dict)
    calling: dict[tuple[int, ...], Program] = field(default_factory=dict)

    @property
    def string(self) -> bytes:
        return b"" if self.program is None else self.program.source.data

    @cached_property
    def texture_instructions(self) -> tuple[Instruction, ...]:
        """The instructions that access a texture image unit."""
        instructions = () if self.program is None else self.program.instructions
        return tuple(instruction for instruction in instructions if instruction.texture is not None)

    @cached_property
    def samplers(self) -> dict[int, str]:
        """How the program samples each texture image unit that it accesses: a type of GLSL."""
        found = {} if self.program is None else samplers_of(self.program)
        return {unit: sampler.type for unit, sampler in found.items()}


@dataclass(frozen=True)
class ChosenSubroutines:
    """The subroutine parameters of a target, and the program string they were set for."""

    source: Source
    numbers: tuple[int, ...]


def _parameters() -> dict[int, Uint32Array]:
    return {
        target: np.zeros((limits.environment_parameters, 4), np.uint32) for target, limits in LIMITS.items()
    }


def _defaults() -> dict[int, ProgramObject]:
    return {target: ProgramObject(target) for target in LIMITS}


@dataclass(slots=True)
class ProgramState:
    """The current programs and the parameters of the targets.

    ``parameters`` are words, by target; of vertex programs those of NV_vertex_program too.
    """

    names: Table[ProgramObject]
    bindings: dict[int, int] = field(default_factory=lambda: dict.fromkeys(LIMITS, 0))
    #: The program objects of name 0.
    defaults: dict[int, ProgramObject] = field(default_factory=_defaults)
    parameters: dict[int, Uint32Array] = field(default_factory=_parameters)
    subroutines: dict[int, ChosenSubroutines] = field(default_factory=dict)
    tracking: dict[int, Tracking] = field(default_factory=dict)
    transforms: dict[int, int] = field(default_factory=dict)
    #: Of the string that was loaded last.
    error_position: int = -1
    error_string: str = ""

    def bound(self, target: int) -> ProgramObject | None:
        """The object that programs of ``target`` come from; None where a name without one is bound."""
        name = self.bindings[target]
        return self.names.objects.get(name) if name else self.defaults[target]

    def bind(self, target: int, name: int) -> None:
        """Make a program current.

        The target's subroutine parameters are the defaults then (ARB_shader_subroutine 2.14.1).
        """
        self.bindings[target] = name
        self.subroutines.pop(target, None)

    def replace_bound(self, target: int, new: ProgramObject) -> None:
        name = self.bindings[target]
        if name:
            self.names.objects[name] = new
        else:
            self.defaults[target] = new

    @property
    def nv_parameters(self) -> npt.NDArray[np.float32]:
        """Environment parameters of vertex programs, the first 256 c[], without what tracks a matrix."""
        return self.parameters[enums.VERTEX_PROGRAM_NV].view(np.float32)

    def tracked(self, first: int, count: int = 1) -> int | None:
        """The first of the registers that tracks a matrix."""
        indices = range(first, first + count)
        return next((index for index in indices if index - index % ROWS in self.tracking), None)
