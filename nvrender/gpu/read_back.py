"""The pixels of a caller's framebuffer, and who drew them."""

from __future__ import annotations

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gpu.context import check_errors, using
from nvrender.source import InputError, InternalError


def is_framebuffer(value: object) -> bool:
    """True for what ``read_framebuffer`` takes."""
    return isinstance(value, moderngl.Framebuffer)


def read_framebuffer(framebuffer: moderngl.Framebuffer) -> tuple[npt.NDArray[np.uint8], str, str]:
    """The first colours as (H, W, 4) uint8, top row first, and the context's renderer and version.

    Several samples a pixel are resolved. The context is left as found. InputError for a framebuffer that is
    released or has no colours that can be read as such.
    """
    if isinstance(framebuffer.mglo, moderngl.InvalidObject):
        raise InputError("the framebuffer is released; check it before")
    with using(framebuffer.ctx) as context:
        pixels = _resolved(context, framebuffer) if framebuffer.samples else _read(framebuffer)
        try:
            check_errors(context, "reading a framebuffer")
        except InternalError as error:
            raise InputError(f"the framebuffer cannot be read as colours: {error}") from None
        info = context.info
        return pixels, str(info["GL_RENDERER"]), str(info["GL_VERSION"])


def _read(framebuffer: moderngl.Framebuffer) -> npt.NDArray[np.uint8]:
    width, height = framebuffer.size
    try:
        data = framebuffer.read(components=4, alignment=1)
    except Exception as error:  # moderngl's own for what has no colours
        raise InputError(f"the framebuffer cannot be read: {error}") from None
    rows = np.frombuffer(data, np.uint8).reshape(height, width, 4)
    return np.ascontiguousarray(rows[::-1])


def _resolved(context: moderngl.Context, framebuffer: moderngl.Framebuffer) -> npt.NDArray[np.uint8]:
    color = context.renderbuffer(framebuffer.size, 4)
    single = context.framebuffer([color])
    try:
        single.use()  # else the scissor box of the framebuffer in use holds for the copy too
        context.copy_framebuffer(single, framebuffer)
        return _read(single)
    finally:
        single.release()
        color.release()
