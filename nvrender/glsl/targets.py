"""What each GLSL target can do."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.source import TargetError


@dataclass(frozen=True, slots=True)
class Target:
    """A GLSL version: ``compute`` and storage buffers, and whether ``precise`` is in the core."""

    name: str
    version: int
    compute: bool
    precise: bool


TARGETS: dict[str, Target] = {
    row.name: row
    for row in (
        Target("glsl330", 330, compute=False, precise=False),
        Target("glsl430", 430, compute=True, precise=True),
    )
}


def target_named(name: str) -> Target:
    """The row called ``name``; TargetError lists the names there are."""
    if name not in TARGETS:
        raise TargetError(f"unknown target {name!r}; targets are {', '.join(TARGETS)}")
    return TARGETS[name]
