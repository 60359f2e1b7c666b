"""What was set of lighting, fog and the fragment operations (OpenGL 1.5, 6.1.3 and tables 6.9 to 6.19)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import float32, rounded
from nvrender.api.command import command, family
from nvrender.api.errors import check_enum, invalid_enum
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.fixed import FixedState
from nvrender.api.state.matrices import depth_of
from nvrender.api.words import whole_fraction
from nvrender.gl.state.lighting import Light, Material, TextureGeneration
from nvrender.gl.state.state import CLIP_PLANES, LIGHTS

_SECTION = "OpenGL 1.5, 6.1.3"


def _enumerant(word: str) -> int:
    value: int = getattr(enums, word)
    return value


def _alpha_factor(fixed: FixedState, own: str, common: str) -> int:
    return _enumerant(getattr(fixed.state.blend, own) or getattr(fixed.state.blend, common))


#: What GetFloatv and its kin know of them.
VALUES: dict[int, Callable[[ContextState], Any]] = {
    enums.MODELVIEW_STACK_DEPTH: lambda gl: depth_of(gl.fixed, "MODELVIEW0"),
    enums.PROJECTION_STACK_DEPTH: lambda gl: depth_of(gl.fixed, "PROJECTION0"),
    enums.TEXTURE_STACK_DEPTH: lambda gl: depth_of(gl.fixed, f"TEXTURE{gl.textures.active_texture}"),
    enums.LIGHT_MODEL_AMBIENT: lambda gl: gl.fixed.state.light_model.ambient,
    enums.LIGHT_MODEL_LOCAL_VIEWER: lambda gl: gl.fixed.state.light_model.local_viewer,
    enums.LIGHT_MODEL_TWO_SIDE: lambda gl: gl.fixed.state.light_model.two_side,
    enums.LIGHT_MODEL_COLOR_CONTROL: lambda gl: (
        enums.SEPARATE_SPECULAR_COLOR if gl.fixed.state.light_model.separate_specular else enums.SINGLE_COLOR
    ),
    enums.COLOR_MATERIAL_FACE: lambda gl: _enumerant(gl.fixed.state.color_material.face),
    enums.COLOR_MATERIAL_PARAMETER: lambda gl: _enumerant(gl.fixed.state.color_material.mode),
    enums.FOG_MODE: lambda gl: _enumerant(gl.fixed.state.fog.mode),
    enums.FOG_COLOR: lambda gl: gl.fixed.state.fog.color,
    enums.FOG_DENSITY: lambda gl: gl.fixed.state.fog.density,
    enums.FOG_START: lambda gl: gl.fixed.state.fog.start,
    enums.FOG_END: lambda gl: gl.fixed.state.fog.end,
    enums.FOG_COORD_SRC: lambda gl: _enumerant(gl.fixed.state.fog.coordinate_source),
    enums.ALPHA_TEST_FUNC: lambda gl: _enumerant(gl.fixed.state.alpha_test.function),
    enums.ALPHA_TEST_REF: lambda gl: gl.fixed.state.alpha_test.reference,
    enums.BLEND_SRC: lambda gl: _enumerant(gl.fixed.state.blend.source),
    enums.BLEND_DST: lambda gl: _enumerant(gl.fixed.state.blend.destination),
    enums.BLEND_SRC_RGB: lambda gl: _enumerant(gl.fixed.state.blend.source),
    enums.BLEND_DST_RGB: lambda gl: _enumerant(gl.fixed.state.blend.destination),
    enums.BLEND_SRC_ALPHA: lambda gl: _alpha_factor(gl.fixed, "alpha_source", "source"),
    enums.BLEND_DST_ALPHA: lambda gl: _alpha_factor(gl.fixed, "alpha_destination", "destination"),
    enums.BLEND_EQUATION: lambda gl: _enumerant(gl.fixed.state.blend.equation),
    enums.BLEND_COLOR: lambda gl: gl.fixed.state.blend.color,
    enums.STENCIL_FUNC: lambda gl: _enumerant(gl.fixed.state.stencil.function),
    enums.STENCIL_REF: lambda gl: gl.fixed.state.stencil.reference,
    enums.STENCIL_VALUE_MASK: lambda gl: gl.fixed.state.stencil.mask,
    enums.STENCIL_WRITEMASK: lambda gl: gl.fixed.state.stencil.write_mask,
    enums.STENCIL_FAIL: lambda gl: _enumerant(gl.fixed.state.stencil.fail),
    enums.STENCIL_PASS_DEPTH_FAIL: lambda gl: _enumerant(gl.fixed.state.stencil.depth_fail),
    enums.STENCIL_PASS_DEPTH_PASS: lambda gl: _enumerant(gl.fixed.state.stencil.depth_pass),
    enums.POLYGON_OFFSET_FACTOR: lambda gl: gl.fixed.state.polygon_offset.factor,
    enums.POLYGON_OFFSET_UNITS: lambda gl: gl.fixed.state.polygon_offset.units,
}

_LIGHT: dict[int, Callable[[Light], Any]] = {
    enums.AMBIENT: lambda light: light.ambient,
    enums.DIFFUSE: lambda light: light.diffuse,
    enums.SPECULAR: lambda light: light.specular,
    enums.POSITION: lambda light: light.position,
    enums.SPOT_DIRECTION: lambda light: light.spot_direction,
    enums.SPOT_EXPONENT: lambda light: light.spot_exponent,
    enums.SPOT_CUTOFF: lambda light: light.spot_cutoff,
    enums.CONSTANT_ATTENUATION: lambda light: light.attenuation[0],
    enums.LINEAR_ATTENUATION: lambda light: light.attenuation[1],
    enums.QUADRATIC_ATTENUATION: lambda light: light.attenuation[2],
}
_MATERIAL: dict[int, Callable[[Material], Any]] = {
    enums.AMBIENT: lambda material: material.ambient,
    enums.DIFFUSE: lambda material: material.diffuse,
    enums.SPECULAR: lambda material: material.specular,
    enums.EMISSION: lambda material: material.emission,
    enums.SHININESS: lambda material: material.shininess,
}
#: Those of colours, which as integers have 1 as the largest there is (6.1.2).
_COLORS = frozenset((enums.AMBIENT, enums.DIFFUSE, enums.SPECULAR, enums.EMISSION))


def _light(gl: ContextState, light: int, pname: int) -> Any:
    number = light - enums.LIGHT0
    if not 0 <= number < LIGHTS:
        raise invalid_enum("light", light, f"LIGHT0 to LIGHT{LIGHTS - 1}", _SECTION)
    check_enum("pname", pname, _LIGHT, "AMBIENT, POSITION, SPOT_CUTOFF and their kin", _SECTION)
    return _LIGHT[pname](gl.fixed.state.lights[number])


def _material(gl: ContextState, face: int, pname: int) -> Any:
    check_enum("face", face, (enums.FRONT, enums.BACK), "FRONT and BACK", _SECTION)
    check_enum("pname", pname, _MATERIAL, "AMBIENT, SHININESS and their kin", _SECTION)
    return _MATERIAL[pname](gl.fixed.state.material if face == enums.FRONT else gl.fixed.state.back_material)


def _generation(gl: ContextState, coord: int, pname: int) -> Any:
    coordinates = (enums.S, enums.T, enums.R, enums.Q)
    check_enum("coord", coord, coordinates, "S, T, R and Q", _SECTION)
    axis = coordinates.index(coord)
    row: TextureGeneration = gl.fixed.state.texture_generation[gl.textures.active_texture]
    if pname == enums.TEXTURE_GEN_MODE:
        return _enumerant(gl.fixed.generation_modes.get((gl.textures.active_texture, axis), "EYE_LINEAR"))
    if pname not in (enums.OBJECT_PLANE, enums.EYE_PLANE):
        raise invalid_enum("pname", pname, "TEXTURE_GEN_MODE, OBJECT_PLANE and EYE_PLANE", _SECTION)
    return (row.object if pname == enums.OBJECT_PLANE else row.eye)[axis]


def _floats(asked: Callable[..., Any]) -> Callable[..., Any]:
    def query(gl: ContextState, of: int, pname: int) -> Any:
        value = asked(gl, of, pname)
        return tuple(float32(value).tolist()) if isinstance(value, tuple) else float(value)

    return query


def _integers(asked: Callable[..., Any]) -> Callable[..., Any]:
    def query(gl: ContextState, of: int, pname: int) -> Any:
        value = asked(gl, of, pname)
        convert = whole_fraction if pname in _COLORS else rounded
        return tuple(map(convert, value)) if isinstance(value, tuple) else rounded(value)

    return query


def _register() -> None:
    for name, asked, what in (
        ("Light", _light, "A property of a light, places in eye space."),
        ("Material", _material, "A property of the material of front or back."),
        ("TexGen", _generation, "How a texture coordinate is generated."),
    ):
        family(f"Get{name}fv", _floats(asked), what)
        family(f"Get{name}iv", _integers(asked), what)
    family("GetTexGendv", _floats(_generation), "How a texture coordinate is generated.")


_register()


@command()
def GetClipPlane(fixed: FixedState, plane: int) -> tuple[float, ...] | None:
    """A plane's coefficients in eye space."""
    number = plane - enums.CLIP_PLANE0
    if not 0 <= number < CLIP_PLANES:
        raise invalid_enum("plane", plane, f"CLIP_PLANE0 to CLIP_PLANE{CLIP_PLANES - 1}", _SECTION)
    return fixed.state.clip_plane_equations[number]
