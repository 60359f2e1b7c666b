"""Inputs of the declared-name languages: attributes, parameter registers and buffers by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs import fragments, uniforms
from nvrender.gl.inputs.arrays import FILL, AttributeSource, as_table, real_array, vertex_count, whole_number
from nvrender.gl.inputs.bindings import StateValues
from nvrender.gl.inputs.global_memory import bytes_of, number_array
from nvrender.gl.inputs.names import buffer_number, parse
from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.inputs.words import (
    RegisterKey,
    Uint32Array,
    Use,
    float_words,
    integer_words,
    stay_integers,
    uses,
)
from nvrender.gl.state.state import State
from nvrender.languages.arb.fragment_bindings import FRAGMENT_ATTRIBUTES
from nvrender.languages.arb.vertex_bindings import VERTEX_ID, VERTEX_INSTANCE, attribute_number
from nvrender.languages.fp1.bindings import attributes_of
from nvrender.ops.types import DataType
from nvrender.program import BindingKind, BoundAttribute, Program, RegisterFile
from nvrender.program.long_attributes import SECOND, long_attributes
from nvrender.program.profile import Stage
from nvrender.records import once
from nvrender.source import InputError

#: Attributes of which the GL takes fewer than four components (ARB_vertex_program Table X.2).
_COMPONENTS = {"vertex.normal": 3, "vertex.fogcoord": 1, **fragments.COMPONENTS}
#: The components of vertex.id and vertex.instance that the specification leaves undefined.
_ZEROS = (0.0, 0.0, 0.0, 0.0)
_NUMBERED = 16
_UNITS = re.compile(r"vertex\.(?:weight|matrixindex)\[([0-9]+)\]")
_NUMBERED_LOCAL = re.compile(r"p\[\s*([0-9]{1,9})\s*\]")
_VECTOR = (4,)
_NO_WORDS = np.zeros(0, np.uint32)
_TYPELESS = (BindingKind.ENVIRONMENT, BindingKind.LOCAL)

Uses = Callable[[], dict[RegisterKey, Use]]


def attribute_sources(
    program: Program, attributes: Mapping[Any, Any], state: State, count: int | None, read: frozenset[int]
) -> tuple[dict[int, AttributeSource], int]:
    """The attributes ``read`` by number, and how many vertices there are.

    Keys are ``position``, ``normal``, ``texcoord[1]``, ``attrib[3]``, …, with or without ``vertex.`` before
    them, or numbers 0 to 15; of fragments with or without ``fragment.``, and no numbers.
    """
    given: dict[int, tuple[str, npt.NDArray[Any]]] = {}
    for key, value in attributes.items():
        index, name = attribute_key(program, key)
        if index in given:
            raise InputError(f"attributes {given[index][0]} and {name} are the same; give one")
        if name in fragments.THREADS:
            raise InputError(f"{name} is where a fragment stands in its quad, and is not given")
        given[index] = name, real_array(name, value)
    total = vertex_count(given, count)
    bound = {attribute.index: attribute for attribute in program.attributes}
    reads = partial(uses, program)
    typed = program.profile.flags
    sources: dict[int, AttributeSource] = {}
    for index, (name, array) in given.items():
        table = as_table(name, array, total)
        if index in read:
            sources[index] = _source(name, table, total, bound.get(index), typed, reads, index)
    fragment = program.profile.stage is Stage.FRAGMENT
    for index in read - sources.keys():
        sources[index] = (
            fragments.unfilled(index, state, total)
            if fragment
            else _unfilled(index, bound.get(index), state, total, typed, reads)
        )
    for index in (fragments.FOG_COORDINATE, fragments.POINT_COORDINATE) if fragment else ():
        if index in sources:
            sources[index] = fragments.filled_up(program, sources[index])
    if fragment and fragments.POSITION in sources:
        position = sources[fragments.POSITION]
        sources[fragments.POSITION] = fragments.positioned(program, position, total, state)
    units = (
        ()
        if fragment
        else [each for each in bound.values() if each.index in read and _UNITS.match(each.name)]
    )
    for attribute in units:
        sources[attribute.index] = _of_units(program, attribute, sources[attribute.index])
    found = {index: sources[index] for index in sorted(read)}
    for index in long_attributes(program) & read:
        found[index], found[index + SECOND] = (replace(found[index], half=half) for half in (0, 1))
    return found, total


def _of_units(program: Program, attribute: BoundAttribute, source: AttributeSource) -> AttributeSource:
    """Weights or matrix indices, 0 where not given, of the units there are (ARB_vertex_program 2.14.3.1)."""
    limits, found = program.profile.limits, _UNITS.match(attribute.name)
    assert limits is not None and found is not None
    count = limits.vertex_units - int(found[1])
    return replace(source, array=source.array[:, :count], fill=_ZEROS if count >= 4 else FILL)


def _source(
    name: str,
    table: npt.NDArray[Any],
    total: int,
    bound: BoundAttribute | None,
    typed: bool,
    reads: Uses,
    index: int,
) -> AttributeSource:
    """A given attribute. Where the GL gives integers it must hold some; a typeless one as it is read.

    ``typed``: the language has integers.
    """
    constant = table.shape[0] == 1 and total != 1
    if bound is None or bound.type is DataType.FLOAT:
        table = table[:, : _COMPONENTS.get("" if bound is None else bound.name, 4)]
        return AttributeSource(name, table, constant)
    if bound.type is not None:
        if table.dtype.kind not in "iub":
            raise InputError(f"{name} holds integers; an array of type {table.dtype} was given")
        return AttributeSource(name, table, constant, True, _ZEROS)
    integer = table.dtype.kind in "iub" and typed
    integer = integer and stay_integers(table, reads().get((RegisterFile.ATTRIBUTE, index)))
    return AttributeSource(name, table, constant, integer)


def _unfilled(
    index: int, bound: BoundAttribute | None, state: State, total: int, typed: bool, reads: Uses
) -> AttributeSource:
    """What an attribute is that nobody gives: its number, or the current value."""
    name = f"vertex.attrib[{index}]" if bound is None else bound.name
    if index == VERTEX_ID:
        numbers = np.arange(total, dtype=np.int64).astype(np.uint32).reshape(total, 1)
        return AttributeSource(name, numbers, False, True, _ZEROS)
    if index == VERTEX_INSTANCE:
        return AttributeSource(name, np.zeros((1, 1), np.uint32), True, True, _ZEROS)
    current = state.current_attributes[index] if index < len(state.current_attributes) else _ZEROS
    dtype: Any = dict(state.long_attributes).get(index)
    if index in state.integer_attributes:
        dtype = np.int32 if max(current) < 1 << 31 else np.uint32
    if dtype is not None:
        return _source(name, np.array([current], dtype), 0, bound, typed, reads, index)
    with np.errstate(all="ignore"):
        table = np.array([current], np.float32)
    return AttributeSource(name, table[:, : _COMPONENTS.get(name, 4)], constant=True)


def attribute_key(program: Program, key: Any) -> tuple[int, str]:
    """The attribute number a key means, and the name messages use for it."""
    number = int(key) if isinstance(key, str) and key.isdecimal() and len(key) < 4 else whole_number(key)
    fragment = program.profile.stage is Stage.FRAGMENT
    if number is not None and not fragment:
        if not 0 <= number < _NUMBERED:
            raise InputError(
                f"there is no attribute {number} in {program.profile.name} programs: numbers are 0 to 15"
            )
        return number, f"attribute {number}"
    if not isinstance(key, str):
        raise InputError(f"an attribute is named by a word or a number, not {key!r}")
    if program.profile.language.lettered:
        own = attributes_of(program.profile.language).get(key.removeprefix("f[").removesuffix("]"))
        if own is not None:
            return own, FRAGMENT_ATTRIBUTES[own]
    name = parse(program.profile, "fragment" if fragment else "vertex", key)
    if name.last is not None or not name.row.name.startswith(("vertex.", "fragment.", "primitive.")):
        raise InputError(f"attribute {key!r} is more than one; give each its own array")
    # The program says which number a binding of several components a number has.
    shown = name.row.name.format(*name.numbers)
    for attribute in program.attributes:
        if attribute.name == shown:
            return attribute.index, shown
    return attribute_number(name.row, name.numbers), shown


#: One name of every parameter that is given → the key it was given under, its four words.
Given = Mapping[str, tuple[str, Uint32Array]]


def parameter_array(program: Program, parameters: Mapping[Any, Any], state: State) -> Float32Array:
    """The words of every PARAMETER register, (len(program.parameters), 4) float32, a fresh array.

    What ``parameters`` names comes from there, constants from the program, the rest from ``state``;
    environment and local parameters nobody gives are zero (ARB_vertex_program 2.14.7).
    """
    return filled(program, given(program, parameters), state, StateValues())


def filled(program: Program, words: Given, state: State, values: StateValues) -> Float32Array:
    """``parameter_array`` of what ``given`` returned; ``values`` remembers what the state's bindings were."""
    rows: Uint32Array = _unset(program).copy()
    places, found = list[int](), list[tuple[float, ...]]()
    for index, binding in enumerate(program.parameters):
        if binding.kind is BindingKind.CONSTANT:
            continue
        if binding.name in words:
            rows[index] = words[binding.name][1]
        elif binding.kind is not BindingKind.NAMED and binding.kind not in _TYPELESS:
            places.append(index)
            found.append(values.value(binding, state))
    if found:
        rows[places] = float_words(np.array(found))
    return rows.view(np.float32)


