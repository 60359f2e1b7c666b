"""Contexts of Mesa's drivers for OpenGL and OpenGL ES, without windows, and their functions by name."""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from nvrender.gpu.context.current import kept

_SURFACELESS = 0x31DD
_OPENGL_ES_API, _OPENGL_API = 0x30A0, 0x30A2
_SURFACE_TYPE, _RENDERABLE_TYPE, _NONE = 0x3033, 0x3040, 0x3038
_OPENGL_BIT, _OPENGL_ES3_BIT = 0x0008, 0x0040
_MAJOR, _MINOR = 0x3098, 0x30FB
_PROFILE, _COMPATIBILITY = 0x30FD, 2


class Functions:
    """GL's functions of the context that is current: ``gl.DrawArrays(…)``."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._address = library.eglGetProcAddress
        self._address.restype = ctypes.c_void_p

    def __getattr__(self, name: str) -> Any:
        address = self._address(b"gl" + name.encode())
        if not address:
            raise AttributeError(name)
        found = ctypes.CFUNCTYPE(ctypes.c_int)(address)
        found.argtypes = None
        setattr(self, name, found)
        return found


@contextmanager
def driver(*, embedded: bool) -> Iterator[Functions]:
    """A context of OpenGL with the compatibility profile, or of OpenGL ES 3; skips where there is none."""
    name = ctypes.util.find_library("EGL")
    if name is None:
        pytest.skip("no libEGL")
    library = ctypes.CDLL(name)
    for function in ("eglGetPlatformDisplay", "eglCreateContext"):
        getattr(library, function).restype = ctypes.c_void_p
    display = ctypes.c_void_p(library.eglGetPlatformDisplay(_SURFACELESS, None, None))
    if not library.eglInitialize(display, None, None):
        pytest.skip("EGL has no displays without surfaces")
    with kept(apart=True):
        library.eglBindAPI(_OPENGL_ES_API if embedded else _OPENGL_API)
        bit = _OPENGL_ES3_BIT if embedded else _OPENGL_BIT
        wanted = (ctypes.c_int * 5)(_SURFACE_TYPE, 0, _RENDERABLE_TYPE, bit, _NONE)
        config, count = ctypes.c_void_p(), ctypes.c_int()
        library.eglChooseConfig(display, wanted, ctypes.byref(config), 1, ctypes.byref(count))
        version = (_MAJOR, 3, _MINOR, 0) if embedded else (_MAJOR, 3, _MINOR, 2, _PROFILE, _COMPATIBILITY)
        settings = (ctypes.c_int * 7)(*version, _NONE)
        context = ctypes.c_void_p(library.eglCreateContext(display, config, None, settings))
        if not count.value or not context.value:
            pytest.skip(f"EGL makes no context of {'OpenGL ES 3' if embedded else 'OpenGL 3.2'}")
        assert library.eglMakeCurrent(display, None, None, context)
        try:
            yield Functions(library)
        finally:
            library.eglMakeCurrent(display, None, None, None)
            library.eglDestroyContext(display, context)
            library.eglBindAPI(_OPENGL_API)
