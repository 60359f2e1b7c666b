"""What a draw, a dispatch and a clear are, and who carries them out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from nvrender.api.arguments import Vector4
from nvrender.api.objects.buffers import BufferObject, Bytes
from nvrender.gl.inputs.global_memory import Left, Memory, Window, stores_of
from nvrender.gl.inputs.results import Results
from nvrender.gl.state.state import State
from nvrender.gl.textures.images import Image
from nvrender.gl.textures.surfaces import Buffers
from nvrender.gl.textures.texture import Texture
from nvrender.oracle.frame.draw import Primitives, Stages
from nvrender.oracle.memory.spaces import Held
from nvrender.program import Program
from nvrender.program.limits import Limits


@dataclass(frozen=True)
class DrawnImage:
    """An image on a unit, and where its texels come from; two of one ``source`` have the same texels."""

    image: Image
    texture: int
    level: int
    source: Hashable

    @property
    def view(self) -> Hashable:
        """How the unit has them."""
        return self.image.access, self.image.view, self.image.layer


@dataclass(eq=False)
class Reached:
    """What programs reach: ``buffers`` by their names in ``memory``, storage by binding, images by unit.

    ``writes`` tells whether one of the programs may change it. Where ``content`` is the same, all is.
    """

    buffers: Mapping[str, BufferObject]
    access: Mapping[str, str]
    storage: Mapping[int, Window | Bytes]
    drawn: Mapping[int, DrawnImage]
    writes: bool
    content: Hashable = field(init=False)

    def __post_init__(self) -> None:
        self.note()

    @property
    def memory(self) -> Memory:
        """Copies of the buffers, at their addresses."""
        contents = {name: buffer.content for name, buffer in self.buffers.items()}
        return Memory(contents, self.access, {name: row.address for name, row in self.buffers.items()})

    def held(self) -> Held:
        """The same for draws of the oracle."""
        return Held(stores_of(self.memory, self.storage, Limits(), self.images))

    @property
    def images(self) -> dict[int, Image]:
        """The images by unit."""
        return {unit: row.image for unit, row in self.drawn.items()}

    def note(self) -> None:
        """From now on ``content`` is of the buffers as they are."""
        rows = tuple((name, row.version, row.address) for name, row in self.buffers.items())
        windows = tuple((point, row) for point, row in self.storage.items() if isinstance(row, Window))
        images = tuple((unit, row.source, row.view) for unit, row in self.drawn.items())
        self.content = rows, tuple(self.access.items()), tuple(self.storage), windows, images


@dataclass(frozen=True)
class Drawing:
    """Vertices, and everything they are drawn with; ``state`` tracks nothing any more.

    ``textures`` has one for each unit that a program reads or the state enables, None where a program reads
    one that is not complete. The vertices' arrays may be views of memory that changes after the draw;
    vertices with a ``key`` are the same wherever it is.
    """

    stages: Stages
    primitives: Primitives
    state: State
    buffers: Buffers | None
    textures: Mapping[int, Texture | None] = field(default_factory=dict)
    key: Hashable = None
    memory: Reached | None = None


@dataclass(frozen=True)
class Dispatch:
    """So many work groups of a compute program, with what a Drawing has of the same."""

    program: Program
    parameters: Any
    groups: tuple[int, int, int]
    state: State
    textures: Mapping[int, Texture | None]
    memory: Reached | None = None


@dataclass(frozen=True)
class Clearing:
    """What Clear fills: a colour for all colour buffers, a depth and a stencil value, None for what stays.

    The scissor box and the masks of ``state`` count.
    """

    buffers: Buffers
    color: Vector4 | None
    depth: float | None
    stencil: int | None
    state: State


class Screen(Protocol):
    """Who carries out what fills buffers; ``backend`` is its name."""

    backend: str

    def clear(self, clearing: Clearing) -> None: ...

    def draw(self, drawing: Drawing) -> Left | None:
        """Draw; what is left in the memory that programs reach, if any."""
        ...

    def repeats(self, drawing: Drawing) -> Callable[[Any, Any], bool] | None:
        """What does a drawing again that was just drawn; None for nothing.

        It takes parameters by stage, and the attributes' values, None for those there were.

        It returns False, and has done nothing, where it must be drawn as if for the first time.
        """
        ...

    def capture(self, drawing: Drawing, names: tuple[str, ...]) -> tuple[Results, Left | None]:
        """Results of the last stage before rasterization, and what is left in memory by the stages so far."""
        ...

    def dispatch(self, dispatch: Dispatch) -> Left | None:
        """Run work groups; what is left in the memory that they reach, if any."""
        ...

    def release(self) -> None:
        """Give back what was made elsewhere than in memory."""
        ...
