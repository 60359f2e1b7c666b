"""A program's results on GPU and oracle, compared within the precision each opcode is owed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from nvrender.gl.inputs import attribute_arrays, parameter_array
from nvrender.gl.state import State
from nvrender.oracle.tolerance import compare, envelope
from nvrender.program import Program
from nvrender.run import run

if TYPE_CHECKING:
    from PIL.Image import Image

_CELL = 12
_COLUMNS = 1024
_LABEL = 72


@dataclass(frozen=True)
class ResultComparison:
    """One result: how many vertices differ by more than is allowed, and the worst error in ulps.

    ``ulps`` and ``allowed`` are (N, 4): the error in units in the last place, and whether it lies
    within the tolerance. ``worst`` is the largest finite error among the components.
    """

    name: str
    mismatches: int
    worst: float
    ulps: Any
    allowed: Any


@dataclass(frozen=True)
class Comparison:
    """One program's results."""

    name: str
    vertices: int
    results: tuple[ResultComparison, ...]

    @property
    def mismatches(self) -> int:
        """Vertices, summed over results, that differ by more than is allowed."""
        return sum(result.mismatches for result in self.results)

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "program": self.name,
            "vertices": self.vertices,
            "mismatches": self.mismatches,
            "results": [
                {"name": row.name, "mismatches": row.mismatches, "worst_ulp": row.worst}
                for row in self.results
            ],
        }

    def text(self) -> str:
        """A few lines for a terminal."""
        lines = [f"{self.name}: {self.vertices} vertices, {self.mismatches} outside the precision granted"]
        lines += [
            f"  {row.name:<6} worst {row.worst:>10.6g} ulp   {row.mismatches} outside" for row in self.results
        ]
        return "\n".join(lines)


def compare_program(
    name: str,
    program: Program,
    attributes: Any,
    parameters: Any,
    state: State,
    *,
    numerics: str = "exact",
) -> Comparison:
    """Run ``program`` on both sides and compare every result; InputError, ContextError as ``run``."""
    expected = run(program, attributes, parameters, backend="oracle", state=state)
    actual = run(program, attributes, parameters, backend="gpu", state=state, numerics=numerics)
    arrays, count = attribute_arrays(program, attributes, state, None)
    tolerances = envelope(program, arrays, parameter_array(program, parameters, state), count)
    rows = []
    for result, array in expected.items():
        outcome = compare(array, actual[result], tolerances.get(result, np.float32(0.0)))
        rows.append(
            ResultComparison(
                result,
                int((~outcome.allowed).any(axis=1).sum()),
                outcome.worst,
                outcome.ulps,
                outcome.allowed,
            )
        )
    return Comparison(name, count, tuple(rows))


def picture(comparisons: list[Comparison]) -> Image:
    """One row a component, one column a vertex: black equal, blue to yellow by ulps, red outside."""
    from PIL import Image, ImageDraw

    rows = [(f"{row.name}.{component}", row.ulps[:, index], row.allowed[:, index])
            for comparison in comparisons for row in comparison.results
            for index, component in enumerate("xyzw")]  # fmt: skip
    image = Image.new("RGB", (_LABEL + _COLUMNS, max(1, len(rows)) * _CELL), (24, 24, 28))
    draw = ImageDraw.Draw(image)
    for number, (label, ulps, allowed) in enumerate(rows):
        top = number * _CELL
        draw.text((4, top), label, fill=(220, 220, 220))
        strip = Image.fromarray(_colours(ulps, allowed)[None, :, :])
        image.paste(strip.resize((_COLUMNS, _CELL - 1), Image.Resampling.NEAREST), (_LABEL, top))
    return image


def _colours(ulps: Any, allowed: Any) -> Any:
    """(N, 3) uint8: the ramp by log2 of the error, red where it is not allowed."""
    level = np.clip(np.log2(np.nan_to_num(ulps, posinf=2.0**24) + 1.0) / 12.0, 0.0, 1.0)[:, None]
    ramp = np.where(level > 0, np.array([40, 60, 200]) * (1 - level) + np.array([250, 220, 60]) * level, 0)
    ramp = np.where(allowed[:, None], ramp, np.array([230, 30, 30]))
    return ramp.astype(np.uint8)
