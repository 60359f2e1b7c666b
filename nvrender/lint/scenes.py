"""What is to be warned of in a scene: what its programs read and its meshes lack."""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.gl.inputs.vertices import attribute_name
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.program import Program, RegisterFile, covered
from nvrender.scene.model import Scene
from nvrender.scene.moment.evaluate import draws
from nvrender.scene.moment.gl_state import current_attribute
from nvrender.source import ProgramWarning

_COLOR = 3


def missing_arrays(scene: Scene) -> Iterator[ProgramWarning]:
    """A warning for each attribute a vertex program reads that the mesh of a draw has no array of.

    All vertices have the attribute's current value then (OpenGL 1.5, 2.7); where the scene gives one nothing
    is said, nor of colours: programs count on their being white.
    """
    told: set[tuple[str, int]] = set()
    for draw in draws(scene, scene.animation.poster, scene.size):
        if draw.program is None or not draw.key.isdecimal():
            continue
        form = scene.form.draw[int(draw.key)]
        given = {current_attribute(scene, form, key) for key in form.attributes} | draw.mesh.attributes.keys()
        for number, place in _first_reads(draw.program).items():
            if number not in given | {_COLOR} and (draw.program.source.name, number) not in told:
                told.add((draw.program.source.name, number))
                yield ProgramWarning(
                    draw.program.source,
                    place,
                    f"the mesh {form.mesh!r} has no array of attribute {attribute_name(number)}",
                    f"all vertices have the current value; draw[{draw.key}].attributes gives one or an array",
                    "OpenGL 1.5, 2.7",
                    "missing-array",
                )


def _first_reads(program: Program) -> dict[int, int]:
    """Number → place of the first operand for each attribute that may have a current value."""
    found: dict[int, int] = {}
    for instruction in program.instructions:
        for operand in instruction.sources:
            if operand.register.file is RegisterFile.ATTRIBUTE:
                for number in covered(operand.register):
                    if number < len(ATTRIBUTES):
                        found.setdefault(number, operand.span.start)
    return found
