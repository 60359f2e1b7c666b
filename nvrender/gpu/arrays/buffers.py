"""Results of vertex programs that stay on the GPU, to be attributes of the next ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import FILL, AttributeSource
from nvrender.gl.inputs.params import modelview_projection
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.gpu.arrays.compiled import Compiled, Pass
from nvrender.gpu.arrays.runner import VECTOR, Job, ranges, run
from nvrender.gpu.arrays.vertices import FORMATS, VertexPlan, columns_of
from nvrender.gpu.context.context import headless
from nvrender.gpu.context.current import gone
from nvrender.gpu.context.pixel import bind_pixel
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.context.use import deleting
from nvrender.gpu.context.work import lanes_a_call
from nvrender.source import InputError

#: What stands for numbers that are on the GPU: a NaN that no program makes.
_ELSEWHERE = 0x7FC0DEAD


class BufferArray:
    """(N, 4) float32 in a buffer on the GPU, as ``run(…, as_buffers=True)`` leaves a result.

    ``run`` takes it as an attribute in the same context. ``buffer`` is moderngl's, in which row k begins at
    byte ``offset + k * stride``; several results may share one. ``read`` and numpy.asarray copy the rows.
    ``release`` gives the buffer back, behind the last result in it; a ``with`` block does so at its end.
    """

    dtype = np.dtype(np.float32)

    def __init__(self, buffer: moderngl.Buffer, count: int, column: int, users: list[BufferArray]) -> None:
        self._buffer, self.shape = buffer, (count, 4)
        self._users = users
        users.append(self)
        self.offset = column * VECTOR
        self._cell = np.array(_ELSEWHERE, np.uint32).view(np.float32)

    @property
    def buffer(self) -> moderngl.Buffer:
        """What it is in; InputError once it is released."""
        if self not in self._users or gone(self._buffer.ctx):
            raise InputError("this result is no more on the GPU: it was released, or its context was")
        return self._buffer

    @property
    def stride(self) -> int:
        """Bytes from row to row."""
        return int(self._buffer.size) // max(len(self), 1)

    def read(self) -> Float32Array:
        """A copy, (N, 4) float32."""
        buffer = self.buffer
        with state_guard(buffer.ctx):
            data = np.frombuffer(buffer.read(), np.float32).reshape(len(self), -1)
        first = self.offset // 4
        return np.ascontiguousarray(data[:, first : first + 4])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        return self.read().astype(dtype or np.float32, copy=False)

    def __len__(self) -> int:
        return self.shape[0]

    def release(self) -> None:
        """Give it back; once more is nothing."""
        if self not in self._users:
            return
        self._users.remove(self)
        if not self._users and not gone(self._buffer.ctx):
            with deleting(self._buffer.ctx):
                self._buffer.release()

    def __enter__(self) -> BufferArray:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    @property
    def stand_in(self) -> Float32Array:
        """An array of the same shape in one place of memory, by which it is found among sources."""
        return np.broadcast_to(self._cell, self.shape)

    def is_in(self, array: npt.NDArray[Any]) -> bool:
        """True for an array, or some columns of one, that stands for this."""
        return array.ctypes.data == self._cell.ctypes.data


def stand_ins(attributes: Any) -> tuple[Any, tuple[BufferArray, ...]]:
    """Attributes with what stands for those on the GPU, and these."""
    if not isinstance(attributes, Mapping):
        return attributes, ()
    found = tuple(value for value in attributes.values() if isinstance(value, BufferArray))
    given = {
        key: value.stand_in if isinstance(value, BufferArray) else value for key, value in attributes.items()
    }
    return given, found


def execute(
    request: Request, sources: Mapping[int, AttributeSource], total: int, given: tuple[BufferArray, ...]
) -> Results:
    """Run a vertex program for ``total`` vertices, of whose ``sources`` some are on the GPU; so are results.

    By transform feedback, all vertices in buffers together. Raises what ``run`` raises; InputError for
    buffers of another context, and for attributes that the program reads as integers or in 64 bits.
    """
    context = request.context or headless()
    places = {index: _place(source, given) for index, source in sources.items()}
    for place in places.values():
        if place is not None and place.buffer.ctx is not context:
            raise InputError("an attribute is on the GPU in another context; give an array")
    at_once = lanes_a_call(request.program, request.watchdog)
    arrays: dict[str, Any] = dict.fromkeys(request.results)
    if not total or not arrays:
        raise InputError("as_buffers keeps results of one vertex at least; there is nothing to keep")
    plan = _BufferPlan(total, at_once, sources, arrays, "feedback", places)
    try:
        run(request, plan)
    except BaseException:
        for result in plan.kept:
            result.release()
        raise
    return Results({name: arrays[name] for name in request.results})


def _place(source: AttributeSource, given: tuple[BufferArray, ...]) -> BufferArray | None:
    """Where a source is on the GPU, None for an array."""
    found = next((each for each in given if each.is_in(source.array)), None)
    if found is not None and not source.integer and source.half is None and source.fill == FILL:
        return found
    words = np.asarray(source.array[:1]).reshape(-1)[:1]
    if found is not None or (words.dtype == np.float32 and words.view(np.uint32).tolist() == [_ELSEWHERE]):
        raise InputError(
            f"{source.name} is on the GPU as floats, and the program reads it otherwise; give an array"
        )
    return None


@dataclass(frozen=True)
class _BufferPlan(VertexPlan):
    """Vertices fill buffers, a pass one, and ``arrays`` get what is in them; ``kept`` has all of these."""

    places: Mapping[int, BufferArray | None]
    kept: list[BufferArray] = field(default_factory=list)

    def _size(self, context: moderngl.Context, linked: Compiled) -> int:
        return self.total

    def parts(self, job: Job) -> Iterator[int]:
        job.set_block("FixedFunction", modelview_projection(job.request.state).tobytes())
        bind_pixel(job.context, job.stack)
        inputs = [
            (row.name, source, self.places[row.index], self._buffer(job, row.index, source))
            for row, source in zip(
                job.linked.translation.attributes, columns_of(job.linked, self.sources), strict=True
            )
        ]
        passes = [(_vertex_array(job, step, inputs), *self._output(job, step)) for step in job.linked.passes]
        for start, stop in ranges(self.total, self.at_once):
            for array, output, stride in passes:
                array.transform(output, moderngl.POINTS, stop - start, start, buffer_offset=start * stride)
            yield stop

    def _buffer(self, job: Job, index: int, source: AttributeSource) -> moderngl.Buffer:
        place = self.places[index]
        if place is not None:
            return place.buffer
        buffer = job.buffer(1 if source.constant else self.total)
        buffer.write(source.rows(0, self.total))
        return buffer

    def _output(self, job: Job, step: Pass) -> tuple[moderngl.Buffer, int]:
        """The buffer of a pass, and the bytes of a vertex in it."""
        stride = len(step.results) * VECTOR
        try:
            buffer = job.context.buffer(reserve=self.total * stride)
        except moderngl.Error as error:
            raise InputError(f"the GPU has no memory for {self.total * stride} bytes ({error})") from None
        users: list[BufferArray] = []
        for column, name in enumerate(step.results):
            self.arrays[name] = BufferArray(buffer, self.total, column, users)  # type: ignore[assignment]
            self.kept.append(self.arrays[name])  # type: ignore[arg-type]
        return buffer, stride


def _vertex_array(job: Job, step: Pass, inputs: Any) -> moderngl.VertexArray:
    """What draws a pass with these inputs, released with the job."""
    content: list[Any] = []
    for name, source, place, buffer in inputs:
        if (member := step.program.get(name, None)) is None:
            continue
        layout = FORMATS[member.shape] + ("/r" if source.constant else "")
        if place is not None:
            components, words = source.array.shape[1], place.stride // 4
            before = place.offset // 4
            behind = words - before - components
            parts = (
                f"{before}x4" * bool(before),
                f"{components}{FORMATS[member.shape][1]}",
                f"{behind}x4" * bool(behind),
            )
            layout = " ".join(filter(None, parts))
        content.append((buffer, layout, name))
    array = job.context.vertex_array(step.program, content)
    job.stack.callback(array.release)
    return array
