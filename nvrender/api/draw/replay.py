"""Draws done again where nothing they ask for has changed but parameters."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from operator import is_
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.drawing import Drawing
from nvrender.api.objects.programs import ProgramState
from nvrender.api.programs.arb import object_of
from nvrender.program import BindingKind, Program
from nvrender.program.profile import Stage

#: Bytes of arrays that are compared at each draw.
_MOST = 1 << 22
_SECTION = "ARB_vertex_program 2.14.1"
_TARGETS = {Stage.VERTEX: enums.VERTEX_PROGRAM_ARB, Stage.FRAGMENT: enums.FRAGMENT_PROGRAM_ARB}


def remember(
    gl: ContextState, key: Hashable, drawing: Drawing | None, varying: Collection[int] | None = None
) -> None:
    """Keep what does ``drawing`` again, False where it cannot, unless it is to be looked at each time.

    It is found by ``key`` and everything that commands have set. What changes without a command, arrays in
    the client's memory, is compared; so are current values, and parameters are taken as they are then.
    ``varying`` are the attributes of a drawing without arrays that are given to it, by number, each time.
    """
    screen = None if drawing is None else gl.screen.repeats(drawing)
    if screen is None or drawing is None:
        return
    compared = [*_memories(gl)] if varying is None else []
    memories = [row for row in compared if row is not None]
    parameters = _parameters(gl.programs, drawing.stages.programs)
    if parameters is None or len(memories) < len(compared):
        return
    values, draw = gl.immediate, screen
    current = [None if number in (varying or ()) else row for number, row in enumerate(values.current)]
    constant = [number for number, row in enumerate(current) if row is not None]
    first, rest = values.current[0], values.kept_rest()
    reads_first = drawing.state.current_attributes[0] is first

    def again() -> bool:
        if values.rest is not rest:
            if not all(map(is_, values.current[1:], rest)):
                return False
            values.rest = rest
        if reads_first and values.current[0] is not first:
            return False
        for memory, content in memories:
            if content != memory:
                return False
        return draw(parameters, None)

    def again_with(attributes: Mapping[int, Any]) -> bool:
        if any(values.current[number] is not current[number] for number in constant):
            return False
        return draw(parameters, attributes)

    size = sum(len(content) for _, content in memories)
    gl.replays.keep(found_by(gl, key), again_with if varying else again, size)


def found_by(gl: ContextState, key: Hashable) -> Hashable:
    """What a draw is remembered by."""
    return key, gl.shared.changes, gl.replays.key


def repeated(gl: ContextState, key: Hashable, *attributes: Any) -> bool:
    """True if a draw was done again, with the attributes that vary."""
    again = gl.replays.known.get((key, gl.shared.changes, gl.replays.key))
    return again is not None and again(*attributes)


def _memories(gl: ContextState) -> Iterator[tuple[npt.NDArray[Any], bytearray] | None]:
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
        if type(memory) is np.ndarray and memory.nbytes <= _MOST and memory.flags.c_contiguous:
            yield memory, bytearray(memory)
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
    if programs.bound(target) is None:
        return None
    held = object_of(programs, target, _SECTION)
    if held.named or program.buffers:
        return None
    environment, local = (words.view(np.float32) for words in (programs.parameters[target], held.locals_))
    rows: dict[str, Any] = {}
    for binding in program.parameters:
        if binding.kind is BindingKind.ENVIRONMENT:
            rows[binding.name] = environment[binding.index]
        elif binding.kind is BindingKind.LOCAL:
            rows[binding.name] = local[binding.index]
    return rows
