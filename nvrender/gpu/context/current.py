"""Which GL context is current in this thread, and making it so again.

Leaving a moderngl context leaves no context current, the one its user had before included, so entering
alone is not enough.
"""

from __future__ import annotations

import ctypes
import os
import platform
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import moderngl

from nvrender.source import ContextError, InputError

_EGL_DRAW, _EGL_READ = 0x3059, 0x305A
_CGL = "/System/Library/Frameworks/OpenGL.framework/OpenGL"


#: The system's handle of a moderngl context, once it has been current here.
_handles: weakref.WeakKeyDictionary[moderngl.Context, int] = weakref.WeakKeyDictionary()
_lingering: weakref.WeakSet[moderngl.Context] = weakref.WeakSet()


def gone(context: moderngl.Context) -> bool:
    """True once ``context`` is released; then nothing that was made in it is there any more."""
    return isinstance(context.mglo, moderngl.InvalidObject)


@contextmanager
def entered(context: moderngl.Context) -> Iterator[moderngl.Context]:
    """``context`` is current inside the block; what was current before is so again after it.

    One that is current already stays so all the time: to leave it would end what the GPU is about.
    InputError for one that is released.
    """
    if gone(context):
        raise InputError("context must be a moderngl.Context in use; this one is released")
    before = _current()
    if before.handle and _handles.get(context) == before.handle:
        yield context
        return
    try:
        if of_egl(context):
            _release_glx()
        with context:
            _remember(context, _current().handle)
            yield context
    finally:
        before.restore()


def handle_of(context: moderngl.Context) -> int:
    """The system's handle of a context that has been current here, else 0."""
    return _handles.get(context, 0)


def current_handle(context: moderngl.Context) -> Callable[[], int | None]:
    """What tells, as fast as can be, the handle of what is current of the system that made ``context``."""
    system, name = platform.system(), "glXGetCurrentContext"
    libraries: tuple[str, ...] = ("libGLX.so.0", "libGL.so.1")
    if system == "Darwin":
        name, libraries = "CGLGetCurrentContext", (_CGL,)
    elif system == "Windows":
        name, libraries = "wglGetCurrentContext", ("opengl32.dll",)
    elif of_egl(context):
        name, libraries = "eglGetCurrentContext", ("libEGL.so.1",)
    library = next(filter(None, map(_loaded, libraries)), None)
    if library is None:
        return lambda: None
    address = ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0
    found: Callable[[], int | None] = getattr(ctypes, "WINFUNCTYPE", ctypes.PYFUNCTYPE)(ctypes.c_void_p)(
        address
    )
    return found


def _remember(context: moderngl.Context, handle: int) -> None:
    """ContextError where another context is current than the one that was entered, or none, in silence."""
    known = _handles.get(context)
    if (known and handle != known) or (not handle and of_egl(context)):
        raise ContextError(
            "the moderngl context cannot be made current here: it is current in another thread, which has to "
            "leave it first"
        )
    _handles[context] = handle


@contextmanager
def lingering(context: moderngl.Context) -> Iterator[moderngl.Context]:
    """As ``entered``, but where nothing was current before ``context`` stays so until ``leave``."""
    before = _current()
    if before.handle:
        with entered(context):
            yield context
        return
    context.__enter__()  # type: ignore[no-untyped-call]
    _handles[context] = _current().handle
    _lingering.add(context)
    yield context


def leave(context: moderngl.Context) -> None:
    """Make nothing current where ``context`` is, because it was left so."""
    if context in _lingering:
        _lingering.discard(context)
        if _handles[context] == _current().handle:
            context.__exit__(None, None, None)  # type: ignore[no-untyped-call]


@contextmanager
def kept(*, apart: bool = False) -> Iterator[None]:
    """What is current before the block is current after it.

    ``apart``: a window's context of GLX is not current when the block begins. In a thread that has one, EGL
    makes none current, and what one draws then goes into the window's.
    """
    before = _current()
    try:
        if apart:
            _release_glx()
        yield
    finally:
        before.restore()


@contextmanager
def vacated() -> Iterator[None]:
    """No context is current when the block begins, so that a window of any system can be opened."""
    with kept(apart=True):
        _release_egl()
        yield


def of_egl(context: moderngl.Context) -> bool:
    """True for a context that EGL has made."""
    return type(context.mglo._context).__module__ == "egl"


class Current(NamedTuple):
    """What is current: the system's handle, 0 for nothing, and how to make it so again."""

    handle: int
    restore: Callable[[], Any]


def _current() -> Current:
    system = platform.system()
    if system == "Darwin":
        return _cgl() or _NOTHING
    if system == "Windows":
        return _wgl() or _NOTHING
    return _egl() or _glx() or _NOTHING


#: There is no current context to come back to.
_NOTHING = Current(0, lambda: None)


def _egl() -> Current | None:
    if (library := _loaded("libEGL.so.1")) is None or not (context := _handle(library.eglGetCurrentContext)):
        return None
    display = _handle(library.eglGetCurrentDisplay)
    draw, read = (_handle(library.eglGetCurrentSurface, which) for which in (_EGL_DRAW, _EGL_READ))
    return Current(context, lambda: _handle(library.eglMakeCurrent, *_pointers(display, draw, read, context)))


def _glx() -> Current | None:
    library = _loaded("libGLX.so.0") or _loaded("libGL.so.1")
    if library is None or not (context := _handle(library.glXGetCurrentContext)):
        return None
    display = _handle(library.glXGetCurrentDisplay)
    draw, read = _handle(library.glXGetCurrentDrawable), _handle(library.glXGetCurrentReadDrawable)

    def restore() -> None:
        _release_egl()
        _handle(library.glXMakeContextCurrent, *_pointers(display, draw, read, context))

    return Current(context, restore)


def _release_glx() -> None:
    library = _loaded("libGLX.so.0") or _loaded("libGL.so.1")
    if library is not None and _handle(library.glXGetCurrentContext):
        display = _handle(library.glXGetCurrentDisplay)
        _handle(library.glXMakeContextCurrent, *_pointers(display, 0, 0, 0))


def _release_egl() -> None:
    library = _loaded("libEGL.so.1")
    if library is not None and _handle(library.eglGetCurrentContext):
        display = _handle(library.eglGetCurrentDisplay)
        _handle(library.eglMakeCurrent, *_pointers(display, 0, 0, 0))


def _cgl() -> Current | None:
    library = _loaded(_CGL)
    if library is None or not (context := _handle(library.CGLGetCurrentContext)):
        return None
    return Current(context, lambda: _handle(library.CGLSetCurrentContext, *_pointers(context)))


def _wgl() -> Current | None:
    library = _loaded("opengl32.dll")
    if library is None or not (context := _handle(library.wglGetCurrentContext)):
        return None
    device = _handle(library.wglGetCurrentDC)
    return Current(context, lambda: _handle(library.wglMakeCurrent, *_pointers(device, context)))


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
