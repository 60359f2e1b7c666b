"""Context: every command as a method, with GL's errors."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any

from nvrender.api.command import COMMANDS, Command, called, explained
from nvrender.api.draw.screen import GpuScreen, OracleScreen
from nvrender.api.errors import out_of_memory
from nvrender.api.lists.steps import compile_step, is_compiled
from nvrender.api.objects.context import ContextState, SharedObjects
from nvrender.api.registered_commands import OTHER_NAMES
from nvrender.memory import NoMemoryError
from nvrender.source import GLError, InputError

if TYPE_CHECKING:
    import moderngl

# The modules of the rooms beside this one register their commands when they are imported.
for _module in walk_packages([str(Path(__file__).parent)], "nvrender.api."):
    if _module.name.count(".") > 2:
        import_module(_module.name)
for _name, _base in OTHER_NAMES.items():
    COMMANDS.setdefault(_name, COMMANDS[_base])


class Context:
    """One GL context: its methods are the commands, named as in the specifications without ``gl``.

    ``context`` is a moderngl context to draw with, None for one of nvrender's own; with ``backend``
    "oracle" nothing needs OpenGL. ``size`` is that of the default framebuffer. ``share`` is another Context,
    whose program objects, display lists and buffers this one shares (NV_vertex_program 2.14.1.7).

    Errors are kept until GetError reads them, the first one counting (OpenGL 1.5, 2.5); with ``raise_errors``
    the command raises GLError instead. Either way it changes nothing. What no C program could pass, such as
    text for a number, is InputError.
    """

    def __init__(
        self,
        context: moderngl.Context | None = None,
        *,
        backend: str = "gpu",
        size: tuple[int, int] = (256, 256),
        share: Context | None = None,
        raise_errors: bool = False,
    ) -> None:
        from nvrender.render import checked_size  # which brings the scenes

        if backend not in ("gpu", "oracle"):
            raise InputError(f"unknown backend {backend!r}; there are gpu, oracle")
        if share is not None and not isinstance(share, Context):
            raise InputError(f"share is another Context of nvrender.api, not a {type(share).__name__}")
        pixels = checked_size(size)
        screen = OracleScreen() if backend == "oracle" else GpuScreen(context)
        shared = SharedObjects() if share is None else share._state.shared
        self._state: ContextState = ContextState(screen, pixels, shared)
        self._raises = raise_errors

    @property
    def faults(self) -> int:
        """How many accesses of programs to memory were invalid so far (docs/memory.md)."""
        return self._state.faults

    def release(self) -> None:
        """Give back what was made on the GPU."""
        self._state.screen.release()

    def __enter__(self) -> Context:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., Any]: ...

    def _refuse(self, error: GLError) -> None:
        if self._raises:
            raise error
        if not self._state.error:
            self._state.error = error.code


def _method(name: str, command: Command) -> Callable[..., Any]:
    function, failing, compiled = command.function, command.failing, is_compiled(name)

    @wraps(function)
    def inside(self: Context, *arguments: Any, **named: Any) -> Any:
        """Once a vertex: nothing is asked but whether a list is being made."""
        state = self._state
        try:
            if state.lists.compiling is None or not compiled:
                return function(state, *arguments, **named)
            return compile_step(state, name, command, arguments, named)
        except GLError as error:
            error.call = error.call or name
            self._refuse(error)
            return failing
        except (MemoryError, NoMemoryError) as error:
            self._refuse(out_of_memory(error, name))
            return failing
        except (TypeError, ValueError, OverflowError) as error:
            raise explained(error, state, name, command, arguments, named) from None

    @wraps(function)
    def outside(self: Context, *arguments: Any, **named: Any) -> Any:
        state = self._state
        try:
            if state.lists.compiling is None or not compiled:
                return called(state, name, command, arguments, named)
            return compile_step(state, name, command, arguments, named)
        except GLError as error:
            self._refuse(error)
            return failing
        except (MemoryError, NoMemoryError) as error:
            self._refuse(out_of_memory(error, name))
            return failing

    method = inside if command.inside else outside
    method.__name__, method.__doc__ = name, command.summary
    method.__qualname__ = f"Context.{name}"
    return method


for _name, _command in COMMANDS.items():
    setattr(Context, _name, _method(_name, _command))
