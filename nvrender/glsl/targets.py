"""What each GLSL target can do."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.source import TargetError


@dataclass(frozen=True, slots=True)
class Target:
    """A GLSL version: ``compute`` and storage buffers, and whether ``precise`` is in the core.

    ``lacks`` are the extensions, ``GL_ARB_gpu_shader_int64``, that a translation must do without;
    ``leaves_loops``: the driver ends long loops by itself (quirks.LOOP_LIMIT), and shaders in lockstep tell
    of it.
    """

    name: str
    version: int
    compute: bool
    precise: bool
    lacks: frozenset[str] = frozenset()
    leaves_loops: bool = False


TARGETS: dict[str, Target] = {
    row.name: row
    for row in (
        Target("glsl330", 330, compute=False, precise=False),
        Target("glsl430", 430, compute=True, precise=True),
        Target("glsl450", 450, compute=True, precise=True),
    )
}


def best_target(version_code: int) -> Target:
    """The last row that an OpenGL of this version code, such as 450, has."""
    return [row for row in TARGETS.values() if row.version <= version_code][-1]


def target_named(name: str) -> Target:
    """The row called ``name``; TargetError lists the names there are."""
    if not isinstance(name, str) or name not in TARGETS:
        raise TargetError(f"unknown target {name!r}; targets are {', '.join(TARGETS)}")
    return TARGETS[name]
