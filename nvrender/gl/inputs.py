"""What a caller gives a program, made uniform: attribute arrays and the parameter file."""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.params import ROWS, tracked_parameters, tracked_rows
from nvrender.gl.results import Float32Array
from nvrender.gl.state import State
from nvrender.isa.bindings import ATTRIBUTE_NUMBERS, ATTRIBUTES
from nvrender.program import Program, RegisterFile
from nvrender.source import InputError

#: Missing components (NV_vertex_program 2.14.1.1: VertexAttrib1, 2 and 3).
FILL = (0.0, 0.0, 0.0, 1.0)

_PARAMETER_KEY = re.compile(r"(?:c\[)?(\d{1,9})\]?")


@dataclass(frozen=True)
class AttributeSource:
    """One attribute as the caller holds it: (N, 1…4) of any real dtype; N is 1 if it is ``constant``.

    It is converted in the pieces that are asked for, so that a memory-mapped file stays one.
    """

    name: str
    array: npt.NDArray[Any]
    constant: bool

    def rows(self, start: int, stop: int) -> Float32Array:
        """Vertices ``start`` to ``stop``, (n, 4) float32 C-contiguous; (1, 4) where it is constant.

        A view where the caller's array is already that.
        """
        piece = self.array[:1] if self.constant else self.array[start:stop]
        if piece.dtype == np.float32 and piece.shape[1] == 4 and piece.flags.c_contiguous:
            return np.asarray(piece)
        filled = np.empty((piece.shape[0], 4), np.float32)
        components = piece.shape[1]
        with np.errstate(all="ignore"):
            # Unsigned bytes are normalised, every other type is taken as it is (NV_vertex_program
            # 2.14.1.1, 2.14.3).
            if piece.dtype == np.uint8:
                np.divide(piece, np.float32(255.0), out=filled[:, :components], dtype=np.float32)
            else:
                filled[:, :components] = piece
        filled[:, components:] = FILL[components:]
        return filled


def attribute_sources(
    program: Program,
    attributes: Mapping[Any, Any] | None,
    state: State | None = None,
    count: int | None = None,
) -> tuple[dict[int, AttributeSource], int]:
    """The attributes ``program`` reads, by number, and how many vertices there are.

    Keys of ``attributes`` are numbers 0 to 15 or mnemonics (``"OPOS"``, ``"NRML"``, …); values are
    (N,), (N, 1…4) arrays, or one vector of 1 to 4 components for all vertices. Attributes that are read
    and not given take ``state.current_attributes``. InputError names what does not fit.
    """
    state = State() if state is None else state
    if attributes is None:
        attributes = {}
    if not isinstance(attributes, Mapping):
        raise InputError(
            f"attributes must map attribute numbers or mnemonics to arrays, not {type(attributes).__name__}"
        )
    given: dict[int, tuple[str, npt.NDArray[Any]]] = {}
    for key, value in attributes.items():
        index, name = _attribute_key(program, key)
        if index in given:
            raise InputError(f"attributes {given[index][0]} and {name} are the same; give one")
        given[index] = name, _real_array(name, value)
    total = _vertex_count(given, count)
    sources: dict[int, AttributeSource] = {}
    for index, (name, array) in given.items():
        table = _as_table(name, array, total)
        sources[index] = AttributeSource(name, table, constant=table.shape[0] == 1 and total != 1)
    needed = attributes_read(program)
    for index in sorted(needed - sources.keys()):
        current = np.array([state.current_attributes[index]], np.float32)
        sources[index] = AttributeSource(attribute_name(index), current, constant=True)
    return {index: sources[index] for index in sorted(needed)}, total


def attribute_arrays(
    program: Program,
    attributes: Mapping[Any, Any] | None,
    state: State | None = None,
    count: int | None = None,
) -> tuple[dict[int, Float32Array], int]:
    """``attribute_sources`` converted as a whole: number → (N, 4) or, for all vertices, (1, 4) float32.

    Arrays are C-contiguous; one that already is (N, 4) float32 is not copied.
    """
    sources, total = attribute_sources(program, attributes, state, count)
    return {index: source.rows(0, total) for index, source in sources.items()}, total


