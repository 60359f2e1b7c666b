"""How often loops run, and LOOP's index (NV_gpu_program4 2.X.8, REP; NV_fragment_program2 3.11.X.8)."""

from __future__ import annotations

from nvrender.ir.nodes import Apply, Assign, Body, Const, Convert, Expression, Load, Statement, Var
from nvrender.ir.types import INT, UINT, Kind
from nvrender.lower.control_flow.counts import constant_number
from nvrender.lower.operands import bitcast, operand, plus
from nvrender.lower.registers import Registers
from nvrender.ops.memory_access import Rounding, Storage
from nvrender.ops.types import DataType
from nvrender.program import Clamp, Operand

_LARGEST = Const(INT, (0x7FFFFFFF,))
_ZERO = Const(INT, (0,))


def turns(registers: Registers, count: Operand) -> Expression:
    """How often a loop runs at most, a scalar INT."""
    number = _number(registers, count, 0)
    profile = registers.program.profile
    if profile.limits is None or not profile.language.counted_parameters:
        return _not_negative(number) if isinstance(number, Const) else number
    most = profile.limits.loop_count  # NV_fragment_program2 3.11.4.X
    if isinstance(number, Const):
        return Const(INT, (min(_not_negative(number).words[0], most),))
    return Apply("imin", (number, Const(INT, (most,))), INT)


def indexed(registers: Registers, count: Operand) -> tuple[Var, list[Statement], Body]:
    """A LOOP's index: its variable, what sets it at first, and what steps it; it is never below 0.

    Beyond the largest INT it chooses as little as any index outside an array.
    """
    index = registers.local("index", INT)
    first, step = (_number(registers, count, component) for component in (1, 2))
    first = _not_negative(first) if isinstance(first, Const) else Apply("imax", (first, _ZERO), INT)
    before: list[Statement] = [Assign(index, (0,), first)]
    loaded = Load(index, (0,))
    if isinstance(step, Const):
        total = plus(loaded, step.words[0])
        if step.words[0] >> 31:
            total = Apply("imax", (total, _ZERO), INT)
        return index, before, (Assign(index, (0,), total),) if step.words[0] else ()
    var = registers.local("step", INT)
    before.append(Assign(var, (0,), step))
    total = Apply("imax", (Apply("iadd_saturated", (loaded, Load(var, (0,))), INT), _ZERO), INT)
    return index, before, (Assign(index, (0,), total),)


def _not_negative(number: Const) -> Const:
    return _ZERO if number.words[0] >> 31 else number


def _number(registers: Registers, count: Operand, component: int) -> Expression:
    """A component of a loop's operand, a float rounded down, NaN 0, an unsigned one no larger than an INT."""
    known = constant_number(registers.program, count, component)
    if known is not None:
        return Const(INT, (int(max(-(2**31), min(known, _LARGEST.words[0]))) & 0xFFFFFFFF,))
    value = operand(registers, count, (component,))
    if value.type.bits == 64:
        source = Storage(count.type, 64)
        return Convert(value, source, Storage(DataType.SIGNED, 32), Rounding.DOWN, Clamp.SIGNED, INT)
    if value.type.kind is Kind.FLOAT:
        return Apply("ifloor", (value,), INT)
    if value.type == INT:
        return value
    return bitcast(Apply("umin", (value, Const(UINT, _LARGEST.words)), UINT), INT)
