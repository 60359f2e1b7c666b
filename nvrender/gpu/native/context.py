"""A compatibility context beside moderngl's core one: only there do drivers load program text."""

from __future__ import annotations

import ctypes
import importlib
import os
import platform
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from nvrender.gpu.context.context import PRECISE_FILTERS, environment
from nvrender.gpu.context.current import kept
from nvrender.source import ContextError

_OPENGL_API = 0x30A2
_PLATFORM_DEVICE = 0x313F
_SURFACE_TYPE, _RENDERABLE_TYPE, _OPENGL_BIT, _NONE = 0x3033, 0x3040, 0x0008, 0x3038
_PROFILE_MASK, _COMPATIBILITY_BIT = 0x30FD, 0x0002
_DEVICES = 16
_ADVICE = "backend native needs {}; backends oracle and gpu run without it"

_thread = threading.local()


@dataclass(frozen=True)
class Native:
    """PyOpenGL's functions, and what the context behind them is: renderer and extensions."""

    gl: ModuleType
    renderer: str
    extensions: frozenset[str]


@contextmanager
def compatibility() -> Iterator[Native]:
    """This thread's compatibility context, current inside the block; made at the first call.

    What was current before is current again afterwards. ContextError says what is missing: PyOpenGL, EGL
    or a driver with the compatibility profile.
    """
    library = _pyopengl()
    with kept(apart=True), _bound_api():
        if getattr(_thread, "process", None) != os.getpid():
            with environment(PRECISE_FILTERS):
                _thread.handles, _thread.native = _create(library)
            _thread.process = os.getpid()
        display, context = _thread.handles
        _make_current(display, context)
        try:
            yield _thread.native
        finally:
            _make_current(display, None)


def _pyopengl() -> ModuleType:
    """``OpenGL.GL``; on a fresh import made to look for its functions through EGL."""
    if platform.system() != "Linux":
        raise ContextError(_ADVICE.format("EGL, which only Linux has"))
    fresh = "OpenGL" not in sys.modules and "PYOPENGL_PLATFORM" not in os.environ
    if fresh:
        os.environ["PYOPENGL_PLATFORM"] = "egl"
    try:
        chosen = importlib.import_module("OpenGL.platform").PLATFORM
        if type(chosen).__name__ == "EGLPlatform":
            return importlib.import_module("OpenGL.GL")
    except ImportError as error:
        needed = "PyOpenGL: pip install 'nvrender[native]'"
        raise ContextError(f"{_ADVICE.format(needed)} ({error})") from None
    except (AttributeError, TypeError, OSError) as error:  # how PyOpenGL fails without the library it wants
        raise ContextError(f"{_ADVICE.format('PyOpenGL on EGL')}; importing it fails: {error}") from None
    finally:
        if fresh:
            del os.environ["PYOPENGL_PLATFORM"]
    raise ContextError(
        _ADVICE.format(f"PyOpenGL on EGL, and it was imported for {type(chosen).__name__}")
        + "; set the environment variable PYOPENGL_PLATFORM=egl before PyOpenGL is imported"
    )


def _create(library: ModuleType) -> tuple[tuple[int, int], Native]:
    """Context of the first device that has the profile and vertex programs."""
    reasons: list[str] = []
    for number, device in enumerate(_devices()):
        display = _call("eglGetPlatformDisplayEXT", _PLATFORM_DEVICE, device, None)
        if not display or not _call("eglInitialize", display, None, None):
            reasons.append(f"EGL device {number}: it cannot be initialised")
            continue
        if not (context := _compatibility_context(display)):
            reasons.append(f"EGL device {number}: no compatibility profile")
            continue
        if not _make_current(display, context):
            _call("eglDestroyContext", display, context)
            reasons.append(f"EGL device {number}: its context cannot be made current without a surface")
            continue
        native = Native(
            library,
            library.glGetString(library.GL_RENDERER).decode("latin-1"),
            frozenset(library.glGetString(library.GL_EXTENSIONS).decode("latin-1").split()),
        )
        if not native.extensions & {"GL_ARB_vertex_program", "GL_NV_vertex_program"}:
            _make_current(display, None)
            _call("eglDestroyContext", display, context)
            reasons.append(f"EGL device {number}: {native.renderer} has no vertex programs")
            continue
        return (display, context), native
    listed = "".join(f"\n  {reason}" for reason in reasons) or "\n  EGL lists no device"
    wanted = _ADVICE.format(
        "a driver with the compatibility profile and ARB_vertex_program, as Mesa's and NVIDIA's"
    )
    raise ContextError(f"no compatibility context could be made on this machine:{listed}\n{wanted}")


def _compatibility_context(display: int) -> int:
    settings = (ctypes.c_int * 5)(_SURFACE_TYPE, 0, _RENDERABLE_TYPE, _OPENGL_BIT, _NONE)
    configuration, found = ctypes.c_void_p(), ctypes.c_int()
    _call("eglChooseConfig", display, settings, ctypes.byref(configuration), 1, ctypes.byref(found))
    if not found.value:
        return 0
    profile = (ctypes.c_int * 3)(_PROFILE_MASK, _COMPATIBILITY_BIT, _NONE)
    return _call("eglCreateContext", display, configuration, None, profile)


def _devices() -> list[int]:
    devices, found = (ctypes.c_void_p * _DEVICES)(), ctypes.c_int()
    _call("eglQueryDevicesEXT", _DEVICES, devices, ctypes.byref(found))
    return [device for device in devices[: found.value] if device]


@contextmanager
def _bound_api() -> Iterator[None]:
    """EGL's calls concern OpenGL inside the block."""
    before = _call("eglQueryAPI")
    _call("eglBindAPI", _OPENGL_API)
    try:
        yield
    finally:
        _call("eglBindAPI", before)


def _make_current(display: int, context: int | None) -> int:
    return _call("eglMakeCurrent", display, None, None, context)


def _call(name: str, *arguments: Any) -> int:
    """What an EGL function returns, as a number or handle; ContextError if there is none."""
    try:
        library = ctypes.CDLL("libEGL.so.1")
    except OSError as error:
        raise ContextError(_ADVICE.format(f"EGL: apt-get install libegl1 ({error})")) from None
    find = library.eglGetProcAddress
    find.restype = ctypes.c_void_p
    if not (address := find(name.encode())):
        raise ContextError(_ADVICE.format(f"an EGL that has {name}"))
    kinds = [ctypes.c_int if isinstance(value, int) and abs(value) < 1 << 16 else None for value in arguments]
    passed = [kind(value) if kind else _pointer(value) for kind, value in zip(kinds, arguments, strict=True)]
    returns = ctypes.c_void_p if name in _HANDLES else ctypes.c_uint
    return ctypes.CFUNCTYPE(returns)(address)(*passed) or 0


_HANDLES = ("eglGetPlatformDisplayEXT", "eglCreateContext")


def _pointer(value: Any) -> Any:
    return ctypes.c_void_p(value) if value is None or isinstance(value, int) else value
