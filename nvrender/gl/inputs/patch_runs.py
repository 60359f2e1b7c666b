"""What a caller gives a tessellation program, or a geometry program of PATCHES, that runs over arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import as_table, real_array, vertex_count
from nvrender.gl.inputs.geometry import identifiers, vertex_source
from nvrender.gl.inputs.names import parse
from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.patches import INITIAL, Patch, check_patch, levels_of
from nvrender.languages.arb.generation5_bindings import (
    CONTROL_ATTRIBUTES,
    EVALUATION_ATTRIBUTES,
    GEOMETRY_5_ATTRIBUTES,
)
from nvrender.memory import check_memory
from nvrender.program import Program, RegisterFile
from nvrender.program.declared import tessellation_of
from nvrender.program.profile import Stage
from nvrender.source import InputError

COORDINATES, IDENTIFIER = "vertex.tesscoord", "primitive.id"
#: What the run itself numbers.
_NUMBERED = ("primitive.invocation", "primitive.vertexcount")
_NAMES = {
    Stage.TESSELLATION_CONTROL: CONTROL_ATTRIBUTES,
    Stage.TESSELLATION_EVALUATION: EVALUATION_ATTRIBUTES,
    Stage.GEOMETRY: GEOMETRY_5_ATTRIBUTES,
}
_BYTES_PER_VECTOR = 16
_UNWRITTEN = (0.0, 0.0, 0.0, 1.0)
_Given = dict[str, tuple[int, npt.NDArray[Any]]]


@dataclass(frozen=True)
class PatchRun:
    """``ids`` (P,) int32 numbers of patches of ``size`` vertices.

    ``vertices`` maps results of the stage before ("position", "texcoord[0]", …) that the program reads to
    (P · size, 4) words, ``values`` results of the patch ("patch.tessouter[0]", …) to (P, 4) words.
    ``coordinates`` are the (E, 3) places an evaluation program runs at in every patch, None where nobody
    gives some.
    """

    size: int
    ids: npt.NDArray[np.int32]
    vertices: Mapping[str, Float32Array]
    values: Mapping[str, Float32Array]
    coordinates: Float32Array | None = None

    def lanes(self, program: Program) -> int:
        """How many threads or places there are, as far as they are known before levels are looked at.

        Of a geometry program how many vertices it may emit.
        """
        if program.geometry is not None:
            return len(self.ids) * program.geometry.limit * program.geometry.invocations
        each = 0 if self.coordinates is None else len(self.coordinates)
        return len(self.ids) * max(tessellation_of(program).vertices, each)


def patch_run(
    program: Program, attributes: Mapping[Any, Any] | None, patch: Patch | None, count: int | None
) -> PatchRun:
    """The patches that ``attributes`` make, ``patch.vertices`` vertices each, the last if it is whole.

    Keys of ``attributes`` are what the program calls them: of each vertex ``vertex.position``,
    ``vertex.texcoord[1]``, …, with or without ``vertex.``, one row a vertex; of each patch ``primitive.id``
    and for those that read them ``primitive.tessouter[n]``, ``primitive.tessinner[n]`` and
    ``primitive.patch.attrib[n]``, one row a patch; a vector is for all. ``vertex.tesscoord`` are the places
    evaluation programs run at, (E, 2) or (E, 3), the same in every patch. What is not given is (0, 0, 0, 1),
    levels those of ``patch``, attributes of the patch 0. ``count`` says how many vertices there are where no
    array does; without it there is one patch. InputError names what does not fit.
    """
    patch = INITIAL if patch is None else patch
    check_patch(patch)
    if attributes is None:
        attributes = {}
    if not isinstance(attributes, Mapping):
        raise InputError(
            f"attributes must map names of attributes to arrays, not {type(attributes).__name__}"
        )
    given: _Given = {}
    for key, value in attributes.items():
        index, name = _attribute(program, key)
        if name in given:
            raise InputError(f"the attribute {name} is given twice, by {key!r} and another key")
        given[name] = index, real_array(name, value)
    coordinates = given.pop(COORDINATES, None)
    of_patch = {name: given.pop(name) for name in list(given) if name.startswith("primitive.")}
    total = _total(given, of_patch, patch.vertices, count)
    patches = total // patch.vertices
    read = program.reads(RegisterFile.ATTRIBUTE)
    check_memory(
        total * _BYTES_PER_VECTOR * (len(read) + 1) + patches * _BYTES_PER_VECTOR * len(levels_of(patch)),
        f"{total} vertices",
        "give fewer patches",
    )
    ids = np.arange(patches, dtype=np.int32)
    if IDENTIFIER in of_patch:
        ids = identifiers(of_patch.pop(IDENTIFIER)[1], patches, "patch")
    names = _names(program)
    vertices: dict[str, Float32Array] = {}
    for index in sorted(read):
        if names[index].startswith("vertex.") and not names[index].startswith(("vertex.out.", COORDINATES)):
            array = given[names[index]][1] if names[index] in given else None
            rows = _vertex_rows(program, names[index], index, array, total)
            vertices[names[index].removeprefix("vertex.")] = rows[: patches * patch.vertices]
    for name, (_, array) in given.items():
        as_table(name, array, total)  # what the program does not read is checked all the same
    return PatchRun(
        patch.vertices,
        ids,
        vertices,
        _values(program, of_patch, patch, patches),
        None if coordinates is None else _places(program, coordinates[1]),
    )


def _names(program: Program) -> tuple[str, ...]:
    return _NAMES[program.profile.stage]


def _attribute(program: Program, key: Any) -> tuple[int, str]:
    """The attribute ``key`` names: its number and its name; InputError if there is none."""
    names = _names(program)
    if isinstance(key, str):
        text = key.replace(" ", "").replace(".in.", ".").replace(".in[", "[")
        try:
            name = parse(program.profile, "vertex", text)
        except InputError:
            pass
        else:
            found = name.row.name.format(*name.numbers)
            if name.last is None and found in names and ".out." not in found and found not in _NUMBERED:
                return names.index(found), found
    coordinates = f", {COORDINATES}" if COORDINATES in names else ""
    more = "" if program.profile.stage is Stage.TESSELLATION_CONTROL else (
        f"{coordinates}, primitive.tessouter[n], primitive.tessinner[n], primitive.patch.attrib[n]"
    )  # fmt: skip
    raise InputError(
        f"there is no attribute {key!r} in {program.profile.name} programs: an attribute is vertex.position, "
        f"vertex.color[.front|.back][.primary|.secondary], vertex.fogcoord, vertex.pointsize, "
        f"vertex.texcoord[n], vertex.clip[n], vertex.attrib[n], vertex.id{more} or primitive.id"
    )


def _total(given: _Given, of_patch: _Given, size: int, count: int | None) -> int:
    """How many vertices there are: what arrays of vertices or of patches say, or one patch's."""
    arrays = {index: (name, array) for name, (index, array) in given.items()}
    total = vertex_count(arrays, count)
    if count is not None or total != 1 or any(array.ndim == 2 for _, array in arrays.values()):
        return total
    patches = {len(array) for _, array in of_patch.values() if array.ndim == 2 and len(array) != 1}
    if IDENTIFIER in of_patch:
        patches.add(of_patch[IDENTIFIER][1].size)
    return max(patches, default=1) * size


