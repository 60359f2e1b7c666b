"""Linked programs, shared by value: equal shader texts in one context are one moderngl.Program."""

from __future__ import annotations

import re
import weakref
from dataclasses import dataclass

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.glsl.interface import (
    BUFFERS,
    FIRST_BUFFER,
    FRAGMENT_BUFFERS,
    FRAGMENT_PARAMETERS,
    ParameterBuffer,
    buffer_block,
    parameter_block,
)
from nvrender.isa.profiles import Stage
from nvrender.source import InternalError, TargetError

#: Uniform block → binding point. ``preserved`` puts them back.
BINDINGS = {
    "ProgramParameters": 0,
    "FixedFunction": 1,
    "FragmentState": 2,
    "ConventionalTransform": 3,
    **{buffer_block(bank): FIRST_BUFFER + bank for bank in range(BUFFERS)},
    parameter_block(Stage.FRAGMENT): FRAGMENT_PARAMETERS,
    **{
        buffer_block(bank, Stage.FRAGMENT): FRAGMENT_PARAMETERS + 1 + bank for bank in range(FRAGMENT_BUFFERS)
    },
}

_SAMPLER = re.compile(r"texture([0-9]{1,2})")


@dataclass
class _Entry:
    program: moderngl.Program
    users: int = 0


_entries: weakref.WeakKeyDictionary[moderngl.Context, dict[tuple[str, str], _Entry]] = (
    weakref.WeakKeyDictionary()
)


@dataclass(frozen=True)
class Linked:
    """One use of a shared program; ``release`` it once."""

    context: moderngl.Context
    texts: tuple[str, str]
    program: moderngl.Program

    def release(self) -> None:
        entries = _entries[self.context]
        entry = entries[self.texts]
        entry.users -= 1
        if not entry.users:
            del entries[self.texts]
            entry.program.release()


def link(context: moderngl.Context, vertex: str, fragment: str) -> Linked:
    """Link two stages, or share the program they were linked into before.

    Uniform blocks have the binding points of BINDINGS, the sampler ``texture<n>`` is unit n.
    """
    entries = _entries.setdefault(context, {})
    texts = (vertex, fragment)
    if texts not in entries:
        entries[texts] = _Entry(_linked(context, vertex, fragment))
    entries[texts].users += 1
    return Linked(context, texts, entries[texts].program)


def block_size(program: moderngl.Program, name: str) -> int:
    """Bytes of a uniform block, 0 if the program has none of that name."""
    block = program.get(name, None)
    return block.size if isinstance(block, moderngl.UniformBlock) else 0


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


def _linked(context: moderngl.Context, vertex: str, fragment: str) -> moderngl.Program:
    try:
        program = context.program(vertex_shader=vertex, fragment_shader=fragment)
    except moderngl.Error as error:
        raise InternalError(f"{context.info['GL_RENDERER']} refuses a generated shader: {error}") from error
    for name in program:
        member = program[name]
        if isinstance(member, moderngl.UniformBlock):
            member.binding = BINDINGS[name]
        elif isinstance(member, moderngl.Uniform) and (match := _SAMPLER.fullmatch(name)):
            member.value = int(match[1])
    return program
