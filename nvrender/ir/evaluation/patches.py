"""What invocations have of several vertices, and share on a patch."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nvrender.ir.evaluation.surroundings import Array
from nvrender.ir.nodes import Var


def of_vertices(held: Array, var: Var, number: Array, patch: int) -> Array:
    """What ``held`` has of the vertex, or the lane of its patch, of each lane's number; 0 outside."""
    lanes = np.arange(held.shape[-1])
    inside = (number >= 0) & (number < (var.vertices or patch))
    number = np.where(inside, number, 0)
    if var.vertices:
        rows = np.moveaxis(held[number, ..., lanes], 0, -1)
    else:
        rows = held[..., lanes - lanes % patch + number]
    found: Array = np.where(inside, rows, np.zeros((), rows.dtype))
    return found


def of_patch(lanes: npt.NDArray[np.intp], patch: int) -> npt.NDArray[np.intp]:
    """All lanes of each lane's patch, (n, patch)."""
    return (lanes - lanes % patch)[:, None] + np.arange(patch)
