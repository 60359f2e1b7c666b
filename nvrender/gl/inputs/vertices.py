"""What a caller gives a program, made uniform: attribute arrays and the parameter file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs import declared, fragments, uniforms
from nvrender.gl.inputs.arrays import FILL, AttributeSource, as_table, real_array, vertex_count, whole_number
from nvrender.gl.inputs.params import ROWS, tracked_parameters, tracked_rows
from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.inputs.words import Uint32Array
from nvrender.gl.state.state import State
from nvrender.languages.vp.bindings import ATTRIBUTE_NUMBERS, ATTRIBUTES
from nvrender.program import Program, RegisterFile, check_stage
from nvrender.program.profile import Stage
from nvrender.source import InputError

__all__ = [
    "AttributeSource",
    "attribute_arrays",
    "attribute_name",
    "attribute_number",
    "attribute_sources",
    "attributes_read",
    "buffer_arrays",
    "parameter_array",
    "parameter_key",
]

#: The type of rows that are put in place as they are, and what rows are called.
_FLOAT = np.dtype(np.float32)
_NAMES = tuple(f"parameters[{number}]" for number in range(512))
_PARAMETER_KEY = re.compile(r"(?:c\[)?(\d{1,9})\]?")


def attribute_sources(
    program: Program,
    attributes: Mapping[Any, Any] | None,
    state: State | None = None,
    count: int | None = None,
) -> tuple[dict[int, AttributeSource], int]:
    """The attributes ``program`` reads, by number, and how many vertices there are.

    Keys of ``attributes`` are numbers 0 to 15 or mnemonics (``"OPOS"``, ``"NRML"``, …); values are
    (N,), (N, 1…4) arrays, or one vector of 1 to 4 components for all vertices. Attributes that are read
    and not given take ``state.current_attributes``. InputError names what does not fit. Names and
    integers of the declared-name languages: docs/program.md.
    """
    check_stage(program, (Stage.FRAGMENT,))
    state = State() if state is None else state
    if attributes is None:
        attributes = {}
    if not isinstance(attributes, Mapping):
        raise InputError(
            f"attributes must map attribute numbers or mnemonics to arrays, not {type(attributes).__name__}"
        )
    if program.profile.declares_names:
        return declared.attribute_sources(program, attributes, state, count, attributes_read(program))
    given: dict[int, tuple[str, npt.NDArray[Any]]] = {}
    for key, value in attributes.items():
        index, name = _attribute_key(program, key)
        if index in given:
            raise InputError(f"attributes {given[index][0]} and {name} are the same; give one")
        given[index] = name, real_array(name, value)
    total = vertex_count(given, count)
    sources: dict[int, AttributeSource] = {}
    for index, (name, array) in given.items():
        table = as_table(name, array, total)
        sources[index] = AttributeSource(name, table, constant=table.shape[0] == 1 and total != 1)
    needed = attributes_read(program)
    for index in sorted(needed - sources.keys()):
        with np.errstate(all="ignore"):
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
    """Numbers of the attributes the program reads; 0 too if it is position-invariant.

    Of a fragment program also what its end needs: the fog coordinate, the depth.
    """
    read = program.reads(RegisterFile.ATTRIBUTE)
    if program.profile.stage is Stage.FRAGMENT:
        return fragments.attributes_read(program, read)
    return read | {0} if program.position_invariant else read


def attribute_name(index: int) -> str:
    """``0 (OPOS)``, or ``6``."""
    mnemonic = ATTRIBUTES[index].mnemonic if index < len(ATTRIBUTES) else ""
    return f"{index} ({mnemonic})" if mnemonic else str(index)


def attribute_number(program: Program, key: Any) -> int:
    """The number of the attribute that ``key`` names in ``program``'s language; InputError if it has none."""
    if program.profile.declares_names:
        return declared.attribute_key(program, key)[0]
    return _attribute_key(program, key)[0]


