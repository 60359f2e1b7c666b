"""The GLSL target that suits a context: its version, and which extensions it must do without."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace

import moderngl

from nvrender.glsl.requirements import OPTIONAL, target_of
from nvrender.glsl.targets import Target, best_target, target_named
from nvrender.gpu.context.lockstep_ends import leaves_loops
from nvrender.program import Program
from nvrender.program.opcodes import Flow
from nvrender.program.profile import Stage
from nvrender.source import TargetError

_hidden: ContextVar[frozenset[str]] = ContextVar("hidden extensions", default=frozenset())


def suited(context: moderngl.Context, target: Target, program: Program | None = None) -> Target:
    """``target``, lacking what the context has not; TargetError if that is older than the target.

    ``program`` is what may have to know whether the context leaves loops: a control program.
    """
    if target.version > context.version_code:
        raise TargetError(
            f"{target.name} is more than this context's OpenGL {context.version_code} has; its best is "
            f"{best_target(context.version_code).name}"
        )
    there = context.extensions - _hidden.get()
    leaves = program is not None and _repeats_in_lockstep(program) and leaves_loops(context)
    return replace(target, lacks=frozenset(OPTIONAL) - there, leaves_loops=leaves)


def _repeats_in_lockstep(program: Program) -> bool:
    control = program.profile.stage is Stage.TESSELLATION_CONTROL
    return control and any(row.opcode.flow is Flow.REPEAT for row in program.instructions)


def chosen_target(context: moderngl.Context, name: str | None, control: Program | None = None) -> Target:
    """The target called ``name``, None for the best of ``context``; TargetError where that has less.

    It suits a pipeline with this ``control`` program.
    """
    target = best_target(context.version_code) if name is None else target_named(name)
    return suited(context, target, control)


def target_for(context: moderngl.Context, program: Program, least: str) -> Target:
    """The first target from ``least`` on that has what ``program`` needs, suited to the context.

    Where the context is older, its best: the translation says which instruction finds what missing.
    """
    row = target_of(program, least)
    best = best_target(context.version_code)
    return suited(context, row if row.version <= context.version_code else best, program)


@contextmanager
def without(*extensions: str) -> Iterator[None]:
    """As on contexts without these extensions, inside the block."""
    token = _hidden.set(_hidden.get() | set(extensions))
    try:
        yield
    finally:
        _hidden.reset(token)
