"""Control flow: a program counter a lane, lanes at one counter run together (NV_vertex_program2 2.14.2.3)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nvrender.oracle.blocks import Jump
from nvrender.oracle.lanes import Group, merge
from nvrender.oracle.numerics import Float32Array
from nvrender.oracle.prepare import Code

#: How many instructions the lanes at the lowest counter may be ahead before those behind get their turn.
#: Without it a program could send its lanes one by one into a loop of 65,536 instructions.
_LEAD = 4096


class Scheduler:
    """Runs one chunk to the end; ``finish`` gets each group of lanes that terminates.

    ``blocks`` counts the blocks run, ``lanes`` the lanes in them.
    """

    def __init__(self, code: Code, finish: Callable[[Group], None]) -> None:
        profile = code.program.profile
        self._code = code
        self._blocks = code.blocks
        self._end = len(code.steps)
        self._state = code.layout.state
        self._limit = profile.execution_limit or 65536
        self._depth = profile.call_depth
        self._finish = finish
        self._waiting: dict[int, list[Group]] = {}
        self.blocks = 0
        self.lanes = 0

    def run(self, group: Group, c: Float32Array) -> None:
        """Run until every lane has terminated: lowest program counter first, so that lanes meet again."""
        self._wait(group)
        while self._waiting:
            lowest = min(self._waiting)
            others = [counter for counter in self._waiting if counter != lowest]
            behind = min(others, key=self._least) if others else lowest
            late = behind != lowest and self._most(lowest) - self._least(behind) > _LEAD
            self._advance(merge(self._waiting.pop(behind if late else lowest), self._state), c, late)

    def _least(self, counter: int) -> int:
        return min(group.least_executed for group in self._waiting[counter])

    def _most(self, counter: int) -> int:
        return max(group.most_executed for group in self._waiting[counter])

    def _wait(self, group: Group) -> None:
        if group.counter >= self._end:
            self._finish(group)
        else:
            self._waiting.setdefault(group.counter, []).append(group)

    def _advance(self, group: Group, c: Float32Array, late: bool) -> None:
        """Run ``group`` until it meets waiting lanes, or passes some (unless ``late``), or leads too far."""
        allowed = group.most_executed + _LEAD
        while True:
            block = self._blocks[group.counter]
            if group.most_executed + block.length > self._limit:
                self._run_out(group, c)
                return
            f = group.f
            self.blocks += 1
            self.lanes += len(group.lanes)
            for step in block.steps:
                step(f, c)
            group.spent += block.length
            group.counter = block.after
            if block.jump is not None and not self._jump(group, block.jump):
                return
            if group.counter >= self._end:
                self._finish(group)
                return
            if self._waiting and (
                group.counter in self._waiting
                or group.most_executed > allowed
                or (not late and group.counter > min(self._waiting))
            ):
                self._wait(group)
                return

    def _run_out(self, group: Group, c: Float32Array) -> None:
        """Near the limit: one instruction at a time, to the next leader (NV_vertex_program2 2.14.2.3)."""
        while True:
            spent = np.broadcast_to(np.asarray(group.executed) >= self._limit, group.lanes.shape)
            if spent.all():
                self._finish(group)
                return
            if spent.any():
                self._finish(group.pick(spent, self._state))
                group = group.pick(~spent, self._state)
            step = self._code.steps[group.counter]
            group.spent += 1
            group.counter += 1
            if not isinstance(step, Jump):
                step(group.f, c)
            elif not self._jump(group, step):
                return
            if group.counter >= self._end or group.counter in self._blocks:
                self._wait(group)
                return

    def _jump(self, group: Group, jump: Jump) -> bool:
        """Obey a flow instruction; False if no lane is left at ``group``, else its counter is set."""
        if jump.never:
            return True
        if jump.passes is not None:
            taken = jump.passes(group.f)
            count = np.count_nonzero(taken)
            if count == 0:
                return True
            if count < len(taken):
                stays = group.pick(~taken, self._state)
                self._wait(stays)
                moved = group.pick(taken, self._state)
                if self._take(moved, jump):
                    self._wait(moved)
                return False
        return self._take(group, jump)

    def _take(self, group: Group, jump: Jump) -> bool:
        if jump.name == "CAL":
            return self._call(group, jump)
        if jump.name == "RET":
            return self._return(group)
        group.counter = jump.target
        return True

    def _call(self, group: Group, jump: Jump) -> bool:
        full = group.depth_at_least(self._depth)
        if full.all():
            self._finish(group)
            return False
        if full.any():
            self._finish(group.pick(full, self._state))
            rest = group.pick(~full, self._state)
            rest.push(rest.counter)
            rest.counter = jump.target
            self._wait(rest)
            return False
        group.push(group.counter)
        group.counter = jump.target
        return True

    def _return(self, group: Group) -> bool:
        ways = group.returns()
        if len(ways) == 1:
            address = ways[0][0]
            if address < 0:
                self._finish(group)
                return False
            group.counter = address
            return True
        for address, lanes in ways:
            assert lanes is not None
            part = group.pick(lanes, self._state)
            if address < 0:
                self._finish(part)
            else:
                part.counter = address
                self._wait(part)
        return False
