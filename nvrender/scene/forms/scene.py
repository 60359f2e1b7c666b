"""What a scene file may say: one frozen msgspec structure per table of the format (docs/scenes.md)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from nvrender.gl.patches import INITIAL, MAX_PATCH_VERTICES
from nvrender.scene.forms.base import (
    MAX_FRAMES,
    MAX_INSTANCES,
    Color,
    Component,
    Form,
    Number,
    Pixels,
    Positive,
    Space,
    Vector,
    Vector3,
    exactly_one,
)
from nvrender.scene.forms.fixed import CombineForm
from nvrender.scene.forms.images import ImageForm
from nvrender.scene.forms.images import Unit as ImageUnit
from nvrender.scene.forms.memory import Binding, BufferForm, FromMemory, Groups, MemoryForm
from nvrender.scene.forms.meshes import Mesh
from nvrender.scene.forms.passes import (
    FACES,
    MAX_LAYERS,
    MAX_OUTPUTS,
    MAX_PASSES,
    MAX_REPEAT,
    Background,
    Camera,
    TargetForm,
)
from nvrender.scene.forms.state import StateForm, Tracked, Transformation
from nvrender.scene.forms.textures import TextureKind


class Named(Form, frozen=True):
    """A value that the scene knows: one of light, color, eye, … , chain and address.

    light: a light's position (w 1), or unit direction to it (w 0), in ``space``. color: a light's colour.
    eye: the eye, in the space named. direction: a unit direction of the world, in ``space``.
    viewport: width, height and their reciprocals; target: those of a target. address: the GPU address of a
    buffer, the low word first.
    matrix: the rows of a matrix under ``transform``.
    chain: the rows of the matrices of its bones, one after the other. ``rows`` is how many of a matrix, 4
    and of a bone 3 without it. ``w`` replaces the last component, ``scale`` multiplies a colour.
    ``pass`` is the pass whose camera and size count, instead of the draw's own; with ``face`` its camera
    looks to that face of a cube map.
    """

    light: str | None = None
    color: str | None = None
    eye: Space | None = None
    direction: Vector3 | None = None
    viewport: bool | None = None
    target: str | None = None
    matrix: str | None = None
    chain: str | None = None
    address: str | None = None
    space: Space = "world"
    scale: Number = 1.0
    w: Number | None = None
    transform: Transformation = "IDENTITY"
    rows: Annotated[int, Meta(ge=1, le=4)] | None = None
    face: Annotated[int, Meta(ge=0, lt=FACES)] | None = None
    pass_name: str | None = msgspec.field(default=None, name="pass")

    def __post_init__(self) -> None:
        exactly_one(
            self, "light", "color", "eye", "direction", "viewport", "target", "matrix", "chain", "address"
        )
        if self.w is not None and (self.matrix or self.chain) is not None:
            raise ValueError("w belongs to a vector, not to a matrix or a chain")
        if self.w is not None and self.address is not None:
            raise ValueError("w belongs to a vector, not to an address")
        if self.rows is not None and (self.matrix or self.chain) is None:
            raise ValueError("rows belongs to a matrix or a chain")
        if self.transform != "IDENTITY" and self.matrix is None:
            raise ValueError("transform belongs to a matrix")
        if (self.pass_name or self.face) is not None and self.matrix not in (None, *CAMERA_MATRICES):
            raise ValueError(f"pass and face belong to the matrices {', '.join(CAMERA_MATRICES)}")
        if self.face is not None and self.matrix is None:
            raise ValueError("face belongs to a matrix")


#: A number, a vector of 1 to 4 numbers, or a list of such vectors for the following registers as well; or
#: something the scene knows.
Value = int | float | tuple[Component | tuple[Component, ...], ...] | Named
Register = Annotated[int, Meta(ge=0, le=255)]
#: The pass that draws the picture itself.
PICTURE = "picture"
#: Matrices that depend on the camera.
CAMERA_MATRICES = ("MODELVIEW", "PROJECTION", "MODELVIEW_PROJECTION")
#: Texture image units programs have (ARB_fragment_program, table 6.X; NV_gpu_program4 table 6.X).
IMAGE_UNITS = 16
#: Each texture of a handle takes two units of a context behind those.
MAX_HANDLES = 16
Primitive = Literal[
    "POINTS", "LINES", "LINE_STRIP", "LINE_LOOP", "LINES_ADJACENCY", "LINE_STRIP_ADJACENCY",
    "TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN", "TRIANGLES_ADJACENCY", "TRIANGLE_STRIP_ADJACENCY",
    "QUADS", "QUAD_STRIP", "POLYGON", "PATCHES",
]  # fmt: skip
#: A parameter's number, its name or the name of a uniform → its value.
Parameters = dict[str, Value]
#: Binding point → the contents of a program parameter buffer.
Buffers = dict[Annotated[int, Meta(ge=0)], tuple[Component | tuple[Component, ...], ...] | Named]


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


class Spot(Form, frozen=True):
    """Where a spotlight shines in the world, how sharply, and half its angle in degrees."""

    direction: Vector
    exponent: Number = 0.0
    cutoff: Number = 180.0


class Light(Form, frozen=True):
    """A light at a ``position``, or far away in a ``direction``.

    As light of the GL state it has ``color`` as ``diffuse`` and ``specular``, unless they are given.
    """

    position: Vector | None = None
    direction: Vector | None = None
    color: Vector = (1.0, 1.0, 1.0)
    ambient: Color = (0.0, 0.0, 0.0, 1.0)
    diffuse: Color | None = None
    specular: Color | None = None
    attenuation: Vector = (1.0, 0.0, 0.0)
    spot: Spot | None = None

    def __post_init__(self) -> None:
        exactly_one(self, "position", "direction")


class Chain(Form, frozen=True):
    """A chain of bones upwards along y; its matrices are a value under its ``name``.

    With an ``address`` they fill c[address] and the following registers, three rows each, of every VP
    program that addresses them relatively. A bone bends around its root by ``bend``, ``delay`` seconds
    later than the bone before it and ``growth`` times as far, and carries the bones above it along.
    """

    address: Register | None = None
    name: str = ""
    bones: Annotated[int, Meta(ge=1, le=64)] = 8
    length: Positive = 1.0
    bend: tuple[Rotation, ...] = ()
    delay: float = 0.0
    growth: Positive = 1.0
    time: float = 0.0

    def __post_init__(self) -> None:
        if self.address is None and not self.name:
            raise ValueError("a chain needs a name or an address")


class Unit(Form, frozen=True):
    """A texture unit: which texture or target, its environment and the environment's colour.

    Of a target ``output`` says which of its colours, or its depth, which r is compared with if ``compare``
    says so. With ``sprite`` every point shows the whole picture (ARB_point_sprite).
    """

    texture: str
    output: Annotated[int, Meta(ge=0, lt=MAX_OUTPUTS)] | Literal["depth"] = 0
    mode: Literal["REPLACE", "MODULATE", "DECAL", "BLEND", "ADD", "COMBINE"] = "MODULATE"
    sprite: bool = False
    color: Color | None = None
    combine: CombineForm | None = None
    compare: bool = False

    def __post_init__(self) -> None:
        if self.combine is not None and self.mode != "COMBINE":
            raise ValueError("combine belongs to the mode COMBINE")


# The scene


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


class Given(Form, frozen=True):
    """What programs are given: without a prefix the vertex program."""

    parameters: Parameters = msgspec.field(default_factory=dict)
    fragment_parameters: Parameters = msgspec.field(default_factory=dict)
    geometry_parameters: Parameters = msgspec.field(default_factory=dict)
    tess_control_parameters: Parameters = msgspec.field(default_factory=dict)
    tess_evaluation_parameters: Parameters = msgspec.field(default_factory=dict)
    buffers: Buffers = msgspec.field(default_factory=dict)
    fragment_buffers: Buffers = msgspec.field(default_factory=dict)
    geometry_buffers: Buffers = msgspec.field(default_factory=dict)
    tess_control_buffers: Buffers = msgspec.field(default_factory=dict)
    tess_evaluation_buffers: Buffers = msgspec.field(default_factory=dict)


class Copy(Given, frozen=True):
    """One of several copies of a draw: a transform before the draw's own, further parameters and state."""

    transform: Transform = ()
    material: str = ""
    state: StateForm = StateForm()


