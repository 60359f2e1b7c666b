"""Textures on the GPU: uploads shared by all that draw with them in one context, and bound to units."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

import moderngl
import numpy as np

from nvrender.gl.textures.formats import BASE_FORMATS, TARGET_AXES, Image
from nvrender.gl.textures.texture import Texture
from nvrender.glsl.textures.samplers import FIRST_HANDLED
from nvrender.glsl.textures.texture_keys import Sampler
from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.context.slots import TEXTURE_BINDINGS, Slot, Value
from nvrender.gpu.context.use import forget, use_of
from nvrender.gpu.resources.texture_keys import laid_out, like
from nvrender.gpu.resources.uploads import BINDINGS, TextureName, sampler_object, swizzle, uploaded
from nvrender.source import InputError

_SWIZZLE = 0x8E46  # TEXTURE_SWIZZLE_RGBA
#: TEXTURE_CUBE_MAP_SEAMLESS: faces are filtered alone (OpenGL 1.5, 3.8.6).
_SEAMLESS = 0x884F
_DTYPES = {"float": np.float32, "signed": np.int32, "unsigned": np.uint32}


class TextureObject:
    """A texture object there is already, of a caller's or of a render target, to draw with as with a Texture.

    ``texture`` is moderngl's object, or GL's name of one. ``target``, ``base_format`` and ``kind`` say what
    it is, ``fields`` how it is sampled: wrap modes, filters, border colour, comparison, … as in
    ``nvrender.Texture`` and with its initial values, whatever the object's own parameters are. Its images and
    levels stay as they are. ``like`` is a texture of one texel with all this. InputError for what a Texture
    would not take.
    """

    #: True if nobody but nvrender stores into it, and its own parameters read it as its base format.
    settled = False

    def __init__(
        self, texture: Any, target: str = "2D", base_format: str = "RGBA", kind: str = "float", **fields: Any
    ) -> None:
        name = getattr(texture, "glo", texture)
        if isinstance(name, bool) or not isinstance(name, int) or name < 1:
            raise InputError(f"texture must be a moderngl texture or GL's name of one, not {texture!r}")
        self.texture = texture
        self.like = one_texel(target, base_format, kind, **fields)

    @property
    def name(self) -> int:
        """GL's name of the object."""
        return int(getattr(self.texture, "glo", self.texture))


def check_feedback(
    samplers: Iterable[Sampler],
    textures: Mapping[int, Texture | TextureObject | None],
    framebuffer: moderngl.Framebuffer,
) -> None:
    """InputError for a texture that is read while it is drawn into, which GL leaves undefined.

    OpenGL 3.3, 4.4.3.
    """
    attached = (*(framebuffer.color_attachments or ()), framebuffer.depth_attachment)
    drawn = {one.glo for one in attached if one is not None and not isinstance(one, moderngl.Renderbuffer)}
    for sampler in samplers:
        texture = textures.get(sampler.key)
        if isinstance(texture, TextureObject) and texture.name in drawn:
            raise InputError(
                f"texture[{sampler.unit}] is drawn into while it is read; draw into another texture, in turns"
            )


def one_texel(target: str, base_format: str, kind: str, **fields: Any) -> Texture:
    """A texture of one texel: zeros, with a fourth component of 1."""
    texel = np.zeros(BASE_FORMATS.get(base_format, 4), _DTYPES.get(kind, np.float32))
    texel[3:] = 1
    shape = [6 if axis == "F" else 1 for axis in TARGET_AXES.get(target, "")]
    return Texture(target, (np.broadcast_to(texel, (*shape, len(texel))),), base_format, kind, **fields)


class _Images:
    """Images that are uploaded, for all textures that have the same.

    ``levels`` stay alive, so that no others have their place in memory, by which they are known.
    """

    def __init__(self, upload: TextureName, levels: tuple[Image, ...]) -> None:
        self.upload = upload
        self.levels = levels
        self.users = 0


