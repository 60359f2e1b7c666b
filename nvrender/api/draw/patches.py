"""PatchParameter, and what draws of patches demand of the programs (ARB_tessellation_shader 2.X.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import float32, vector, whole
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_enum, invalid_operation, invalid_value
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.programs import LIMITS
from nvrender.gl.patches import MAX_PATCH_VERTICES, generated
from nvrender.oracle.patches.tessellator_edges import MAX_LEVEL
from nvrender.program import Program
from nvrender.program.declared import tessellation_of

_SECTION = "ARB_tessellation_shader 2.X.1"
_PROGRAMS = "NV_tessellation_program5, Errors"


@command()
def PatchParameteri(fixed: FixedState, pname: int, value: int) -> None:
    """PATCH_VERTICES: of how many vertices each patch of a draw is."""
    count = whole(value, "value")
    check_enum("pname", pname, (enums.PATCH_VERTICES,), "PATCH_VERTICES", _SECTION)
    if not 0 < count <= MAX_PATCH_VERTICES:
        raise invalid_value(f"a patch has 1 to {MAX_PATCH_VERTICES} vertices, not {count}", _SECTION)
    fixed.patch = replace(fixed.patch, vertices=count)


@command()
def PatchParameterfv(fixed: FixedState, pname: int, values: Any) -> None:
    """PATCH_DEFAULT_OUTER_LEVEL, four, or PATCH_DEFAULT_INNER_LEVEL, two: levels that no program writes."""
    if pname == enums.PATCH_DEFAULT_OUTER_LEVEL:
        a, b, c, d = _levels(values, 4)
        fixed.patch = replace(fixed.patch, outer=(a, b, c, d))
    elif pname == enums.PATCH_DEFAULT_INNER_LEVEL:
        a, b = _levels(values, 2)
        fixed.patch = replace(fixed.patch, inner=(a, b))
    else:
        known = "PATCH_DEFAULT_OUTER_LEVEL and PATCH_DEFAULT_INNER_LEVEL"
        raise invalid_enum("pname", pname, known, _SECTION)


def _levels(values: Any, count: int) -> list[float]:
    levels: list[float] = float32(vector(values, count, "values")).tolist()
    return levels


def check_patches(
    mode: str, control: Program | None, evaluation: Program | None, geometry: Program | None
) -> None:
    """INVALID_OPERATION where patches and programs do not go together (docs/semantics.md).

    Tessellation programs take patches alone; what they make goes to a geometry program that takes it, and
    patches go to an evaluation program, or a geometry program that takes patches.
    """
    declared = None if geometry is None else geometry.geometry
    tessellated = control is not None or evaluation is not None
    if mode != "PATCHES":
        if tessellated:
            what = "control" if control is not None else "evaluation"
            reason = f"a tessellation {what} program is enabled, which takes PATCHES, not {mode}"
            raise invalid_operation(reason, _PROGRAMS)
        return
    if evaluation is None:
        if declared is None or declared.input != "PATCHES":
            reason = "patches need an evaluation program, or a geometry program that takes PATCHES"
            raise invalid_operation(reason, "NV_tessellation_program5, Overview")
        return
    made = generated(tessellation_of(evaluation))
    if declared is not None and declared.input != made:
        reason = f"the geometry program takes {declared.input}, and the evaluation program makes {made}"
        raise invalid_operation(reason, "NV_geometry_program4 2.14.6.1")


_CONTROL = LIMITS[enums.TESS_CONTROL_PROGRAM_NV]
_EVALUATION = LIMITS[enums.TESS_EVALUATION_PROGRAM_NV]
#: What GetIntegerv and its kin know of them.
VALUES: dict[int, Callable[[ContextState], Any]] = {
    enums.PATCH_VERTICES: lambda gl: gl.fixed.patch.vertices,
    enums.PATCH_DEFAULT_OUTER_LEVEL: lambda gl: gl.fixed.patch.outer,
    enums.PATCH_DEFAULT_INNER_LEVEL: lambda gl: gl.fixed.patch.inner,
    enums.MAX_PATCH_VERTICES: lambda gl: MAX_PATCH_VERTICES,
    enums.MAX_TESS_GEN_LEVEL: lambda gl: MAX_LEVEL,
    enums.MAX_TESS_CONTROL_UNIFORM_COMPONENTS: lambda gl: 4 * _CONTROL.parameters,
    enums.MAX_TESS_EVALUATION_UNIFORM_COMPONENTS: lambda gl: 4 * _EVALUATION.parameters,
    enums.MAX_TESS_CONTROL_TEXTURE_IMAGE_UNITS: lambda gl: _CONTROL.texture_image_units,
    enums.MAX_TESS_EVALUATION_TEXTURE_IMAGE_UNITS: lambda gl: _EVALUATION.texture_image_units,
    enums.MAX_TESS_CONTROL_INPUT_COMPONENTS: lambda gl: _CONTROL.attribute_components,
    enums.MAX_TESS_CONTROL_OUTPUT_COMPONENTS: lambda gl: _CONTROL.result_components,
    enums.MAX_TESS_PATCH_COMPONENTS: lambda gl: 4 * _CONTROL.patch_attributes,
    enums.MAX_TESS_CONTROL_TOTAL_OUTPUT_COMPONENTS: lambda gl: _CONTROL.output_components,
    enums.MAX_TESS_EVALUATION_INPUT_COMPONENTS: lambda gl: _EVALUATION.attribute_components,
    enums.MAX_TESS_EVALUATION_OUTPUT_COMPONENTS: lambda gl: _EVALUATION.result_components,
}
