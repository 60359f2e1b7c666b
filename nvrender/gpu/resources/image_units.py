"""Images on the GPU: textures of words, bound to image units (EXT_shader_image_load_store 3.9.X).

A texture has the words of its texels as they are, R8UI to RGBA32UI by their size; the shader converts. By
GL's own functions, since moderngl has not every target.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.global_memory import Span
from nvrender.gl.textures.formats import TARGET_AXES
from nvrender.gl.textures.images import Image, image_units
from nvrender.glsl.memory.image_variables import ImageKey
from nvrender.glsl.translation import Translation
from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.context.preservation import keep_image_unit
from nvrender.gpu.resources.image_object import ImageObject
from nvrender.gpu.resources.uploads import BINDINGS, pixels_as_given
from nvrender.ops.image_formats import IMAGE_FORMATS
from nvrender.ops.texture_targets import MULTISAMPLE, TARGETS
from nvrender.program import FIRST_HANDLE, Program
from nvrender.program.limits import Limits
from nvrender.program.memory import names_handles, numbered_images
from nvrender.program.profile import Stage
from nvrender.source import TargetError

#: Image unit or handle → what accesses of it must know, as a value.
ImageKeys = tuple[tuple[int, ImageKey | None], ...]


#: Bytes of a texel → internal format, format and type of pixels, dtype and number of words.
_FORMATS: dict[int, tuple[int, int, int, Any, int]] = {
    1: (0x8232, 0x8D94, 0x1401, np.uint8, 1),
    2: (0x8234, 0x8D94, 0x1403, np.uint16, 1),
    4: (0x8236, 0x8D94, 0x1405, np.uint32, 1),
    8: (0x823C, 0x8228, 0x1405, np.uint32, 2),
    16: (0x8D70, 0x8D99, 0x1405, np.uint32, 4),
}
_TARGETS = {**BINDINGS, "ARRAYCUBE": 0x9009}
_MOST_UNITS = 0x8F38
_FIRST_FACE, _ACTIVE, _READ_WRITE = 0x8515, 0x84C0, 0x88BA
#: Target → the query of how large an image may be.
_LIMITS = {
    "3D": "GL_MAX_3D_TEXTURE_SIZE", "CUBE": "GL_MAX_CUBE_MAP_TEXTURE_SIZE",
    "ARRAYCUBE": "GL_MAX_CUBE_MAP_TEXTURE_SIZE", "RECT": "GL_MAX_RECTANGLE_TEXTURE_SIZE",
    "BUFFER": "GL_MAX_TEXTURE_BUFFER_SIZE",
}  # fmt: skip
#: Stage → the query of how many image variables a shader may have.
_MOST = {
    Stage.VERTEX: 0x90CA, Stage.TESSELLATION_CONTROL: 0x90CB, Stage.TESSELLATION_EVALUATION: 0x90CC,
    Stage.GEOMETRY: 0x90CD, Stage.FRAGMENT: 0x90CE, Stage.COMPUTE: 0x91BD,
}  # fmt: skip

_Words = npt.NDArray[Any]


class Reached(Protocol):
    """What programs reach: images by unit or handle, and where buffers with GPU addresses lie."""

    @property
    def images(self) -> Mapping[int, Image | ImageObject]: ...

    @property
    def spans(self) -> tuple[Span, ...]: ...


def image_keys(program: Program, images: Mapping[int, Image | ImageObject]) -> ImageKeys:
    """Of each image the program names, of all that have handles if any."""
    keys = sorted(image_units(program))
    if names_handles(program):
        keys += sorted(key for key in images if key >= FIRST_HANDLE)
    return tuple((key, _image_key(images.get(key))) for key in keys)


def _image_key(image: Image | ImageObject | None) -> ImageKey | None:
    if isinstance(image, ImageObject):
        return image.image_key
    if image is None or not image.bound_extent.layers:
        return None
    extent, samples = image.bound_extent, 0
    if image.target in MULTISAMPLE:
        samples = extent.samples
    return ImageKey(
        image.bound_target,
        image.unit_format.name,
        True,
        image.readable,
        image.writable,
        extent.layers if samples else 1,
        samples,
        image.first_layer * samples,
    )


def check_image_units(context: moderngl.Context, stages: Iterable[tuple[Program, Translation]]) -> None:
    """TargetError where a program's shader has more image variables than shaders of its stage have here."""
    for program, translation in stages:
        count, stage = len(translation.images), program.profile.stage
        if translation.interface in ("compute", "patches"):
            stage = Stage.COMPUTE
        last = max((row.unit for row in translation.images), default=-1)
        if last >= Limits().image_units and last >= (units := GL(context).integers(_MOST_UNITS)[0]):
            raise TargetError(
                f"{program.source.name} names images by handles, of which there are {last + 1} with those on "
                f"units; {context.info['GL_RENDERER']} has {units} units"
            )
        most = GL(context).integers(_MOST[stage])[0] if count else 0
        if count > most:
            raise TargetError(
                f"{program.source.name} takes {count} image variables, and {stage.value} shaders of "
                f"{context.info['GL_RENDERER']} have {most}"
            )


