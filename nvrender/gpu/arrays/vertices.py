"""Vertex programs over arrays on the GPU: by compute shader, or by transform feedback below OpenGL 4.3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import moderngl
import numpy as np

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.global_memory import unchanged, with_left
from nvrender.gl.inputs.params import modelview_projection
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.gl.inputs.vertices import attribute_name, attributes_read
from nvrender.glsl.link import Link
from nvrender.gpu.arrays.compiled import Compiled, Pass, Shader, cached, compute_shader, linked, shader_of
from nvrender.gpu.arrays.runner import BUFFER_BYTES, VECTOR, Job, Plan, ranges, run
from nvrender.gpu.context.context import supports_compute
from nvrender.gpu.context.pixel import bind_pixel
from nvrender.gpu.context.target import target_for
from nvrender.gpu.context.work import lanes_a_call
from nvrender.gpu.resources.image_units import Reached
from nvrender.gpu.resources.memory_buffer import check_storage
from nvrender.languages.arb.vertex_bindings import VERTEX_ID, VERTEX_INSTANCE
from nvrender.program import Program
from nvrender.program.memory import reaching_outside
from nvrender.program.profile import Stage
from nvrender.source import InputError, TargetError

#: Mode → the least GLSL it is written in.
MODES = {"compute": "glsl430", "feedback": "glsl330"}
#: MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS is at least 64 (OpenGL 3.3, table 6.51).
CAPTURED_PER_PASS = 16

_LOCAL_SIZE = 64
#: What is copied to and from the GPU is then a row of memory, as callers have it.
_APART = Link(apart=True)
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
    """Run a vertex program for ``count`` vertices; result name → (count, 4) float32.

    ``attributes`` maps each number the program reads to an AttributeSource or to (count, 4) or (1, 4)
    float32. ``mode`` is "compute", "feedback" or None for compute where the context has it; memory takes
    compute. At most ``chunk`` vertices are on the GPU at once. ``out`` maps some results to writable
    (count, 4) float32 arrays to fill, memory-mapped ones too.

    A vertex state program runs once per row of attribute 0, in order; its result is ``c``.

    Raises what ``runner.run`` raises; TargetError if ``mode`` needs more than the context has; InputError for
    arrays that do not fit.
    """
    if mode is not None and mode not in MODES:
        raise InputError(f"unknown mode {mode!r}; modes are {', '.join(MODES)}")
    if chunk is not None and chunk < 1:
        raise InputError(f"chunk must be at least 1 vertex, not {chunk}")
    program, parameters = request.program, request.parameters
    sources = _sources(program, attributes, count)
    declared = program.profile.declares_names
    rows = len(program.parameters) if declared else program.profile.parameters
    if parameters.shape != (rows, 4):
        raise InputError(f"parameters has shape {parameters.shape}; it must be ({rows}, 4)")
    arrays = _host_arrays(request, out or {}, count)
    reaches = reaching_outside(program) is not None
    vertex_state = program.profile.stage is Stage.VERTEX_STATE
    if vertex_state:
        arrays["c"][:] = parameters
    if count == 0 or not (arrays or reaches):
        return with_left(Results(arrays), unchanged(request.stores))
    at_once = min(chunk or _CHUNK, lanes_a_call(program, request.watchdog, _LOCAL_SIZE))
    plan = (_VertexStatePlan if vertex_state else VertexPlan)(
        count, 1 if vertex_state else at_once, sources, arrays, "compute" if reaches else mode
    )
    left = run(request, plan)
    return with_left(Results(arrays), left)


@dataclass(frozen=True)
class VertexPlan(Plan):
    """Vertices fill ``arrays``."""

    doing = "running a program over arrays"

    sources: Mapping[int, AttributeSource]
    arrays: dict[str, Float32Array]
    mode: str | None

    def compiled(self, context: moderngl.Context, request: Request, reached: Reached) -> Compiled:
        if reaching_outside(request.program) is not None:
            check_storage(context)
        mode = chosen_mode(context, self.mode)
        target = target_for(context, request.program, MODES[mode])
        if mode == "compute":
            return cached(context, shader_of(context, request, reached, mode, target, _APART), compute_shader)
        shader = shader_of(context, request, reached, mode, target, Link(captured=tuple(self.arrays)))
        found = cached(context, shader, feedback_passes)
        if self._numbered_by_draws(self._size(context, found)):
            return found
        numbered = replace(shader, link=replace(shader.link, numbers_given=True))
        return cached(context, numbered, feedback_passes)

    def _size(self, context: moderngl.Context, linked: Compiled) -> int:
        return min(self.total, chunk_size(context, linked, self.at_once))

    def _numbered_by_draws(self, size: int) -> bool:
        """True if vertex.id and vertex.instance are the numbers that draws of ``size`` vertices have."""
        for index in (VERTEX_ID, VERTEX_INSTANCE):
            if index in self.sources:
                numbers = self.sources[index].rows(0, self.total).view(np.uint32)[:, 0]
                counted = np.arange(self.total, dtype=np.uint32) % size
                if not (numbers == (counted if index == VERTEX_ID else np.uint32(0))).all():
                    return False
        return True

    def parts(self, job: Job) -> Iterator[int]:
        size = self._size(job.context, job.linked)
        job.set_block("FixedFunction", modelview_projection(job.request.state).tobytes())
        columns = columns_of(job.linked, self.sources)
        by = _Compute if job.linked.translation.interface == "compute" else _Feedback
        return self._steps(job, by(job, columns, size), size)

    def _steps(self, job: Job, runner: _Compute | _Feedback, size: int) -> Iterator[int]:
        for start, stop in ranges(self.total, size):
            runner.run(start, stop, {name: array[start:stop] for name, array in self.arrays.items()})
            yield stop


class _VertexStatePlan(VertexPlan):
    """Rows one by one, each on the parameters that the ones before wrote (NV_vertex_program 2.14.4)."""

    def _steps(self, job: Job, runner: _Compute | _Feedback, size: int) -> Iterator[int]:
        parameters = self.arrays["c"]
        registers = {row.result: row.index for row in job.linked.translation.results}
        for row in range(self.total):
            job.set_parameters(parameters)
            left = {name: parameters[index : index + 1] for name, index in registers.items()}
            runner.run(row, row + 1, left)
            yield row + 1


def columns_of(linked: Compiled, sources: Mapping[int, AttributeSource]) -> tuple[AttributeSource, ...]:
    """The sources in the translation's order of attributes."""
    return tuple(sources[row.index] for row in linked.translation.attributes)


