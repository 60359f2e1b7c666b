"""The GL 1.x state around a vertex program, as one frozen, hashable value with GL's defaults."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from nvrender.isa.bindings import ATTRIBUTES

Vector3 = tuple[float, float, float]
Vector4 = tuple[float, float, float, float]
#: Four rows; a vector is transformed as M · v, with v a column.
Matrix = tuple[Vector4, Vector4, Vector4, Vector4]

IDENTITY: Matrix = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))

TEXTURE_UNITS = 8
TRACKING_MATRICES = 8
CLIP_PLANES = 6
LIGHTS = 8

COMPARISONS = ("NEVER", "LESS", "EQUAL", "LEQUAL", "GREATER", "NOTEQUAL", "GEQUAL", "ALWAYS")
FOG_MODES = ("LINEAR", "EXP", "EXP2")
TEXTURE_ENVIRONMENTS = ("REPLACE", "MODULATE", "DECAL", "BLEND", "ADD")
TEXTURE_TARGETS = ("2D", "CUBE_MAP")
TRACKING_TRANSFORMS = ("IDENTITY", "INVERSE", "TRANSPOSE", "INVERSE_TRANSPOSE")
BLEND_FACTORS = (
    "ZERO", "ONE", "SRC_COLOR", "ONE_MINUS_SRC_COLOR", "DST_COLOR", "ONE_MINUS_DST_COLOR",
    "SRC_ALPHA", "ONE_MINUS_SRC_ALPHA", "DST_ALPHA", "ONE_MINUS_DST_ALPHA",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tracking:
    """TrackMatrixNV: c[address]..c[address+3] hold the rows of a matrix (NV_vertex_program 2.14.5).

    ``matrix`` is MODELVIEW, PROJECTION, MODELVIEW_PROJECTION, TEXTURE0..7 or MATRIX0..7;
    ``transform`` one of TRACKING_TRANSFORMS. ``address`` is a multiple of 4.
    """

    address: int
    matrix: str
    transform: str = "IDENTITY"


@dataclass(frozen=True, slots=True)
class Fog:
    """Fog: factor from the program's FOGC.x by ``mode``; 1 where FOGC is not written."""

    enabled: bool = False
    mode: str = "EXP"
    density: float = 1.0
    start: float = 0.0
    end: float = 1.0
    color: Vector4 = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class AlphaTest:
    """Fragments pass where alpha ``function`` reference holds."""

    enabled: bool = False
    function: str = "ALWAYS"
    reference: float = 0.0


@dataclass(frozen=True, slots=True)
class TextureUnit:
    """A texture unit: whether it is enabled, TexEnv mode and colour, and the texture's base format.

    ``base_format`` is RGB, RGBA, ALPHA, LUMINANCE, LUMINANCE_ALPHA or INTENSITY: the texture
    environment's formulas depend on it. With ``coord_replace`` a point's texture coordinates run from
    (0, 0) at its upper left to (1, 1) at its lower right (ARB_point_sprite 3.3). ``target`` is one of
    TEXTURE_TARGETS.
    """

    enabled: bool = False
    mode: str = "MODULATE"
    color: Vector4 = (0.0, 0.0, 0.0, 0.0)
    base_format: str = "RGBA"
    coord_replace: bool = False
    target: str = "2D"


@dataclass(frozen=True, slots=True)
class Blend:
    """Blending of the fragment with the frame."""

    enabled: bool = False
    source: str = "ONE"
    destination: str = "ZERO"


@dataclass(frozen=True, slots=True)
class Depth:
    """The depth test."""

    enabled: bool = False
    function: str = "LESS"
    write: bool = True


_BLACK: Vector4 = (0.0, 0.0, 0.0, 1.0)
_WHITE: Vector4 = (1.0, 1.0, 1.0, 1.0)
_NOTHING: Vector4 = (0.0, 0.0, 0.0, 0.0)
_DIM: Vector4 = (0.2, 0.2, 0.2, 1.0)


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
class TextureGeneration:
    """The planes of one texture unit for s, t, r, q: eye planes as TexGen stores them (OpenGL 1.5 2.11.4)."""

    eye: tuple[Vector4, Vector4, Vector4, Vector4] = (IDENTITY[0], IDENTITY[1], _NOTHING, _NOTHING)
    object: tuple[Vector4, Vector4, Vector4, Vector4] = (IDENTITY[0], IDENTITY[1], _NOTHING, _NOTHING)


@dataclass(frozen=True, slots=True)
class Point:
    """Point parameters (OpenGL 1.5 3.3); the size is State.point_size.

    ``maximum`` starts as the largest size there is, which OpenGL leaves to the implementation.
    """

    minimum: float = 0.0
    maximum: float = 64.0
    fade_threshold: float = 1.0
    attenuation: Vector3 = (1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class State:
    """What a vertex program and the fixed function around it read of GL's state.

    Matrices are rows of M with M · v. ``cull_face`` is "", FRONT, BACK or FRONT_AND_BACK;
    ``clip_planes`` are the six CLIP_PLANEi enables, ``clip_plane_equations`` their coefficients as ClipPlane
    stores them, in eye space; ``current_attributes`` the 16 current values attributes without an array
    take. ``modelview`` is modelview matrix 0, ``modelviews`` are those from 1 on and ``palette`` the
    palette matrices, which only extensions have. A light, unit, plane or matrix past the end of its
    tuple has GL's initial value. ``window_height`` is in pixels, None where nobody says; it matters to
    fragment programs that count from the upper left.
    """

    modelview: Matrix = IDENTITY
    projection: Matrix = IDENTITY
    texture: tuple[Matrix, ...] = (IDENTITY,) * TEXTURE_UNITS
    program: tuple[Matrix, ...] = (IDENTITY,) * TRACKING_MATRICES
    tracking: tuple[Tracking, ...] = ()
    current_attributes: tuple[Vector4, ...] = tuple(row.initial for row in ATTRIBUTES)
    vertex_program_two_side: bool = False
    vertex_program_point_size: bool = False
    point_size: float = 1.0
    clip_planes: tuple[bool, ...] = (False,) * CLIP_PLANES
    fog: Fog = field(default_factory=Fog)
    alpha_test: AlphaTest = field(default_factory=AlphaTest)
    texture_units: tuple[TextureUnit, ...] = (TextureUnit(),) * TEXTURE_UNITS
    blend: Blend = field(default_factory=Blend)
    depth: Depth = field(default_factory=Depth)
    cull_face: str = ""
    front_face: str = "CCW"
    flat_shading: bool = False
    lights: tuple[Light, ...] = (FIRST_LIGHT, *(Light(),) * (LIGHTS - 1))
    light_model: LightModel = LightModel()
    material: Material = Material()
    back_material: Material = Material()
    texture_generation: tuple[TextureGeneration, ...] = (TextureGeneration(),) * TEXTURE_UNITS
    clip_plane_equations: tuple[Vector4, ...] = (_NOTHING,) * CLIP_PLANES
    point: Point = Point()
    depth_range: tuple[float, float] = (0.0, 1.0)
    modelviews: tuple[Matrix, ...] = ()
    palette: tuple[Matrix, ...] = ()
    window_height: float | None = None

    def with_(self, **changes: Any) -> State:
        """A copy with some fields changed."""
        return replace(self, **changes)
