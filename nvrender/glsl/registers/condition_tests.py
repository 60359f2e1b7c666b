"""Tests of condition codes as GLSL (NV_gpu_program4 2.X.4.3)."""

from __future__ import annotations

from nvrender.glsl.declared.variables import Code
from nvrender.glsl.expressions import vector_type
from nvrender.glsl.operations.comparisons import RELATIONS
from nvrender.glsl.printer.expressions import letters
from nvrender.program import COMPONENTS, Condition

_ORDERED = frozenset({"LT", "GE", "LE", "GT"})


def test(code: Code, condition: Condition, component: int) -> str:
    """Whether one component of a condition code, before the swizzle, passes."""
    name, letter = code.name, COMPONENTS[component]
    value, nought = f"{name}.{letter}", "0" if code.kind else "0.0"
    overflow = f"{code.flag('overflow')}.{letter}" if code.overflow else ""
    carry = f"{code.flag('carry')}.{letter}" if code.carry else ""
    match condition.test:
        case "TR" | "FL":
            return "true" if condition.test == "TR" else "false"
        case "LT" if overflow:
            return f"({value} < {nought}) != {overflow}"
        case "GE" if overflow:
            return f"({value} >= {nought}) != {overflow}"
        case "GT" if overflow:
            return f"({value} >= {nought}) != {overflow} && {value} != {nought}"
        case "LE" if overflow:
            if code.kind:
                return f"({value} < 0) != ({value} == 0 || {overflow})"
            negative = f"({value} < 0.0 || isnan({value}))"
            return f"{negative} != ({value} == 0.0 || isnan({value}) || {overflow})"
        case "NAN":
            return "false" if code.kind else f"isnan({value})"
        case "LEG":
            return "true" if code.kind else f"!isnan({value})"
        case "SF":
            return f"{value} < 0" if code.kind else f"{value} < 0.0 || isnan({value})"
        case "NSF":
            return f"{value} >= {nought}"
        case "OF":
            return overflow or "false"
        case "NOF":
            return f"!{overflow}" if overflow else "true"
        case "CF":
            return carry or "false"
        case "NCF":
            return f"!{carry}" if carry else "true"
        case "AB":
            return f"{carry} && {value} != {nought}" if carry else "false"
        case "BLE":
            return f"!{carry} || {value} == {nought}" if carry else "true"
        case test:
            return f"{value} {RELATIONS[test.lower()][0]} {nought}"


def relation(code: Code, condition: Condition, components: tuple[int, ...]) -> str | None:
    """The tests of several components as one vector of bool; None where no relation tells."""
    if condition.test.lower() not in RELATIONS or (condition.test in _ORDERED and code.overflow):
        return None
    zeros = f"{vector_type(len(components), code.kind)}({'0' if code.kind else '0.0'})"
    name = f"{code.name}{letters(components)}"
    return f"{RELATIONS[condition.test.lower()][1]}({name}, {zeros})"
