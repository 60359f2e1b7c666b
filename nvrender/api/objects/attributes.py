"""The stacks of PushAttrib and PushClientAttrib (OpenGL 1.5, 6.1.12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Saved:
    """An entry of a stack of attributes; ``units`` has the capabilities of each texture unit.

    ``state`` has fields of State, ``fields`` those of the context's parts, as ``part.field``.
    """

    state: Mapping[str, Any] = field(default_factory=dict)
    fields: Mapping[str, Any] = field(default_factory=dict)
    capabilities: Mapping[int, bool] = field(default_factory=dict)
    units: Mapping[tuple[int, int], bool] = field(default_factory=dict)


@dataclass(slots=True)
class AttributeStacks:
    """What PushAttrib and PushClientAttrib kept, the last one last."""

    server: tuple[Saved, ...] = ()
    client: tuple[Saved, ...] = ()
