"""A million points through a vertex shader with the rasteriser off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import moderngl
import numpy as np

from nvrender.gl.results import Float32Array

RASTERIZER_DISCARD = 0x8C89
_PARAMETERS = 256


class Points:
    """Vertex buffers and parameters that several shaders draw, one point a vertex."""

    def __init__(self, context: Any, attributes: dict[int, Float32Array], parameters: Float32Array) -> None:
        self._context = context
        self.count = max(len(array) for array in attributes.values())
        self._buffers = {index: context.buffer(array.tobytes()) for index, array in attributes.items()}
        table = np.zeros((_PARAMETERS, 4), np.float32)
        table[: len(parameters)] = parameters
        self._parameters = context.buffer(table.tobytes())
        identity = context.buffer(np.eye(4, dtype=np.float32).tobytes())
        self._blocks = {"ProgramParameters": self._parameters, "FixedFunction": identity}
        self._target = context.simple_framebuffer((16, 16))
        self._made: list[Any] = [*self._buffers.values(), *self._blocks.values(), self._target]

    def drawer(self, vertex: str, fragment: str, count: int | None = None) -> Callable[[], None]:
        """A function that draws ``count`` points (all of them if None) and waits for the end."""
        context = self._context
        program = context.program(vertex_shader=vertex, fragment_shader=fragment)
        for binding, (name, buffer) in enumerate(self._blocks.items()):
            if name in program:
                program[name].binding = binding
                buffer.bind_to_uniform_block(binding)
        content = [
            (self._buffers[member.location], "4f", name)
            for name in program
            if isinstance(member := program[name], moderngl.Attribute) and member.location >= 0
        ]
        array = context.vertex_array(program, content)
        self._made += [array, program]
        vertices = self.count if count is None else count

        def draw() -> None:
            self._target.use()
            for binding, buffer in enumerate(self._blocks.values()):
                buffer.bind_to_uniform_block(binding)
            context.enable_direct(RASTERIZER_DISCARD)
            array.render(mode=context.POINTS, vertices=vertices)
            context.disable_direct(RASTERIZER_DISCARD)
            context.finish()

        return draw

    def release(self) -> None:
        """Give back everything made here."""
        for thing in self._made:
            thing.release()
        self._made.clear()
