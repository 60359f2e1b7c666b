"""What the stages around a shader, what is bound and the state it draws with want of its text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nvrender.glsl.memory.image_variables import ImageKey
    from nvrender.glsl.textures.texture_keys import TextureKey
    from nvrender.glsl.varyings import Varying, Varyings
    from nvrender.program import Program

#: Rows of the resident buffers of a shader that nothing is known of (nvrender.glsl.memory.block).
ROWS = 4


@dataclass(frozen=True, slots=True)
class DrawState:
    """What of the state of a draw, and of the context, is in the text of the stages of a pipeline.

    Colours are ``flat`` with ``flat_colors``; clip distances are not set without ``clip_distances``.
    ``clip_planes`` are the enabled user clip planes: around a program with ARB_position_invariant a pipeline
    clips eye coordinates by them (ARB_vertex_program 2.11). ``sprites`` are the texture units whose
    coordinates are a point's own (ARB_point_sprite 3.3): the last stage before rasterization hands over where
    the point lies, a fragment program reads the coordinates that follow (nvrender.glsl.io.fragment.sprites).

    The rest is of fragment programs. With ``two_side`` colours come from the back where the primitive's back
    faces the viewer; ``alpha_function`` is the alpha test behind the program, "" for none. ``colors`` is how
    many colour buffers there are: all get colour 0 of a program without ARB_draw_buffers, and zeros where a
    program writes none. ``split`` is how many primitives of the draw ``primitive.id`` counts as one, None for
    all, since polygons are cut into triangles. ``second_colors`` tells whether the frame blends with second
    colours: False for a shader without them, True for one that has one whatever the program writes, None for
    what it writes. ``weighted`` mends drivers that interpolate wrongly away from the centre
    (quirks.OFF_CENTRE), ``still`` those that do in points, over which no input changes, ``central`` those
    that take 1/w of samples at the centre (quirks.CENTRAL_W).
    """

    flat_colors: bool = False
    clip_distances: bool = True
    clip_planes: tuple[int, ...] = ()
    sprites: frozenset[int] = frozenset()
    two_side: bool = False
    alpha_function: str = ""
    colors: int = 1
    split: int | None = 1
    second_colors: bool | None = None
    weighted: bool = False
    still: bool = False
    central: bool = False


@dataclass(frozen=True, slots=True)
class Bindings:
    """What a shader must know of the textures and the memory it reaches.

    ``textures`` say of image units what the text of their lookups must know of the texture; without one, GL
    samples it as its own parameters say. None: nothing is known, and textures are named by the handles of
    ARB_bindless_texture. ``images`` say likewise what is on image units, None of one that nothing is;
    without one, instructions say what their image is, and GL converts what is stored.

    ``resident`` is how many buffers with GPU addresses a program that reaches them looks through, a power of
    two (nvrender.glsl.memory.block), ``alike`` whether all that may be loaded of them may be stored, and the
    other way round: a load and a store of one address are checked by the same expression then.
    """

    textures: tuple[tuple[int, TextureKey], ...] | None = None
    images: tuple[tuple[int, ImageKey | None], ...] | None = None
    resident: int = ROWS
    alike: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """What a shader is linked with.

    Stages that are linked agree by ``varyings``, what the next one reads: a vertex shader writes them, what
    its program does not write as (0, 0, 0, 1); of a control program they are what the evaluation program
    reads. ``taken`` are image variables of other stages, ``programs`` those of all stages, which
    declare alike what they share. ``patch_results`` of an evaluation program are the results of the control
    program before it, None without one.

    A vertex or evaluation shader with an ``output_prefix`` is not the last before rasterization: it hands
    colours on as they are, and ``varyings`` under the names the next stage reads, ``vertex_COL0``. ``inputs``
    gives the kinds ("", "i", "u") of those inputs of a geometry shader whose words are not of the type the
    program reads. Its further vertex streams, for transform feedback, are left out unless ``streams``.

    ``captured`` are the results that leave a shader over arrays, or for transform feedback, or that a vertex
    shader has; None for all.
    With ``numbers_given`` ``vertex.id`` and ``vertex.instance`` are inputs, not the numbers GL itself has;
    ``primitive.id`` of a geometry or fragment program is what the evaluation shader before it hands over.
    What leaves a ``tessellated`` geometry shader tells its vertices' numbers in an invocation, not those of
    input primitives.
    With ``indexed`` ``program.env`` and ``program.local`` are arrays at their own indices, the first in a
    block that all programs of a stage declare alike. With ``lockstep`` each invocation of a control program
    runs all threads of its patch, instruction by instruction; None: where barriers cannot order them. With
    ``divided`` a dispatch is a part of a compute program's work groups: the uniforms ``first_group`` and
    ``all_groups`` say where it begins, and how many there are. A shader over arrays of which the inputs, and
    the results, are ``apart`` has each in ``vertex_count`` vectors of its own, one behind the other, rather
    than those of a vertex side by side.
    """

    varyings: tuple[Varying, ...] | None = None
    taken: frozenset[str] = frozenset()
    programs: tuple[Program, ...] = ()
    patch_results: frozenset[str] | None = None
    output_prefix: str = ""
    inputs: tuple[tuple[str, str], ...] = ()
    streams: bool = True
    captured: tuple[str, ...] | None = None
    numbers_given: bool = False
    tessellated: bool = False
    indexed: bool = False
    lockstep: bool | None = None
    divided: bool = False
    apart: bool = False
    state: DrawState = field(default_factory=DrawState)
    bound: Bindings = field(default_factory=Bindings)

    def captures(self, result: str) -> bool:
        """True if ``result`` is to leave the shader."""
        return self.captured is None or result in self.captured

    def dropped(self, program: Program) -> frozenset[int]:
        """The numbers of the results of ``program`` that are not to leave the shader."""
        results = program.profile.results
        return frozenset(results.index(row) for row in program.results if not self.captures(row))

    @property
    def read(self) -> Varyings | None:
        """``varyings`` by name."""
        return None if self.varyings is None else {row.name: row for row in self.varyings}
