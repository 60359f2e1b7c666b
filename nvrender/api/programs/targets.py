"""The targets of program commands."""

from __future__ import annotations

from nvrender.api import enums
from nvrender.api.errors import check_enum, invalid_operation
from nvrender.api.objects.programs import LIMITS, ProgramObject, ProgramState

#: What LoadProgramNV takes, and what ``load`` calls it.
NV_TARGETS = {
    enums.VERTEX_PROGRAM_NV: "VERTEX_PROGRAM_NV",
    enums.VERTEX_STATE_PROGRAM_NV: "VERTEX_STATE_PROGRAM_NV",
    enums.FRAGMENT_PROGRAM_NV: "FRAGMENT_PROGRAM_NV",
}
#: What BindProgramNV takes → the target of its binding. Fragment programs of NV and ARB are objects of one
#: kind with one mode (ARB_fragment_program, Interactions with NV_fragment_program).
NV_BINDINGS = {
    enums.VERTEX_PROGRAM_NV: enums.VERTEX_PROGRAM_ARB,
    enums.FRAGMENT_PROGRAM_NV: enums.FRAGMENT_PROGRAM_ARB,
}
#: What ProgramStringARB takes, and what ``load`` calls it.
ARB_TARGETS = {
    enums.VERTEX_PROGRAM_ARB: "VERTEX_PROGRAM_ARB",
    enums.FRAGMENT_PROGRAM_ARB: "FRAGMENT_PROGRAM_ARB",
    enums.GEOMETRY_PROGRAM_NV: "GEOMETRY_PROGRAM_NV",
    enums.TESS_CONTROL_PROGRAM_NV: "TESS_CONTROL_PROGRAM_NV",
    enums.TESS_EVALUATION_PROGRAM_NV: "TESS_EVALUATION_PROGRAM_NV",
    enums.COMPUTE_PROGRAM_NV: "COMPUTE_PROGRAM_NV",
}
_TAKEN = ", ".join(ARB_TARGETS.values())


def target_name(target: int) -> str:
    return {**ARB_TARGETS, **NV_TARGETS}[target]


def check_vertex(target: int, section: str) -> None:
    """INVALID_ENUM unless it is VERTEX_PROGRAM_NV."""
    check_enum("target", target, (enums.VERTEX_PROGRAM_NV,), "VERTEX_PROGRAM_NV", section)


def check_program_target(target: int, section: str) -> None:
    """INVALID_ENUM unless programs are bound to it."""
    check_enum("target", target, LIMITS, _TAKEN, section)


def program_held(programs: ProgramState, number: int, target: int, section: str) -> ProgramObject | None:
    """The program of a name, if any; INVALID_OPERATION if it belongs to another target."""
    held = programs.names.objects.get(number)
    if held is not None and NV_BINDINGS.get(held.target, held.target) != NV_BINDINGS.get(target, target):
        raise invalid_operation(f"{number} is a program of target {target_name(held.target)}", section)
    return held
