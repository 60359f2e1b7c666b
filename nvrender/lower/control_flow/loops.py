"""Programs of IF, loops and calls whose labels control falls through (NV_fragment_program2 3.11.4.X)."""

from __future__ import annotations

from functools import cached_property

from nvrender.lower.control_flow.counts import constant_number
from nvrender.lower.control_flow.graph import always, heights, never
from nvrender.lower.control_flow.regions import (
    Block,
    Break,
    Call,
    Flow,
    Function,
    If,
    Loop,
    Region,
    Return,
    Terminate,
    chosen,
)
from nvrender.program import Instruction, Program
from nvrender.program.opcodes import Flow as OpcodeFlow
from nvrender.source import TargetError

#: With every call in its place a program has at most so many instructions, or no compiler gets it.
_LARGEST = 1 << 16


def loop_functions(program: Program) -> Flow:
    """The functions of a program, callees first, the main function last.

    What nests deeper than the limits, over calls, ends the program, so subroutines in reach of that are
    specialised. TargetError for a program too large with every call in its place.
    """
    builder = _Builder(program)
    functions = builder.run()
    limit = program.profile.execution_limit
    longest = builder.longest["main"]
    if builder.inlined["main"] > _LARGEST:
        raise TargetError(
            f"{program.source.name}: with every call in its place it has {builder.inlined['main']} "
            f"instructions; no more than {_LARGEST} are given to a GPU"
        )
    return Flow(
        functions=functions,
        call_depth=program.profile.call_depth,
        counted=limit is not None and longest >= limit,
    )


class _Nesting:
    """How deep calls, loops and IFs nest around an instruction."""

    def __init__(self, calls: int = 0, loops: int = 0, ifs: int = 0) -> None:
        self.calls, self.loops, self.ifs = calls, loops, ifs


class _Blocks:
    """Regions being made, with the instructions fetched between them counted."""

    def __init__(self) -> None:
        self.regions: list[Region] = []
        self._kept: list[Instruction] = []
        self._counted = 0
        self.left = False  # behind a jump nothing runs

    def keep(self, instruction: Instruction) -> None:
        if self._counted:
            self.flush()
        self._kept.append(instruction)

    def count(self) -> None:
        """One instruction that became structure."""
        self._counted += 1

    def flush(self) -> None:
        executed = len(self._kept) + self._counted
        if executed and not self.left:
            self.regions.append(Block(tuple(self._kept), executed))
        self._kept, self._counted = [], 0

    def add(self, *regions: Region) -> None:
        self.flush()
        if not self.left:
            self.regions.extend(regions)