def feedback_passes(context: moderngl.Context, shader: Shader) -> Compiled:
    """A pass for as many of the results as transform feedback surely captures; ("c",) are all parameters."""
    translation = shader.translation(context)
    wanted = shader.link.captured or ()
    rows = [row for row in translation.results if wanted == ("c",) or row.result in wanted]
    passes = []
    for first in range(0, len(rows), CAPTURED_PER_PASS):
        part = rows[first : first + CAPTURED_PER_PASS]
        varyings = tuple(row.name for row in part)
        program = linked(context, translation, vertex_shader=translation.source, varyings=varyings)
        passes.append(Pass(program, tuple(row.result for row in part)))
    return Compiled(translation, tuple(passes))


class _Compute:
    """One dispatch a part: each attribute and each result an array in one of two storage buffers."""

    def __init__(self, job: Job, columns: tuple[AttributeSource, ...], size: int) -> None:
        (step,) = job.linked.passes
        self._context, self._shader, self._names = job.context, step.program, step.results
        self._columns = columns
        self._input, self._output = (job.buffer(size * len(rows)) for rows in (columns, self._names))
        self._input.bind_to_storage_buffer(0)
        self._output.bind_to_storage_buffer(1)
        self._count = 0

    def run(self, start: int, stop: int, into: Mapping[str, Float32Array]) -> None:
        """Fills (n, 4) arrays by the names of their results."""
        count = stop - start
        for column, source in enumerate(self._columns):
            if not source.constant:
                self._input.write(source.rows(start, stop), column * count * VECTOR)
            elif count != self._count:
                self._input.write(np.repeat(source.rows(0, 1), count, axis=0), column * count * VECTOR)
        if (number := self._shader.get("vertex_count", None)) is not None and count != self._count:
            number.value = count
        self._count = count
        self._shader.run(-(-count // _LOCAL_SIZE))
        self._context.memory_barrier()
        for column, name in enumerate(self._names):
            if name in into:
                read_into(self._output, into[name], column * count * VECTOR)


def read_into(buffer: moderngl.Buffer, array: Float32Array, offset: int) -> None:
    """Fill an array from a place in a buffer, at once where it is a piece of memory."""
    if array.flags.c_contiguous:
        buffer.read_into(array, array.nbytes, offset=offset)
    else:
        array[:] = np.frombuffer(buffer.read(array.size * 4, offset=offset), np.float32).reshape(array.shape)


class _Feedback:
    """One draw a part and pass, rasterizer discarded, sixteen results captured at most."""

    def __init__(self, job: Job, columns: tuple[AttributeSource, ...], size: int) -> None:
        bind_pixel(job.context, job.stack)
        self._columns = columns
        self._inputs = tuple(job.buffer(1 if source.constant else size) for source in columns)
        for source, buffer in zip(columns, self._inputs, strict=True):
            if source.constant:
                buffer.write(source.rows(0, 1))
        names = [row.name for row in job.linked.translation.attributes]
        inputs = list(zip(names, columns, self._inputs, strict=True))
        self._passes = [(step, vertex_array(job, step, inputs)) for step in job.linked.passes]
        self._output = job.buffer(size * max(len(step.results) for step in job.linked.passes))

    def run(self, start: int, stop: int, into: Mapping[str, Float32Array]) -> None:
        """Fills (n, 4) arrays by the names of their results."""
        count = stop - start
        for source, buffer in zip(self._columns, self._inputs, strict=True):
            if not source.constant:
                buffer.write(source.rows(start, stop))
        for step, array in self._passes:
            array.transform(self._output, moderngl.POINTS, vertices=count)
            if len(step.results) == 1 and step.results[0] in into:
                read_into(self._output, into[step.results[0]], 0)
                continue
            read = np.empty((count, len(step.results), 4), np.float32)
            self._output.read_into(read, read.nbytes)
            for column, name in enumerate(step.results):
                if name in into:
                    into[name][:] = read[:, column]


def vertex_array(
    job: Job, step: Pass, inputs: Iterable[tuple[str, AttributeSource, moderngl.Buffer]]
) -> moderngl.VertexArray:
    """What draws a pass with these inputs, released with the job."""
    content = [
        (buffer, FORMATS[member.shape] + ("/r" if source.constant else ""), name)
        for name, source, buffer in inputs
        if (member := step.program.get(name, None)) is not None
    ]
    array = job.context.vertex_array(step.program, content)
    job.stack.callback(array.release)
    return array


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


def _host_arrays(request: Request, out: Mapping[str, Float32Array], count: int) -> dict[str, Float32Array]:
    """The arrays results go to, the caller's or new ones."""
    program, wanted = request.program, request.results
    vertex_state = program.profile.stage is Stage.VERTEX_STATE
    yields = ("c",) if vertex_state else program.results
    shape = program.profile.parameters if vertex_state else count, 4
    for name in (*wanted, *out):
        if name not in yields:
            raise InputError(f"the program does not write a result {name!r}; it writes {', '.join(yields)}")
    for name, array in out.items():
        if array.shape != shape or array.dtype != np.float32 or not array.flags.writeable:
            raise InputError(
                f"out[{name!r}] is {array.dtype} of shape {array.shape}; it must be writable "
                f"float32 of shape {shape}"
            )
    return {name: out[name] if name in out else np.empty(shape, np.float32) for name in wanted}


def chosen_mode(context: moderngl.Context, mode: str | None) -> str:
    """``mode``, or what the context has; TargetError for what it has not."""
    if mode == "compute" and not supports_compute(context):
        raise TargetError(
            f"compute needs OpenGL 4.3; {context.info['GL_RENDERER']} here gives "
            f"{context.version_code // 100}.{context.version_code // 10 % 10}: use the mode feedback"
        )
    return mode or ("compute" if supports_compute(context) else "feedback")


def chunk_size(context: moderngl.Context, linked: Compiled, most: int) -> int:
    """Vertices a part: ``most``, or fewer where a buffer or dispatch limit is lower."""
    info, translation = context.info, linked.translation
    each = max(len(translation.attributes), len(translation.results), 1) * VECTOR
    size = min(most, BUFFER_BYTES // each)
    if translation.interface == "compute":
        groups = info["GL_MAX_COMPUTE_WORK_GROUP_COUNT"][0]
        size = min(size, groups * _LOCAL_SIZE, info["GL_MAX_SHADER_STORAGE_BLOCK_SIZE"] // each)
    return max(size, 1)
