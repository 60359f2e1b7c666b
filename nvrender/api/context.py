"""Context: every command as a method, with GL's errors."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any

from nvrender.api.command import COMMANDS, Command, explained, plainly, signature
from nvrender.api.draw.screen import GpuScreen, OracleScreen
from nvrender.api.effects import note
from nvrender.api.errors import out_of_memory
from nvrender.api.lists.steps import compile_step, is_compiled
from nvrender.api.objects.context import ContextState, SharedObjects, initial_state
from nvrender.api.registry import OTHER_NAMES
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
        self, context: moderngl.Context | None = None, *, backend: str = "gpu",
        size: tuple[int, int] = (256, 256), share: Context | None = None, raise_errors: bool = False,
    ) -> None:  # fmt: skip
        from nvrender.render import checked_size  # which brings the scenes

        if backend not in ("gpu", "oracle"):
            raise InputError(f"unknown backend {backend!r}; there are gpu, oracle")
        if share is not None and not isinstance(share, Context):
            raise InputError(f"share is another Context of nvrender.api, not a {type(share).__name__}")
        pixels = checked_size(size)
        screen = OracleScreen() if backend == "oracle" else GpuScreen(context)
        shared = SharedObjects() if share is None else share._state.shared
        self._state: ContextState = initial_state(screen, pixels, shared, raise_errors)

    @property
    def faults(self) -> int:
        """How many accesses of programs to memory were invalid so far (docs/memory.md)."""
        return self._state.errors.faults

    def release(self) -> None:
        """Give back what was made on the GPU."""
        self._state.screen.release()

    def __enter__(self) -> Context:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., Any]: ...


class _Method:
    """A command as a method, which is bound to a context's state when it is first asked for."""

    def __init__(self, name: str, command: Command) -> None:
        self._name, self._command = name, command

    def __get__(self, context: Context | None, _: type[Context]) -> Callable[..., Any]:
        if context is None:
            return self._described(lambda gl, *given, **named: getattr(gl, self._name)(*given, **named))
        bind = _inside if self._command.inside else _outside
        bound = self._described(bind(context._state, self._name, self._command))
        context.__dict__[self._name] = bound
        return bound

    def _described(self, function: Callable[..., Any]) -> Callable[..., Any]:
        function.__name__, function.__qualname__ = self._name, f"Context.{self._name}"
        function.__doc__ = self._command.summary
        function.__signature__ = signature(self._command.function)  # type: ignore[attr-defined]
        return function


def _inside(state: ContextState, name: str, command: Command) -> Callable[..., Any]:
    function: Callable[..., Any] = partial(command.function, *command.parts(state))
    compiled = is_compiled(name)
    lists, errors = state.lists, state.errors

    if command.effect is not None:
        function = partial(_changed, state, function)

    def call(*arguments: Any, **named: Any) -> Any:
        """Once a vertex: nothing is asked but whether a list is being made."""
        try:
            if lists.compiling is None or not compiled:
                return function(*arguments, **named)
            return compile_step(state, name, command, arguments, named)
        except GLError as error:
            error.call = error.call or name
            errors.note(error)
        except (MemoryError, NoMemoryError) as error:
            errors.note(out_of_memory(error, name))
        except (TypeError, ValueError, OverflowError) as error:
            raise explained(error, name, command, arguments, named) from None
        return command.failing

    return call


def _changed(state: ContextState, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    try:
        return function(*arguments, **named)
    finally:
        note(state, None)


def _outside(state: ContextState, name: str, command: Command) -> Callable[..., Any]:
    compiled, lists, errors = is_compiled(name), state.lists, state.errors
    called = plainly(state, name, command)

    def call(*arguments: Any, **named: Any) -> Any:
        try:
            if lists.compiling is None or not compiled:
                return called(arguments, named)
            return compile_step(state, name, command, arguments, named)
        except GLError as error:
            errors.note(error)
        except (MemoryError, NoMemoryError) as error:
            errors.note(out_of_memory(error, name))
        return command.failing

    return call


for _name, _command in COMMANDS.items():
    setattr(Context, _name, _Method(_name, _command))
