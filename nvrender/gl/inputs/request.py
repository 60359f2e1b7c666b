"""One run of a program over arrays, as every back end takes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from nvrender.gl.inputs.global_memory import NOTHING, Stores
from nvrender.gl.inputs.results import Float32Array, chosen
from nvrender.gl.state.state import State
from nvrender.program import Program
from nvrender.program.limits import WATCHDOG_TURNS
from nvrender.program.profile import Stage

if TYPE_CHECKING:
    import moderngl

#: Called with (vertices done, vertices in all).
Progress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class Request:
    """A program and all it is given but what it runs over: vertices, fragments, patches or work groups.

    ``parameters`` is (profile.parameters, 4) float32, of a declared-name program (len(program.parameters),
    4), and ``buffers`` its program parameter buffers, words by binding point. ``results`` are those to
    return. ``textures`` are by image unit or handle, checked; ``stores`` is the memory it may reach.
    ``state`` has the matrices of position-invariant programs and the fog. ``watchdog`` is how many turns all
    loops of a vertex take together where the language sets no limit, None for any number.

    ``numerics`` and ``context``, None for one of its own, are the GPU's.
    """

    program: Program
    parameters: Float32Array
    results: tuple[str, ...]
    buffers: Mapping[int, npt.NDArray[Any]] = field(default_factory=dict)
    textures: Mapping[int, Any] = field(default_factory=dict)
    stores: Stores = NOTHING
    state: State = field(default_factory=State)
    watchdog: int | None = WATCHDOG_TURNS
    numerics: str = "exact"
    context: moderngl.Context | None = None
    progress: Progress | None = None

    def tell(self, done: int, total: int) -> None:
        """Say how far the run is, to whom wants to know."""
        if self.progress is not None:
            self.progress(done, total)


def results_of(program: Program, wanted: Iterable[str] | None = None) -> tuple[str, ...]:
    """The results to return, in table order, all for None; InputError if the program yields one not."""
    yields = program.results
    if program.profile.stage is Stage.VERTEX_STATE:
        yields = ("c",)
    elif program.profile.stage is Stage.FRAGMENT:
        yields = (*yields, "killed")
    return chosen(wanted, yields)
