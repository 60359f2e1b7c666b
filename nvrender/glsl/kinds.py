"""The kinds of shaders a program becomes, by its stage."""

from __future__ import annotations

from nvrender.glsl.targets import Target
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.source import InputError, TargetError

#: Of each stage, the first the usual one.
STAGE_INTERFACES = {
    Stage.VERTEX: ("vertex", "feedback", "compute"),
    Stage.VERTEX_STATE: ("vertex", "feedback", "compute"),
    Stage.TESSELLATION_CONTROL: ("control", "patches"),
    Stage.TESSELLATION_EVALUATION: ("evaluation", "patches"),
    Stage.GEOMETRY: ("geometry", "feedback"),
    Stage.FRAGMENT: ("fragment", "pixels"),
    Stage.COMPUTE: ("groups",),
}
INTERFACES = tuple(dict.fromkeys(kind for kinds in STAGE_INTERFACES.values() for kind in kinds))


def checked_kind(program: Program, target: Target, interface: str | None) -> str:
    """The interface asked for; InputError for none, TargetError for what the stage or target has not."""
    possible = STAGE_INTERFACES[program.profile.stage]
    if interface is None:
        interface = possible[0]
    if interface not in INTERFACES:
        raise InputError(f"unknown interface {interface!r}; interfaces are {', '.join(INTERFACES)}")
    if interface not in possible:
        stages = [stage.value for stage, kinds in STAGE_INTERFACES.items() if interface in kinds]
        raise TargetError(
            f"{program.source.name} is a {program.profile.stage.value} program; the interface {interface} "
            f"is for {stages[0]} programs"
        )
    lacking = "compute shaders and storage buffers" if interface in ("compute", "groups", "patches") else ""
    lacking = lacking or "tessellation shaders" * (program.tessellation is not None)
    if lacking and not target.compute:
        raise TargetError(
            f"{program.source.name}:1:1: a {program.profile.header} program needs {lacking} here, which "
            f"{target.name} has not; glsl430 has"
        )
    if interface == "vertex" and program.profile.stage is Stage.VERTEX_STATE:
        raise TargetError(
            f"{program.source.name}:1:1: a {program.profile.header} program makes no vertices; use the "
            f"interface feedback or compute"
        )
    return interface
