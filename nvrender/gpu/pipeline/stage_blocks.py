"""The uniform blocks of a pipeline's stages, uploaded where what they hold changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import moderngl

from nvrender.gl.state.state import State
from nvrender.glsl.translation import Translation
from nvrender.gpu.context.slots import Slot, Value
from nvrender.gpu.context.uniform_blocks import BINDINGS, check_block_size
from nvrender.gpu.fixed.conventional import conventional_numbers, position_numbers
from nvrender.gpu.fixed.fragment_stage import fragment_numbers
from nvrender.gpu.pipeline.stage_parameters import StageParameters
from nvrender.gpu.pipeline.vertex_arrays import current_values
from nvrender.gpu.resources.memory_buffer import KeptBuffers
from nvrender.gpu.resources.uniform_ring import MovingBlocks
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.source import InputError

#: The buffer of current attribute values, beside those of the uniform blocks.
_CURRENT = "current attributes"
_BLOCKS = (*BINDINGS, _CURRENT)
#: What of the state no block holds: it is GL's own.
_OUTSIDE = frozenset(
    ("blend", "color_mask", "cull_face", "depth", "logic_op", "polygon_offset", "sample_mask", "scissor",
     "stencil", "back_stencil")
)  # fmt: skip
#: What current attribute values depend on.
_OF_ATTRIBUTES = frozenset(("current_attributes", "integer_attributes", "long_attributes"))


#: Those of a pipeline.
_STAGES = [stage.value for stage in Stage if stage not in (Stage.VERTEX_STATE, Stage.COMPUTE)]


class StageBlocks:
    """What the ``programs`` of a pipeline in ``context`` and the stages around them read of uniforms."""

    def __init__(self, context: moderngl.Context, programs: Iterable[Program]) -> None:
        self._context = context
        #: What each program was given, by stage.
        self._given = {program.profile.stage: StageParameters(program) for program in programs}
        self._named = {stage.value: given for stage, given in self._given.items()}
        #: What fills each uniform block of parameters.
        self._owners: dict[str, StageParameters] = {}
        self._buffers = KeptBuffers(context)
        #: Those that draws have found others than before.
        self.moving = MovingBlocks(context)
        self._stale = set(_BLOCKS)
        #: Of the blocks that were uploaded last.
        self.sizes: Mapping[str, int] = {}
        #: Whether there is something to upload for the draws of the pipeline.
        self.changed = True
        #: How many buffers were made so far: what is known of them holds for one generation.
        self.generation = 0

    def expire(self, fields: Collection[str] | None = None) -> None:
        """What they hold may have changed, with these fields of the state, None for all of them."""
        if fields is not None and _OUTSIDE.issuperset(fields):
            return
        self._stale.update(_BLOCKS if fields is None or _OF_ATTRIBUTES.intersection(fields) else BINDINGS)
        self.changed = True
        for given in self._given.values():
            given.expire()

    def set(self, parameters: Any, stage: str, state: State) -> None:
        """The parameters of the program of a stage; InputError if there is none, or they do not fit."""
        given = self._named.get(stage)
        if given is None:
            if stage not in _STAGES:
                raise InputError(f"there is no stage {stage!r}; stages are {', '.join(_STAGES)}")
            raise InputError(f"a pipeline without a {stage} program has no program parameters for it")
        changed = given.set_vectors(parameters) if type(parameters) is dict else None
        if changed is None:
            changed = given.set(parameters, state)
        if changed:
            self._stale.update(given.blocks)
            self.changed = True

    def given(self, program: Program) -> StageParameters:
        """What a program was given."""
        return self._given[program.profile.stage]

    def lay_out(self, translations: Iterable[tuple[Program, Translation]]) -> None:
        """Take the layout of other translations; TargetError for blocks the context has no room for."""
        for program, translation in translations:
            for row in translation.buffers:
                check_block_size(self._context, row)
            self._given[program.profile.stage].lay_out(translation)
        self._owners = {name: given for given in self._given.values() for name in given.blocks}
        self.changed = True

    def upload(
        self, sizes: Mapping[str, int], vertex: Program | None, state: State, *, moves: bool = True
    ) -> None:
        """Upload what changed of blocks of these sizes, and current values; blocks may move if ``moves``."""
        if sizes is not self.sizes:
            self._suit(sizes)
        stale = self._stale
        for name, size in sizes.items():
            if name not in stale:
                continue
            owner = self._owners.get(name)
            data = self._contents(name, state) if owner is None else owner.contents(name, state)
            if len(data) != size:
                data = data[:size].ljust(size, b"\0")
            if not self.moving.write(name, data):
                self._upload(name, data, moves=moves)
            stale.discard(name)
        if _CURRENT in stale:
            self.generation += self._buffers.upload(_CURRENT, current_values(vertex, state).tobytes())
            stale.discard(_CURRENT)
        self.changed = False

    def _suit(self, sizes: Mapping[str, int]) -> None:
        """Blocks of another size are made anew."""
        for name, size in sizes.items():
            if self._buffers.size(name) != size:
                self._stale.add(name)
                self._drop(name)
        self.sizes = sizes

    def _upload(self, name: str, data: bytes, *, moves: bool) -> None:
        """A block that held something else before is one of those that move from now on."""
        if moves and self._buffers.holds_other(name, data) and self.moving.take(name, BINDINGS[name], data):
            self.generation += 1  # what was planned binds the buffer
            return
        self.generation += self._buffers.upload(name, data)

    def bind(self, sizes: Mapping[str, int], vertex: Program | None, state: State) -> None:
        """The same for a draw of another program's, and bind the blocks, each in a buffer of its own."""
        for name in self.moving.names & sizes.keys():
            self._drop(name)
        self.upload(sizes, vertex, state, moves=False)
        self.changed = True
        for name in sizes:
            self._buffers[name].bind_to_uniform_block(BINDINGS[name])

    def _drop(self, name: str) -> None:
        """A block is in a buffer of its own from the next upload on."""
        if self.moving.drop(name):
            self._stale.add(name)
            self.generation += 1

    def bindings(self, sizes: Mapping[str, int]) -> dict[Slot, Value | None]:
        """The binding points of blocks that are uploaded, and what is bound to them, None for what moves."""
        moving = self.moving.names
        return {
            ("uniform buffer", BINDINGS[name]): None if name in moving else (self._buffers[name].glo, 0, 0)
            for name in sizes
        }

    @property
    def current(self) -> moderngl.Buffer:
        """The buffer of current attribute values, once they are uploaded."""
        return self._buffers[_CURRENT]

    def release(self) -> None:
        """Release all buffers."""
        self.moving.release()
        self._buffers.release()

    def _contents(self, name: str, state: State) -> bytes:
        """What one of the blocks holds that are filled from the state alone."""
        if name == "FixedFunction":
            return position_numbers(state)
        if name == "FragmentState":
            return fragment_numbers(state)
        return conventional_numbers(state)
