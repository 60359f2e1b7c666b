"""Tests of condition codes (NV_vertex_program2 2.14.1.6; NV_gpu_program4 Table X.16)."""

from __future__ import annotations

from nvrender.ir.nodes import Apply, Const, Expression, Load
from nvrender.ir.types import BOOL, FLOAT, UINT
from nvrender.lower.registers import Registers
from nvrender.ops.conditions import FLAG_PASSES
from nvrender.program import Condition

#: What is asked of a number that no flags go with.
COMPARISONS = {
    "EQ": "equal",
    "NE": "not_equal",
    "LT": "less",
    "GE": "greater_equal",
    "LE": "less_equal",
    "GT": "greater",
}


def passes(registers: Registers, condition: Condition, components: tuple[int, ...]) -> Expression | None:
    """Whether ``components`` of a condition pass, each for itself; None where they always do."""
    width = len(components)
    if condition.test == "TR":
        return None
    if condition.test == "FL":
        return Const(BOOL.wide(width), (0,) * width)
    swizzle = tuple(condition.swizzle[component] for component in components)
    code = Load(registers.code(condition.register), swizzle)
    if registers.program.profile.flags:
        passing = sum(1 << number for number, holds in enumerate(FLAG_PASSES[condition.test]) if holds)
        return Apply("has_flags", (code, Const(UINT.wide(width), (passing,) * width)), BOOL.wide(width))
    return Apply(
        COMPARISONS[condition.test], (code, Const(FLOAT.wide(width), (0,) * width)), BOOL.wide(width)
    )


def always() -> Const:
    """A condition that holds."""
    return Const(BOOL, (1,))


def different(swizzle: tuple[int, ...]) -> tuple[int, ...]:
    """A place of each component that is read, in their order."""
    return tuple(swizzle.index(component) for component in sorted(set(swizzle)))


def passes_any(registers: Registers, condition: Condition) -> Expression:
    """Whether any of the four components passes (NV_vertex_program2 2.14.3.6)."""
    holds = passes(registers, condition, different(condition.swizzle))
    if holds is None:
        return always()
    if isinstance(holds, Const):
        return Const(BOOL, holds.words[:1])
    if holds.type.width == 1:
        return holds
    return Apply("holds_any", (holds,), BOOL)
