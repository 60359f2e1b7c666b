"""Transform feedback objects and queries of what is recorded."""

from __future__ import annotations

from dataclasses import dataclass, field

from nvrender.api import enums
from nvrender.api.objects.buffers import StorageBinding
from nvrender.api.objects.table import Table


@dataclass(frozen=True)
class Feedback:
    """What transform feedback records: attribute, components and index of each, and each buffer's stream."""

    rows: tuple[tuple[int, int, int], ...] = ()
    streams: tuple[int, ...] = (0,)
    separate: bool = False

    @property
    def parts(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """The rows of each binding point."""
        if self.separate:
            return tuple((row,) for row in self.rows)
        found: list[list[tuple[int, int, int]]] = [[]]
        for row in self.rows:
            if row[0] == enums.NEXT_BUFFER_NV:
                found.append([])
            else:
                found[-1].append(row)
        return tuple(map(tuple, found))


@dataclass(eq=False)
class FeedbackObject:
    """A transform feedback object (NV_transform_feedback2, Table 6.X).

    ``mode`` is what it records, "" while it is not active; ``places`` are how many bytes so far, by binding
    point, ``vertices`` how many vertices, by stream. ``drawn`` has those of the last time, None before
    EndTransformFeedback. ``bound`` is the buffer at the general binding point while another object is bound.
    """

    feedback: Feedback = field(default_factory=Feedback)
    buffers: dict[int, StorageBinding] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)
    vertices: dict[int, int] = field(default_factory=dict)
    mode: str = ""
    paused: bool = False
    drawn: dict[int, int] | None = None
    bound: int = 0

    @property
    def recording(self) -> bool:
        """Whether draws are recorded."""
        return bool(self.mode) and not self.paused


@dataclass(slots=True)
class FeedbackState:
    """Transform feedback objects by name, the one of name 0, and the ``name`` of the one that is bound."""

    names: Table[FeedbackObject] = field(default_factory=Table)
    default: FeedbackObject = field(default_factory=FeedbackObject)
    name: int = 0
    #: How many vertices DrawTransformFeedback of a display list draws, None outside of one.
    listed_vertices: int | None = None
    #: What queries have counted, and the active ones by target and stream.
    queries: Table[int] = field(default_factory=Table)
    active_queries: dict[tuple[int, int], int] = field(default_factory=dict)

    @property
    def bound(self) -> FeedbackObject:
        return self.names.objects[self.name] if self.name else self.default

    def named(self, name: int) -> FeedbackObject | None:
        """The object of a name, None where there is none."""
        return self.names.objects.get(name) if name else self.default
