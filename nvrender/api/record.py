"""What one GL context keeps: frozen values that commands replace, and the tables of objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.bound_objects import (
    AddressRange,
    ChosenSubroutines,
    FeedbackObject,
    Handle,
    ImageBinding,
    Residency,
    StorageBinding,
)
from nvrender.api.buffers.objects import BufferObject
from nvrender.api.errors import refused
from nvrender.api.framebuffers.objects import Framebuffer, Renderbuffer
from nvrender.api.framebuffers.window import Window
from nvrender.api.pixels.formats import PixelStore
from nvrender.api.textures.objects import RECTANGLE, Parameters, SamplerObject, TexelArray, TextureObject
from nvrender.api.textures.sampled_surfaces import Multisample
from nvrender.gl.inputs.params import ROWS
from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.inputs.words import Uint32Array
from nvrender.gl.patches import INITIAL as PATCH
from nvrender.gl.patches import Patch
from nvrender.gl.state.fragments import TextureUnit
from nvrender.gl.state.state import TEXTURE_UNITS, Box, State, Tracking
from nvrender.gl.textures.formats import TARGET_AXES
from nvrender.glsl.io.samplers import samplers_of
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.oracle.raster.position import RasterVertex
from nvrender.program import Instruction, Program
from nvrender.program.limits import FRAGMENT, TARGETS, Limits

if TYPE_CHECKING:
    from nvrender.api.arguments import Vector4
    from nvrender.api.draw.evaluator_maps import Map
    from nvrender.api.draw.screen import Screen
    from nvrender.api.lists.steps import Compiling, Step
    from nvrender.api.state.attribute_stack import Saved

#: The raster position at first (OpenGL 1.5, table 6.5).
RASTER = RasterVertex(
    (0.0, 0.0, 0.0, 1.0),
    (1.0, 1.0, 1.0, 1.0),
    (0.0, 0.0, 0.0, 1.0),
    0.0,
    ((0.0, 0.0, 0.0, 1.0),) * TEXTURE_UNITS,
)
#: Program parameters of a context that has !!VP2.0 (NV_vertex_program2, Errors).
PARAMETERS = 256

#: Names of objects of one kind, of lists too, that there may be at a time.
NAMES = 1 << 20

#: What programs of each target may have.
LIMITS: dict[int, Limits] = {getattr(enums, name): limits for name, limits in TARGETS.items()}


@dataclass(frozen=True, eq=False)
class ProgramObject:
    """A program object: ``program`` is None until a string has been loaded.

    ``locals_`` are the words of the local parameters, (n, 4), which survive loads
    (ARB_vertex_program 2.14.1). ``named`` are the values that named parameters were given
    (NV_fragment_program 5.7). ``calling`` are the programs made of it that call chosen subroutines, by their
    numbers.
    """

    target: int
    program: Program | None = None
    locals_: Uint32Array = field(default_factory=lambda: np.zeros((0, 4), np.uint32))
    named: Mapping[str, Float32Array] = field(default_factory=dict)
    calling: dict[tuple[int, ...], Program] = field(default_factory=dict)

    @property
    def string(self) -> bytes:
        return b"" if self.program is None else self.program.source.data

    @cached_property
    def texture_instructions(self) -> tuple[Instruction, ...]:
        """The instructions that access a texture image unit."""
        instructions = () if self.program is None else self.program.instructions
        return tuple(instruction for instruction in instructions if instruction.texture is not None)

    @cached_property
    def samplers(self) -> dict[int, str]:
        """How the program samples each texture image unit that it accesses: a type of GLSL."""
        found = {} if self.program is None else samplers_of(self.program)
        return {unit: sampler.type for unit, sampler in found.items()}


Kind = TypeVar("Kind")


@dataclass
class Table(Generic[Kind]):
    """The objects of one kind by name."""

    objects: dict[int, Kind] = field(default_factory=dict)
    #: What the command that generates names returned and nobody has used yet.
    reserved: set[int] = field(default_factory=set)

    def fresh(self, count: int) -> tuple[int, ...]:
        """The ``count`` smallest names that are free, now reserved; OUT_OF_MEMORY for more than NAMES."""
        if len(self.objects) + len(self.reserved) + count > NAMES:
            raise refused(enums.OUT_OF_MEMORY, f"of one kind there are no more than {NAMES} names")
        found: list[int] = []
        name = 1
        while len(found) < count:
            if name not in self.objects and name not in self.reserved:
                found.append(name)
            name += 1
        self.reserved.update(found)
        return tuple(found)


@dataclass(frozen=True)
class Grid:
    """How many segments there are, and between which ends, for each dimension of a map."""

    segments: tuple[int, ...]
    domain: tuple[float, ...]

    def places(self, axis: int, indices: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """The coordinates of grid points; the first and the last are its ends (OpenGL 1.5, 5.1)."""
        count, low, high = self.segments[axis], *self.domain[2 * axis : 2 * axis + 2]
        with np.errstate(all="ignore"):
            inner = indices * ((high - low) / count) + low
        return np.where(indices == 0, low, np.where(indices == count, high, inner))


GRIDS = {dimension: Grid((1,) * dimension, (0.0, 1.0) * dimension) for dimension in (1, 2)}


@dataclass
class Names(Table[ProgramObject]):
    """Program objects by name, and tables of other objects; contexts that share them share this.

    NV_vertex_program 2.14.1.7.
    """

    lists: dict[int, tuple[Step, ...]] = field(default_factory=dict)
    textures: Table[TextureObject] = field(default_factory=Table)
    framebuffers: Table[Framebuffer] = field(default_factory=Table)
    renderbuffers: Table[Renderbuffer] = field(default_factory=Table)
    buffers: Table[BufferObject] = field(default_factory=Table)
    samplers: Table[SamplerObject] = field(default_factory=Table)
    #: What handles are of, and how many there ever were.
    handles: dict[int, Handle] = field(default_factory=dict)
    handles_made: int = 0


@dataclass(frozen=True, eq=False)
class VertexArray:
    """What VertexAttribPointer and its kin say of an array, and the memory it is in.

    With a ``buffer`` that is its content from byte ``pointer`` on; an AddressRange is of GPU addresses.
    """

    size: int = 4
    type: int = enums.FLOAT
    stride: int = 0
    pointer: Any = None
    normalized: bool = False
    integer: bool = False
    buffer: int = 0
    long: bool = False


@dataclass(frozen=True, slots=True)
class ImageUnit:
    """A texture image unit: the names bound to its targets, which are enabled, and its environment.

    Targets are the words of textures. ``environment`` has of a TextureUnit what TexEnv sets; ``lod_bias`` is
    that of TEXTURE_FILTER_CONTROL, ``sampler`` the name of a sampler object, 0 for none.
    """

    bindings: tuple[tuple[str, int], ...] = ()
    enabled: frozenset[str] = frozenset()
    environment: TextureUnit = field(default_factory=TextureUnit)
    lod_bias: float = 0.0
    sampler: int = 0

    def bound(self, target: str) -> int:
        return dict(self.bindings).get(target, 0)


#: Image units.
IMAGES = FRAGMENT.image_units
#: Texture image units, of every stage together.
IMAGE_UNITS = FRAGMENT.texture_image_units


def _default_textures() -> dict[str, TextureObject]:
    """The textures of name 0 (OpenGL 1.5, 3.8.12)."""
    return {
        target: TextureObject(target, parameters=RECTANGLE) if target == "RECT" else TextureObject(target)
        for target in (*TARGET_AXES, "RENDERBUFFER")
    }


def _parameters() -> dict[int, Uint32Array]:
    return {
        target: np.zeros((limits.environment_parameters, 4), np.uint32) for target, limits in LIMITS.items()
    }


def _defaults() -> dict[int, ProgramObject]:
    return {target: ProgramObject(target) for target in LIMITS}


@dataclass
class Record:
    """The state of one context.

    ``screen`` is who draws, ``window`` the default framebuffer; ``current`` are the current values of
    attributes, which ``state`` gets at draws; those set as integers are IntegerVectors, those
    of 64 bits LongVectors.
    ``parameters`` are words, by target; of vertex programs those of NV_vertex_program too.
    """

    names: Names = field(default_factory=Names)
    screen: Screen | None = None
    window: Window = field(default_factory=lambda: Window((0, 0)))
    error: int = enums.NO_ERROR
    #: Accesses of programs to memory that were invalid.
    faults: int = 0
    error_position: int = -1
    error_string: str = ""
    #: The primitive between Begin and End, and all attributes of each vertex since Begin.
    begun: int | None = None
    vertices: list[tuple[Vector4, ...]] = field(default_factory=list)
    state: State = field(default_factory=State)
    bindings: dict[int, int] = field(default_factory=lambda: dict.fromkeys(LIMITS, 0))
    defaults: dict[int, ProgramObject] = field(default_factory=_defaults)
    parameters: dict[int, Uint32Array] = field(default_factory=_parameters)
    subroutines: dict[int, ChosenSubroutines] = field(default_factory=dict)
    tracking: dict[int, Tracking] = field(default_factory=dict)
    transforms: dict[int, int] = field(default_factory=dict)
    current: list[Vector4] = field(default_factory=lambda: [row.initial for row in ATTRIBUTES])
    enabled: frozenset[int] = frozenset({enums.DITHER, enums.MULTISAMPLE})
    #: Arrays by attribute number, generic and conventional. Of the generic ones two enables: with vertex
    #: programs ``enabled_arrays`` count, without them the other (ARB_vertex_program, Interactions with
    #: NV_vertex_program).
    arrays: dict[int, VertexArray] = field(default_factory=dict)
    conventional_arrays: dict[int, VertexArray] = field(default_factory=dict)
    enabled_arrays: frozenset[int] = frozenset()
    enabled_arb_arrays: frozenset[int] = frozenset()
    enabled_conventional_arrays: frozenset[int] = frozenset()
    #: What is read from GPU addresses (VERTEX_ATTRIB_ARRAY_UNIFIED_NV and its kin), and from which, by the
    #: enumerant of the address and the index, 0 of those that have none.
    unified: frozenset[int] = frozenset()
    addresses: dict[tuple[int, int], AddressRange] = field(default_factory=dict)
    #: The current buffers by target; (target, binding point) → name and size, None for all of it.
    array_buffers: dict[int, int] = field(default_factory=dict)
    bound_buffers: dict[int, int] = field(default_factory=dict)
    #: By binding point; by name, those that this context made resident.
    storage_buffers: dict[int, StorageBinding] = field(default_factory=dict)
    resident_buffers: dict[int, Residency] = field(default_factory=dict)
    parameter_buffers: dict[tuple[int, int], tuple[int, int | None]] = field(default_factory=dict)
    #: Transform feedback objects by name, the one of name 0, and the name of the one that is bound.
    feedback_objects: Table[FeedbackObject] = field(default_factory=Table)
    default_feedback: FeedbackObject = field(default_factory=FeedbackObject)
    feedback_name: int = 0
    #: How many vertices DrawTransformFeedback of a display list draws, None outside of one.
    listed_vertices: int | None = None
    #: What queries have counted, and the active ones by target and stream.
    queries: Table[int] = field(default_factory=Table)
    active_queries: dict[tuple[int, int], int] = field(default_factory=dict)
    #: Maps by enumerant, those that were defined, and grids by dimension.
    maps: dict[int, Map] = field(default_factory=dict)
    grids: dict[int, Grid] = field(default_factory=lambda: dict(GRIDS))
    raster: RasterVertex = RASTER
    raster_valid: bool = True
    #: By target, the textures of name 0; proxies by target and level, None where there is no room for it.
    default_textures: dict[str, TextureObject] = field(default_factory=_default_textures)
    proxies: dict[tuple[str, int], TexelArray | None] = field(default_factory=dict)
    multisample_proxies: dict[str, Multisample | None] = field(default_factory=dict)
    image_units: tuple[ImageUnit, ...] = (ImageUnit(),) * IMAGE_UNITS
    images: tuple[ImageBinding, ...] = (ImageBinding(),) * IMAGES
    #: Texture handles that this context made resident, and image handles with the access.
    resident_textures: frozenset[int] = frozenset()
    resident_images: dict[int, str] = field(default_factory=dict)
    #: How pixels lie in memory that commands read, and that they write.
    unpack: PixelStore = field(default_factory=PixelStore)
    pack: PixelStore = field(default_factory=PixelStore)
    patch: Patch = PATCH
    cull_mode: str = "BACK"
    #: Of the front and the back of polygons.
    polygon_modes: tuple[int, int] = (enums.FILL, enums.FILL)
    edge_flag: bool = True
    #: How often each bit of the pattern counts, and the pattern.
    line_stipple: tuple[int, int] = (1, 0xFFFF)
    logic_operation: str = "COPY"
    hints: dict[int, int] = field(default_factory=dict)
    #: Of the window: what each output is drawn into, and what is read.
    draw_buffers: tuple[int, ...] = (enums.BACK,)
    read_buffer: int = enums.BACK
    #: What SampleCoverage and SampleMaskIndexedNV set.
    sample_coverage: tuple[float, bool] = (1.0, False)
    sample_masks: tuple[int, ...] = (0xFFFFFFFF,)
    #: Names of the framebuffer objects that are drawn into and read, and of the current renderbuffer.
    draw_framebuffer: int = 0
    read_framebuffer: int = 0
    renderbuffer: int = 0
    #: Left, bottom, width and height; the whole window at first.
    viewport: Box = (0, 0, 0, 0)
    scissor_box: Box = (0, 0, 0, 0)
    #: (texture unit, coordinate) → mode, also where it is not enabled.
    generation_modes: dict[tuple[int, int], str] = field(default_factory=dict)
    #: What ClampColor set.
    clamp_vertex_color: int = enums.TRUE
    clamp_fragment_color: int = enums.FIXED_ONLY_ARB
    clamp_read_color: int = enums.FIXED_ONLY_ARB
    clear_color: Vector4 = (0.0, 0.0, 0.0, 0.0)
    clear_depth: float = 1.0
    clear_stencil: int = 0
    active_texture: int = 0
    client_texture: int = 0
    matrix_mode: int = enums.MODELVIEW
    #: What lies below the top of each matrix stack, by the matrix's name in gl.inputs.params.
    stacks: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    attribute_stack: tuple[Saved, ...] = ()
    client_attribute_stack: tuple[Saved, ...] = ()
    #: The list that is being made, None for none, how deep lists are calling lists, and how many were called.
    compiling: Compiling | None = None
    list_depth: int = 0
    list_calls: int = 0
    list_base: int = 0

    @property
    def bound_texture_parameters(self) -> tuple[tuple[str, int, Parameters], ...]:
        """Target, name and parameters of the textures bound to any unit (OpenGL 1.5, 6.1.12).

        To be set where they are still there.
        """
        names = {pair for unit in self.image_units for pair in unit.bindings if pair[1]}
        found = {(target, 0): self.default_textures[target] for target in self.default_textures}
        found |= {
            pair: self.names.textures.objects[pair[1]]
            for pair in names
            if pair[1] in self.names.textures.objects
        }
        return tuple((*pair, held.parameters) for pair, held in found.items())

    @bound_texture_parameters.setter
    def bound_texture_parameters(self, kept: tuple[tuple[str, int, Parameters], ...]) -> None:
        for target, name, parameters in kept:
            objects: dict[Any, TextureObject] = self.names.textures.objects if name else self.default_textures
            held = objects.get(name or target)
            if held is None or held.target != target or held.handled:
                continue
            if held.parameters != parameters:
                objects[name or target] = replace(held, parameters=parameters)

    @property
    def feedback(self) -> FeedbackObject:
        """The transform feedback object that is bound."""
        return (
            self.feedback_objects.objects[self.feedback_name] if self.feedback_name else self.default_feedback
        )

    def bound(self, target: int) -> ProgramObject | None:
        """The object that programs of ``target`` come from; None where a name without one is bound."""
        name = self.bindings[target]
        return self.names.objects.get(name) if name else self.defaults[target]

    def bind_program(self, target: int, name: int) -> None:
        """Make a program current.

        The target's subroutine parameters are the defaults then (ARB_shader_subroutine 2.14.1).
        """
        self.bindings[target] = name
        self.subroutines.pop(target, None)

    def replace_bound(self, target: int, new: ProgramObject) -> None:
        name = self.bindings[target]
        if name:
            self.names.objects[name] = new
        else:
            self.defaults[target] = new

    @property
    def nv_parameters(self) -> npt.NDArray[np.float32]:
        """Environment parameters of vertex programs, the first 256 c[], without what tracks a matrix."""
        return self.parameters[enums.VERTEX_PROGRAM_NV].view(np.float32)

    def tracked(self, first: int, count: int = 1) -> int | None:
        """The first of the registers that tracks a matrix."""
        indices = range(first, first + count)
        return next((index for index in indices if index - index % ROWS in self.tracking), None)
