"""Matrices as people hold them → rows that a State keeps."""

from __future__ import annotations

from typing import Any

import numpy as np

from nvrender.source import InputError

Vector4 = tuple[float, float, float, float]
#: Four rows; a vector is transformed as M · v, with v a column.
Matrix = tuple[Vector4, Vector4, Vector4, Vector4]


def rows_of(value: Any, name: str) -> Matrix:
    """The four rows of an array (4, 4), so that M · v is what becomes of v.

    A matrix of pyrr is taken as pyrr means it: its vectors stand to the left, so its columns are the rows.
    InputError, which says ``name``, for what is no matrix.
    """
    try:
        array = np.asarray(value, np.float64)
    except (TypeError, ValueError):
        array = np.empty(0)
    if array.shape != (4, 4):
        raise InputError(
            f"{name} is no matrix: give four rows of four numbers, an array (4, 4) or a pyrr Matrix44"
        )
    if type(value).__module__.partition(".")[0] == "pyrr":
        array = array.T
    first, second, third, fourth = array.tolist()
    return tuple(first), tuple(second), tuple(third), tuple(fourth)
