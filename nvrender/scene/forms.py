"""What a scene file may say: one frozen msgspec structure per table of the format (docs/scenes.md)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Space = Literal["world", "eye", "object"]
Comparison = Literal["NEVER", "LESS", "EQUAL", "LEQUAL", "GREATER", "NOTEQUAL", "GEQUAL", "ALWAYS"]
BlendFactor = Literal[
    "ZERO", "ONE", "SRC_COLOR", "ONE_MINUS_SRC_COLOR", "DST_COLOR", "ONE_MINUS_DST_COLOR",
    "SRC_ALPHA", "ONE_MINUS_SRC_ALPHA", "DST_ALPHA", "ONE_MINUS_DST_ALPHA",
]  # fmt: skip

#: No scene needs more; what would, is a mistake or an attack.
MAX_SIZE = 16384
MAX_FRAMES = 100_000
MAX_SEGMENTS = 2048
MAX_POINTS = 4_000_000

Positive = Annotated[float, Meta(gt=0)]
Segments = Annotated[int, Meta(ge=1, le=MAX_SEGMENTS)]
Sides = Annotated[int, Meta(ge=3, le=MAX_SEGMENTS)]
Pixels = Annotated[int, Meta(ge=1, le=MAX_SIZE)]
Vector2 = tuple[float, float]
Vector3 = tuple[float, float, float]
Color3 = tuple[float, float, float]
Color4 = Annotated[list[float], Meta(min_length=3, max_length=4)]


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the file."""


def _exactly_one(form: msgspec.Struct, *names: str) -> None:
    given = [name for name in names if getattr(form, name) is not None]
    if len(given) != 1:
        found = " and ".join(given) if given else "none of them"
        raise ValueError(f"expected exactly one of {', '.join(names)}; got {found}")


# Numbers that change with time


class Sine(Form):
    """offset + amplitude · sin(2π · (time / period + phase)); ``period`` in seconds, ``phase`` in turns."""

    period: Positive
    amplitude: float = 1.0
    phase: float = 0.0
    offset: float = 0.0


class Linear(Form):
    """start + rate · time."""

    rate: float
    start: float = 0.0


class Function(Form):
    """A number as a function of time in seconds: one of ``sine``, ``linear`` and ``keys``.

    ``keys`` are [time, value] pairs in order of time, joined by straight lines, or by smooth
    steps; ``loop`` repeats them.
    """

    sine: Sine | None = None
    linear: Linear | None = None
    keys: list[Vector2] | None = None
    smooth: bool = False
    loop: bool = False

    def __post_init__(self) -> None:
        _exactly_one(self, "sine", "linear", "keys")
        if self.keys is not None:
            times = [time for time, _ in self.keys]
            if not times or any(low >= high for low, high in zip(times, times[1:], strict=False)):
                raise ValueError("keys must be [time, value] pairs in order of time, at least one")


Number = float | Function
Vector = tuple[Number, Number, Number]


class Named(Form):
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
        _exactly_one(self, "light", "color", "eye", "direction", "viewport")


#: A vector of 1 to 4 numbers, filled up with 0, 0, 1; or a list of such vectors for the following
#: registers as well; or something the scene knows.
Value = list[Number | list[Number]] | Named
Register = Annotated[int, Meta(ge=0, le=255)]
Parameters = dict[Register, Value]


# Places


class Rotation(Form):
    """``angle`` degrees around ``axis``."""

    angle: Number
    axis: Vector3 = (0.0, 1.0, 0.0)

    def __post_init__(self) -> None:
        if not any(self.axis):
            raise ValueError("axis must not be zero")


class Step(Form):
    """One step of a transform: one of translate, rotate, scale, to_light."""

    translate: Vector | None = None
    rotate: Rotation | None = None
    scale: Number | Vector | None = None
    to_light: str | None = None

    def __post_init__(self) -> None:
        _exactly_one(self, "translate", "rotate", "scale", "to_light")


Transform = list[Step]


class Orbit(Form):
    """An eye around ``target``: ``radius``, ``angle`` around y from +z and ``height``, both degrees."""

    radius: Number
    angle: Number = 0.0
    elevation: Number = 20.0


class Camera(Form):
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


