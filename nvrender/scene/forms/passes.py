"""What a scene file may say about where pictures are drawn and from where: cameras, targets, passes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from nvrender.gl.textures.formats import MAG_FILTERS, RECT_WRAPS
from nvrender.scene.forms.base import (
    Color3,
    Form,
    Number,
    Pixels,
    Positive,
    Vector,
    Vector2,
    Vector3,
    Vector4,
)
from nvrender.scene.forms.fixed import Comparison
from nvrender.scene.forms.textures import Filter, Wrap

#: GL 3.3 has at least as many draw buffers and array layers (OpenGL 3.3, tables 6.43 and 6.49).
MAX_OUTPUTS = 8
MAX_LAYERS = 256
MAX_PASSES = 256
MAX_REPEAT = 1000
#: The six faces of a cube map.
FACES = 6


class Orbit(Form, frozen=True):
    """An eye around ``target``: ``radius``, ``angle`` around y from +z and ``height``, both degrees."""

    radius: Number
    angle: Number = 0.0
    elevation: Number = 20.0


class Camera(Form, frozen=True):
    """A perspective camera; ``fov`` is the vertical field of view in degrees.

    With ``height`` it is orthographic, that many units of the world tall. With ``face`` it looks from the eye
    to a face of a cube map around it.
    """

    eye: Vector = (0.0, 1.0, 5.0)
    target: Vector = (0.0, 0.0, 0.0)
    up: Vector3 = (0.0, 1.0, 0.0)
    orbit: Orbit | None = None
    fov: Number = 45.0
    near: Positive = 0.1
    far: Positive = 100.0
    height: Number | None = None
    face: Annotated[int, Meta(ge=0, lt=FACES)] | None = None

    def __post_init__(self) -> None:
        if self.near >= self.far:
            raise ValueError("near must be less than far")
        if self.height is not None and self.face is not None:
            raise ValueError("height is of an orthographic camera; one that looks to a face is none")


class Glow(Form, frozen=True):
    """A soft light in the background: ``at`` and ``radius`` in heights of the picture, from the middle."""

    at: Vector2 = (0.0, 0.0)
    radius: Positive = 0.5
    color: Color3 = (0.3, 0.3, 0.3)


class Background(Form, frozen=True):
    """``colors`` from the bottom to the top, evenly spaced, and glows added to them."""

    colors: Annotated[list[Color3], Meta(min_length=1, max_length=16)] = msgspec.field(
        default_factory=lambda: [(0.0, 0.0, 0.0)]
    )
    glows: Annotated[tuple[Glow, ...], Meta(max_length=16)] = ()


class TargetForm(Form, frozen=True):
    """A picture that passes draw into and draws read: ``outputs`` colours and a depth, or DEPTH alone.

    ``size`` is in pixels, ``scale`` in sizes of the scene's picture; without either it is as large as that.
    CUBE has six ``layers``. What is in a target that is kept lives on from frame to frame and begins as the
    texture ``initial``.
    """

    size: tuple[Pixels, Pixels] | None = None
    scale: Positive | None = None
    format: Literal["RGBA8", "RGBA16F", "RGBA32F", "DEPTH"] = "RGBA8"
    outputs: Annotated[int, Meta(ge=1, le=MAX_OUTPUTS)] = 1
    target: Literal["2D", "RECT", "CUBE", "ARRAY2D"] = "2D"
    layers: Annotated[int, Meta(ge=1, le=MAX_LAYERS)] | None = None
    wrap: Wrap = "CLAMP_TO_EDGE"
    filter: Filter = "LINEAR"
    border: Vector4 = (0.0, 0.0, 0.0, 0.0)
    compare: Comparison = "LEQUAL"
    keep: bool = False
    initial: str = ""

    def __post_init__(self) -> None:
        if self.size is not None and self.scale is not None:
            raise ValueError("expected size or scale, got both")
        if (self.layers is not None) != (self.target == "ARRAY2D"):
            raise ValueError("layers belongs to ARRAY2D targets, which need it")
        if self.target == "CUBE" and (self.size is None or self.size[0] != self.size[1]):
            raise ValueError("the faces of a CUBE target are square: expected a size of two equal numbers")
        if self.format == "DEPTH" and self.outputs != 1:
            raise ValueError("a DEPTH target has no colours, so no outputs")
        if self.format == "DEPTH" and self.keep:
            raise ValueError("a DEPTH target keeps nothing: every pass begins with a cleared depth")
        if self.format == "DEPTH" and "MIPMAP" in self.filter:
            raise ValueError("a DEPTH target has one level: expected the filter NEAREST or LINEAR")
        if self.target == "RECT" and self.filter not in MAG_FILTERS:
            raise ValueError(f"a RECT target has no levels: expected the filter {' or '.join(MAG_FILTERS)}")
        if self.target == "RECT" and self.wrap not in RECT_WRAPS:
            raise ValueError(f"a RECT target wraps by {', '.join(RECT_WRAPS)}")
        if self.initial and not self.keep:
            raise ValueError("initial belongs to targets with keep = true")

    @property
    def layered(self) -> bool:
        """True if it has layers or faces."""
        return self.target in ("CUBE", "ARRAY2D")


def layers(form: TargetForm) -> int:
    """Layers or faces of a target, 1 where it has none."""
    return FACES if form.target == "CUBE" else form.layers or 1


def sampling(form: TargetForm, output: int | str) -> dict[str, Any]:
    """How a colour, or "depth", is sampled: fields of nvrender.Texture. Depths have one level."""
    magnifying = form.filter.partition("_")[0]
    return {
        "wrap_s": form.wrap,
        "wrap_t": form.wrap,
        "wrap_r": form.wrap,
        "min_filter": form.filter if isinstance(output, int) else magnifying,
        "mag_filter": magnifying,
        "border_color": form.border,
        "compare_function": form.compare,
    }
