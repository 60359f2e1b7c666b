"""Programs of IF, REP and subroutine blocks, which are regions already (NV_gpu_program4 2.X.5)."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import NamedTuple

from nvrender.ir.analysis.compiled_loops import UNROLLED
from nvrender.lower.control_flow.counts import constant_number
from nvrender.lower.control_flow.graph import always, heights, never
from nvrender.lower.control_flow.regions import (
    Block,
    Break,
    Call,
    Choice,
    Continue,
    Function,
    Loop,
    Region,
    Return,
    chosen,
)
from nvrender.ops.memory_access import is_retried
from nvrender.program import Instruction, Program
from nvrender.program.opcodes import Flow
from nvrender.program.subroutines import subroutine_targets


def block_functions(program: Program) -> tuple[Function, ...]:
    """The functions of a program without branches, callees first, the main function last.

    A CAL with ``profile.call_depth`` calls pending does nothing, so a subroutine in reach of that is
    specialised by depth.
    """
    return _Builder(program).run()


def may_recurse(program: Program) -> bool:
    """True if a subroutine of a program without branches may be running at several depths of the stack.

    False only where no chain of calls fills the stack.
    """
    return bool(program.instructions) and _Builder(program).recursive


class Unfolded(NamedTuple):
    """What a program without branches has with every call in its place.

    ``loops`` are those that drivers do not unroll, ``retries`` the accesses of memory that drivers lack and
    that are tried until no other invocation comes between.
    """

    instructions: int = 0
    loops: int = 0
    retries: int = 0

    def plus(self, other: Unfolded, times: int = 1) -> Unfolded:
        return Unfolded(*(one + times * two for one, two in zip(self, other, strict=True)))


def unfolded(program: Program) -> Unfolded:
    """The size of a program with every call in its place."""
    builder = _Builder(program)
    calls: dict[int, Counter[int]] = {}
    own: dict[int, Unfolded] = {}
    work = [program.entry]
    while work:
        entry = work.pop()
        if entry not in calls:
            own[entry], calls[entry] = builder.subroutine(entry)
            work.extend(calls[entry])
    sizes = dict.fromkeys(own, Unfolded())
    for _ in range(program.profile.call_depth + 1):  # from the deepest calls, which call no more, outwards
        whole = dict(own)
        for entry, called in calls.items():
            for target, times in called.items():
                whole[entry] = whole[entry].plus(sizes[target], times)
        sizes = whole
    return sizes[program.entry]


def retries(instruction: Instruction) -> bool:
    """True for an access of memory that is tried until no other invocation comes between."""
    stores = instruction.opcode.space is not None and instruction.image is None
    changes = instruction.atomic is not None or (stores and instruction.destination is None)
    return changes and any(is_retried(row, instruction.atomic) for row in instruction.storages)


class _Builder:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.instructions = program.instructions
        self.limit = program.profile.call_depth
        self.labels: dict[int, str] = {}
        for label in program.labels:
            self.labels.setdefault(label.index, label.name)
        self._functions: dict[tuple[int, int], Function] = {}
        self._names = {"main"}

    @property
    def recursive(self) -> bool:
        """True if more calls can be pending than the stack holds, as in every recursion."""
        return self._heights[self.program.entry] > self.limit

    def run(self) -> tuple[Function, ...]:
        body, _ = self._regions(self.program.entry, 0, whole=True) if self.instructions else ((), 0)
        return (*self._functions.values(), Function("main", "main", 0, _without_last_return(body)))

    @cached_property
    def _heights(self) -> dict[int, int]:
        """The longest chain of calls below every entry, at most one more than the stack holds."""
        return heights(self.program.entry, self._targets, self.limit + 1)

    def _targets(self, entry: int) -> set[int]:
        """The entries that the subroutine at ``entry`` may call."""
        return set(self.subroutine(entry)[1])

    def subroutine(self, entry: int) -> tuple[Unfolded, Counter[int]]:
        """The size of the subroutine at ``entry`` by itself, and the entries it calls, how often each."""
        found: Counter[int] = Counter()
        nested = size = loops = tried = 0
        for index in range(entry, len(self.instructions)):
            instruction = self.instructions[index]
            size += not instruction.implicit
            tried += retries(instruction)
            match instruction.opcode.flow:
                case Flow.CALL if not never(instruction.condition):
                    assert instruction.target is not None
                    if instruction.target < len(self.instructions):
                        found[instruction.target] += 1
                case Flow.CALL_INDIRECT if not never(instruction.condition):
                    found.update(self._ways(instruction).values())
                case Flow.IF | Flow.REPEAT as flow:
                    nested += 1
                    loops += flow is Flow.REPEAT and not self._is_unrolled(instruction)
                case Flow.ENDIF | Flow.END_REPEAT:
                    nested -= 1
                case Flow.RETURN if nested == 0 and always(instruction.condition):
                    break
                case _:
                    pass
        return Unfolded(size, loops, tried), found

    def _is_unrolled(self, instruction: Instruction) -> bool:
        """True for a loop of few turns, as its text says."""
        turns = constant_number(self.program, instruction.operands[0]) if instruction.operands else None
        return turns is not None and turns <= UNROLLED

    def _ways(self, instruction: Instruction) -> dict[int, int]:
        """Number → entry of everything a CALI may call."""
        return subroutine_targets(self.program, instruction.operands[0].register.index)

    def _choice(self, instruction: Instruction, depth: int) -> tuple[Region, ...]:
        """What a CALI does with ``depth`` calls pending."""
        ways = self._ways(instruction)
        calls = [(number, self._call(target, depth)) for number, target in ways.items()]
        rows = tuple((number, called) for number, called in calls if called)
        return (Choice(instruction.operands[0].register, rows, instruction),) if rows else ()

    def _call(self, target: int, depth: int) -> tuple[Call, ...]:
        """What a CAL does with ``depth`` calls pending."""
        if depth >= self.limit or target >= len(self.instructions):
            return ()
        key = (target, 0 if depth + 1 + self._heights[target] <= self.limit else depth + 1)
        if key not in self._functions:
            label = self.labels.get(target, f"at_{target}")
            name = f"{label}_{key[1]}" if key[1] else label
            while name in self._names:
                name += "_"
            self._names.add(name)
            body, _ = self._regions(target, depth + 1, whole=True)
            self._functions[key] = Function(name, label, key[1], _without_last_return(body))
        return (Call(self._functions[key].name),)

    def _regions(self, index: int, depth: int, *, whole: bool = False) -> tuple[tuple[Region, ...], int]:
        """The regions from ``index`` to what ends their block, and where that stands.

        A ``whole`` subroutine ends at its first RET without a condition: behind it is what nothing reaches.
        """
        regions: list[Region] = []
        kept: list[Instruction] = []
        left = False  # behind a jump nothing runs

        def add(*more: Region) -> None:
            if kept and not left:
                regions.append(Block(tuple(kept), len(kept)))
            kept.clear()
            if not left:
                regions.extend(more)

        while index < len(self.instructions):
            instruction = self.instructions[index]
            condition = instruction.condition
            match instruction.opcode.flow:
                case None:
                    kept.append(instruction)
                case Flow.ELSE | Flow.ENDIF | Flow.END_REPEAT:
                    break
                case Flow.IF:
                    assert condition is not None
                    then, end = self._regions(index + 1, depth)
                    otherwise: tuple[Region, ...] = ()
                    if self.instructions[end].opcode.flow is Flow.ELSE:
                        otherwise, end = self._regions(end + 1, depth)
                    add(*chosen(condition, then, otherwise))
                    index = end
                case Flow.REPEAT:
                    count = instruction.operands[0] if instruction.operands else None
                    body, index = self._regions(index + 1, depth)
                    add(Loop(body, "", count, repeats=True))
                case Flow.CALL:
                    assert instruction.target is not None
                    if not never(condition):
                        add(*chosen(condition, self._call(instruction.target, depth)))
                case Flow.CALL_INDIRECT:
                    if not never(condition):
                        add(*chosen(condition, self._choice(instruction, depth)))
                case Flow.BREAK | Flow.CONTINUE | Flow.RETURN:
                    jump = _JUMPS[instruction.opcode.flow]
                    add(*chosen(condition, (jump,)))
                    left = left or always(condition)
                    if whole and left:
                        return tuple(regions), index
                case flow:
                    raise AssertionError(flow)
            index += 1
        add()
        return tuple(regions), index


_JUMPS: dict[Flow, Region] = {Flow.BREAK: Break(), Flow.CONTINUE: Continue(), Flow.RETURN: Return()}


def _without_last_return(body: tuple[Region, ...]) -> tuple[Region, ...]:
    return body[:-1] if body and isinstance(body[-1], Return) else body
