"""The only place a GL context is made, and what it says about itself."""

from __future__ import annotations

import os
import platform
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import moderngl

from nvrender.gpu.context.current import entered, gone, kept, lingering
from nvrender.gpu.context.making import make_context
from nvrender.gpu.context.pixel import clip_a_point
from nvrender.gpu.context.preservation import drop_released_framebuffer, preserved
from nvrender.gpu.context.use import forget
from nvrender.source import ContextError, InputError, InternalError

#: The GL version rendering starts at; compute needs COMPUTE.
REQUIRED = 330
COMPUTE = 430
#: What every context that there is has.
_OLDEST = 110

#: At most this many EGL devices are tried; the machines with most GPUs have 16.
_DEVICES = 16

_LINUX_ADVICE = (
    "install EGL and Mesa's software driver:\n"
    "  Debian, Ubuntu: apt-get install libegl1 libgl1 libgl1-mesa-dri\n"
    "  Fedora:         dnf install libglvnd-egl libglvnd-glx mesa-dri-drivers\n"
    "  in a container with an NVIDIA GPU: run it with NVIDIA_DRIVER_CAPABILITIES=all"
)
_ADVICE = {
    "Linux": _LINUX_ADVICE,
    "Darwin": "run in a login session on macOS 10.9 or later: OpenGL 3.3 (at most 4.1) is part of the system",
    "Windows": "install the graphics card's own driver; without a card, Mesa for Windows (opengl32.dll) "
    "beside python.exe",
}

#: Has llvmpipe filter textures as OpenGL 1.5, 3.8.8 says, if it is set when it starts
#: (quirks.COARSE_FILTERS).
PRECISE_FILTERS = {"GALLIVM_PERF": "no_aos_sampling,no_brilinear,no_rho_approx"}

#: Where moderngl keeps the context that moderngl.get_context() returns; making one replaces it.
_moderngl_store: Any = moderngl._store  # type: ignore[attr-defined]

_thread = threading.local()
#: The process that made the contexts, or the one it was forked from.
_processes: set[int] = set()


def headless(require: int = REQUIRED) -> moderngl.Context:
    """This process's own context, without a display or a window; made at the first call.

    A context is current in one thread, so every thread that asks has its own. ``require`` is a version
    code such as 330. ContextError says why there is none and what to install; a process forked from one
    that had a context gets none, for the driver's threads were left behind and it would wait for ever.
    """
    if _processes - {os.getpid()}:
        raise ContextError(
            "this process was forked from one that used OpenGL, and drivers do not survive that: start it "
            'with multiprocessing.get_context("spawn"), or fork before the first use'
        )
    if getattr(_thread, "context", None) is None:
        _thread.context = _create()
        _processes.add(os.getpid())
    context: moderngl.Context = _thread.context
    require_version(context, require)
    return context


def joined() -> moderngl.Context:
    """The context current in this thread, a window's, for moderngl to draw with; or ContextError."""
    default = _moderngl_store.default_context
    reasons = []
    for settings in _ways_to_join():
        try:
            context: moderngl.Context = make_context(require=REQUIRED, **settings)
        except Exception as error:  # as in _create
            reasons.append(str(error) or type(error).__name__)
            continue
        finally:
            _moderngl_store.default_context = default
        require_version(context)
        with preserved(context):
            clip_a_point(context)
        return context
    raise ContextError("the window's OpenGL context cannot be used: " + "; ".join(reasons))


def require_version(context: moderngl.Context, require: int = REQUIRED) -> None:
    """ContextError unless ``context`` has at least the version ``require``."""
    if context.version_code < require:
        raise _too_old(require, context.info["GL_RENDERER"], _dotted(context.version_code))


def _too_old(require: int, renderer: str, given: str) -> ContextError:
    return ContextError(
        f"OpenGL {_dotted(require)} is needed, but {renderer} gives {given}; update the driver, or install "
        f"Mesa's software driver (llvmpipe gives 4.5)"
    )


def check_context(context: object) -> None:
    """InputError unless ``context`` is a moderngl context in use."""
    if not isinstance(context, moderngl.Context) or gone(context):
        what = "released" if isinstance(context, moderngl.Context) else f"a {type(context).__name__}"
        raise InputError(f"context must be a moderngl.Context in use; this one is {what}")


@contextmanager
def using(context: moderngl.Context | None, require: int = REQUIRED) -> Iterator[moderngl.Context]:
    """A context that is current inside the block: ``headless`` for None, else the caller's, preserved.

    Whatever context was current before is current again afterwards. InputError if ``context`` is no
    moderngl context or a released one.
    """
    if context is None:
        with kept(apart=True):
            own = headless(require)
            with entered(own):
                drop_released_framebuffer(own)
                forget(own)
                try:
                    yield own
                finally:
                    forget(own)
        return
    check_context(context)
    require_version(context, require)
    with preserved(context):
        yield context


@contextmanager
def staying() -> Iterator[moderngl.Context]:
    """``headless``, current inside the block, and behind it too where nothing was, until ``leave``."""
    if getattr(_thread, "context", None) is None:
        with kept():
            headless()
    own = headless()
    with lingering(own):
        drop_released_framebuffer(own)
        yield own


