"""Environment and local parameters: floats, integers and blocks of them.

ARB_vertex_program 2.14.1 and 6.1.12, NV_gpu_program4 2.14.1, EXT_gpu_program_parameters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import row, rows, whole, word_floats, write_floats
from nvrender.api.command import family
from nvrender.api.errors import invalid_operation, invalid_value
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.programs import ProgramState
from nvrender.api.programs.arb import object_of
from nvrender.api.programs.parameter_buffers import INT, UINT, floats_as_words
from nvrender.api.programs.targets import check_program_target
from nvrender.api.programs.tracking import parameter_rows
from nvrender.gl.inputs.words import Uint32Array
from nvrender.program.limits import FP1

_SECTION = "ARB_vertex_program 2.14.1"
_QUERY = "ARB_vertex_program 6.1.12"

#: Where the words of a kind of parameters are.
Words = Callable[[ProgramState, int, str], Uint32Array]


def _environment(programs: ProgramState, target: int, section: str) -> Uint32Array:
    check_program_target(target, section)
    return programs.parameters[target]


def _local(programs: ProgramState, target: int, section: str) -> Uint32Array:
    return object_of(programs, target, section).locals_


def _numbered(programs: ProgramState, target: int, section: str) -> Uint32Array:
    """Those of FRAGMENT_PROGRAM_NV too, which are the same, and fewer (NV_fragment_program 5.7)."""
    if target == enums.FRAGMENT_PROGRAM_NV:
        return _local(programs, enums.FRAGMENT_PROGRAM_ARB, section)[: FP1.local_parameters]
    return _local(programs, target, section)


def _checked(words: Uint32Array, index: int, count: int, section: str) -> int:
    first = whole(index, "index")
    if first < 0 or first + count > len(words):
        last = len(words) - 1
        raise invalid_value(f"index is {first} for {count}; parameters are 0 to {last}", section)
    return first


def _place(
    words: Words, programs: ProgramState, target: int, index: int, count: int
) -> tuple[Uint32Array, int]:
    """The words of a kind of parameters, and the first row of ``count`` that may be set."""
    held = words(programs, target, _SECTION)
    first = _checked(held, index, count, _SECTION)
    if programs.tracking and words is _environment and target == enums.VERTEX_PROGRAM_ARB:
        tracked = programs.tracked(first, count)
        if tracked is not None:
            raise invalid_operation(f"program.env[{tracked}] tracks a matrix", "NV_vertex_program 2.14.5")
    return held, first


def _setters(words: Words, convert: Callable[[npt.NDArray[Any]], Uint32Array]) -> tuple[Any, Any, Any]:
    """The commands that take four numbers, a vector, and several."""

    def put(programs: ProgramState, target: int, index: int, values: npt.NDArray[Any]) -> None:
        new = convert(values)
        held, first = _place(words, programs, target, index, len(values))
        held[first : first + len(values)] = new

    def scalar(programs: ProgramState, target: int, index: int, x: Any, y: Any, z: Any, w: Any) -> None:
        put(programs, target, index, rows((x, y, z, w), 4, "x, y, z, w"))

    def floats(programs: ProgramState, target: int, index: int, x: Any, y: Any, z: Any, w: Any) -> None:
        if type(x) is float:
            held, first = _place(words, programs, target, index, 1)
            if write_floats(held, first, x, y, z, w):
                return
        scalar(programs, target, index, x, y, z, w)

    def one(programs: ProgramState, target: int, index: int, params: Any) -> None:
        put(programs, target, index, row(params, 4, "params"))

    def several(programs: ProgramState, target: int, index: int, params: Any) -> None:
        put(programs, target, index, rows(params, 4, "params"))

    return floats if convert is floats_as_words else scalar, one, several


def _getter(words: Words, dtype: Any) -> Callable[..., tuple[Any, ...]]:
    def get(programs: ProgramState, fixed: FixedState, target: int, index: int) -> tuple[Any, ...]:
        held = words(programs, target, _QUERY)
        first = _checked(held, index, 1, _QUERY)
        if words is _environment and target == enums.VERTEX_PROGRAM_ARB:
            held = parameter_rows(fixed, programs).view(np.uint32)
        return word_floats(held[first].view(dtype))

    return get


def _register() -> None:
    kinds: tuple[tuple[str, Words, str], ...] = (
        ("Env", _environment, "an environment parameter"),
        ("Local", _local, "a local parameter of the current program"),
    )
    for kind, words, what in kinds:
        stem = f"Program{kind}Parameter"
        numbered = _numbered if kind == "Local" else words
        scalar, one, _ = _setters(numbered, floats_as_words)
        for letter in "fd":
            family(f"{stem}4{letter}ARB", scalar, f"Set {what}.")
            family(f"{stem}4{letter}vARB", one, f"Set {what} to a vector.")
            family(f"Get{stem}{letter}vARB", _getter(numbered, np.float32), f"The four numbers of {what}.")
        family(
            f"{stem}s4fvEXT",
            _setters(words, floats_as_words)[2],
            f"Set {what} and those behind it to vectors.",
        )
        for letter, convert, dtype in (("i", INT, np.int32), ("ui", UINT, np.uint32)):
            scalar, one, several = _setters(words, convert)
            family(f"{stem}I4{letter}NV", scalar, f"Set {what} to integers.")
            family(f"{stem}I4{letter}vNV", one, f"Set {what} to a vector of integers.")
            family(f"{stem}sI4{letter}vNV", several, f"Set {what} and those behind it to integers.")
            family(f"Get{stem}I{letter}vNV", _getter(words, dtype), f"The four words of {what} as integers.")


_register()
