"""What a caller gives a geometry program: attributes of vertices, and how they make primitives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import AttributeSource, as_table, real_array, vertex_count
from nvrender.gl.inputs.names import parse
from nvrender.gl.inputs.primitives import Assembly, assemble, check_mode
from nvrender.gl.inputs.words import stay_integers, uses
from nvrender.languages.arb.geometry_bindings import GEOMETRY_ATTRIBUTES
from nvrender.ops.types import DataType
from nvrender.program import Program, RegisterFile
from nvrender.program.declared import geometry_of
from nvrender.source import InputError

PRIMITIVE_ID = GEOMETRY_ATTRIBUTES.index("primitive.id")
#: Attributes of which the GL gives x alone; the others are 0, 0, 1 (docs/semantics.md).
SINGLE = frozenset(
    name
    for name in GEOMETRY_ATTRIBUTES
    if name in ("vertex.fogcoord", "vertex.pointsize") or name.startswith("vertex.clip[")
)
#: Attributes that are one integer, with zeros in y, z, w.
INTEGERS = frozenset({"primitive.id", "vertex.id"})
_ZEROS = (0.0, 0.0, 0.0, 0.0)


def geometry_inputs(
    program: Program, attributes: Mapping[Any, Any] | None, mode: str | None, count: int | None
) -> tuple[dict[int, AttributeSource], Assembly, int]:
    """The attributes a geometry program reads, by number, the primitives its vertices make, and their number.

    Keys of ``attributes`` are what the program calls them, ``vertex.position``, ``vertex.texcoord[1]``, …,
    with or without ``vertex.``; values as for vertex programs, one row a vertex, of ``primitive.id`` one a
    primitive.
    What is not given is (0, 0, 0, 1); ``primitive.id`` counts. ``mode`` is the primitive mode, None
    for the one that draws each input primitive by itself. InputError names what does not fit.
    """
    mode = check_mode(geometry_of(program).input, mode)
    if attributes is None:
        attributes = {}
    if not isinstance(attributes, Mapping):
        raise InputError(
            f"attributes must map names of attributes to arrays, not {type(attributes).__name__}"
        )
    given: dict[int, tuple[str, npt.NDArray[Any]]] = {}
    for key, value in attributes.items():
        index = attribute_number(program, key)
        name = GEOMETRY_ATTRIBUTES[index]
        if index in given:
            raise InputError(f"the attribute {name} is given twice, by {key!r} and another key")
        given[index] = name, real_array(name, value)
    ids = given.pop(PRIMITIVE_ID, None)
    total = vertex_count(given, count)
    assembly = assemble(mode, total)
    read = given_attributes(program)
    sources = {}
    for index, (name, array) in given.items():
        table = as_table(name, array, total)
        if index in read:
            sources[index] = _source(program, index, table)
    for index in sorted(read - sources.keys() - {PRIMITIVE_ID}):
        sources[index] = _source(program, index, np.array([[0, 0, 0, 1]]))
    if ids is not None:
        assembly = Assembly(assembly.vertices, identifiers(ids[1], len(assembly.vertices), "primitive"))
    if PRIMITIVE_ID in read:
        name, words = GEOMETRY_ATTRIBUTES[PRIMITIVE_ID], assembly.ids.reshape(-1, 1)
        sources[PRIMITIVE_ID] = AttributeSource(name, words, False, True, _ZEROS)
    return sources, assembly, total


def given_attributes(program: Program) -> frozenset[int]:
    """The attributes a geometry program reads that are not of its invocation, or the primitive's form."""
    read = program.reads(RegisterFile.ATTRIBUTE)
    return frozenset(index for index in read if index < len(GEOMETRY_ATTRIBUTES))


def attribute_number(program: Program, key: Any) -> int:
    """The number of the attribute ``key`` names; InputError if there is none."""
    if isinstance(key, str):
        if key.replace(" ", "") == "primitive.id":
            return PRIMITIVE_ID
        try:
            name = parse(program.profile, "vertex", key)
        except InputError:
            pass
        else:
            if name.last is None:
                return name.row.index + (name.numbers[0] if name.numbers else 0)
    raise InputError(
        f"there is no attribute {key!r} in {program.profile.name} programs: an attribute is vertex.position, "
        f"vertex.color[.front|.back][.primary|.secondary], vertex.fogcoord, vertex.pointsize, "
        f"vertex.texcoord[n], vertex.clip[n], vertex.attrib[n], vertex.id or primitive.id"
    )


def _source(program: Program, index: int, table: npt.NDArray[Any]) -> AttributeSource:
    return vertex_source(program, GEOMETRY_ATTRIBUTES[index], index, table)


def vertex_source(program: Program, name: str, index: int, table: npt.NDArray[Any]) -> AttributeSource:
    """What a program between vertex and fragment stage reads as its attribute ``index``, called ``name``.

    ``table`` has one row for all vertices, or one for each.
    """
    constant = len(table) == 1
    if name in INTEGERS:
        if table.dtype.kind not in "iub":
            raise InputError(f"{name} holds integers; an array of type {table.dtype} was given")
        return AttributeSource(name, table[:, :1], constant, True, _ZEROS)
    if name in SINGLE:
        return AttributeSource(name, table[:, :1], constant)
    bound = {attribute.index: attribute.type for attribute in program.attributes}
    integer = table.dtype.kind in "iub" and bound.get(index, DataType.FLOAT) is None
    integer = integer and stay_integers(table, uses(program).get((RegisterFile.ATTRIBUTE, index)))
    return AttributeSource(name, table, constant, integer)


def identifiers(array: npt.NDArray[Any], count: int, each: str) -> npt.NDArray[np.int32]:
    """``primitive.id`` as a caller gives it, a number for ``each`` primitive or patch: (count,) int32."""
    if array.dtype.kind not in "iub" or array.size != count:
        raise InputError(
            f"primitive.id is {array.dtype} of shape {array.shape}; it must be {count} integers, one "
            f"for each {each}"
        )
    return array.reshape(-1).astype(np.int64).astype(np.uint32).view(np.int32)
