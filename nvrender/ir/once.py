"""What is found of a program or a shader, kept for all targets, interfaces and numerics that ask again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import TypeVar

_Found = TypeVar("_Found")


@dataclass(frozen=True, eq=False)
class _Itself:
    """The object itself: equal programs that were loaded apart have instructions of their own."""

    of: object

    def __hash__(self) -> int:
        return id(self.of)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.of is other.of


def once(function: Callable[..., _Found]) -> Callable[..., _Found]:
    """``function`` of an object and of what can be hashed, of the same object computed once."""

    @lru_cache(maxsize=256)
    def kept(key: _Itself, *rest: object) -> _Found:
        return function(key.of, *rest)

    @wraps(function)
    def asked(of: object, *rest: object) -> _Found:
        return kept(_Itself(of), *rest)

    return asked
