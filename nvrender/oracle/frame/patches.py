"""The tessellation stages of a draw on the oracle, between vertex and geometry stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.patch_runs import default_values
from nvrender.gl.inputs.primitives import Assembly
from nvrender.gl.patches import Patch
from nvrender.languages.arb.vertex_bindings import VERTEX_RESULTS
from nvrender.oracle.frame.vertices import NAMES, Environment
from nvrender.oracle.patches.generated import generate
from nvrender.oracle.patches.layout import Owner, names_of, owner
from nvrender.oracle.patches.programs import Patches, control
from nvrender.oracle.raster.triangles import Float32Array, IndexArray
from nvrender.program import Program, RegisterFile

#: Results of which the GL gives x alone (docs/semantics.md).
_SINGLE = ("fogcoord", "pointsize", "clip[")
_UNWRITTEN = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class TessellationStages:
    """A control program, or None, and an evaluation program, with parameters as nvrender.run takes them."""

    control: Program | None
    control_parameters: Any
    evaluation: Program
    evaluation_parameters: Any


@dataclass(frozen=True)
class Tessellated:
    """Results of the evaluation program, under the names of the VP family, and the primitives."""

    values: dict[str, Float32Array]
    primitives: Assembly


def tessellated(
    stages: TessellationStages,
    values: Mapping[str, Float32Array],
    order: IndexArray,
    patch: Patch,
    instances: int,
    environment: Environment,
) -> Tessellated:
    """The primitives of the patches that ``order`` makes of vertices with ``values``, instance by instance.

    Vertices that complete no patch are ignored.
    """
    control = ControlStage(stages.control, stages.control_parameters)
    given = patches_of(control, stages.evaluation, values, order, patch, instances, environment)
    return _evaluated(stages, given, environment)


class ControlStage(NamedTuple):
    """A control program, or None, with parameters as nvrender.run takes them."""

    program: Program | None
    parameters: Any


def patches_of(
    stage: ControlStage,
    reader: Program,
    values: Mapping[str, Float32Array],
    order: IndexArray,
    patch: Patch,
    instances: int,
    environment: Environment,
) -> Patches:
    """The patches that ``order`` makes of vertices, or ``stage`` makes of those, with what ``reader`` reads.

    Vertices that complete no patch are ignored; each instance counts its patches anew.
    """
    count = len(values["HPOS"]) // instances
    whole = len(order) // patch.vertices * patch.vertices
    starts = np.repeat(np.arange(instances) * count, whole)
    rows = np.tile(order[:whole], instances) + starts
    each = whole // patch.vertices
    ids = np.tile(np.arange(each, dtype=np.int32), instances)
    first = stage.program or reader
    named = {
        name: values[NAMES.get(name, name)] for name in VERTEX_RESULTS if NAMES.get(name, name) in values
    }
    given = Patches(patch.vertices, ids, _read(first, named, rows), default_values(patch, len(ids)))
    if stage.program is None:
        return given
    made = control(stage.program, given, environment.resources(stage.program, stage.parameters))
    vertices = _read(reader, made.vertices, np.arange(len(ids) * made.size))
    return Patches(made.size, ids, vertices, made.values)


def _evaluated(stages: TessellationStages, patches: Patches, environment: Environment) -> Tessellated:
    program = stages.evaluation
    made = generate(program, patches.values, len(patches.ids))
    given = environment.resources(program, stages.evaluation_parameters)
    found = environment.engine.evaluation(program, patches, made.patch, made.coordinates, given)
    values = {NAMES.get(name, name): array for name, array in found.items()}
    values.setdefault("HPOS", np.zeros((len(made.coordinates), 4), np.float32))  # docs/semantics.md
    return Tessellated(values, Assembly(made.corners, patches.ids[made.parent]))


def _read(
    program: Program, values: Mapping[str, Float32Array], rows: npt.NDArray[np.int64]
) -> dict[str, Float32Array]:
    """What ``program`` reads of the vertices of its patches: (0, 0, 0, 1) where nothing is written."""
    found = {}
    names = names_of(program)
    for index in program.reads(RegisterFile.ATTRIBUTE):
        name = names[index].removeprefix("vertex.")
        if owner(program, index) is not Owner.INPUT:
            continue
        if name in values:
            array = values[name][rows]
        else:
            array = np.tile(
                np.array([(0.0,) * 4 if name == "id" else _UNWRITTEN], np.float32), (len(rows), 1)
            )
        if name == "id":
            array[:, 1:] = 0.0
        elif name.startswith(_SINGLE):
            array[:, 1:] = _UNWRITTEN[1:]
        found[name] = array
    return found
