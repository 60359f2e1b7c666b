"""All that one context keeps: its parts, of which commands say what they take."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from nvrender.api.objects.attributes import AttributeStacks
from nvrender.api.objects.buffers import BufferObject, BufferState
from nvrender.api.objects.drawing import Screen
from nvrender.api.objects.errors import ErrorState
from nvrender.api.objects.evaluators import EvaluatorState
from nvrender.api.objects.feedback import FeedbackState
from nvrender.api.objects.fixed import FixedState, RasterState
from nvrender.api.objects.framebuffers import Framebuffer, FramebufferState, Renderbuffer, Window
from nvrender.api.objects.lists import ListState, Steps
from nvrender.api.objects.pixels import PixelState
from nvrender.api.objects.programs import ProgramObject, ProgramState
from nvrender.api.objects.replays import Replays
from nvrender.api.objects.table import Table
from nvrender.api.objects.texture_units import Handles, TextureState
from nvrender.api.objects.textures import SamplerObject, TextureObject
from nvrender.api.objects.vertices import ArrayState, ImmediateState


@dataclass(slots=True)
class SharedObjects:
    """Objects that contexts may share (NV_vertex_program 2.14.1.7)."""

    programs: Table[ProgramObject] = field(default_factory=Table)
    lists: dict[int, Steps] = field(default_factory=dict)
    textures: Table[TextureObject] = field(default_factory=Table)
    samplers: Table[SamplerObject] = field(default_factory=Table)
    handles: Handles = field(default_factory=Handles)
    framebuffers: Table[Framebuffer] = field(default_factory=Table)
    renderbuffers: Table[Renderbuffer] = field(default_factory=Table)
    buffers: Table[BufferObject] = field(default_factory=Table)
    #: How often commands have changed something else than Replays knows of.
    changes: int = 0


@dataclass(slots=True)
class ContextState:
    """The parts of one context's state; ``screen`` is who draws."""

    screen: Screen
    shared: SharedObjects
    programs: ProgramState
    buffers: BufferState
    textures: TextureState
    framebuffers: FramebufferState
    lists: ListState
    fixed: FixedState
    errors: ErrorState
    immediate: ImmediateState = field(default_factory=ImmediateState)
    arrays: ArrayState = field(default_factory=ArrayState)
    feedback: FeedbackState = field(default_factory=FeedbackState)
    evaluators: EvaluatorState = field(default_factory=EvaluatorState)
    raster: RasterState = field(default_factory=RasterState)
    pixels: PixelState = field(default_factory=PixelState)
    stacks: AttributeStacks = field(default_factory=AttributeStacks)
    replays: Replays = field(default_factory=Replays)

    def get(self, path: str) -> Any:
        """A field of a part, of ``part.field``."""
        return attrgetter(path)(self)

    def put(self, path: str, value: Any) -> None:
        """Set a field of a part."""
        part, _, name = path.partition(".")
        setattr(getattr(self, part), name, value)


def initial_state(screen: Screen, size: tuple[int, int], shared: SharedObjects, raises: bool) -> ContextState:
    """The state of a new context with a window of ``size``."""
    return ContextState(
        screen,
        shared,
        ProgramState(shared.programs),
        BufferState(shared.buffers),
        TextureState(shared.textures, shared.samplers, shared.handles),
        FramebufferState(shared.framebuffers, shared.renderbuffers, Window(size)),
        ListState(shared.lists),
        FixedState((0, 0, *size), (0, 0, *size)),
        ErrorState(raises),
    )
