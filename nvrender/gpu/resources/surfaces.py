"""Surfaces on the GPU: each as a texture of its layers, which framebuffers are made of."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import moderngl
import numpy as np

from nvrender.gl.textures.surfaces import Buffers, Planes, Surface, color_surface
from nvrender.gpu.context.current import gone
from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.context.slots import Call
from nvrender.gpu.context.use import use_of
from nvrender.gpu.resources.sample_copies import SampleCopies
from nvrender.gpu.resources.uploads import PACKED, pixels_as_given
from nvrender.source import InputError

_ARRAY = 0x8C1A  # TEXTURE_2D_ARRAY
#: Type of colours → internal format, and type of pixels.
_COLORS = {"uint8": (0x8058, 0x1401), "float16": (0x881A, 0x140B), "float32": (0x8814, 0x1406)}
_RGBA = 0x1908
_DEPTH24_STENCIL8, _DEPTH_STENCIL, _UNSIGNED_INT_24_8 = 0x88F0, 0x84F9, 0x84FA
_FRAMEBUFFER, _COLOR_ATTACHMENT0, _DEPTH_STENCIL_ATTACHMENT = 0x8D40, 0x8CE0, 0x821A
_READ_FRAMEBUFFER, _READ_FRAMEBUFFER_BINDING, _UNSIGNED_BYTE = 0x8CA8, 0x8CAA, 0x1401
_COMPLETE, _PIXEL_PACK_BUFFER = 0x8CD5, 0x88EB
_MAX_LEVEL = 0x813D


class Surfaces:
    """The surfaces that were drawn into in one context, for as long as they are there.

    ``entered`` makes the context current and held; around every call but ``fetch`` it is. ``own``: the
    context is nvrender's own, and nobody else expects it unchanged.
    """

    def __init__(
        self,
        context: moderngl.Context,
        entered: Callable[[], AbstractContextManager[object]],
        *,
        own: bool = False,
    ) -> None:
        self._context = context
        self._entered, self._own = entered, own
        self._gl, self._use = GL(context), use_of(context)
        self._bound = (ctypes.c_int * 2)()
        commands = self._use.commands
        #: What has pixels read into arrays, one row behind the other.
        self._as_given: tuple[Call, ...] = (
            *((commands.named("glPixelStorei"), (name, value)) for name, value in PACKED),
            (commands.named("glBindBuffer"), (_PIXEL_PACK_BUFFER, 0)),
        )
        self._names: weakref.WeakKeyDictionary[Surface, int] = weakref.WeakKeyDictionary()
        #: Those whose texture has one layer more: drivers draw what is for layers that are not there into the
        #: last one (NV_geometry_program4 4.4.7 leaves it undefined), where nobody sees it.
        self._spare: weakref.WeakSet[Surface] = weakref.WeakSet()
        #: Textures of surfaces that are gone.
        self._left: list[int] = []
        self._finalizers: list[weakref.finalize[Any, Surface]] = []
        self._copies = SampleCopies(context)
        self._framebuffers: dict[tuple[tuple[int, ...], int, bool], moderngl.Framebuffer] = {}
        #: The framebuffer that colours are read from, and the texture in it; 0 for none.
        self._reader, self._read_from = (ctypes.c_uint * 1)(), 0
        self._stand_ins: dict[tuple[tuple[int, int], str, int, int], Surface] = {}

    def drawable(self, buffers: Buffers) -> Drawn:
        """A framebuffer of the surfaces, with their newest pixels, to be drawn into.

        InputError for more or larger ones than the context takes.
        """
        self._drop()
        if not buffers.surfaces:
            raise InputError("there is nothing to draw into")
        colors = [self._stand_in(buffers) if each is None else each for each in buffers.colors]
        surfaces = colors if buffers.depth is None else [*colors, buffers.depth]
        names = tuple(self._held(each, spare=buffers.layered) for each in surfaces)
        key = names, len(colors), buffers.layered
        if key not in self._framebuffers:
            self._framebuffers[key] = self._framebuffer(buffers, names)
        return Drawn(self._framebuffers[key])

    def fetch(self, surface: Surface) -> None:
        """Copy a surface's pixels from the GPU into its arrays."""
        plain = self._is_plain(surface)
        if plain and self._own and not gone(self._context) and self._use.is_current():
            self._read(surface)
            return
        with self._entered():
            if plain:
                self._read(surface)
                return
            pixels_as_given(self._gl)
            if surface.samples:
                self._copies.fetch(surface, self._names[surface])
                return
            planes, (_, pixels, type) = surface.planes, _form(surface.planes)
            layers = surface.layers + (surface in self._spare)
            dtype = planes[0].dtype if len(planes) == 1 else np.dtype(np.uint32)
            data = np.empty((layers, *planes[0].shape[1:]), dtype)
            self._gl("glBindTexture", "uu", _ARRAY, self._names[surface])
            self._gl("glGetTexImage", "uiuup", _ARRAY, 0, pixels, type, data.ctypes.data)
            data = data[: surface.layers]
            if len(planes) == 1:
                planes[0][:] = data
            else:
                planes[0][:], planes[1][:] = data >> 8, data & 0xFF

    def _is_plain(self, surface: Surface) -> bool:
        """Whether it has colours of bytes in one layer alone, one a pixel."""
        plane, *others = surface.planes
        one = plane.ndim == 4 and len(plane) == 1 and not others and surface not in self._spare
        return one and plane.dtype == np.uint8 and plane.flags.c_contiguous

    def _read(self, surface: Surface) -> None:
        """The colours of a plain one, from a framebuffer: of textures drivers make a copy first."""
        named, (plane,), texture = self._use.commands.named, surface.planes, self._names[surface]
        bind = named("glBindFramebuffer")
        for function, arguments in self._as_given:
            function(*arguments)
        named("glGetIntegerv")(_READ_FRAMEBUFFER_BINDING, self._bound)
        if not self._reader[0]:
            named("glGenFramebuffers")(1, self._reader)
        bind(_READ_FRAMEBUFFER, self._reader[0])
        if texture != self._read_from:
            self._read_from = texture
            named("glFramebufferTextureLayer")(_READ_FRAMEBUFFER, _COLOR_ATTACHMENT0, texture, 0, 0)
            named("glReadBuffer")(_COLOR_ATTACHMENT0)
        address = ctypes.c_void_p(plane.__array_interface__["data"][0])
        width, height = surface.size
        named("glReadPixels")(0, 0, width, height, _RGBA, _UNSIGNED_BYTE, address)
        bind(_READ_FRAMEBUFFER, self._bound[0])

    def _drop_reader(self) -> None:
        if self._reader[0]:
            self._gl("glDeleteFramebuffers", "ip", 1, self._reader)
        self._reader[0] = self._read_from = 0

    def release(self) -> None:
        """Give back the textures, and to the surfaces their pixels."""
        for surface in list(self._names):
            surface.write()
        for finalizer in self._finalizers:
            finalizer.detach()
        self._left += self._names.values()
        self._names.clear()
        self._drop()
        self._drop_reader()
        self._copies.release()

    def _stand_in(self, buffers: Buffers) -> Surface:
        """What a colour is drawn into that nobody keeps."""
        like = next((each for each in buffers.colors if each is not None), None)
        dtype = np.dtype(np.uint8) if like is None else like.planes[0].dtype
        key = buffers.size, dtype.name, buffers.layers, buffers.samples
        if key not in self._stand_ins:
            layers, samples = buffers.layers, buffers.samples
            self._stand_ins[key] = color_surface(buffers.size, dtype, layers=layers, samples=samples)
        return self._stand_ins[key]

    def _held(self, surface: Surface, *, spare: bool) -> int:
        """The texture that has the surface's pixels."""
        if spare and surface in self._names and surface not in self._spare:
            surface.write()  # to be sent again
        if spare:
            self._spare.add(surface)
        if surface not in self._names:
            self._check(surface)
            name = (ctypes.c_uint * 1)()
            self._gl("glGenTextures", "ip", 1, name)
            self._names[surface] = int(name[0])
            self._finalizers = [each for each in self._finalizers if each.alive]
            self._finalizers.append(weakref.finalize(surface, self._left.append, int(name[0])))
        if surface.lend(self):
            self._upload(surface)
        return self._names[surface]

    def _upload(self, surface: Surface) -> None:
        planes = surface.planes
        internal, pixels, type = _form(planes)
        layers = surface.layers + (surface in self._spare)
        if surface.samples:
            self._copies.store(surface, self._names[surface], layers, internal)
            return
        data = planes[0] if len(planes) == 1 else planes[0].astype(np.uint32) << 8 | planes[1]
        data = np.ascontiguousarray(data)
        pixels_as_given(self._gl)
        self._gl("glBindTexture", "uu", _ARRAY, self._names[surface])
        self._gl("glTexParameteri", "uui", _ARRAY, _MAX_LEVEL, 0)
        whole = (*surface.size, layers)
        self._gl("glTexImage3D", "uiiiiiiuup", _ARRAY, 0, internal, *whole, 0, pixels, type, None)
        part = (0, 0, 0, 0, *surface.size, surface.layers)
        self._gl("glTexSubImage3D", "uiiiiiiiuup", _ARRAY, *part, pixels, type, data.ctypes.data)

    def _framebuffer(self, buffers: Buffers, names: tuple[int, ...]) -> moderngl.Framebuffer:
        """One that moderngl knows, whose attachments are exchanged for textures."""
        context, size, count = self._context, buffers.size, len(buffers.colors)
        if count > (most := int(context.info["GL_MAX_DRAW_BUFFERS"])):
            raise InputError(f"{count} colour buffers; this context takes {most}")
        exchanged: list[Any] = [context.renderbuffer(size, 4) for _ in range(count)]
        deep = None if buffers.depth is None else context.depth_renderbuffer(size)
        framebuffer = context.framebuffer(exchanged, deep)
        gl = self._gl
        gl("glBindFramebuffer", "uu", _FRAMEBUFFER, framebuffer.glo)
        for number, name in enumerate(names):
            self._attach(_COLOR_ATTACHMENT0 + number if number < count else _DEPTH_STENCIL_ATTACHMENT, name,
                         layered=buffers.layered)  # fmt: skip
        status = gl("glCheckFramebufferStatus", "u", _FRAMEBUFFER, result=ctypes.c_uint)
        for buffer in (*exchanged, deep):
            if buffer is not None:
                buffer.release()
        if status != _COMPLETE:
            framebuffer.release()
            raise InputError(f"this context draws into no such framebuffer ({status:#x})")
        return framebuffer

    def _attach(self, place: int, name: int, *, layered: bool) -> None:
        if layered:
            self._gl("glFramebufferTexture", "uuui", _FRAMEBUFFER, place, name, 0)
        else:
            self._gl("glFramebufferTextureLayer", "uuuii", _FRAMEBUFFER, place, name, 0, 0)

    def _check(self, surface: Surface) -> None:
        info = self._context.info
        most = min(map(int, (info["GL_MAX_TEXTURE_SIZE"], *info["GL_MAX_VIEWPORT_DIMS"])))
        layers = int(info["GL_MAX_ARRAY_TEXTURE_LAYERS"])
        if surface.samples > self._context.max_samples:
            raise InputError(
                f"{surface.samples} samples a pixel; this context takes {self._context.max_samples}"
            )
        if max(surface.size) > most or surface.layers > layers:
            raise InputError(
                f"{surface.size} pixels of {surface.layers} layers; this context takes 1 to {most} pixels "
                f"each way and {layers} layers"
            )

    def _drop(self) -> None:
        """Delete textures of surfaces that are gone, and framebuffers of them."""
        if not self._left:
            return
        left, self._left[:] = set(self._left), []
        if self._read_from in left:
            self._drop_reader()
        for key in [key for key in self._framebuffers if left & {*key[0]}]:
            framebuffer = self._framebuffers.pop(key)
            if self._context.fbo is framebuffer:
                self._context.detect_framebuffer(0).use()
            framebuffer.release()
        self._gl("glDeleteTextures", "ip", len(left), (ctypes.c_uint * len(left))(*left))


class Drawn:
    """What a Pipeline draws into."""

    def __init__(self, framebuffer: moderngl.Framebuffer) -> None:
        self.framebuffer = framebuffer


def _form(planes: Planes) -> tuple[int, int, int]:
    """Internal format, format and type of pixels."""
    if len(planes) == 2:
        return _DEPTH24_STENCIL8, _DEPTH_STENCIL, _UNSIGNED_INT_24_8
    internal, type = _COLORS[planes[0].dtype.name]
    return internal, _RGBA, type