def _vertex_rows(
    program: Program, name: str, index: int, array: npt.NDArray[Any] | None, total: int
) -> Float32Array:
    table = np.array([_UNWRITTEN], np.float32) if array is None else as_table(name, array, total)
    if array is None and name == "vertex.id":
        table = np.zeros((1, 1), np.int32)
    rows = vertex_source(program, name, index, table).rows(0, total)
    return np.ascontiguousarray(np.broadcast_to(rows, (total, 4)))


def _values(program: Program, given: _Given, patch: Patch, patches: int) -> dict[str, Float32Array]:
    """Levels and attributes of the patch; what nobody gives is the default level, or missing."""
    found: dict[str, Float32Array] = {}
    if program.profile.stage is Stage.TESSELLATION_CONTROL:
        return found
    found |= default_values(patch, patches)
    for name, (index, array) in given.items():
        table = as_table(name, array, patches)
        if len(table) not in (1, patches):
            raise InputError(f"{name} has {len(table)} rows, and there are {patches} patches")
        result = name.removeprefix("primitive.")
        if result.startswith("tess"):
            words = np.zeros((len(table), 4), np.float32)
            with np.errstate(all="ignore"):
                words[:, 0] = table[:, 0]
            result = f"patch.{result}"
        else:
            words = vertex_source(program, name, index, table).rows(0, patches)
        found[result] = np.ascontiguousarray(np.broadcast_to(words, (patches, 4)))
    return found


def default_values(patch: Patch, count: int) -> dict[str, Float32Array]:
    """The default levels of ``count`` patches (ARB_tessellation_shader, PatchParameterfv)."""
    return {
        name: np.tile(np.array([[level, 0.0, 0.0, 0.0]], np.float32), (count, 1))
        for name, level in levels_of(patch).items()
    }


def _places(program: Program, array: npt.NDArray[Any]) -> Float32Array:
    if array.ndim == 1 and 2 <= len(array) <= 3:
        array = array.reshape(1, -1)
    if array.ndim != 2 or not 2 <= array.shape[1] <= 3:
        raise InputError(f"{COORDINATES} has shape {array.shape}; it must be (E, 2) or (E, 3)")
    places = np.zeros((len(array), 3), np.float32)
    with np.errstate(all="ignore"):
        places[:, : array.shape[1]] = array
    if tessellation_of(program).mode != "TRIANGLES":
        places[:, 2] = 0.0  # docs/semantics.md
    return places