def check_errors(context: moderngl.Context, doing: str) -> None:
    """InternalError if GL has recorded an error; ``doing`` says during what."""
    if (error := context.error) != "GL_NO_ERROR":
        raise InternalError(f"{error} while {doing} on {context.info['GL_RENDERER']}")


def information(context: moderngl.Context) -> dict[str, str | int]:
    """What ``context`` is and can do, flat and ready to print or to write as JSON.

    Strings as the driver gives them; each tier "yes" or "no: " and what it needs; limits by GL name.
    """
    info = context.info
    wanted = (
        "MAX_VERTEX_ATTRIBS", "MAX_TEXTURE_SIZE", "MAX_VIEWPORT_DIMS", "MAX_CLIP_DISTANCES",
        "MAX_UNIFORM_BLOCK_SIZE", "MAX_COMPUTE_WORK_GROUP_COUNT", "MAX_SHADER_STORAGE_BLOCK_SIZE",
    )  # fmt: skip
    facts: dict[str, str | int] = {
        "renderer": str(info["GL_RENDERER"]),
        "vendor": str(info["GL_VENDOR"]),
        "version": str(info["GL_VERSION"]),
        "rendering": _tier(context, REQUIRED),
        "arrays by feedback": _tier(context, REQUIRED),
        "arrays by compute": _tier(context, COMPUTE),
        "storage buffers": _tier(context, COMPUTE),
        "MAX_TEXTURE_UNITS": int(context.max_texture_units),
    }
    facts |= {name: _first(info[f"GL_{name}"]) for name in wanted if f"GL_{name}" in info}
    return facts


def supports_compute(context: moderngl.Context) -> bool:
    """True if ``context`` has compute shaders and storage buffers in its core version."""
    return bool(context.version_code >= COMPUTE)


def _tier(context: moderngl.Context, version: int) -> str:
    if context.version_code >= version:
        return "yes"
    return f"no: needs OpenGL {_dotted(version)}, here is {_dotted(context.version_code)}"


def _create() -> moderngl.Context:
    """The first device that gives a context: hardware devices come before the software one in EGL's list."""
    reasons: list[str] = []
    for settings in _attempts():
        default = _moderngl_store.default_context
        try:
            with environment(PRECISE_FILTERS):
                context: moderngl.Context = make_context(require=REQUIRED, standalone=True, **settings)
        except Exception as error:  # glcontext raises bare Exception, moderngl its own and ValueError
            reason = str(error) or type(error).__name__
            if "requested device index" in reason and reasons:
                break
            reasons.append(_described(settings, reason))
            continue
        finally:
            _moderngl_store.default_context = default
        clip_a_point(context)
        return context
    if (older := _older()) is not None:
        raise _too_old(REQUIRED, *older)
    system = platform.system()
    advice = _ADVICE.get(system, _LINUX_ADVICE)
    listed = "".join(f"\n  {reason}" for reason in dict.fromkeys(reasons))
    raise ContextError(
        f"no OpenGL {_dotted(REQUIRED)} context could be made on this machine:{listed}\n{advice}"
    )


def _older() -> tuple[str, str] | None:
    """Renderer and version of the first device that gives a context, however old; None if none does."""
    for settings in _attempts():
        default = _moderngl_store.default_context
        try:
            with environment(PRECISE_FILTERS):
                context = make_context(require=_OLDEST, standalone=True, **settings)
        except Exception as error:  # as in _create
            if "got version" in str(error):  # OpenGL 2.1 and older do not tell theirs where moderngl asks
                return "the driver", "less than 3.0"
            if "requested device index" in str(error):
                return None
            continue
        finally:
            _moderngl_store.default_context = default
        found = context.info["GL_RENDERER"], _dotted(context.version_code)
        context.release()
        return found
    return None


@contextmanager
def environment(variables: Mapping[str, str]) -> Iterator[None]:
    """The process's environment with ``variables`` that it does not have, inside the block."""
    added = [name for name in variables if name not in os.environ]
    os.environ.update({name: variables[name] for name in added})
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)


def _attempts() -> Iterator[dict[str, Any]]:
    if platform.system() in ("Darwin", "Windows"):
        yield {}
        return
    # Runtime packages have no unversioned libEGL.so, and find_library needs ldconfig or a compiler.
    libraries = {"libegl": "libEGL.so.1", "libgl": "libGL.so.1"}
    yield {"backend": "egl"}
    for libgl in ("libGL.so.1", "libOpenGL.so.0"):
        yield {"backend": "egl", **libraries, "libgl": libgl}
    for device in range(1, _DEVICES):
        yield {"backend": "egl", **libraries, "device_index": device}


def _ways_to_join() -> Iterator[dict[str, Any]]:
    """GLX and EGL on Linux: windows of X11 have the one, of Wayland the other."""
    if platform.system() in ("Darwin", "Windows"):
        yield {}
        return
    yield {"libgl": "libGL.so.1", "libx11": "libX11.so.6"}
    yield {"backend": "egl", "libegl": "libEGL.so.1", "libgl": "libGL.so.1"}


def _described(settings: dict[str, Any], reason: str) -> str:
    if "device_index" in settings:
        return f"EGL device {settings['device_index']}: {reason}"
    return f"EGL: {reason}" if settings else reason


def _first(value: Any) -> int:
    return int(value[0]) if isinstance(value, tuple) else int(value)


def _dotted(version_code: int) -> str:
    return f"{version_code // 100}.{version_code // 10 % 10}"
