"""The tessellation stages of a draw on the oracle, between vertex and geometry stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs import buffer_arrays, parameter_array
from nvrender.gl.memory import check_memory
from nvrender.gl.patches import Patch, levels_of
from nvrender.gl.primitives import Assembly
from nvrender.gl.state import State
from nvrender.gl.texture_units import texture_units
from nvrender.gl.textures import Textures
from nvrender.isa.arb_bindings import VERTEX_RESULTS
from nvrender.oracle.frame_vertices import NAMES
from nvrender.oracle.patch_layout import NAMES as ATTRIBUTES
from nvrender.oracle.patch_layout import Owner, owner
from nvrender.oracle.patches import Patches, Surroundings, control, evaluate
from nvrender.oracle.raster import Float32Array, IndexArray
from nvrender.oracle.tessellator import tessellate
from nvrender.program import Program, RegisterFile

#: Results of which the GL gives x alone (docs/semantics.md).
_SINGLE = ("fogcoord", "pointsize", "clip[")
_BYTES_PER_RESULT = 16
_UNWRITTEN = (0.0, 0.0, 0.0, 1.0)
_OUTER = [f"patch.tessouter[{number}]" for number in range(4)]
_INNER = [f"patch.tessinner[{number}]" for number in range(2)]


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
    state: State,
    textures: Textures,
) -> Tessellated:
    """The primitives of the patches that ``order`` makes of vertices with ``values``, instance by instance.

    Vertices that complete no patch are ignored.
    """
    count = len(values["HPOS"]) // instances
    whole = len(order) // patch.vertices * patch.vertices
    starts = np.repeat(np.arange(instances) * count, whole)
    rows = np.tile(order[:whole], instances) + starts
    each = whole // patch.vertices
    ids = np.tile(np.arange(each, dtype=np.int32), instances)
    first = stages.control or stages.evaluation
    named = {
        name: values[NAMES.get(name, name)] for name in VERTEX_RESULTS if NAMES.get(name, name) in values
    }
    given = Patches(patch.vertices, ids, _read(first, named, rows), _defaults(patch, len(ids)))
    if stages.control is not None:
        made = control(
            stages.control, given, _surroundings(stages.control, stages.control_parameters, state, textures)
        )
        given = Patches(
            made.size,
            ids,
            _read(stages.evaluation, made.vertices, np.arange(len(ids) * made.size)),
            made.values,
        )
    return _evaluated(stages, given, state, textures)


def _evaluated(stages: TessellationStages, patches: Patches, state: State, textures: Textures) -> Tessellated:
    program = stages.evaluation
    assert program.tessellation is not None
    domains = [
        tessellate(program.tessellation, outer, inner)
        for outer, inner in zip(_levels(patches, _OUTER), _levels(patches, _INNER), strict=True)
    ]
    sizes = np.array([len(domain.coordinates) for domain in domains], np.int64)
    first = np.cumsum(sizes) - sizes
    check_memory(
        int(sizes.sum()) * _BYTES_PER_RESULT * max(len(program.results), 1),
        f"{len(domains)} patches of {sizes.sum()} vertices in all",
        "draw fewer patches, or with lower levels",
    )
    none = tessellate(program.tessellation, (0.0,) * 4, (0.0,) * 2)
    coordinates = np.concatenate([none.coordinates, *(domain.coordinates for domain in domains)])
    moved = [domain.primitives + start for domain, start in zip(domains, first.tolist(), strict=True)]
    corners = np.concatenate([none.primitives, *moved]).astype(np.int64)
    ids = np.repeat(patches.ids, np.array([len(domain.primitives) for domain in domains], np.int64))
    numbers = np.repeat(np.arange(len(domains), dtype=np.int32), sizes)
    given = _surroundings(program, stages.evaluation_parameters, state, textures)
    found = evaluate(program, patches, numbers, coordinates, given)
    values = {NAMES.get(name, name): array for name, array in found.items()}
    values.setdefault("HPOS", np.zeros((len(coordinates), 4), np.float32))  # docs/semantics.md
    return Tessellated(values, Assembly(corners, ids))


def _levels(patches: Patches, names: list[str]) -> list[list[float]]:
    """The levels of every patch; those nobody wrote are 0."""
    count = len(patches.ids)
    none = np.zeros((count, 4), np.float32)
    levels: list[list[float]] = np.stack([patches.values.get(name, none)[:, 0] for name in names], 1).tolist()
    return levels


def _defaults(patch: Patch, count: int) -> dict[str, Float32Array]:
    return {
        name: np.tile(np.array([[level, 0.0, 0.0, 0.0]], np.float32), (count, 1))
        for name, level in levels_of(patch).items()
    }


def _read(
    program: Program, values: Mapping[str, Float32Array], rows: npt.NDArray[np.int64]
) -> dict[str, Float32Array]:
    """What ``program`` reads of the vertices of its patches: (0, 0, 0, 1) where nothing is written."""
    found = {}
    names = ATTRIBUTES[program.profile.stage]
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


def _surroundings(program: Program, parameters: Any, state: State, textures: Textures) -> Surroundings:
    return Surroundings(
        parameter_array(program, parameters, state),
        buffer_arrays(program, parameters),
        texture_units(program, textures),
    )
