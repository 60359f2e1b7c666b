"""A program's results on GPU and oracle, compared within the precision each opcode is owed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.inputs.vertices import attribute_arrays, buffer_arrays, parameter_array
from nvrender.gl.patches import Patch
from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Textures
from nvrender.languages.arb.fragment_bindings import FRAGMENT_RESULT_COMPONENTS
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.tolerance.precision import packed_components
from nvrender.oracle.tolerance.tolerance import Comparison, compare, envelope, integer_components
from nvrender.program import COMPONENTS, Program
from nvrender.program.profile import Stage
from nvrender.regression.comparison.geometry import compare_emitted, compare_patches
from nvrender.run import run

if TYPE_CHECKING:
    from PIL.Image import Image

#: Vertices compared, taken evenly from larger meshes.
MOST_VERTICES = 1 << 18
#: Vertices that would execute more instructions stop there.
LONGEST = 1 << 12

_CELL = 12
_COLUMNS = 1024
_LABEL = 72


@dataclass(frozen=True)
class ProgramComparison:
    """One program: result name → what compare found, over ``vertices`` vertices.

    ``indices`` are their numbers in what was given, ``notes`` say what was left out. ``fragments`` tells that
    they are fragments. ``worst_values`` are what was expected and what came where a result is worst.
    """

    name: str
    results: dict[str, Comparison]
    indices: npt.NDArray[np.intp]
    notes: tuple[str, ...] = ()
    fragments: bool = False
    worst_values: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def vertices(self) -> int:
        return len(self.indices)

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
            "notes": list(self.notes),
            "results": [
                {
                    "name": name,
                    "mismatches": len(row.mismatches),
                    "worst_ulp": row.worst if np.isfinite(row.worst) else None,
                    "worst_vertex": self._vertex(name, row),
                }
                for name, row in self.results.items()
            ],
        }

    def text(self) -> str:
        """A few lines for a terminal."""
        what = "fragments" if self.fragments else "vertices"
        lines = [f"{self.name}: {self.vertices} {what}, {self.mismatches} values outside the precision"]
        lines += [f"  {note}" for note in self.notes]
        width = max(6, *map(len, self.results), 0)
        for name, row in self.results.items():
            component = COMPONENTS[row.worst_at[1]]
            place = f" at {self.place_of(name)}.{component}" if row.worst else ""
            lines.append(
                f"  {name:<{width}} worst {row.worst:>10.6g} ulp{place}, {len(row.mismatches)} outside"
            )
        return "\n".join(lines)

    def place_of(self, name: str) -> str:
        """Where a result is worst: "vertex 3"."""
        kind = "parameter" if name == "c" else "fragment" if self.fragments else "vertex"
        return f"{kind} {self._vertex(name, self.results[name])}"

    def _vertex(self, name: str, row: Comparison) -> int:
        """The number of the worst vertex; of a state program, of the parameter."""
        place = row.worst_at[0]
        return place if name == "c" or not self.vertices else int(self.indices[place])


def compare_program(
    name: str,
    program: Program,
    attributes: Any,
    parameters: Any,
    state: State,
    *,
    backend: str = "gpu",
    numerics: str = "exact",
    textures: Textures | None = None,
    mode: str | None = None,
    patch: Patch | None = None,
) -> ProgramComparison:
    """Run ``program`` on oracle and ``backend`` and compare every result; the rest as ``run``.

    At most MOST_VERTICES vertices of the VP family take part. Where one would execute more than LONGEST
    instructions, oracle and translation stop after LONGEST, as they would after profile.execution_limit.
    Of a geometry program what it emits is compared, of a tessellation program what it makes of patches
    (nvrender.regression.comparison.geometry). A driver may round and order sums of
    declared-name programs as ``fast`` numerics may.
    """
    if program.geometry is not None or program.tessellation is not None:
        options: dict[str, Any] = {
            "backend": backend, "numerics": numerics, "textures": textures, "patch": patch,
        }  # fmt: skip
        if program.geometry is not None:
            emitted, values = compare_emitted(program, attributes, parameters, state, mode=mode, **options)
        else:
            emitted, values = compare_patches(program, attributes, parameters, state, **options)
        numbers = np.arange(max(len(row.ulps) for row in emitted.values()))
        return ProgramComparison(name, emitted, numbers, worst_values=values)
    arrays, count = attribute_arrays(program, attributes, state, None)
    registers, buffers = parameter_array(program, parameters, state), buffer_arrays(program, parameters)
    indices, notes = _sample(program, count)
    if len(indices) < count:
        arrays = {
            index: np.repeat(array, len(indices), axis=0) if len(array) == 1 else array[indices]
            for index, array in arrays.items()
        }
        attributes, count = arrays, len(indices)
    expected = run(program, attributes, parameters, backend="oracle", state=state, textures=textures)
    limited = not program.profile.declares_names and backend == "gpu"
    if limited and expected.executed is not None and expected.executed.max(initial=0) > LONGEST:
        notes = (*notes, f"both sides stopped after {LONGEST} instructions")
        program = replace(program, profile=replace(program.profile, execution_limit=LONGEST))
        expected = run(program, attributes, parameters, backend="oracle", state=state, textures=textures)
    actual = run(
        program, attributes, parameters, backend=backend, state=state, numerics=numerics, textures=textures
    )
    # What the ARB's languages leave open a driver may do as it likes.
    undefined = backend == "native" and program.profile.declares_names
    loose = numerics == "fast" or undefined
    resources = Resources(registers, buffers, textures)
    tolerance = envelope(program, arrays, resources, count, fast=loose, undefined=undefined)
    if undefined:
        _leave_undefined(program, tolerance, count)
    wide_expected, wide_actual = _as_vectors(expected), _as_vectors(actual)
    zero: dict[str, Float32Array] = {row: np.zeros_like(array) for row, array in wide_expected.items()}
    found = compare(
        wide_expected,
        wide_actual,
        zero | tolerance,
        integers=integer_components(program),
        packed=packed_components(program, fast=loose),
    )
    fragments = program.profile.stage is Stage.FRAGMENT
    worst = {
        result: (float(wide_expected[result][row.worst_at]), float(wide_actual[result][row.worst_at]))
        for result, row in found.items()
        if row.ulps.size
    }
    return ProgramComparison(name, found, indices, notes, fragments, worst)


def _leave_undefined(program: Program, tolerance: dict[str, Float32Array], count: int) -> None:
    """Allow anything where the specification leaves a result to the driver."""
    if program.position_invariant:
        # Those of the fixed function, however it computes them (ARB_vertex_program 2.14.4.5.1).
        tolerance["position"] = np.full((count, 4), np.inf, np.float32)
    if program.profile.stage is Stage.FRAGMENT:
        for result, limit in tolerance.items():
            meant = FRAGMENT_RESULT_COMPONENTS.get(result, range(4))
            limit[:, [component for component in range(4) if component not in meant]] = np.inf


def _as_vectors(results: Mapping[str, npt.NDArray[Any]]) -> dict[str, Float32Array]:
    """Results as (N, 4); which fragments are killed is 0 or 1 in every component."""
    return {
        name: array if array.ndim == 2 else array.astype(np.float32)[:, None].repeat(4, axis=1)
        for name, array in results.items()
    }


def _sample(program: Program, count: int) -> tuple[npt.NDArray[np.intp], tuple[str, ...]]:
    """Which of ``count`` vertices to compare, and a note if not all."""
    if program.profile.declares_names:
        return np.arange(count), ()
    if program.profile.stage is Stage.VERTEX_STATE:
        # One execution sees what the one before wrote: the first ones, in order.
        most = max(LONGEST // max(len(program.instructions), 1), 1)
        chosen = np.arange(min(count, most))
    else:
        most = MOST_VERTICES
        chosen = np.linspace(0, count - 1, most).astype(np.intp) if count > most else np.arange(count)
    if count <= most:
        return chosen, ()
    return chosen, (f"{len(chosen)} of {count} vertices compared",)


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
