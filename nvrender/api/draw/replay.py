"""Draws done again where nothing they ask for has changed but parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import is_
from typing import Any

import numpy as np

from nvrender.api import enums
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.drawing import Drawing
from nvrender.api.objects.programs import ProgramState
from nvrender.program import BindingKind, Program
from nvrender.program.profile import Stage

#: Bytes of arrays that are compared at each draw.
_MOST = 1 << 14
_TARGETS = {Stage.VERTEX: enums.VERTEX_PROGRAM_ARB, Stage.FRAGMENT: enums.FRAGMENT_PROGRAM_ARB}


def replay(gl: ContextState, drawing: Drawing) -> Callable[[], bool] | None:
    """What does ``drawing`` again, False where it cannot; None for one that is looked at anew each time.

    The caller finds it by everything that commands have set. What changes without a command, arrays in the
    client's memory, is compared; so are current values, and parameters are taken as they are then.
    """
    screen = gl.screen.repeats(drawing)
    memories = list(_memories(gl))
    parameters = _parameters(gl.programs, drawing.stages.programs)
    if screen is None or parameters is None or None in memories:
        return None
    values, current = gl.immediate, [*gl.immediate.current]

    def again() -> bool:
        if not all(map(is_, values.current, current)):
            return False
        for memory, content in memories:
            if memory.tobytes() != content:
                return False
        return screen(parameters)

    return again


def _memories(gl: ContextState) -> Iterator[Any]:
    """Arrays in the client's memory, with their bytes; None for what is not compared."""
    arrays = gl.arrays
    if arrays.unified:
        yield None
    rows = [arrays.generic.get(number) for number in {*arrays.enabled, *arrays.enabled_arb}]
    rows += [arrays.conventional.get(number) for number in arrays.enabled_conventional]
    for row in rows:
        if row is None or row.buffer:
            continue
        memory = row.pointer
        if type(memory) is np.ndarray and memory.nbytes <= _MOST:
            yield memory, memory.tobytes()
        else:
            yield None


def _parameters(programs: ProgramState, used: Any) -> dict[str, Any] | None:
    """By stage, the parameters of programs, as views of where commands put them; None for others."""
    if programs.tracking:
        return None
    found: dict[str, Any] = {}
    for program in used:
        target = _TARGETS.get(program.profile.stage)
        if target is None:
            return None
        rows = _rows(programs, target, program)
        if rows is None:
            return None
        found[program.profile.stage.value] = rows
    return found


def _rows(programs: ProgramState, target: int, program: Program) -> Any:
    if not program.profile.declares_names:
        return programs.nv_parameters[: program.profile.parameters]
    held = programs.bound(target)
    if held is None or held.named or program.buffers:
        return None
    environment, local = (words.view(np.float32) for words in (programs.parameters[target], held.locals_))
    rows: dict[str, Any] = {}
    for binding in program.parameters:
        if binding.kind is BindingKind.ENVIRONMENT:
            rows[binding.name] = environment[binding.index]
        elif binding.kind is BindingKind.LOCAL:
            if binding.index >= len(local):
                return None  # there are none yet
            rows[binding.name] = local[binding.index]
    return rows
