"""The one way a GL command comes to be: a function of the record and the arguments, by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from nvrender.api.errors import invalid_operation
from nvrender.source import GLError

if TYPE_CHECKING:
    from nvrender.api.record import Record

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Command:
    """``function`` takes the Record and the arguments.

    ``inside``: it may be called between Begin and End. ``failing`` is what it returns after an error,
    ``summary`` its docstring.
    """

    function: Callable[..., Any]
    inside: bool = False
    failing: Any = None
    summary: str = ""


#: Every command by its name in the specifications, without ``gl``.
COMMANDS: dict[str, Command] = {}


def command(
    *, inside: bool = False, failing: Any = None, suffixes: Iterable[str] = ("",)
) -> Callable[[Function], Function]:
    """Registers a function under its own name, with each of the suffixes that extensions have given it."""

    def register(function: Function) -> Function:
        for suffix in suffixes:
            COMMANDS[function.__name__ + suffix] = Command(function, inside, failing, function.__doc__ or "")
        return function

    return register


def family(name: str, function: Callable[..., Any], summary: str, *, inside: bool = False) -> None:
    """Registers one of several commands that differ in a type or a count only, done by one function."""
    COMMANDS[name] = Command(function, inside, None, summary)


def called(gl: Record, name: str, command: Command, arguments: Iterable[Any], named: Any = None) -> Any:
    """What a command gives; GLError, with its name, for the rule it breaks."""
    try:
        if gl.begun is not None and not command.inside:
            raise invalid_operation("it may not be called between Begin and End", "OpenGL 1.5, 2.6.3")
        return command.function(gl, *arguments, **(named or {}))
    except GLError as error:
        error.call = error.call or name
        raise
