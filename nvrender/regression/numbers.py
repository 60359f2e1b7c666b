"""A program's results on GPU and oracle, compared within the precision each opcode is owed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from nvrender.gl.inputs import attribute_arrays, buffer_arrays, parameter_array
from nvrender.gl.state import State
from nvrender.oracle.tolerance import Comparison, compare, envelope, integer_components
from nvrender.program import COMPONENTS, Program
from nvrender.run import run

if TYPE_CHECKING:
    from PIL.Image import Image

_CELL = 12
_COLUMNS = 1024
_LABEL = 72


@dataclass(frozen=True)
class ProgramComparison:
    """One program: result name → what compare found, over ``vertices`` vertices."""

    name: str
    vertices: int
    results: dict[str, Comparison]

    @property
    def mismatches(self) -> int:
        """Components, over all vertices and results, that differ by more than is allowed."""
        return sum(len(result.mismatches) for result in self.results.values())

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON; an infinite error is null."""
        return {
            "program": self.name,
            "vertices": self.vertices,
            "mismatches": self.mismatches,
            "results": [
                {
                    "name": name,
                    "mismatches": len(row.mismatches),
                    "worst_ulp": row.worst if np.isfinite(row.worst) else None,
                    "worst_vertex": row.worst_at[0],
                }
                for name, row in self.results.items()
            ],
        }

    def text(self) -> str:
        """A few lines for a terminal."""
        lines = [f"{self.name}: {self.vertices} vertices, {self.mismatches} values outside the precision"]
        for name, row in self.results.items():
            vertex, component = row.worst_at
            place = f" at vertex {vertex}.{COMPONENTS[component]}" if row.worst else ""
            lines.append(f"  {name:<6} worst {row.worst:>10.6g} ulp{place}, {len(row.mismatches)} outside")
        return "\n".join(lines)


def compare_program(
    name: str,
    program: Program,
    attributes: Any,
    parameters: Any,
    state: State,
    *,
    backend: str = "gpu",
    numerics: str = "exact",
) -> ProgramComparison:
    """Run ``program`` on oracle and ``backend`` and compare every result; errors as ``run``."""
    expected = run(program, attributes, parameters, backend="oracle", state=state)
    actual = run(program, attributes, parameters, backend=backend, state=state, numerics=numerics)
    arrays, count = attribute_arrays(program, attributes, state, None)
    values, buffers = parameter_array(program, parameters, state), buffer_arrays(program, parameters)
    tolerance = envelope(program, arrays, values, count, buffers=buffers)
    zero = {row: np.zeros_like(array) for row, array in expected.items()}
    return ProgramComparison(
        name, count, compare(expected, actual, zero | tolerance, integers=integer_components(program))
    )


def picture(comparisons: list[ProgramComparison]) -> Image:
    """One row a component, one column a vertex: black equal, blue to yellow by ulps, red outside."""
    from PIL import Image, ImageDraw

    rows = [
        (f"{name}.{component}", row.ulps[:, index], row.mismatches[row.mismatches[:, 1] == index, 0])
        for comparison in comparisons
        for name, row in comparison.results.items()
        for index, component in enumerate(COMPONENTS)
    ]
    image = Image.new("RGB", (_LABEL + _COLUMNS, max(1, len(rows)) * _CELL), (24, 24, 28))
    draw = ImageDraw.Draw(image)
    for number, (label, ulps, outside) in enumerate(rows):
        top = number * _CELL
        draw.text((4, top), label, fill=(220, 220, 220))
        strip = Image.fromarray(_colors(ulps, outside)[None, :, :])
        image.paste(strip.resize((_COLUMNS, _CELL - 1), Image.Resampling.NEAREST), (_LABEL, top))
    return image


def _colors(ulps: Any, outside: Any) -> Any:
    """(N, 3) uint8: the ramp by log2 of the error, red for the vertices ``outside``."""
    level = np.clip(np.log2(np.nan_to_num(ulps, posinf=2.0**24) + 1.0) / 12.0, 0.0, 1.0)[:, None]
    ramp = np.where(level > 0, np.array([40, 60, 200]) * (1 - level) + np.array([250, 220, 60]) * level, 0)
    ramp[outside] = (230, 30, 30)
    return ramp.astype(np.uint8)
