"""States that a pipeline has had: each is checked once, and asked once for what shaders are made from."""

from __future__ import annotations

from dataclasses import fields
from itertools import count
from operator import attrgetter
from typing import Any

from nvrender.gl.state.checks import validate
from nvrender.gl.state.state import State
from nvrender.gpu.context.target import Wrong
from nvrender.gpu.pipeline.drawn import Drawn
from nvrender.gpu.pipeline.stage_keys import StageKeys, stage_keys
from nvrender.gpu.pipeline.stage_texts import Programs
from nvrender.gpu.pipeline.stage_textures import StageTextureKeys

#: States that are remembered.
_MOST = 64
#: What fills uniform blocks alone: neither shaders nor GL's own state depend on it, and GL takes all of it.
_FILLING = frozenset(("modelview", "projection", "texture", "program", "modelviews", "palette"))
_numbers = count()
_FIELDS = tuple(field.name for field in fields(State))
_VALUES = attrgetter(*_FIELDS)


class KnownState:
    """A state that is valid, and what was made of it.

    ``like`` is another one that differs in ``apart`` alone, none of which but _FILLING.
    """

    __slots__ = ("_apart", "_fixed", "_for", "_keys", "drawn_as", "number", "state")

    def __init__(
        self, state: State, like: KnownState | None = None, apart: frozenset[str] = frozenset()
    ) -> None:
        self.state = state
        #: Which of all it is, for those that do not keep it.
        self.number = next(_numbers)
        self._fixed: bool | None = None
        self._apart: dict[int, frozenset[str]] = {}
        self._for: tuple[Drawn, StageTextureKeys] | None = None
        self._keys: StageKeys | None = None
        #: The same for states that are drawn with in the same way.
        self.drawn_as = self.number
        if like is not None:
            self._apart[like.number], self._fixed = apart, True
            self._for, self._keys, self.drawn_as = like._for, like._keys, like.drawn_as

    @property
    def fixed(self) -> bool:
        """False where something in it, an array for a matrix, may change."""
        if self._fixed is None:
            self._fixed = _is_fixed(self.state)
        return self._fixed

    def keys(
        self, programs: Programs, drawn: Drawn, texture_keys: StageTextureKeys, wrong: Wrong
    ) -> StageKeys:
        """``stage_keys``, made again where what is drawn with is another."""
        now = drawn, texture_keys
        if self._keys is None or self._for != now:
            self._keys = stage_keys(programs, self.state, drawn, texture_keys, wrong)
            self._for = now
        return self._keys

    def apart(self, other: KnownState) -> frozenset[str]:
        """The fields that are others than another state's."""
        found = self._apart.get(other.number)
        if found is None:
            found = _apart(self.state, other.state)
            self.differs(other, found)
        return found

    def differs(self, other: KnownState, apart: frozenset[str]) -> None:
        """Remember in which fields another state is another."""
        if len(self._apart) >= _MOST:
            self._apart.clear()
        self._apart[other.number] = apart


class KnownStates:
    """The states of one pipeline, by identity."""

    def __init__(self) -> None:
        self._known: dict[int, KnownState] = {}

    def of(self, state: State, last: KnownState | None = None) -> KnownState:
        """What is known of a state, perhaps much like the ``last``; InputError for one that is not valid."""
        found = self._known.get(id(state))
        if found is None or not found.fixed:
            apart = None if last is None or type(state) is not State else _apart(state, last.state)
            found = _like(state, last, apart) if last is not None and apart is not None else None
            if found is None:
                validate(state)
                found = KnownState(state)
                if last is not None and apart is not None:
                    found.differs(last, apart)
            if len(self._known) >= _MOST:
                self._known = {}
            self._known[id(state)] = found
        return found


def _like(state: State, last: KnownState, apart: frozenset[str]) -> KnownState | None:
    """What is known of a state that differs from the last in _FILLING alone; None for others."""
    if (
        not last.fixed
        or not _FILLING.issuperset(apart)
        or not _is_fixed(*(getattr(state, name) for name in apart))
    ):
        return None
    return KnownState(state, last, apart)


def _apart(one: State, other: State) -> frozenset[str]:
    values = zip(_FIELDS, _VALUES(one), _VALUES(other), strict=True)
    return frozenset(
        name for name, mine, others in values if mine is not others and not _is_same(mine, others)
    )


def _is_same(one: Any, other: Any) -> bool:
    """True for what is equal, of which every zero has the same sign, and nothing may change inside."""
    if one is other:
        return True
    if type(one) is type(other) is tuple:
        return len(one) == len(other) and all(map(_is_same, one, other))
    return _is_fixed(one, other) and bool(one == other) and repr(one) == repr(other)


def _is_fixed(*values: Any) -> bool:
    try:
        hash(values)
    except TypeError:
        return False
    return True
