"""The pixels of a caller's framebuffer, and who drew them."""

from __future__ import annotations

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gpu.context.context import check_errors, using
from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.context.preservation import buffers_of_framebuffer
from nvrender.source import InputError, InternalError

_READ_FRAMEBUFFER, _COLOR_ATTACHMENT0, _COLOR_BUFFER_BIT, _NEAREST = 0x8CA8, 0x8CE0, 0x4000, 0x2600


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
        buffers = buffers_of_framebuffer(GL(context), framebuffer.glo)
        pixels = _resolved(context, framebuffer) if framebuffer.samples else _read(framebuffer)
        buffers()
        try:
            check_errors(context, "texture_key a framebuffer")
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
        gl, corners = GL(context), (0, 0, *framebuffer.size)
        gl("glBindFramebuffer", "uu", _READ_FRAMEBUFFER, framebuffer.glo)
        if framebuffer.glo:
            gl("glReadBuffer", "u", _COLOR_ATTACHMENT0)
        gl("glBlitFramebuffer", "iiiiiiiiuu", *corners, *corners, _COLOR_BUFFER_BIT, _NEAREST)
        return _read(single)
    finally:
        single.release()
        color.release()