class PatchForm(Form, frozen=True):
    """What patches are: how many vertices they have, and the levels without a control program."""

    vertices: Annotated[int, Meta(ge=1, le=MAX_PATCH_VERTICES)] = INITIAL.vertices
    outer: tuple[float, float, float, float] = INITIAL.outer
    inner: tuple[float, float] = INITIAL.inner


#: Arrays of a mesh by name.
MeshPart = Literal["position", "normal", "color", "texcoord", "tangent"]


class DrawForm(Given, kw_only=True, frozen=True):
    """A mesh drawn with programs, and the fixed function for those left out; paths are relative to the file.

    ``primitive`` is how the mesh is drawn if not as it is, ``pass`` where: without it into the picture.
    """

    mesh: str
    vertex: str | None = None
    fragment: str | None = None
    geometry: str | None = None
    tess_control: str | None = None
    tess_evaluation: str | None = None
    patch: PatchForm | None = None
    primitive: Primitive | None = None
    pass_name: str = msgspec.field(default=PICTURE, name="pass")
    name: str = ""
    transform: Transform = ()
    copies: tuple[Copy, ...] = ()
    material: str = ""
    tracking: tuple[Tracked, ...] | None = None
    matrices: dict[str, Transform] = msgspec.field(default_factory=dict)
    state: StateForm = StateForm()
    textures: dict[Annotated[int, Meta(ge=0, lt=IMAGE_UNITS)], Unit] = msgspec.field(default_factory=dict)
    handles: Annotated[tuple[str, ...], Meta(max_length=MAX_HANDLES)] = ()
    state_programs: tuple[StateProgram, ...] = ()
    reflected: bool = False
    instances: Annotated[int, Meta(ge=1, le=MAX_INSTANCES)] = 1
    attributes: dict[str, tuple[Number, ...] | MeshPart] = msgspec.field(default_factory=dict)
    subroutines: dict[str, str] = msgspec.field(default_factory=dict)


