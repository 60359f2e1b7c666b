"""Linked programs, shared by value: equal shader texts in one context are one moderngl.Program."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from dataclasses import dataclass

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.glsl.io.vertex import (
    BLOCK_POINTS,
    MEMORY_LAYOUT,
    MEMORY_LAYOUT_BLOCK,
    ParameterBuffer,
    buffer_block,
    parameter_block,
)
from nvrender.gpu.context.limits import LEAST, check_limits
from nvrender.gpu.context.making import make_program
from nvrender.source import InternalError, TargetError

#: Uniform block → binding point. ``preserved`` puts them back.
BINDINGS = {
    "FixedFunction": 1,
    "FragmentState": 2,
    "ConventionalTransform": 3,
    MEMORY_LAYOUT_BLOCK: MEMORY_LAYOUT,
    **{parameter_block(stage): points[0] for stage, points in BLOCK_POINTS.items()},
    **{
        buffer_block(bank, stage): first + bank
        for stage, (_, first, count) in BLOCK_POINTS.items()
        for bank in range(count)
    },
}


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


def block_sizes(program: moderngl.Program) -> dict[str, int]:
    """Bytes of each uniform block of BINDINGS that the program has, but the one of the memory's layout."""
    blocks = {name: program.get(name, None) for name in BINDINGS if name != MEMORY_LAYOUT_BLOCK}
    return {name: block.size for name, block in blocks.items() if isinstance(block, moderngl.UniformBlock)}


def buffer_bytes(buffer: ParameterBuffer, words: npt.NDArray[np.uint32]) -> bytes:
    """What a buffer's uniform block holds: the (n,) words it has room for, then zeros."""
    room = np.zeros(4 * buffer.vectors, np.uint32)
    given = words.reshape(-1)[: len(room)]
    room[: len(given)] = given
    return room.tobytes()


def check_block_size(context: moderngl.Context, buffer: ParameterBuffer) -> None:
    """TargetError if a program parameter buffer is larger than the context's uniform blocks."""
    size, most = 16 * buffer.vectors, context.info["GL_MAX_UNIFORM_BLOCK_SIZE"]
    if size > most:
        raise TargetError(
            f"program.buffer[{buffer.bank}] takes {size} bytes, and uniform blocks here have {most}; "
            f"declare fewer elements"
        )


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
