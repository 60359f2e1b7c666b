"""Display lists (OpenGL 1.5, 5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy.typing as npt

from nvrender.api.arguments import Vector4


@dataclass(frozen=True, slots=True)
class Step:
    """A command by its name, with copies of its arguments.

    ``client`` has fields that the context had when the command was compiled, as ``part.field``.
    """

    name: str
    arguments: tuple[Any, ...]
    client: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, slots=True)
class Primitive:
    """Steps from Begin to End of ``mode``, of which the list itself says what the vertices are.

    ``attributes`` are number 0 and those that differ between vertices, ``first`` what the first vertex has of
    those that the steps set, ``last`` what these are set to in the end. ``number`` is another's nowhere.
    """

    steps: tuple[Step, ...]
    mode: int
    attributes: Mapping[int, npt.NDArray[Any]]
    first: Mapping[int, Vector4]
    last: Mapping[int, Vector4]
    number: int


Steps = tuple[Step | Primitive, ...]


@dataclass
class Compiling:
    """The list between NewList and EndList."""

    name: int
    mode: int
    steps: list[Step] = field(default_factory=list)


@dataclass(slots=True)
class ListState:
    """Lists by name, the one that is being made, how deep lists call lists, and how many were called."""

    lists: dict[int, Steps]
    compiling: Compiling | None = None
    depth: int = 0
    calls: int = 0
    base: int = 0
