"""Straight runs of prepared instructions between leaders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nvrender.oracle.numerics import BoolArray, Float32Array
from nvrender.oracle.operands import Step


@dataclass(frozen=True, slots=True)
class Jump:
    """A flow instruction: ``passes`` gives the lanes that take it, None for all of them."""

    name: str
    target: int
    passes: Callable[[Float32Array], BoolArray] | None
    never: bool


@dataclass(frozen=True, slots=True)
class Block:
    """A straight run of steps from a leader; ``jump`` ends it, or it falls into the next leader."""

    steps: tuple[Step, ...]
    length: int
    jump: Jump | None
    after: int


def blocks_of(steps: Sequence[Step | Jump], entry: int) -> dict[int, Block]:
    """leader → block. Leaders are the entry, every target, and what follows a flow instruction."""
    leaders = {0, entry}
    for index, step in enumerate(steps):
        if isinstance(step, Jump):
            leaders |= {index + 1, step.target}
    blocks = {}
    for leader in leaders:
        straight: list[Step] = []
        index = leader
        jump = None
        while index < len(steps) and (index == leader or index not in leaders):
            step = steps[index]
            index += 1
            if isinstance(step, Jump):
                jump = step
                break
            straight.append(step)
        blocks[leader] = Block(tuple(straight), index - leader, jump, index)
    return blocks