@once
def _unset(program: Program) -> Uint32Array:
    """The words of every PARAMETER register before one is given: constants, declared values and zeros."""
    rows = np.zeros((len(program.parameters), 4), np.uint32)
    for index, binding in enumerate(program.parameters):
        if binding.kind is BindingKind.CONSTANT:
            rows[index] = [word & 0xFFFFFFFF for word in binding.words]
        elif binding.kind is BindingKind.NAMED:
            rows[index] = binding.words
    return rows


@once
def _registers(program: Program) -> dict[str, list[int]]:
    """The numbers of the registers that each name is bound to."""
    registers: dict[str, list[int]] = {}
    for index, binding in enumerate(program.parameters):
        if binding.kind is not BindingKind.CONSTANT:
            registers.setdefault(binding.name, []).append(index)
    return registers


@once
def _locals(program: Program) -> frozenset[str]:
    """The local parameters that DECLARE names."""
    return frozenset(binding.name for binding in program.parameters if binding.kind is BindingKind.NAMED)


def given(program: Program, parameters: Mapping[Any, Any]) -> Given:
    """The words of every parameter that ``parameters`` names; InputError for what does not fit."""
    registers, locals_ = _registers(program), _locals(program)
    found: dict[str, tuple[str, Uint32Array]] = {}
    reads = partial(uses, program)
    # A name that the program itself declares is that parameter, whatever a compiler's comments say.
    for key in locals_ & parameters.keys():
        found[key] = key, _local_words(key, parameters[key])
    plain, named = uniforms.split(
        program, {key: value for key, value in parameters.items() if key not in found}
    )
    vectors: dict[str, npt.NDArray[Any]] = {}
    for written, value in plain.items():
        name, typeless = _single(program, written)
        if type(value) is np.ndarray and value.shape == _VECTOR and name and name not in found:
            if value.dtype == np.float64:
                vectors[name] = value  # which are made words together
                found[name] = written, _NO_WORDS
                continue
            if typeless and value.dtype.kind in "iub":
                use = _use(name, registers, reads)
                found[name] = written, vector_words(f"parameters[{written!r}]", value, use)
                continue
        key = _own_key(program, written)
        if buffer_number(program.profile, key) is not None:
            continue
        if not isinstance(key, str) or not key.startswith(("program.", "state.")):
            raise InputError(_unknown_key(program, key))
        block = real_array(f"parameters[{key!r}]", value)
        for name, words in _rows(program, key, block, registers, reads):
            if name in found:
                raise InputError(f"parameters[{found[name][0]!r}] and parameters[{key!r}] both set {name}")
            found[name] = key, words
    if vectors:
        for name, words in zip(vectors, float_words(np.array([*vectors.values()])), strict=True):
            found[name] = found[name][0], words
    for register, row in named.items():
        name = str(register)
        if name in found:
            raise InputError(f"parameters[{found[name][0]!r}] and a uniform given by name both set {name}")
        found[name] = name, _uniform_words(program, name, row, registers, reads)
    for register, row in uniforms.initial(program).items():
        name = str(register)
        if name not in found:
            found[name] = name, _uniform_words(program, name, row, registers, reads)
    return found


