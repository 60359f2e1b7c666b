"""The default framebuffer: a window's buffers, though there is no window."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from nvrender.gl.textures.surfaces import Surface, color_surface, depth_surface


@dataclass
class Window:
    """Two buffers of colours, one of depths and stencil values, ``size`` pixels large.

    They are made when they are first used.
    """

    size: tuple[int, int]

    @cached_property
    def front(self) -> Surface:
        return color_surface(self.size)

    @cached_property
    def back(self) -> Surface:
        return color_surface(self.size)

    @cached_property
    def depth(self) -> Surface:
        return depth_surface(self.size)