class Light(Form):
    """A light at a ``position``, or far away in a ``direction``."""

    position: Vector | None = None
    direction: Vector | None = None
    color: Color3 = (1.0, 1.0, 1.0)

    def __post_init__(self) -> None:
        _exactly_one(self, "position", "direction")


class Chain(Form):
    """A chain of bones upwards along y, whose matrices fill c[address] and the following registers.

    Each bone takes three rows. A bone bends around its root by ``bend``, each bone ``delay`` seconds later than
    the one before, and carries the bones above it along.
    """

    address: Register
    bones: Annotated[int, Meta(ge=1, le=64)] = 8
    length: Positive = 1.0
    bend: list[Rotation] = []
    delay: float = 0.0
    time: float = 0.0


# Meshes


class MeshForm(Form, tag_field="kind"):
    """A built-in mesh by ``kind``, or a file."""


class Torus(MeshForm, tag="torus"):
    radius: Positive = 1.0
    tube: Positive = 0.35
    segments: Sides = 128
    sides: Sides = 64


class Sphere(MeshForm, tag="sphere"):
    radius: Positive = 1.0
    segments: Sides = 96
    rings: Sides = 48


class Grid(MeshForm, tag="grid"):
    """Level, facing up, in the plane y = 0."""

    size: Vector2 = (2.0, 2.0)
    cells: tuple[Segments, Segments] = (64, 64)


class Cube(MeshForm, tag="cube"):
    size: Vector3 = (1.0, 1.0, 1.0)
    cells: Segments = 8


class Cylinder(MeshForm, tag="cylinder"):
    """Upright on y = 0; ``flutes`` grooves of ``depth`` run along it, as on a column."""

    radius: Positive = 0.5
    top: Positive | None = None
    height: Positive = 1.0
    segments: Sides = 64
    cells: Segments = 32
    flutes: Annotated[int, Meta(ge=0, le=64)] = 0
    depth: float = 0.0


class Tube(MeshForm, tag="tube"):
    """A limb for skinning, upright on y = 0, with a rounded tip and a bulge ``bulb`` there.

    Attribute 1 has the weights of two bones, attribute 6 the first rows of their matrices.
    """

    radius: Positive = 0.2
    top: Positive = 0.08
    length: Positive = 2.0
    bones: Annotated[int, Meta(ge=1, le=64)] = 8
    segments: Sides = 48
    cells: Segments = 128
    bulb: float = 0.0


class Lathe(MeshForm, tag="lathe"):
    """A ``profile`` of [radius, y] points, from the bottom up, turned around y; smooth unless ``sharp``."""

    profile: Annotated[list[Vector2], Meta(min_length=2, max_length=256)]
    segments: Sides = 96
    cells: Segments = 128
    sharp: bool = False


class Teapot(MeshForm, tag="teapot"):
    """A pot with lid, spout and handle, about 1.6 high, standing on y = 0."""

    detail: Annotated[int, Meta(ge=1, le=8)] = 4


class Ribbon(MeshForm, tag="ribbon"):
    """A closed band along a (p, q) torus knot, or a circle for q = 0, turned ``twists`` times."""

    radius: Positive = 1.0
    tube: float = 0.4
    p: Annotated[int, Meta(ge=1, le=16)] = 2
    q: Annotated[int, Meta(ge=0, le=16)] = 3
    width: Positive = 0.3
    twists: int = 2
    segments: Sides = 768
    cells: Segments = 24


class Knot(MeshForm, tag="knot"):
    """A tube along a (p, q) torus knot."""

    radius: Positive = 1.0
    tube: Positive = 0.4
    thickness: Positive = 0.15
    p: Annotated[int, Meta(ge=1, le=16)] = 2
    q: Annotated[int, Meta(ge=1, le=16)] = 3
    segments: Sides = 512
    sides: Sides = 48


class Bowl(MeshForm, tag="bowl"):
    """The part of a sphere below ``cut`` degrees from its south pole; open at the top."""

    radius: Positive = 1.0
    cut: Annotated[float, Meta(gt=0, lt=180)] = 90.0
    segments: Sides = 128
    rings: Segments = 64


class Disk(MeshForm, tag="disk"):
    """Level rings around the origin, their radii in geometric progression, over ``sweep`` degrees."""

    inner: Positive = 0.1
    outer: Positive = 100.0
    rings: Segments = 200
    segments: Segments = 200
    start: float = 0.0
    sweep: Annotated[float, Meta(gt=0, le=360)] = 360.0


