"""Enumerants as the words of gl.state.state.State, and numbers checked as core commands do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import floats, rounded, vector
from nvrender.api.errors import check_enum
from nvrender.api.objects.context import ContextState


def words(names: Iterable[str]) -> dict[int, str]:
    """Enumerant → word, for words that are the enumerants' names."""
    return {getattr(enums, name): name for name in names if name}


def word(what: str, value: int, known: dict[int, str], section: str) -> str:
    """The word of an enumerant; INVALID_ENUM for one that is not ``known``."""
    if value not in known:
        check_enum(what, value, known, ", ".join(known.values()), section)
    return known[value]


def numbers(values: Any, count: int, what: str) -> tuple[float, ...]:
    """``count`` floats of one number or a vector."""
    given = (values,) if count == 1 and not hasattr(values, "__len__") else vector(values, count, what)
    return floats(given, what)


def clamped(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def fraction(value: float) -> float:
    """An integer as a colour's component (OpenGL 1.5, table 2.6)."""
    return (2 * value + 1) / (2**32 - 1)


def whole_fraction(value: float) -> int:
    """A colour's component as an integer, the largest being 1 (6.1.2)."""
    return rounded((value * (2**32 - 1) - 1) / 2)


#: Properties whose integers are fractions (OpenGL 1.5, 2.14.1 and 3.10: as in table 2.6).
_COLORS = frozenset(
    (
        enums.AMBIENT, enums.DIFFUSE, enums.SPECULAR, enums.EMISSION, enums.AMBIENT_AND_DIFFUSE,
        enums.LIGHT_MODEL_AMBIENT, enums.FOG_COLOR,
    )
)  # fmt: skip


def with_fractions(put: Callable[..., None]) -> Callable[..., None]:
    """A command whose last arguments are pname and params, for integers: colours are fractions."""

    @wraps(put)
    def command(*arguments: Any) -> None:
        *first, pname, params = arguments
        if pname in _COLORS:
            params = tuple(map(fraction, numbers(params, 4, "params")))
        put(*first, pname, params)

    return command


def constant(value: Any) -> Callable[[ContextState], Any]:
    """A query of what never changes."""
    return lambda gl: value
