"""What the threads or vertices of one patch share, and where it lies behind the parameters.

Each attribute of a vertex of the input or the output patch, and each of the patch itself, has a slot: so many
columns in the table of shared values that every patch finds room for all its vertices.
"""

from __future__ import annotations

from enum import Enum

from nvrender.languages.arb.generation5_bindings import (
    CONTROL_ATTRIBUTES,
    EVALUATION_ATTRIBUTES,
    GEOMETRY_5_ATTRIBUTES,
)
from nvrender.languages.arb.geometry_bindings import PATCHES
from nvrender.program import Program, RegisterFile
from nvrender.program.profile import Stage

#: The number, among the attributes, of the words a lane knows its place by: its number, its patch's, and how
#: many vertices the input patch has.
PLACE = -1
_NAMES = {
    Stage.TESSELLATION_CONTROL: CONTROL_ATTRIBUTES,
    Stage.TESSELLATION_EVALUATION: EVALUATION_ATTRIBUTES,
}


class Owner(Enum):
    """What has an attribute, the first three as vertex or patch; all else is each lane's own."""

    INPUT = "vertex of the input patch"
    OUTPUT = "vertex of the output patch"
    PATCH = "patch"
    LANE = "lane"


def takes_patches(program: Program) -> bool:
    """True if lanes share the vertices and values of a patch."""
    geometry = program.geometry
    return program.profile.stage in _NAMES or (geometry is not None and geometry.input == PATCHES)


def names_of(program: Program) -> tuple[str, ...]:
    """What the attributes of a program that takes patches are called."""
    return _NAMES.get(program.profile.stage, GEOMETRY_5_ATTRIBUTES)


def owner(program: Program, index: int) -> Owner:
    """Whose attribute number ``index`` is (NV_tessellation_program5 Tables X.2 to X.4)."""
    if index == PLACE or not takes_patches(program):
        return Owner.LANE
    name = names_of(program)[index]
    if name.startswith("vertex.out."):
        return Owner.OUTPUT
    if name.startswith("vertex.") and name != "vertex.tesscoord":
        return Owner.INPUT
    shared = name.removeprefix("primitive.").removeprefix("out.").startswith(("tess", "patch."))
    return Owner.PATCH if shared else Owner.LANE


def read_back(result: str) -> str:
    """The attribute by which a control program reads one of its results."""
    if result.startswith("patch.tess"):
        return f"primitive.out.{result.removeprefix('patch.')}"
    return f"primitive.out.{result}" if result.startswith("patch.") else f"vertex.out.{result}"


def slots_of(program: Program) -> dict[int, int]:
    """Attribute number → slot, of what some instruction reads, and of every result of the patch."""
    if not takes_patches(program):
        return {}
    read = program.reads(RegisterFile.ATTRIBUTE)
    shared = {index for index in read if owner(program, index) is not Owner.LANE}
    if program.profile.stage is Stage.TESSELLATION_CONTROL:
        names = (read_back(name) for name in program.results if name.startswith("patch."))
        shared |= {CONTROL_ATTRIBUTES.index(name) for name in names}
    return {index: slot for slot, index in enumerate(sorted(shared))}
