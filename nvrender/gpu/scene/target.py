"""A scene's target on the GPU: colours and depth as textures, layered or not, in two copies where needed."""

from __future__ import annotations

import ctypes
from functools import partial
from typing import Any

import moderngl

from nvrender.gl.state.lighting import Vector4
from nvrender.gpu.context.current import gone
from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.context.use import deleting, use_of
from nvrender.gpu.resources.textures import TextureObject
from nvrender.gpu.resources.uploads import BINDINGS, swizzle
from nvrender.gpu.scene.levels import Levels
from nvrender.scene.forms.passes import FACES, TargetForm, layers, sampling
from nvrender.source import InputError

#: Format → internal format.
_COLORS = {"RGBA8": 0x8058, "RGBA16F": 0x881A, "RGBA32F": 0x8814}
_RGBA, _FLOAT = 0x1908, 0x1406
_DEPTH24_STENCIL8, _DEPTH_STENCIL, _UNSIGNED_INT_24_8 = 0x88F0, 0x84F9, 0x84FA
_FRAMEBUFFER, _COLOR_ATTACHMENT0, _DEPTH_STENCIL_ATTACHMENT = 0x8D40, 0x8CE0, 0x821A
_COMPLETE = 0x8CD5
_FIRST_FACE = 0x8515
_COLOR_BIT, _DEPTH_BIT, _STENCIL_BIT = 0x4000, 0x0100, 0x0400
_MAX_LEVEL, _SWIZZLE = 0x813D, 0x8E46


class SceneTarget:
    """What passes draw into. Use: ``begin``, draws into the target, ``end``; ``texture`` to read.

    InputError where the context takes no target of this size.
    """

    def __init__(self, context: moderngl.Context, name: str, form: TargetForm, size: tuple[int, int]) -> None:
        self.context = context
        self.form = form
        self.size = size
        self.layers = layers(form)
        self._check_size(name)
        self._copies: list[_Copy | None] = [_Copy(self), None]
        self._current = 0
        self._drawn = 0
        self._layer: int | None = None
        self._levels: Levels | None = None

    @property
    def colors(self) -> int:
        """How many colours it has."""
        return 0 if self.form.format == "DEPTH" else self.form.outputs

    @property
    def mipmapped(self) -> bool:
        """True if its filter asks for smaller levels."""
        return "MIPMAP" in self.form.filter

    @property
    def framebuffer(self) -> moderngl.Framebuffer:
        """What the pass that has begun draws into."""
        return self._copy(self._drawn).framebuffer(self._layer)

    def begin(self, clear: Vector4 | None, *, layer: int | None = None, feedback: bool = False) -> None:
        """The depth is cleared, and the colours to ``clear``; None leaves them.

        With ``feedback`` the pass draws into the other copy, which begins as this one.
        """
        self._layer = layer
        with state_guard(self.context):
            self._drawn = self._current
            if feedback:
                self._drawn = 1 - self._current
                self._copy(self._drawn).take(self._copy(self._current))
            self.framebuffer.use()
            gl = GL(self.context)
            gl("glColorMask", "BBBB", 1, 1, 1, 1)
            gl("glDepthMask", "B", 1)
            gl("glStencilMask", "u", 0xFFFFFFFF)
            gl("glClearDepth", "d", 1.0)
            gl("glClearStencil", "i", 0)
            gl("glClearColor", "ffff", *(clear or (0.0, 0.0, 0.0, 0.0)))
            gl("glClear", "u", _DEPTH_BIT | _STENCIL_BIT | (0 if clear is None else _COLOR_BIT))

    def end(self) -> None:
        """What was drawn is what ``texture`` gives from now on, smaller levels and all."""
        self._current = self._drawn
        if self.mipmapped:
            with state_guard(self.context):
                if self._levels is None:
                    self._levels = Levels(self.context, _COLORS[self.form.format], self.size)
                copy = self._copy(self._current)
                for color in copy.colors:
                    for layer in range(self.layers) if self._layer is None else (self._layer,):
                        self._levels.make(partial(self.attach, color, layer=layer))

    def texture(self, output: int | str) -> TextureObject:
        """A colour, or "depth", as it was before the pass that has begun."""
        return self._copy(self._current).texture(output)

    def release(self) -> None:
        if gone(self.context):
            return
        with deleting(self.context):
            for copy in self._copies:
                if copy is not None:
                    copy.release()
            if self._levels is not None:
                self._levels.release()

    def attach(self, name: int, level: int, place: int = _COLOR_ATTACHMENT0, *, layer: int | None) -> None:
        """Attach one layer of a texture of this target, or all, to the framebuffer bound for drawing."""
        gl = GL(self.context)
        if layer is None and self.form.layered:
            gl("glFramebufferTexture", "uuui", _FRAMEBUFFER, place, name, level)
        elif self.form.target == "ARRAY2D":
            gl("glFramebufferTextureLayer", "uuuii", _FRAMEBUFFER, place, name, level, layer)
        else:
            cube = self.form.target == "CUBE"
            target = _FIRST_FACE + (layer or 0) if cube else BINDINGS[self.form.target]
            gl("glFramebufferTexture2D", "uuuui", _FRAMEBUFFER, place, target, name, level)

    def _copy(self, number: int) -> _Copy:
        found = self._copies[number]
        if found is None:
            found = self._copies[number] = _Copy(self)
        return found

    def _check_size(self, name: str) -> None:
        info = self.context.info
        cube = self.form.target == "CUBE"
        limit = int(info["GL_MAX_CUBE_MAP_TEXTURE_SIZE" if cube else "GL_MAX_TEXTURE_SIZE"])
        limit = min(limit, *map(int, info["GL_MAX_VIEWPORT_DIMS"]))
        if max(self.size) > limit:
            raise InputError(
                f"targets.{name}: {self.size[0]} × {self.size[1]} pixels; this context takes 1 to {limit}"
            )
        for what, count, most in (
            ("outputs", self.form.outputs, int(info["GL_MAX_DRAW_BUFFERS"])),
            ("layers", self.layers, int(info["GL_MAX_ARRAY_TEXTURE_LAYERS"])),
        ):
            if count > most:
                raise InputError(f"targets.{name}.{what}: {count}; this context takes {most}")