def parameter_array(program: Program, parameters: Any, state: State | None = None) -> Float32Array:
    """The program parameters, (profile.parameters, 4) float32, a fresh array.

    ``parameters`` is a (k, 4) array for c[0] to c[k-1], or a mapping from index to a vector of 1 to 4
    components, filled up with 0, 0, 1, or to an (n, 4) block for that and the following registers. What
    is not given is zero. Matrices ``state`` tracks fill their rows; to give those rows another value
    as well is an InputError, and so is a vertex state program that writes them (NV_vertex_program
    2.14.4, 2.14.5). Uniforms of Cg metadata are set by name; its constants and defaults are there unless
    something else is given. Of the declared-name languages: (len(program.parameters), 4) words, from a
    mapping of names (docs/program.md) or from what this function returned.
    """
    state = State() if state is None else state
    if program.profile.declares_names:
        if _is_whole(program, parameters):
            return np.array(parameters, np.float32)
        return declared.parameter_array(program, _mapping(parameters), state)
    size = program.profile.parameters
    values = np.zeros((size, 4), np.float32)
    owners: dict[int, str] = {}
    if isinstance(parameters, Mapping):
        plain, named = uniforms.split(program, parameters)
        with np.errstate(all="ignore"):
            _fill_from_mapping(program, plain, values, owners)
        _fill_named(named, values, owners)
    elif parameters is not None:
        table = real_array("parameters", parameters)
        if table.ndim != 2 or table.shape[1] != 4 or table.shape[0] > size:
            raise InputError(
                f"parameters has shape {table.shape}; {program.profile.header} programs take (k, 4) with "
                f"k up to {size}, or a mapping from index to vector"
            )
        with np.errstate(all="ignore"):
            values[: len(table)] = table
        if state.tracking or uniforms.initial(program):
            # Rows of zeros in an array are rows nobody filled.
            owners = {int(row): "the parameters array" for row in np.flatnonzero(values.any(axis=1))}
    _fill_initial(program, values, owners)
    if not state.tracking:
        return values
    written = program.writes(RegisterFile.PARAMETER)
    for address, tracking in tracked_parameters(state, size).items():
        rows = tracked_rows(tracking, state)
        for row in range(address, address + ROWS):
            if row in owners and (
                isinstance(parameters, Mapping)
                or not np.array_equal(values[row], rows[row - address], equal_nan=True)
            ):
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


def _fill_named(
    named: Mapping[uniforms.Register, uniforms.Row], values: Float32Array, owners: dict[int, str]
) -> None:
    """What uniforms of Cg metadata set."""
    for register, row in named.items():
        assert isinstance(register, int)
        if register in owners:
            raise InputError(f"{owners[register]} sets c[{register}], which a uniform given by name sets too")
        owners[register] = "a uniform given by name"
        with np.errstate(all="ignore"):
            values[register] = uniforms.filled(row)


def _fill_initial(program: Program, values: Float32Array, owners: Mapping[int, str]) -> None:
    """Constants and defaults of Cg metadata, where nothing is given."""
    for register, row in uniforms.initial(program).items():
        assert isinstance(register, int)
        if register not in owners:
            with np.errstate(all="ignore"):
                values[register] = uniforms.filled(row)


def buffer_arrays(program: Program, parameters: Any) -> dict[int, Uint32Array]:
    """Binding point → (n,) uint32 words of every program parameter buffer (docs/program.md)."""
    if not program.profile.declares_names:
        return {}
    return declared.buffer_arrays(program, {} if _is_whole(program, parameters) else _mapping(parameters))


def _is_whole(program: Program, parameters: Any) -> bool:
    """True for the words of every register."""
    return (
        isinstance(parameters, np.ndarray)
        and parameters.dtype == np.float32
        and parameters.shape == (len(program.parameters), 4)
    )


def _mapping(parameters: Any) -> Mapping[Any, Any]:
    if parameters is None:
        return {}
    if not isinstance(parameters, Mapping):
        raise InputError(
            f"parameters must be a mapping from names such as program.local[0] to vectors, not "
            f"{type(parameters).__name__}"
        )
    return parameters


def _fill_from_mapping(
    program: Program, parameters: Mapping[Any, Any], values: Float32Array, owners: dict[int, str]
) -> None:
    size = program.profile.parameters
    names = _NAMES[:size]
    for key, value in parameters.items():
        fits = type(value) is np.ndarray and value.dtype is _FLOAT and value.shape == (4,)
        if fits and type(key) is int and 0 <= key < len(names) and key not in owners:
            owners[key], values[key] = names[key], value
            continue
        index = parameter_key(key)
        if index is None or not 0 <= index < size:
            raise InputError(
                f"parameters has the key {key!r}; {program.profile.header} programs have "
                f"c[0] to c[{size - 1}]: use the numbers 0 to {size - 1}{uniforms.advice(program)}"
            )
        name = f"parameters[{key!r}]"
        block = real_array(name, value)
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
        values[index : index + len(block)] = block


def parameter_key(key: Any) -> int | None:
    """The number of the parameter of a VP program that ``key`` means; None if it means none."""
    if isinstance(key, str):
        match = _PARAMETER_KEY.fullmatch(key)
        return int(match[1]) if match and key.startswith("c[") == key.endswith("]") else None
    return whole_number(key)


def _attribute_key(program: Program, key: Any) -> tuple[int, str]:
    """The attribute number a key means, and the name messages use for it."""
    profile = program.profile
    index = int(key) if isinstance(key, str) and re.fullmatch(r"\d{1,2}", key) else whole_number(key)
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
