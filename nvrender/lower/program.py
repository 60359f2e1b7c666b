"""A program as intermediate representation: its registers as variables, its regions as statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nvrender.ir import nodes, visit
from nvrender.ir.nodes import Apply, Assign, Const, Load, Shader, Statement
from nvrender.ir.types import BOOL, INT
from nvrender.lower.conditions import passes_any
from nvrender.lower.control_flow import analyse
from nvrender.lower.control_flow.forms import flow_of
from nvrender.lower.control_flow.regions import (
    Block,
    Break,
    Call,
    Choice,
    Continue,
    DispatchBlock,
    Flow,
    Function,
    If,
    IfFlag,
    Loop,
    Region,
    Return,
    SetFlag,
    Terminate,
)
from nvrender.lower.control_flow.saved import saves
from nvrender.lower.dispatch import dispatched
from nvrender.lower.fragments import first_results, killed
from nvrender.lower.instructions import computed
from nvrender.lower.loops import indexed, turns
from nvrender.lower.memory import accessed
from nvrender.lower.operands import NotLowered, bitcast, operand
from nvrender.lower.registers import Registers
from nvrender.lower.stages import threads_of
from nvrender.lower.subroutines import address_of, chosen
from nvrender.ops.rows import Form
from nvrender.program import Instruction, Program, Register, RegisterFile
from nvrender.records import once


def lowered(program: Program, *, dispatched: bool = False) -> Shader:
    """``program`` in the form that compilers are given, once for all that is made of it.

    ``dispatched``: as one loop over blocks, whatever its flow.
    """
    return _lowered(program, dispatched)


@once
def _lowered(program: Program, dispatched: bool) -> Shader:
    flow = analyse(program, structured=False) if dispatched else flow_of(program)
    return lower(program, flow)


def lower(program: Program, flow: Flow) -> Shader:
    """``program`` as intermediate representation.

    Raises TargetError for what has none.
    """
    registers = Registers(program)
    for index in sorted(program.writes(RegisterFile.RESULT)):
        registers.place(Register(RegisterFile.RESULT, index))
    lowering = _Lowering(registers, flow)
    *functions, main = lowering.functions()
    main = replace(main, body=(*first_results(registers), *main.body))
    return Shader(
        (*functions, main),
        tuple(registers.variables.values()),
        program.profile.execution_limit if flow.counted else None,
        threads_of(program),
        registers.initial,
    )


class _Lowering:
    """Walks regions."""

    def __init__(self, registers: Registers, flow: Flow) -> None:
        self.registers = registers
        self.flow = flow
        self._numbers = {id(row): index for index, row in enumerate(registers.program.instructions)}

    def functions(self) -> tuple[nodes.Function, ...]:
        """All functions, main last."""
        if not self.flow.functions:
            body = dispatched(self.registers, self.flow, lambda row: self.block(row, "main"))
            return (nodes.Function("main", tuple(body)),)
        return tuple(map(self.function, self.flow.functions))

    def function(self, function: Function) -> nodes.Function:
        for flag in function.flags:
            self._flag(function.name, flag)
        return nodes.Function(function.name, self.body(function.body, function.name))

    def body(self, regions: tuple[Region, ...], function: str) -> nodes.Body:
        found: list[Statement] = []
        for region in regions:
            found += self.region(region, function)
        return tuple(found)

    def region(self, region: Region, function: str) -> list[Statement]:
        match region:
            case Block():
                return self.block(region, function)
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
                return self.loop(region, function)
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
            case Choice(register=register, ways=ways, instruction=instruction):
                cases = tuple((number, self.body(called, function)) for number, called in ways)
                number = chosen(self.registers, register)
                return [nodes.Switch(number, cases, origin=instruction.span)]

    def _flag(self, function: str, flag: str) -> nodes.Var:
        return self.registers.variable(nodes.Var(f"{function}.{flag}", BOOL, nodes.Role.LOCAL))

    def block(self, region: Block | DispatchBlock, function: str) -> list[Statement]:
        found: list[Statement] = []
        counted, left = self.flow.counted, region.executed
        if left and not counted:
            found.append(nodes.Executed(left))
        for instruction in region.instructions:
            if counted and not instruction.implicit:
                found.append(nodes.Executed(1))
                left -= 1
            found += self.instruction(instruction, function)
        if counted:
            found += [nodes.Executed(1)] * left
        return found

    def instruction(self, instruction: Instruction, function: str) -> Sequence[Statement]:
        if saves(instruction):
            return [self.saving(instruction, function)]
        match instruction.row.form:
            case Form.FLOW if instruction.row.name == "end_primitive":
                return [nodes.EndPrimitive(instruction.span)]
            case Form.FLOW if instruction.row.name in ("emit", "emit_stream"):
                streams = [bitcast(operand(self.registers, row, (0,)), INT) for row in instruction.operands]
                return [nodes.EmitVertex(streams[0] if streams else None, instruction.span)]
            case Form.FLOW:
                raise NotLowered(instruction.row.name)
            case Form.BARRIER:
                waits = instruction.row.name == "barrier"
                return [nodes.Barrier(waits, instruction.group, instruction.span)]
            case Form.MEMORY:
                return accessed(self.registers, instruction)
            case Form.KILL:
                return killed(self.registers, instruction)
            case _:
                return computed(self.registers, instruction)

    def saving(self, instruction: Instruction, function: str) -> Statement:
        """PUSHA or POPA, where the function knows what it has saved."""
        place = self.flow.saved[self._numbers[id(instruction)]]
        name = f"{function}.saved_{place + 1}" if place else f"{function}.saved"
        saved = self.registers.variable(nodes.Var(name, INT.wide(4), nodes.Role.LOCAL))
        address, components = address_of(self.registers, instruction).var, (0, 1, 2, 3)
        read, write = (address, saved) if instruction.destination is None else (saved, address)
        return Assign(write, components, Load(read, components), origin=instruction.span)

    def loop(self, region: Loop, function: str) -> list[Statement]:
        registers, before = self.registers, list[Statement]()
        steps: nodes.Body = ()
        index: nodes.Var | None = None
        count = None if region.count is None else turns(registers, region.count)
        around = registers.loop_index
        if region.indexed and region.count is not None:
            index, before, steps = indexed(registers, region.count)
            registers.loop_index = index
        body = self.body(region.body, function)
        registers.loop_index = around
        if region.indexed and not _reads(body, index):
            before, steps = [], ()
        origin = None if region.count is None else region.count.span
        return [*before, nodes.Loop(body, steps, count, region.repeats, region.label, origin)]


def _reads(body: nodes.Body, var: nodes.Var | None) -> bool:
    rows = (node for statement in visit.statements(body) for node in visit.expressions(statement))
    return any(isinstance(node, Load) and node.var == var for node in rows)
