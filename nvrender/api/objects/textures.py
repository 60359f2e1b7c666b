"""Texture objects: texel arrays and parameters, and the Texture they are drawn as (OpenGL 1.5, 3.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from nvrender.api import enums
from nvrender.api.arguments import Vector4
from nvrender.api.formats.depth_stencil import depths_of, with_stencils
from nvrender.api.formats.internal_formats import INTERNAL_FORMATS, STORED, InternalFormat, one, quantised
from nvrender.api.objects.buffers import BufferObject
from nvrender.api.objects.multisample_images import Multisample
from nvrender.gl.textures.formats import RECT_WRAPS, TARGET_AXES, Image
from nvrender.gl.textures.surfaces import Surface
from nvrender.gl.textures.texture import Texture

#: Texels of the largest buffer texture.
LARGEST_BUFFER = 65536

#: How many ways of sampling a texture object keeps besides its own.
SAMPLINGS = 8
#: Faces of a cube.
FACES = 6
#: Target → axes of an image as it is given, where a Texture has others: a face alone, the faces of all cubes.
_GIVEN = {"CUBE": "HW", "ARRAYCUBE": "LHW"}

#: Face of a cube map, else 0, and level.
FaceLevel = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Drawn:
    """The surfaces an image of ``shape`` has been drawn into, by layer; of all layers by None.

    A face of a cube map is a layer. What is in none of them is in ``base``.
    """

    shape: tuple[int, ...]
    surfaces: Mapping[int | None, Surface]
    base: TexelArray | None = None


@dataclass(frozen=True, eq=False)
class TexelArray:
    """An image as TexImage leaves it: texels with their border, shaped as one of a Texture's target.

    Faces of cube maps are (H, W, C). ``source`` has the texels, or gives them when they are asked for;
    ``format`` is the internal format that was asked for. ``drawn`` is where it was drawn into last.
    """

    source: Image | Callable[[], Image]
    format: int
    border: int = 0
    drawn: Drawn | None = None

    @cached_property
    def texels(self) -> Image:
        return self.source() if callable(self.source) else self.source

    @cached_property
    def sampled(self) -> Image:
        """What programs sample: of words the depths."""
        return depths_of(self.texels) if self.internal.stencil else self.texels

    @property
    def shape(self) -> tuple[int, ...]:
        return self.texels.shape if self.drawn is None else self.drawn.shape

    @property
    def internal(self) -> InternalFormat:
        return INTERNAL_FORMATS[self.format]


@dataclass(frozen=True, slots=True)
class Parameters:
    """What TexParameter sets (OpenGL 1.5, table 3.19); the words are those of a Texture."""

    wrap_s: str = "REPEAT"
    wrap_t: str = "REPEAT"
    wrap_r: str = "REPEAT"
    min_filter: str = "NEAREST_MIPMAP_LINEAR"
    mag_filter: str = "LINEAR"
    border_color: Vector4 = (0.0, 0.0, 0.0, 0.0)
    priority: float = 1.0
    min_lod: float = -1000.0
    max_lod: float = 1000.0
    base_level: int = 0
    max_level: int = 1000
    lod_bias: float = 0.0
    depth_mode: str = "LUMINANCE"
    compare_mode: str = "NONE"
    compare_function: str = "LEQUAL"
    generate_mipmap: bool = False
    max_anisotropy: float = 1.0


#: Those of rectangles, which neither repeat nor have mipmaps (ARB_texture_rectangle 3.8.4).
RECTANGLE = Parameters("CLAMP_TO_EDGE", "CLAMP_TO_EDGE", "CLAMP_TO_EDGE", "LINEAR")


@dataclass(frozen=True, eq=False)
class TexelBuffer:
    """The buffer object a buffer texture has its texels in, and their format (EXT_texture_buffer_object)."""

    name: int
    format: int
    buffer: BufferObject
    #: The buffer's version, and what it was drawn as.
    _drawn: list[tuple[int, Texture | None]] = field(default_factory=list, repr=False)

    @property
    def texture(self) -> Texture | None:
        """What it is drawn as; None where there is no texel in it."""
        if not self._drawn or self._drawn[0][0] != self.buffer.version:
            self._drawn[:] = [(self.buffer.version, self._made())]
        return self._drawn[0][1]

    def _made(self) -> Texture | None:
        internal = INTERNAL_FORMATS[self.format]
        components = len(internal.kept or STORED[internal.base_format])
        width = components * internal.dtype.itemsize
        count = min(len(self.buffer.content) // width, LARGEST_BUFFER)
        if not count:
            return None
        texels = self.buffer.content[: count * width].view(internal.dtype).reshape(count, components)
        if not internal.kept:
            return Texture("BUFFER", (texels,), internal.base_format, internal.kind)
        full = np.zeros((count, 4), internal.dtype)
        full[:, :components], full[:, 3] = texels, one(internal)
        return Texture("BUFFER", (full,), "RGBA", internal.kind)


@dataclass(frozen=True, eq=False)
class TextureObject:
    """One texture object; commands replace it. ``target`` is a word of TARGET_AXES.

    A buffer texture has no arrays, but a ``buffer``, and the format it was given with; a RENDERBUFFER texture
    the name of a ``renderbuffer`` (NV_explicit_multisample 3.8.4), one of several samples a ``multisample``.
    Where it is ``handled`` it has a handle, and nothing but texels may change (NV_bindless_texture 3.9.X).
    """

    target: str
    arrays: Mapping[FaceLevel, TexelArray] = field(default_factory=dict)
    parameters: Parameters = Parameters()
    buffer: TexelBuffer | None = None
    buffer_format: int = enums.LUMINANCE8
    renderbuffer: int = 0
    handled: bool = False
    multisample: Multisample | None = None
    #: Of each level of a cube map, faces that were drawn with and the one array of them.
    _cubes: dict[int, tuple[list[Image], Image]] = field(default_factory=dict, repr=False)

    def with_array(self, place: FaceLevel, array: TexelArray) -> TextureObject:
        """With another image, and the levels made from it where GENERATE_MIPMAP says so (3.8.8)."""
        changed = replace(self, arrays={**self.arrays, place: array})
        if self.parameters.generate_mipmap and place[1] == self.parameters.base_level:
            return changed.with_mipmaps()
        return changed

    def with_mipmaps(self) -> TextureObject:
        """With every level behind the base level made from it; as it is where there is no base level."""
        base = self._texture(last=self.parameters.base_level)
        if base is None:
            return self
        first, most = self.parameters.base_level, self.parameters.max_level
        array = self.arrays[0, first]
        arrays = dict(self.arrays)
        for number, level in enumerate(base.with_mipmaps().levels[1:], first + 1):
            if number <= most:
                faces = level if self.target == "CUBE" else [level]
                if self.target == "ARRAYCUBE":
                    faces = [level.reshape(-1, *level.shape[2:])]
                for face, image in enumerate(faces):
                    made = quantised(image, array.internal)
                    if array.internal.stencil:
                        made = with_stencils(image, self.arrays[face, first].texels)
                    made.setflags(write=False)
                    arrays[face, number] = TexelArray(made, array.format, array.border)
        return replace(self, arrays=arrays)

    def sampled(self, parameters: Parameters, bias: float = 0.0) -> Texture | None:
        """``texture`` with other parameters, and ``bias`` added to the level of detail.

        None too for a rectangle that would repeat or have mipmaps (ARB_sampler_objects 3.9.2).
        """
        if self.multisample is not None:
            return self.multisample.texture(self.target)
        wanted = replace(parameters, lod_bias=parameters.lod_bias + bias) if bias else parameters
        if wanted == self.parameters:
            return self.texture
        wraps = wanted.wrap_s, wanted.wrap_t, wanted.wrap_r
        if self.target == "RECT" and ("MIPMAP" in wanted.min_filter or not {*wraps} <= {*RECT_WRAPS}):
            return None
        if wanted not in self._sampled:
            while len(self._sampled) >= SAMPLINGS:
                del self._sampled[next(iter(self._sampled))]
            self._sampled[wanted] = replace(self, parameters=wanted).texture
        return self._sampled[wanted]

    @cached_property
    def _sampled(self) -> dict[Parameters, Texture | None]:
        return {}

    @cached_property
    def texture(self) -> Texture | None:
        """What it is drawn as, its base level being level 0; None where it is not complete (3.8.10)."""
        if self.multisample is not None:
            return self.multisample.texture(self.target)
        parameters = self.parameters
        base = self.arrays.get((0, parameters.base_level))
        if base is None or not base.texels.size or parameters.base_level > parameters.max_level:
            return None
        last = parameters.base_level
        if "MIPMAP" in parameters.min_filter:
            last = min(last + _largest(self.target, base).bit_length() - 1, parameters.max_level)
        found = self._texture(last)
        return found if found is not None and found.complete else None

    def _texture(self, last: int) -> Texture | None:
        """The levels from the base level to ``last``; None where one is missing or does not fit."""
        parameters = self.parameters
        levels = []
        base = self.arrays.get((0, parameters.base_level))
        for level in range(parameters.base_level, last + 1):
            faces = [self.arrays.get((face, level)) for face in range(FACES if self.target == "CUBE" else 1)]
            if base is None or any(
                face is None or (face.format, face.border) != (base.format, base.border) for face in faces
            ):
                return None
            images = [face.sampled for face in faces if face is not None]
            wanted = _level_shape(self.target, base, level - parameters.base_level)
            if any(image.shape != wanted for image in images):
                return None
            levels.append(self._cube(level, images) if self.target == "CUBE" else images[0])
        if self.target == "ARRAYCUBE":
            levels = [faces_apart(level) for level in levels]
        if base is None or (self.target == "CUBE" and base.texels.shape[0] != base.texels.shape[1]):
            return None
        internal = base.internal
        return Texture(
            self.target, tuple(levels), internal.base_format, internal.kind, internal.srgb, base.border,
            parameters.wrap_s, parameters.wrap_t, parameters.wrap_r,
            parameters.min_filter, parameters.mag_filter,
            border_color=_border_color(parameters, internal),
            max_level=parameters.max_level - parameters.base_level,
            min_lod=parameters.min_lod, max_lod=max(parameters.max_lod, parameters.min_lod),
            lod_bias=parameters.lod_bias, compare_function=parameters.compare_function,
            depth_mode=parameters.depth_mode, max_anisotropy=parameters.max_anisotropy,
        )  # fmt: skip

    def _cube(self, level: int, faces: list[Image]) -> Image:
        known, cube = self._cubes.get(level, ([], faces[0]))
        if len(known) != 6 or any(one is not other for one, other in zip(known, faces, strict=True)):
            cube = np.stack(faces)
            cube.setflags(write=False)
            self._cubes[level] = faces, cube
        return cube


def faces_apart(texels: Image) -> Image:
    """Faces (6 n, …) of n cubes as (n, 6, …)."""
    return texels.reshape(-1, FACES, *texels.shape[1:])


def extent(array: TexelArray) -> tuple[int, int, int]:
    """Width, height and depth with the border; 1 where the target has none, layers being height or depth."""
    width, height, depth = (*array.shape[-2::-1], 1, 1)[:3]
    return width, height, depth


def borders(target: str, border: int) -> tuple[int, int, int]:
    """The border of width, height and depth; layers have none (EXT_texture_array 3.8.1)."""
    axes = _GIVEN.get(target, TARGET_AXES[target])
    width, height, depth = (border if axis in axes else 0 for axis in "WHD")
    return width, height, depth


def _inner(target: str, array: TexelArray) -> list[tuple[int, int]]:
    """Of each axis of the texels its size without border, and its border, 0 twice where it is no size."""
    axes = _GIVEN.get(target, TARGET_AXES[target])
    return [
        (size - 2 * array.border, array.border) if axis in "DHW" else (size, -1)
        for axis, size in zip(axes, array.texels.shape, strict=False)
    ]


def _largest(target: str, array: TexelArray) -> int:
    return max((size for size, border in _inner(target, array) if border >= 0), default=1)


def _level_shape(target: str, base: TexelArray, step: int) -> tuple[int, ...]:
    """The shape of the image ``step`` levels behind the base level (3.8.8)."""
    sizes = [
        max(1, size >> step) + 2 * border if border >= 0 else size for size, border in _inner(target, base)
    ]
    return (*sizes, base.texels.shape[-1])


def _border_color(parameters: Parameters, internal: InternalFormat) -> Vector4:
    """The border colour, which for integers is one of what they hold."""
    if not internal.integer:
        return parameters.border_color
    limits = np.iinfo(np.int32 if internal.kind == "signed" else np.uint32)
    r, g, b, a = (float(min(max(round(value), limits.min), limits.max)) for value in parameters.border_color)
    return r, g, b, a


@dataclass(frozen=True)
class SamplerObject:
    """A sampler object; where it is ``handled`` nothing may change (NV_bindless_texture 3.9.X)."""

    parameters: Parameters = Parameters()
    handled: bool = False


#: What sampler objects have of the parameters (ARB_sampler_objects 3.9.2).
_SAMPLING = (
    "wrap_s", "wrap_t", "wrap_r", "min_filter", "mag_filter", "border_color", "min_lod", "max_lod",
    "lod_bias", "compare_mode", "compare_function", "max_anisotropy",
)  # fmt: skip


def with_sampler(parameters: Parameters, sampler: Parameters) -> Parameters:
    """A texture's parameters with those that a sampler object has in their place."""
    return replace(parameters, **{name: getattr(sampler, name) for name in _SAMPLING})
