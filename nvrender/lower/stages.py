"""What geometry and tessellation programs read of vertices and of patches (NV_geometry_program4 2.X.3.2;
NV_tessellation_program5 2.X.3.2).
"""

from __future__ import annotations

from dataclasses import replace

from nvrender.languages.arb.generation5_bindings import (
    CONTROL_ATTRIBUTES,
    CONTROL_RESULTS,
    EVALUATION_ATTRIBUTES,
    GEOMETRY_5_ATTRIBUTES,
)
from nvrender.program import Program, Register, RegisterFile
from nvrender.program.profile import Stage

_ATTRIBUTES = {
    Stage.GEOMETRY: GEOMETRY_5_ATTRIBUTES,
    Stage.TESSELLATION_CONTROL: CONTROL_ATTRIBUTES,
    Stage.TESSELLATION_EVALUATION: EVALUATION_ATTRIBUTES,
}
#: The attributes of a control program that are results of its own, and which.
_READ = {
    attribute: result
    for attribute, name in enumerate(CONTROL_ATTRIBUTES)
    for result, held in enumerate(CONTROL_RESULTS)
    if name in (f"vertex.out.{held}", f"primitive.out.{held}", f"primitive.out.{held.removeprefix('patch.')}")
}


def held_in(program: Program, register: Register) -> Register:
    """The result that an attribute of a control program's output is read from, else ``register``."""
    if register.file is not RegisterFile.ATTRIBUTE or program.profile.stage is not Stage.TESSELLATION_CONTROL:
        return register
    result = _READ.get(register.index)
    return register if result is None else replace(register, file=RegisterFile.RESULT, index=result)


def attribute_of(result: int) -> int:
    """The attribute that a control program reads a result of its own from."""
    return next(attribute for attribute, held in _READ.items() if held == result)


def vertices_of(program: Program, index: int) -> int:
    """How many vertices an attribute is of at most; 0 of one that vertices do not have."""
    names = _ATTRIBUTES.get(program.profile.stage)
    if names is None or not names[index].startswith("vertex.") or names[index] == "vertex.tesscoord":
        return 0
    if program.geometry is not None:
        return program.geometry.vertices
    return program.profile.declared_limits.patch_vertices


def is_of_patch(program: Program, result: int) -> bool:
    """True for results of a control program that all threads of a patch share."""
    return program.profile.results[result].startswith("patch.")


def is_level(program: Program, register: Register) -> bool:
    """True for a level of tessellation, a number (NV_tessellation_program5 2.X.3.5)."""
    return register.file is RegisterFile.RESULT and program.profile.results[register.index].startswith(
        "patch.tess"
    )


def threads_of(program: Program) -> int:
    """How many threads run in lockstep on a patch: one for each vertex that a control program makes."""
    return max(program.tessellation.vertices, 1) if program.tessellation is not None else 1
