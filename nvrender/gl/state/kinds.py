"""Fields of State hold what their annotations say."""

from __future__ import annotations

import types
from collections.abc import Sized
from dataclasses import is_dataclass
from functools import cache
from itertools import chain
from numbers import Integral, Real
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np

from nvrender.gl.state.state import IDENTITY, INITIAL, MATRICES, State
from nvrender.source import InputError

#: How values of a type are told, and in which words.
_NUMBERS = {float: (Real, "a number"), int: (Integral, "a whole number"), str: (str, "a word")}
_SIDE = 4
#: GL_TRUE and GL_FALSE are 1 and 0.
_TRUTHS = (bool, np.bool_, Integral)


def check_kinds(state: object) -> None:
    """InputError, with its place, for a field of a State that is of another type than it is declared with."""
    if not isinstance(state, State):
        raise InputError(f"state must be a nvrender.State, not {type(state).__name__}")
    for name, hint in _hints(State).items():
        value = getattr(state, name)
        if value is getattr(INITIAL, name) or (name in MATRICES and _are_matrices(name, value)):
            continue
        if _checked.get((name, id(value)), _checked) is not value:
            _check(name, value, hint)
            if name not in MATRICES:
                _remember(name, value)


#: Values that were checked and cannot change, by field and identity, and how many are remembered.
_checked: dict[tuple[str, int], Any] = {}
_MOST = 1024


def _is_matrix(value: Any) -> bool:
    """True for rows of floats; what else may be one is not told."""
    if value is IDENTITY:
        return True
    if type(value) is not tuple or len(value) != _SIDE or {*map(type, value)} != {tuple}:
        return False
    return {*map(len, value)} == {_SIDE} and {*map(type, chain(*value))} == {float}


def _are_matrices(name: str, value: Any) -> bool:
    """The same of a field, which may be of several."""
    if not MATRICES[name]:
        return _is_matrix(value)
    return type(value) is tuple and all(map(_is_matrix, value))


def _remember(name: str, value: Any) -> None:
    try:
        hash(value)
    except TypeError:  # what may change is checked again
        return
    if len(_checked) >= _MOST:
        _checked.clear()
    _checked[name, id(value)] = value


@cache
def _hints(of: type) -> dict[str, Any]:
    return get_type_hints(of)


@cache
def _parts(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    return get_origin(hint), get_args(hint)


def _check(place: str, value: Any, hint: Any) -> None:
    if type(value) is hint and hint in _NUMBERS:
        return
    origin, inside = _parts(hint)
    if origin is types.UnionType:
        (one,) = (choice for choice in inside if choice is not type(None))
        if value is not None:
            _check(place, value, one)
    elif origin is tuple:
        _check_entries(place, value, inside)
    elif origin is not None:  # a set
        for member in _listed(place, value):
            _check(f"{place}[{member!r}]", member, inside[0])
    elif is_dataclass(hint) and isinstance(hint, type):
        if not isinstance(value, hint):
            _refuse(place, value, f"a nvrender.gl.state.{hint.__name__}")
        for name, kind in _hints(hint).items():
            _check(f"{place}.{name}", getattr(value, name), kind)
    elif hint is bool:
        if not (isinstance(value, _TRUTHS) and value in (0, 1)):
            _refuse(place, value, "True or False")
    elif not isinstance(value, _NUMBERS[hint][0]):
        _refuse(place, value, _NUMBERS[hint][1])


def _check_entries(place: str, value: Any, hints: tuple[Any, ...]) -> None:
    entries = _listed(place, value)
    several = hints[-1] is Ellipsis
    if not several and len(entries) != len(hints):
        raise InputError(f"state.{place} has {len(entries)} entries; there are {len(hints)}")
    if entries and hints[0] is float and {*map(type, entries)} == {float}:
        return  # most there are
    for number, entry in enumerate(entries):
        _check(f"{place}[{number}]", entry, hints[0] if several else hints[number])


def _listed(place: str, value: Any) -> list[Any]:
    if isinstance(value, str) or not isinstance(value, Sized):
        _refuse(place, value, "a tuple")
    return list(value)


def _refuse(place: str, value: Any, what: str) -> None:
    raise InputError(f"state.{place} is {value!r}; it must be {what}")
