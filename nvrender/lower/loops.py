"""How often loops run, and LOOP's index (NV_gpu_program4 2.X.8, REP; NV_fragment_program2 3.11.X.8)."""

from __future__ import annotations

from nvrender.ir.nodes import Apply, Assign, Body, Const, Expression, Load, Select, Statement, Var
from nvrender.ir.types import BOOL, INT, UINT, Kind, Type
from nvrender.lower.control_flow.counts import constant_number
from nvrender.lower.operands import bitcast, operand, resized
from nvrender.lower.registers import Registers
from nvrender.program import Operand

_LARGEST = Const(INT, (0x7FFFFFFF,))
_ZERO = Const(INT, (0,))


def turns(registers: Registers, count: Operand) -> Expression:
    """How often a loop runs at most, a scalar INT."""
    known = constant_number(registers.program, count)
    number = _number(registers, count, 0)
    if known is not None:
        number = Const(INT, (int(max(0, min(known, _LARGEST.words[0]))),))
    profile = registers.program.profile
    if profile.limits is None or not profile.language.counted_parameters:
        return number
    most = Const(INT, (profile.limits.loop_count,))  # NV_fragment_program2 3.11.4.X
    return Apply("imin", (number, most), INT)


def indexed(registers: Registers, count: Operand) -> tuple[Var, list[Statement], Body]:
    """A LOOP's index: its variable, what sets it at first, and what steps it; it is never below 0."""
    index, step = registers.local("index", INT), registers.local("step", INT)
    first = Apply("imax", (_number(registers, count, 1), _ZERO), INT)
    before: list[Statement] = [
        Assign(index, (0,), first, origin=count.span),
        Assign(step, (0,), _number(registers, count, 2), origin=count.span),
    ]
    loaded = Load(step, (0,))
    total = Apply("iadd", (Load(index, (0,)), loaded), INT)
    least = Apply("imax", (total, _ZERO), INT)
    most = Apply("umin", (bitcast(total, UINT), bitcast(_LARGEST, UINT)), UINT)
    falls = Apply("less", (loaded, _ZERO), BOOL)
    following = Select(falls, least, bitcast(most, INT))
    return index, before, (Assign(index, (0,), following, origin=count.span),)


def _number(registers: Registers, count: Operand, component: int) -> Expression:
    """A component of a loop's operand, a float rounded down, NaN 0, an unsigned one no larger than an INT."""
    value = operand(registers, count, (component,))
    bits = value.type.bits
    if value.type.kind is Kind.FLOAT:
        value = Apply("ifloor", (value,), Type(Kind.INT, bits=bits))
    if value.type == INT:
        return value
    if value.type.kind is Kind.INT:
        value = Apply("imax", (value, Const(value.type, (0,))), value.type)
    unsigned = Type(Kind.UINT, bits=bits)
    least = Apply("umin", (bitcast(value, unsigned), Const(unsigned, _LARGEST.words)), unsigned)
    return bitcast(resized(least, 32), INT)
