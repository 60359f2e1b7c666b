"""The linked shaders of a pipeline, made anew where the state or a draw asks for others."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

import moderngl

from nvrender.gl.state.second_colors import check_second_colors
from nvrender.gl.state.state import INITIAL, State
from nvrender.glsl.targets import Target
from nvrender.glsl.textures.texture_keys import Sampler
from nvrender.glsl.translation import Translation
from nvrender.gpu.context.context import check_context
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.context.target import (
    RIGHT,
    WEIGHTED,
    Wrong,
    away_from_centers,
    wrong_away_from_centers,
)
from nvrender.gpu.context.uniform_blocks import block_sizes
from nvrender.gpu.fixed.fragment_stage import FragmentStage
from nvrender.gpu.pipeline.drawn import Drawn, drawn_with
from nvrender.gpu.pipeline.known_states import KnownState, KnownStates
from nvrender.gpu.pipeline.linked import Linked, link
from nvrender.gpu.pipeline.stage_blocks import StageBlocks
from nvrender.gpu.pipeline.stage_keys import StageKeys, reads_points
from nvrender.gpu.pipeline.stage_texts import (
    Programs,
    StageTexts,
    VertexKey,
    conventional_fragment,
    stage_texts,
)
from nvrender.gpu.pipeline.stage_textures import (
    GivenTextures,
    StageTextureKeys,
    stage_texture_keys,
    with_units,
)
from nvrender.gpu.resources.image_units import check_image_units
from nvrender.gpu.resources.memory_buffer import MemoryBuffer
from nvrender.gpu.resources.textures import point_samplers
from nvrender.program import Program
from nvrender.source import InputError


class Shaders:
    """Of ``programs``, to fit each other, the state and what is drawn.

    ``renewed`` is called where they are others than before, and what was made for those is of no use.
    """

    def __init__(
        self,
        context: moderngl.Context,
        programs: Programs,
        target: Target,
        numerics: str,
        blocks: StageBlocks,
        renewed: Callable[[], None],
    ) -> None:
        self._context, self._programs, self._target = context, programs, target
        self._numerics, self._blocks, self._renewed = numerics, blocks, renewed
        #: The samplers in the texts.
        self.units: Collection[Sampler] = ()
        self._linked: Linked | None = None
        #: Its uniform blocks, asked for once.
        self._sizes: dict[str, int] | None = None
        self._texts: StageTexts | None = None
        #: What the texts were made for.
        self._keys: StageKeys | None = None
        self._texture_keys = StageTextureKeys()
        self._drawn = Drawn()
        self._states = KnownStates()
        #: The state they were last made for.
        self.known = KnownState(INITIAL)

    def check(self) -> None:
        """InputError after ``release``, and where another context is current."""
        if self._linked is None:
            raise InputError("this pipeline has been released")
        check_context(self._context)

    @property
    def linked(self) -> Linked:
        """What is drawn with; InputError as ``check`` has it."""
        self.check()
        assert self._linked is not None
        return self._linked

    @property
    def vertex_key(self) -> VertexKey:
        """What decides the text of the stages before rasterization."""
        assert self._keys is not None
        return self._keys.vertex

    @property
    def translations(self) -> tuple[tuple[Program, Translation], ...]:
        """What the programs became."""
        return () if self._texts is None else self._texts.translations

    @property
    def samplers(self) -> dict[int, Sampler]:
        """The textures the programs read: image unit → sampler."""
        return {} if self._texts is None else self._texts.samplers

    @property
    def block_sizes(self) -> dict[str, int]:
        """Uniform block → its bytes."""
        if self._sizes is None:
            self._sizes = block_sizes(self.linked.program)
        return self._sizes

    def suit_state(self, state: State) -> None:
        """Fit another state; InputError for one that is not valid."""
        before = None if self._keys is None else self.known
        known = self._states.of(state, before)
        keys = known.keys(self._programs, self._drawn, self._texture_keys, self._wrong)
        if keys is not self._keys and keys != self._keys:
            with state_guard(self._context):
                self._relink(keys)
        self._keys, self.known = keys, known
        if before is not known:
            self._blocks.expire(None if before is None else known.apart(before))

    def suit_draw(self, mode: int, primitive: str, framebuffer: moderngl.Framebuffer) -> None:
        """Fit the primitives and the number of colour buffers."""
        state, fragment = self.known.state, self._programs.fragment
        drawn = drawn_with(self._programs, mode, primitive, framebuffer)
        check_second_colors(state, fragment, drawn.colors)
        replaced = reads_points(fragment) or any(unit.coord_replace for unit in state.texture_units)
        changed = drawn.points != self._drawn.points and (replaced or self._wrong.weighted)
        changed |= drawn[1:] != self._drawn[1:]
        self._drawn = drawn
        if changed:
            self.suit_state(state)

    def suit_textures(self, textures: GivenTextures | None, memory: MemoryBuffer | None) -> None:
        """Fit how textures and images are read, which the text may hold; None: GL has what there is."""
        state = self.known.state
        units = state.texture_units if self._programs.fragment is None else ()
        found = stage_texture_keys(self._context, self._programs.given, units, textures, memory)
        if found != self._texture_keys:
            self._texture_keys = found
            self.suit_state(state)

    def varies(self) -> tuple[bool, bool, bool]:
        """Whether faces are told apart, whether fragments have what one vertex has, whether depths matter."""
        assert self._keys is not None
        state, fragment = self.known.state, self._keys.fragment
        programmed = self._programs.fragment is not None or self._programs.geometry is not None
        depths = programmed or state.depth.enabled or state.fog.enabled
        return programmed or fragment.two_side, programmed or fragment.flat_colors, depths

    def release(self) -> None:
        """Release the program, unless another pipeline shares it."""
        if self._linked is not None:
            self._linked.release()
        self._linked = None

    def abandon(self) -> None:
        """What is linked went with its context."""
        self._linked = None

    @property
    def _wrong(self) -> Wrong:
        """What must be mended of that which the fragment program reads away from centres."""
        fragment = self._programs.fragment
        if fragment is None or self._target.version < WEIGHTED or not away_from_centers(fragment):
            return RIGHT
        return wrong_away_from_centers(self._context)

    def _relink(self, keys: StageKeys) -> None:
        """Make the shaders anew and link them."""
        made = self._made(keys)
        check_image_units(self._context, made.translations)
        self._blocks.lay_out(made.translations)
        fragment = keys.fragment
        environments = fragment.samplers if isinstance(fragment, FragmentStage) else ()
        units = with_units(made.samplers, environments)
        linked = link(self._context, made.texts)
        point_samplers(self._context, linked.program.glo, units)
        self._renewed()
        self.release()
        self._linked, self._texts, self.units = linked, made, units
        self._keys, self._sizes = keys, None

    def _made(self, keys: StageKeys) -> StageTexts:
        """The texts; where but the conventional fragment stage is another, that alone is made anew."""
        made, fragment = self._texts, keys.fragment
        plain = isinstance(fragment, FragmentStage) and self._programs.geometry is None
        if made is not None and self._keys is not None and plain and keys.vertex == self._keys.vertex:
            assert isinstance(fragment, FragmentStage)
            return replace(made, texts=(made.texts[0], conventional_fragment(fragment, self._target)))
        return stage_texts(self._programs, self._target, self._numerics, *keys)
