"""The patches of a draw as GL state: how many vertices they have, and the default levels."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

import moderngl

from nvrender.gl.patches import Patch, levels_of
from nvrender.gpu.context.gl_functions import GL

_VERTICES, _INNER, _OUTER = 0x8E72, 0x8E73, 0x8E74


@contextmanager
def patches(context: moderngl.Context, patch: Patch) -> Iterator[None]:
    """Draws take patches of this kind; afterwards the context has its own again."""
    gl = GL(context)
    before = (ctypes.c_int * 1)()
    outer, inner = (ctypes.c_float * 4)(), (ctypes.c_float * 2)()
    gl("glGetIntegerv", "up", _VERTICES, ctypes.addressof(before))
    gl("glGetFloatv", "up", _OUTER, ctypes.addressof(outer))
    gl("glGetFloatv", "up", _INNER, ctypes.addressof(inner))
    levels = list(levels_of(patch).values())
    try:
        _set(gl, patch.vertices, (ctypes.c_float * 4)(*levels[:4]), (ctypes.c_float * 2)(*levels[4:]))
        yield
    finally:
        _set(gl, before[0], outer, inner)


def _set(
    gl: GL, vertices: int, outer: ctypes.Array[ctypes.c_float], inner: ctypes.Array[ctypes.c_float]
) -> None:
    gl("glPatchParameteri", "ui", _VERTICES, vertices)
    gl("glPatchParameterfv", "up", _OUTER, ctypes.addressof(outer))
    gl("glPatchParameterfv", "up", _INNER, ctypes.addressof(inner))
