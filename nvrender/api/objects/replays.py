"""Draws that are done again, by what was set since the state was changed in any other way."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

#: Draws that are remembered, and bytes that they compare together.
_MOST, _BYTES = 256, 1 << 25


@dataclass(slots=True)
class Replays:
    """What a context remembers of its draws.

    ``settings`` are those that the commands of ``api.effects`` have made since any other changed the state,
    and ``key`` the same to be found by: with equal ones the state is the same.
    """

    settings: dict[Hashable, Hashable] = field(default_factory=dict)
    key: frozenset[tuple[Hashable, Hashable]] = frozenset()
    #: What does a draw again, False where it cannot.
    known: dict[Hashable, Callable[..., bool]] = field(default_factory=dict)
    #: Bytes that those compare.
    size: int = 0

    def set(self, slot: Hashable, value: Hashable) -> None:
        """A command has set this, whatever it was before."""
        if slot not in self.settings or self.settings[slot] != value:
            self.settings[slot] = value
            self.key = frozenset(self.settings.items())

    def forget(self) -> None:
        """The state was changed in another way."""
        if self.settings or self.known:
            self.settings, self.key, self.known, self.size = {}, frozenset(), {}, 0

    def keep(self, key: Hashable, again: Callable[..., bool], size: int = 0) -> None:
        """Remember a draw, which compares ``size`` bytes."""
        if len(self.known) >= _MOST or self.size + size > _BYTES:
            self.known, self.size = {}, 0
        self.known[key] = again
        self.size += size
