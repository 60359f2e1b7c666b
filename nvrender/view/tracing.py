"""What a vertex or a fragment of a scene executes, and what oracle, GPU and driver make of it, as lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from nvrender.gl.inputs.vertices import attribute_arrays, buffer_arrays, parameter_array
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.trace.lines import step_line
from nvrender.oracle.trace.pixels import fragments_at
from nvrender.oracle.trace.programs import Step, trace
from nvrender.program import Program
from nvrender.run import BACKENDS, run
from nvrender.scene.model import Scene
from nvrender.source import NvrenderError
from nvrender.view.picking import Picked, inputs_of, picked
from nvrender.view.texts import heading

if TYPE_CHECKING:
    import moderngl

    from nvrender.gl.inputs.results import Results

#: Instructions shown.
_MOST = 2000


def trace_lines(
    scene: Scene,
    frame: int,
    size: tuple[int, int],
    pointer: tuple[float, float],
    context: moderngl.Context | None = None,
) -> list[str]:
    """The vertex under the pointer, in pixels from the upper left: its results, then its instructions.

    ``context`` is what the GPU's results are computed in.
    """
    found = picked(scene, frame, size, *pointer)
    if found is None:
        return ["There is no vertex under the pointer; point at what is drawn and press T again."]
    draw = found.draw
    head = f"draw {draw.name}, vertex {found.vertex} of {draw.mesh.vertices}"
    if draw.program is None:
        return [heading(head), "The conventional stage transforms it: there is no program to trace."]
    head += f", {Path(draw.program.source.name).name}"
    return [heading(head), "", *_result_lines(scene, found, context), "", *_step_lines(scene, found)]


def fragment_lines(
    scene: Scene, frame: int, size: tuple[int, int], pointer: tuple[float, float]
) -> list[str]:
    """The fragments under the pointer, in pixels from the upper left: the one seen, then what it lies over.

    Of each its draw, then its instructions.
    """
    x, y = (min(max(int(place), 0), most - 1) for place, most in zip(pointer, size, strict=True))
    found = fragments_at(scene, frame, size, x, y)
    if not found:
        return ["No fragment program shades what is under the pointer."]
    seen = next((one for one in reversed(found) if one.drawn), found[-1])
    lines: list[str] = []
    for one in (seen, *(one for one in reversed(found) if one is not seen)):
        where = f"draw {one.draw.name}, pixel {x}, {y}, {Path(one.program.source.name).name}"
        hidden = "" if one is seen else " (not what is seen)"
        lines += [heading(f"{where}{hidden}"), "", *_shown(one.program, one.steps()), ""]
    return lines[:-1]


def _step_lines(scene: Scene, found: Picked) -> list[str]:
    given = inputs_of(scene, found.draw, found.vertex)
    program, state = given["program"], given["state"]
    arrays, _ = attribute_arrays(program, given["attributes"], state, given["count"])
    parameters = parameter_array(program, given["parameters"], state)
    buffers = buffer_arrays(program, given["parameters"])
    return _shown(program, trace(program, arrays, Resources(parameters, buffers, given["textures"]), 0))


def _shown(program: Program, steps: Iterator[Step]) -> list[str]:
    lines = [step_line(program, step) for step in islice(steps, _MOST)]
    return lines if next(steps, None) is None else [*lines, f"and more than {_MOST} instructions"]


def _result_lines(scene: Scene, found: Picked, context: moderngl.Context | None) -> list[str]:
    """A table: result, oracle, GPU and native; below it why one of them has none."""
    given = inputs_of(scene, found.draw, found.vertex)
    program = given.pop("program")
    results: dict[str, Results] = {}
    notes = []
    for backend in BACKENDS:
        try:
            own = context if backend == "gpu" else None
            results[backend] = run(program, backend=backend, context=own, **given)
        except NvrenderError as error:
            notes.append(f"{backend}: {str(error).splitlines()[0]}")
    columns = [name for name in BACKENDS if name in results]
    rows = [["", *columns]]
    rows += [
        [f"{name}.{component}", *(f"{results[column][name][0, place]:.7g}" for column in columns)]
        for name in program.results
        for place, component in enumerate("xyzw")
    ]
    widths = [max(len(row[place]) for row in rows) for place in range(len(columns) + 1)]
    lines = ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in rows]
    return lines + notes
