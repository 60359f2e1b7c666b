"""ClipPlane, TexGen, Fog and PointSize (OpenGL 1.5, 2.11, 2.11.4, 3.3 and 3.10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from nvrender.api import enums
from nvrender.api.arguments import floats
from nvrender.api.command import command, family
from nvrender.api.errors import check_enum, invalid_enum, invalid_value
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.textures.targets import coordinate_set
from nvrender.api.words import clamped, numbers, with_fractions, word, words
from nvrender.gl.inputs.params import matrix_named, transformed
from nvrender.gl.state.fragments import FOG_MODES, FOG_SOURCES
from nvrender.gl.state.lighting import TEXTURE_GENERATION_MODES, Vector4
from nvrender.gl.state.state import CLIP_PLANES

_FOG = "OpenGL 1.5, 3.10"
_GENERATION = "OpenGL 1.5, 2.11.4"
_COORDINATES = (enums.S, enums.T, enums.R, enums.Q)


def _plane(fixed: FixedState, values: Any) -> Vector4:
    """A plane in eye space: the row times the inverse of the modelview matrix (2.11)."""
    inverse = transformed(matrix_named(fixed.state, "MODELVIEW"), "INVERSE")
    with np.errstate(all="ignore"):
        x, y, z, w = (np.array(numbers(values, 4, "the plane")) @ inverse).tolist()
    return x, y, z, w


@command()
def ClipPlane(fixed: FixedState, p: int, eqn: Any) -> None:
    """A plane beyond which vertices are clipped, in the coordinates of the modelview matrix of now."""
    number = p - enums.CLIP_PLANE0
    if not 0 <= number < CLIP_PLANES:
        raise invalid_enum("p", p, f"CLIP_PLANE0 to CLIP_PLANE{CLIP_PLANES - 1}", "OpenGL 1.5, 2.11")
    planes = fixed.state.clip_plane_equations
    new = (*planes[:number], _plane(fixed, eqn), *planes[number + 1 :])
    fixed.state = fixed.state.with_(clip_plane_equations=new)


def _texture_generation(
    fixed: FixedState, textures: TextureState, coord: int, pname: int, params: Any
) -> None:
    check_enum("coord", coord, _COORDINATES, "S, T, R and Q", _GENERATION)
    axis = _COORDINATES.index(coord)
    row = fixed.state.texture_generation[coordinate_set(textures)]
    if pname == enums.TEXTURE_GEN_MODE:
        mode = word(
            "params", int(numbers(params, 1, "params")[0]), words(TEXTURE_GENERATION_MODES), _GENERATION
        )
        if (axis == 3 and mode not in TEXTURE_GENERATION_MODES[:2]) or (axis == 2 and mode == "SPHERE_MAP"):
            raise invalid_enum(
                "params", getattr(enums, mode), "another mode for this coordinate", _GENERATION
            )
        key = textures.active_texture, axis
        fixed.generation_modes = fixed.generation_modes | {key: mode}
        _switch_generation(fixed, textures, axis, bool(row.modes[axis]))
        return
    planes = {enums.OBJECT_PLANE: "object", enums.EYE_PLANE: "eye"}
    name = word("pname", pname, planes, _GENERATION)
    x, y, z, w = numbers(params, 4, "params")
    plane = _plane(fixed, params) if name == "eye" else (x, y, z, w)
    old = getattr(row, name)
    _put(fixed, textures, replace(row, **{name: (*old[:axis], plane, *old[axis + 1 :])}))


def _put(fixed: FixedState, textures: TextureState, row: Any) -> None:
    rows, unit = fixed.state.texture_generation, textures.active_texture
    fixed.state = fixed.state.with_(texture_generation=(*rows[:unit], row, *rows[unit + 1 :]))


def _switch_generation(fixed: FixedState, textures: TextureState, axis: int, on: bool) -> None:
    row = fixed.state.texture_generation[coordinate_set(textures)]
    mode = fixed.generation_modes.get((textures.active_texture, axis), "EYE_LINEAR") if on else ""
    modes = list(row.modes)
    modes[axis] = mode
    s, t, r, q = modes
    _put(fixed, textures, replace(row, modes=(s, t, r, q)))


for _letter in ("i", "f", "d", "iv", "fv", "dv"):
    family(f"TexGen{_letter}", _texture_generation, "How a texture coordinate is generated.")


def switch_generation(fixed: FixedState, textures: TextureState, cap: int, *, on: bool) -> None:
    """Enable or Disable of TEXTURE_GEN_S and its kin, of the active unit."""
    _switch_generation(fixed, textures, cap - enums.TEXTURE_GEN_S, on)


def generates(fixed: FixedState, textures: TextureState, cap: int) -> bool:
    return bool(fixed.state.texture_generation[coordinate_set(textures)].modes[cap - enums.TEXTURE_GEN_S])


def _fog(fixed: FixedState, pname: int, params: Any) -> None:
    fields = {enums.FOG_START: "start", enums.FOG_END: "end", enums.FOG_DENSITY: "density"}
    given = numbers(params, 4 if pname == enums.FOG_COLOR else 1, "params")
    if pname == enums.FOG_COLOR:
        changes: dict[str, Any] = {"color": tuple(map(clamped, given))}
    elif pname == enums.FOG_MODE:
        changes = {"mode": word("params", int(given[0]), words(FOG_MODES), _FOG)}
    elif pname == enums.FOG_COORD_SRC:
        changes = {"coordinate_source": word("params", int(given[0]), words(FOG_SOURCES), _FOG)}
    elif pname in fields:
        if pname == enums.FOG_DENSITY and not given[0] >= 0:
            raise invalid_value(f"FOG_DENSITY is {given[0]}; it cannot be negative", _FOG)
        changes = {fields[pname]: given[0]}
    else:
        raise invalid_enum("pname", pname, "FOG_MODE, FOG_COLOR and their kin", _FOG)
    fixed.state = fixed.state.with_(fog=replace(fixed.state.fog, **changes))


for _letter in ("i", "f", "fv"):
    family(f"Fog{_letter}", _fog, "A property of the fog.")
family("Fogiv", with_fractions(_fog), "A property of the fog; colours are fractions of the largest integer.")


@command()
def PointSize(fixed: FixedState, size: float) -> None:
    """The size of points."""
    fixed.state = fixed.state.with_(point_size=_positive(size, "size", "OpenGL 1.5, 3.3"))


@command()
def LineWidth(fixed: FixedState, width: float) -> None:
    """The width of lines."""
    fixed.state = fixed.state.with_(line_width=_positive(width, "width", "OpenGL 1.5, 3.4"))


def _positive(value: float, what: str, section: str) -> float:
    (number,) = floats((value,), what)
    if not number > 0:
        raise invalid_value(f"{what} is {number}; it must be positive", section)
    return number