class _Object:
    """What one context has of one texture: images for each target, sampler objects that compare or not."""

    def __init__(self, shared: dict[Any, _Images]) -> None:
        self.users = 0
        self.uploads: dict[int, Any] = {}
        self.samplers: dict[bool, int] = {}
        self.finalizer: weakref.finalize[Any, Texture] | None = None
        self._shared = shared

    def share(self, target: int, key: Any) -> None:
        """Use the images known by ``key``."""
        self.uploads[target] = key
        self._shared[key].users += 1

    def release(self, gl: GL) -> None:
        if self.finalizer is not None:
            self.finalizer.detach()
        for key in self.uploads.values():
            images = self._shared[key]
            images.users -= 1
            if not images.users:
                self._shared.pop(key).upload.release()
        for name in self.samplers.values():
            gl("glDeleteSamplers", "ip", 1, (ctypes.c_uint * 1)(name))


class _Objects:
    """Everything of one context, by texture; ``left`` is what textures that are gone have left.

    Textures with the same images and other parameters have them uploaded once.
    """

    def __init__(self) -> None:
        self.images: dict[Any, _Images] = {}
        self.known: weakref.WeakKeyDictionary[Texture, _Object] = weakref.WeakKeyDictionary()
        self.left: list[_Object] = []


_contexts: weakref.WeakKeyDictionary[moderngl.Context, _Objects] = weakref.WeakKeyDictionary()


