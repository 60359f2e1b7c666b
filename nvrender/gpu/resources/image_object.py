"""Texture objects there are already as images of draws (EXT_shader_image_load_store 3.9.X)."""

from __future__ import annotations

import ctypes
from typing import Any

import moderngl

from nvrender.gl.inputs.arrays import whole_number
from nvrender.gl.textures.formats import TARGET_AXES
from nvrender.gl.textures.images import ACCESSES, READ_ONLY, READ_WRITE, WRITE_ONLY
from nvrender.glsl.memory.image_variables import ImageKey
from nvrender.gpu.context.gl_functions import GL
from nvrender.ops.image_formats import IMAGE_FORMATS
from nvrender.ops.texture_targets import SINGLE_LAYERS
from nvrender.source import InputError, TargetError

_COMPATIBILITY, _BY_SIZE, _READ_WRITE = 0x90C7, 0x90C8, 0x88BA
#: The version that asks a texture without binding it.
_DIRECT_ACCESS = 450


class ImageObject:
    """A level of a texture object, a caller's or a render target's, to draw with as with an Image.

    ``texture`` is moderngl's object, or GL's name of one; ``format`` and ``target`` say what it is, ``level``
    and ``layer`` which part is bound, ``access`` and ``view`` are an Image's. What is stored is in the
    texture, for TextureObject to read. InputError for what an Image would not take.
    """

    def __init__(
        self,
        texture: Any,
        format: str = "RGBA8",
        target: str = "2D",
        *,
        level: int = 0,
        layer: int | None = None,
        access: str = READ_WRITE,
        view: str = "",
    ) -> None:
        name = getattr(texture, "glo", texture)
        if isinstance(name, bool) or not isinstance(name, int) or name < 1:
            raise InputError(f"texture must be a moderngl texture or GL's name of one, not {texture!r}")
        for what, word, known in (
            ("target", target, TARGET_AXES),
            ("format", format, IMAGE_FORMATS),
            ("view", view or format, IMAGE_FORMATS),
            ("access", access, ACCESSES),
        ):
            if word not in known:
                raise InputError(f"image {what} {word!r}; it must be one of {', '.join(known)}")
        for what, number in (("level", level), ("layer", 0 if layer is None else layer)):
            if (whole := whole_number(number)) is None or whole < 0:
                raise InputError(f"an image's {what} is a number from 0, not {number!r}")
        self.texture = texture
        self._format, self._view = IMAGE_FORMATS[format], IMAGE_FORMATS[view or format]
        self._level, self._layer = level, layer
        bound = target if layer is None else SINGLE_LAYERS.get(target, target)
        self._alone = bound != target
        self.image_key = ImageKey(
            bound,
            self._view.name,
            self._format.bytes == self._view.bytes,
            access != WRITE_ONLY,
            access != READ_ONLY,
        )

    @property
    def name(self) -> int:
        """GL's name of the object."""
        return int(getattr(self.texture, "glo", self.texture))

    def bind(self, context: moderngl.Context, gl: GL, unit: int, words: int) -> None:
        """Bind it to an image unit as ``words``, a format of GL; TargetError where GL has no such view."""
        if not self.image_key.exists:
            return
        several = self._format.packed or len(self._format.bits) > 1
        if several and context.version_code >= _DIRECT_ACCESS and not _views_by_size(gl, self.name):
            raise TargetError(
                f"image[{unit}] is a texture of format {self._format.name}, which "
                f"{context.info['GL_RENDERER']} does not view as words; give a nvrender.Image"
            )
        layer = (self._layer or 0) if self._alone else 0
        where = unit, self.name, self._level, not self._alone, layer
        gl("glBindImageTexture", "uuiBiuu", *where, _READ_WRITE, words)


def _views_by_size(gl: GL, name: int) -> bool:
    """IMAGE_FORMAT_COMPATIBILITY_TYPE of a texture."""
    found = (ctypes.c_int * 1)()
    gl("glGetTextureParameteriv", "uup", name, _COMPATIBILITY, found)
    return int(found[0]) == _BY_SIZE
