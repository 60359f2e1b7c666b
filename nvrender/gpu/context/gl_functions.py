"""GL functions by name, and what they answer."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable
from typing import Any

import moderngl

#: The functions of each context that have been called.
_functions: weakref.WeakKeyDictionary[moderngl.Context, dict[str, Callable[..., Any]]] = (
    weakref.WeakKeyDictionary()
)
_INTEGERS, _FLOATS, _DOUBLES = ctypes.c_int * 16, ctypes.c_float * 16, ctypes.c_double * 16
_LONG = ctypes.c_int64 * 4


class GL:
    """GL functions by name, through the context's own loader."""

    def __init__(self, context: moderngl.Context) -> None:
        loader = context.mglo._context
        self._load = getattr(loader, "load_opengl_function", None) or loader.load
        self._type = getattr(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE)
        self._cache = _functions.setdefault(context, {})
        self._integers, self._floats, self._doubles = _INTEGERS(), _FLOATS(), _DOUBLES()
        self._long = _LONG()

    def __call__(self, name: str, signature: str, *arguments: Any, result: Any = None) -> Any:
        """Call ``name``; ``signature`` has i, u, f, d, B, n (intptr) or p per argument."""
        if name not in self._cache:
            types = [_TYPES[letter] for letter in signature]
            self._cache[name] = self._type(result, *types)(self._load(name))
        return self._cache[name](*arguments)

    def integers(self, name: int, count: int = 1) -> list[int]:
        """GetIntegerv: the first ``count`` numbers."""
        self("glGetIntegerv", "up", name, self._integers)
        return self._integers[:count]

    def floats(self, name: int, count: int = 1) -> list[float]:
        """GetFloatv: the first ``count`` numbers."""
        self("glGetFloatv", "up", name, self._floats)
        return self._floats[:count]

    def doubles(self, name: int, count: int = 1) -> list[float]:
        """GetDoublev: the first ``count`` numbers."""
        self("glGetDoublev", "up", name, self._doubles)
        return self._doubles[:count]

    def indexed(self, name: int, index: int) -> int:
        """GetInteger64i_v: one number."""
        self("glGetInteger64i_v", "uup", name, index, self._long)
        return self._long[0]

    def enabled(self, name: int) -> bool:
        """IsEnabled."""
        return bool(self("glIsEnabled", "u", name, result=ctypes.c_ubyte))


def has(context: moderngl.Context, version: int, extension: str) -> bool:
    """True for a context of the version, or with the extension."""
    return context.version_code >= version or extension in context.extensions


class Commands:
    """GL functions by name for what is called at each draw, in half of the time that ``GL`` takes.

    Integers of up to 32 bits are given as they are, all else as ctypes has it. Nothing is converted or
    checked, and the interpreter is not handed to other threads meanwhile.
    """

    def __init__(self, context: moderngl.Context) -> None:
        loader = context.mglo._context
        self._load = getattr(loader, "load_opengl_function", None) or loader.load
        self._type = getattr(ctypes, "WINFUNCTYPE", ctypes.PYFUNCTYPE)
        self._made: dict[tuple[str, Any], Callable[..., Any]] = {}
        #: Whether there are several viewports.
        self.viewports = has(context, 410, "GL_ARB_viewport_array")
        #: Whether each colour buffer has blending of its own, and what ends the names of its functions.
        self.blends = has(context, 400, "GL_ARB_draw_buffers_blend")
        self.blends_suffix = "i" if context.version_code >= 400 else "iARB"
        #: Whether indexed buffers are bound without the one that has no index.
        self.multi_bind = has(context, 440, "GL_ARB_multi_bind")
        #: Whether objects are asked for and written by their names.
        self.direct_access = has(context, 450, "GL_ARB_direct_state_access")

    def named(self, name: str, result: Any = None) -> Callable[..., Any]:
        """The function ``name``, which returns a ``result`` of ctypes."""
        key = name, result
        if key not in self._made:
            self._made[key] = self._type(result)(self._load(name))
        return self._made[key]


_TYPES: dict[str, Any] = {
    "i": ctypes.c_int,
    "u": ctypes.c_uint,
    "f": ctypes.c_float,
    "d": ctypes.c_double,
    "B": ctypes.c_ubyte,
    "n": ctypes.c_ssize_t,
    "p": ctypes.c_void_p,
}
