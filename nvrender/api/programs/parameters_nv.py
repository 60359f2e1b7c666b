"""Program parameters of NV_vertex_program: ProgramParameter(s)4*NV and their queries (2.14.1.2, 6.1.13)."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import float32, row, rows, whole, word_floats, write_floats
from nvrender.api.command import family
from nvrender.api.errors import check_enum, invalid_operation, invalid_value
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.programs import PARAMETERS, ProgramState
from nvrender.api.programs.targets import check_vertex
from nvrender.gl.inputs.params import ROWS, tracked_rows

_SECTION = "NV_vertex_program 2.14.1.2"
_QUERY = "NV_vertex_program 6.1.13"


def _place(programs: ProgramState, target: int, index: int, count: int) -> int:
    """The first of ``count`` parameters that may be set."""
    check_vertex(target, _SECTION)
    first = whole(index, "index")
    if first < 0 or first + count > PARAMETERS:
        last = first + max(count, 1) - 1
        raise invalid_value(
            f"c[{first}] to c[{last}] are set; there are c[0] to c[{PARAMETERS - 1}]", _SECTION
        )
    tracked = programs.tracked(first, count) if programs.tracking else None
    if tracked is not None:
        raise invalid_operation(f"c[{tracked}] tracks a matrix", _SECTION)
    return first


def _set(programs: ProgramState, target: int, index: int, values: npt.NDArray[Any]) -> None:
    first = _place(programs, target, index, len(values))
    programs.nv_parameters[first : first + len(values)] = float32(values)


def _scalar(programs: ProgramState, target: int, index: int, x: float, y: float, z: float, w: float) -> None:
    if type(x) is float:
        words = programs.parameters[enums.VERTEX_PROGRAM_NV]
        if write_floats(words, _place(programs, target, index, 1), x, y, z, w):
            return
    _set(programs, target, index, rows((x, y, z, w), 4, "x, y, z, w"))


def _vector(programs: ProgramState, target: int, index: int, params: Any) -> None:
    _set(programs, target, index, row(params, 4, "params"))


def _several(programs: ProgramState, target: int, index: int, params: Any) -> None:
    _set(programs, target, index, rows(params, 4, "params"))


for _letter in "fd":
    family(f"ProgramParameter4{_letter}NV", _scalar, "Set c[index] of vertex programs.")
    family(f"ProgramParameter4{_letter}vNV", _vector, "Set c[index] of vertex programs to a vector.")
    family(f"ProgramParameters4{_letter}vNV", _several, "Set c[index] and those behind it to vectors.")


def _get(
    programs: ProgramState, fixed: FixedState, target: int, index: int, pname: int
) -> tuple[float, float, float, float]:
    check_vertex(target, _QUERY)
    check_enum("pname", pname, (enums.PROGRAM_PARAMETER_NV,), "PROGRAM_PARAMETER_NV", _QUERY)
    number = whole(index, "index")
    if not 0 <= number < PARAMETERS:
        raise invalid_value(f"index is {number}; there are c[0] to c[{PARAMETERS - 1}]", _QUERY)
    entry = programs.tracking.get(number - number % ROWS)
    held = programs.nv_parameters if entry is None else tracked_rows(entry, fixed.state)
    x, y, z, w = word_floats(held[number if entry is None else number % ROWS])
    return x, y, z, w


for _letter in "fd":
    family(f"GetProgramParameter{_letter}vNV", _get, "The four numbers of c[index], with what it tracks.")
