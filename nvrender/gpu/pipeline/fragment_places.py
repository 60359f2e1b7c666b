"""Where fragments lie in their point and their pixel, for shaders that ask."""

from __future__ import annotations

import ctypes

import moderngl
import numpy as np

from nvrender.gl.state.state import State
from nvrender.glsl.io.fragment.interpolation import MOST_SAMPLES, PLACES
from nvrender.glsl.io.fragment.sprites import LIMITS, VIEWPORT
from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.pipeline.raster import point_sizes
from nvrender.gpu.pipeline.stage_keys import written
from nvrender.gpu.pipeline.stage_texts import Programs
from nvrender.source import InputError

_SAMPLES, _POSITION = 0x80A9, 0x8E50


def in_use(context: moderngl.Context) -> moderngl.Framebuffer:
    """The framebuffer in use; InputError if there is none."""
    if context.fbo is None:
        raise InputError("no framebuffer is in use; give a Target or use() a framebuffer first")
    return context.fbo


def asks_for_places(program: moderngl.Program) -> bool:
    """True if ``program`` is to be told where in a framebuffer its fragments lie."""
    return any(program.get(name, None) is not None for name in (VIEWPORT, PLACES))


def place_points(
    program: moderngl.Program, programs: Programs, state: State, framebuffer: moderngl.Framebuffer | None
) -> None:
    """Tell ``program``, if it asks, where in a framebuffer points lie, and how large they are.

    None is the one in use.
    """
    if program.get(VIEWPORT, None) is None:
        return
    framebuffer = in_use(program.ctx) if framebuffer is None else framebuffer
    program[VIEWPORT] = state.viewport or framebuffer.viewport
    sizes = point_sizes(program.ctx, state, written(programs, state), programs.last is None)
    program[LIMITS] = (*sizes, framebuffer.height, 0)


def place_samples(program: moderngl.Program) -> None:
    """Tell ``program``, if it asks, the places in the framebuffer in use (OpenGL 3.2, GetMultisamplefv).

    The one sample of others is at the centre (NV_gpu_program5 2.X.8, IPAS).
    """
    member = program.get(PLACES, None)
    if not isinstance(member, moderngl.Uniform):
        return
    gl, found = GL(program.ctx), (ctypes.c_float * 2)()
    places = np.zeros((MOST_SAMPLES, 2), np.float32)
    for number in range(min(gl.integers(_SAMPLES)[0], MOST_SAMPLES)):
        gl("glGetMultisamplefv", "uup", _POSITION, number, ctypes.addressof(found))
        places[number] = np.array(found) - 0.5
    member.write(places[: member.array_length])
