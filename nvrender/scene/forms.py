"""What a scene file may say: one frozen msgspec structure per table of the format (docs/scenes.md)."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from nvrender.scene.form import (
    MAX_FRAMES,
    Color3,
    Color4,
    Form,
    Pixels,
    Positive,
    Vector2,
    Vector3,
    exactly_one,
)
from nvrender.scene.mesh_forms import Mesh
from nvrender.scene.texture_forms import TextureKind

Space = Literal["world", "eye", "object"]
Comparison = Literal["NEVER", "LESS", "EQUAL", "LEQUAL", "GREATER", "NOTEQUAL", "GEQUAL", "ALWAYS"]
BlendFactor = Literal[
    "ZERO", "ONE", "SRC_COLOR", "ONE_MINUS_SRC_COLOR", "DST_COLOR", "ONE_MINUS_DST_COLOR",
    "SRC_ALPHA", "ONE_MINUS_SRC_ALPHA", "DST_ALPHA", "ONE_MINUS_DST_ALPHA",
]  # fmt: skip


# Numbers that change with time


class Sine(Form, frozen=True):
    """offset + amplitude · sin(2π · (time / period + phase)); ``period`` in seconds, ``phase`` in turns."""

    period: Positive
    amplitude: float = 1.0
    phase: float = 0.0
    offset: float = 0.0


class Linear(Form, frozen=True):
    """start + rate · time."""

    rate: float
    start: float = 0.0


class Function(Form, frozen=True):
    """A number as a function of time in seconds: one of ``sine``, ``linear`` and ``keys``.

    ``keys`` are [time, value] pairs in order of time, joined by straight lines, or by smooth
    steps; ``loop`` repeats them.
    """

    sine: Sine | None = None
    linear: Linear | None = None
    keys: tuple[Vector2, ...] | None = None
    smooth: bool = False
    loop: bool = False

    def __post_init__(self) -> None:
        exactly_one(self, "sine", "linear", "keys")
        if self.keys is not None:
            times = [time for time, _ in self.keys]
            if not times or any(low >= high for low, high in pairwise(times)):
                raise ValueError("keys must be [time, value] pairs in order of time, at least one")


Number = float | Function
Vector = tuple[Number, Number, Number]


class Named(Form, frozen=True):
    """A parameter's value that the scene knows: one of light, color, eye, direction and viewport.

    light: a light's position (w 1), or unit direction to it (w 0), in ``space``. color: a light's colour.
    eye: the eye, in the space named. direction: a unit direction of the world, in ``space``.
    viewport: width, height and their reciprocals. ``w`` replaces the last component, ``scale``
    multiplies a colour.
    """

    light: str | None = None
    color: str | None = None
    eye: Space | None = None
    direction: Vector3 | None = None
    viewport: bool | None = None
    space: Space = "world"
    scale: Number = 1.0
    w: Number | None = None

    def __post_init__(self) -> None:
        exactly_one(self, "light", "color", "eye", "direction", "viewport")


#: A vector of 1 to 4 numbers, filled up with 0, 0, 1; or a list of such vectors for the following
#: registers as well; or something the scene knows.
Value = tuple[Number | tuple[Number, ...], ...] | Named
Register = Annotated[int, Meta(ge=0, le=255)]
Parameters = dict[Register, Value]


# Places


class Rotation(Form, frozen=True):
    """``angle`` degrees around ``axis``."""

    angle: Number
    axis: Vector3 = (0.0, 1.0, 0.0)

    def __post_init__(self) -> None:
        if not any(self.axis):
            raise ValueError("axis must not be zero")


class Step(Form, frozen=True):
    """One step of a transform: one of translate, rotate, scale, to_light."""

    translate: Vector | None = None
    rotate: Rotation | None = None
    scale: Number | Vector | None = None
    to_light: str | None = None

    def __post_init__(self) -> None:
        exactly_one(self, "translate", "rotate", "scale", "to_light")


Transform = tuple[Step, ...]


class Orbit(Form, frozen=True):
    """An eye around ``target``: ``radius``, ``angle`` around y from +z and ``height``, both degrees."""

    radius: Number
    angle: Number = 0.0
    elevation: Number = 20.0


class Camera(Form, frozen=True):
    """A perspective camera; ``fov`` is the vertical field of view in degrees."""

    eye: Vector = (0.0, 1.0, 5.0)
    target: Vector = (0.0, 0.0, 0.0)
    up: Vector3 = (0.0, 1.0, 0.0)
    orbit: Orbit | None = None
    fov: Number = 45.0
    near: Positive = 0.1
    far: Positive = 100.0

    def __post_init__(self) -> None:
        if self.near >= self.far:
            raise ValueError("near must be less than far")


class Light(Form, frozen=True):
    """A light at a ``position``, or far away in a ``direction``."""

    position: Vector | None = None
    direction: Vector | None = None
    color: Color3 = (1.0, 1.0, 1.0)

    def __post_init__(self) -> None:
        exactly_one(self, "position", "direction")


class Chain(Form, frozen=True):
    """A chain of bones upwards along y, whose matrices fill c[address] and the following registers.

    Each bone takes three rows. A bone bends around its root by ``bend``, ``delay`` seconds later
    than the bone before it, and carries the bones above it along.
    """

    address: Register
    bones: Annotated[int, Meta(ge=1, le=64)] = 8
    length: Positive = 1.0
    bend: tuple[Rotation, ...] = ()
    delay: float = 0.0
    time: float = 0.0


class Unit(Form, frozen=True):
    """A texture unit: which texture, its environment and the environment's colour.

    With ``sprite`` every point shows the whole picture (ARB_point_sprite).
    """

    texture: str
    mode: Literal["REPLACE", "MODULATE", "DECAL", "BLEND", "ADD"] = "MODULATE"
    sprite: bool = False
    color: Color4 = (0.0, 0.0, 0.0, 0.0)


# State


class Tracked(Form, frozen=True):
    """TrackMatrixNV: MATRIX0 is the model matrix and MATRIX1 the view matrix unless set otherwise."""

    address: Register
    matrix: str
    transform: Literal["IDENTITY", "INVERSE", "TRANSPOSE", "INVERSE_TRANSPOSE"] = "IDENTITY"


class FogForm(Form, frozen=True):
    mode: Literal["LINEAR", "EXP", "EXP2"] = "EXP"
    density: float = 1.0
    start: float = 0.0
    end: float = 1.0
    color: Color4 = (0.0, 0.0, 0.0, 0.0)


class BlendForm(Form, frozen=True):
    source: BlendFactor = "SRC_ALPHA"
    destination: BlendFactor = "ONE_MINUS_SRC_ALPHA"


class DepthForm(Form, frozen=True):
    test: bool = True
    function: Comparison = "LESS"
    write: bool = True


class AlphaForm(Form, frozen=True):
    function: Comparison = "GREATER"
    reference: float = 0.5


class StateForm(Form, frozen=True):
    """GL state that differs from the scene's default: depth test on, all else as GL starts."""

    cull: Literal["", "FRONT", "BACK", "FRONT_AND_BACK"] | None = None
    front_face: Literal["CW", "CCW"] | None = None
    two_side: bool | None = None
    point_size: float | Literal["program"] | None = None
    clip_planes: tuple[Annotated[int, Meta(ge=0, le=5)], ...] | None = None
    flat: bool | None = None
    fog: FogForm | None = None
    blend: BlendForm | None = None
    depth: DepthForm | None = None
    alpha_test: AlphaForm | None = None


