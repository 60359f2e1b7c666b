"""Which initial values a program can observe, so that only those are written.

A set of register components is one int, a bit each.
"""

from __future__ import annotations

from functools import cache

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
from nvrender.ops.table import OPERATIONS
from nvrender.program import Condition, Instruction, Operand, Register, RegisterFile

_FILES = {
    RegisterFile.TEMPORARY: 0,
    RegisterFile.RESULT: 128,
    RegisterFile.ADDRESS: 256,
    RegisterFile.CONDITION_CODE: 320,
}
#: Files without a bit have no initial value the translation would have to write.
_UNTRACKED = frozenset({RegisterFile.ATTRIBUTE, RegisterFile.PARAMETER})
#: Every component: what has been assigned where control never comes.
EVERYTHING = (1 << 384) - 1


def bit(file: RegisterFile, index: int, component: int) -> int:
    """The bit of one register component."""
    return 1 << (_FILES[file] + index * 4 + component)


def register_bits(file: RegisterFile, index: int) -> int:
    """The bits of a register's four components."""
    return 15 << (_FILES[file] + index * 4)


def _tested(condition: Condition | None) -> int:
    if condition is None or condition.test in ("TR", "FL"):
        return 0
    return sum(bit(RegisterFile.CONDITION_CODE, condition.register, c) for c in set(condition.swizzle))


@cache
def _components_read(operation: str, number: int) -> tuple[int, ...] | None:
    """Those of operand ``number``, None where they are those that are written."""
    row = OPERATIONS[operation]
    return row.components_read(number) if row.reads else None


def _places(instruction: Instruction, number: int) -> tuple[int, ...]:
    """The swizzle places of operand ``number`` that the instruction's text names."""
    if (components := _components_read(instruction.operation, number)) is not None:
        return components
    destination = instruction.destination
    mask = destination.mask if destination is not None else (True,) * 4
    return tuple(place for place in range(4) if mask[place])


def _operand_bits(operand: Operand, places: tuple[int, ...]) -> int:
    register: Register = operand.register
    bits = 0
    if register.relative is not None:
        bits |= bit(RegisterFile.ADDRESS, register.relative.register, register.relative.component)
    if register.file not in _UNTRACKED:
        for place in places:
            bits |= bit(register.file, register.index, operand.swizzle[place])
    return bits


def reads(instruction: Instruction) -> int:
    """What an instruction reads, its condition included."""
    bits = _tested(instruction.condition)
    if instruction.destination is not None:
        bits |= _tested(instruction.destination.condition)
    for number, operand in enumerate(instruction.operands):
        if operand.register.file is RegisterFile.ADDRESS:
            bits |= register_bits(RegisterFile.ADDRESS, operand.register.index)
        else:
            bits |= _operand_bits(operand, _places(instruction, number))
    return bits


def writes(instruction: Instruction) -> int:
    """What an instruction surely writes."""
    destination = instruction.destination
    if destination is None or (destination.condition is not None and destination.condition.test != "TR"):
        return 0
    components = [component for component in range(4) if destination.mask[component]]
    bits = 0
    if (file := destination.register.file) not in _UNTRACKED and file is not RegisterFile.CONDITION_CODE:
        bits |= sum(bit(file, destination.register.index, component) for component in components)
    if (code := instruction.condition_code) is not None:
        bits |= sum(bit(RegisterFile.CONDITION_CODE, code, component) for component in components)
    return bits


class _Assignment:
    """Follows a Flow and collects what is read before it is surely assigned."""

    def __init__(self, flow: Flow, observed: int) -> None:
        self._bodies = {function.name: function.body for function in flow.functions}
        self._observed = observed
        self._calls: dict[tuple[str, int], int] = {}
        self.missing = 0

    def end(self, assigned: int) -> int:
        """The program ends: the results are observed."""
        self.missing |= self._observed & ~assigned
        return EVERYTHING

    def body(self, name: str, assigned: int) -> int:
        """What is assigned when a function returns."""
        key = name, assigned
        if key not in self._calls:
            returns: list[int] = []
            after = self.regions(self._bodies[name], assigned, returns, [])
            for early in returns:
                after &= early
            self._calls[key] = after
        return self._calls[key]

    def regions(
        self, regions: tuple[Region, ...], assigned: int, returns: list[int], breaks: list[int]
    ) -> int:
        """What is assigned behind ``regions``; EVERYTHING if control never comes there."""
        for region in regions:
            match region:
                case Block(instructions=instructions):
                    for instruction in instructions:
                        self.missing |= reads(instruction) & ~assigned
                        assigned |= writes(instruction)
                case If(condition=condition, then=then, otherwise=otherwise):
                    self.missing |= _tested(condition) & ~assigned
                    assigned = self._either(then, otherwise, assigned, returns, breaks)
                case IfFlag(then=then, otherwise=otherwise):
                    assigned = self._either(then, otherwise, assigned, returns, breaks)
                case Loop(body=body):
                    leaving: list[int] = []
                    self.regions(body, assigned, returns, leaving)
                    assigned = EVERYTHING
                    for early in leaving:
                        assigned &= early
                case Call(function=function):
                    assigned = self.body(function, assigned)
                case Break():
                    breaks.append(assigned)
                    return EVERYTHING
                case Continue():
                    return EVERYTHING
                case Return():
                    returns.append(assigned)
                    return EVERYTHING
                case Terminate():
                    return self.end(assigned)
                case SetFlag():
                    pass
        return assigned

    def _either(
        self,
        then: tuple[Region, ...],
        otherwise: tuple[Region, ...],
        assigned: int,
        returns: list[int],
        breaks: list[int],
    ) -> int:
        return self.regions(then, assigned, returns, breaks) & self.regions(
            otherwise, assigned, returns, breaks
        )


def initial_values(flow: Flow, observed: int) -> int:
    """The components whose initial value the program or, at its end, an ``observed`` result shows."""
    if flow.dispatch:
        return EVERYTHING
    assignment = _Assignment(flow, observed)
    assignment.end(assignment.body(flow.functions[-1].name, 0))
    if flow.counted:  # the execution limit can keep control from a write behind a loop or call
        assignment.missing |= observed & ~_straight(flow.functions[-1].body)
    return assignment.missing


def _straight(regions: tuple[Region, ...]) -> int:
    """What the blocks that ``regions`` start with write."""
    assigned = 0
    for region in regions:
        if not isinstance(region, Block):
            break
        for instruction in region.instructions:
            assigned |= writes(instruction)
    return assigned
