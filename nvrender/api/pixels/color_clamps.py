"""ClampColor: which colours are clamped to 0 … 1 (ARB_color_buffer_float 2.14.6, 3.11 and 4.3.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_enum
from nvrender.api.framebuffers.draw_buffers import drawn_floats
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.fixed import FixedState
from nvrender.gl.textures.surfaces import Buffers
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.source import InputError

_SECTION = "ARB_color_buffer_float 2.14.6"
_FIELDS = {
    enums.CLAMP_VERTEX_COLOR_ARB: "clamp_vertex_color",
    enums.CLAMP_FRAGMENT_COLOR_ARB: "clamp_fragment_color",
    enums.CLAMP_READ_COLOR_ARB: "clamp_read_color",
}
_VALUES = (enums.TRUE, enums.FALSE, enums.FIXED_ONLY_ARB)


@command(suffixes=("", "ARB"))
def ClampColor(fixed: FixedState, target: int, clamp: int) -> None:
    """Whether colours of vertices, of fragments, or that are read, are clamped."""
    if target not in _FIELDS:
        known = "CLAMP_VERTEX_COLOR, CLAMP_FRAGMENT_COLOR and CLAMP_READ_COLOR"
        raise invalid_enum("target", target, known, _SECTION)
    check_enum("clamp", clamp, _VALUES, "TRUE, FALSE and FIXED_ONLY", _SECTION)
    setattr(fixed, _FIELDS[target], int(clamp))


def check_clamps(fixed: FixedState, buffers: Buffers, programs: tuple[Program | None, ...]) -> None:
    """InputError for clamps that nvrender's draws do not have: docs/semantics.md says what they have."""
    floats = any(each is not None and each.planes[0].dtype.kind == "f" for each in buffers.colors)
    vertex, fragment = fixed.clamp_vertex_color, fixed.clamp_fragment_color
    if vertex == enums.FALSE or (vertex == enums.FIXED_ONLY_ARB and floats):
        raise InputError(
            "ClampColor of CLAMP_VERTEX_COLOR: nvrender clamps colours of vertices; leave it at TRUE"
        )
    if not floats or fragment == enums.FIXED_ONLY_ARB:
        return
    stages = [
        program for program in programs if program is not None and program.profile.stage is Stage.FRAGMENT
    ]
    written = any(not program.profile.family.clamps_colors for program in stages)
    if written == (fragment == enums.TRUE):
        does = "does not clamp" if written else "clamps"
        raise InputError(
            f"ClampColor of CLAMP_FRAGMENT_COLOR: into floats nvrender {does} what this fragment stage "
            "leaves; leave it at FIXED_ONLY"
        )


def read_clamped(fixed: FixedState, colors: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Colours as they are read: floats are clamped where CLAMP_READ_COLOR is TRUE (4.3.2)."""
    if fixed.clamp_read_color != enums.TRUE or colors.dtype.kind != "f":
        return colors
    return np.asarray(np.fmin(np.fmax(colors, 0), 1), colors.dtype)


def _value(name: str) -> Callable[[ContextState], int]:
    return lambda gl: int(getattr(gl.fixed, name))


#: What GetIntegerv and its kin know of it.
VALUES: dict[int, Callable[[ContextState], Any]] = {
    **{target: _value(name) for target, name in _FIELDS.items()},
    enums.RGBA_FLOAT_MODE_ARB: lambda gl: drawn_floats(gl.framebuffers, gl.textures),
}