def attributes_read(program: Program) -> frozenset[int]:
    """Numbers of the attributes the program reads; 0 too if it is position-invariant."""
    read = program.reads(RegisterFile.ATTRIBUTE)
    return read | {0} if program.position_invariant else read


def attribute_name(index: int) -> str:
    """``0 (OPOS)``, or ``6``."""
    mnemonic = ATTRIBUTES[index].mnemonic
    return f"{index} ({mnemonic})" if mnemonic else str(index)


def parameter_array(program: Program, parameters: Any, state: State | None = None) -> Float32Array:
    """The program parameters, (profile.parameters, 4) float32, a fresh array.

    ``parameters`` is a (k, 4) array for c[0] to c[k-1], or a mapping from index to a vector of 1 to 4
    components, filled up with 0, 0, 1, or to an (n, 4) block for that and the following registers. What
    is not given is zero. Matrices ``state`` tracks fill their rows; to give those rows another value
    as well is an InputError, and so is a vertex state program that writes them (NV_vertex_program
    2.14.4, 2.14.5).
    """
    state = State() if state is None else state
    size = program.profile.parameters
    values = np.zeros((size, 4), np.float32)
    owners: dict[int, str] = {}
    if isinstance(parameters, Mapping):
        _fill_from_mapping(program, parameters, values, owners)
    elif parameters is not None:
        table = _real_array("parameters", parameters)
        if table.ndim != 2 or table.shape[1] != 4 or table.shape[0] > size:
            raise InputError(
                f"parameters has shape {table.shape}; {program.profile.header} programs take (k, 4) with "
                f"k up to {size}, or a mapping from index to vector"
            )
        with np.errstate(all="ignore"):
            values[: len(table)] = table
        # Rows of zeros in an array are rows nobody filled.
        owners = {int(row): "the parameters array" for row in np.flatnonzero(values.any(axis=1))}
    written = program.writes(RegisterFile.PARAMETER)
    for address, tracking in tracked_parameters(state, size).items():
        rows = tracked_rows(tracking, state)
        for row in range(address, address + ROWS):
            same = np.array_equal(values[row], rows[row - address], equal_nan=True)
            if row in owners and not (same and not isinstance(parameters, Mapping)):
                raise InputError(
                    f"{owners[row]} sets c[{row}], which tracks the matrix {tracking.matrix} at "
                    f"c[{address}]; leave it out or stop tracking (NV_vertex_program 2.14.5)"
                )
            if row in written:
                raise InputError(
                    f"the vertex state program writes c[{row}], which tracks the matrix "
                    f"{tracking.matrix} at c[{address}] (NV_vertex_program 2.14.4)"
                )
        values[address : address + ROWS] = rows
    return values


def _fill_from_mapping(
    program: Program, parameters: Mapping[Any, Any], values: Float32Array, owners: dict[int, str]
) -> None:
    size = program.profile.parameters
    for key, value in parameters.items():
        index = _parameter_key(key)
        if index is None or not 0 <= index < size:
            raise InputError(
                f"parameters has the key {key!r}; {program.profile.header} programs have "
                f"c[0] to c[{size - 1}]: use the numbers 0 to {size - 1}"
            )
        name = f"parameters[{key!r}]"
        block = _real_array(name, value)
        if block.ndim == 1 and 1 <= len(block) <= 4:
            filled = np.array([FILL])
            filled[0, : len(block)] = block
            block = filled
        if block.ndim != 2 or block.shape[1] != 4:
            raise InputError(
                f"{name} has shape {block.shape}; a parameter is a vector of 1 to 4 numbers, or an (n, 4) "
                f"block of parameters"
            )
        if index + len(block) > size:
            raise InputError(
                f"{name} has {len(block)} rows, which would go past c[{size - 1}], the last parameter of "
                f"{program.profile.header} programs"
            )
        for row in range(index, index + len(block)):
            if row in owners:
                raise InputError(f"{owners[row]} and {name} both set c[{row}]")
            owners[row] = name
        with np.errstate(all="ignore"):
            values[index : index + len(block)] = block


