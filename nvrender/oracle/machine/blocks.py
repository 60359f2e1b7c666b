"""Straight runs of prepared instructions between leaders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nvrender.oracle.machine.jumps import Jump
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.machine.operands import Step
from nvrender.oracle.machine.wide_runs import gathered


@dataclass(frozen=True, slots=True)
class Block:
    """A straight run of steps from a leader; ``jump`` ends it, or it falls into the next leader.

    ``length`` is what counts against a limit: the instructions in the text.
    """

    steps: tuple[Step, ...]
    length: int
    jump: Jump | None
    after: int


def blocks_of(steps: Sequence[Step | Jump], layout: Layout, *, apart: bool) -> dict[int, Block]:
    """leader → block. Leaders are the entry, every target, and what follows a flow instruction.

    ``apart`` keeps a step for each instruction.
    """
    program = layout.program
    leaders = {0, program.entry}
    for index, step in enumerate(steps):
        if isinstance(step, Jump):
            leaders |= {index + 1, step.target, step.target + 1, *step.targets}
    leaders.discard(len(steps) + 1)
    implicit = [instruction.implicit for instruction in program.instructions]
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
        parts = tuple(straight) if apart else gathered(leader, straight, layout)
        blocks[leader] = Block(parts, index - leader - sum(implicit[leader:index]), jump, index)
    return blocks
