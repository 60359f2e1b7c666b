"""Subroutine parameters, and what PUSHA and POPA keep (ARB_shader_subroutine 2.X.8, CALI)."""

from __future__ import annotations

from nvrender.ir.nodes import Apply, Const, Expression, Load, Role, Select, Var
from nvrender.ir.types import BOOL, INT, UINT
from nvrender.lower.operands import bitcast, element, plus
from nvrender.lower.registers import Place, Registers
from nvrender.program import Instruction, Register

#: The number of no label (ARB_shader_subroutine, MAX_PROGRAM_SUBROUTINE_NUM_NV).
NO_SUBROUTINE = Const(UINT, (0xFFFFFFFF,))


def chosen(registers: Registers, register: Register) -> Expression:
    """The number of the label that a subroutine parameter is set to; outside its array none."""
    count = max(row.index for row in registers.program.subroutine_parameters) + 1
    var = registers.variable(Var("subroutines", UINT, Role.SUBROUTINE, count))
    if register.relative is None:
        return Load(var, (0,), Const(INT, (register.index,)))
    number = element(registers, register.relative, 0)
    inside = Apply("less", (bitcast(number, UINT), Const(UINT, (register.count,))), BOOL)
    return Select(inside, Load(var, (0,), plus(number, register.index)), NO_SUBROUTINE)


def address_of(registers: Registers, instruction: Instruction) -> Place:
    """The address register that a PUSHA saves or a POPA restores (NV_vertex_program3 2.14.5.43-44)."""
    destination = instruction.destination
    register = instruction.operands[0].register if destination is None else destination.register
    return registers.place(register)
