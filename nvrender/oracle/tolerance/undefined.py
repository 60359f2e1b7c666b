"""What ARB_vertex_program and ARB_fragment_program leave undefined, where drivers may do as they like."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nvrender.ops.evaluation.numerics import BoolArray
from nvrender.ops.types import DataType
from nvrender.oracle.machine.initial import InitialRows
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.tolerance.ball import Ball
from nvrender.oracle.tolerance.precision import Float64Array
from nvrender.program import Binding, BindingKind, Instruction, Program, RegisterFile

_UNWRITTEN = (RegisterFile.TEMPORARY, RegisterFile.ADDRESS, RegisterFile.RESULT)
#: ARB_vertex_program 2.14.5.27; ARB_fragment_program 3.11.5.23 and 3.11.5.29.
_COMPONENTS = {"fsine_cosine": (2, 3), "fcross": (3,)}


def unwritten_rows(program: Program, layout: Layout, offset: int) -> InitialRows:
    """INF for the radii of registers until something is written (ARB_vertex_program 2.14.3.6 to 2.14.3.8).

    Nothing for those languages whose registers begin as zeros (NV_vertex_program2 2.14.1.4,
    NV_fragment_program 3.11.1.2).
    """
    if not program.profile.declares_names or program.profile.declares_parameters:
        return ()
    return tuple(
        (slice(first + offset, first + offset + 4), np.inf)
        for (file, _), first in layout.rows.items()
        if file in _UNWRITTEN
    )


def derived_parameters(program: Program) -> frozenset[int]:
    """The parameters that a driver computes from GL's state, rather than keeps as it was set."""
    return frozenset(index for index, row in enumerate(program.parameters) if _derived(row))


def _derived(row: Binding) -> bool:
    if row.kind is BindingKind.MATRIX:
        return row.modifier in ("inverse", "invtrans") or row.item == "mvp"
    if row.kind is BindingKind.LIGHT:
        return row.item in ("half", "spot.direction")
    return row.kind is BindingKind.LIGHT_PRODUCT or row.item in ("scenecolor", "params")


def left_undefined(
    instruction: Instruction, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> BoolArray | Any:
    """(k, n) or less: where the ``enabled`` components of a float ``result`` are anything.

    Whatever is INF or NaN, which OpenGL 1.5, 2.1.1 does not ask for; SCS's z and w, XPD's w; logarithms and
    powers of what is not positive (ARB_vertex_program 2.14.5.12, 2.14.5.13 and 2.14.5.20), LIT's among them;
    lookups projected by what is not positive (ARB_fragment_program 3.11.6.2); which zero is the greater, that
    NV_vertex_program 2.14.1.11 says and they do not.
    """
    destination, name = instruction.destination, instruction.operation
    assert destination is not None
    if destination.type is not DataType.FLOAT:
        return np.False_
    found = ~np.isfinite(result)
    rows = [component in _COMPONENTS.get(name, ()) for component in enabled]
    found = found | np.array(rows)[:, None]
    if name in ("flog2", "fpow"):
        found = found | ~(operands[0].low[:1] > 0)
    elif name == "flogarithm":
        found = found | (np.abs(operands[0].value[:1]) <= operands[0].radius[:1])
    elif name in ("flight", "flight_unclamped"):
        lit = operands[0].high[:1] > 0
        powers = np.array([component == 2 for component in enabled])[:, None]
        found = found | (powers & lit & ~(operands[0].low[1:2] > 0))
    elif name == "sample_projected":
        found = found | ~(operands[0].low[3:4] > 0)
    elif name in ("fge_total", "flt_total"):
        one, other = (operand.pick(enabled) for operand in operands)
        found = found | ((np.abs(one.value) <= one.radius) & (np.abs(other.value) <= other.radius))
    return found
