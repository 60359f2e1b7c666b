"""The state of conventional lighting and texture generation (OpenGL 1.5, 2.11.4 and 2.14)."""

from __future__ import annotations

from dataclasses import dataclass

Vector3 = tuple[float, float, float]
Vector4 = tuple[float, float, float, float]

FACES = ("FRONT", "BACK", "FRONT_AND_BACK")
COLOR_MATERIALS = ("EMISSION", "AMBIENT", "DIFFUSE", "SPECULAR", "AMBIENT_AND_DIFFUSE")
TEXTURE_GENERATION_MODES = ("OBJECT_LINEAR", "EYE_LINEAR", "SPHERE_MAP", "REFLECTION_MAP", "NORMAL_MAP")

_BLACK: Vector4 = (0.0, 0.0, 0.0, 1.0)
_WHITE: Vector4 = (1.0, 1.0, 1.0, 1.0)
_NOTHING: Vector4 = (0.0, 0.0, 0.0, 0.0)
_DIM: Vector4 = (0.2, 0.2, 0.2, 1.0)
_ALONG_S: Vector4 = (1.0, 0.0, 0.0, 0.0)
_ALONG_T: Vector4 = (0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Light:
    """A light source, position and spot direction in eye space as Light stores them (OpenGL 1.5 2.14.1).

    ``spot_cutoff`` is in degrees, 180 for no spot; ``attenuation`` is constant, linear, quadratic. Light 0
    starts with white diffuse and specular: ``FIRST_LIGHT``.
    """

    enabled: bool = False
    ambient: Vector4 = _BLACK
    diffuse: Vector4 = _BLACK
    specular: Vector4 = _BLACK
    position: Vector4 = (0.0, 0.0, 1.0, 0.0)
    spot_direction: Vector3 = (0.0, 0.0, -1.0)
    spot_exponent: float = 0.0
    spot_cutoff: float = 180.0
    attenuation: Vector3 = (1.0, 0.0, 0.0)


#: What light 0 is at first (OpenGL 1.5 table 6.9).
FIRST_LIGHT = Light(diffuse=_WHITE, specular=_WHITE)


@dataclass(frozen=True, slots=True)
class LightModel:
    """The lighting model (OpenGL 1.5 2.14.1)."""

    ambient: Vector4 = _DIM
    local_viewer: bool = False
    two_side: bool = False
    separate_specular: bool = False


@dataclass(frozen=True, slots=True)
class Material:
    """The material of one face (OpenGL 1.5 2.14.1)."""

    ambient: Vector4 = _DIM
    diffuse: Vector4 = (0.8, 0.8, 0.8, 1.0)
    specular: Vector4 = _BLACK
    emission: Vector4 = _BLACK
    shininess: float = 0.0


@dataclass(frozen=True, slots=True)
class ColorMaterial:
    """The properties of a material that are the current colour (OpenGL 1.5, 2.14.3).

    ``face`` is one of FACES, ``mode`` one of COLOR_MATERIALS.
    """

    enabled: bool = False
    face: str = "FRONT_AND_BACK"
    mode: str = "AMBIENT_AND_DIFFUSE"


@dataclass(frozen=True, slots=True)
class TextureGeneration:
    """The planes of one texture unit for s, t, r, q: eye planes as TexGen stores them (OpenGL 1.5 2.11.4).

    ``modes`` are those of s, t, r and q, each one of TEXTURE_GENERATION_MODES, or "" where the
    coordinate is not generated.
    """

    eye: tuple[Vector4, Vector4, Vector4, Vector4] = (_ALONG_S, _ALONG_T, _NOTHING, _NOTHING)
    object: tuple[Vector4, Vector4, Vector4, Vector4] = (_ALONG_S, _ALONG_T, _NOTHING, _NOTHING)
    modes: tuple[str, str, str, str] = ("", "", "", "")
