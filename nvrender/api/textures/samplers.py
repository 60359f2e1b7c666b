"""Sampler objects: parameters of textures apart from them (ARB_sampler_objects 3.9.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import name_of, names_of, rounded, whole
from nvrender.api.command import command, family
from nvrender.api.errors import invalid_enum, invalid_operation, invalid_value, natural
from nvrender.api.objects.texture_units import IMAGE_UNITS, TextureState
from nvrender.api.objects.textures import Parameters, SamplerObject, TextureObject, with_sampler
from nvrender.api.textures.parameters import changes_of, getter, value_of
from nvrender.api.textures.targets import change_unit
from nvrender.api.words import fraction, whole_fraction
from nvrender.source import InputError

_SECTION = "ARB_sampler_objects 3.9.2"
_QUERY = "ARB_sampler_objects 6.1.5"

_KNOWN = frozenset(
    getattr(enums, f"TEXTURE_{name}")
    for name in (
        "WRAP_S", "WRAP_T", "WRAP_R", "MIN_FILTER", "MAG_FILTER", "BORDER_COLOR", "MIN_LOD", "MAX_LOD",
        "LOD_BIAS", "COMPARE_MODE", "COMPARE_FUNC", "MAX_ANISOTROPY_EXT",
    )
)  # fmt: skip


@command()
def GenSamplers(textures: TextureState, count: int) -> tuple[int, ...]:
    """``count`` unused names of samplers, which are there from now on."""
    names = textures.samplers.fresh(natural(count, "count", _SECTION))
    for name in names:
        textures.samplers.put(name, SamplerObject())
    return names


@command()
def DeleteSamplers(textures: TextureState, samplers: Any) -> None:
    """Delete samplers, with handles of them; where one is bound, 0 is."""
    for number in names_of(samplers):
        if textures.samplers.objects.pop(number, None) is None:
            continue
        for unit, row in enumerate(textures.units):
            if row.sampler == number:
                change_unit(textures, unit, sampler=0)
        kept = {handle: what for handle, what in textures.handles.known.items() if what.sampler != number}
        textures.handles.known = kept


@command(failing=False)
def IsSampler(textures: TextureState, sampler: int) -> bool:
    """True for the name of a sampler."""
    return name_of(sampler) in textures.samplers.objects


@command()
def BindSampler(textures: TextureState, unit: int, sampler: int) -> None:
    """Let a sampler's parameters count on a texture unit, in place of those of its textures; 0 ends that."""
    place, number = whole(unit, "unit"), name_of(sampler)
    if not 0 <= place < IMAGE_UNITS:
        raise invalid_value(f"unit is {place}; there are 0 to {IMAGE_UNITS - 1}", _SECTION)
    if number:
        _sampler(textures, number, _SECTION)
    change_unit(textures, place, sampler=number)


def _sampler(textures: TextureState, number: int, section: str) -> SamplerObject:
    held = textures.samplers.objects.get(number)
    if held is None:
        raise invalid_operation(f"{number} is the name of no sampler", section)
    return held


def _parameter(
    textures: TextureState, sampler: int, pname: int, params: Any, color: Callable[[Any], Any] | None
) -> None:
    number = name_of(sampler)
    held = _sampler(textures, number, _SECTION)
    _check_parameter(pname, _SECTION)
    changes = changes_of("2D", pname, params, color)
    if held.handled:
        raise invalid_operation("there is a handle of the sampler", "NV_bindless_texture 3.9.X")
    parameters = replace(held.parameters, **changes)
    textures.samplers.objects[number] = replace(held, parameters=parameters)


def _check_parameter(pname: int, section: str) -> None:
    if whole(pname, "pname") not in _KNOWN:
        raise invalid_enum("pname", pname, "TEXTURE_WRAP_S, TEXTURE_MIN_FILTER and their kin", section)


def _value(textures: TextureState, sampler: int, pname: int) -> Any:
    held = _sampler(textures, name_of(sampler), _QUERY)
    _check_parameter(pname, _QUERY)
    return value_of(held.parameters, pname)


def _scalar(textures: TextureState, sampler: int, pname: int, param: float) -> None:
    if hasattr(param, "__len__"):
        raise InputError(f"param is one number, not {param!r}")
    _parameter(textures, sampler, pname, param, None)


def _setter(color: Callable[[Any], Any]) -> Callable[..., None]:
    def parameters(textures: TextureState, sampler: int, pname: int, params: Any) -> None:
        _parameter(textures, sampler, pname, params, color)

    return parameters


def _register() -> None:
    what = "A parameter of a sampler"
    for letter in "if":
        family(f"SamplerParameter{letter}", _scalar, f"{what}.")
    family("SamplerParameterfv", _setter(float), f"{what}.")
    family("SamplerParameteriv", _setter(fraction), f"{what}; colours are fractions.")
    family("GetSamplerParameterfv", getter(_value, float, float), f"{what}, as a float.")
    integers = getter(_value, whole_fraction, rounded)
    family("GetSamplerParameteriv", integers, f"{what}, as an integer; colours are fractions.")
    for letters in ("i", "ui"):
        family(f"SamplerParameterI{letters}v", _setter(float), f"{what}; colours are integers as they are.")
        plain = getter(_value, round, rounded)
        family(f"GetSamplerParameterI{letters}v", plain, f"{what}, as an integer.")


_register()


def sampling(textures: TextureState, held: TextureObject, unit: int) -> Parameters:
    """The parameters that count for a texture on a unit."""
    return parameters_with(textures, held, textures.units[unit].sampler)


def parameters_with(textures: TextureState, held: TextureObject, name: int) -> Parameters:
    """A texture's parameters with those of the sampler of a name, if there is one."""
    sampler = textures.samplers.objects.get(name)
    return held.parameters if sampler is None else with_sampler(held.parameters, sampler.parameters)
