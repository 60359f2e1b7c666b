"""How many turns a program's loops can take, so that only those get a watchdog that need one."""

from __future__ import annotations

import math
import struct

from nvrender.flow.regions import Call, Flow, If, IfFlag, Loop, Region
from nvrender.isa.opcodes import DataType
from nvrender.program import BindingKind, Operand, Program, RegisterFile


def most_turns(program: Program, flow: Flow) -> float:
    """The most turns all loops of a vertex take together; INF where counts are not constant."""
    if flow.dispatch:
        return math.inf if any(block.jump.kind == "repeat" for block in flow.dispatch) else 0
    turns: dict[str, float] = {}

    def most(regions: tuple[Region, ...]) -> float:
        total: float = 0
        for region in regions:
            match region:
                case Loop(body=body, repeats=True, count=count):
                    times = math.inf if count is None else constant_count(program, count)
                    total += times * (1 + most(body)) if times else 0
                case Loop(body=body):
                    total += most(body)
                case If(then=then, otherwise=otherwise) | IfFlag(then=then, otherwise=otherwise):
                    total += max(most(then), most(otherwise))
                case Call(function=function):
                    total += turns[function]
                case _:
                    pass
        return total

    for function in flow.functions:
        turns[function.name] = most(function.body)
    return turns[flow.functions[-1].name] if flow.functions else 0


def constant_count(program: Program, operand: Operand) -> float:
    """A loop's count where it is a constant, else INF."""
    register = operand.register
    if register.file is not RegisterFile.PARAMETER or register.relative is not None:
        return math.inf
    binding = program.parameters[register.index]
    if binding.kind is not BindingKind.CONSTANT:
        return math.inf
    form = {DataType.FLOAT: "<f", DataType.SIGNED: "<i", DataType.UNSIGNED: "<I"}[operand.type]
    value: float = struct.unpack(form, struct.pack("<I", binding.words[operand.swizzle[0]]))[0]
    value = abs(value) if operand.absolute else value
    if operand.negate:
        value = -value % 2**32 if operand.type is DataType.UNSIGNED else -value
    if math.isnan(value):
        return 0
    return max(0.0, math.floor(value) if math.isfinite(value) else value)
