"""Linked programs, shared by value: equal shader texts in one context are one moderngl.Program."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from dataclasses import dataclass

import moderngl

from nvrender.gpu.context.limits import LEAST, check_limits
from nvrender.gpu.context.making import make_program
from nvrender.gpu.context.uniform_blocks import BINDINGS
from nvrender.source import InternalError


@dataclass
class _Entry:
    program: moderngl.Program
    users: int = 0


_Key = tuple[tuple[str, ...], tuple[str, ...]]
_entries: weakref.WeakKeyDictionary[moderngl.Context, dict[_Key, _Entry]] = weakref.WeakKeyDictionary()


@dataclass(frozen=True)
class Linked:
    """One use of a shared program; ``release`` it once."""

    context: moderngl.Context
    texts: tuple[str, ...]
    program: moderngl.Program
    key: _Key

    def release(self) -> None:
        entries = _entries[self.context]
        key = self.key
        entry = entries[key]
        entry.users -= 1
        if not entry.users:
            del entries[key]
            entry.program.release()


def link(
    context: moderngl.Context,
    *texts: str,
    captured: tuple[str, ...] = (),
    stages: tuple[str, ...] | None = None,
) -> Linked:
    """Link shaders, or share the program they are linked into.

    ``stages`` names what each of ``texts`` is, None for a vertex, perhaps a geometry, and a fragment shader.
    With ``captured``, what transform feedback captures, there is no fragment shader. Uniform blocks have the
    binding points of BINDINGS.
    """
    if stages is None:
        between = len(texts) + bool(captured) > 2
        stages = ("vertex", *["geometry"] * between, *["fragment"] * (not captured))
    entries = _entries.setdefault(context, {})
    key = (*stages, *texts), captured
    if key not in entries:
        entries[key] = _Entry(_linked(context, dict(zip(stages, texts, strict=True)), captured))
    entries[key].users += 1
    return Linked(context, texts, entries[key].program, key)


def _linked(
    context: moderngl.Context, texts: Mapping[str, str], captured: tuple[str, ...]
) -> moderngl.Program:
    check_limits(context.info, texts)
    try:
        program = make_program(
            context,
            vertex_shader=texts["vertex"],
            tess_control_shader=texts.get("control"),
            tess_evaluation_shader=texts.get("evaluation"),
            geometry_shader=texts.get("geometry"),
            fragment_shader=texts.get("fragment"),
            varyings=captured,
        )
    except moderngl.Error as error:
        check_limits(LEAST | context.info, texts)
        raise InternalError(f"{context.info['GL_RENDERER']} refuses a generated shader: {error}") from error
    for name in program:
        member = program[name]
        if isinstance(member, moderngl.UniformBlock):
            member.binding = BINDINGS[name]
    return program
