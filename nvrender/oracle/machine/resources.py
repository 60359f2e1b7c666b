"""What a run of a program has besides the vertices, fragments or patches it is of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from nvrender.gl.inputs.global_memory import NOTHING
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.textures.texture import Textures
from nvrender.oracle.memory.spaces import Spaces
from nvrender.program.limits import WATCHDOG_TURNS


@dataclass(frozen=True, slots=True)
class Resources:
    """Parameters, buffers, textures and memory of one run.

    ``parameters`` is (profile.parameters, 4) float32 and is not changed, of declared-name programs
    (len(program.parameters), 4) 32-bit words; ``buffers`` maps binding points to (words,) arrays.
    ``textures`` maps image units to textures; a unit without one reads (0, 0, 0, 1). ``watchdog`` is how many
    turns all loops of a lane take together where the language sets no limit, None for any number. ``spaces``
    is the memory the program may reach, and what it leaves there; None for the buffers alone.
    """

    parameters: Float32Array
    buffers: Mapping[int, npt.NDArray[Any]] | None = None
    textures: Textures | None = None
    watchdog: int | None = WATCHDOG_TURNS
    spaces: Spaces | None = None

    @classmethod
    def of(cls, request: Request) -> Resources:
        """Those of ``request``, its memory as it is before the run."""
        spaces = Spaces.of(request.program, request.stores, request.buffers)
        return cls(request.parameters, request.buffers, request.textures, request.watchdog, spaces)

    @property
    def reached(self) -> Spaces:
        """The memory, at least that of the buffers."""
        return Spaces(NOTHING, self.buffers or {}) if self.spaces is None else self.spaces