class Square(MeshForm, tag="square"):
    """From -1 to 1 along x and y, facing +z."""


class Galaxy(MeshForm, tag="galaxy"):
    """Points on spiral arms and in a core: attribute 0 has radius, angle, height; 6 size and twinkle."""

    count: Annotated[int, Meta(ge=1, le=MAX_POINTS)] = 20000
    arms: Annotated[int, Meta(ge=1, le=16)] = 2
    turns: float = 0.8
    spread: float = 0.25
    core: Annotated[float, Meta(ge=0, le=1)] = 0.25
    thickness: float = 0.05
    radius: Positive = 1.0
    size: Vector2 = (0.4, 1.6)
    inner: Color3 = (1.0, 0.85, 0.6)
    outer: Color3 = (0.35, 0.5, 1.0)
    accent: Color3 = (1.0, 0.35, 0.55)
    seed: Annotated[int, Meta(ge=0)] = 1


class File(MeshForm, tag="file", kw_only=True):
    """An OBJ, PLY, STL, OFF, glTF or GLB file; ``fit`` centres it on y = 0 and makes it this tall."""

    path: str
    fit: Positive | None = None
    smooth: bool = True


Mesh = (
    Torus | Sphere | Grid | Cube | Cylinder | Tube | Lathe | Teapot | Ribbon | Knot | Bowl | Disk
    | Square | Galaxy | File
)  # fmt: skip


# Textures


class TextureForm(Form, tag_field="kind"):
    """A picture made by ``kind``, or a file."""

    wrap: Literal["REPEAT", "CLAMP_TO_EDGE"] = "REPEAT"
    filter: Literal["NEAREST", "LINEAR", "LINEAR_MIPMAP_LINEAR"] = "LINEAR_MIPMAP_LINEAR"


class Painted(TextureForm):
    """What the made pictures share: ``size`` pixels and two ``colors``."""

    size: tuple[Pixels, Pixels] = (256, 256)
    colors: tuple[Color3, Color3] = ((1.0, 1.0, 1.0), (0.0, 0.0, 0.0))


class Checker(Painted, tag="checker"):
    cells: tuple[Segments, Segments] = (8, 8)


class Bricks(Painted, tag="bricks"):
    """Rows of stones in the first colour with joints in the second, each stone a little different."""

    rows: Segments = 8
    columns: Segments = 4
    joint: Annotated[float, Meta(ge=0, lt=1)] = 0.06
    variety: Annotated[float, Meta(ge=0, le=1)] = 0.25
    seed: Annotated[int, Meta(ge=0)] = 1


class Noise(Painted, tag="noise"):
    """Clouds between the colours; ``veins`` turns them into marble."""

    cells: Segments = 4
    octaves: Annotated[int, Meta(ge=1, le=10)] = 5
    veins: float = 0.0
    seed: Annotated[int, Meta(ge=0)] = 1


class Gradient(Painted, tag="gradient"):
    """From the first colour at the bottom to the second at the top, ``repeats`` times."""

    repeats: Positive = 1.0
    smooth: bool = True


class Radial(Painted, tag="radial"):
    """From the first colour in the middle to the second at the edge, falling off with ``power``."""

    power: Positive = 2.0


class Surroundings(TextureForm, tag="surroundings"):
    """A sphere map of a room: floor, horizon, sky and soft lamps at [x, y, z, size, brightness]."""

    size: tuple[Pixels, Pixels] = (512, 512)
    floor: Color3 = (0.1, 0.1, 0.12)
    horizon: Color3 = (0.6, 0.6, 0.65)
    sky: Color3 = (0.2, 0.3, 0.5)
    lamps: list[tuple[float, float, float, float, float]] = []


class Picture(TextureForm, tag="file", kw_only=True):
    """An image file."""

    path: str


TextureKind = Checker | Bricks | Noise | Gradient | Radial | Surroundings | Picture


class Unit(Form):
    """A texture unit: which texture, its environment and the environment's colour."""

    texture: str
    mode: Literal["REPLACE", "MODULATE", "DECAL", "BLEND", "ADD"] = "MODULATE"
    color: Color4 = msgspec.field(default_factory=lambda: [0.0] * 4)


# State


