"""Many points through a vertex shader with the rasteriser off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import moderngl
import numpy as np

from bench.shaders import Work
from nvrender.gl.inputs.results import Float32Array
from nvrender.glsl.translation import Translation

RASTERIZER_DISCARD = 0x8C89
#: Room for the largest uniform block, in vec4.
_BLOCK = 1024
_FORMATS = {"f": "4f", "i": "4i", "I": "4u"}


class Points:
    """Vertex buffers and uniform blocks that several shaders draw, one point a vertex."""

    def __init__(self, context: Any, work: Work, translation: Translation) -> None:
        self._context = context
        self.count = max((len(array) for array in work.attributes.values()), default=1)
        self._buffers = {index: context.buffer(array.tobytes()) for index, array in work.attributes.items()}
        self._blocks = {}
        for name, rows in work.blocks(translation).items():
            table = np.zeros((_BLOCK, 4), np.float32)
            table[: len(rows)] = rows
            self._blocks[name] = context.buffer(table.tobytes())
        self._target = context.simple_framebuffer((16, 16))
        self._made: list[Any] = [*self._buffers.values(), *self._blocks.values(), self._target]

    def drawer(self, vertex: str, fragment: str, count: int | None = None) -> Callable[[], None]:
        """A function that draws ``count`` points (all of them if None) and waits for the end."""
        context = self._context
        program = context.program(vertex_shader=vertex, fragment_shader=fragment)
        array = self._vertex_array(program)
        vertices = self.count if count is None else count

        def draw() -> None:
            self._target.use()
            self._bind()
            context.enable_direct(RASTERIZER_DISCARD)
            array.render(mode=context.POINTS, vertices=vertices)
            context.disable_direct(RASTERIZER_DISCARD)
            context.finish()

        return draw

    def results(self, vertex: str, names: tuple[str, ...], count: int) -> Float32Array:
        """What the first ``count`` vertices leave in the outputs ``names``: (count, outputs, 4) float32."""
        program = self._context.program(vertex_shader=vertex, varyings=names)
        array = self._vertex_array(program)
        output = self._context.buffer(reserve=count * len(names) * 16)
        self._made.append(output)
        self._target.use()
        self._bind()
        array.transform(output, mode=self._context.POINTS, vertices=count)
        return np.frombuffer(output.read(), np.float32).reshape(count, len(names), 4)

    def release(self) -> None:
        """Give back everything made here."""
        for thing in self._made:
            thing.release()
        self._made.clear()

    def _vertex_array(self, program: Any) -> Any:
        for binding, name in enumerate(self._blocks):
            if name in program:
                program[name].binding = binding
        content = [
            (self._buffers[member.location], _FORMATS[member.shape], name)
            for name in program
            if isinstance(member := program[name], moderngl.Attribute) and member.location >= 0
        ]
        array = self._context.vertex_array(program, content)
        self._made += [array, program]
        return array

    def _bind(self) -> None:
        for binding, buffer in enumerate(self._blocks.values()):
            buffer.bind_to_uniform_block(binding)