class ImageUnits:
    """The images of one context, each in a texture; those of the same texels in one.

    The context is current and preserved around every call. TargetError for what is too large.
    """

    def __init__(
        self,
        context: moderngl.Context,
        images: Mapping[int, Image],
        objects: Mapping[int, ImageObject],
    ) -> None:
        self._context, self._images, self._gl = context, images, GL(context)
        self._objects = objects
        self._textures: dict[tuple[int, str, str], _Texture] = {}
        for unit, image in images.items():
            if image.storage_key not in self._textures and image.exists:
                _check_size(context, unit, image)
                self._textures[image.storage_key] = _Texture(context, self._gl, image)

    def bind(self) -> None:
        """Every image to its unit."""
        places = numbered_images([*self._images, *self._objects])
        for key, given in self._objects.items():
            unit = places[key]
            keep_image_unit(self._context, self._gl, unit)
            given.bind(self._context, self._gl, unit, _FORMATS[given.image_key.unit_format.bytes][0])
        for key, image in self._images.items():
            if not image.bound_extent.layers:
                continue
            unit = places[key]
            texture = self._textures[image.storage_key]
            alone = image.bound_target != image.target and not texture.spread
            layer = image.first_layer if alone else 0
            format = _FORMATS[image.unit_format.bytes][0]
            keep_image_unit(self._context, self._gl, unit)
            where = unit, texture.name, 0, not alone, layer
            self._gl("glBindImageTexture", "uuiBiuu", *where, _READ_WRITE, format)

    def refill(self, unit: int) -> None:
        """The image on a unit holds again what it held at first."""
        image = self._images[unit]
        if image.exists:
            self._textures[image.storage_key].fill()

    def left(self) -> dict[int, npt.NDArray[Any]]:
        """The texels of every image now."""
        found = {key: texture.read() for key, texture in self._textures.items()}
        return {
            unit: found[image.storage_key] if image.exists else image.texels.copy()
            for unit, image in self._images.items()
        }

    def release(self) -> None:
        for texture in self._textures.values():
            texture.release()
        self._textures = {}


