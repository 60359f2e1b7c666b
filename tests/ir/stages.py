"""Inputs of several vertices and what lanes of a patch share, as the oracle's rooms have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Float32Array
from nvrender.ir.evaluation.shader import Evaluation
from nvrender.ir.nodes import Role, Shader
from nvrender.languages.arb.geometry_bindings import GEOMETRY_ATTRIBUTES
from nvrender.oracle.machine.prepare import Code
from nvrender.oracle.machine.shared import Shared
from nvrender.oracle.patches.access import slot_width
from nvrender.oracle.patches.layout import PLACE, Owner, names_of, owner, read_back
from nvrender.program.profile import Stage

Array = npt.NDArray[Any]
_NOTHING = np.zeros((4, 1), np.float32)


def attribute(
    code: Code, attributes: Mapping[int, Float32Array], shared: Shared, index: int, vertex: int | None
) -> Array:
    """(4, n) or (4, 1) words of an attribute, of a vertex where vertices have it."""
    program = code.program
    kind = owner(program, index)
    if kind is not Owner.LANE:
        _, patch, count = attributes[PLACE].view(np.int32).astype(np.int64).T[:3]
        first = code.layout.columns + code.layout.slots[index] * slot_width(code.layout, shared.table)
        if kind is Owner.PATCH:
            return shared.table[:, first + patch]
        there = (vertex or 0) < count
        return np.where(there, shared.table[:, first + np.where(there, patch * count + (vertex or 0), 0)], 0)
    if program.geometry is not None and PLACE not in attributes:
        number = program.geometry.vertices if vertex is None else vertex
        index += number * len(GEOMETRY_ATTRIBUTES)
        if index not in attributes:  # what no instruction names
            return _NOTHING
    return np.ascontiguousarray(attributes[index]).view(np.float32).T


def keep_patches(run: Evaluation, code: Code, attributes: Mapping[int, Float32Array], shared: Shared) -> None:
    """Puts what a control program leaves in patches where the oracle looks for it."""
    program, layout = code.program, code.layout
    if program.profile.stage is not Stage.TESSELLATION_CONTROL:
        return
    patch = attributes[PLACE].view(np.int32)[:: run.shader.patch, 1]
    for var in run.shader.variables:
        if var.role is not Role.OUTPUT or not var.patch:
            continue
        held = run.values[var.name].view(np.float32)
        for number, rows in enumerate(held if var.length else held[None]):
            name = read_back(program.profile.results[var.binding + number])
            slot = layout.slots.get(names_of(program).index(name))
            if slot is not None:
                first = layout.columns + slot * slot_width(layout, shared.table)
                shared.table[:, first + patch] = rows[:, :: run.shader.patch]


def emitted(code: Code, values: Mapping[str, Array], shader: Shader, lanes: int) -> Array:
    """The oracle's rows of results, with the values of variables."""
    rows = dict(code.layout.results)
    found = np.zeros((code.layout.total, lanes), np.float32)
    for var in shader.variables:
        if var.role is Role.OUTPUT:
            held = values[var.name].view(np.float32)
            for number, row in enumerate(held if var.length else held[None]):
                if var.binding + number in rows:
                    first = rows[var.binding + number]
                    found[first : first + 4] = row
    return found