class Tracked(Form):
    """TrackMatrixNV: MATRIX0 is the model matrix and MATRIX1 the view matrix unless set otherwise."""

    address: Register
    matrix: str
    transform: Literal["IDENTITY", "INVERSE", "TRANSPOSE", "INVERSE_TRANSPOSE"] = "IDENTITY"


class FogForm(Form):
    mode: Literal["LINEAR", "EXP", "EXP2"] = "EXP"
    density: float = 1.0
    start: float = 0.0
    end: float = 1.0
    color: Color4 = msgspec.field(default_factory=lambda: [0.0] * 4)


class BlendForm(Form):
    source: BlendFactor = "SRC_ALPHA"
    destination: BlendFactor = "ONE_MINUS_SRC_ALPHA"


class DepthForm(Form):
    test: bool = True
    function: Comparison = "LESS"
    write: bool = True


class AlphaForm(Form):
    function: Comparison = "GREATER"
    reference: float = 0.5


class StateForm(Form):
    """GL state that differs from the scene's default: depth test on, all else as GL starts."""

    cull: Literal["", "FRONT", "BACK", "FRONT_AND_BACK"] | None = None
    front_face: Literal["CW", "CCW"] | None = None
    two_side: bool | None = None
    point_size: float | Literal["program"] | None = None
    clip_planes: list[Annotated[int, Meta(ge=0, le=5)]] | None = None
    flat: bool | None = None
    fog: FogForm | None = None
    blend: BlendForm | None = None
    depth: DepthForm | None = None
    alpha_test: AlphaForm | None = None


# The scene


class Glow(Form):
    """A soft light in the background: ``at`` and ``radius`` in heights of the picture, from the middle."""

    at: Vector2 = (0.0, 0.0)
    radius: Positive = 0.5
    color: Color3 = (0.3, 0.3, 0.3)


class Background(Form):
    """``colors`` from the bottom to the top, evenly spaced, and glows added to them."""

    colors: Annotated[list[Color3], Meta(min_length=1, max_length=16)] = msgspec.field(default_factory=lambda: [(0.0, 0.0, 0.0)])
    glows: Annotated[list[Glow], Meta(max_length=16)] = []


class Animation(Form):
    """Frame n shows the time n / ``fps``; ``poster`` is the frame a single picture shows."""

    frames: Annotated[int, Meta(ge=1, le=MAX_FRAMES)] = 1
    fps: Positive = 30.0
    poster: Annotated[int, Meta(ge=0, le=MAX_FRAMES)] = 0


class Reflection(Form):
    """A mirror in the plane y = ``height``, for draws that are ``reflected``."""

    height: float = 0.0


class StateProgram(Form):
    """A vertex state program run before the draw; ``input`` is its v[0]."""

    program: str
    input: Value = msgspec.field(default_factory=lambda: [0.0, 0.0, 0.0, 1.0])


class Copy(Form):
    """One of several copies of a draw: a transform before the draw's own, further parameters."""

    transform: Transform = []
    material: str = ""
    parameters: Parameters = {}


class DrawForm(Form):
    """A mesh drawn with a vertex program; paths are relative to the scene file."""

    vertex: str
    mesh: str
    name: str = ""
    transform: Transform = []
    copies: list[Copy] = []
    material: str = ""
    parameters: Parameters = {}
    tracking: list[Tracked] | None = None
    matrices: dict[str, Transform] = {}
    state: StateForm = StateForm()
    textures: dict[Annotated[int, Meta(ge=0, le=7)], Unit] = {}
    state_programs: list[StateProgram] = []
    reflected: bool = False
    attributes: dict[Annotated[int, Meta(ge=0, le=15)], list[float]] = {}


class SceneForm(Form):
    """A whole scene file."""

    draw: Annotated[list[DrawForm], Meta(min_length=1, max_length=1000)]
    title: str = ""
    description: str = ""
    size: tuple[Pixels, Pixels] = (1280, 720)
    background: Background = Background()
    camera: Camera = Camera()
    animation: Animation = Animation()
    reflection: Reflection = Reflection()
    lights: dict[str, Light] = {}
    meshes: dict[str, Mesh] = {}
    textures: dict[str, TextureKind] = {}
    materials: dict[str, Parameters] = {}
    parameters: Parameters = {}
    tracking: list[Tracked] = []
    state: StateForm = StateForm()
    chains: list[Chain] = []
