"""All that one context keeps: its parts, of which commands say what they take."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from nvrender.api import enums
from nvrender.api.objects.attributes import AttributeStacks
from nvrender.api.objects.buffers import BufferObject, BufferState
from nvrender.api.objects.drawing import Screen
from nvrender.api.objects.evaluators import EvaluatorState
from nvrender.api.objects.feedback import FeedbackState
from nvrender.api.objects.fixed import FixedState, MatrixState, RasterState
from nvrender.api.objects.framebuffers import Framebuffer, FramebufferState, Renderbuffer, Window
from nvrender.api.objects.lists import ListState, Step
from nvrender.api.objects.pixels import PixelState
from nvrender.api.objects.programs import ProgramObject, ProgramState
from nvrender.api.objects.table import Table
from nvrender.api.objects.texture_units import Handles, TextureState
from nvrender.api.objects.textures import SamplerObject, TextureObject
from nvrender.api.objects.vertices import ArrayState, ImmediateState


@dataclass(slots=True)
class SharedObjects:
    """Objects that contexts may share (NV_vertex_program 2.14.1.7)."""

    programs: Table[ProgramObject] = field(default_factory=Table)
    lists: dict[int, tuple[Step, ...]] = field(default_factory=dict)
    textures: Table[TextureObject] = field(default_factory=Table)
    samplers: Table[SamplerObject] = field(default_factory=Table)
    handles: Handles = field(default_factory=Handles)
    framebuffers: Table[Framebuffer] = field(default_factory=Table)
    renderbuffers: Table[Renderbuffer] = field(default_factory=Table)
    buffers: Table[BufferObject] = field(default_factory=Table)


class ContextState:
    """The parts of one context's state; ``screen`` is who draws.

    ``error`` is the first one since GetError, ``faults`` counts invalid accesses of programs to memory.
    """

    __slots__ = (
        "arrays", "buffers", "error", "evaluators", "faults", "feedback", "fixed", "framebuffers",
        "immediate", "lists", "matrices", "pixels", "programs", "raster", "screen", "shared", "stacks",
        "textures",
    )  # fmt: skip

    def __init__(self, screen: Screen, size: tuple[int, int], shared: SharedObjects) -> None:
        self.screen = screen
        self.shared = shared
        self.error = enums.NO_ERROR
        self.faults = 0
        self.programs = ProgramState(shared.programs)
        self.immediate = ImmediateState()
        self.arrays = ArrayState()
        self.buffers = BufferState(shared.buffers)
        self.feedback = FeedbackState()
        self.evaluators = EvaluatorState()
        self.textures = TextureState(shared.textures, shared.samplers, shared.handles)
        self.pixels = PixelState()
        self.framebuffers = FramebufferState(shared.framebuffers, shared.renderbuffers, Window(size))
        self.lists = ListState(shared.lists)
        self.fixed = FixedState((0, 0, *size), (0, 0, *size))
        self.matrices = MatrixState()
        self.raster = RasterState()
        self.stacks = AttributeStacks()

    def get(self, path: str) -> Any:
        """A field of a part, of ``part.field``."""
        return attrgetter(path)(self)

    def put(self, path: str, value: Any) -> None:
        """Set a field of a part."""
        part, _, name = path.partition(".")
        setattr(getattr(self, part), name, value)