@once
def _single(program: Program, key: Any) -> tuple[str, bool]:
    """The one name of a parameter that is one vector, and whether it may be integers; "" for other keys."""
    if not isinstance(key, str) or not key.startswith(("program.", "state.")):
        return "", False
    if key.replace(" ", "").startswith("program.buffer") or program.profile.language.lettered:
        return "", False
    name = parse(program.profile, "parameter", key)
    if name.whole_matrix or name.last is not None:
        return "", False
    return name.registers(1)[0], program.profile.flags and name.row.type is None


def _own_key(program: Program, key: Any) -> Any:
    """``program.local[7]`` for the ``p[7]`` of an !!FP1.0 program; other keys as they are."""
    match = _NUMBERED_LOCAL.fullmatch(key) if isinstance(key, str) else None
    return f"program.local[{match[1]}]" if match and program.profile.language.lettered else key


def _local_words(key: str, value: Any) -> Uint32Array:
    """The words of a local parameter that DECLARE names (NV_fragment_program 3.11.2)."""
    vector = real_array(f"parameters[{key!r}]", value)
    if vector.ndim != 1 or not 1 <= len(vector) <= 4:
        raise InputError(
            f"parameters[{key!r}] has shape {vector.shape}; it must be a vector of 1 to 4 numbers"
        )
    return vector_words(key, vector, None)


