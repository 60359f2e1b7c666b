"""The GL 1.x state around a vertex program, as one frozen, hashable value with GL's defaults."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from nvrender.isa.bindings import ATTRIBUTES

Vector4 = tuple[float, float, float, float]
#: Four rows; a vector is transformed as M · v, with v a column.
Matrix = tuple[Vector4, Vector4, Vector4, Vector4]

IDENTITY: Matrix = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))

TEXTURE_UNITS = 8
TRACKING_MATRICES = 8
CLIP_PLANES = 6

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


@dataclass(frozen=True, slots=True)
class State:
    """What a vertex program and the fixed function around it read of GL's state.

    Matrices are rows of M with M · v. ``cull_face`` is "", FRONT, BACK or FRONT_AND_BACK;
    ``clip_planes`` are the six CLIP_PLANEi enables; ``current_attributes`` the 16 current values
    attributes without an array take.
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

    def with_(self, **changes: Any) -> State:
        """A copy with some fields changed."""
        return replace(self, **changes)
