"""Where the samples of a pixel lie, for shaders that take positions away from the centre."""

from __future__ import annotations

import ctypes

import moderngl
import numpy as np

from nvrender.glsl.interpolation import MOST_SAMPLES, PLACES
from nvrender.gpu.preservation import GL

_SAMPLES, _POSITION = 0x80A9, 0x8E50


def place_samples(context: moderngl.Context, program: moderngl.Program) -> None:
    """Tell ``program``, if it asks, the places in the framebuffer in use (OpenGL 3.2, GetMultisamplefv).

    The one sample of others is at the centre (NV_gpu_program5 2.X.8, IPAS).
    """
    member = program.get(PLACES, None)
    if not isinstance(member, moderngl.Uniform):
        return
    gl, found = GL(context), (ctypes.c_float * 2)()
    places = np.zeros((MOST_SAMPLES, 2), np.float32)
    for number in range(min(gl.integers(_SAMPLES)[0], MOST_SAMPLES)):
        gl("glGetMultisamplefv", "uup", _POSITION, number, ctypes.addressof(found))
        places[number] = np.array(found) - 0.5
    member.write(places[: member.array_length])
