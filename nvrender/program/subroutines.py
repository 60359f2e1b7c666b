"""Which subroutines a program's indirect calls make (ARB_shader_subroutine 2.X.5)."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from nvrender.program import Program, RegisterFile, Variable
from nvrender.records import once
from nvrender.source import InputError

Key = TypeVar("Key", bound=Hashable)

_PARAMETER = re.compile(r"program\.subroutine\[(\d+)\]")
_ELEMENT = re.compile(r"(.+)\[(\d+)\]")


def subroutine_targets(program: Program, index: int) -> dict[int, int]:
    """Number → index of the instruction behind it, of every label parameter ``index`` may be set to.

    In ascending order of numbers; each label is called as by CAL (ARB_shader_subroutine 2.X.8, CALI).
    """
    kind = next(row.type for row in program.subroutine_parameters if row.index == index)
    names = next(row.labels for row in program.subroutine_types if row.name == kind)
    found = {row.number: row.index for row in program.labels if row.name in names and row.number is not None}
    return dict(sorted(found.items()))


def with_subroutines(program: Program, subroutines: Mapping[str, str] | None) -> Program:
    """``program`` calling what ``subroutines`` names: parameter → label.

    A parameter is a subroutine variable, an element of an array of them, or ``program.subroutine[n]``.
    InputError for what is no parameter, or no label of its type; nothing is chosen then.
    """
    return with_stage_subroutines({None: program}, subroutines)[None]


def with_stage_subroutines(
    programs: Mapping[Key, Program | None], subroutines: Mapping[str, str] | None
) -> dict[Key, Program]:
    """The programs that are there, each with those of its parameters that ``subroutines`` names."""
    rows = {key: program for key, program in programs.items() if program is not None}
    if subroutines is None:
        return rows
    if not isinstance(subroutines, Mapping):
        raise InputError(
            f"subroutines must be a mapping from parameters to labels, not {type(subroutines).__name__}"
        )
    used: set[str] = set()
    found = {key: _chosen(program, subroutines, used) for key, program in rows.items()}
    for key in subroutines:
        if key not in used:
            names = [name for program in rows.values() for name in parameter_names(program)]
            there = f"there are {', '.join(names)}" if names else "there are none"
            raise InputError(f"subroutines: {key!r} is no subroutine parameter; {there}")
    return found


def parameter_names(program: Program) -> list[str]:
    """What the subroutine parameters are called, element by element."""
    return [
        f"{variable.name}[{place}]" if variable.array else variable.name
        for variable in _variables(program)
        for place in range(variable.count)
    ]


def _variables(program: Program) -> list[Variable]:
    return [row for row in program.variables if row.file is RegisterFile.SUBROUTINE]


def _chosen(program: Program, subroutines: Mapping[Any, Any], used: set[str]) -> Program:
    chosen: dict[int, tuple[int, str]] = {}
    for key, label in subroutines.items():
        index = _index(program, key)
        if index is None:
            continue
        used.add(key)
        number = _number(program, index, key, label)
        before = chosen.setdefault(index, (number, key))
        if before[0] != number:
            raise InputError(f"subroutines: {before[1]} and {key} are one parameter, set to two labels")
    if not chosen:
        return program
    return _with(program, tuple((index, number) for index, (number, _) in sorted(chosen.items())))


@once
def _with(program: Program, numbers: tuple[tuple[int, int], ...]) -> Program:
    """With parameters set to labels of these numbers: one program however often it is asked for."""
    chosen = dict(numbers)
    rows = tuple(
        replace(row, chosen=chosen[row.index]) if row.index in chosen else row
        for row in program.subroutine_parameters
    )
    return replace(program, subroutine_parameters=rows)


def _index(program: Program, key: Any) -> int | None:
    """The number of the parameter a key names, None where the program has none of that name."""
    if not isinstance(key, str):
        raise InputError(f"subroutines: {key!r} is no name of a subroutine parameter")
    if match := _PARAMETER.fullmatch(key):
        number = int(match[1])
        return number if any(row.index == number for row in program.subroutine_parameters) else None
    variables = {row.name: row for row in _variables(program)}
    if (whole := variables.get(key)) is not None:
        if whole.array:
            raise InputError(
                f"subroutines: {key} is an array; expected an element, {key}[0] to {key}[{whole.count - 1}]"
            )
        return whole.index
    match = _ELEMENT.fullmatch(key)
    array = variables.get(match[1]) if match else None
    if match is None or array is None or not array.array:
        return None
    if int(match[2]) >= array.count:
        raise InputError(
            f"subroutines: {key} is beyond the array, whose last element is {array.name}[{array.count - 1}]"
        )
    return array.index + int(match[2])


def _number(program: Program, index: int, key: str, label: Any) -> int:
    """The number of the label a parameter is set to."""
    kind = next(row.type for row in program.subroutine_parameters if row.index == index)
    names = next(row.labels for row in program.subroutine_types if row.name == kind)
    if label not in names:
        there = f"has {', '.join(names)}" if names else "has no labels"
        raise InputError(f"subroutines[{key!r}]: {label!r} is no label of the type {kind}, which {there}")
    number = next(row.number for row in program.labels if row.name == label)
    assert number is not None
    return number
