"""What running a program yields, whichever side ran it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Float32Array = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Results(Mapping[str, npt.NDArray[Any]]):
    """Result name → (N, 4) float32, in the profile's table order.

    A vertex program yields the results it writes (``HPOS``, ``COL0``, …; HPOS too if it is
    position-invariant). A vertex state program yields ``c``, the (96, 4) parameters after it ran. A fragment
    program yields ``killed`` too, (N,) bool.
    ``executed`` is the (N,) int32 count of instructions each vertex executed, None where the back
    end does not count.
    """

    arrays: Mapping[str, npt.NDArray[Any]]
    executed: npt.NDArray[np.int32] | None = field(default=None)

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        return self.arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.arrays)

    def __len__(self) -> int:
        return len(self.arrays)
