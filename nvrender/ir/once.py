"""What is found of a shader, kept for all that ask again: targets, interfaces and numerics share a shader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import TypeVar

from nvrender.ir.nodes import Shader

_Found = TypeVar("_Found")


@dataclass(frozen=True, eq=False)
class _Key:
    """A shader itself, whose nodes nobody compares."""

    shader: Shader

    def __hash__(self) -> int:
        return id(self.shader)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.shader is other.shader


def once(function: Callable[..., _Found]) -> Callable[..., _Found]:
    """``function`` of a shader and of what can be hashed, of the same computed once."""

    @lru_cache(maxsize=256)
    def kept(key: _Key, *rest: object) -> _Found:
        return function(key.shader, *rest)

    @wraps(function)
    def asked(shader: Shader, *rest: object) -> _Found:
        return kept(_Key(shader), *rest)

    return asked
