"""A vertex or fragment of arrays, traced as ``nvrender.run`` takes them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from numbers import Integral
from typing import Any

from nvrender.gl.inputs.vertices import attribute_arrays, buffer_arrays, parameter_array
from nvrender.gl.state.kinds import check_kinds
from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Texture
from nvrender.gl.textures.units import texture_units
from nvrender.languages.load import load
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.trace import programs
from nvrender.oracle.trace.programs import Step
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.source import InputError

_STAGES = (Stage.VERTEX, Stage.VERTEX_STATE, Stage.FRAGMENT)


def trace(
    program: Program | str | bytes | os.PathLike[str],
    attributes: Mapping[Any, Any] | None = None,
    parameters: Any = None,
    *,
    vertex: int = 0,
    state: State | None = None,
    textures: Mapping[int, Texture] | None = None,
) -> Iterator[Step]:
    """Every instruction that one vertex, or one fragment, of a program executes, on the oracle.

    The arguments are what ``nvrender.run`` takes; ``vertex`` is the row of the attributes. A step has the
    ``instruction``, the ``operands`` it read, and the ``changes`` of registers. ProgramError, and InputError
    as ``run``, for a row that is not there, and for programs of other stages.
    """
    loaded = program if isinstance(program, Program) else load(program)
    if loaded.profile.stage not in _STAGES:
        raise InputError(
            f"a {loaded.profile.stage.value} program: vertices and fragments are traced; "
            "`nvrender trace` takes others too"
        )
    if not isinstance(vertex, Integral):
        raise InputError(f"vertex is {vertex!r}; it must be the number of a row")
    state = State() if state is None else state
    check_kinds(state)
    arrays, _ = attribute_arrays(loaded, attributes, state)
    rows = parameter_array(loaded, parameters, state)
    around = Resources(rows, buffer_arrays(loaded, parameters), texture_units(loaded, textures))
    return programs.trace(loaded, arrays, around, vertex)
