"""Where a Pipeline draws to: offscreen targets."""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Sequence
from typing import Any, Protocol

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.state.kinds import check_kinds
from nvrender.gl.state.state import State
from nvrender.gpu.context.context import check_context
from nvrender.gpu.context.current import gone
from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.context.use import deleting
from nvrender.memory import check_memory
from nvrender.source import InputError

UInt8Array = npt.NDArray[np.uint8]

# OpenGL 3.3 core, 4.4: framebuffer objects.
_RENDERBUFFER, _RENDERBUFFER_BINDING = 0x8D41, 0x8CA7
_FRAMEBUFFER, _FRAMEBUFFER_BINDING = 0x8D40, 0x8CA6
_DEPTH24_STENCIL8, _DEPTH_STENCIL_ATTACHMENT = 0x88F0, 0x821A
_COLOR, _DEPTH, _STENCIL, _SCISSOR_TEST = 0x1800, 0x1801, 0x1802, 0x0C11
#: Of a sample: a colour, and depth with stencil.
_PIXEL_BYTES = 8
#: Without a scissor test and masks.
_EVERYWHERE = State()


class Drawable(Protocol):
    """What is drawn into."""

    @property
    def framebuffer(self) -> moderngl.Framebuffer: ...


class Target:
    """An offscreen frame: RGBA8, 24-bit depth and 8-bit stencil, ``samples`` per pixel (0: one).

    ``size`` is (width, height). More samples than the context has are InputError.
    """

    def __init__(self, context: moderngl.Context, size: tuple[int, int], samples: int = 0) -> None:
        check_context(context)
        width, height = _whole(size, 2, "a target's size is (width, height)")
        (samples,) = _whole((samples,), 1, "samples are a number")
        limit = min(int(context.info["GL_MAX_RENDERBUFFER_SIZE"]), *map(int, _viewport_limit(context)))
        if not (0 < width <= limit and 0 < height <= limit):
            raise InputError(
                f"a target of {width} × {height} pixels; this context takes 1 to {limit} each way"
            )
        if not 0 <= samples <= context.max_samples:
            raise InputError(f"{samples} samples; this context takes 0 to {context.max_samples}")
        check_memory(
            width * height * (_PIXEL_BYTES * max(samples, 1) + _PIXEL_BYTES // 2 * bool(samples)),
            f"a target of {width} × {height} pixels with {max(samples, 1)} samples",
            "make it smaller",
        )
        self.context = context
        self.size = (width, height)
        self._released = False
        self.samples = samples
        with state_guard(context):
            self._attachments = [
                context.renderbuffer(self.size, 4, samples=samples),
                context.depth_renderbuffer(self.size, samples=samples),
            ]
            self._framebuffer = context.framebuffer(self._attachments[:1], self._attachments[1])
            _add_stencil(context, self._framebuffer, self._attachments[1], samples)
            self._resolved = self._framebuffer
            if samples:
                self._attachments.append(context.renderbuffer(self.size, 4))
                self._resolved = context.framebuffer(self._attachments[2:])

    @property
    def framebuffer(self) -> moderngl.Framebuffer:
        """What is drawn into; InputError after ``release``."""
        if self._released:
            raise InputError("this target has been released")
        return self._framebuffer

    def clear(
        self,
        color: Sequence[float] | None = (0.0, 0.0, 0.0, 0.0),
        depth: float | None = 1.0,
        stencil: int | None = 0,
        state: State = _EVERYWHERE,
    ) -> None:
        """Fill with a colour (3 or 4 components), a depth and a stencil value.

        What is None stays as it is. The scissor box and the masks of ``state`` count (OpenGL 1.5, 4.2.3).
        """
        framebuffer = self.framebuffer
        check_kinds(state)
        with state_guard(self.context):
            clear(framebuffer, None if color is None else _color(color), depth, stencil, state)

    def read(self) -> UInt8Array:
        """The frame as (H, W, 4) uint8, top row first."""
        width, height = self.size
        with state_guard(self.context):
            self.resolve()
            data = self._resolved.read(components=4)
        rows: UInt8Array = np.frombuffer(data, np.uint8).reshape(height, width, 4)
        return np.ascontiguousarray(rows[::-1])

    def resolve(self) -> moderngl.Framebuffer:
        """A framebuffer with the frame, one sample a pixel."""
        if self._resolved is not self.framebuffer:
            # moderngl sets the bound framebuffer's draw buffers again, which GL's own may refuse.
            self._resolved.use()
            self.context.copy_framebuffer(self._resolved, self._framebuffer)
        return self._resolved

    def release(self) -> None:
        """Release everything; of a context that is released nothing is left to do."""
        self._released = True
        if gone(self.context):
            return
        with deleting(self.context):
            if self.context.fbo in (self._framebuffer, self._resolved):
                # Else moderngl goes on restoring a framebuffer that is gone.
                self.context.detect_framebuffer(0).use()
            self._framebuffer.release()
            self._resolved.release()
            for attachment in self._attachments:
                attachment.release()

    def __enter__(self) -> Target:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def _whole(values: Any, count: int, what: str) -> tuple[int, ...]:
    """Whole numbers, ``count`` of them; InputError, which begins with ``what``, for others."""
    try:
        found = tuple(operator.index(value) for value in values)
    except TypeError:
        found = ()
    if len(found) != count:
        raise InputError(f"{what}, not {values[0] if count == 1 else values!r}")
    return found


def _color(color: Any) -> tuple[float, ...]:
    """Four components; InputError for what has neither three nor four numbers."""
    try:
        found = tuple(float(value) for value in color)
    except (TypeError, ValueError):
        found = ()
    if len(found) not in (3, 4):
        raise InputError(f"a colour has 3 or 4 numbers, not {color!r}")
    return (*found, 1.0)[:4]


def clear(
    framebuffer: moderngl.Framebuffer,
    color: Sequence[float] | None,
    depth: float | None,
    stencil: int | None,
    state: State,
) -> None:
    """Fill all of a framebuffer's colours, depths and stencil values; the caller has the context preserved.

    As Target.clear.
    """
    framebuffer.use()
    gl = GL(framebuffer.ctx)
    if state.scissor is None:
        gl("glDisable", "u", _SCISSOR_TEST)
    else:
        gl("glEnable", "u", _SCISSOR_TEST)
        gl("glScissor", "iiii", *state.scissor)
    if color is not None:
        gl("glColorMask", "BBBB", *state.color_mask)
        for number in range(len(framebuffer.color_attachments)):
            gl("glClearBufferfv", "uip", _COLOR, number, (ctypes.c_float * 4)(*color))
    if depth is not None:
        gl("glDepthMask", "B", state.depth.write)
        gl("glClearBufferfv", "uip", _DEPTH, 0, (ctypes.c_float * 1)(depth))
    if stencil is not None:
        gl("glStencilMask", "u", state.stencil.write_mask)
        gl("glClearBufferiv", "uip", _STENCIL, 0, (ctypes.c_int * 1)(stencil))


def _add_stencil(
    context: moderngl.Context, framebuffer: moderngl.Framebuffer, depth: moderngl.Renderbuffer, samples: int
) -> None:
    """Give the depth attachment stencil bits too, which moderngl has no buffers with."""
    gl, (width, height) = GL(context), framebuffer.size
    before = gl.integers(_RENDERBUFFER_BINDING)[0], gl.integers(_FRAMEBUFFER_BINDING)[0]
    gl("glBindRenderbuffer", "uu", _RENDERBUFFER, depth.glo)
    gl("glRenderbufferStorageMultisample", "uiuii", _RENDERBUFFER, samples, _DEPTH24_STENCIL8, width, height)
    gl("glBindFramebuffer", "uu", _FRAMEBUFFER, framebuffer.glo)
    gl("glFramebufferRenderbuffer", "uuuu", _FRAMEBUFFER, _DEPTH_STENCIL_ATTACHMENT, _RENDERBUFFER, depth.glo)
    gl("glBindRenderbuffer", "uu", _RENDERBUFFER, before[0])
    gl("glBindFramebuffer", "uu", _FRAMEBUFFER, before[1])


def _viewport_limit(context: moderngl.Context) -> Sequence[int]:
    limits: Sequence[int] = context.info["GL_MAX_VIEWPORT_DIMS"]
    return limits
