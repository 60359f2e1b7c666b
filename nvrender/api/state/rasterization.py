"""PointParameter, LineStipple, PolygonMode, EdgeFlag, LogicOp and Hint.

OpenGL 1.5, 3.3, 3.4.2, 3.5.4, 2.6.2, 4.1.9 and 5.6.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.command import command, family
from nvrender.api.errors import check_enum, invalid_enum, invalid_value
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.vertices import ImmediateState
from nvrender.api.words import numbers, word, words
from nvrender.gl.state.fragments import LOGIC_OPERATIONS
from nvrender.gl.state.lighting import FACES
from nvrender.source import InputError

_POINTS = "OpenGL 1.5, 3.3"
_POLYGONS = "OpenGL 1.5, 3.5.4"

_SIZES = {
    enums.POINT_SIZE_MIN: "minimum",
    enums.POINT_SIZE_MAX: "maximum",
    enums.POINT_FADE_THRESHOLD_SIZE: "fade_threshold",
}
_FACES = words(FACES)
_POLYGON_MODES = words(("POINT", "LINE", "FILL"))
_OPERATIONS = words(LOGIC_OPERATIONS)
_SMOOTH = {kind: getattr(enums, f"{kind}_SMOOTH") for kind in ("POINT", "LINE", "POLYGON")}
#: The pattern of lines without gaps.
_SOLID = 0xFFFF
_HINTS = (
    enums.PERSPECTIVE_CORRECTION_HINT, enums.POINT_SMOOTH_HINT, enums.LINE_SMOOTH_HINT,
    enums.POLYGON_SMOOTH_HINT, enums.FOG_HINT, enums.GENERATE_MIPMAP_HINT, enums.TEXTURE_COMPRESSION_HINT,
)  # fmt: skip
_WISHES = (enums.FASTEST, enums.NICEST, enums.DONT_CARE)


def _point_parameter(fixed: FixedState, pname: int, params: Any) -> None:
    if pname == enums.POINT_DISTANCE_ATTENUATION:
        a, b, c = numbers(params, 3, "params")
        changes: dict[str, Any] = {"attenuation": (a, b, c)}
    elif pname in _SIZES:
        (size,) = numbers(params, 1, "params")
        if not size >= 0:
            raise invalid_value(f"a size of points is {size}; it cannot be negative", _POINTS)
        changes = {_SIZES[pname]: size}
    else:
        raise invalid_enum(
            "pname", pname, "POINT_SIZE_MIN, POINT_DISTANCE_ATTENUATION and their kin", _POINTS
        )
    fixed.state = fixed.state.with_(point=replace(fixed.state.point, **changes))


for _letter in ("i", "f"):
    family(f"PointParameter{_letter}", _point_parameter, "What bounds the size of points.")
    family(f"PointParameter{_letter}v", _point_parameter, "How points become smaller with the distance.")


@command()
def PolygonMode(fixed: FixedState, face: int, mode: int) -> None:
    """How polygons are drawn: FILL, or LINE and POINT, with which draws are refused."""
    side = word("face", face, _FACES, _POLYGONS)
    word("mode", mode, _POLYGON_MODES, _POLYGONS)
    front, back = fixed.polygon_modes
    fixed.polygon_modes = (front if side == "BACK" else mode, back if side == "FRONT" else mode)


def check_primitives(fixed: FixedState, name: str) -> None:
    """InputError for primitives of ``name`` that are smooth, stippled or with a side not filled."""
    kind = "POINT" if name == "POINTS" else "LINE" if name.startswith("LINE") else "POLYGON"
    if _SMOOTH[kind] in fixed.enabled:
        raise InputError(f"{kind}_SMOOTH is enabled; nvrender smooths nothing")
    if kind == "LINE" and enums.LINE_STIPPLE in fixed.enabled and fixed.line_stipple[1] != _SOLID:
        raise InputError("LINE_STIPPLE is enabled with a pattern that has gaps; nvrender draws lines without")
    if kind == "POLYGON":
        _check_polygons(fixed)


def _check_polygons(fixed: FixedState) -> None:
    """Sides that are culled may be as they like."""
    culled = fixed.cull_mode if enums.CULL_FACE in fixed.enabled else ""
    for side, drawn in zip(("FRONT", "BACK"), fixed.polygon_modes, strict=True):
        if drawn != enums.FILL and culled not in (side, "FRONT_AND_BACK"):
            what = _POLYGON_MODES[drawn]
            raise InputError(f"PolygonMode of {side} is {what}; nvrender draws polygons with FILL only")


@command()
def LineStipple(fixed: FixedState, factor: int, pattern: int) -> None:
    """The pattern of lines where LINE_STIPPLE is enabled, each of its 16 bits ``factor`` times."""
    fixed.line_stipple = min(max(whole(factor, "factor"), 1), 256), whole(pattern, "pattern") & _SOLID


@command(inside=True)
def EdgeFlag(immediate: ImmediateState, flag: bool) -> None:
    """Whether vertices begin an edge of the outline, which only polygons that are not filled show."""
    immediate.edge_flag = bool(flag)


@command(inside=True)
def EdgeFlagv(immediate: ImmediateState, flag: Any) -> None:
    """EdgeFlag of an array."""
    immediate.edge_flag = numbers(flag, 1, "flag")[0] != 0


@command()
def LogicOp(fixed: FixedState, op: int) -> None:
    """How the bits of new and old colours are combined where COLOR_LOGIC_OP is enabled."""
    fixed.logic_operation = word("op", op, _OPERATIONS, "OpenGL 1.5, 4.1.9")


@command()
def Hint(fixed: FixedState, target: int, hint: int) -> None:
    """A wish, which is kept and changes nothing."""
    check_enum("target", target, _HINTS, "FOG_HINT and its kin", "OpenGL 1.5, 5.6")
    check_enum("hint", hint, _WISHES, "FASTEST, NICEST and DONT_CARE", "OpenGL 1.5, 5.6")
    fixed.hints = fixed.hints | {target: hint}


def _hint(target: int) -> Callable[[ContextState], int]:
    return lambda gl: gl.fixed.hints.get(target, enums.DONT_CARE)


#: What GetIntegerv and its kin know of them.
VALUES: dict[int, Callable[[ContextState], Any]] = {
    enums.POINT_SIZE_MIN: lambda gl: gl.fixed.state.point.minimum,
    enums.POINT_SIZE_MAX: lambda gl: gl.fixed.state.point.maximum,
    enums.POINT_FADE_THRESHOLD_SIZE: lambda gl: gl.fixed.state.point.fade_threshold,
    enums.POINT_DISTANCE_ATTENUATION: lambda gl: gl.fixed.state.point.attenuation,
    enums.POLYGON_MODE: lambda gl: gl.fixed.polygon_modes,
    enums.EDGE_FLAG: lambda gl: gl.immediate.edge_flag,
    enums.LINE_STIPPLE_REPEAT: lambda gl: gl.fixed.line_stipple[0],
    enums.LINE_STIPPLE_PATTERN: lambda gl: gl.fixed.line_stipple[1],
    enums.LOGIC_OP_MODE: lambda gl: getattr(enums, gl.fixed.logic_operation),
    **{target: _hint(target) for target in _HINTS},
}
