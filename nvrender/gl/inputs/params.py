"""Matrices a program's parameters take from the GL state: matrix tracking (NV_vertex_program 2.14.5)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.state.state import TRACKING_MATRICES, TRACKING_TRANSFORMS, State, Tracking
from nvrender.source import InputError

Float64Array = npt.NDArray[np.float64]

#: Registers one tracked matrix fills.
ROWS = 4

_SINGLE = ("MODELVIEW", "PROJECTION", "MODELVIEW_PROJECTION")


def matrix_named(state: State, name: str) -> Float64Array:
    """The (4, 4) float64 matrix ``name`` of ``state``; row i, column j, transforming as M · v.

    MODELVIEW, PROJECTION, MODELVIEW_PROJECTION (projection · modelview), TEXTUREi or MATRIXi.
    InputError where there is no such matrix.
    """
    if name == "MODELVIEW":
        return matrix_array(state.modelview, name)
    if name == "PROJECTION":
        return matrix_array(state.projection, name)
    if name == "MODELVIEW_PROJECTION":
        with np.errstate(all="ignore"):
            return matrix_array(state.projection, "PROJECTION") @ matrix_array(state.modelview, "MODELVIEW")
    for prefix, matrices in (("TEXTURE", state.texture), ("MATRIX", state.program)):
        index = name.removeprefix(prefix)
        if name.startswith(prefix) and index.isdecimal() and str(int(index)) == index:
            if int(index) < min(len(matrices), TRACKING_MATRICES):
                return matrix_array(matrices[int(index)], name)
            break
    raise InputError(
        f"there is no matrix {name!r} in the state; there are {', '.join(_SINGLE)}, "
        f"TEXTURE0 to TEXTURE{len(state.texture) - 1} and MATRIX0 to MATRIX{len(state.program) - 1}"
    )


def modelview_projection(state: State) -> Float32Array:
    """The (4, 4) float32 rows that position-invariant programs transform attribute 0 by.

    One precomputed projection · modelview (NV_vertex_program1_1 2.14.B; docs/semantics.md).
    """
    with np.errstate(all="ignore"):
        return matrix_named(state, "MODELVIEW_PROJECTION").astype(np.float32)


def transformed(matrix: Float64Array, transform: str) -> Float64Array:
    """``matrix`` under one of TRACKING_TRANSFORMS; the inverse of a singular matrix is zero."""
    if transform not in TRACKING_TRANSFORMS:
        raise InputError(
            f"unknown matrix transform {transform!r}; transforms are {', '.join(TRACKING_TRANSFORMS)}"
        )
    if transform.startswith("INVERSE"):
        matrix = _inverse(matrix.tobytes()).copy()
    return matrix.T if transform.endswith("TRANSPOSE") else matrix


def tracked_rows(tracking: Tracking, state: State) -> Float32Array:
    """The (4, 4) float32 rows of c[address] to c[address+3]: top row first (NV_vertex_program 2.14.5)."""
    with np.errstate(all="ignore"):
        return transformed(matrix_named(state, tracking.matrix), tracking.transform).astype(np.float32)


def tracked_parameters(state: State, parameters: int) -> dict[int, Tracking]:
    """Address → what is tracked there, in a file of ``parameters`` registers.

    As with successive TrackMatrixNV commands the last entry for an address counts, and NONE ends
    its tracking. InputError if an address is no multiple of 4 or outside the file.
    """
    tracked: dict[int, Tracking] = {}
    for entry in state.tracking:
        if entry.address % ROWS or not 0 <= entry.address < parameters:
            raise InputError(
                f"a matrix cannot be tracked at c[{entry.address}]: the address must be a multiple of 4 "
                f"from 0 to {parameters - ROWS} (NV_vertex_program 2.14.5)"
            )
        tracked.pop(entry.address, None)
        if entry.matrix != "NONE":
            tracked[entry.address] = entry
    return tracked


def matrix_array(matrix: object, name: str) -> Float64Array:
    """``matrix`` as (4, 4) float64; InputError, naming it, if it is anything else."""
    try:
        array = np.asarray(matrix, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"matrix {name} of the state must hold 4 rows of 4 numbers: {error}") from None
    if array.shape != (ROWS, 4):
        raise InputError(f"matrix {name} of the state has shape {array.shape}; it must be (4, 4)")
    return array


@lru_cache(maxsize=256)
def _inverse(words: bytes) -> Float64Array:
    """The inverse, computed exactly and rounded once, so that "singular" has one meaning everywhere.

    ``words`` are those of the matrix: an equal one is not inverted again.
    """
    matrix = np.frombuffer(words, np.float64).reshape(ROWS, 4)
    zero = np.zeros((ROWS, 4))
    if not np.isfinite(matrix).all():
        return zero
    rows = [
        [Fraction(value) for value in row] + [Fraction(i == j) for j in range(4)]
        for i, row in enumerate(matrix.tolist())
    ]
    for column in range(4):
        pivot = next((row for row in range(column, 4) if rows[row][column]), None)
        if pivot is None:
            return zero
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for row in range(4):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [
                    value - factor * above for value, above in zip(rows[row], rows[column], strict=True)
                ]
    largest = Fraction(float(np.finfo(np.float32).max))
    inverse = [row[4:] for row in rows]
    if any(abs(value) > largest for row in inverse for value in row):
        return zero
    return np.array([[float(value) for value in row] for row in inverse])
