"""Program objects by their names, without binding them, and their parameters by names.

EXT_direct_state_access 2.14.1 and 6.1.12; NV_fragment_program 5.7 and 6.1.13.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api.arguments import float32, name_of, row, rows, text_of, word_floats
from nvrender.api.command import COMMANDS, family, signature
from nvrender.api.errors import invalid_operation, invalid_value
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.programs import ProgramObject, ProgramState
from nvrender.api.programs import parameters_arb  # noqa: F401  (whose commands these are)
from nvrender.api.programs.arb import object_made
from nvrender.api.programs.targets import NV_BINDINGS, check_program_target
from nvrender.gl.inputs.results import Float32Array
from nvrender.program import Binding, BindingKind

_SECTION = "EXT_direct_state_access 2.14.1"
_PARAMETERS = "NV_fragment_program 5.7"
_QUERY = "NV_fragment_program 6.1.13"


def _named(base: str) -> Callable[..., Any]:
    """The command ``base`` of the program object with a name, of the target's own object for 0."""
    one = COMMANDS[base]

    def named(gl: ContextState, program: int, target: int, *arguments: Any, **further: Any) -> Any:
        binding = NV_BINDINGS.get(target, target)
        check_program_target(binding, _SECTION)
        number = name_of(program)
        object_made(gl.programs, number, binding, _SECTION)
        bound = gl.programs.bindings[binding]
        gl.programs.bindings[binding] = number
        try:
            return one.function(*one.parts(gl), target, *arguments, **further)
        finally:
            gl.programs.bindings[binding] = bound

    taken = inspect.Parameter("program", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation="int")
    context, *_ = inspect.signature(named).parameters.values()
    others = signature(one.function).parameters.values()
    named.__signature__ = inspect.Signature([context, taken, *others])  # type: ignore[attr-defined]
    return named


def _register() -> None:
    stem = "ProgramLocalParameter"
    bases = {
        "NamedProgramStringEXT": "ProgramStringARB",
        **{f"Named{stem}4{kind}EXT": f"{stem}4{kind}ARB" for kind in ("f", "fv", "d", "dv")},
        f"Named{stem}s4fvEXT": f"{stem}s4fvEXT",
        **{f"Named{stem}I4{kind}EXT": f"{stem}I4{kind}NV" for kind in ("i", "iv", "ui", "uiv")},
        **{f"Named{stem}sI4{kind}EXT": f"{stem}sI4{kind}NV" for kind in ("iv", "uiv")},
        **{f"GetNamed{stem}{kind}EXT": f"Get{stem}{kind}ARB" for kind in ("fv", "dv")},
        **{f"GetNamed{stem}I{kind}EXT": f"Get{stem}I{kind}NV" for kind in ("iv", "uiv")},
        "GetNamedProgramivEXT": "GetProgramivARB",
        "GetNamedProgramStringEXT": "GetProgramStringARB",
    }
    for name, base in bases.items():
        family(name, _named(base), f"{base} of the program with a name, which need not be current.")


_register()


def _parameter(programs: ProgramState, id: int, name: Any, section: str) -> tuple[ProgramObject, Binding]:
    """The program and its parameter, as it is declared."""
    text = text_of(name).decode("latin-1")
    if not text:
        raise invalid_value("the name of a parameter is not empty", section)
    held = programs.names.objects.get(name_of(id))
    program = None if held is None else held.program
    if held is None or program is None or not program.profile.declares_parameters:
        raise invalid_operation(f"{id} is no program that has named parameters", section)
    for binding in program.parameters:
        if binding.kind is BindingKind.NAMED and binding.name == text:
            return held, binding
    raise invalid_value(f"program {id} declares no parameter {text!r}", section)


def _set(programs: ProgramState, id: int, name: Any, values: npt.NDArray[Any]) -> None:
    held, binding = _parameter(programs, id, name, _PARAMETERS)
    named: dict[str, Float32Array] = {**held.named, binding.name: float32(values)[0]}
    programs.names.objects[name_of(id)] = replace(held, named=named)


def _scalar(programs: ProgramState, id: int, name: Any, x: float, y: float, z: float, w: float) -> None:
    _set(programs, id, name, rows((x, y, z, w), 4, "x, y, z, w"))


def _vector(programs: ProgramState, id: int, name: Any, v: Any) -> None:
    _set(programs, id, name, row(v, 4, "v"))


def _get(programs: ProgramState, id: int, name: Any) -> tuple[float, ...]:
    held, binding = _parameter(programs, id, name, _QUERY)
    value = held.named.get(binding.name)
    declared = np.array(binding.words, np.uint32).view(np.float32)
    return word_floats(declared if value is None else value)


for _letter in "fd":
    family(f"ProgramNamedParameter4{_letter}NV", _scalar, "Set a parameter that a program declares.")
    family(f"ProgramNamedParameter4{_letter}vNV", _vector, "Set a parameter that a program declares.")
    family(f"GetProgramNamedParameter{_letter}vNV", _get, "The four numbers of a parameter by its name.")
