"""Programs that reach memory on the oracle and on the GPU: what each leaves there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Results
from nvrender.gl.state.state import State
from nvrender.program import Program
from nvrender.run import run
from nvrender.source import named

#: Floats in memory may be sums, added up in any order, of numbers that are approximate.
_RELATIVE, _ABSOLUTE = 1e-4, 1e-6


@dataclass(frozen=True)
class MemoryComparison:
    """How many elements of each buffer and components of each result differ, of how many.

    ``faults`` are the invalid accesses of each side.
    """

    name: str
    buffers: Mapping[str, tuple[int, int]]
    faults: tuple[int, int]

    @property
    def mismatches(self) -> int:
        """Elements that differ; one more where the sides disagree on invalid accesses."""
        return sum(count for count, _ in self.buffers.values()) + (self.faults[0] != self.faults[1])

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "program": self.name,
            "mismatches": self.mismatches,
            "faults": {"oracle": self.faults[0], "gpu": self.faults[1]},
            "results": [
                {"name": name, "mismatches": count, "elements": total}
                for name, (count, total) in self.buffers.items()
            ],
        }

    def text(self) -> str:
        """A few lines for a terminal."""
        lines = [f"{self.name}: {self.mismatches} differences"]
        rows = self.buffers.items()
        lines += [f"  {named(name)}: {count} of {total} differ" for name, (count, total) in rows]
        if self.faults != (0, 0):
            lines.append(f"  invalid accesses: {self.faults[0]} on the oracle, {self.faults[1]} on the GPU")
        return "\n".join(lines)


def compare_memory(
    name: str, program: Program, attributes: Any, parameters: Any, state: State, **options: Any
) -> MemoryComparison:
    """Run ``program`` on both sides; ``options`` are further arguments of ``run``.

    Integers must be equal, floats nearly so. What a program's results are may depend on the order its
    invocations run in, which is for its author to know.
    """
    numerics = options.pop("numerics", "exact")
    sides = [
        run(program, attributes, parameters, state=state, backend=backend, numerics=numerics, **options)
        for backend in ("oracle", "gpu")
    ]
    found = {}
    for key, (one, other) in _arrays(*sides).items():
        found[key] = int(np.count_nonzero(_differ(one, other))), one.size
    return MemoryComparison(name, found, (sides[0].faults, sides[1].faults))


def _arrays(one: Results, other: Results) -> dict[str, tuple[npt.NDArray[Any], npt.NDArray[Any]]]:
    found = {f"memory.{key}": (array, other.memory[key]) for key, array in one.memory.items()}
    found |= {f"storage[{key}]": (array, other.storage[key]) for key, array in one.storage.items()}
    found |= {f"image[{key}]": (array, other.images[key]) for key, array in one.images.items()}
    return found | {key: (array, other[key]) for key, array in one.items() if key in other}


def _differ(one: npt.NDArray[Any], other: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    if one.shape != other.shape:
        return np.ones(one.shape, np.bool_)
    if one.dtype.kind in "fc":
        return np.asarray(~np.isclose(one, other, rtol=_RELATIVE, atol=_ABSOLUTE, equal_nan=True))
    return np.asarray(one != other)
