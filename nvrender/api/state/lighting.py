"""Light, Material, LightModel, ColorMaterial and ShadeModel (OpenGL 1.5, 2.14)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from nvrender.api import enums
from nvrender.api.command import command, family
from nvrender.api.errors import check_enum, invalid_enum, invalid_value
from nvrender.api.objects.fixed import FixedState
from nvrender.api.words import numbers, with_fractions, word, words
from nvrender.gl.inputs.params import matrix_named
from nvrender.gl.state.lighting import COLOR_MATERIALS, FACES
from nvrender.gl.state.state import LIGHTS

_SECTION = "OpenGL 1.5, 2.14.1"

_COLORS = {enums.AMBIENT: "ambient", enums.DIFFUSE: "diffuse", enums.SPECULAR: "specular"}
_ATTENUATIONS = (enums.CONSTANT_ATTENUATION, enums.LINEAR_ATTENUATION, enums.QUADRATIC_ATTENUATION)
_FACES = words(FACES)
_MODES = words(COLOR_MATERIALS)


def _light(fixed: FixedState, light: int, pname: int, params: Any) -> None:
    number = light - enums.LIGHT0
    if not 0 <= number < LIGHTS:
        raise invalid_enum("light", light, f"LIGHT0 to LIGHT{LIGHTS - 1}", _SECTION)
    lights = fixed.state.lights
    changed = replace(lights[number], **_light_changes(fixed, lights[number].attenuation, pname, params))
    fixed.state = fixed.state.with_(lights=(*lights[:number], changed, *lights[number + 1 :]))


def _light_changes(
    fixed: FixedState, attenuation: tuple[float, ...], pname: int, params: Any
) -> dict[str, Any]:
    """What becomes of a light; places and directions go to eye space (2.14.1)."""
    if pname in _COLORS:
        return {_COLORS[pname]: numbers(params, 4, "params")}
    modelview = matrix_named(fixed.state, "MODELVIEW")
    if pname == enums.POSITION:
        return {"position": tuple((modelview @ np.array(numbers(params, 4, "params"))).tolist())}
    if pname == enums.SPOT_DIRECTION:
        return {
            "spot_direction": tuple((modelview[:3, :3] @ np.array(numbers(params, 3, "params"))).tolist())
        }
    known = (enums.SPOT_EXPONENT, enums.SPOT_CUTOFF, *_ATTENUATIONS)
    check_enum("pname", pname, known, "AMBIENT, POSITION, SPOT_CUTOFF and their kin", _SECTION)
    (value,) = numbers(params, 1, "params")
    if pname == enums.SPOT_EXPONENT:
        if not 0 <= value <= 128:
            raise invalid_value(f"SPOT_EXPONENT is {value}; it takes 0 to 128", _SECTION)
        return {"spot_exponent": value}
    if pname == enums.SPOT_CUTOFF:
        if not (0 <= value <= 90 or value == 180):
            raise invalid_value(f"SPOT_CUTOFF is {value}; it takes 0 to 90 and 180", _SECTION)
        return {"spot_cutoff": value}
    if not value >= 0:
        raise invalid_value(f"an attenuation is {value}; it cannot be negative", _SECTION)
    place = _ATTENUATIONS.index(pname)
    return {"attenuation": (*attenuation[:place], value, *attenuation[place + 1 :])}


def _material(fixed: FixedState, face: int, pname: int, params: Any) -> None:
    side = word("face", face, _FACES, _SECTION)
    if pname == enums.SHININESS:
        (value,) = numbers(params, 1, "params")
        if not 0 <= value <= 128:
            raise invalid_value(f"SHININESS is {value}; it takes 0 to 128", _SECTION)
        changes: dict[str, Any] = {"shininess": value}
    elif pname == enums.AMBIENT_AND_DIFFUSE:
        color = numbers(params, 4, "params")
        changes = {"ambient": color, "diffuse": color}
    elif pname in _COLORS or pname == enums.EMISSION:
        changes = {_COLORS.get(pname, "emission"): numbers(params, 4, "params")}
    else:
        raise invalid_enum("pname", pname, "AMBIENT, SHININESS and their kin", _SECTION)
    if side != "BACK":
        fixed.state = fixed.state.with_(material=replace(fixed.state.material, **changes))
    if side != "FRONT":
        fixed.state = fixed.state.with_(back_material=replace(fixed.state.back_material, **changes))


def _light_model(fixed: FixedState, pname: int, params: Any) -> None:
    count = 4 if pname == enums.LIGHT_MODEL_AMBIENT else 1
    flags = {
        enums.LIGHT_MODEL_LOCAL_VIEWER: "local_viewer",
        enums.LIGHT_MODEL_TWO_SIDE: "two_side",
        enums.LIGHT_MODEL_COLOR_CONTROL: "separate_specular",
    }
    if pname not in flags and count == 1:
        raise invalid_enum("pname", pname, "LIGHT_MODEL_AMBIENT and its kin", _SECTION)
    given = numbers(params, count, "params")
    value: Any = given if count == 4 else given[0] != 0
    if pname == enums.LIGHT_MODEL_COLOR_CONTROL:
        known = {enums.SINGLE_COLOR: "", enums.SEPARATE_SPECULAR_COLOR: "SEPARATE_SPECULAR_COLOR"}
        if given[0] not in known:
            what = "SINGLE_COLOR and SEPARATE_SPECULAR_COLOR"
            raise invalid_enum("param", int(given[0]), what, _SECTION)
        value = given[0] == enums.SEPARATE_SPECULAR_COLOR
    model = replace(fixed.state.light_model, **{flags.get(pname, "ambient"): value})
    fixed.state = fixed.state.with_(light_model=model)


def _register() -> None:
    for letter, light, model, material in (
        ("f", _light, _light_model, _material),
        ("i", _light, _light_model, _material),
        ("fv", _light, _light_model, _material),
        ("iv", with_fractions(_light), with_fractions(_light_model), with_fractions(_material)),
    ):
        family(f"Light{letter}", light, "A property of a light.")
        family(f"LightModel{letter}", model, "A property of the lighting model.")
        family(f"Material{letter}", material, "A property of the material.", inside=True)


_register()


@command()
def ColorMaterial(fixed: FixedState, face: int, mode: int) -> None:
    """Which properties of the material are the current colour."""
    side = word("face", face, _FACES, "OpenGL 1.5, 2.14.3")
    which = word("mode", mode, _MODES, "OpenGL 1.5, 2.14.3")
    changed = replace(fixed.state.color_material, face=side, mode=which)
    fixed.state = fixed.state.with_(color_material=changed)


@command()
def ShadeModel(fixed: FixedState, mode: int) -> None:
    """Whether colours are interpolated."""
    check_enum("mode", mode, (enums.SMOOTH, enums.FLAT), "SMOOTH and FLAT", "OpenGL 1.5, 2.14.7")
    fixed.state = fixed.state.with_(flat_shading=mode == enums.FLAT)
