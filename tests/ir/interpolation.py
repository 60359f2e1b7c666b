"""Attributes elsewhere in their pixel, of what the oracle has of them at its centre and beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.fragments import POSITION
from nvrender.gl.inputs.results import Float32Array
from nvrender.ops.evaluation.numerics import flush
from nvrender.oracle.machine.interpolation import of_quads
from nvrender.oracle.machine.layout import CENTER, PLACES, RIGHT, UP, WEIGHTS
from nvrender.oracle.raster.triangles import SAMPLES, SUBPIXELS
from nvrender.program import Program

Array = npt.NDArray[Any]
#: The attributes of a run, of ``count`` fragments.
Attributes = Mapping[int, Float32Array]


def interpolated(
    program: Program,
    attributes: Attributes,
    count: int,
    operation: str,
    attribute: int,
    place: Array | None,
) -> Array:
    """(4, count): A + (x R + y U) / (W + x Wr + y Wu) (OpenGL 1.5, 3.5.1, equation 3.6)."""

    def rows(number: int) -> Array:
        if number in attributes:
            words = np.ascontiguousarray(attributes[number]).view(np.float32)
        else:
            words = of_quads(program, attributes, number, 0, count)
        return np.array(np.broadcast_to(words, (count, 4)).T)

    x, y = _places(rows(PLACES), operation, place)
    own, change = rows(attribute + CENTER), _along(x, rows(attribute + RIGHT), y, rows(attribute + UP))
    if _has_perspective(program, attribute):
        weights = rows(WEIGHTS)
        change = change / (weights[0] + _along(x, weights[1], y, weights[2]))
    moved = own + change
    flush(moved)
    return np.where(change == 0, own, moved)


def _places(inside: Array, operation: str, place: Array | None) -> Array:
    if operation == "centroid":
        return inside[:2]
    assert place is not None
    if operation == "at_offset":
        return place
    samples = (np.array(SAMPLES[int(inside[2, 0])]) / SUBPIXELS - 0.5).astype(np.float32)
    there = place[0] < len(samples)
    chosen: Array = np.where(there, samples[np.where(there, place[0], 0)].T, np.float32(0.0))
    return chosen


def _along(x: Array, right: Array, y: Array, up: Array) -> Array:
    """Nothing moves along a component that is 0 (docs/semantics.md)."""
    zero = np.float32(0.0)
    change: Array = np.where(x == 0, zero, x * right) + np.where(y == 0, zero, y * up)
    return change


def _has_perspective(program: Program, attribute: int) -> bool:
    rows = [row for row in program.attributes if row.index == attribute]
    return attribute != POSITION and not any("NOPERSPECTIVE" in row.interpolation for row in rows)