# The scene


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


class Animation(Form, frozen=True):
    """Frame n shows the time n / ``fps``; ``poster`` is the frame a single picture shows."""

    frames: Annotated[int, Meta(ge=1, le=MAX_FRAMES)] = 1
    fps: Positive = 30.0
    poster: Annotated[int, Meta(ge=0, le=MAX_FRAMES)] = 0


class Reflection(Form, frozen=True):
    """A mirror in the plane y = ``height``, for draws that are ``reflected``."""

    height: float = 0.0


class StateProgram(Form, frozen=True):
    """A vertex state program run before the draw; ``input`` is its v[0]."""

    program: str
    input: Value = (0.0, 0.0, 0.0, 1.0)


class Copy(Form, frozen=True):
    """One of several copies of a draw: a transform before the draw's own, further parameters."""

    transform: Transform = ()
    material: str = ""
    parameters: Parameters = msgspec.field(default_factory=dict)


class DrawForm(Form, frozen=True):
    """A mesh drawn with a vertex program; paths are relative to the scene file."""

    vertex: str
    mesh: str
    name: str = ""
    transform: Transform = ()
    copies: tuple[Copy, ...] = ()
    material: str = ""
    parameters: Parameters = msgspec.field(default_factory=dict)
    tracking: tuple[Tracked, ...] | None = None
    matrices: dict[str, Transform] = msgspec.field(default_factory=dict)
    state: StateForm = StateForm()
    textures: dict[Annotated[int, Meta(ge=0, le=7)], Unit] = msgspec.field(default_factory=dict)
    state_programs: tuple[StateProgram, ...] = ()
    reflected: bool = False
    attributes: dict[Annotated[int, Meta(ge=0, le=15)], tuple[float, ...]] = msgspec.field(
        default_factory=dict
    )


class SceneForm(Form, frozen=True):
    """A whole scene file."""

    draw: Annotated[tuple[DrawForm, ...], Meta(min_length=1, max_length=1000)]
    title: str = ""
    description: str = ""
    size: tuple[Pixels, Pixels] = (1280, 720)
    background: Background = Background()
    camera: Camera = Camera()
    animation: Animation = Animation()
    reflection: Reflection = Reflection()
    lights: dict[str, Light] = msgspec.field(default_factory=dict)
    meshes: dict[str, Mesh] = msgspec.field(default_factory=dict)
    textures: dict[str, TextureKind] = msgspec.field(default_factory=dict)
    materials: dict[str, Parameters] = msgspec.field(default_factory=dict)
    parameters: Parameters = msgspec.field(default_factory=dict)
    tracking: tuple[Tracked, ...] = ()
    state: StateForm = StateForm()
    chains: tuple[Chain, ...] = ()
