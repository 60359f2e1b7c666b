"""Whether a program can run by compiled code at all."""

from __future__ import annotations

from importlib.util import find_spec

from nvrender.gl.patches import takes_patches
from nvrender.llvm.refusal import refused
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.source import InputError

_STAGES = (Stage.VERTEX, Stage.VERTEX_STATE, Stage.GEOMETRY, Stage.FRAGMENT, Stage.COMPUTE)


def check_available(program: Program) -> None:
    """InputError without llvmlite, TargetError for a program of another stage."""
    check_installed()
    if program.profile.stage not in _STAGES:
        raise refused(f"{program.profile.stage.value} programs")
    if takes_patches(program):
        raise refused("geometry programs of patches")


def check_installed() -> None:
    """InputError without llvmlite."""
    if find_spec("llvmlite") is None:
        raise InputError("the back end llvm needs llvmlite: pip install 'nvrender[llvm]'")
