"""The one way a GL command comes to be: a function of parts of the state and the arguments, by its name."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, TypeVar

import numpy as np

from nvrender.api.effects import Effect, effect_of, note, setting_of
from nvrender.api.errors import invalid_operation
from nvrender.api.objects.context import ContextState
from nvrender.source import GLError, InputError

Function = TypeVar("Function", bound=Callable[..., Any])

#: The class of a part of the state, as annotations have it → its name in ContextState.
_PARTS: dict[str, str] = {kind: name for name, kind in ContextState.__annotations__.items()}


@dataclass(frozen=True, slots=True)
class Command:
    """``function`` takes parts of the state, which its first parameters' annotations name, and the arguments.

    ``parts`` gives them. ``inside``: it may be called between Begin and End. ``failing`` is what it returns
    after an error, ``summary`` its docstring, ``effect`` what it does to draws that were done before.
    """

    function: Callable[..., Any]
    parts: Callable[[ContextState], tuple[Any, ...]]
    inside: bool = False
    failing: Any = None
    summary: str = ""
    effect: Effect | None = None


#: Every command by its name in the specifications, without ``gl``.
COMMANDS: dict[str, Command] = {}


def command(
    *, inside: bool = False, failing: Any = None, suffixes: Iterable[str] = ("",)
) -> Callable[[Function], Function]:
    """Registers a function under its own name, with each of the suffixes that extensions have given it."""

    def register(function: Function) -> Function:
        taken = taken_parts(function)
        effect = effect_of(function.__name__, taken)
        made = Command(function, _getter(taken), inside, failing, function.__doc__ or "", effect)
        COMMANDS.update({function.__name__ + suffix: made for suffix in suffixes})
        return function

    return register


def family(name: str, function: Callable[..., Any], summary: str, *, inside: bool = False) -> None:
    """Registers one of several commands that differ in a type or a count only, done by one function."""
    taken = taken_parts(function)
    COMMANDS[name] = Command(function, _getter(taken), inside, None, summary, effect_of(name, taken))


@cache
def taken_parts(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of the parts that a function takes; "" stands for the whole state."""
    found: list[str] = []
    own = inspect.unwrap(function)
    for parameter in own.__code__.co_varnames[: own.__code__.co_argcount]:
        kind = own.__annotations__.get(parameter)
        if kind not in _PARTS and kind != ContextState.__name__:
            break
        found.append(_PARTS.get(kind, ""))
    return tuple(found)


@cache
def _getter(names: tuple[str, ...]) -> Callable[[ContextState], tuple[Any, ...]]:
    if len(names) > 1:
        return operator.attrgetter(*names)
    if names in ((), ("",)):
        return lambda gl: (gl,) if names else ()
    part = operator.attrgetter(*names)
    return lambda gl: (part(gl),)


def called(gl: ContextState, name: str, command: Command, arguments: Iterable[Any], named: Any = None) -> Any:
    """What a command gives; GLError, with its name, for the rule it breaks."""
    try:
        if gl.immediate.begun is not None and not command.inside:
            raise invalid_operation("it may not be called between Begin and End", "OpenGL 1.5, 2.6.3")
        if command.effect is None:
            return command.function(*command.parts(gl), *map(plain, arguments), **(named or {}))
        return _changing(gl, command, tuple(map(plain, arguments)), named or {})
    except GLError as error:
        error.call = error.call or name
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise explained(error, name, command, arguments, named) from None


def _changing(gl: ContextState, command: Command, arguments: tuple[Any, ...], named: Any) -> Any:
    """What a command gives that changes what draws ask for."""
    assert command.effect is not None
    setting = None
    try:
        found = None if named else setting_of(command.effect, gl, arguments)
        result = command.function(*command.parts(gl), *arguments, **named)
        setting = found
    finally:
        note(gl, setting)
    return result


#: Types that ``plain`` leaves as they are.
_PLAIN = frozenset((int, float, bool, str, bytes, tuple, list, type(None), np.ndarray))


def plainly(state: ContextState, name: str, command: Command) -> Callable[..., Any]:
    """``called`` for a command of one context, which arguments that are plain already make shorter."""
    function: Callable[..., Any] = partial(command.function, *command.parts(state))
    immediate, inside, effect = state.immediate, command.inside, command.effect

    def call(arguments: tuple[Any, ...], named: Any) -> Any:
        if named or not _PLAIN.issuperset(map(type, arguments)):
            return called(state, name, command, arguments, named)
        if immediate.begun is not None and not inside:
            return called(state, name, command, arguments)
        try:
            if effect is None:
                return function(*arguments)
            return _changing(state, command, arguments, {})
        except GLError as error:
            error.call = error.call or name
            raise
        except (TypeError, ValueError, OverflowError) as error:
            raise explained(error, name, command, arguments, named) from None

    return call


def plain(value: Any) -> Any:
    """An integer of numpy's as Python's: an enumerant may be of a type too narrow for sums with others."""
    return value.item() if isinstance(value, (np.integer, np.bool_)) else value


@cache
def signature(function: Callable[..., Any]) -> inspect.Signature:
    """What a command's function takes besides parts of the state."""
    takes = inspect.signature(function)
    return takes.replace(parameters=[*takes.parameters.values()][len(taken_parts(function)) :])


#: Parameters that are integers wherever they are, with annotations or without.
_INTEGERS = frozenset(("target", "pname", "index"))
#: Annotation → what a value of it becomes without an error, and what it is called.
_KINDS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "int": (operator.index, "an integer"),
    "float": (float, "a number"),
    "bool": (bool, "true or false"),
}


def explained(
    error: Exception, name: str, command: Command, arguments: Iterable[Any], named: Any = None
) -> Exception:
    """InputError for too many arguments or too few, or one that is not of its kind, else the error itself."""
    takes = signature(command.function)
    try:
        given = takes.bind(*arguments, **(named or {})).arguments
    except TypeError:
        return wrong_arguments(name, command, arguments, named)
    for parameter, value in given.items():
        kind = "int" if parameter in _INTEGERS else str(takes.parameters[parameter].annotation)
        convert, what = _KINDS.get(kind, (None, ""))
        try:
            if convert is not None:
                convert(value)
        except (TypeError, ValueError, OverflowError):
            return InputError(f"{name}: {parameter} must be {what}, not {value!r}")
    if str(error).startswith("unhashable type"):  # looked up among enumerants or names
        return InputError(f"{name}: enumerants and names are numbers, not of {str(error).partition(': ')[2]}")
    if any(isinstance(value, np.ndarray) and not value.ndim for value in given.values()):
        return InputError(f"{name}: {error}; give numbers rather than arrays of no dimension")
    return error


def wrong_arguments(name: str, command: Command, arguments: Iterable[Any], named: Any = None) -> InputError:
    """What a command takes, for one that was given something else."""
    takes = signature(command.function).parameters.values()
    listed = ", ".join(str(row).partition(":")[0].partition("=")[0] for row in takes)
    count = len(tuple(arguments)) + len(named or {})
    names = "".join(f", {key} by its name" for key in named or {})
    return InputError(
        f"{name} takes ({listed}); {count} argument{' was' if count == 1 else 's were'} given{names}. "
        "Lengths that go with an array and output arguments are left out"
    )
