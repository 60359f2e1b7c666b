"""TexEnv and GetTexEnv (OpenGL 1.5, 3.8.13; ARB_point_sprite 3.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import rounded, whole
from nvrender.api.command import family
from nvrender.api.errors import check_enum, invalid_enum, invalid_value
from nvrender.api.objects.texture_units import ImageUnit, TextureState
from nvrender.api.textures.parameters import getter, one_number
from nvrender.api.textures.targets import change_unit
from nvrender.api.words import clamped, fraction, numbers, whole_fraction, word, words
from nvrender.gl.state import fragments as known

_SECTION = "OpenGL 1.5, 3.8.13"

_FUNCTIONS = {
    enums.COMBINE_RGB: ("rgb", words(known.COMBINE_FUNCTIONS)),
    enums.COMBINE_ALPHA: ("alpha", words(known.COMBINE_ALPHA_FUNCTIONS)),
}
_SOURCES = words(known.COMBINE_SOURCES)
#: pname → field, place in it, and the enumerants it takes.
_ARGUMENTS: dict[int, tuple[str, int, dict[int, str]]] = {
    getattr(enums, f"{name}{place}_{part.upper()}"): (f"{part}_{field}", place, choice)
    for part, operands in (("rgb", known.COMBINE_OPERANDS), ("alpha", known.ALPHA_OPERANDS))
    for name, field, choice in (("SOURCE", "sources", _SOURCES), ("OPERAND", "operands", words(operands)))
    for place in range(3)
}
_SCALES = {enums.RGB_SCALE: "rgb_scale", enums.ALPHA_SCALE: "alpha_scale"}
_MODES = words(known.TEXTURE_ENVIRONMENTS)
_KNOWN = "TEXTURE_ENV_MODE, COMBINE_RGB and their kin"


def _set(
    textures: TextureState, target: int, pname: int, params: Any, color: Callable[[Any], float] | None
) -> None:
    _check(target, pname)
    unit = textures.units[textures.active_texture]
    change_unit(textures, textures.active_texture, **_changes(unit, pname, params, color))


def _check(target: int, pname: int) -> None:
    """INVALID_ENUM for a target or pname that is none, or that do not go together."""
    own = {enums.TEXTURE_FILTER_CONTROL: enums.TEXTURE_LOD_BIAS, enums.POINT_SPRITE: enums.COORD_REPLACE}
    if whole(target, "target") in own:
        if whole(pname, "pname") != own[target]:
            raise invalid_enum("pname", pname, "TEXTURE_LOD_BIAS, of POINT_SPRITE COORD_REPLACE", _SECTION)
        return
    if target != enums.TEXTURE_ENV:
        raise invalid_enum("target", target, "TEXTURE_ENV, TEXTURE_FILTER_CONTROL and POINT_SPRITE", _SECTION)
    plain = (enums.TEXTURE_ENV_MODE, enums.TEXTURE_ENV_COLOR)
    check_enum("pname", whole(pname, "pname"), (*plain, *_FUNCTIONS, *_ARGUMENTS, *_SCALES), _KNOWN, _SECTION)


def _changes(
    unit: ImageUnit, pname: int, params: Any, color: Callable[[Any], float] | None
) -> dict[str, object]:
    environment = unit.environment
    if pname == enums.TEXTURE_ENV_COLOR:
        if color is None:
            raise invalid_enum("pname", pname, "a pname of one number, with TexEnvi and TexEnvf", _SECTION)
        r, g, b, a = (clamped(color(value)) for value in numbers(params, 4, "params"))
        return {"environment": replace(environment, color=(r, g, b, a))}
    value = one_number(params)
    if pname == enums.TEXTURE_LOD_BIAS:
        return {"lod_bias": value}
    if pname == enums.COORD_REPLACE:
        return {"environment": replace(environment, coord_replace=value != 0)}
    if pname == enums.TEXTURE_ENV_MODE:
        return {"environment": replace(environment, mode=_word(value, _MODES))}
    combine = environment.combine
    if pname in _SCALES:
        if value not in known.COMBINE_SCALES:
            raise invalid_value(f"a scale is 1, 2 or 4, not {value}", _SECTION)
        changed: dict[str, Any] = {_SCALES[pname]: value}
    elif pname in _FUNCTIONS:
        changed = {_FUNCTIONS[pname][0]: _word(value, _FUNCTIONS[pname][1])}
    else:
        field, place, choice = _ARGUMENTS[pname]
        row = getattr(combine, field)
        changed = {field: (*row[:place], _word(value, choice), *row[place + 1 :])}
    return {"environment": replace(environment, combine=replace(combine, **changed))}


def _word(value: float, choice: dict[int, str]) -> str:
    return word("param", rounded(value), choice, _SECTION)


def _setter(color: Callable[[Any], float] | None) -> Callable[..., None]:
    def put(textures: TextureState, target: int, pname: int, params: Any) -> None:
        _set(textures, target, pname, params, color)

    return put


_WHAT = "A property of the active unit's texture environment"
for _letter, _color in (("i", None), ("f", None), ("iv", fraction), ("fv", float)):
    family(f"TexEnv{_letter}", _setter(_color), f"{_WHAT}.")


def _value(textures: TextureState, target: int, pname: int) -> Any:
    _check(target, pname)
    unit = textures.units[textures.active_texture]
    environment, combine = unit.environment, unit.environment.combine
    if pname == enums.TEXTURE_ENV_COLOR:
        return environment.color
    if pname == enums.TEXTURE_LOD_BIAS:
        return unit.lod_bias
    if pname == enums.COORD_REPLACE:
        return int(environment.coord_replace)
    if pname in _SCALES:
        return getattr(combine, _SCALES[pname])
    if pname in _ARGUMENTS:
        field, place, _ = _ARGUMENTS[pname]
        return getattr(enums, getattr(combine, field)[place])
    name = environment.mode if pname == enums.TEXTURE_ENV_MODE else getattr(combine, _FUNCTIONS[pname][0])
    return getattr(enums, name)


family("GetTexEnvfv", getter(_value, float, float), f"{_WHAT}, as a float.")
family(
    "GetTexEnviv", getter(_value, whole_fraction, rounded), f"{_WHAT}, as an integer; colours are fractions."
)
