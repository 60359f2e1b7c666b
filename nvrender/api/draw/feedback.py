"""What draws record and count before primitives are rasterised (NV_transform_feedback 2.Y, 2.Z and 3.X)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.feedback.commands import parts_of
from nvrender.api.feedback.objects import GENERATED, STREAMS, WRITTEN, count
from nvrender.api.objects.buffers import BufferState, Bytes
from nvrender.api.objects.feedback import FeedbackState
from nvrender.api.objects.fixed import FixedState
from nvrender.gl.inputs.conventional import conventional_names
from nvrender.gl.inputs.results import Results
from nvrender.gl.state.state import State
from nvrender.oracle.frame.draw import Stages
from nvrender.oracle.frame.vertices import NAMES
from nvrender.program import Program

_SECTION = "NV_transform_feedback 2.Y"
#: What results nobody writes are, as words: of register-named programs and without one, and of others.
_UNWRITTEN = np.array([0, 0, 0, 1], np.float32).view(np.uint32), np.zeros(4, np.uint32)

Words = npt.NDArray[np.uint32]


def discards(fixed: FixedState) -> bool:
    """Whether nothing is rasterised (3.X)."""
    return enums.RASTERIZER_DISCARD_NV in fixed.enabled


def records(feedback: FeedbackState) -> bool:
    """Whether a draw has to tell what its vertices become."""
    counted = any(target in (GENERATED, WRITTEN) for target, _ in feedback.active_queries)
    return feedback.bound.recording or counted


def recorded_results(feedback: FeedbackState, stages: Stages, state: State) -> tuple[tuple[str, ...], State]:
    """The results to capture, by the names of the last program, and the state in which there are these."""
    last = stages.geometry or stages.tess_evaluation or stages.vertex
    parts = feedback.bound.feedback.parts if feedback.bound.recording else ()
    wanted = {name for rows in parts for name, _ in parts_of(rows) if name}
    if last is None:
        names = {NAMES.get(name, name) for name in wanted}
        state = _with_results(state, names)
        there = conventional_names(state)
    else:
        there = last.results
        names = wanted if last.profile.declares_names else {NAMES.get(name, name) for name in wanted}
    return tuple(name for name in there if name in names) or there[:1], state


def _with_results(state: State, names: Iterable[str]) -> State:
    """A state in which the conventional stage makes these results."""
    wanted = set(names)
    units = tuple(
        replace(unit, enabled=unit.enabled or f"TEX{number}" in wanted)
        for number, unit in enumerate(state.texture_units)
    )
    fog = replace(state.fog, enabled=state.fog.enabled or "FOGC" in wanted)
    return state.with_(texture_units=units, fog=fog, color_sum=state.color_sum or "COL1" in wanted)


def record(feedback: FeedbackState, buffers: BufferState, results: Results, last: Program | None) -> None:
    """Write what was captured into the buffers, and count it; primitives that do not fit are left out."""
    for stream, row in enumerate(results.streams[:STREAMS]):
        assert row.emitted is not None
        corners = row.emitted.vertices
        count(feedback, GENERATED, stream, len(corners))
        if feedback.bound.recording:
            count(feedback, WRITTEN, stream, _written(feedback, buffers, stream, row, corners, last))


def _written(
    feedback: FeedbackState,
    buffers: BufferState,
    stream: int,
    results: Results,
    corners: npt.NDArray[np.int64],
    last: Program | None,
) -> int:
    """How many primitives of a stream were recorded."""
    held, recorded = feedback.bound, feedback.bound.feedback
    points = [
        point for point, rows in enumerate(recorded.parts) if rows and recorded.streams[point] == stream
    ]
    if not points or not len(corners):
        return 0
    each = corners.shape[1]
    rooms = {point: _room(feedback, buffers, point) for point in points}
    sizes = {point: 4 * sum(size for _, size in parts_of(recorded.parts[point])) for point in points}
    count_ = min([len(corners), *(len(rooms[point]) // (sizes[point] * each) for point in points)])
    order = corners[:count_].reshape(-1)
    for point in points:
        room = rooms[point][: len(order) * sizes[point]]
        table = room.view(np.uint32).reshape(len(order), sizes[point] // 4)
        column = 0
        for name, size in parts_of(recorded.parts[point]):
            if name:
                table[:, column : column + size] = _values(results, name, last)[order, :size]
            column += size
        buffer = buffers.readable(held.buffers[point].buffer, _SECTION)
        buffer.write(0, buffer.content[:0])
        held.places[point] = held.places.get(point, 0) + len(room)
    held.vertices[stream] = held.vertices.get(stream, 0) + len(order)
    return int(count_)


def _room(feedback: FeedbackState, buffers: BufferState, point: int) -> Bytes:
    """The bytes behind what has been recorded already, whole words."""
    binding = feedback.bound.buffers[point]
    content = buffers.readable(binding.buffer, _SECTION).content
    end = len(content) if binding.size is None else min(binding.offset + binding.size, len(content))
    start = binding.offset + feedback.bound.places.get(point, 0)
    return content[start : start + max(end - start, 0) // 4 * 4]


def _values(results: Results, name: str, last: Program | None) -> Words:
    """(E, 4) words of a result; of one that nobody writes the same of every vertex."""
    found = next((results[key] for key in (name, NAMES.get(name, name)) if key in results), None)
    if found is not None:
        return np.ascontiguousarray(found).view(np.uint32)
    declared = last is not None and last.profile.declares_names
    assert results.emitted is not None
    return np.broadcast_to(_UNWRITTEN[declared], (len(results.emitted.source), 4))