class Textures:
    """The textures one pipeline, or one run over arrays, draws with.

    Textures are uploaded when they are first bound in a context, once for all users, and released when the
    last user is, or the texture itself is gone. The context is current and preserved around every call.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._gl = GL(context)
        self._all = _contexts.setdefault(context, _Objects())
        self._used: weakref.WeakSet[Texture] = weakref.WeakSet()

    @contextmanager
    def bound(
        self, samplers: Iterable[Sampler], textures: Mapping[int, Texture | TextureObject | None]
    ) -> Iterator[None]:
        """What each sampler reads is bound to its unit, to be sampled. InputError for what is too large."""
        gl = self._gl
        gl("glDisable", "u", _SEAMLESS)
        if self._stores_images and any(map(self._may_be_stored_into, textures.values())):
            gl("glMemoryBarrier", "u", 0x8)  # TEXTURE_FETCH: draws before may have stored into it
        with ExitStack() as stack:
            for sampler in samplers:
                given = textures.get(sampler.key)
                if given is None or sampler.texture_key.missing is not None:
                    continue
                gl("glActiveTexture", "u", 0x84C0 + sampler.unit)
                try:
                    self._bind(sampler, given, stack)
                except InputError as error:
                    raise InputError(f"texture[{sampler.unit}]: {error}") from None
            gl("glActiveTexture", "u", 0x84C0)
            self._drop_left()  # what of it is drawn with again has been found
            yield

    def names(
        self, samplers: Iterable[Sampler], textures: Mapping[int, Texture | TextureObject | None]
    ) -> dict[Slot, Value] | None:
        """What is bound while ``bound`` is, by unit; None where draws do more than that.

        They do with texture objects of others, and with units that nobody else preserves.
        """
        found: dict[Slot, Value] = {}
        for sampler in samplers:
            given = textures.get(sampler.key)
            if given is None or sampler.texture_key.missing is not None:
                continue
            if sampler.unit >= FIRST_HANDLED or self._may_be_stored_into(given):
                return None
            known, target = self._all.known[like(given)], BINDINGS[sampler.held]
            if isinstance(given, TextureObject):
                name = given.name
            else:
                name = self._all.images[known.uploads[target]].upload.name
            found["texture", (sampler.unit, target)] = (name,)
            found["sampler", sampler.unit] = (known.samplers[sampler.compares],)
        return found | {("enable", _SEAMLESS): (0,)} if found else found

    def _may_be_stored_into(self, given: Texture | TextureObject | None) -> bool:
        if not isinstance(given, TextureObject):
            return False
        return not given.settled or given.name in use_of(self._context).stored

    @property
    def _stores_images(self) -> bool:
        return bool(self._context.version_code >= 420)

    def _bind(self, sampler: Sampler, given: Texture | TextureObject, stack: ExitStack) -> None:
        gl, data = self._gl, like(given)
        found = self._object(data)
        unit, compares, target = sampler.unit, sampler.compares, BINDINGS[sampler.held]
        if unit >= FIRST_HANDLED:
            stack.callback(self._restore, unit, target, *self._held(target))
        if isinstance(given, TextureObject):
            gl("glBindTexture", "uu", target, given.name)
            if gl("glGetError", "", result=ctypes.c_uint):
                raise InputError(f"the texture object is no {data.target} texture of this context")
            if not given.settled:
                stack.callback(self._set_swizzle, unit, target, given.name, self._swizzle(target))
                self._set_swizzle(unit, target, given.name, (ctypes.c_int * 4)(*swizzle(data.base_format)))
        else:
            if target not in found.uploads:
                self._share(found, given, target, sampler)
            gl("glBindTexture", "uu", target, self._all.images[found.uploads[target]].upload.name)
        if compares not in found.samplers:
            found.samplers[compares] = sampler_object(self._context, gl, data, compares)
        gl("glBindSampler", "uu", unit, found.samplers[compares])

    def _held(self, target: int) -> tuple[int, int]:
        """The texture and the sampler object of the unit in use, which nobody else preserves."""
        names = (ctypes.c_int * 1)(), (ctypes.c_int * 1)()
        for query, name in zip((TEXTURE_BINDINGS[target], 0x8919), names, strict=True):  # SAMPLER_BINDING
            self._gl("glGetIntegerv", "up", query, name)
        return names[0][0], names[1][0]

    def _restore(self, unit: int, target: int, texture: int, sampler: int) -> None:
        self._gl("glActiveTexture", "u", 0x84C0 + unit)
        self._gl("glBindTexture", "uu", target, texture)
        self._gl("glBindSampler", "uu", unit, sampler)
        self._gl("glActiveTexture", "u", 0x84C0)

    def _share(self, found: _Object, given: Texture, target: int, sampler: Sampler) -> None:
        """Let a texture use the images it has, which are uploaded unless another one has the same."""
        last = min(given.max_level, len(given.levels) - 1)
        described = given.target, given.base_format, given.kind, given.srgb, given.border
        key = (target, sampler.laid_out, *described, given.base_level, last, *map(id, given.levels))
        if key not in self._all.images:
            images = laid_out(given) if sampler.laid_out else given
            self._all.images[key] = _Images(uploaded(self._context, self._gl, images), given.levels)
        found.share(target, key)

    def _swizzle(self, target: int) -> ctypes.Array[ctypes.c_int]:
        letters = (ctypes.c_int * 4)()
        self._gl("glGetTexParameteriv", "uup", target, _SWIZZLE, letters)
        return letters

    def _set_swizzle(self, unit: int, target: int, name: int, letters: ctypes.Array[ctypes.c_int]) -> None:
        self._gl("glActiveTexture", "u", 0x84C0 + unit)
        self._gl("glBindTexture", "uu", target, name)
        self._gl("glTexParameteriv", "uup", target, _SWIZZLE, letters)

    def _object(self, texture: Texture) -> _Object:
        found = self._all.known.get(texture)
        if found is None:
            found = self._all.known[texture] = _Object(self._all.images)
            found.finalizer = weakref.finalize(texture, self._all.left.append, found)
            found.finalizer.atexit = False
        if texture not in self._used:
            self._used.add(texture)
            found.users += 1
        return found

    def _drop_left(self) -> None:
        while self._all.left:
            self._all.left.pop().release(self._gl)

    def release(self) -> None:
        """Release what nobody else draws with."""
        forget(self._context)
        self._drop_left()
        for texture in list(self._used):
            found = self._all.known[texture]
            found.users -= 1
            if not found.users:
                del self._all.known[texture]
                found.release(self._gl)
        self._used.clear()


def point_samplers(context: moderngl.Context, program: int, samplers: Iterable[Sampler]) -> None:
    """Point the samplers of a linked program, by GL's name of it, at their units.

    moderngl knows not all types of samplers.
    """
    gl = GL(context)
    for sampler in samplers:
        name = ctypes.c_char_p(sampler.name.encode())
        place = gl("glGetUniformLocation", "up", program, name, result=ctypes.c_int)
        if place >= 0:
            gl("glUseProgram", "u", program)
            gl("glUniform1i", "ii", place, sampler.unit)
