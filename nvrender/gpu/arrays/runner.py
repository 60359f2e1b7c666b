"""Programs over arrays on the GPU: what every stage's run has in common.

A stage's ``Plan`` says what is compiled, how the inputs are laid out, what is dispatched or drawn part after
part, and what is read back.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.global_memory import Left, unchanged
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array
from nvrender.gpu.arrays.compiled import Compiled
from nvrender.gpu.context.context import check_errors, using
from nvrender.gpu.context.lockstep_ends import whole_loops
from nvrender.gpu.context.neutral import neutral
from nvrender.gpu.context.uniform_blocks import BINDINGS, buffer_bytes
from nvrender.gpu.resources.image_units import Reached
from nvrender.gpu.resources.memory_buffer import MemoryBuffer, bind_memory, memory_of
from nvrender.gpu.resources.textures import Textures, point_samplers
from nvrender.program.memory import reaching_outside
from nvrender.source import InputError

VECTOR = 16  # bytes of a vec4
#: Buffers of one part stay below this many bytes each, whatever the program reads and writes.
BUFFER_BYTES = 64 << 20


@dataclass(frozen=True)
class Job:
    """One run on a current context; what it makes lives until ``stack`` closes."""

    context: moderngl.Context
    request: Request
    linked: Compiled
    stack: ExitStack

    @cached_property
    def _parameter_buffer(self) -> moderngl.Buffer:
        buffer = self.buffer(self.parameter_count)
        self._bind(self.linked.translation.parameters.block, buffer)
        return buffer

    @property
    def parameter_count(self) -> int:
        """How many vectors the translation's block of parameters has."""
        return self.linked.translation.parameters.count

    def bind_textures(self) -> None:
        """Bind what the passes read, until the job is over."""
        users, samplers = Textures(self.context), self.linked.translation.samplers
        self.stack.callback(users.release)
        self.stack.enter_context(users.bound(samplers, self.request.textures))
        for step in self.linked.passes:
            point_samplers(self.context, step.program.glo, samplers)

    def set_parameters(self, parameters: Float32Array) -> None:
        """Upload and bind the parameters, one row each."""
        if self.parameter_count:
            registers = self.linked.translation.parameters.registers
            rows = parameters[list(registers)] if registers else parameters[: self.parameter_count]
            self._parameter_buffer.write(np.ascontiguousarray(rows))

    def set_buffers(self, buffers: Mapping[int, npt.NDArray[np.uint32]]) -> None:
        """Each block its buffer's words, then zeros (docs/semantics.md)."""
        for row in self.linked.translation.buffers:
            if row.bank not in buffers:
                raise InputError(f"program.buffer[{row.bank}] is read by the program but not given")
            buffer = self.buffer(row.vectors)
            buffer.write(buffer_bytes(row, buffers[row.bank]))
            self._bind(row.block, buffer)

    def set_block(self, name: str, data: bytes) -> None:
        """Fill a uniform block, where some pass has it."""
        if any(step.program.get(name, None) is not None for step in self.linked.passes):
            buffer = self.buffer(-(-len(data) // VECTOR))
            buffer.write(data)
            self._bind(name, buffer)

    def _bind(self, block: str, buffer: moderngl.Buffer) -> None:
        buffer.bind_to_uniform_block(BINDINGS[block])
        for step in self.linked.passes:
            if (member := step.program.get(block, None)) is not None:
                member.binding = BINDINGS[block]

    def buffer(self, vectors: int) -> moderngl.Buffer:
        """A buffer of at least one vec4, released with the job."""
        size = max(vectors, 1) * VECTOR
        try:
            buffer = self.context.buffer(reserve=size)
        except moderngl.Error as error:
            raise InputError(
                f"the GPU has no memory for {size} bytes ({error}); use a smaller chunk"
            ) from None
        self.stack.callback(buffer.release)
        return buffer


@dataclass(frozen=True)
class Plan(ABC):
    """How a program of one stage runs over arrays; the results go into arrays that the plan has.

    ``total`` lanes there are, vertices, fragments, primitives, patches, work groups, and ``at_once`` of them
    are dispatched or drawn at most.
    """

    #: What is done while GL records an error.
    doing: ClassVar[str]
    #: Whether what is drawn reaches pixels, so that what a caller's state does to them is switched off.
    rasterizes: ClassVar[bool] = False

    total: int
    at_once: int

    @abstractmethod
    def compiled(self, context: moderngl.Context, request: Request, reached: Reached) -> Compiled:
        """What is dispatched or drawn, linked. TargetError for what the context has not."""

    @abstractmethod
    def parts(self, job: Job) -> Iterator[int]:
        """Run part after part and read each back; yields how many lanes are done."""


def run(request: Request, plan: Plan) -> Left:
    """Run a program as ``plan`` says; what is in memory afterwards.

    A caller's context is left as found, everything that was made is released, and between two parts signals
    are heard. ContextError without usable GL; InternalError with the driver's log if it refuses the
    translation.
    """
    with using(request.context) as context, ExitStack() as stack:
        job = Job(context, request, plan.compiled(context, request, request.stores), stack)
        reaches = reaching_outside(request.program) is not None
        memory = memory_of(context, request.stores, stack) if reaches else None
        _perform(job, plan, memory)
        left = unchanged(request.stores) if memory is None else memory.left()
        check_errors(context, plan.doing)
    return left


def run_over(context: moderngl.Context, request: Request, plan: Plan, memory: MemoryBuffer | None) -> None:
    """The same in a context that is current, over what is in ``memory``. The context is changed."""
    with ExitStack() as stack:
        reached = request.stores if memory is None else memory
        _perform(Job(context, request, plan.compiled(context, request, reached), stack), plan, memory)


def _perform(job: Job, plan: Plan, memory: MemoryBuffer | None) -> None:
    request, linked = job.request, job.linked
    if plan.rasterizes:
        neutral(job.context)
        job.context.enable_only(moderngl.NOTHING)
    job.bind_textures()
    job.set_parameters(request.parameters)
    job.set_buffers(request.buffers)
    bind_memory(memory, [request.program])
    with whole_loops(job.context, [(request.program, linked.translation)]):
        for done in plan.parts(job):
            request.tell(done, plan.total)


def ranges(count: int, size: int) -> Iterator[tuple[int, int]]:
    """First and last of each part of ``count`` lanes, ``size`` at once."""
    for start in range(0, count, max(size, 1)):
        yield start, min(start + size, count)
