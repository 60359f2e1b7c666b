"""The parameters that fragment programs declare by name (NV_fragment_program 5.7 and 6.1.13)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api.arguments import float32, name_of, row, rows, text_of, word_floats
from nvrender.api.command import family
from nvrender.api.errors import invalid_operation, invalid_value
from nvrender.api.objects.programs import ProgramObject, ProgramState
from nvrender.gl.inputs.results import Float32Array
from nvrender.program import Binding, BindingKind

_SECTION = "NV_fragment_program 5.7"
_QUERY = "NV_fragment_program 6.1.13"


def _named(programs: ProgramState, id: int, name: Any, section: str) -> tuple[ProgramObject, Binding]:
    """The program and its parameter, as it is declared."""
    text = text_of(name).decode("latin-1")
    if not text:
        raise invalid_value("the name of a parameter is not empty", section)
    held = programs.names.objects.get(name_of(id))
    program = None if held is None else held.program
    if held is None or program is None or program.profile.grammar != "fp1":
        raise invalid_operation(f"{id} is no program that has named parameters", section)
    for binding in program.parameters:
        if binding.kind is BindingKind.NAMED and binding.name == text:
            return held, binding
    raise invalid_value(f"program {id} declares no parameter {text!r}", section)


def _set(programs: ProgramState, id: int, name: Any, values: npt.NDArray[Any]) -> None:
    held, binding = _named(programs, id, name, _SECTION)
    named: dict[str, Float32Array] = {**held.named, binding.name: float32(values)[0]}
    programs.names.objects[name_of(id)] = replace(held, named=named)


def _scalar(programs: ProgramState, id: int, name: Any, x: float, y: float, z: float, w: float) -> None:
    _set(programs, id, name, rows((x, y, z, w), 4, "x, y, z, w"))


def _vector(programs: ProgramState, id: int, name: Any, v: Any) -> None:
    _set(programs, id, name, row(v, 4, "v"))


def _get(programs: ProgramState, id: int, name: Any) -> tuple[float, ...]:
    held, binding = _named(programs, id, name, _QUERY)
    value = held.named.get(binding.name)
    declared = np.array(binding.words, np.uint32).view(np.float32)
    return word_floats(declared if value is None else value)


for _letter in "fd":
    family(f"ProgramNamedParameter4{_letter}NV", _scalar, "Set a parameter that a program declares.")
    family(f"ProgramNamedParameter4{_letter}vNV", _vector, "Set a parameter that a program declares.")
    family(f"GetProgramNamedParameter{_letter}vNV", _get, "The four numbers of a parameter by its name.")
