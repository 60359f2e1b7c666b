"""The options of every command that runs programs, as one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from nvrender.cli.inputs.arrays import (
    array_options,
    attributes_from,
    mode_option,
    patch_option,
    subroutine_option,
    subroutines_from,
    window_height_option,
)
from nvrender.cli.inputs.memory import Reached, memory_options, reached_from
from nvrender.cli.inputs.reading import Reading, load_file
from nvrender.cli.inputs.textures import texture_option, textures_from
from nvrender.gl.patches import Patch
from nvrender.program.subroutines import with_subroutines

if TYPE_CHECKING:
    from nvrender.gl.textures.texture import Texture
    from nvrender.program import Program

_Command = TypeVar("_Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the command line gives a program, as it was typed."""

    attributes: str | None
    parameters: str | None
    parameter: tuple[str, ...]
    texture: tuple[str, ...]
    subroutine: tuple[str, ...]
    window_height: float | None
    mode: str | None
    patch: int | None
    memory: str | None
    storage: str | None
    image: tuple[str, ...]
    groups: str | None

    def load(self, file: str, reading: Reading) -> Program:
        """The program in ``file``, calling the subroutines that are chosen."""
        return with_subroutines(load_file(file, reading), subroutines_from(self.subroutine))

    @property
    def arrays(self) -> dict[int | str, Any]:
        """Attribute arrays by number or name."""
        return attributes_from(self.attributes)

    @property
    def reached(self) -> Reached:
        """Buffers, images and work groups."""
        return reached_from(self.memory, self.storage, self.groups, self.image)

    def values(self, reached: Reached) -> dict[Any, Any]:
        """Parameters, those that are addresses in what is ``reached`` as well."""
        return reached.parameters(self.parameters, self.parameter)

    def textures(self, program: Program) -> dict[int, Texture]:
        """Unit or handle → texture."""
        return textures_from(program, self.texture)

    @property
    def patches(self) -> Patch | None:
        """How many vertices make a patch."""
        return None if self.patch is None else Patch(self.patch)


INPUTS = tuple(field.name for field in fields(Inputs))


def input_options(command: _Command) -> _Command:
    """Gives a command the options of Inputs, which it takes as ``inputs``."""

    @wraps(command)
    def with_inputs(*args: Any, **options: Any) -> Any:
        return command(*args, inputs=Inputs(**{name: options.pop(name) for name in INPUTS}), **options)

    rows = (
        *array_options,
        texture_option,
        subroutine_option,
        window_height_option,
        mode_option,
        patch_option,
        *memory_options,
    )
    for option in reversed(rows):
        with_inputs = option(with_inputs)
    return with_inputs  # type: ignore[return-value]
