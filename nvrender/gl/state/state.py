"""The GL 1.x state around programs, as one frozen, hashable value with GL's defaults."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

from nvrender.gl.state.fragments import (
    AlphaTest,
    Blend,
    Depth,
    Fog,
    PolygonOffset,
    Stencil,
    TextureUnit,
)
from nvrender.gl.state.lighting import (
    FIRST_LIGHT,
    ColorMaterial,
    Light,
    LightModel,
    Material,
    TextureGeneration,
    Vector3,
    Vector4,
)
from nvrender.gl.state.matrices import Matrix, rows_of
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.showing import shown_by

#: Left, bottom, width and height in pixels.
Box = tuple[int, int, int, int]

IDENTITY: Matrix = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))

TEXTURE_UNITS = 8
TRACKING_MATRICES = 8
CLIP_PLANES = 6
#: How wide and high a viewport may be, and how far to the left and below it may begin.
MOST_VIEWPORT, FURTHEST_VIEWPORT = 1 << 14, 1 << 15
LIGHTS = 8

TRACKING_TRANSFORMS = ("IDENTITY", "INVERSE", "TRANSPOSE", "INVERSE_TRANSPOSE")


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
class Point:
    """Point parameters (OpenGL 1.5 3.3); the size is State.point_size.

    ``maximum`` starts as the largest size there is, which OpenGL leaves to the implementation.
    """

    minimum: float = 0.0
    maximum: float = 64.0
    fade_threshold: float = 1.0
    attenuation: Vector3 = (1.0, 0.0, 0.0)


#: A sample mask of all samples.
ALL_SAMPLES = 0xFFFFFFFF


#: Fields that are a matrix, or True for several.
MATRICES = {
    "modelview": False, "projection": False, "texture": True, "program": True, "modelviews": True,
    "palette": True,
}  # fmt: skip


@dataclass(frozen=True)
class State:
    """What programs and the fixed function around them read of GL's state.

    Matrices are rows of M with M · v; arrays and pyrr's matrices become rows (``rows_of``).

    ``cull_face`` is "", FRONT, BACK or FRONT_AND_BACK;
    ``clip_planes`` are the six CLIP_PLANEi enables, ``clip_plane_equations`` their coefficients as ClipPlane
    stores them, in eye space; ``current_attributes`` the 16 current values attributes without an array
    take, of which ``integer_attributes`` are integers (NV_vertex_program4 2.7) and ``long_attributes``, pairs
    of number and dtype, have 64 bits (EXT_vertex_attrib_64bit 2.7). ``modelview`` is modelview matrix 0,
    ``modelviews`` are those from 1 on and ``palette`` the palette matrices, which only extensions
    have. A light, unit, plane or matrix past the end of its tuple has GL's initial value.
    ``window_height`` is in pixels, None where nobody says; it matters to fragment programs that count from
    the upper left.

    ``lighting``, ``color_material``, ``normalize``, ``rescale_normal`` and ``texture_generation``'s modes are
    the conventional vertex stage's (OpenGL 1.5 2.11 to 2.14). ``color_sum`` is COLOR_SUM; with lighting
    or a VP program colours are summed anyway (3.9, NV_vertex_program 3.9). ``back_stencil`` is what
    polygons facing back have for ``stencil``, None where both faces have the same (OpenGL 2.0 4.1.4).
    ``viewport`` is left, bottom, width and height in pixels, None for the whole frame, and may lie outside of
    it; in an empty one nothing is drawn. ``scissor`` is alike, None where the test is off. ``color_mask``
    tells which components are written; ``logic_op`` is one of LOGIC_OPERATIONS, "" where there is none.
    ``sample_mask`` has a bit for each sample of a pixel that is drawn, where there are several (OpenGL 3.2,
    4.1.3).
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
    fog: Fog = Fog()
    alpha_test: AlphaTest = AlphaTest()
    texture_units: tuple[TextureUnit, ...] = (TextureUnit(),) * TEXTURE_UNITS
    blend: Blend = Blend()
    depth: Depth = Depth()
    cull_face: str = ""
    front_face: str = "CCW"
    flat_shading: bool = False
    lights: tuple[Light, ...] = (FIRST_LIGHT, *(Light(),) * (LIGHTS - 1))
    light_model: LightModel = LightModel()
    material: Material = Material()
    back_material: Material = Material()
    texture_generation: tuple[TextureGeneration, ...] = (TextureGeneration(),) * TEXTURE_UNITS
    clip_plane_equations: tuple[Vector4, ...] = ((0.0, 0.0, 0.0, 0.0),) * CLIP_PLANES
    point: Point = Point()
    depth_range: tuple[float, float] = (0.0, 1.0)
    modelviews: tuple[Matrix, ...] = ()
    palette: tuple[Matrix, ...] = ()
    window_height: float | None = None
    lighting: bool = False
    color_material: ColorMaterial = ColorMaterial()
    normalize: bool = False
    rescale_normal: bool = False
    color_sum: bool = False
    stencil: Stencil = Stencil()
    back_stencil: Stencil | None = None
    polygon_offset: PolygonOffset = PolygonOffset()
    color_mask: tuple[bool, bool, bool, bool] = (True, True, True, True)
    scissor: Box | None = None
    logic_op: str = ""
    line_width: float = 1.0
    viewport: Box | None = None
    integer_attributes: frozenset[int] = frozenset()
    long_attributes: tuple[tuple[int, str], ...] = ()
    sample_mask: int = ALL_SAMPLES

    _repr_html_ = shown_by("values.state")

    def __post_init__(self) -> None:
        self._take_rows(MATRICES)

    def _take_rows(self, names: Iterable[str]) -> None:
        """Have matrices as rows, in these fields of them."""
        for name in names:
            value = getattr(self, name)
            if not MATRICES[name]:
                if type(value) is not tuple:
                    object.__setattr__(self, name, rows_of(value, name))
            elif type(value) is not tuple or any(type(row) is not tuple for row in value):
                rows = (rows_of(row, f"{name}[{place}]") for place, row in enumerate(value))
                object.__setattr__(self, name, tuple(rows))

    def __repr__(self) -> str:
        return f"<State: {', '.join(self.changed) or 'initial'}>"

    @property
    def changed(self) -> tuple[str, ...]:
        """The fields that are not as OpenGL begins with."""
        names = (row.name for row in fields(self))
        return tuple(name for name in names if getattr(self, name) != getattr(INITIAL, name))

    def with_(self, **changes: Any) -> State:
        """A copy with some fields changed; itself where they are what they were."""
        own = self.__dict__
        for name, value in changes.items():
            if own.get(name, changes) is not value:
                break
        else:
            return self
        if not changes.keys() <= self.__dict__.keys():
            return replace(self, **changes)  # which tells what there is not
        made = object.__new__(State)
        made.__dict__.update(self.__dict__, **changes)  # ``replace`` takes twenty times as long
        made._take_rows(changes.keys() & MATRICES.keys())
        return made


#: As OpenGL begins with.
INITIAL = State()
