"""Results as a table, and of state what is not as OpenGL begins with."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Results
from nvrender.gl.state.state import State
from nvrender.notebook.parts import heading, note, table

_ROWS = 10


def results(of: Results) -> str:
    """A column a result, a row a lane: the first ones."""
    arrays = of.listed
    lanes = max((len(array) for array in arrays.values()), default=0)
    rows = [
        [str(lane), *(_cell(array, lane) for array in arrays.values())] for lane in range(min(lanes, _ROWS))
    ]
    more = note(f"and {lanes - _ROWS} more") if lanes > _ROWS else ""
    return heading(repr(of)[1:-1]) + table(["", *arrays], rows) + more


def state(of: State) -> str:
    """Each field that differs from OpenGL's initial state."""
    rows = [[name, str(getattr(of, name))] for name in of.changed]
    return heading(repr(of)[1:-1]) + (table([], rows) if rows else "")


def _cell(array: npt.NDArray[Any], lane: int) -> str:
    if lane >= len(array):
        return ""
    return "  ".join(f"{number:.6g}" if isinstance(number, float) else str(number)
                     for number in np.atleast_1d(array[lane]).tolist())  # fmt: skip
