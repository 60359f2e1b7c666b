"""Uniform blocks: where each is bound, and what it holds."""

from __future__ import annotations

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.glsl.io.blocks import (
    BLOCK_POINTS,
    MEMORY_LAYOUT,
    MEMORY_LAYOUT_BLOCK,
    ParameterBuffer,
    buffer_block,
    parameter_block,
)
from nvrender.source import TargetError

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
