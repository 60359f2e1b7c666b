"""The state that a draw asks for, set by comparing with what the context is known or found to have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import NamedTuple

from nvrender.gpu.context.gl_functions import Commands
from nvrender.gpu.context.preservation import feedback_error
from nvrender.gpu.context.slots import Call, Footprint, Slot, Value, calls_for

_numbers = count(1)
#: How many transitions to one state are remembered.
_MOST = 64
_ACTIVE_TEXTURE, _BOUND_BUFFER, _ARRAY_BUFFER = (
    ("active texture", 0), ("bound uniform buffer", 0), ("array buffer", 0),
)  # fmt: skip
#: What every draw changes besides what it asks for, and where feedback is found to be active.
_TOUCHED: tuple[Slot, ...] = (("program", 0), ("vertex array", 0), ("feedback", 0))
#: quirks.STENCIL_REFERENCES: what is found is not what comes back.
_NOT_ASKED_FOR = ("stencil function", "stencil operations", "stencil mask")

Calls = tuple[Call, ...]


class Transition(NamedTuple):
    """What sets the state, and what puts back what was there."""

    calls: Calls
    back: Calls


class _Found:
    """Of what was found: the transition from there, or what else is to be asked for.

    ``transition`` is None where not all can be put back.
    """

    def __init__(self, values: dict[Slot, Value]) -> None:
        self.values = values
        self.transition: Transition | None = None
        self.more: Footprint | None = None
        self.of_more: dict[bytes, Transition | None] = {}


class Setting:
    """Parts of the state with the values they have for a draw, in the order in which they are set."""

    def __init__(self, gl: Commands, demands: Mapping[Slot, Value | None]) -> None:
        self._gl = gl
        #: None for what each draw sets itself.
        self.demands = demands
        #: Which of all it is: transitions are remembered without keeping where they come from.
        self.number = next(_numbers)
        self._behind: dict[int, Calls] = {}
        self._known: dict[bytes, _Found] = {}
        kinds = {kind for kind, _ in demands}
        asked = kinds.isdisjoint(_NOT_ASKED_FOR) and gl.viewports and gl.blends
        asked = asked and (gl.direct_access or "texture" not in kinds)
        self._touched = [*_TOUCHED]
        if "texture" in kinds:
            self._touched.insert(0, _ACTIVE_TEXTURE)
        if not gl.direct_access:
            self._touched.insert(0, _ARRAY_BUFFER)
        if not gl.multi_bind and "uniform buffer" in kinds:
            self._touched.insert(0, _BOUND_BUFFER)
        self._footprint = Footprint(gl, (*demands, *self._touched)) if asked else None

    def calls(self, known: Setting | None) -> Calls:
        """What sets the state where the one of ``known`` was set before, None where nothing is known."""
        number = 0 if known is None else known.number
        if (found := self._behind.get(number)) is None:
            if len(self._behind) >= _MOST:
                self._behind.clear()
            found = self._behind[number] = tuple(self._made(known.demands if known is not None else {}))
        return found

    def _made(self, known: Mapping[Slot, Value | None]) -> Iterable[Call]:
        other = known.get(("framebuffer", 0)) != self.demands.get(("framebuffer", 0))
        for slot, value in self.demands.items():
            if value is None:
                continue
            if known.get(slot) != value or (other and slot[0] == "draw buffers"):
                yield from calls_for(self._gl, slot, value)

    def transition(self) -> Transition | None:
        """What sets the state where the context is as it is found now, and what puts that back.

        None where not all of it can be put back. InputError while transform feedback is active.
        """
        if self._footprint is None:
            return None
        read = self._footprint.read()
        found = self._known.get(read)
        if found is None:
            found = self._looked_at(read)
        if found.more is None:
            return found.transition
        read = found.more.read()
        if read not in found.of_more:
            if len(found.of_more) >= _MOST:
                found.of_more.clear()
            found.of_more[read] = self._between(found.values | found.more.values(read))
        return found.of_more[read]

    def _looked_at(self, read: bytes) -> _Found:
        assert self._footprint is not None
        found = _Found(self._footprint.values(read))
        if found.values["feedback", 0][0]:
            raise feedback_error()
        if details := self._details(found.values):
            found.more = Footprint(self._gl, details)
        else:
            found.transition = self._between(found.values)
        if len(self._known) >= _MOST:
            self._known.clear()
        self._known[read] = found
        return found

    def _details(self, found: Mapping[Slot, Value]) -> list[Slot]:
        """What else is to be known to put the state back."""
        details: list[Slot] = []
        bound = found["framebuffer", 0] == self.demands["framebuffer", 0]
        for (kind, index), value in self.demands.items():
            if kind == "draw buffers" and bound:
                details.append(("buffers drawn into", index))
            elif kind == "uniform buffer" and found[kind, index][0]:
                details.append(("buffer range", index))
            elif kind == "depth range" and found[kind, index] != value:
                details.append(("exact depth range", index))
        return details

    def _between(self, found: Mapping[Slot, Value]) -> Transition | None:
        calls: list[Call] = []
        back: list[Call] = []
        bound = found["framebuffer", 0] == self.demands["framebuffer", 0]
        for slot, value in self.demands.items():
            kind, index = slot
            if kind == "draw buffers":
                assert value is not None
                if not bound:
                    calls += calls_for(self._gl, slot, value)
                elif found["buffers drawn into", index] != value:
                    return None
                continue
            before = found[slot]
            if kind == "uniform buffer":
                before = (*before, *found.get(("buffer range", index), (0, 0)))
            elif kind == "depth range":
                before = found.get(("exact depth range", index), before)
            if before != value:
                calls += () if value is None else calls_for(self._gl, slot, value)
                back += calls_for(self._gl, slot, before)
        for slot in self._touched:
            back += calls_for(self._gl, slot, found[slot])
        return Transition(tuple(calls), tuple(back))
