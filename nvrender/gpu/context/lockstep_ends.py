"""Contexts that leave loops before their end, and control programs whose threads that hits."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import moderngl

from nvrender.glsl.threads.lockstep_ends import ENDS_BINDING, place_of
from nvrender.glsl.translation import Translation
from nvrender.gpu.context.context import supports_compute
from nvrender.gpu.context.making import make_compute_shader
from nvrender.gpu.context.state_guard import state_guard
from nvrender.program import Program
from nvrender.source import TargetError

#: More passes than drivers that leave loops give a shader (quirks.LOOP_LIMIT).
_PASSES = 70_000
_COUNTING = """\
#version 430 core
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Passes {
    uint most, count;
};
void main() {
    uint passes = 0u;
    while (passes < most) ++passes;
    count = passes;
}
"""
_known: weakref.WeakKeyDictionary[moderngl.Context, int] = weakref.WeakKeyDictionary()


def leaves_loops(context: moderngl.Context) -> bool:
    """True if the context ends loops by itself; tried once."""
    if context not in _known:
        _known[context] = _counted(context) if supports_compute(context) else _PASSES
    return _known[context] < _PASSES


def _counted(context: moderngl.Context) -> int:
    """How many of _PASSES passes a loop makes."""
    with state_guard(context):
        shader = make_compute_shader(context, _COUNTING)
        buffer = context.buffer(_PASSES.to_bytes(4, "little") + bytes(4))
        buffer.bind_to_storage_buffer(0)
        shader.run()
        context.memory_barrier()
        found = int.from_bytes(buffer.read(4, offset=4), "little")
        buffer.release()
        shader.release()
    return found


@contextmanager
def whole_loops(context: moderngl.Context, stages: Iterable[tuple[Program, Translation]]) -> Iterator[None]:
    """TargetError behind what is drawn or dispatched inside, where the driver left loops of ``stages``."""
    told = [program for program, translation in stages if translation.tells_ends]
    if not told:
        yield
        return
    buffer = context.buffer(bytes(4))
    try:
        buffer.bind_to_storage_buffer(ENDS_BINDING)
        yield
        context.memory_barrier()
        found = int.from_bytes(buffer.read(), "little", signed=True)
    finally:
        buffer.release()
    if found:
        (program,) = told
        place = ":".join(filter(None, (program.source.name, place_of(program, found))))
        raise TargetError(
            f"{place}: threads of a patch had more to do here when {context.info['GL_RENDERER']} left the "
            f"loops of its shader, as it does after {_known[context]} passes; let loops take fewer turns, or "
            f"run the program on the oracle"
        )