def _uniform_words(
    program: Program, name: str, row: uniforms.Row, registers: Mapping[str, list[int]], reads: Uses
) -> Uint32Array:
    vector = uniforms.filled(row)
    use = _use(name, registers, reads) if program.profile.flags and vector.dtype.kind == "i" else None
    return vector_words(name, vector, use)


def _use(name: str, registers: Mapping[str, list[int]], reads: Uses) -> Use | None:
    """How the registers of a parameter are read; None if none is."""
    use = Use(0)
    for index in registers.get(name, ()):
        use |= reads().get((RegisterFile.PARAMETER, index), Use(0))
    return use or None


def _unknown_key(program: Program, key: Any) -> str:
    used = [binding.name for binding in program.parameters if binding.kind is not BindingKind.CONSTANT]
    shown = ", ".join(used[:8]) + (", …" if len(used) > 8 else "")
    if program.profile.language.lettered:
        return (
            f"parameters has the key {key!r}; keys are p[0] and so on, the names the program declares "
            f"and the uniforms of Cg metadata. This program uses {shown or 'none'}"
            f"{uniforms.advice(program)}"
        )
    return (
        f"parameters has the key {key!r}; keys are names such as program.env[0], program.local[0] or "
        f"state.matrix.mvp, and the uniforms of Cg metadata. This program uses {shown or 'none'}"
        f"{uniforms.advice(program)}"
    )


