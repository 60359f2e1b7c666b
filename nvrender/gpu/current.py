"""Which GL context is current in this thread, and making it so again.

Leaving a moderngl context leaves no context current, the one its user had before included, so entering
alone is not enough.
"""

from __future__ import annotations

import ctypes
import os
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import moderngl

_EGL_DRAW, _EGL_READ = 0x3059, 0x305A


@contextmanager
def entered(context: moderngl.Context) -> Iterator[moderngl.Context]:
    """``context`` is current inside the block; what was current before is so again after it."""
    with kept(), context:
        yield context


@contextmanager
def kept() -> Iterator[None]:
    """What is current before the block is current after it."""
    restore = _current()
    try:
        yield
    finally:
        restore()


def _current() -> Callable[[], Any]:
    """A function that makes current again what is now."""
    system = platform.system()
    if system == "Darwin":
        return _cgl() or _nothing
    if system == "Windows":
        return _wgl() or _nothing
    return _egl() or _glx() or _nothing


def _nothing() -> None:
    """There was no current context to come back to."""


def _egl() -> Callable[[], Any] | None:
    if (library := _loaded("libEGL.so.1")) is None or not (context := _handle(library.eglGetCurrentContext)):
        return None
    display = _handle(library.eglGetCurrentDisplay)
    draw, read = (_handle(library.eglGetCurrentSurface, which) for which in (_EGL_DRAW, _EGL_READ))
    return lambda: _handle(library.eglMakeCurrent, *_pointers(display, draw, read, context))


def _glx() -> Callable[[], Any] | None:
    library = _loaded("libGLX.so.0") or _loaded("libGL.so.1")
    if library is None or not (context := _handle(library.glXGetCurrentContext)):
        return None
    display = _handle(library.glXGetCurrentDisplay)
    draw, read = _handle(library.glXGetCurrentDrawable), _handle(library.glXGetCurrentReadDrawable)
    return lambda: _handle(library.glXMakeContextCurrent, *_pointers(display, draw, read, context))


def _cgl() -> Callable[[], Any] | None:
    library = _loaded("/System/Library/Frameworks/OpenGL.framework/OpenGL")
    if library is None or not (context := _handle(library.CGLGetCurrentContext)):
        return None
    return lambda: _handle(library.CGLSetCurrentContext, *_pointers(context))


def _wgl() -> Callable[[], Any] | None:
    library = _loaded("opengl32.dll")
    if library is None or not (context := _handle(library.wglGetCurrentContext)):
        return None
    device = _handle(library.wglGetCurrentDC)
    return lambda: _handle(library.wglMakeCurrent, *_pointers(device, context))


#: Libraries found loaded, which they stay.
_libraries: dict[str, Any] = {}


def _loaded(name: str) -> Any:
    """A library of this process, None where it is not loaded: then no context of its can be current."""
    if name not in _libraries:
        try:
            mode = getattr(os, "RTLD_NOLOAD", 0) | ctypes.DEFAULT_MODE
            _libraries[name] = ctypes.CDLL(name, mode=mode)
        except OSError:
            return None
    return _libraries[name]


def _handle(function: Any, *arguments: Any) -> int:
    function.restype = ctypes.c_void_p
    return function(*arguments) or 0


def _pointers(*handles: int) -> tuple[ctypes.c_void_p, ...]:
    return tuple(ctypes.c_void_p(handle) for handle in handles)
