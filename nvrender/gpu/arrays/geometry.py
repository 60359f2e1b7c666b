"""Geometry programs over primitives on the GPU: their emitted vertices, captured by transform feedback."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.emitted import COLUMNS, emitted_results, growing_emission
from nvrender.gl.inputs.geometry import PRIMITIVE_ID
from nvrender.gl.inputs.global_memory import unchanged, with_left
from nvrender.gl.inputs.primitives import MODES, POLYGONS, Assembly
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Results
from nvrender.glsl.io.geometry import EMITTED_PLACE, place_components
from nvrender.glsl.io.patch_records import VALUES, VERTICES
from nvrender.glsl.io.vertex import Attribute
from nvrender.glsl.requirements import target_of
from nvrender.glsl.targets import Target
from nvrender.glsl.translate import Translation, translate
from nvrender.gpu.arrays.batch import BUFFER_BYTES, FORMATS, Job, bind_pixel
from nvrender.gpu.arrays.compiled import Compiled, Pass, cached
from nvrender.gpu.arrays.linked import check_block_size
from nvrender.gpu.context.context import check_errors, using
from nvrender.gpu.context.making import make_program
from nvrender.gpu.context.target import suited
from nvrender.gpu.context.work import lanes_a_call
from nvrender.gpu.resources.image_units import MemoryReadings, check_image_units, memory_readings
from nvrender.gpu.resources.memory_buffer import check_passes, reached
from nvrender.gpu.resources.readings import Readings, readings_of
from nvrender.gpu.resources.textures import bind_textures
from nvrender.program import Program
from nvrender.program.memory import reaching_outside
from nvrender.source import InternalError, TargetError

#: What a buffer holds where no vertex is captured: no primitive has this number.
_NOT_WRITTEN = b"\xff\xff\xff\xff"
_NO_PRIMITIVE = np.uint32(0xFFFFFFFF)
#: MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS and MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS are at least so many
#: (OpenGL 3.3, tables 6.51 and 6.48).
CAPTURED, _TOTAL = 64, 1024


def execute(
    request: Request,
    sources: Mapping[int, AttributeSource],
    assembly: Assembly,
    mode: str,
    count: int,
) -> Results:
    """Run a program for the primitives that ``count`` vertices make in ``mode``; what it emits.

    GL assembles the primitives, unless it knows not the mode, or not the numbers ``assembly`` gives them, or
    they are too many at once: then each is drawn by its own vertices. What memory the program reaches holds
    afterwards is in the results. ContextError without usable GL;
    TargetError for more attributes than the context has inputs; InternalError with the driver's log if it
    refuses the translation.
    """
    program, results = request.program, request.results
    geometry = program.geometry
    assert geometry is not None
    total = len(assembly.vertices)
    numbered = np.array_equal(assembly.ids, np.arange(total))
    each = most_emitted(program)
    most = min(max(BUFFER_BYTES // (each * 4 * CAPTURED), 1), primitives_a_call(program, request.watchdog))
    apart = mode in POLYGONS or not numbered or total > most
    with using(request.context) as current, ExitStack() as stack:
        given = apart and PRIMITIVE_ID in sources
        readings = readings_of(current, program, request.textures)
        reaches = memory_readings(program, request.stores)
        options = (
            program,
            geometry_target(current, program),
            request.numerics,
            results,
            request.watchdog,
            given,
            readings,
            reaches,
        )
        linked = cached(current, ("geometry", *options), partial(compile_geometry, current, *options))
        size = min(total, most)
        job = Job(current, linked, sources, size * geometry.vertices if apart else count, stack)
        job.set_parameters(request.parameters)
        job.set_buffers(request.buffers)
        bind_textures(current, linked, request.textures, stack)
        bind_pixel(current, stack)
        memory = reached(current, program, request.stores, stack)
        run = _Run(job, program, assembly, size)
        pieces, growing = [], growing_emission()
        for start in range(0, total, size) if total else ():
            stop = min(start + size, total)
            pieces.append(run.apart(start, stop) if apart else run.together(mode, count))
            growing.add(sum(array.nbytes for array in pieces[-1].values()))
            request.tell(stop, total)
        left = unchanged(request.stores) if memory is None else memory.left()
        check_errors(current, "running a geometry program over arrays")
    none = np.zeros((0, 4), np.float32)
    places = np.concatenate([np.zeros((0, COLUMNS), np.int32), *(piece[EMITTED_PLACE] for piece in pieces)])
    found = {name: np.concatenate([none, *(piece[name] for piece in pieces)]) for name in results}
    return with_left(emitted_results(program, places, found), left)


def most_emitted(program: Program) -> int:
    """The vertices emitted for one input primitive at most."""
    assert program.geometry is not None
    return program.geometry.limit * program.geometry.invocations


def primitives_a_call(program: Program, watchdog: int | None) -> int:
    """How many input primitives one draw is given."""
    assert program.geometry is not None
    return max(lanes_a_call(program, watchdog) // program.geometry.invocations, 1)


class _Run:
    """The vertex arrays of one execution, which draws ``size`` primitives at once."""

    def __init__(self, job: Job, program: Program, assembly: Assembly, size: int) -> None:
        geometry = program.geometry
        assert geometry is not None
        self._job = job
        self._assembly = assembly
        self._size = size
        self._geometry = geometry
        self._columns = [
            (f"input_{row.location}", job.sources[row.index]) for row in _fed(job.linked.translation)
        ]
        self._buffers = [job.buffer(1 if source.constant else job.chunk) for _, source in self._columns]
        widest = max((stride(step) for step in job.linked.passes), default=0)
        self._each = most_emitted(program)
        self._output = job.buffer(max(size, 1) * self._each * -(-widest // 16))
        self._arrays = [self._vertex_array(step) for step in job.linked.passes]

    def _vertex_array(self, step: Pass) -> moderngl.VertexArray:
        content = [
            (buffer, FORMATS[member.shape] + ("/r" if source.constant else ""), name)
            for (name, source), buffer in zip(self._columns, self._buffers, strict=True)
            if (member := step.program.get(name, None)) is not None
        ]
        array = self._job.context.vertex_array(step.program, content)
        self._job.stack.callback(array.release)
        return array

    def together(self, mode: str, count: int) -> dict[str, npt.NDArray[Any]]:
        """One draw of all vertices, which GL assembles."""
        for (_, source), buffer in zip(self._columns, self._buffers, strict=True):
            buffer.write(source.rows(0, count))
        return self._drawn(mode, count)

    def apart(self, start: int, stop: int) -> dict[str, npt.NDArray[Any]]:
        """One draw of some primitives, each by its own vertices."""
        vertices = self._assembly.vertices[start:stop].reshape(-1)
        for (_, source), buffer in zip(self._columns, self._buffers, strict=True):
            rows = source.rows(0, len(source.array))
            if source.name == "primitive.id":
                rows = np.repeat(rows[start:stop], self._geometry.vertices, axis=0)
            elif not source.constant:
                rows = rows[vertices]
            buffer.write(np.ascontiguousarray(rows))
        found = self._drawn(MODES[self._geometry.input][0], len(vertices))
        found[EMITTED_PLACE][:, 0] += start
        return found

    def _drawn(self, mode: str, count: int) -> dict[str, npt.NDArray[Any]]:
        arrays = dict(zip(map(id, self._job.linked.passes), self._arrays, strict=True))

        def draw(step: Pass) -> None:
            arrays[id(step)].transform(self._output, getattr(moderngl, mode), vertices=count)

        most = self._size * self._each
        return emitted_words(self._job.linked.passes, self._output, most, draw)


def emitted_words(
    passes: Iterable[Pass], output: moderngl.Buffer, most: int, draw: Callable[[Pass], None]
) -> dict[str, npt.NDArray[Any]]:
    """Result → (E, 4) words of the vertices that ``draw`` captures in ``output``, ``most`` at most.

    The first pass captures their places, EMITTED_PLACE, besides; they come as (E, COLUMNS).
    """
    found: dict[str, npt.NDArray[Any]] = {}
    for step in passes:
        read = np.empty((most, stride(step) // 4), np.uint32)
        if not found and most:
            output.clear(read.nbytes, chunk=_NOT_WRITTEN)
        draw(step)
        output.read_into(read, read.nbytes)
        if not found:  # the pass that has the places; there is no query, which moderngl never releases
            most = int(np.argmax(np.append(read[:, 0], _NO_PRIMITIVE) == _NO_PRIMITIVE))
            read = read[:most]
        for name, columns in _columns(step):
            words = np.ascontiguousarray(read[:, columns])
            if name == EMITTED_PLACE:
                missing = COLUMNS - words.shape[1]
                found[name] = np.pad(words.view(np.int32), ((0, 0), (0, missing)))
            else:
                found[name] = words.view(np.float32)
    return found


def _columns(step: Pass) -> Iterator[tuple[str, slice]]:
    """Which words of a captured vertex are whose."""
    first = 0
    for name in step.results:
        last = first + (step.place if name == EMITTED_PLACE else 4)
        yield name, slice(first, last)
        first = last


def stride(step: Pass) -> int:
    """Bytes of a captured vertex."""
    return 4 * max((columns.stop for _, columns in _columns(step)), default=0)


def compile_geometry(
    context: moderngl.Context,
    program: Program,
    target: Target,
    numerics: str,
    wanted: tuple[str, ...],
    watchdog: int | None,
    given: bool,
    readings: Readings,
    reaches: MemoryReadings,
) -> Compiled:
    """The passes that capture what ``wanted`` names; with ``given`` primitives have numbers of their own."""
    passes, translation = [], None
    groups = result_groups(context, program, wanted)
    check_passes(program, len(groups))
    for names in groups:
        translation = translate(
            program,
            target,
            interface="feedback",
            numerics=numerics,
            watchdog=watchdog,
            numbers_given=given,
            captured=names,
            readings=dict(readings),
            **reaches.options,
        )
        check_image_units(context, [(program, translation)])
        captured = {row.result: row.name for row in translation.results} | {EMITTED_PLACE: EMITTED_PLACE}
        linked = _linked(context, translation, tuple(captured[name] for name in names))
        passes.append(Pass(linked, names, place_components(program)))
    assert translation is not None
    for row in translation.buffers:
        check_block_size(context, row)
    return Compiled("geometry", translation, tuple(passes))


def geometry_target(context: moderngl.Context, program: Program) -> Target:
    """The least GLSL that can say it; TargetError where the context has not as much."""
    assert program.geometry is not None
    target = target_of(program, "glsl330")
    if target.version > context.version_code:
        memory = "memory" if reaching_outside(program) is not None else "F64"
        what = "INVOCATIONS" if program.geometry.invocations > 1 else memory
        raise TargetError(
            f"{program.source.name}: {what} in geometry programs needs OpenGL 4.3; "
            f"{context.info['GL_RENDERER']} here gives {context.version_code // 100}."
            f"{context.version_code // 10 % 10}"
        )
    return suited(context, target)


def result_groups(
    context: moderngl.Context, program: Program, wanted: Iterable[str]
) -> list[tuple[str, ...]]:
    """What the passes that capture ``wanted`` have, the place of each emitted vertex first.

    As many results as a vertex may have, and as all vertices together.
    """
    assert program.geometry is not None
    most = min(CAPTURED, context.info["GL_MAX_GEOMETRY_OUTPUT_COMPONENTS"], _TOTAL // program.geometry.limit)
    groups: list[tuple[tuple[str, ...], int]] = [((), most)]
    for name, size in ((EMITTED_PLACE, place_components(program)), *((name, 4) for name in wanted)):
        if groups[-1][1] < size and groups[-1][0]:
            groups.append(((), most))
        groups[-1] = (*groups[-1][0], name), groups[-1][1] - size
    return [names for names, _ in groups]


def _linked(
    context: moderngl.Context, translation: Translation, captured: tuple[str, ...]
) -> moderngl.Program:
    inputs = _fed(translation)
    most = context.info["GL_MAX_VERTEX_ATTRIBS"]
    components = context.info["GL_MAX_GEOMETRY_INPUT_COMPONENTS"]
    if len(inputs) > min(most, components // 4):
        raise TargetError(
            f"the geometry program reads {len(inputs)} attributes; {context.info['GL_RENDERER']} has room "
            f"for {min(most, components // 4)}"
        )
    try:
        return make_program(
            context,
            vertex_shader=handing_on(translation),
            geometry_shader=translation.source,
            varyings=captured,
        )
    except moderngl.Error as error:
        raise InternalError(
            f"{context.info['GL_RENDERER']} refuses the translation to {translation.target}: {error}"
        ) from error


def _fed(translation: Translation) -> list[Attribute]:
    """The attributes that come through the vertex shader."""
    elsewhere = ("gl_PrimitiveIDIn", VERTICES, VALUES)
    return [row for row in translation.attributes if row.name not in elsewhere]


def handing_on(translation: Translation) -> str:
    """A vertex shader that gives a geometry shader what its attributes hold."""
    outputs = {row.name: row for row in translation.varyings}
    declarations, writes = ["#version 330 core"], []
    for row in _fed(translation):
        kind = outputs[row.name].kind if row.name in outputs else ""
        name = f"input_{row.location}"
        declarations.append(f"layout(location = {row.location}) in {kind}vec4 {name};")
        if row.name in outputs:
            declarations.append(f"{'flat ' if kind else ''}out {kind}vec4 {row.name};")
        writes.append(f"    {row.name} = {name};")
    return "\n".join([*declarations, "void main() {", *writes, "}", ""])
