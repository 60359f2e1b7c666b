"""What a scene file may say about the fixed function: COMBINE, colour material, blending, stencil, offset."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from nvrender.scene.forms.base import Color, Form, Number

Comparison = Literal["NEVER", "LESS", "EQUAL", "LEQUAL", "GREATER", "NOTEQUAL", "GEQUAL", "ALWAYS"]
DestinationFactor = Literal[
    "ZERO", "ONE", "SRC_COLOR", "ONE_MINUS_SRC_COLOR", "DST_COLOR", "ONE_MINUS_DST_COLOR",
    "SRC_ALPHA", "ONE_MINUS_SRC_ALPHA", "DST_ALPHA", "ONE_MINUS_DST_ALPHA",
    "CONSTANT_COLOR", "ONE_MINUS_CONSTANT_COLOR", "CONSTANT_ALPHA", "ONE_MINUS_CONSTANT_ALPHA",
    "SRC1_COLOR", "ONE_MINUS_SRC1_COLOR", "SRC1_ALPHA", "ONE_MINUS_SRC1_ALPHA",
]  # fmt: skip
SourceFactor = DestinationFactor | Literal["SRC_ALPHA_SATURATE"]
BlendEquation = Literal["FUNC_ADD", "FUNC_SUBTRACT", "FUNC_REVERSE_SUBTRACT", "MIN", "MAX"]
StencilOperation = Literal["KEEP", "ZERO", "REPLACE", "INCR", "INCR_WRAP", "DECR", "DECR_WRAP", "INVERT"]
LogicOperation = Literal[
    "", "CLEAR", "AND", "AND_REVERSE", "COPY", "AND_INVERTED", "NOOP", "XOR", "OR", "NOR", "EQUIV", "INVERT",
    "OR_REVERSE", "COPY_INVERTED", "OR_INVERTED", "NAND", "SET",
]  # fmt: skip
Generation = Literal["", "OBJECT_LINEAR", "EYE_LINEAR", "SPHERE_MAP", "REFLECTION_MAP", "NORMAL_MAP"]

_AlphaFunction = Literal["REPLACE", "MODULATE", "ADD", "ADD_SIGNED", "INTERPOLATE", "SUBTRACT"]
_Function = _AlphaFunction | Literal["DOT3_RGB", "DOT3_RGBA"]
_Source = Literal[
    "TEXTURE", "CONSTANT", "PRIMARY_COLOR", "PREVIOUS", "TEXTURE0", "TEXTURE1", "TEXTURE2", "TEXTURE3",
    "TEXTURE4", "TEXTURE5", "TEXTURE6", "TEXTURE7",
]  # fmt: skip
_AlphaOperand = Literal["SRC_ALPHA", "ONE_MINUS_SRC_ALPHA"]
_Operand = _AlphaOperand | Literal["SRC_COLOR", "ONE_MINUS_SRC_COLOR"]
_Scale = Literal[1, 2, 4]
_Byte = Annotated[int, Meta(ge=0, le=255)]


class CombineForm(Form, frozen=True):
    """TexEnv of COMBINE: functions, and the sources and operands of up to three arguments.

    Arguments that are not given are GL's first ones.
    """

    rgb: _Function = "MODULATE"
    alpha: _AlphaFunction = "MODULATE"
    rgb_sources: Annotated[tuple[_Source, ...], Meta(max_length=3)] = ()
    alpha_sources: Annotated[tuple[_Source, ...], Meta(max_length=3)] = ()
    rgb_operands: Annotated[tuple[_Operand, ...], Meta(max_length=3)] = ()
    alpha_operands: Annotated[tuple[_AlphaOperand, ...], Meta(max_length=3)] = ()
    rgb_scale: _Scale = 1
    alpha_scale: _Scale = 1


class ColorMaterialForm(Form, frozen=True):
    """ColorMaterial, enabled."""

    face: Literal["FRONT", "BACK", "FRONT_AND_BACK"] = "FRONT_AND_BACK"
    mode: Literal["EMISSION", "AMBIENT", "DIFFUSE", "SPECULAR", "AMBIENT_AND_DIFFUSE"] = "AMBIENT_AND_DIFFUSE"


class GenerationForm(Form, frozen=True):
    """The modes of a unit's coordinates; "" for one that is not generated."""

    s: Generation = ""
    t: Generation = ""
    r: Literal["", "OBJECT_LINEAR", "EYE_LINEAR", "REFLECTION_MAP", "NORMAL_MAP"] = ""
    q: Literal["", "OBJECT_LINEAR", "EYE_LINEAR"] = ""


class BlendForm(Form, frozen=True):
    """BlendFuncSeparate, BlendEquation and BlendColor; what alpha has not of its own is the colours'."""

    source: SourceFactor = "SRC_ALPHA"
    destination: DestinationFactor = "ONE_MINUS_SRC_ALPHA"
    equation: BlendEquation = "FUNC_ADD"
    alpha_source: SourceFactor | Literal[""] = ""
    alpha_destination: DestinationFactor | Literal[""] = ""
    alpha_equation: BlendEquation | Literal[""] = ""
    color: Color = (0.0, 0.0, 0.0, 0.0)


class StencilForm(Form, frozen=True):
    """StencilFunc, StencilOp and StencilMask, enabled."""

    function: Comparison = "ALWAYS"
    reference: _Byte = 0
    mask: _Byte = 255
    fail: StencilOperation = "KEEP"
    depth_fail: StencilOperation = "KEEP"
    depth_pass: StencilOperation = "KEEP"
    write_mask: _Byte = 255


class OffsetForm(Form, frozen=True):
    """PolygonOffset, enabled."""

    factor: Number = 0.0
    units: Number = 0.0
