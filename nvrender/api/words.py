"""Enumerants as the words of gl.state.State, and numbers checked as core commands do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import floats, vector
from nvrender.api.errors import invalid_enum


def words(names: Iterable[str]) -> dict[int, str]:
    """Enumerant → word, for words that are the enumerants' names."""
    return {getattr(enums, name): name for name in names if name}


def word(what: str, value: int, known: dict[int, str], section: str) -> str:
    """The word of an enumerant; INVALID_ENUM for one that is not ``known``."""
    if value not in known:
        raise invalid_enum(what, value, ", ".join(known.values()), section)
    return known[value]


def numbers(values: Any, count: int, what: str) -> tuple[float, ...]:
    """``count`` floats of one number or a vector."""
    given = (values,) if count == 1 and not hasattr(values, "__len__") else vector(values, count, what)
    return floats(given, what)


def clamped(value: float) -> float:
    return min(max(value, 0.0), 1.0)
