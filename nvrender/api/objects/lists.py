"""Display lists (OpenGL 1.5, 5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Step:
    """A command by its name, with copies of its arguments.

    ``client`` has fields that the context had when the command was compiled, as ``part.field``.
    """

    name: str
    arguments: tuple[Any, ...]
    client: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Compiling:
    """The list between NewList and EndList."""

    name: int
    mode: int
    steps: list[Step] = field(default_factory=list)


@dataclass(slots=True)
class ListState:
    """Lists by name, the one that is being made, how deep lists call lists, and how many were called."""

    lists: dict[int, tuple[Step, ...]]
    compiling: Compiling | None = None
    depth: int = 0
    calls: int = 0
    base: int = 0
