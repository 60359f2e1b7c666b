"""A framebuffer of one pixel, for draws whose fragments nobody sees."""

from __future__ import annotations

from contextlib import ExitStack

import moderngl

from nvrender.gpu.context.making import make_program

_CLIPPED = """#version 330
out float captured;

void main() {
    captured = 0.0;
    gl_Position = vec4(2.0, 0.0, 0.0, 1.0);
}
"""


def bind_pixel(context: moderngl.Context, stack: ExitStack) -> None:
    """A framebuffer until ``stack`` closes: drawing needs a complete one, rasterized or not.

    It has depths, or what it clips may decide what later draws clip (quirks.FIRST_CLIPPED_POINT).
    """
    found = context.fbo, context.mglo.fbo
    pixel, depth = context.renderbuffer((1, 1)), context.depth_renderbuffer((1, 1))
    stack.callback(pixel.release)
    stack.callback(depth.release)
    framebuffer = context.framebuffer(pixel, depth)
    stack.callback(framebuffer.release)
    framebuffer.use()

    def restore() -> None:
        context.fbo, context.mglo.fbo = found
        if context.fbo is not None and not isinstance(context.fbo.mglo, moderngl.InvalidObject):
            context.fbo.use()

    stack.callback(restore)


def clip_a_point(context: moderngl.Context) -> None:
    """Have a new context clip points as OpenGL 1.5, 2.11 says (quirks.FIRST_CLIPPED_POINT)."""
    if "llvmpipe" not in context.info["GL_RENDERER"]:
        return
    with ExitStack() as stack:
        bind_pixel(context, stack)
        program = make_program(context, vertex_shader=_CLIPPED, varyings=["captured"])
        stack.callback(program.release)
        array, buffer = context.vertex_array(program, []), context.buffer(reserve=4)
        stack.callback(array.release)
        stack.callback(buffer.release)
        array.transform(buffer, moderngl.POINTS, vertices=1)
