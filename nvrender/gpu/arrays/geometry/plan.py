"""The plan of geometry programs that run over arrays: part after part is drawn, and what is emitted read."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import moderngl
import numpy as np

from nvrender.gl.inputs.global_memory import with_left
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import COLUMNS, Results, emitted_results, growing_emission
from nvrender.glsl.io.geometry.pipeline import EMITTED_PLACE
from nvrender.glsl.link import Link
from nvrender.gpu.arrays.compiled import Compiled, cached, shader_of
from nvrender.gpu.arrays.geometry.emitted import CAPTURED, Words, most_emitted, stride
from nvrender.gpu.arrays.geometry.shaders import emitting_passes, geometry_target
from nvrender.gpu.arrays.runner import BUFFER_BYTES, VECTOR, Job, Plan, ranges, run
from nvrender.gpu.context.pixel import bind_pixel
from nvrender.gpu.context.work import lanes_a_call
from nvrender.gpu.resources.image_units import Reached
from nvrender.program.declared import geometry_of

#: Draws primitives from the first number to before the second: result → words, with their places.
Draw = Callable[[int, int], Words]


def primitives_at_once(request: Request) -> int:
    """How many input primitives one draw is given, by the work there is and the bytes there may be."""
    program = request.program
    buffered = BUFFER_BYTES // (most_emitted(program) * 4 * CAPTURED)
    worked = lanes_a_call(program, request.watchdog) // geometry_of(program).invocations
    return max(min(buffered, worked), 1)


@dataclass(frozen=True)
class EmittingPlan(Plan):
    """Every primitive emits vertices, which ``pieces`` hold part by part."""

    pieces: list[Words] = field(default_factory=list, kw_only=True)

    @property
    def numbers_given(self) -> bool:
        """Whether primitives have numbers of their own, not those GL gives them."""
        return False

    def compiled(self, context: moderngl.Context, request: Request, reached: Reached) -> Compiled:
        target = geometry_target(context, request.program)
        link = Link(captured=request.results, numbers_given=self.numbers_given)
        shader = shader_of(context, request, reached, "feedback", target, link)
        return cached(context, shader, emitting_passes)

    def parts(self, job: Job) -> Iterator[int]:
        bind_pixel(job.context, job.stack)
        size, growing = self._size(job), growing_emission()
        draw = self._drawing(job, size)
        for start, stop in ranges(self.total, size):
            piece = draw(start, stop)
            piece[EMITTED_PLACE][:, 0] += start
            self.pieces.append(piece)
            growing.add(sum(array.nbytes for array in piece.values()))
            yield stop

    def _size(self, job: Job) -> int:
        """How many primitives are drawn at once."""
        return min(self.total, self.at_once)

    @abstractmethod
    def _drawing(self, job: Job, size: int) -> Draw:
        """What draws up to ``size`` primitives."""


def output_buffer(job: Job, size: int) -> moderngl.Buffer:
    """Room for all that ``size`` primitives may emit."""
    widest = max((stride(step) for step in job.linked.passes), default=0)
    return job.buffer(max(size, 1) * most_emitted(job.request.program) * -(-widest // VECTOR))


def execute(request: Request, plan: EmittingPlan) -> Results:
    """What a geometry program emits as ``plan`` says.

    Raises what ``runner.run`` raises; TargetError for more attributes than the context has inputs.
    """
    left = run(request, plan)
    nothing = {name: np.zeros((0, 4), np.float32) for name in request.results}
    nothing[EMITTED_PLACE] = np.zeros((0, COLUMNS), np.int32)
    pieces = [nothing, *plan.pieces]
    found = {name: np.concatenate([piece[name] for piece in pieces]) for name in nothing}
    places = found.pop(EMITTED_PLACE)
    return with_left(emitted_results(request.program, places, found), left)