def _parameter_key(key: Any) -> int | None:
    if isinstance(key, str):
        match = _PARAMETER_KEY.fullmatch(key)
        return int(match[1]) if match and key.startswith("c[") == key.endswith("]") else None
    return _integer(key)


def _attribute_key(program: Program, key: Any) -> tuple[int, str]:
    """The attribute number a key means, and the name messages use for it."""
    profile = program.profile
    index = int(key) if isinstance(key, str) and re.fullmatch(r"\d{1,2}", key) else _integer(key)
    if index is None and isinstance(key, str) and profile.attribute_mnemonics:
        index = ATTRIBUTE_NUMBERS.get(key)
    if index is None or not 0 <= index < profile.attributes:
        exists = (
            f"number 0 to {profile.attributes - 1} or {', '.join(ATTRIBUTE_NUMBERS)}"
            if profile.attribute_mnemonics
            else "number 0"
        )
        reads = ", ".join(map(attribute_name, sorted(attributes_read(program)))) or "none"
        raise InputError(
            f"there is no attribute {key!r} in {profile.header} programs: an attribute is {exists}. "
            f"This program reads {reads}"
        )
    return index, f"attribute {attribute_name(index)}"


def _integer(key: Any) -> int | None:
    if isinstance(key, (bool, np.bool_)):
        return None
    try:
        return operator.index(key)
    except TypeError:
        return None


def _real_array(name: str, value: Any) -> npt.NDArray[Any]:
    """``value`` as an array of real numbers, not copied where it is an array."""
    try:
        array = np.asarray(value)
    except Exception as error:  # whatever the object's own conversion raises
        raise InputError(f"{name} cannot be made an array: {error}") from None
    if array.dtype.kind not in "biuf":
        what = "of uneven rows or of objects" if array.dtype == object else f"of type {array.dtype}"
        raise InputError(f"{name} is {what}; it must hold real numbers")
    return array


def _vertex_count(given: Mapping[int, tuple[str, npt.NDArray[Any]]], count: int | None) -> int:
    """How many vertices the arrays and ``count`` agree on; 1 if nothing says."""
    total, source = count, "count is"
    if count is not None and ((total := _integer(count)) is None or total < 0):
        raise InputError(f"count must be a whole number from 0, not {count!r}")
    for name, array in given.values():
        if not 1 <= array.ndim <= 2 or (array.ndim == 2 and not 1 <= array.shape[1] <= 4):
            raise InputError(
                f"{name} has shape {array.shape}; it must be (N, 1) to (N, 4), (N,), or one vector "
                f"of 1 to 4 numbers"
            )
        length = array.shape[0]
        if length == 1 or (array.ndim == 1 and 1 <= length <= 4):
            continue
        if total is not None and length != total:
            raise InputError(f"{name} has {length} vertices, but {source} {total}")
        if total is None:
            total, source = length, f"{name} has"
    return 1 if total is None else total


def _as_table(name: str, array: npt.NDArray[Any], total: int) -> npt.NDArray[Any]:
    """``array`` as (N, 1…4), or (1, 1…4) for a vector that all vertices share."""
    if array.ndim == 2:
        return array
    length = array.shape[0]
    if not 1 <= length <= 4:
        return array.reshape(length, 1)
    if length == total and length > 1:
        raise InputError(
            f"{name} has shape ({length},) where there are {length} vertices: give ({length}, 1) for one "
            f"number a vertex, or (1, {length}) for one vector that all share"
        )
    return array.reshape(1, length)
