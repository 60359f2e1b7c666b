"""The uniform blocks of a pipeline's stages, uploaded where what they hold changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import moderngl

from nvrender.gl.state.state import State
from nvrender.glsl.translation import Translation
from nvrender.gpu.context.uniform_blocks import BINDINGS, check_block_size
from nvrender.gpu.fixed.conventional import conventional_numbers, position_numbers
from nvrender.gpu.fixed.fragment_stage import fragment_numbers
from nvrender.gpu.pipeline.stage_parameters import StageParameters
from nvrender.gpu.pipeline.vertex_arrays import current_values
from nvrender.gpu.resources.memory_buffer import KeptBuffers
from nvrender.program import Program
from nvrender.source import InputError

#: The buffer of current attribute values, beside those of the uniform blocks.
_CURRENT = "current attributes"
_BLOCKS = (*BINDINGS, _CURRENT)


class StageBlocks:
    """What the ``programs`` of a pipeline in ``context`` and the stages around them read of uniforms."""

    def __init__(self, context: moderngl.Context, programs: Iterable[Program]) -> None:
        self._context = context
        #: What each program was given, by stage.
        self._given = {program.profile.stage: StageParameters(program) for program in programs}
        self._buffers = KeptBuffers(context)
        self._stale = set(_BLOCKS)

    def expire(self) -> None:
        """What all of them hold may have changed."""
        self._stale = set(_BLOCKS)

    def set(self, parameters: Any, stage: str, state: State) -> None:
        """The parameters of the program of a stage; InputError if there is none, or they do not fit."""
        given = next((row for key, row in self._given.items() if key.value == stage), None)
        if given is None:
            raise InputError(f"a pipeline without a {stage} program has no program parameters for it")
        if given.set(parameters, state):
            self._stale.update(given.blocks)

    def given(self, program: Program) -> StageParameters:
        """What a program was given."""
        return self._given[program.profile.stage]

    def lay_out(self, translations: Iterable[tuple[Program, Translation]]) -> None:
        """Take the layout of other translations; TargetError for blocks the context has no room for."""
        for program, translation in translations:
            for row in translation.buffers:
                check_block_size(self._context, row)
            self._given[program.profile.stage].lay_out(translation)

    def bind(self, sizes: Mapping[str, int], state: State) -> None:
        """Upload what changed and bind blocks of these sizes."""
        for name, size in sizes.items():
            if name in self._stale or self._buffers.size(name) != size:
                contents = self._contents(name, state)[:size].ljust(size, b"\0")
                self._buffers.upload(name, contents)
                self._stale.discard(name)
            self._buffers[name].bind_to_uniform_block(BINDINGS[name])

    def current(self, vertex: Program | None, state: State) -> moderngl.Buffer:
        """The buffer of current attribute values."""
        if _CURRENT in self._stale:
            self._buffers.upload(_CURRENT, current_values(vertex, state).tobytes())
            self._stale.discard(_CURRENT)
        return self._buffers[_CURRENT]

    def release(self) -> None:
        """Release all buffers."""
        self._buffers.release()

    def _contents(self, name: str, state: State) -> bytes:
        for given in self._given.values():
            if name in given.blocks:
                return given.contents(name, state)
        if name == "FixedFunction":
            return position_numbers(state)
        if name == "FragmentState":
            return fragment_numbers(state)
        return conventional_numbers(state)
