"""Ranges of whole numbers laid end to end."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

IndexArray = npt.NDArray[np.intp]


def expanded(counts: npt.NDArray[Any], first: npt.NDArray[Any]) -> tuple[IndexArray, IndexArray]:
    """Each i ``counts[i]`` times, and the numbers from ``first[i]`` on beside it."""
    owner = np.repeat(np.arange(len(counts)), counts)
    begin = np.cumsum(counts) - counts
    return owner, np.arange(len(owner)) + (first - begin)[owner]