class PassForm(Form, frozen=True):
    """What a target shows: the draws of the pass ``name``, seen by ``camera``, ``repeat`` times a frame.

    ``layer`` is the one layer or face drawn into; without it all are, as result.layer says. Or, instead of
    ``target``, a ``compute`` program that runs in ``groups`` and draws nothing.
    """

    name: Annotated[str, Meta(min_length=1)]
    target: str | None = None
    compute: str | None = None
    layer: Annotated[int, Meta(ge=0, lt=MAX_LAYERS)] | None = None
    camera: Camera | None = None
    clear: Color | None = None
    background: Background | None = None
    repeat: Annotated[int, Meta(ge=1, le=MAX_REPEAT)] = 1
    groups: Groups = (1,)
    parameters: Parameters = msgspec.field(default_factory=dict)
    buffers: Buffers = msgspec.field(default_factory=dict)
    textures: dict[Annotated[int, Meta(ge=0, lt=IMAGE_UNITS)], Unit] = msgspec.field(default_factory=dict)
    subroutines: dict[str, str] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        exactly_one(self, "target", "compute")
        if self.clear is not None and self.background is not None:
            raise ValueError("expected clear or background, got both")
        drawn = {"layer": self.layer, "clear": self.clear, "background": self.background}
        for key, value in drawn.items():
            if self.compute is not None and value is not None:
                raise ValueError(f"{key} belongs to a pass with a target")
        run = {"parameters": self.parameters, "buffers": self.buffers, "textures": self.textures,
               "subroutines": self.subroutines, "groups": self.groups != (1,)}  # fmt: skip
        for key, given in run.items():
            if self.target is not None and given:
                raise ValueError(f"{key} belongs to a pass with a compute program")


class SceneForm(Given, kw_only=True, frozen=True):
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
    meshes: dict[str, Mesh | FromMemory] = msgspec.field(default_factory=dict)
    textures: dict[str, TextureKind] = msgspec.field(default_factory=dict)
    targets: dict[str, TargetForm] = msgspec.field(default_factory=dict)
    memory: dict[str, MemoryForm] = msgspec.field(default_factory=dict)
    storage: dict[Binding, BufferForm] = msgspec.field(default_factory=dict)
    images: dict[ImageUnit, ImageForm] = msgspec.field(default_factory=dict)
    passes: Annotated[tuple[PassForm, ...], Meta(max_length=MAX_PASSES)] = ()
    materials: dict[str, Parameters] = msgspec.field(default_factory=dict)
    tracking: tuple[Tracked, ...] = ()
    state: StateForm = StateForm()
    chains: tuple[Chain, ...] = ()

    @property
    def drawn(self) -> dict[str, str]:
        """The target of every pass that draws into one."""
        return {one.name: one.target for one in self.passes if one.target is not None}
