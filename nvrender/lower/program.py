"""A program as intermediate representation: its registers as variables, its regions as statements."""

from __future__ import annotations

from dataclasses import replace

from nvrender.flow.regions import (
    Block,
    Break,
    Call,
    Choice,
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
from nvrender.ir import nodes
from nvrender.ir.nodes import Apply, Assign, Const, Expression, Load, Shader, Statement
from nvrender.ir.types import BOOL, INT, Kind
from nvrender.lower.conditions import passes_any
from nvrender.lower.fragments import first_results, killed
from nvrender.lower.instructions import computed
from nvrender.lower.operands import NotLowered, operand
from nvrender.lower.registers import Registers
from nvrender.ops.rows import Form
from nvrender.program import Instruction, Operand, Program, Register, RegisterFile


def lower(program: Program, flow: Flow) -> Shader:
    """``program`` as intermediate representation.

    Raises TargetError for what has none.
    """
    if flow.dispatch or not flow.functions:
        raise NotLowered("dispatch")
    registers = Registers(program)
    for index in sorted(program.writes(RegisterFile.RESULT)):
        registers.place(Register(RegisterFile.RESULT, index))
    lowering = _Lowering(registers, flow)
    *functions, main = (
        nodes.Function(function.name, lowering.body(function.body, function.name))
        for function in flow.functions
    )
    main = replace(main, body=(*first_results(registers), *main.body))
    return Shader(
        (*functions, main),
        tuple(registers.variables.values()),
        program.profile.execution_limit if flow.counted else None,
        registers.initial,
    )


class _Lowering:
    """Walks regions."""

    def __init__(self, registers: Registers, flow: Flow) -> None:
        self.registers = registers
        self.flow = flow

    def body(self, regions: tuple[Region, ...], function: str) -> nodes.Body:
        found: list[Statement] = []
        for region in regions:
            found += self.region(region, function)
        return tuple(found)

    def region(self, region: Region, function: str) -> list[Statement]:
        match region:
            case Block():
                return self.block(region)
            case If(condition=condition, then=then, otherwise=otherwise, negated=negated):
                test = passes_any(self.registers, condition)
                if negated:
                    test = Apply("holds_not", (test,), BOOL)
                ways = self.body(then, function), self.body(otherwise, function)
                return [nodes.If(test, *ways, origin=condition.span)]
            case IfFlag(flag=flag, then=then, otherwise=otherwise):
                test = Load(self._flag(function, flag), (0,))
                return [nodes.If(test, self.body(then, function), self.body(otherwise, function))]
            case SetFlag(flag=flag, value=value):
                return [Assign(self._flag(function, flag), (0,), Const(BOOL, (int(value),)))]
            case Loop():
                return [self.loop(region, function)]
            case Break():
                return [nodes.Break()]
            case Continue():
                return [nodes.Continue()]
            case Return():
                return [nodes.Return()]
            case Terminate():
                return [nodes.Terminate()]
            case Call(function=name):
                return [nodes.Call(name)]
            case Choice():
                raise NotLowered("a choice of subroutines")

    def _flag(self, function: str, flag: str) -> nodes.Var:
        return self.registers.flag(f"{function}.{flag}", BOOL)

    def block(self, region: Block) -> list[Statement]:
        found: list[Statement] = []
        counted, left = self.flow.counted, region.executed
        if left and not counted:
            found.append(nodes.Executed(left))
        for instruction in region.instructions:
            if counted and not instruction.implicit:
                found.append(nodes.Executed(1))
                left -= 1
            found += self.instruction(instruction)
        if counted:
            found += [nodes.Executed(1)] * left
        return found

    def instruction(self, instruction: Instruction) -> list[Statement]:
        match instruction.row.form:
            case Form.FLOW | Form.BARRIER | Form.MEMORY:
                raise NotLowered(instruction.row.name)
            case Form.KILL:
                return killed(self.registers, instruction)
            case _:
                return computed(self.registers, instruction)

    def loop(self, region: Loop, function: str) -> Statement:
        if region.indexed:
            raise NotLowered("indexed loops")
        turns = None if region.count is None else self.count(region.count)
        body = self.body(region.body, function)
        return nodes.Loop(body, (), turns, watched=region.repeats, name=region.label)

    def count(self, row: Operand) -> Expression:
        """How often a loop runs: a float rounded down, NaN 0 (NV_gpu_program4 2.X.8, REP)."""
        value = operand(self.registers, row, (0,))
        if row.bits == 64:
            raise NotLowered("counts of 64 bits")
        if value.type.kind is Kind.FLOAT:
            return Apply("ifloor", (value,), INT)
        if value.type.kind is Kind.UINT:
            raise NotLowered("unsigned counts")
        return value
