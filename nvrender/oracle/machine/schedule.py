"""Control flow: a program counter a lane, lanes at one counter run together (NV_vertex_program2 2.14.2.3)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from nvrender.gl.inputs.global_memory import NOTHING
from nvrender.ops.evaluation.numerics import BoolArray, Float32Array, Int32Array
from nvrender.oracle.machine.jumps import Jump
from nvrender.oracle.machine.lanes import SAVED, CallStacks, Counts, Group, merge
from nvrender.oracle.machine.prepare import Code
from nvrender.oracle.machine.shared import Shared
from nvrender.oracle.memory.spaces import Spaces
from nvrender.program import RegisterFile
from nvrender.program.profile import Stage
from nvrender.program.work import LOOP_INSTRUCTIONS, allowed_turns, most_instructions, warn_ended

#: How many instructions the lanes at the lowest counter may be ahead before those behind get their turn.
#: Without it a program could send its lanes one by one into a loop of 65,536 instructions.
_LEAD = 4096
_LARGEST_INDEX = 2**31 - 1

#: A0 (NV_fragment_program2 3.11.3.Y).
_LOOP_INDEX = (RegisterFile.ADDRESS, 0)
_STRUCTURED = frozenset({"if", "else", "endif", "repeat", "endrepeat", "loop", "endloop"})


class Scheduler:
    """Runs one chunk to the end; ``finish`` gets each group of lanes that terminates.

    ``blocks`` counts the blocks run, ``lanes`` the lanes in them; ``table`` is what lanes share.
    """

    def __init__(self, code: Code, finish: Callable[[Group], None], shared: Shared) -> None:
        profile, watchdog = code.program.profile, shared.watchdog
        self._code = code
        self._blocks = code.blocks
        self._end = len(code.steps)
        self._state = code.layout.state
        allowed = None if profile.execution_limit else allowed_turns(code.program, watchdog)
        self._turns = sys.maxsize if allowed is None else allowed
        #: A vertex ends, its results as they are, after so many instructions (docs/semantics.md).
        self.limit = profile.execution_limit or LOOP_INSTRUCTIONS + most_instructions(watchdog)
        self._told = False
        self._depth = profile.call_depth
        self._skip = profile.call_overflow == "skip"
        self._nests = profile.nesting_ends
        self._leaves = profile.stage is Stage.FRAGMENT and not code.quads
        self._lead = sys.maxsize if code.quads else _LEAD
        self.stacks = CallStacks()
        self._finish = finish
        self._emission = shared.emission
        self.spaces = Spaces(NOTHING, {}) if shared.spaces is None else shared.spaces
        self._waiting: dict[int, list[Group]] = {}
        self.table = shared.table
        #: Groups that wait at a BAR.
        self.stopped: list[Group] = []
        self.blocks = 0
        self.lanes = 0

    def run(self, group: Group, c: Float32Array) -> None:
        """Run until every lane has terminated: lowest program counter first, so that lanes meet again.

        Where fragments need their neighbours, subroutines end first too, and nobody gets far behind.
        """
        self.table = c
        self._wait(group)
        while self._waiting:
            lowest = min(self._waiting)
            others = [counter for counter in self._waiting if counter != lowest]
            behind = min(others, key=self._least) if others else lowest
            late = behind != lowest and self._most(lowest) - self._least(behind) > self._lead
            groups = self._waiting.pop(behind if late else lowest)
            self._advance(merge(groups, self._state, ordered=self._code.sequential), c, late)

    def abandon(self, stopped: int) -> None:
        """Forget the lanes that run, and those that wait at a BAR but for the first ``stopped`` groups."""
        self._waiting.clear()
        del self.stopped[stopped:]

    def _rank(self, group: Group) -> int:
        """Groups of one rank run together, the lowest rank first: its program counter, or deeper calls first.

        Then all lanes of a group have as many calls pending.
        """
        if not self._code.quads:
            return group.counter
        depths = group.depths(self.stacks)
        depth = depths if isinstance(depths, int) else int(depths[0])
        return group.counter - depth * (self._end + 1)

    def _least(self, counter: int) -> int:
        return min(group.least_executed for group in self._waiting[counter])

    def _most(self, counter: int) -> int:
        return max(group.most_executed for group in self._waiting[counter])

    def _wait(self, group: Group) -> None:
        if group.counter >= self._end:
            self._finish(group)
        else:
            self._waiting.setdefault(self._rank(group), []).append(group)

    def _advance(self, group: Group, c: Float32Array, late: bool) -> None:
        """Run ``group`` until it meets waiting lanes, or passes some (unless ``late``), or leads too far."""
        allowed = group.most_executed + self._lead
        while True:
            block = self._blocks[group.counter]
            if group.most_executed + block.length > self.limit:
                self._run_out(group, c)
                return
            f = group.f
            self.enter(group)
            self.blocks += 1
            self.lanes += len(group.lanes)
            for step in block.steps:
                step(f, c)
            group.spent += block.length
            group.counter = block.after
            if block.jump is not None and not self.obey(group, block.jump):
                return
            if group.counter >= self._end:
                self._finish(group)
                return
            if self._waiting and (
                (rank := self._rank(group)) in self._waiting
                or group.most_executed > allowed
                or (not late and rank > min(self._waiting))
            ):
                self._wait(group)
                return

    def _run_out(self, group: Group, c: Float32Array) -> None:
        """Near the limit: one instruction at a time, to the next leader (NV_vertex_program2 2.14.2.3)."""
        while True:
            spent = np.broadcast_to(np.asarray(group.executed) >= self.limit, group.lanes.shape)
            if spent.any() and not self._code.program.profile.execution_limit:
                self._tell()
            if spent.all():
                self._finish(group)
                return
            if spent.any():
                self._finish(group.pick(spent, self._state))
                group = group.pick(~spent, self._state)
            step = self._code.steps[group.counter]
            self.enter(group)
            group.spent += not self._code.program.instructions[group.counter].implicit
            group.counter += 1
            if not isinstance(step, Jump):
                step(group.f, c)
            elif not self.obey(group, step):
                return
            if group.counter >= self._end or group.counter in self._blocks:
                self._wait(group)
                return

    def enter(self, group: Group) -> None:
        """Set A0.x to the index of the innermost LOOP around the group's counter, if there is one."""
        levels = self._code.layout.loop_levels
        level = levels[group.counter] if levels else -1
        row = self._code.layout.rows.get(_LOOP_INDEX)
        if level >= 0 and row is not None:
            group.f[row] = self._kept(group, self._code.layout.indices, level)

    def obey(self, group: Group, jump: Jump) -> bool:
        """Obey a flow instruction; False if no lane is left at ``group``, else its counter is set."""
        if jump.name in _STRUCTURED:
            return self._structured(group, jump)
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
        match jump.name:
            case "call":
                return self._call(group, jump)
            case "call_chosen":
                return self._call_chosen(group, jump)
            case "return":
                return self._return(group)
            case "emit" | "emit_stream" | "end_primitive":
                self._emit(group, jump)
            case "push_address":
                return self._save(group, jump)
            case "pop_address":
                return self._restore(group, jump)
            case "break":
                group.counter = jump.target + 1
            case "barrier":
                self.stopped.append(group)
                return False
            case _ if jump.access is not None:
                self.spaces.lanes = group.lanes
                jump.access(group.f, self.table, self.spaces)
            case _:
                group.counter = jump.target
        return True

    def _emit(self, group: Group, jump: Jump) -> None:
        if self._emission is None:
            return
        if jump.name == "end_primitive":
            self._emission.end_strip(group.lanes)
            return
        streams = None if jump.count is None else jump.count(group.f, self.table)
        self._emission.emit(group.lanes, group.f, streams)

    def _divide(self, group: Group, taken: BoolArray, counter: int) -> bool:
        """Send lanes to ``counter`` where ``taken`` holds; False if no lane is left at ``group``."""
        count = np.count_nonzero(taken)
        if count == 0:
            return True
        if count == len(taken):
            group.counter = counter
            return True
        self._wait(group.pick(~taken, self._state))
        moved = group.pick(taken, self._state)
        moved.counter = counter
        self._wait(moved)
        return False

    def _structured(self, group: Group, jump: Jump) -> bool:
        """IF, ELSE, ENDIF and loops (NV_gpu_program4 2.X.5; NV_fragment_program2 3.11.X)."""
        if self._nests and jump.name in ("if", "repeat", "loop"):
            rest = self._without(group, self._too_deep(group, jump))
            if rest is not group:
                if rest is not None and self._structured(rest, jump):
                    self._wait(rest)
                return False
        match jump.name:
            case "if":
                if jump.passes is not None:
                    return self._divide(group, ~jump.passes(group.f), jump.target + 1)
                if jump.never:
                    group.counter = jump.target + 1
            case "else":
                group.counter = jump.target + 1
            case "repeat" | "loop":
                return self._divide(group, ~self._turn(group, self._begun(group, jump)), jump.target + 1)
            case "endrepeat" | "endloop":
                return self._divide(group, self._turn(group, self._ended(group, jump)), jump.target + 1)
        return True

    def _begun(self, group: Group, jump: Jump) -> BoolArray | bool:
        """Begin a loop: which lanes want its first turn."""
        if jump.count is None:
            return True
        layout = self._code.layout
        for first, count, least in (
            (layout.loops, jump.count, None),
            (layout.indices, jump.index, 0),
            (layout.increments, jump.increment, None),
        ):
            if count is not None:
                counts = np.broadcast_to(count(group.f, self.table), group.lanes.shape)
                self._keep(group, first, jump.level, counts if least is None else np.maximum(counts, 0))
        return self._words(group, layout.loops, jump.level) > 0

    def _ended(self, group: Group, jump: Jump) -> BoolArray | bool:
        """End a turn of a loop: which lanes want another. The index never falls below 0."""
        if not jump.counted:
            return True
        layout, level = self._code.layout, jump.level
        counts = self._words(group, layout.loops, level) - np.int32(1)
        self._keep(group, layout.loops, level, counts)
        if jump.name == "endloop":
            increments = self._words(group, layout.increments, level).astype(np.int64)
            index = np.clip(self._words(group, layout.indices, level) + increments, 0, _LARGEST_INDEX)
            self._keep(group, layout.indices, level, index.astype(np.int32))
        wanted: BoolArray = counts > 0
        return wanted

    def _too_deep(self, group: Group, jump: Jump) -> BoolArray:
        """Lanes in as many blocks, over all calls, as there may be (NV_fragment_program2 3.11.X.7-9)."""
        limits = self._code.program.profile.limits
        assert limits is not None
        loops = jump.name != "if"
        most = limits.loop_depth if loops else limits.if_depth
        pending = self.stacks.each(lambda stack: self._open(stack)[loops], group.stack)
        here = jump.level if loops else jump.ifs
        return np.broadcast_to(np.asarray(pending) + here >= most, group.lanes.shape)

    def _open(self, stack: int) -> tuple[int, int]:
        """How many IFs and loops are open around the calls of a stack."""
        around = self._code.layout.around
        ifs = loops = 0
        while self.stacks.depth(stack):
            place = around[self.stacks.address(stack)]
            ifs, loops = ifs + place.ifs, loops + place.loops
            stack = self.stacks.below(stack)
        return ifs, loops

    def _turn(self, group: Group, wanted: BoolArray | bool) -> BoolArray:
        """Lanes that take another turn of a loop: those whose count wants it and whose watchdog lets them.

        A killed fragment that helps no neighbour takes none.
        """
        turns = group.f[self._code.layout.turns].view(np.int32)
        if self._leaves:
            wanted = (group.f[self._code.layout.fragment].view(np.int32) == 0) & wanted
        within = turns < self._turns
        allowed: BoolArray = within & wanted
        if not self._told and (wanted & ~within).any():
            self._tell()
        turns += allowed
        return allowed

    def _tell(self) -> None:
        if not self._told:
            self._told = True
            warn_ended(self._code.program, self._turns)

    def _rows(self, group: Group, first: int, level: int) -> int | Counts:
        """A loop has rows of its own for each number of pending calls, so recursion keeps them apart."""
        return first + group.depths(self.stacks) * self._code.layout.loop_depth + level

    def _kept(self, group: Group, first: int, level: int) -> Float32Array:
        rows = self._rows(group, first, level)
        kept: Float32Array = group.f[rows] if isinstance(rows, int) else group.f[rows, np.arange(len(rows))]
        return kept

    def _words(self, group: Group, first: int, level: int) -> Int32Array:
        words: Int32Array = self._kept(group, first, level).view(np.int32)
        return words

    def _keep(self, group: Group, first: int, level: int, counts: Int32Array) -> None:
        rows = self._rows(group, first, level)
        words = np.ascontiguousarray(counts).view(np.float32)
        if isinstance(rows, int):
            group.f[rows] = words
        else:
            group.f[rows, np.arange(len(rows))] = words

    def _call(self, group: Group, jump: Jump) -> bool:
        """With the call stack full, the program ends, or the CAL does nothing (NV_gpu_program4 issue 38)."""
        full = group.depth_at_least(self.stacks, self._depth)
        if full.all():
            if self._skip:
                return True
            self._finish(group)
            return False
        if full.any():
            beyond = group.pick(full, self._state)
            if self._skip:
                self._wait(beyond)
            else:
                self._finish(beyond)
            rest = group.pick(~full, self._state)
            rest.push(self.stacks, rest.counter)
            rest.counter = jump.target
            self._wait(rest)
            return False
        group.push(self.stacks, group.counter)
        group.counter = jump.target
        return True

    def _call_chosen(self, group: Group, jump: Jump) -> bool:
        """CALI: lanes part by what they call; those that call nothing go on."""
        assert jump.choose is not None
        chosen = jump.choose(group.f)
        targets = np.unique(chosen)
        if len(targets) == 1:
            return bool(targets[0] < 0) or self._call(group, replace(jump, target=int(targets[0])))
        for target in targets:
            part = group.pick(chosen == target, self._state)
            if target < 0 or self._call(part, replace(jump, target=int(target))):
                self._wait(part)
        return False

    def _return(self, group: Group) -> bool:
        """An empty stack or a saved address register on top ends the program."""
        ways = group.returns(self.stacks)
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

    def _without(self, group: Group, ends: BoolArray) -> Group | None:
        """End the program where ``ends`` holds; the lanes that go on."""
        if not ends.any():
            return group
        if ends.all():
            self._finish(group)
            return None
        self._finish(group.pick(ends, self._state))
        return group.pick(~ends, self._state)

    def _save(self, group: Group, jump: Jump) -> bool:
        """PUSHA; a full call stack ends the program (NV_vertex_program3 2.14.5.44)."""
        rest = self._without(group, group.depth_at_least(self.stacks, self._depth))
        if rest is None:
            return False
        rows = self._code.layout.saved + 4 * rest.depths(self.stacks)
        for component in range(4):
            rest.f[rows + component, np.arange(len(rest.lanes))] = rest.f[jump.address + component]
        rest.push(self.stacks, SAVED)
        return self._goes_on(group, rest)

    def _restore(self, group: Group, jump: Jump) -> bool:
        """POPA; anything but a saved register on top ends the program (NV_vertex_program3 2.14.5.43)."""
        tops = np.broadcast_to(np.asarray(group.tops(self.stacks)), group.lanes.shape)
        rest = self._without(group, tops != SAVED)
        if rest is None:
            return False
        rows = self._code.layout.saved + 4 * (rest.depths(self.stacks) - 1)
        for component in range(4):
            rest.f[jump.address + component] = rest.f[rows + component, np.arange(len(rest.lanes))]
        rest.drop(self.stacks)
        return self._goes_on(group, rest)

    def _goes_on(self, group: Group, rest: Group) -> bool:
        if rest is group:
            return True
        self._wait(rest)
        return False