class _Builder:
    def __init__(self, program: Program) -> None:
        limits = program.profile.limits
        assert limits is not None
        self.program = program
        self.instructions = program.instructions
        self.limits = limits
        self.depth = program.profile.call_depth
        self.labels: dict[int, str] = {}
        for label in program.labels:
            self.labels.setdefault(label.index, label.name)
        self._functions: dict[tuple[int, int, int, int], Function] = {}
        self._names = {"main"}
        #: Function → how many instructions it executes at most, and has with every call in its place.
        self.longest: dict[str, int] = {}
        self.inlined: dict[str, int] = {}

    def run(self) -> tuple[Function, ...]:
        body = self._body(self.program.entry, _Nesting(), main=True)
        self._measure("main", body)
        return (*self._functions.values(), Function("main", "main", 0, body))

    @cached_property
    def _heights(self) -> dict[int, int]:
        """The longest chain of calls below every entry, at most one more than the stack holds."""
        return heights(self.program.entry, self._targets, self.depth + 1)

    @cached_property
    def _nests(self) -> tuple[bool, bool]:
        """Whether loops, and IFs, may nest too deeply over calls."""
        chain = min(self._heights.get(self.program.entry, 0), self.depth) + 1
        deepest = {OpcodeFlow.LOOP: 0, OpcodeFlow.IF: 0}
        depth = dict(deepest)
        for instruction in self.instructions:
            kind = instruction.opcode.flow
            kind = OpcodeFlow.LOOP if kind is OpcodeFlow.REPEAT else kind
            kind = OpcodeFlow.END_LOOP if kind is OpcodeFlow.END_REPEAT else kind
            if kind in deepest:
                depth[kind] += 1
                deepest[kind] = max(deepest[kind], depth[kind])
            elif kind in (OpcodeFlow.END_LOOP, OpcodeFlow.ENDIF):
                depth[OpcodeFlow.LOOP if kind is OpcodeFlow.END_LOOP else OpcodeFlow.IF] -= 1
        return (
            chain * deepest[OpcodeFlow.LOOP] > self.limits.loop_depth,
            chain * deepest[OpcodeFlow.IF] > self.limits.if_depth,
        )

    def _targets(self, entry: int) -> set[int]:
        """The entries that the code from ``entry`` on may call."""
        found: set[int] = set()
        nested = 0
        for instruction in self.instructions[entry:]:
            match instruction.opcode.flow:
                case OpcodeFlow.CALL if not never(instruction.condition):
                    assert instruction.target is not None
                    found.add(instruction.target)
                case OpcodeFlow.IF | OpcodeFlow.REPEAT | OpcodeFlow.LOOP:
                    nested += 1
                case OpcodeFlow.ENDIF | OpcodeFlow.END_REPEAT | OpcodeFlow.END_LOOP:
                    nested -= 1
                case OpcodeFlow.RETURN if nested == 0 and always(instruction.condition):
                    break
                case _:
                    pass
        return found

    def _body(self, entry: int, nesting: _Nesting, *, main: bool) -> tuple[Region, ...]:
        regions, index = self._regions(entry, nesting, main, whole=True)
        if index >= len(self.instructions) and not main:
            regions = (*regions, Terminate())  # the end of the text ends the program
        if main and regions and isinstance(regions[-1], Return):
            regions = regions[:-1]
        return regions

    def _call(self, target: int, nesting: _Nesting, main: bool) -> Region:
        """What a CAL does at a place."""
        if nesting.calls >= self.depth or target >= len(self.instructions):
            return _end(main)
        reaches = nesting.calls + 1 + self._heights[target] > self.depth
        loops, ifs = self._nests
        key = (
            target,
            nesting.calls + 1 if reaches else 0,
            nesting.loops if loops else 0,
            nesting.ifs if ifs else 0,
        )
        if key not in self._functions:
            label = self.labels.get(target, f"at_{target}")
            name = "_".join([label, *(str(number) for number in key[1:] if number)])
            while name in self._names:
                name += "_"
            self._names.add(name)
            body = self._body(target, _Nesting(nesting.calls + 1, nesting.loops, nesting.ifs), main=False)
            self._measure(name, body)
            ends = self._terminates(body)
            if body and isinstance(body[-1], Return):
                body = body[:-1]
            self._functions[key] = Function(name, label, key[1], body, may_terminate=ends)
        return Call(self._functions[key].name)

    def _terminates(self, regions: tuple[Region, ...]) -> bool:
        ends = {function.name for function in self._functions.values() if function.may_terminate}
        for region in regions:
            match region:
                case Terminate():
                    return True
                case Call(function=name) if name in ends:
                    return True
                case If(then=then, otherwise=otherwise):
                    if self._terminates(then) or self._terminates(otherwise):
                        return True
                case Loop(body=body):
                    if self._terminates(body):
                        return True
                case _:
                    pass
        return False

    def _regions(
        self, index: int, nesting: _Nesting, main: bool, *, whole: bool = False
    ) -> tuple[tuple[Region, ...], int]:
        """The regions from ``index`` to what ends their block, and where that stands."""
        made = _Blocks()
        while index < len(self.instructions):
            instruction = self.instructions[index]
            condition = instruction.condition
            match instruction.opcode.flow:
                case None:
                    made.keep(instruction)
                case OpcodeFlow.ELSE | OpcodeFlow.ENDIF | OpcodeFlow.END_REPEAT | OpcodeFlow.END_LOOP:
                    if instruction.opcode.flow is not OpcodeFlow.ENDIF:
                        made.count()
                    break
                case OpcodeFlow.IF:
                    made.count()
                    index = self.chosen(made, index, nesting, main)
                case OpcodeFlow.REPEAT | OpcodeFlow.LOOP:
                    made.count()
                    inner = _Nesting(nesting.calls, nesting.loops + 1, nesting.ifs)
                    body, index = self._regions(index + 1, inner, main)
                    if nesting.loops >= self.limits.loop_depth:
                        made.add(_end(main))
                        made.left = True
                    looped = instruction.opcode.flow is OpcodeFlow.LOOP
                    made.add(Loop(body, "", instruction.operands[0], repeats=True, indexed=looped))
                case OpcodeFlow.CALL:
                    made.count()
                    assert instruction.target is not None
                    if not never(condition):
                        call = self._call(instruction.target, nesting, main)
                        made.add(*chosen(condition, (call,)))
                        made.left |= always(condition) and isinstance(call, (Return, Terminate))
                case OpcodeFlow.BREAK | OpcodeFlow.RETURN:
                    made.count()
                    jump: Region = Break() if instruction.opcode.flow is OpcodeFlow.BREAK else Return()
                    made.add(*chosen(condition, (jump,)))
                    made.left = made.left or always(condition)
                    if whole and made.left:
                        return tuple(made.regions), index
                case flow:
                    raise AssertionError(flow)
            index += 1
        made.flush()
        return tuple(made.regions), index

    def chosen(self, made: _Blocks, index: int, nesting: _Nesting, main: bool) -> int:
        """An IF with its parts; where its ENDIF stands.

        ENDIF is executed where control comes to it: behind the false part, or a true part without ELSE.
        """
        condition = self.instructions[index].condition
        inner = _Nesting(nesting.calls, nesting.loops, nesting.ifs + 1)
        then, end = self._regions(index + 1, inner, main)
        otherwise: tuple[Region, ...] = ()
        if self.instructions[end].opcode.flow is OpcodeFlow.ELSE:
            otherwise, end = self._regions(end + 1, inner, main)
            otherwise = _counting_one(otherwise)
        else:
            then = _counting_one(then)
        if nesting.ifs >= self.limits.if_depth:
            made.add(_end(main))
            made.left = True
        made.add(*chosen(condition, then, otherwise))
        return end

    def _measure(self, name: str, body: tuple[Region, ...]) -> None:
        self.longest[name], self.inlined[name] = self._sizes(body)

    def _sizes(self, regions: tuple[Region, ...]) -> tuple[int, int]:
        """How many instructions regions execute at most, and have with every call in its place."""
        longest = inlined = 0
        for region in regions:
            match region:
                case Block(executed=executed):
                    longest, inlined = longest + executed, inlined + executed
                case If(then=then, otherwise=otherwise):
                    one, other = self._sizes(then), self._sizes(otherwise)
                    longest, inlined = longest + max(one[0], other[0]), inlined + one[1] + other[1]
                case Loop(body=body, count=count):
                    assert count is not None
                    known = constant_number(self.program, count)
                    turns = int(min(self.limits.loop_count if known is None else max(known, 0.0),
                                    self.limits.loop_count))  # fmt: skip
                    inner = self._sizes(body)
                    longest, inlined = longest + turns * inner[0], inlined + inner[1]
                case Call(function=name):
                    longest, inlined = longest + self.longest[name], inlined + self.inlined[name]
                case _:
                    pass
        return longest, inlined


def _counting_one(regions: tuple[Region, ...]) -> tuple[Region, ...]:
    """The regions and one instruction more that became structure."""
    last = regions[-1] if regions else None
    if isinstance(last, Block):
        return (*regions[:-1], Block(last.instructions, last.executed + 1))
    return (*regions, Block((), 1))


def _end(main: bool) -> Region:
    """The program's end: in the main function a return."""
    return Return() if main else Terminate()
