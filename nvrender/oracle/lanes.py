"""Lanes that share a program counter, and what a lane carries besides registers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nvrender.oracle.numerics import BoolArray, Float32Array

Lanes = npt.NDArray[np.intp]
Counts = npt.NDArray[np.int64]

# A call stack is one integer: a digit per pending return address, plus one, the newest lowest. As int for
# a whole group while all lanes agree, else one per lane.
_DIGIT = 512


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
        index = np.flatnonzero(chosen)
        f = np.empty((len(self.f), len(index)), np.float32)
        np.take(self.f[:state], index, axis=1, out=f[:state], mode="clip")
        picked = Group(self.counter, f, self.lanes[index], self.spent)
        if self.extra is not None:
            picked.set_extra(self.extra[index])
        picked.stack = self.stack if isinstance(self.stack, int) else self.stack[index]
        return picked

    def push(self, address: int) -> None:
        self.stack = self.stack * _DIGIT + (address + 1)

    def depth_at_least(self, depth: int) -> BoolArray:
        """Lanes with ``depth`` or more returns pending."""
        return np.broadcast_to(np.asarray(self.stack) >= _DIGIT ** (depth - 1), self.lanes.shape)

    def returns(self) -> list[tuple[int, BoolArray | None]]:
        """Pop: (return address, lanes) for each address on top; −1 for empty stacks, None for all lanes."""
        if isinstance(self.stack, int):
            address = self.stack % _DIGIT - 1
            self.stack //= _DIGIT
            return [(address, None)]
        tops = self.stack % _DIGIT - 1
        self.stack = self.stack // _DIGIT
        addresses = np.unique(tops)
        if len(addresses) == 1:
            if (self.stack == self.stack[0]).all():
                self.stack = int(self.stack[0])
            return [(int(addresses[0]), None)]
        return [(int(address), tops == address) for address in addresses]


def _join(groups: list[Group], values: list[int | Counts]) -> Counts:
    return np.concatenate(
        [
            np.full(len(group.lanes), value, np.int64) if isinstance(value, int) else value
            for group, value in zip(groups, values, strict=True)
        ]
    )


def merge(groups: list[Group], state: int) -> Group:
    """One group of all lanes of ``groups``, which share a program counter."""
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
    return merged
