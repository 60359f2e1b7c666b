"""Data that nothing changes once it is made, and what is found of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

_Class = TypeVar("_Class")
_Found = TypeVar("_Found")
#: Where an object keeps what is found of it.
_KEPT = "_kept"

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform

    @dataclass_transform(frozen_default=True, field_specifiers=(field,))
    def record(cls: type[_Class]) -> type[_Class]:
        """A frozen dataclass with slots.

        The type checker refuses whatever would change one. At run time nothing does, which makes one in a
        third of the time that a frozen dataclass takes: translating a program makes thousands.
        """

else:
    record = dataclass(slots=True, unsafe_hash=True)


class Keeping:
    """A record of which ``once`` can keep what is found; objects without slots need no base."""

    __slots__ = (_KEPT,)


def once(function: Callable[..., _Found]) -> Callable[..., _Found]:
    """``function`` of an object and of what can be hashed, computed once and kept as long as the object is.

    Equal objects that were made apart have results of their own.
    """

    @wraps(function)
    def asked(of: object, *rest: object) -> _Found:
        try:
            kept: dict[Any, Any] = of._kept  # type: ignore[attr-defined]
        except AttributeError:
            kept = {}
            object.__setattr__(of, _KEPT, kept)
        key = (function, *rest) if rest else function
        found = kept.get(key, kept)  # which no result is
        if found is kept:
            found = kept[key] = function(of, *rest)
        return found  # type: ignore[no-any-return]

    @wraps(function)
    def asked_alone(of: Any) -> _Found:
        try:
            kept: dict[Any, Any] = of._kept
        except AttributeError:
            kept = {}
            object.__setattr__(of, _KEPT, kept)
        found = kept.get(function, kept)
        if found is kept:
            found = kept[function] = function(of)
        return found  # type: ignore[no-any-return]

    code = function.__code__
    return asked_alone if code.co_argcount + code.co_kwonlyargcount == 1 else asked
