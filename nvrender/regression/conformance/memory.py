"""What conformance scripts say of memory: the buffers of a case, and what is there after it.

``memory`` maps names to lists of words, resident one after the other from GPU address 0x10000 on, each at a
multiple of 4096; ``access`` maps names to READ_ONLY, READ_WRITE or WRITE_ONLY. ``storage`` maps bindings to
lists of words. ``left`` maps names and bindings to the words that are there afterwards, ``faults`` is how
many accesses were invalid. ``groups`` are the work groups of a compute program. Words are as everywhere in
scripts, with ``:int`` behind a name too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from nvrender.gl.inputs.global_memory import Memory
    from nvrender.gl.inputs.results import Results

KEYS = ("memory", "access", "storage", "left", "faults", "groups")
#: Keys that say what a case must do.
TESTS = ("left", "faults")

Words = tuple[int, ...]
#: (where, list of words, whether whole numbers are integers) → their bits.
Bits = Callable[[str, Any, bool], Words]


@dataclass(frozen=True)
class CaseMemory:
    """The buffers of a case, as words; ``faults`` None where it does not say."""

    memory: Mapping[str, Words] = field(default_factory=dict)
    access: Mapping[str, str] = field(default_factory=dict)
    storage: Mapping[int, Words] = field(default_factory=dict)
    left: Mapping[str | int, Words] = field(default_factory=dict)
    faults: int | None = None
    groups: tuple[int, ...] | None = None

    def __bool__(self) -> bool:
        return bool(self.memory or self.storage or self.left or self.faults is not None)

    def resident(self) -> Memory:
        """What ``nvrender.run`` takes as ``memory``."""
        from nvrender.gl.inputs.global_memory import Memory

        return Memory({name: np.array(words, np.uint32) for name, words in self.memory.items()}, self.access)

    def bound(self) -> dict[int, Any]:
        """What it takes as ``storage``."""
        return {bank: np.array(words, np.uint32) for bank, words in self.storage.items()}

    def wrong(self, results: Results) -> Iterator[str]:
        """What a run left that it must not."""
        for name, words in self.left.items():
            found = results.memory.get(name) if isinstance(name, str) else results.storage.get(name)
            have = () if found is None else tuple(found.tolist())
            if have != words:
                yield f"{name} holds {_shown(have)}, not {_shown(words)}"
        if self.faults is not None and results.faults != self.faults:
            yield f"{results.faults} accesses are invalid, not {self.faults}"


def case_memory(entry: Mapping[str, Any], bits: Bits) -> CaseMemory:
    """The keys of a case that are about memory; ValueError says what is wrong."""
    faults = entry.get("faults")
    if faults is not None and (isinstance(faults, bool) or not isinstance(faults, int) or faults < 0):
        raise ValueError("faults is how many accesses are invalid")
    memory = dict(_tables(entry, "memory", bits))
    storage = {_bank(key): words for key, words in _tables(entry, "storage", bits)}
    left: dict[str | int, Words] = {}
    for key, words in _tables(entry, "left", bits):
        place = key if key in memory else _bank(key)
        if place not in memory and place not in storage:
            raise ValueError(f"left, {key}: there is no such buffer")
        left[place] = words
    groups = tuple(entry["groups"]) if isinstance(entry.get("groups"), list) else None
    return CaseMemory(memory, _mapping(entry, "access"), storage, left, faults, groups)


def _mapping(entry: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    table = entry.get(key, {})
    if not isinstance(table, dict):
        raise ValueError(f"{key} must be a table")
    return table


def _tables(entry: Mapping[str, Any], key: str, bits: Bits) -> Iterator[tuple[str, Words]]:
    for name, words in _mapping(entry, key).items():
        if not isinstance(words, list):
            raise ValueError(f"{key}, {name}: a buffer is a list of words")
        yield name.removesuffix(":int"), bits(f"{key}, {name}", words, name.endswith(":int"))


def _bank(key: str) -> int:
    if not key.isdigit():
        raise ValueError(f"{key!r} is neither the name of a buffer nor a binding")
    return int(key)


def _shown(words: Words) -> str:
    return f"[{' '.join(f'{word:#x}' for word in words)}]"
