"""Programs of IF, REP and subroutine blocks, which are regions already (NV_gpu_program4 2.X.5)."""

from __future__ import annotations

import struct

from nvrender.flow.graph import always, never
from nvrender.flow.regions import Block, Break, Call, Continue, Function, If, Loop, Region, Return
from nvrender.isa.opcodes import DataType, Flow
from nvrender.program import BindingKind, Condition, Instruction, Operand, Program, RegisterFile

#: REP blocks whose constant counts multiply to no more than this need no watchdog.
BOUNDED_TURNS = 65535


def block_functions(program: Program) -> tuple[Function, ...]:
    """The functions of a program without branches, callees first, the main function last.

    A CAL with ``profile.call_depth`` calls pending does nothing, so a subroutine in reach of that is
    specialised by depth.
    """
    return _Builder(program).run()


class _Builder:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.instructions = program.instructions
        self.limit = program.profile.call_depth
        self.labels: dict[int, str] = {}
        for label in program.labels:
            self.labels.setdefault(label.index, label.name)
        self._heights: dict[int, int] = {}
        self._functions: dict[tuple[int, int], Function] = {}
        self._names = {"main"}
        self._repeated = self._called_in_loops()

    def run(self) -> tuple[Function, ...]:
        body, _ = self._regions(self.program.entry, 0, 1) if self.instructions else ((), 0)
        return (*self._functions.values(), Function("main", "main", 0, _without_last_return(body)))

    def _height(self, entry: int) -> int:
        """The longest chain of calls below ``entry``, at most one more than the stack holds."""
        if entry not in self._heights:
            self._heights[entry] = self.limit + 1  # while open: a cycle
            below = [self._height(target) + 1 for target in self._targets(entry)]
            self._heights[entry] = min(self.limit + 1, max(below, default=0))
        return self._heights[entry]

    def _targets(self, entry: int) -> set[int]:
        found = set()
        for instruction in self.instructions[entry:]:
            if instruction.opcode.flow is Flow.CALL and not never(instruction.condition):
                assert instruction.target is not None
                if instruction.target < len(self.instructions):
                    found.add(instruction.target)
            if instruction.implicit:
                break
        return found

    def _called_in_loops(self) -> set[int]:
        """The entries that a CAL inside a loop leads to."""
        found: set[int] = set()
        work: list[int] = []
        loops = 0
        for instruction in self.instructions:
            loops += instruction.opcode.flow is Flow.REPEAT
            loops -= instruction.opcode.flow is Flow.END_REPEAT
            if loops and instruction.opcode.flow is Flow.CALL and instruction.target is not None:
                work.append(instruction.target)
        while work:
            target = work.pop()
            if target not in found:
                found.add(target)
                work.extend(self._targets(target))
        return found

    def _call(self, target: int, depth: int) -> tuple[Region, ...]:
        """What a CAL does with ``depth`` calls pending."""
        if depth >= self.limit or target >= len(self.instructions):
            return ()
        key = (target, 0 if depth + 1 + self._height(target) <= self.limit else depth + 1)
        if key not in self._functions:
            label = self.labels.get(target, f"at_{target}")
            name = f"{label}_{key[1]}" if key[1] else label
            while name in self._names:
                name += "_"
            self._names.add(name)
            turns = BOUNDED_TURNS + 1 if target in self._repeated else 1
            body, _ = self._regions(target, depth + 1, turns)
            self._functions[key] = Function(name, label, key[1], _without_last_return(body))
        return (Call(self._functions[key].name),)

    def _regions(self, index: int, depth: int, turns: int) -> tuple[tuple[Region, ...], int]:
        """The regions from ``index`` to what ends their block, and where that stands.

        ``turns`` is how often the loops around can make them run.
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
                    then, end = self._regions(index + 1, depth, turns)
                    otherwise: tuple[Region, ...] = ()
                    if self.instructions[end].opcode.flow is Flow.ELSE:
                        otherwise, end = self._regions(end + 1, depth, turns)
                    add(*_if(condition, then, otherwise))
                    index = end
                case Flow.REPEAT:
                    region, index = self._loop(instruction, index, depth, turns)
                    add(*region)
                case Flow.CALL:
                    assert instruction.target is not None
                    if not never(condition):
                        add(*_if(condition, self._call(instruction.target, depth)))
                case Flow.BREAK | Flow.CONTINUE | Flow.RETURN:
                    jump = _JUMPS[instruction.opcode.flow]
                    add(*_if(condition, (jump,)))
                    left = left or always(condition)
                    if instruction.implicit:
                        return tuple(regions), index
                case flow:
                    raise AssertionError(flow)
            index += 1
        add()
        return tuple(regions), index

    def _loop(
        self, instruction: Instruction, index: int, depth: int, turns: int
    ) -> tuple[tuple[Region, ...], int]:
        count = instruction.operands[0] if instruction.operands else None
        constant = None if count is None else self._constant(count)
        bound = BOUNDED_TURNS + 1 if constant is None else turns * max(constant, 1)
        body, end = self._regions(index + 1, depth, bound)
        if constant is not None and constant <= 0:
            return (), end
        return (Loop(body, "", count, bound > BOUNDED_TURNS),), end

    def _constant(self, operand: Operand) -> int | None:
        """The loop count an operand has whatever the input; None if it depends on it."""
        register = operand.register
        if register.file is not RegisterFile.PARAMETER or register.relative is not None:
            return None
        binding = self.program.parameters[register.index]
        if binding.kind is not BindingKind.CONSTANT or operand.absolute or operand.negate:
            return None
        word = binding.words[operand.swizzle[0]]
        if operand.type is DataType.UNSIGNED:
            return word
        if operand.type is DataType.SIGNED:
            return word - (word >> 31 << 32)
        value: float = struct.unpack("<f", struct.pack("<I", word))[0]
        return None if not -(2.0**31) < value < 2.0**31 else int(value // 1)


_JUMPS: dict[Flow, Region] = {Flow.BREAK: Break(), Flow.CONTINUE: Continue(), Flow.RETURN: Return()}


def _if(
    condition: Condition | None, then: tuple[Region, ...], otherwise: tuple[Region, ...] = ()
) -> tuple[Region, ...]:
    if always(condition):
        return then
    if never(condition):
        return otherwise
    assert condition is not None
    return (If(condition, then, otherwise),) if then or otherwise else ()


def _without_last_return(body: tuple[Region, ...]) -> tuple[Region, ...]:
    return body[:-1] if body and isinstance(body[-1], Return) else body