class _Texture(TextureObject):
    """One of a target."""

    settled = True


class _Copy:
    """The textures of one copy of a target, and framebuffers of its layers."""

    def __init__(self, target: SceneTarget) -> None:
        self._target = target
        self._framebuffers: dict[int | None, moderngl.Framebuffer] = {}
        self._objects: dict[int | str, TextureObject] = {}
        with state_guard(target.context):
            levels = max(target.size).bit_length() if target.mipmapped else 1
            internal = _COLORS.get(target.form.format, 0)
            self.colors = [self._texture(internal, _RGBA, _FLOAT, levels) for _ in range(target.colors)]
            self.depth = self._texture(_DEPTH24_STENCIL8, _DEPTH_STENCIL, _UNSIGNED_INT_24_8, 1)

    def texture(self, output: int | str) -> TextureObject:
        if output not in self._objects:
            form = self._target.form
            depth = not isinstance(output, int)
            name = self.depth if depth else self.colors[int(output)]
            base_format = "DEPTH" if depth else "RGBA"
            self._objects[output] = _Texture(name, form.target, base_format, **sampling(form, output))
        return self._objects[output]

    def framebuffer(self, layer: int | None) -> moderngl.Framebuffer:
        if layer not in self._framebuffers:
            self._framebuffers[layer] = self._framebuffer(layer)
        return self._framebuffers[layer]

    def take(self, other: _Copy) -> None:
        """The same contents as another copy."""
        for layer in range(self._target.layers) if self._target.layers > 1 else (None,):
            own, source = self.framebuffer(layer), other.framebuffer(layer)
            for number in range(len(self.colors)):
                _blit(GL(self._target.context), source.glo, own.glo, self._target.size, number)
            own.use()  # all of its colours are drawn into again

    def release(self) -> None:
        gl = GL(self._target.context)
        for framebuffer in self._framebuffers.values():
            if self._target.context.fbo is framebuffer:
                self._target.context.detect_framebuffer(0).use()
            framebuffer.release()
        names = [*self.colors, self.depth]
        gl("glDeleteTextures", "ip", len(names), (ctypes.c_uint * len(names))(*names))

    def _texture(self, internal: int, pixels: int, type: int, levels: int) -> int:
        target, gl = self._target, GL(self._target.context)
        name = (ctypes.c_uint * 1)()
        gl("glGenTextures", "ip", 1, name)
        use_of(target.context).stored.discard(name[0])  # a texture that is gone may have had the name
        binding = BINDINGS[target.form.target]
        gl("glBindTexture", "uu", binding, name[0])
        gl("glTexParameteri", "uui", binding, _MAX_LEVEL, levels - 1)
        letters = swizzle("RGBA" if pixels == _RGBA else "DEPTH")
        gl("glTexParameteriv", "uup", binding, _SWIZZLE, (ctypes.c_int * 4)(*letters))
        for level in range(levels):
            width, height = (max(1, pixel >> level) for pixel in target.size)
            common = (internal, width, height)
            if target.form.target == "ARRAY2D":
                gl(
                    "glTexImage3D",
                    "uiiiiiiuup",
                    binding,
                    level,
                    *common,
                    target.layers,
                    0,
                    pixels,
                    type,
                    None,
                )
                continue
            cube = target.form.target == "CUBE"
            faces = range(_FIRST_FACE, _FIRST_FACE + FACES) if cube else [binding]
            for face in faces:
                gl("glTexImage2D", "uiiiiiuup", face, level, *common, 0, pixels, type, None)
        return int(name[0])

    def _framebuffer(self, layer: int | None) -> moderngl.Framebuffer:
        """One that moderngl knows, whose attachments are exchanged for layers of this copy's textures."""
        context, size = self._target.context, self._target.size
        buffers: list[Any] = [context.renderbuffer(size, 4) for _ in self.colors]
        depth = context.depth_renderbuffer(size)
        framebuffer = context.framebuffer(buffers, depth)
        gl = GL(context)
        gl("glBindFramebuffer", "uu", _FRAMEBUFFER, framebuffer.glo)
        for number, name in enumerate(self.colors):
            self._target.attach(name, 0, _COLOR_ATTACHMENT0 + number, layer=layer)
        self._target.attach(self.depth, 0, _DEPTH_STENCIL_ATTACHMENT, layer=layer)
        status = gl("glCheckFramebufferStatus", "u", _FRAMEBUFFER, result=ctypes.c_uint)
        for buffer in (*buffers, depth):
            buffer.release()
        if status != _COMPLETE:
            framebuffer.release()
            raise InputError(f"this context draws into no {self._target.form.format} targets ({status:#x})")
        return framebuffer


def _blit(gl: GL, source: int, destination: int, size: tuple[int, int], number: int) -> None:
    """Copy colour ``number`` from one framebuffer to another."""
    gl("glBindFramebuffer", "uu", 0x8CA8, source)
    gl("glBindFramebuffer", "uu", 0x8CA9, destination)
    attachment = _COLOR_ATTACHMENT0 + number
    gl("glReadBuffer", "u", attachment)
    buffers = [attachment if place == number else 0 for place in range(number + 1)]
    gl("glDrawBuffers", "ip", len(buffers), (ctypes.c_uint * len(buffers))(*buffers))
    gl("glBlitFramebuffer", "iiiiiiiiuu", 0, 0, *size, 0, 0, *size, _COLOR_BIT, 0x2600)
