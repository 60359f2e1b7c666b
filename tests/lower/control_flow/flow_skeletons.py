"""Control-flow skeletons: a small assembler, a program-counter machine and a runner of Flows.

Ordinary instructions are opaque events. What a condition yields is a bit chosen by the number of
instructions fetched so far, so both machines agree only if their counts agree at every branch.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nvrender.languages.profiles import OPCODES, PROFILES
from nvrender.lower.control_flow.regions import (
    Block,
    Break,
    Call,
    Continue,
    Flow,
    If,
    IfFlag,
    Loop,
    Region,
    Return,
    SetFlag,
    Terminate,
)
from nvrender.program import Condition, Instruction, Label, Program
from nvrender.source import Source

_STATEMENT = re.compile(r"(?P<word>\w+)(?: (?P<label>\w+))?(?:\((?P<test>\w+)\))?$")

#: index of the event's instruction, and which instruction of the run it is
Event = tuple[str, int]


def assemble(text: str) -> Program:
    """``top: a; BRA top(GT); CAL f; RET`` and so on; every other word is an event."""
    labels: list[Label] = []
    statements: list[tuple[str, str | None, Condition | None]] = []
    for statement in text.split(";"):
        *names, rest = statement.split(":")
        labels += [Label(name.strip(), len(statements)) for name in names]
        if not rest.strip():
            continue
        match = _STATEMENT.match(rest.strip())
        assert match, rest
        condition = Condition(match["test"]) if match["test"] else None
        statements.append((match["word"], match["label"], condition))
    places = {label.name: label.index for label in labels}
    instructions = tuple(
        Instruction(OPCODES["vp2", word], condition=condition, target=places[name], target_name=name)
        if name
        else Instruction(OPCODES["vp2", "RET"], condition=condition)
        if word == "RET"
        else Instruction(OPCODES["vp2", "MOV"], target_name=word)
        for word, name, condition in statements
    )
    return Program(
        Source(text.encode()),
        PROFILES["!!VP2.0"],
        instructions,
        labels=tuple(labels),
        entry=places.get("main", 0),
    )


class _Stop(Exception):
    """The run is over."""


class Run:
    """What happened: events, how many instructions were fetched, whether the limit ended it."""

    def __init__(self, bits: Sequence[bool], limit: int) -> None:
        self.bits = bits
        self.limit = limit
        self.events: list[Event] = []
        self.count = 0

    def outcome(self) -> tuple[list[Event], int, bool]:
        events = [event for event in self.events if event[1] <= self.limit]
        return events, min(self.count, self.limit), self.count >= self.limit

    def fetch(self, names: Sequence[str], executed: int) -> None:
        assert executed >= len(names)
        self.events += [(name, self.count + k + 1) for k, name in enumerate(names)]
        self.count += executed
        if self.count >= self.limit:
            raise _Stop

    def passes(self, condition: Condition | None) -> bool:
        if condition is None or condition.test in ("TR", "FL"):
            return condition is None or condition.test == "TR"
        return self.bits[self.count % len(self.bits)]


def execute(program: Program, bits: Sequence[bool], limit: int) -> tuple[list[Event], int, bool]:
    """Runs a program as NV_vertex_program2 2.14.2.3 says."""
    run = Run(bits, limit)
    stack: list[int] = []
    index = program.entry
    try:
        while index < len(program.instructions):
            instruction = program.instructions[index]
            index += 1
            name = instruction.opcode.name
            run.fetch([] if instruction.opcode.is_flow else [instruction.target_name], 1)
            if not instruction.opcode.is_flow or not run.passes(instruction.condition):
                continue
            if name == "CAL" and len(stack) == program.profile.call_depth:
                break
            if name == "RET" and not stack:
                break
            if name == "CAL":
                stack.append(index)
            index = stack.pop() if name == "RET" else instruction.target
    except _Stop:
        pass
    return run.outcome()


def follow(flow: Flow, bits: Sequence[bool], limit: int) -> tuple[list[Event], int, bool]:
    """Runs a Flow, structured or dispatched, as regions.py describes it."""
    run = Run(bits, limit)
    try:
        if flow.functions:
            _Structured(flow, run).start()
        else:
            _dispatched(flow, run)
    except _Stop:
        pass
    return run.outcome()


def names(instructions: Sequence[Instruction]) -> list[str]:
    assert not any(instruction.opcode.is_flow for instruction in instructions)
    return [instruction.target_name for instruction in instructions]


def _dispatched(flow: Flow, run: Run) -> None:
    stack: list[int | None] = []
    number = flow.entry
    while number is not None:
        block = flow.dispatch[number]
        assert block.number == number
        run.fetch(names(block.instructions), block.executed)
        jump = block.jump
        if jump.kind in ("branch", "call", "return") and not run.passes(jump.condition):
            number = jump.following
        elif jump.kind == "call":
            assert jump.target is not None
            if len(stack) == flow.call_depth:
                break
            stack.append(jump.following)
            number = jump.target
        elif jump.kind == "return":
            if not stack:
                break
            number = stack.pop()
        else:
            assert jump.kind in ("branch", "next", "end")
            assert jump.kind != "end" or jump.target is None
            number = jump.target


class _Structured:
    def __init__(self, flow: Flow, run: Run) -> None:
        self.run = run
        self.functions = {function.name: function for function in flow.functions}
        assert len(self.functions) == len(flow.functions)
        self.main = flow.functions[-1]
        assert self.main.name == "main" and not self.main.may_terminate
        self.flags: dict[str, bool] = {}
        self.declared: tuple[str, ...] = ()

    def start(self) -> None:
        self.call("main", set(self.functions))

    def call(self, name: str, known: set[str]) -> None:
        assert name in known
        function = self.functions[name]
        order = list(self.functions)
        flags, declared = self.flags, self.declared
        self.flags, self.declared = {}, function.flags
        try:
            how = self.regions(function.body, set(order[: order.index(name)]))
            assert how in ("", "return")
        except _Stop:
            assert function.may_terminate or name == "main" or self.run.count >= self.run.limit
            raise
        self.flags, self.declared = flags, declared

    def regions(self, regions: tuple[Region, ...], known: set[str]) -> str:
        for region in regions:
            how = self.region(region, known)
            if how:
                return how
        return ""

    def region(self, region: Region, known: set[str]) -> str:
        match region:
            case Block():
                self.run.fetch(names(region.instructions), region.executed)
            case If():
                assert region.condition.test not in ("TR", "FL")
                passes = self.run.passes(region.condition) != region.negated
                return self.regions(region.then if passes else region.otherwise, known)
            case IfFlag():
                return self.regions(region.then if self.flags[region.flag] else region.otherwise, known)
            case SetFlag():
                assert region.flag in self.declared
                self.flags[region.flag] = region.value
            case Loop():
                how, spins, before = "", 0, self.run.count
                while how in ("", "continue"):
                    how = self.regions(region.body, known)
                    assert how or self.run.count > before, "a loop that counts nothing"
                    before = self.run.count
                    spins += 1
                return "" if how == "break" else how
            case Call():
                self.call(region.function, known)
            case Terminate():
                raise _Stop
            case Break() | Continue() | Return():
                return type(region).__name__.lower()
        return ""


def show(flow: Flow) -> str:
    """A short rendering of a Flow: one line a region, two spaces an indent."""
    lines: list[str] = []

    def regions(body: tuple[Region, ...], depth: int) -> None:
        for region in body:
            lines.append("  " * depth + head(region))
            if isinstance(region, (If, IfFlag)):
                regions(region.then, depth + 1)
                if region.otherwise:
                    lines.append("  " * depth + "else")
                    regions(region.otherwise, depth + 1)
            elif isinstance(region, Loop):
                regions(region.body, depth + 1)

    def head(region: Region) -> str:
        match region:
            case Block():
                extra = region.executed - len(region.instructions)
                return " ".join([*names(region.instructions), *([f"+{extra}"] if extra else [])])
            case If():
                return f"if {'not ' if region.negated else ''}{region.condition.test}"
            case IfFlag():
                return f"if {region.flag}"
            case SetFlag():
                return f"{region.flag} = {'yes' if region.value else 'no'}"
            case Loop():
                return f"loop {region.label}".rstrip()
            case Call():
                return f"call {region.function}"
        return type(region).__name__.lower()

    for function in flow.functions:
        lines.append(f"{function.name}:")
        regions(function.body, 1)
    for block in flow.dispatch:
        jump = block.jump
        extra = block.executed - len(block.instructions)
        parts = [f"{block.number}:", *names(block.instructions), *([f"+{extra}"] if extra else []), jump.kind]
        if jump.condition is not None:
            parts.append(jump.condition.test)
        if jump.kind in ("next", "branch", "call"):
            parts.append("end" if jump.target is None else str(jump.target))
        if jump.condition is not None or jump.kind == "call":
            parts.append("or" if jump.condition is not None and jump.kind != "call" else "then")
            parts.append("end" if jump.following is None else str(jump.following))
        lines.append(" ".join(parts))
    return "\n".join(lines)
