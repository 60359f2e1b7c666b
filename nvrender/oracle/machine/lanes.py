"""Lanes that share a program counter, and what a lane carries besides registers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nvrender.ops.evaluation.numerics import BoolArray, Float32Array

Lanes = npt.NDArray[np.intp]
Counts = npt.NDArray[np.int64]

#: What stands for a saved address register among the return addresses (NV_vertex_program3 2.14.5.44).
SAVED = -2


class CallStacks:
    """Call stacks as numbers: each entry knows its return address, the stack below it and its depth.

    0 is the empty stack, whose address is −1. A group holds one number while its lanes agree, else one
    per lane.
    """

    def __init__(self) -> None:
        self._entries: list[tuple[int, int, int]] = [(-1, 0, 0)]
        self._numbers: dict[tuple[int, int], int] = {}

    def pushed(self, below: int, address: int) -> int:
        """The stack with ``address`` on top of ``below``."""
        number = self._numbers.get((below, address))
        if number is None:
            number = self._numbers[below, address] = len(self._entries)
            self._entries.append((address, below, self._entries[below][2] + 1))
        return number

    def address(self, stack: int) -> int:
        return self._entries[stack][0]

    def below(self, stack: int) -> int:
        return self._entries[stack][1]

    def depth(self, stack: int) -> int:
        return self._entries[stack][2]

    def each(self, function: Callable[[int], int], stacks: int | Counts) -> int | Counts:
        """``function`` of one stack, or of every lane's."""
        if isinstance(stacks, int):
            return function(stacks)
        different, which = np.unique(stacks, return_inverse=True)
        values = np.array([function(int(stack)) for stack in different], np.int64)
        found: Counts = values[which.reshape(stacks.shape)]
        return found


@dataclass(slots=True)
class Group:
    """Lanes at one ``counter``: registers ``f`` (rows, n), ``lanes`` in the chunk, call stacks.

    A lane has executed ``spent`` instructions and its entry of ``extra`` more, between ``least`` and
    ``most``.
    """

    counter: int
    f: Float32Array
    lanes: Lanes
    spent: int = 0
    extra: Counts | None = None
    most: int = 0
    least: int = 0
    stack: int | Counts = 0

    @property
    def executed(self) -> int | Counts:
        """Instructions executed, one number for all lanes where they agree."""
        return self.spent if self.extra is None else self.extra + self.spent

    @property
    def most_executed(self) -> int:
        return self.spent + self.most

    @property
    def least_executed(self) -> int:
        return self.spent + self.least

    def set_extra(self, extra: Counts) -> None:
        """Keep ``extra`` only if lanes differ."""
        self.least, self.most = int(extra.min()), int(extra.max())
        if self.least == self.most:
            self.spent += self.least
            self.extra, self.least, self.most = None, 0, 0
        else:
            self.extra = extra

    def pick(self, chosen: BoolArray, state: int) -> Group:
        """A new group of the lanes where ``chosen`` holds; rows from ``state`` on are scratch."""
        return self.take(np.flatnonzero(chosen), state)

    def take(self, index: Lanes, state: int) -> Group:
        """The same of the lanes at ``index``, in that order."""
        f = np.empty((len(self.f), len(index)), np.float32)
        np.take(self.f[:state], index, axis=1, out=f[:state], mode="clip")
        picked = Group(self.counter, f, self.lanes[index], self.spent)
        if self.extra is not None:
            picked.set_extra(self.extra[index])
        picked.stack = self.stack if isinstance(self.stack, int) else self.stack[index]
        return picked

    def _sorted(self) -> Group:
        """The same lanes in ascending order."""
        order = np.argsort(self.lanes)
        self.f, self.lanes = self.f[:, order], self.lanes[order]
        if self.extra is not None:
            self.extra = self.extra[order]
        if not isinstance(self.stack, int):
            self.stack = self.stack[order]
        return self

    def push(self, stacks: CallStacks, address: int) -> None:
        self.stack = stacks.each(lambda stack: stacks.pushed(stack, address), self.stack)

    def depths(self, stacks: CallStacks) -> int | Counts:
        """How many entries are on the call stack."""
        return stacks.each(stacks.depth, self.stack)

    def depth_at_least(self, stacks: CallStacks, depth: int) -> BoolArray:
        """Lanes with ``depth`` or more entries on the call stack."""
        return np.broadcast_to(np.asarray(self.depths(stacks)) >= depth, self.lanes.shape)

    def tops(self, stacks: CallStacks) -> int | Counts:
        """What is on top: a return address, −1 (nothing) or SAVED."""
        return stacks.each(stacks.address, self.stack)

    def drop(self, stacks: CallStacks) -> None:
        """Take the topmost entry off."""
        below = stacks.each(stacks.below, self.stack)
        if not isinstance(below, int) and (below == below[0]).all():
            below = int(below[0])
        self.stack = below

    def returns(self, stacks: CallStacks) -> list[tuple[int, BoolArray | None]]:
        """Pop: (return address, lanes) for each address on top; negative for none, None for all lanes."""
        tops = self.tops(stacks)
        self.drop(stacks)
        if isinstance(tops, int):
            return [(tops, None)]
        if (tops == tops[0]).all():
            return [(int(tops[0]), None)]
        return [(int(address), tops == address) for address in np.unique(tops)]


def _join(groups: list[Group], values: list[int | Counts]) -> Counts:
    return np.concatenate(
        [
            np.full(len(group.lanes), value, np.int64) if isinstance(value, int) else value
            for group, value in zip(groups, values, strict=True)
        ]
    )


def merge(groups: list[Group], state: int, *, ordered: bool = False) -> Group:
    """One group of all lanes of ``groups``, which share a program counter; in order if ``ordered``."""
    first = groups[0]
    if len(groups) == 1:
        return first
    lanes = np.concatenate([group.lanes for group in groups])
    f = np.empty((len(first.f), len(lanes)), np.float32)
    np.concatenate([group.f[:state] for group in groups], axis=1, out=f[:state])
    merged = Group(first.counter, f, lanes)
    merged.set_extra(_join(groups, [group.executed for group in groups]))
    stacks = [group.stack for group in groups]
    agree = all(isinstance(stack, int) and stack == first.stack for stack in stacks)
    merged.stack = first.stack if agree else _join(groups, stacks)
    return merged._sorted() if ordered else merged
