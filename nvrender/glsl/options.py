"""How a program is to be translated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nvrender.glsl.link import Link


@dataclass(frozen=True, slots=True)
class Options:
    """The arguments of ``translate`` (its docstring) that decide the text of more than one part."""

    exact: bool
    watchdog: int | None
    link: Link
    names: Mapping[str, str] = field(default_factory=dict)
    #: What the fixed function has is read and written under GLSL's own names.
    built_ins: bool = False