class _Texture:
    """A texture with an image's texels, in ``spread`` those of each sample a layer."""

    def __init__(self, context: moderngl.Context, gl: GL, image: Image) -> None:
        self._gl, self._image = gl, image
        self.spread = image.target in MULTISAMPLE
        target = "ARRAY2D" if self.spread else image.target
        self._cube, self._target = target == "CUBE", _TARGETS[target]
        self._format = _FORMATS[IMAGE_FORMATS[image.format].bytes]
        self._buffer: moderngl.Buffer | None = None
        name = (ctypes.c_uint * 1)()
        gl("glGenTextures", "ip", 1, name)
        self.name = int(name[0])
        if target == "BUFFER":
            gl("glActiveTexture", "u", _ACTIVE)
            gl("glBindTexture", "uu", self._target, self.name)
            self._buffer = context.buffer(image.texels.tobytes())
            gl("glTexBuffer", "uuu", self._target, self._format[0], self._buffer.glo)
        else:
            self.fill()

    def fill(self) -> None:
        """The texels are what they were at first."""
        if self._buffer is not None:
            self._buffer.write(self._image.texels.tobytes())
            return
        self._gl("glActiveTexture", "u", _ACTIVE)
        self._gl("glBindTexture", "uu", self._target, self.name)
        self._upload(self._laid_out())

    def _laid_out(self) -> _Words:
        """The texels as words, with the axes that GL's images of the texture have."""
        _, _, _, dtype, count = self._format
        words: _Words = self._image.texels.reshape(-1).view(np.uint8).view(dtype)
        axes = list(self._image.texels.shape[: len(TARGET_AXES[self._image.target])])
        if len(axes) == 4 or self.spread:  # cubes and faces, layers and samples
            axes = [-1, *axes[-2:]]
        return words.reshape(*axes, count)

    def _upload(self, texels: _Words) -> None:
        gl, (internal, pixels, type, _, _) = self._gl, self._format
        for parameter, value in ((0x2801, 0x2600), (0x2800, 0x2600), (0x813D, 0)):
            gl("glTexParameteri", "uui", self._target, parameter, value)  # complete: NEAREST, MAX_LEVEL 0
        pixels_as_given(gl)
        if self._cube:
            for face in range(6):
                gl("glTexImage2D", "uiiiiiuup", _FIRST_FACE + face, 0, internal, *texels.shape[2:0:-1], 0,
                   pixels, type, texels[face].ctypes.data)  # fmt: skip
        else:
            sizes = texels.shape[-2::-1]
            gl(f"glTexImage{len(sizes)}D", "uii" + "i" * len(sizes) + "iuup", self._target, 0, internal,
               *sizes, 0, pixels, type, texels.ctypes.data)  # fmt: skip
        if error := gl("glGetError", "", result=ctypes.c_uint):
            self.release()
            image = self._image
            raise TargetError(
                f"an image of shape {image.texels.shape} and format {image.format} finds no room on the GPU "
                f"(error {error:#x})"
            )

    def read(self) -> npt.NDArray[Any]:
        """The texels, of the dtype and shape that was given."""
        image, (_, pixels, type, _, _) = self._image, self._format
        found: npt.NDArray[Any]
        if self._buffer is not None:
            found = np.frombuffer(bytearray(self._buffer.read()), np.uint8)
            return found.view(image.texels.dtype).reshape(image.texels.shape)
        gl = self._gl
        pixels_as_given(gl)
        gl("glActiveTexture", "u", _ACTIVE)
        gl("glBindTexture", "uu", self._target, self.name)
        texels = np.zeros_like(self._laid_out())
        if self._cube:
            for face in range(6):
                gl("glGetTexImage", "uiuup", _FIRST_FACE + face, 0, pixels, type, texels[face].ctypes.data)
        else:
            gl("glGetTexImage", "uiuup", self._target, 0, pixels, type, texels.ctypes.data)
        return texels.reshape(-1).view(image.texels.dtype).reshape(image.texels.shape)

    def release(self) -> None:
        self._gl("glDeleteTextures", "ip", 1, (ctypes.c_uint * 1)(self.name))
        if self._buffer is not None:
            self._buffer.release()


def _check_size(context: moderngl.Context, unit: int, image: Image) -> None:
    """TargetError for an image larger than the context's textures."""
    extent, info = image.extent, context.info
    most = int(info[_LIMITS.get(image.target, "GL_MAX_TEXTURE_SIZE")])
    layers = int(info["GL_MAX_ARRAY_TEXTURE_LAYERS"])
    deep = image.target == "3D" and extent.layers > most
    many = bool(TARGETS[image.target].layer) and extent.layers * extent.samples > layers
    if max(extent.width, extent.height) > most or deep or many or extent.samples > layers:
        raise TargetError(
            f"images[{unit}] is a {image.target} image of shape {image.texels.shape}; "
            f"{info['GL_RENDERER']} takes up to {most} texels and {layers} layers"
        )
