"""What a scene file may say about the GL state around a program (docs/scenes.md)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from nvrender.scene.forms.base import Color, Form, Number, Space, Vector, Vector4
from nvrender.scene.forms.fixed import (
    BlendForm,
    ColorMaterialForm,
    Comparison,
    GenerationForm,
    LogicOperation,
    OffsetForm,
    StencilForm,
)

Transformation = Literal["IDENTITY", "INVERSE", "TRANSPOSE", "INVERSE_TRANSPOSE"]
UnitNumber = Annotated[int, Meta(ge=0, le=7)]
Fraction = Annotated[float, Meta(ge=0.0, le=1.0)]
PlaneNumber = Annotated[int, Meta(ge=0, le=5)]


class Tracked(Form, frozen=True):
    """TrackMatrixNV: MATRIX0 is the model matrix and MATRIX1 the view matrix unless set otherwise."""

    address: Annotated[int, Meta(ge=0, le=255)]
    matrix: str
    transform: Transformation = "IDENTITY"


class FogForm(Form, frozen=True):
    """``fog`` of a state (OpenGL 1.5, 3.10)."""

    mode: Literal["LINEAR", "EXP", "EXP2"] = "EXP"
    density: Number = 1.0
    start: Number = 0.0
    end: Number = 1.0
    color: Color = (0.0, 0.0, 0.0, 0.0)
    source: Literal["FRAGMENT_DEPTH", "FOG_COORD"] = "FRAGMENT_DEPTH"


class DepthForm(Form, frozen=True):
    """``depth`` of a state: the depth test and DepthRange (OpenGL 1.5, 4.1.6 and 2.11.1)."""

    test: bool = True
    function: Comparison = "LESS"
    write: bool = True
    range: tuple[Number, Number] | None = None


class AlphaForm(Form, frozen=True):
    """``alpha_test`` of a state (OpenGL 1.5, 4.1.4)."""

    function: Comparison = "GREATER"
    reference: Number = 0.5


class LightModelForm(Form, frozen=True):
    """LightModel."""

    ambient: Color | None = None
    local_viewer: bool | None = None
    two_side: bool | None = None
    separate_specular: bool | None = None


class MaterialForm(Form, frozen=True):
    """Material."""

    ambient: Color | None = None
    diffuse: Color | None = None
    specular: Color | None = None
    emission: Color | None = None
    shininess: Number | None = None


class Planes(Form, frozen=True):
    """The planes of one kind that a texture unit's coordinates come from."""

    s: Vector4 | None = None
    t: Vector4 | None = None
    r: Vector4 | None = None
    q: Vector4 | None = None


class TexGenForm(Form, frozen=True):
    """TexGen: ``eye`` planes are given in ``space``."""

    modes: GenerationForm | None = None
    eye: Planes = Planes()
    object: Planes = Planes()
    space: Space = "world"


class ClipPlaneForm(Form, frozen=True):
    """ClipPlane: the coefficients of a plane in ``space``, positive on the side that is kept."""

    plane: Vector4
    space: Space = "world"


class PointForm(Form, frozen=True):
    """PointParameter."""

    minimum: Number | None = None
    maximum: Number | None = None
    fade_threshold: Number | None = None
    attenuation: Vector | None = None


class StateForm(Form, frozen=True):
    """GL state that differs from the scene's default: depth test on, all else as GL starts."""

    cull: Literal["", "FRONT", "BACK", "FRONT_AND_BACK"] | None = None
    front_face: Literal["CW", "CCW"] | None = None
    two_side: bool | None = None
    point_size: Number | Literal["program"] | None = None
    clip_planes: tuple[PlaneNumber, ...] | None = None
    flat: bool | None = None
    fog: FogForm | None = None
    blend: BlendForm | None = None
    depth: DepthForm | None = None
    alpha_test: AlphaForm | None = None
    lights: Annotated[tuple[str, ...], Meta(max_length=8)] | None = None
    light_model: LightModelForm = LightModelForm()
    material: MaterialForm = MaterialForm()
    back_material: MaterialForm = MaterialForm()
    texgen: dict[UnitNumber, TexGenForm] = msgspec.field(default_factory=dict)
    texenv: dict[UnitNumber, Color] = msgspec.field(default_factory=dict)
    clip_plane_equations: dict[PlaneNumber, ClipPlaneForm] = msgspec.field(default_factory=dict)
    point: PointForm = PointForm()
    lighting: bool | None = None
    color_material: ColorMaterialForm | None = None
    normalize: bool | None = None
    rescale_normal: bool | None = None
    color_sum: bool | None = None
    stencil: StencilForm | None = None
    back_stencil: StencilForm | None = None
    polygon_offset: OffsetForm | None = None
    color_mask: tuple[bool, bool, bool, bool] | None = None
    scissor: tuple[Fraction, Fraction, Fraction, Fraction] | None = None
    logic_op: LogicOperation | None = None
    line_width: Number | None = None
