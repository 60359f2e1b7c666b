"""The state that a draw asks for, set by comparing with what the context is known or found to have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from nvrender.gpu.context.gl_functions import Commands
from nvrender.gpu.context.preservation import feedback_error
from nvrender.gpu.context.slots import TEXTURES_BY_UNIT, Call, Footprint, Slot, Value, calls_for

_numbers = count(1)
#: How many transitions to one state are remembered.
_MOST = 64
#: What a draw changes besides what it asks for, and where feedback is found to be active.
_TOUCHED: tuple[Slot, ...] = (("array buffer", 0), ("program", 0), ("vertex array", 0), ("feedback", 0))
#: What binding these changes as well.
_ALONG: dict[str, Slot] = {"texture": ("active texture", 0), "uniform buffer": ("bound uniform buffer", 0)}
_UNASKED = ("stencil function", "stencil operations", "stencil mask")

Calls = tuple[Call, ...]


class Setting:
    """Parts of the state with the values they have for a draw, in the order in which they are set."""

    def __init__(self, gl: Commands, demands: Mapping[Slot, Value], version: int) -> None:
        self._gl = gl
        self.demands = demands
        #: Which of all it is: transitions are remembered without keeping where they come from.
        self.number = next(_numbers)
        self._behind: dict[int, Calls] = {}
        self._transitions: dict[bytes, tuple[Calls, Calls] | None] = {}
        kinds = {kind for kind, _ in demands}
        asked = kinds.isdisjoint(_UNASKED) and gl.viewports and gl.blends
        if "texture" in kinds:
            asked = asked and version >= TEXTURES_BY_UNIT
        self._touched = (*(slot for kind, slot in _ALONG.items() if kind in kinds), *_TOUCHED)
        self._footprint = Footprint(gl, (*demands, *self._touched)) if asked else None

    def calls(self, known: Setting | None) -> Calls:
        """What sets the state where the one of ``known`` was set before, None where nothing is known."""
        number = 0 if known is None else known.number
        if (found := self._behind.get(number)) is None:
            if len(self._behind) >= _MOST:
                self._behind.clear()
            found = self._behind[number] = tuple(self._made(known.demands if known is not None else {}))
        return found

    def _made(self, known: Mapping[Slot, Value]) -> Iterable[Call]:
        other = known.get(("framebuffer", 0)) != self.demands.get(("framebuffer", 0))
        for slot, value in self.demands.items():
            if known.get(slot) != value or (other and slot[0] == "draw buffers"):
                yield from calls_for(self._gl, slot, value)

    def transition(self) -> tuple[Calls, Calls] | None:
        """What sets the state where the context is as it is found now, and what puts that back.

        None where not all of it can be asked for. InputError while transform feedback is active.
        """
        if self._footprint is None:
            return None
        read = self._footprint.read()
        if read in self._transitions:
            return self._transitions[read]
        if len(self._transitions) >= _MOST:
            self._transitions.clear()
        found = self._footprint.values(read)
        if found["feedback", 0][0]:
            raise feedback_error()
        made = self._transitions[read] = self._between(found)
        return made

    def _between(self, found: Mapping[Slot, Value]) -> tuple[Calls, Calls] | None:
        calls: list[Call] = []
        back: list[Call] = []
        bound = found["framebuffer", 0] == self.demands["framebuffer", 0]
        for slot, value in self.demands.items():
            if slot[0] == "draw buffers":
                if bound and found[slot] != value:
                    return None
                if not bound:
                    calls += calls_for(self._gl, slot, value)
            elif found[slot] != value:
                calls += calls_for(self._gl, slot, value)
                back += calls_for(self._gl, slot, found[slot])
        for slot in self._touched:
            back += calls_for(self._gl, slot, found[slot])
        return tuple(calls), tuple(back)
