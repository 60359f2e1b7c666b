"""The GLSL target that suits a context: its version, and which extensions it must do without."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import Any, NamedTuple

import moderngl
import numpy as np

from nvrender.glsl.io.fragment.sampling import runs_samples
from nvrender.glsl.requirements import OPTIONAL, target_of
from nvrender.glsl.targets import USUAL, Target, best_target, target_named
from nvrender.gpu.context.lockstep_ends import leaves_loops
from nvrender.gpu.context.making import make_program
from nvrender.gpu.context.neutral import neutral
from nvrender.gpu.context.state_guard import state_guard
from nvrender.program import Program
from nvrender.program.opcodes import Flow
from nvrender.program.profile import Stage
from nvrender.records import once
from nvrender.source import TargetError

_hidden: ContextVar[frozenset[str]] = ContextVar("hidden extensions", default=frozenset())
#: The GLSL and the OpenGL that have interpolateAtOffset.
WEIGHTED = 400
#: A triangle over one pixel, whose w differ; what is 1 at its corners is 1 everywhere.
_VERTEX = """\
#version 400 core
out float one;
void main() {
    float w = float(gl_VertexID + 1);
    vec2 place = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(place * w, 0.0, w);
    one = 1.0;
}
"""
_FRAGMENT = """\
#version 400 core
in float one;
layout(location = 0) out vec4 found;
void main() {
    found = vec4(interpolateAtOffset(one, vec2(0.5, -0.5)));
}
"""
#: What each of four samples has, as many times as its number.
_SAMPLED = """\
#version 400 core
layout(location = 0) out vec4 found;
void main() {
    found = vec4(gl_FragCoord.w * float(gl_SampleID));
}
"""
_SAMPLES = 4
_NEAR = 1e-3
#: Their mean if it is 1/w at the centre: (0 + 1 + 2 + 3) / 4 times 1/2 + 1/4 · 1/2 + 1/4 · 1/3.
_CENTRAL = 1.5 * (1 / 2 + 1 / 8 + 1 / 12)


class Wrong(NamedTuple):
    """What a context does wrongly away from the centres of pixels.

    ``weighted``: it divides by 1/w at the centre what it interpolates elsewhere.
    ``central``: gl_FragCoord.w is the centre's where each sample is run by itself.
    """

    weighted: bool
    central: bool


RIGHT = Wrong(False, False)
_known: weakref.WeakKeyDictionary[moderngl.Context, Wrong] = weakref.WeakKeyDictionary()


def suited(context: moderngl.Context, target: Target, program: Program | None = None) -> Target:
    """``target``, lacking what the context has not; TargetError for one of ports alone, or newer than that.

    ``program`` is what may have to know whether the context leaves loops: a control program.
    """
    if not target.usual:
        raise TargetError(f"{target.name!r} is for ports; what runs here is one of {', '.join(USUAL)}")
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


@once
def away_from_centers(program: Program) -> bool:
    """True if the program reads attributes anywhere but at the centres of pixels."""
    words = {"CENTROID", "SAMPLE"}
    return (
        any(row.opcode.interpolates for row in program.instructions)
        or any(row.interpolation & words for row in program.attributes)
        or runs_samples(program)
    )


def wrong_away_from_centers(context: moderngl.Context) -> Wrong:
    """What the context does wrongly there; drawn once."""
    if context not in _known:
        found = RIGHT
        if context.version_code >= WEIGHTED:
            one, inverse = _drawn(context, _FRAGMENT, 0), _drawn(context, _SAMPLED, _SAMPLES)
            found = Wrong(round(one, 3) != 1.0, abs(inverse - _CENTRAL) < _NEAR)
        _known[context] = found
    return _known[context]


def _drawn(context: moderngl.Context, fragment: str, samples: int) -> float:
    """What a fragment shader makes of the triangle, the mean of several samples."""
    with state_guard(context), ExitStack() as stack:
        neutral(context)
        color = context.texture((1, 1), 4, dtype="f4")
        framebuffer = resolved = context.framebuffer([color])
        used: list[Any] = [color, resolved]
        if samples:
            buffer = context.renderbuffer((1, 1), 4, samples=samples, dtype="f4")
            framebuffer = context.framebuffer([buffer])
            used += [buffer, framebuffer]
        program = make_program(context, vertex_shader=_VERTEX, fragment_shader=fragment)
        array = context.vertex_array(program, [])
        for one in (*used, program, array):
            stack.callback(one.release)
        framebuffer.use()
        context.enable_only(moderngl.NOTHING)
        array.render(moderngl.TRIANGLES, vertices=3)
        if samples:
            context.copy_framebuffer(resolved, framebuffer)
        return float(np.frombuffer(color.read(), np.float32)[0])
