"""Patches as draws take them: how many vertices they have, and the levels where no program writes some."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan

import numpy as np

from nvrender.languages.arb.geometry_bindings import PATCHES as PATCHES
from nvrender.program import Program, Tessellation
from nvrender.program.declared import geometry_of, tessellation_of
from nvrender.source import InputError

#: MAX_PATCH_VERTICES (ARB_tessellation_shader).
MAX_PATCH_VERTICES = 32
#: What the primitive generator makes → what a geometry program behind it takes.
_WORDS = {"QUADS": "TRIANGLES", "ISOLINES": "LINES"}


@dataclass(frozen=True)
class Patch:
    """PATCH_VERTICES, PATCH_DEFAULT_OUTER_LEVEL and PATCH_DEFAULT_INNER_LEVEL (ARB_tessellation_shader).

    Without a control program the ``outer`` and ``inner`` levels are those of every patch.
    """

    vertices: int = 3
    outer: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    inner: tuple[float, float] = (1.0, 1.0)


#: Patches where nobody says more of them.
INITIAL = Patch()


def _is_level(level: object) -> bool:
    """True for any number that a float holds."""
    if not isinstance(level, int | float | np.integer | np.floating):
        return False
    try:
        float(level)
    except OverflowError:
        return False
    return True


def check_patch(patch: object) -> None:
    """InputError unless ``patch`` is a Patch whose numbers OpenGL takes."""
    if not isinstance(patch, Patch):
        raise InputError(f"patch is of type {type(patch).__name__}; give a nvrender.gl.patches.Patch")
    count = patch.vertices
    if not isinstance(count, int) or isinstance(count, bool) or not 0 < count <= MAX_PATCH_VERTICES:
        raise InputError(
            f"a patch of {count!r} vertices; it must have a whole number from 1 to {MAX_PATCH_VERTICES}"
        )
    for name, levels, size in (("outer", patch.outer, 4), ("inner", patch.inner, 2)):
        numbers = isinstance(levels, tuple) and len(levels) == size
        if not numbers or not all(_is_level(level) for level in levels):
            raise InputError(
                f"the {name} levels of a patch are {levels!r}; they must be a tuple of {size} numbers"
            )


def check_chain(
    primitive: str, control: Program | None, evaluation: Program | None, geometry: Program | None
) -> None:
    """InputError unless what is drawn fits the programs (NV_tessellation_program5, Overview).

    Patches need an evaluation program, or a geometry program that takes them; a geometry program behind an
    evaluation program takes what the generator makes.
    """
    if evaluation is None:
        takes = geometry is not None and geometry.geometry is not None and geometry.geometry.input == PATCHES
        if control is not None and not takes:
            raise InputError(
                f"{control.source.name} makes patches; draw them by an evaluation program (tess_evaluation), "
                f"or by a geometry program that takes PATCHES"
            )
        if control is not None and primitive != PATCHES:
            raise InputError(
                f"{control.source.name} takes patches, and the mesh is of {primitive}; give it as PATCHES"
            )
        if primitive == PATCHES and not takes:
            raise InputError(
                "PATCHES are for evaluation programs (tess_evaluation) and geometry programs that take them; "
                "the draw has none"
            )
        return
    if primitive != PATCHES:
        raise InputError(
            f"{evaluation.source.name} takes patches, and the mesh is of {primitive}; give it as PATCHES"
        )
    if geometry is None:
        return
    made, taken = generated(tessellation_of(evaluation)), geometry_of(geometry).input
    if taken != made:
        raise InputError(f"{geometry.source.name} takes {taken}, and {evaluation.source.name} makes {made}")


def takes_patches(program: Program) -> bool:
    """True for tessellation programs, and geometry programs of PATCHES."""
    return program.tessellation is not None or (
        program.geometry is not None and program.geometry.input == PATCHES
    )


def generated(declared: Tessellation) -> str:
    """What the primitive generator makes of patches: POINTS, LINES or TRIANGLES."""
    return "POINTS" if declared.points else _WORDS.get(declared.mode, declared.mode)


def levels_of(patch: Patch) -> dict[str, float]:
    """The default levels, by the names a control program writes them under; NaN as 0."""
    named = {f"patch.tessouter[{number}]": level for number, level in enumerate(patch.outer)}
    named |= {f"patch.tessinner[{number}]": level for number, level in enumerate(patch.inner)}
    return {name: 0.0 if isnan(level) else float(level) for name, level in named.items()}
