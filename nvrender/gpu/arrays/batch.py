"""Programs over arrays on the GPU: by compute shader, or by transform feedback below OpenGL 4.3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.global_memory import unchanged, with_left
from nvrender.gl.inputs.params import modelview_projection
from nvrender.gl.inputs.request import Request, results_of
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.gl.inputs.vertices import attribute_name, attributes_read
from nvrender.gpu.arrays.compiled import Compiled, Pass, compiled
from nvrender.gpu.arrays.linked import BINDINGS, buffer_bytes
from nvrender.gpu.context.context import check_errors, supports_compute, using
from nvrender.gpu.context.work import lanes_a_call
from nvrender.gpu.resources.image_units import memory_readings
from nvrender.gpu.resources.memory_buffer import MemoryBuffer, check_storage, memory_of
from nvrender.gpu.resources.readings import readings_of
from nvrender.gpu.resources.textures import bind_textures
from nvrender.languages.arb.vertex_bindings import VERTEX_ID, VERTEX_INSTANCE
from nvrender.program import Program
from nvrender.program.memory import reaching_outside
from nvrender.program.profile import Stage
from nvrender.source import InputError, TargetError

MODES = ("compute", "feedback")

_VECTOR = 16  # bytes of a vec4
_LOCAL_SIZE = 64
#: Buffers of one chunk stay below this many bytes each, whatever the program reads and writes.
BUFFER_BYTES = 64 << 20
_CHUNK = 1 << 16
#: How an input of moderngl's shape takes four words.
FORMATS = {"f": "4f", "i": "4i", "I": "4u"}

Attributes = Mapping[int, "AttributeSource | Float32Array"]


def execute(
    request: Request,
    attributes: Attributes,
    count: int,
    *,
    mode: str | None = None,
    chunk: int | None = None,
    out: Mapping[str, Float32Array] | None = None,
) -> Results:
    """Run a program for ``count`` vertices on the GPU; result name → (count, 4) float32.

    ``attributes`` maps each number the program reads to an AttributeSource or to (count, 4) or (1, 4)
    float32. ``mode`` is "compute", "feedback" or None for compute where the context has it. At most ``chunk``
    vertices are on the GPU at once. ``out`` maps some results to writable (count, 4) float32 arrays to fill,
    memory-mapped ones too.

    What memory it reaches, which takes compute, holds afterwards is in the results.

    A vertex state program runs once per row of attribute 0, in order; its result is ``c``.

    A caller's context is left as found. ContextError without usable GL; TargetError if ``mode`` needs
    more than the context has; InputError for arrays that do not fit; InternalError with the driver's log
    if it refuses the translation.
    """
    if mode is not None and mode not in MODES:
        raise InputError(f"unknown mode {mode!r}; modes are {', '.join(MODES)}")
    if chunk is not None and chunk < 1:
        raise InputError(f"chunk must be at least 1 vertex, not {chunk}")
    program, stores = request.program, request.stores
    sources = _sources(program, attributes, count)
    declared = program.profile.language is not None
    rows = len(program.parameters) if declared else program.profile.parameters
    if request.parameters.shape != (rows, 4):
        raise InputError(f"parameters has shape {request.parameters.shape}; it must be ({rows}, 4)")
    arrays = _host_arrays(request, out or {}, count)
    vertex_state = program.profile.stage is Stage.VERTEX_STATE
    if vertex_state:
        arrays["c"][:] = request.parameters
    reaches = reaching_outside(program) is not None
    if count == 0 or not (arrays or reaches):
        return with_left(Results(arrays), unchanged(stores))
    with using(request.context) as current, ExitStack() as stack:
        readings = readings_of(current, program, request.textures)
        if reaches:
            check_storage(current)
        mode = _mode(current, "compute" if reaches else mode)
        wanted = current, program, request.numerics, mode, tuple(arrays), request.watchdog, readings
        reached = memory_readings(program, stores)
        linked = compiled(*wanted, reached=reached)
        at_once = min(chunk or _CHUNK, lanes_a_call(program, request.watchdog, _LOCAL_SIZE))
        size = min(count, 1 if vertex_state else _chunk_size(current, linked, at_once))
        if linked.mode == "feedback" and not _numbered_by_draws(sources, count, size):
            linked = compiled(*wanted, numbers_given=True)
            size = min(count, _chunk_size(current, linked, at_once))
        job = Job(current, linked, sources, size, stack)
        bind_textures(current, linked, request.textures, stack)
        job.set_matrices(modelview_projection(request.state))
        memory = memory_of(current, stores, stack) if reaches else None
        runner = _Compute(job, memory) if linked.mode == "compute" else _Feedback(job)
        if vertex_state:
            steps = _run_rows(runner, job, arrays["c"], count)
        else:
            job.set_parameters(request.parameters)
            job.set_buffers(request.buffers)
            steps = _run_chunks(runner, arrays, count, size)
        for done in steps:
            request.tell(done, count)
        check_errors(current, "running a program over arrays")
        left = unchanged(stores) if memory is None else memory.left()
    return with_left(Results(arrays), left)


@dataclass(frozen=True)
class Job:
    """What all chunks of one execution share; its buffers live until ``stack`` closes."""

    context: moderngl.Context
    linked: Compiled
    sources: Mapping[int, AttributeSource]
    chunk: int
    stack: ExitStack

    @cached_property
    def columns(self) -> tuple[AttributeSource, ...]:
        """The sources in the translation's order of attributes."""
        return tuple(self.sources[entry[0]] for entry in self.linked.translation.attributes)

    @cached_property
    def _parameter_buffer(self) -> moderngl.Buffer:
        buffer = self.buffer(self.parameter_count)
        self._bind(self.linked.translation.parameters.block, buffer)
        return buffer

    @property
    def parameter_count(self) -> int:
        """How many vectors the translation's block of parameters has."""
        block = self.linked.translation.parameters
        return 0 if block is None else block[2]

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

    def set_matrices(self, rows: Float32Array) -> None:
        """Upload and bind the matrix of a position-invariant program."""
        self.set_block("FixedFunction", rows.tobytes())

    def set_block(self, name: str, data: bytes) -> None:
        """Fill a uniform block, where some pass has it."""
        if any(step.program.get(name, None) is not None for step in self.linked.passes):
            buffer = self.buffer(-(-len(data) // _VECTOR))
            buffer.write(data)
            self._bind(name, buffer)

    def _bind(self, block: str, buffer: moderngl.Buffer) -> None:
        buffer.bind_to_uniform_block(BINDINGS[block])
        for step in self.linked.passes:
            if (member := step.program.get(block, None)) is not None:
                member.binding = BINDINGS[block]

    def buffer(self, vectors: int) -> moderngl.Buffer:
        """A buffer of at least one vec4, released with the job."""
        size = max(vectors, 1) * _VECTOR
        try:
            buffer = self.context.buffer(reserve=size)
        except moderngl.Error as error:
            raise InputError(
                f"the GPU has no memory for {size} bytes ({error}); use a smaller chunk"
            ) from None
        self.stack.callback(buffer.release)
        return buffer


class _Compute:
    """One dispatch a chunk: attributes and results interleaved in two storage buffers."""

    def __init__(self, job: Job, memory: MemoryBuffer | None) -> None:
        self._job, self._memory = job, memory
        self._shader = job.linked.passes[0].program
        self._packed = np.empty((job.chunk, len(job.columns), 4), np.float32)
        for column, source in enumerate(job.columns):
            if source.constant:
                self._packed[:, column] = source.rows(0, 1)
        self._input = job.buffer(self._packed.size // 4)
        self._names = job.linked.passes[0].results
        self._read = np.empty((job.chunk, len(self._names), 4), np.float32)
        self._output = job.buffer(self._read.size // 4)

    def run(self, start: int, stop: int) -> Iterator[tuple[str, Float32Array]]:
        count = stop - start
        packed, read = self._packed[:count], self._read[:count]
        for column, source in enumerate(self._job.columns):
            if not source.constant:
                packed[:, column] = source.rows(start, stop)
        if packed.size:
            self._input.write(packed)
        self._input.bind_to_storage_buffer(0)
        self._output.bind_to_storage_buffer(1)
        if self._memory is not None:
            self._memory.bind()
        if (number := self._shader.get("vertex_count", None)) is not None:  # unless nothing is done
            number.value = count
        self._shader.run(-(-count // _LOCAL_SIZE))
        self._job.context.memory_barrier()
        if read.size:
            self._output.read_into(read, read.nbytes)
        for column, name in enumerate(self._names):
            yield name, read[:, column]


def bind_pixel(context: moderngl.Context, stack: ExitStack) -> None:
    """A framebuffer until ``stack`` closes: drawing needs a complete one, rasterized or not."""
    found = context.fbo, context.mglo.fbo
    pixel = context.renderbuffer((1, 1))
    stack.callback(pixel.release)
    framebuffer = context.framebuffer(pixel)
    stack.callback(framebuffer.release)
    framebuffer.use()

    def restore() -> None:
        context.fbo, context.mglo.fbo = found
        if context.fbo is not None and not isinstance(context.fbo.mglo, moderngl.InvalidObject):
            context.fbo.use()

    stack.callback(restore)


class _Feedback:
    """One draw a chunk and pass, rasterizer discarded, sixteen results captured at most."""

    def __init__(self, job: Job) -> None:
        self._job = job
        bind_pixel(job.context, job.stack)
        self._inputs = tuple(job.buffer(1 if source.constant else job.chunk) for source in job.columns)
        for source, buffer in zip(job.columns, self._inputs, strict=True):
            if source.constant:
                buffer.write(source.rows(0, 1))
        widest = max(len(step.results) for step in job.linked.passes)
        self._output = job.buffer(job.chunk * widest)
        self._arrays = tuple(map(self._vertex_array, job.linked.passes))

    def _vertex_array(self, step: Pass) -> moderngl.VertexArray:
        entries = zip(self._job.linked.translation.attributes, self._job.columns, self._inputs, strict=True)
        content = [
            (buffer, FORMATS[member.shape] + ("/r" if source.constant else ""), entry[2])
            for entry, source, buffer in entries
            if (member := step.program.get(entry[2], None)) is not None
        ]
        array = self._job.context.vertex_array(step.program, content)
        self._job.stack.callback(array.release)
        return array

    def run(self, start: int, stop: int) -> Iterator[tuple[str, Float32Array]]:
        count = stop - start
        for source, buffer in zip(self._job.columns, self._inputs, strict=True):
            if not source.constant:
                buffer.write(source.rows(start, stop))
        for step, array in zip(self._job.linked.passes, self._arrays, strict=True):
            array.transform(self._output, moderngl.POINTS, vertices=count)
            read = np.empty((count, len(step.results), 4), np.float32)
            self._output.read_into(read, read.nbytes)
            for column, name in enumerate(step.results):
                yield name, read[:, column]


def _run_chunks(
    runner: _Compute | _Feedback, arrays: Mapping[str, Float32Array], count: int, size: int
) -> Iterator[int]:
    """Fill ``arrays`` chunk by chunk; yields how many vertices are done."""
    for start in range(0, count, size):
        stop = min(start + size, count)
        for name, values in runner.run(start, stop):
            if name in arrays:
                arrays[name][start:stop] = values
        yield stop


def _run_rows(runner: _Compute | _Feedback, job: Job, parameters: Float32Array, count: int) -> Iterator[int]:
    """A vertex state program, once per row, each on what the ones before wrote (NV_vertex_program 2.14.4)."""
    registers = {entry[0]: entry[2] for entry in job.linked.translation.results}
    for row in range(count):
        job.set_parameters(parameters)
        for name, values in runner.run(row, row + 1):
            parameters[registers[name]] = values[0]
        yield row + 1


def _sources(program: Program, attributes: Attributes, count: int) -> dict[int, AttributeSource]:
    """``attributes`` as sources, all that the program reads and none of another length."""
    if missing := sorted(attributes_read(program) - attributes.keys()):
        raise InputError(f"the program reads attribute {attribute_name(missing[0])}, and attributes lacks it")
    sources = {}
    for index, value in attributes.items():
        name = attribute_name(index)
        if not isinstance(value, AttributeSource):
            if value.ndim != 2 or value.shape[1] != 4 or value.shape[0] not in (1, count):
                raise InputError(
                    f"attribute {name} has shape {value.shape}; it must be ({count}, 4) or (1, 4)"
                )
            value = AttributeSource(name, value, constant=len(value) == 1 and count != 1)
        sources[index] = value
    return sources


def _numbered_by_draws(sources: Mapping[int, AttributeSource], count: int, size: int) -> bool:
    """True if vertex.id and vertex.instance are the numbers that draws of ``size`` vertices have."""
    for index in (VERTEX_ID, VERTEX_INSTANCE):
        if index in sources:
            numbers = sources[index].rows(0, count).view(np.uint32)[:, 0]
            expected = np.arange(count, dtype=np.uint32) % size if index == VERTEX_ID else np.uint32(0)
            if not (numbers == expected).all():
                return False
    return True


def _host_arrays(request: Request, out: Mapping[str, Float32Array], count: int) -> dict[str, Float32Array]:
    """The arrays results go to, the caller's or new ones."""
    program = request.program
    shape = program.profile.parameters if program.profile.stage is Stage.VERTEX_STATE else count, 4
    results_of(program, out)
    for name, array in out.items():
        if array.shape != shape or array.dtype != np.float32 or not array.flags.writeable:
            raise InputError(
                f"out[{name!r}] is {array.dtype} of shape {array.shape}; it must be writable "
                f"float32 of shape {shape}"
            )
    return {name: out[name] if name in out else np.empty(shape, np.float32) for name in request.results}


def _mode(context: moderngl.Context, mode: str | None) -> str:
    if mode == "compute" and not supports_compute(context):
        raise TargetError(
            f"compute needs OpenGL 4.3; {context.info['GL_RENDERER']} here gives "
            f"{context.version_code // 100}.{context.version_code // 10 % 10}: use the mode feedback"
        )
    return mode or ("compute" if supports_compute(context) else "feedback")


def _chunk_size(context: moderngl.Context, linked: Compiled, chunk: int | None) -> int:
    """Vertices a chunk: what was asked for, or less where a buffer or dispatch limit is lower."""
    info = context.info
    vectors = max(len(linked.translation.attributes), len(linked.translation.results), 1)
    size = min(chunk or _CHUNK, BUFFER_BYTES // (vectors * _VECTOR))
    if linked.mode == "compute":
        groups = info["GL_MAX_COMPUTE_WORK_GROUP_COUNT"][0]
        block = info["GL_MAX_SHADER_STORAGE_BLOCK_SIZE"]
        size = min(size, groups * _LOCAL_SIZE, block // (vectors * _VECTOR))
    return max(size, 1)