def _rows(
    program: Program, key: str, block: npt.NDArray[Any], registers: Mapping[str, list[int]], reads: Uses
) -> list[tuple[str, Uint32Array]]:
    """Each parameter a key is for, and its words."""
    name = parse(program.profile, "parameter", key)
    several = name.whole_matrix or name.last is not None
    if block.ndim == 1 and 1 <= len(block) <= 4 and not several:
        block = block.reshape(1, -1)
    if block.ndim == 1 and several and len(block) % 4 == 0:
        block = block.reshape(-1, 4)
    if block.ndim != 2 or not 1 <= block.shape[1] <= 4 or (several and block.shape[1] != 4):
        what = "rows of 4 numbers" if several else "a vector of 1 to 4 numbers"
        raise InputError(f"parameters[{key!r}] has shape {block.shape}; it must be {what}")
    names = name.registers(len(block))
    if len(names) != len(block):
        raise InputError(f"parameters[{key!r}] has {len(block)} rows; there are {len(names)} parameters")
    if not name.row.array and len(block) != 1:
        raise InputError(f"parameters[{key!r}] has {len(block)} rows; {names[0]} is one vector")
    # A block must end where the language's parameters do.
    parse(program.profile, "parameter", names[-1])
    if not (block.dtype.kind in "iub" and program.profile.flags and name.row.type is None):
        filled = np.empty((len(block), 4), np.float32)
        filled[:] = FILL
        with np.errstate(all="ignore"):
            filled[:, : block.shape[1]] = block
        return list(zip(names, filled.view(np.uint32), strict=True))
    what = f"parameters[{key!r}]"
    return [
        (one, vector_words(what, row, _use(one, registers, reads)))
        for one, row in zip(names, block, strict=True)
    ]


def vector_words(name: str, vector: npt.NDArray[Any], use: Use | None) -> Uint32Array:
    """One to four numbers as four words, filled up with 0, 0, 1."""
    integer = stay_integers(vector, use)
    filled = np.array(FILL).astype(np.uint32) if integer else float_words(np.array(FILL))
    filled[: len(vector)] = integer_words(name, vector) if integer else float_words(vector)
    return filled


def buffer_arrays(program: Program, parameters: Mapping[Any, Any]) -> dict[int, Uint32Array]:
    """Binding point → (n,) words, for every buffer the program declares, empty where none is given.

    A buffer is bytes, of which an incomplete last word is dropped (NV_parameter_buffer_object 2.X.3.6), or an
    array of any shape, whose numbers are one word each. Where CBUFFER variables are bound to it, the bytes of
    an array are taken as they are (NV_parameter_buffer_object2).
    """
    buffers = {buffer.bank: np.zeros(0, np.uint32) for buffer in program.buffers}
    by_bytes = {buffer.bank for buffer in program.buffers if buffer.bytes}
    reads = partial(uses, program)
    for key, value in parameters.items():
        bank = buffer_number(program.profile, key)
        if bank is None:
            continue
        name = f"parameters[{key!r}]"
        if bank in by_bytes and isinstance(value, np.ndarray):
            value = bytes_of(number_array(name, value)).tobytes()
            value += bytes(-len(value) % 4)
        words = _buffer_words(name, value, bank, reads)
        if bank in buffers:
            buffers[bank] = words
    return buffers


def _buffer_words(name: str, value: Any, bank: int, reads: Uses) -> Uint32Array:
    if isinstance(value, (bytes, bytearray, memoryview)):
        data = bytes(value)
        return np.frombuffer(data[: len(data) // 4 * 4], np.uint32)
    array = real_array(name, value).reshape(-1)
    use = reads().get((RegisterFile.BUFFER, bank)) if array.dtype.kind in "iub" else None
    if array.dtype in (np.int32, np.uint32) or stay_integers(array, use):
        return integer_words(name, array)
    return float_words(array)
