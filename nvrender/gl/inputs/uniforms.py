"""Uniforms of Cg metadata, by name and shape, put into the registers the compiler gave them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import real_array
from nvrender.languages.cg import CgUniform, CgVariable, metadata
from nvrender.languages.cg_bindings import Places
from nvrender.program import Program
from nvrender.records import once
from nvrender.source import InputError

#: A parameter: its number, or in declared-name programs the binding's one name.
Register = int | str
#: Four numbers for a register, None where nothing is known.
Row = list[Any]


def advice(program: Program) -> str:
    """What the program's uniforms are called, as a sentence to end a message with, or ""."""
    data = metadata(program)
    names = [uniform.name for uniform in data.uniforms if uniform.shape is not None] if data else []
    return f". Its uniforms are {', '.join(names[:12])}{', …' * (len(names) > 12)}" if names else ""


def split(program: Program, parameters: Mapping[Any, Any]) -> tuple[dict[Any, Any], dict[Register, Row]]:
    """``parameters`` without the names of uniforms, and what those names set in each register.

    A structure may be given as a mapping of its members. InputError for a value of another shape.
    """
    data = metadata(program)
    uniforms = {uniform.name: uniform for uniform in data.uniforms} if data else {}
    if not uniforms:
        return dict(parameters), {}
    places = Places(program)
    plain: dict[Any, Any] = {}
    rows: dict[Register, Row] = {}
    owners: dict[tuple[Register, int], str] = {}
    for key, value in _members(parameters, uniforms):
        if not isinstance(key, str) or key not in uniforms:
            plain[key] = value
            continue
        placed = list(_placed(places, uniforms[key], _fitting(uniforms[key], value)))
        if not placed:
            _check_unplaced(uniforms[key])
        for register, component, number in placed:
            owner = owners.setdefault((register, component), key)
            if owner != key:
                raise InputError(f"parameters[{owner!r}] and parameters[{key!r}] set the same register")
            rows.setdefault(register, [None] * 4)[component] = number
    return plain, rows


def _check_unplaced(uniform: CgUniform) -> None:
    """What the compiler left out may be set to no effect; what is somewhere else may not."""
    places = [row.resource for _, row in uniform.parts if row.referenced and row.resource]
    if places:
        raise InputError(
            f"parameters[{uniform.name!r}]: {uniform.name} is in {places[0]!r}, which is no parameter of the "
            f"program that can be set by name"
        )


@once
def initial(program: Program) -> dict[Register, Row]:
    """What constants and defaults put into registers that nobody sets, not to be changed."""
    data = metadata(program)
    rows: dict[Register, Row] = {}
    if data is None:
        return rows
    places = Places(program)
    for uniform in data.uniforms:
        shape = uniform.shape
        if uniform.default and shape is not None and len(uniform.default) == _size(shape):
            array = np.array(uniform.default).reshape(shape)
            if uniform.parts[0][1].by_columns:
                array = array.reshape(*shape[:-2], shape[-1], shape[-2]).swapaxes(-1, -2)
            for register, component, number in _placed(places, uniform, array):
                rows.setdefault(register, [None] * 4)[component] = number
    for constant in data.constants:
        for place in places.names(constant.register, 1):
            if place is not None:
                row = rows.setdefault(place, [None] * 4)
                for component, number in enumerate(constant.values, constant.register.component):
                    row[component] = number
    return rows


def filled(row: Row) -> npt.NDArray[Any]:
    """A row as four numbers, zeros where nothing is known; integers where all are."""
    numbers = [0 if number is None else number for number in row]
    whole = all(isinstance(number, int) or _is_whole(number) for number in numbers)
    return np.array([int(number) for number in numbers] if whole else numbers)


def _is_whole(number: float) -> bool:
    """True for what an integer says as well: not -0."""
    return number.is_integer() and abs(number) < 1 << 31 and (number != 0 or math.copysign(1, number) > 0)


def _members(
    parameters: Mapping[Any, Any], uniforms: Mapping[str, CgUniform], prefix: str = ""
) -> Iterator[tuple[Any, Any]]:
    """The items of ``parameters``, those of structures by their full names."""
    for key, value in parameters.items():
        name = f"{prefix}{key}" if prefix else key
        if isinstance(value, Mapping) and isinstance(name, str):
            if not any(known.startswith(f"{name}.") for known in uniforms):
                raise InputError(f"parameters[{name!r}] is a mapping; the program has no structure {name!r}")
            yield from _members(value, uniforms, f"{name}.")
        elif prefix and name not in uniforms:
            raise InputError(f"the program has no uniform {name!r}")
        else:
            yield name, value


def _size(shape: tuple[int, ...]) -> int:
    size = 1
    for length in shape:
        size *= length
    return size


def _fitting(uniform: CgUniform, value: Any) -> npt.NDArray[Any]:
    """``value`` in the uniform's shape, or its numbers in a row; an array's first elements alone will do."""
    name = f"parameters[{uniform.name!r}]"
    shape = uniform.shape
    if shape is None:
        raise InputError(f"{name}: {uniform.name} is a {uniform.type}, which no parameter sets")
    array = real_array(name, value)
    if array.size == _size(shape) and (array.ndim == 1 or array.size == 1):
        return array.reshape(shape)
    inner = uniform.parts[0][1].shape or ()
    some = array.ndim == len(shape) > len(inner) and array.shape[1:] == shape[1:] and len(array) <= shape[0]
    if array.shape != shape and not some:
        size = "×".join(map(str, shape)) if shape else "one number"
        raise InputError(f"{name} has shape {array.shape}; {uniform.type} {uniform.name} is {size}")
    return array


def _placed(
    places: Places, uniform: CgUniform, array: npt.NDArray[Any]
) -> Iterator[tuple[Register, int, Any]]:
    """Register, component and number of everything in ``array`` that has a place."""
    for index, variable in uniform.parts:
        registers = variable.registers
        if registers is None or any(place >= size for place, size in zip(index, array.shape, strict=False)):
            continue
        rows = _rows(variable, array[index])
        for register, row in zip(places.names(registers, len(rows)), rows, strict=False):
            if register is not None:
                for component, number in enumerate(row[: 4 - registers.component], registers.component):
                    yield register, component, number.item()


def _rows(variable: CgVariable, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """What of a variable goes into each register: a scalar, a vector, a row or a column of a matrix."""
    if variable.by_columns:
        array = array.swapaxes(-1, -2)
    return array.reshape(-1, array.shape[-1] if variable.shape else 1)
