"""TexParameter and GetTexParameter (OpenGL 1.5, 3.8.4 and 6.1.3)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import rounded, whole
from nvrender.api.command import family
from nvrender.api.errors import check_enum, invalid_enum, invalid_value
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.objects.textures import Parameters
from nvrender.api.textures.targets import TARGETS, bound_texture, check_unhandled, replace_texture
from nvrender.api.words import clamped, fraction, numbers, whole_fraction, word, words
from nvrender.gl.state.fragments import COMPARISONS
from nvrender.gl.textures import formats as known
from nvrender.source import InputError

_SECTION = "OpenGL 1.5, 3.8.4"
_QUERY = "OpenGL 1.5, 6.1.3"
_RECTANGLES = "ARB_texture_rectangle 3.8.4"

#: MIRROR_CLAMP and its kin have a suffix.
_WRAPS = {getattr(enums, name + ("_EXT" if name.startswith("MIRROR_") else "")): name for name in known.WRAPS}
_FILTERS = words(known.MIN_FILTERS)
_MODES = words(("NONE", "COMPARE_R_TO_TEXTURE"))
#: pname → field, and the enumerants it takes.
_WORDS: dict[int, tuple[str, dict[int, str]]] = {
    enums.TEXTURE_WRAP_S: ("wrap_s", _WRAPS), enums.TEXTURE_WRAP_T: ("wrap_t", _WRAPS),
    enums.TEXTURE_WRAP_R: ("wrap_r", _WRAPS), enums.TEXTURE_MIN_FILTER: ("min_filter", _FILTERS),
    enums.TEXTURE_MAG_FILTER: ("mag_filter", words(known.MAG_FILTERS)),
    enums.DEPTH_TEXTURE_MODE: ("depth_mode", words(known.DEPTH_MODES)),
    enums.TEXTURE_COMPARE_MODE: ("compare_mode", _MODES),
    enums.TEXTURE_COMPARE_FUNC: ("compare_function", words(COMPARISONS)),
}  # fmt: skip
_NUMBERS = {
    enums.TEXTURE_MIN_LOD: "min_lod", enums.TEXTURE_MAX_LOD: "max_lod", enums.TEXTURE_LOD_BIAS: "lod_bias",
    enums.TEXTURE_PRIORITY: "priority", enums.TEXTURE_MAX_ANISOTROPY_EXT: "max_anisotropy",
}  # fmt: skip
_LEVELS = {enums.TEXTURE_BASE_LEVEL: "base_level", enums.TEXTURE_MAX_LEVEL: "max_level"}
#: The largest TEXTURE_MAX_ANISOTROPY_EXT, to which others are clamped.
ANISOTROPY = 16.0
_KNOWN = "TEXTURE_WRAP_S, TEXTURE_MIN_FILTER and their kin"


def parameter_target(target: int, section: str) -> str:
    """The word of a target that has parameters; those of buffers, renderbuffers and samples have none."""
    without = (
        enums.TEXTURE_BUFFER_EXT, enums.TEXTURE_RENDERBUFFER_NV, enums.TEXTURE_2D_MULTISAMPLE,
        enums.TEXTURE_2D_MULTISAMPLE_ARRAY,
    )  # fmt: skip
    if whole(target, "target") not in TARGETS or target in without:
        raise invalid_enum("target", target, "TEXTURE_2D, TEXTURE_CUBE_MAP and their kin", section)
    return TARGETS[target]


def _parameter(
    textures: TextureState, target: int, pname: int, params: Any, color: Callable[[Any], Any] | None
) -> None:
    target_word = parameter_target(target, _SECTION)
    held = bound_texture(textures, target_word)
    changes = changes_of(target_word, pname, params, color)
    check_unhandled(textures, target_word)
    replace_texture(textures, replace(held, parameters=replace(held.parameters, **changes)))


def changes_of(target: str, pname: int, params: Any, color: Callable[[Any], Any] | None) -> dict[str, Any]:
    """What becomes of the parameters; ``color`` makes a border colour of numbers, None: there is none."""
    if whole(pname, "pname") == enums.TEXTURE_BORDER_COLOR and color is not None:
        given = tuple(map(_finite, map(color, numbers(params, 4, "params"))))
        return {"border_color": given}
    value = one_number(params)
    if pname in _WORDS:
        field, choice = _WORDS[pname]
        suiting = {key: name for key, name in choice.items() if _suits(target, name)}
        return {field: word("param", rounded(value), suiting, _SECTION)}
    if pname in _LEVELS:
        level = rounded(value)
        if level < 0:
            raise invalid_value(f"{_LEVELS[pname]} is {level}; it cannot be negative", _SECTION)
        if level and target == "RECT" and pname == enums.TEXTURE_BASE_LEVEL:
            raise invalid_value(f"rectangles have no level {level}", _RECTANGLES)
        return {_LEVELS[pname]: level}
    if pname == enums.GENERATE_MIPMAP:
        if value and target == "RECT":
            raise invalid_value("rectangles have no mipmaps", _RECTANGLES)
        return {"generate_mipmap": value != 0}
    check_enum("pname", pname, _NUMBERS, _KNOWN, _SECTION)
    if pname == enums.TEXTURE_PRIORITY:
        value = clamped(value)
    elif pname == enums.TEXTURE_MAX_ANISOTROPY_EXT:
        if not value >= 1.0:
            raise invalid_value(
                f"the anisotropy is {value}; it is at least 1", "EXT_texture_filter_anisotropic"
            )
        value = min(value, ANISOTROPY)
    return {_NUMBERS[pname]: _finite(value)}


def _suits(target: str, word: str) -> bool:
    """Whether a wrap mode or filter is one that rectangles have, if it is one."""
    return target != "RECT" or (
        "MIPMAP" not in word and (word not in known.WRAPS or word in known.RECT_WRAPS)
    )


def one_number(params: Any) -> float:
    (value,) = numbers(params, 1, "params")
    return value


def _finite(value: float) -> float:
    """The float nearest to it; NaN is 0."""
    return 0.0 if math.isnan(value) else min(max(value, -3e38), 3e38)


def _setter(color: Callable[[Any], Any] | None) -> Callable[..., None]:
    def parameters(textures: TextureState, target: int, pname: int, params: Any) -> None:
        _parameter(textures, target, pname, params, color)

    return parameters


def _scalar(textures: TextureState, target: int, pname: int, param: float) -> None:
    if hasattr(param, "__len__"):
        raise InputError(f"param is one number, not {param!r}")
    _parameter(textures, target, pname, param, None)


_WHAT = "A parameter of the texture bound to a target"
for _letter in "if":
    family(f"TexParameter{_letter}", _scalar, f"{_WHAT}.")
family("TexParameterfv", _setter(float), f"{_WHAT}.")
family("TexParameteriv", _setter(fraction), f"{_WHAT}; colours are fractions.")
for _letter in ("i", "ui"):
    family(f"TexParameterI{_letter}vEXT", _setter(float), f"{_WHAT}; colours are integers as they are.")


def _value(textures: TextureState, target: int, pname: int) -> Any:
    return value_of(bound_texture(textures, parameter_target(target, _QUERY)).parameters, pname)


def value_of(parameters: Parameters, pname: int) -> Any:
    """A parameter; INVALID_ENUM for what is none."""
    if whole(pname, "pname") in _WORDS:
        field, choice = _WORDS[pname]
        held = getattr(parameters, field)
        return next(value for value, name in choice.items() if name == held)
    if pname == enums.TEXTURE_BORDER_COLOR:
        return parameters.border_color
    if pname == enums.GENERATE_MIPMAP:
        return int(parameters.generate_mipmap)
    if pname == enums.TEXTURE_RESIDENT:
        return enums.TRUE
    if pname not in _NUMBERS and pname not in _LEVELS:
        raise invalid_enum("pname", pname, _KNOWN, _QUERY)
    return getattr(parameters, _NUMBERS.get(pname) or _LEVELS[pname])


def getter(
    read: Callable[[TextureState, int, int], Any],
    color: Callable[[float], float],
    convert: Callable[[float], float],
) -> Callable[..., Any]:
    """A query whose several numbers are a colour."""

    def get(textures: TextureState, target: int, pname: int) -> Any:
        value = read(textures, target, pname)
        return tuple(map(color, value)) if isinstance(value, tuple) else convert(value)

    return get


family("GetTexParameterfv", getter(_value, float, float), f"{_WHAT}, as a float.")
family(
    "GetTexParameteriv",
    getter(_value, whole_fraction, rounded),
    f"{_WHAT}, as an integer; colours are fractions.",
)
for _letter in ("i", "ui"):
    family(f"GetTexParameterI{_letter}vEXT", getter(_value, round, rounded), f"{_WHAT}, as an integer.")
