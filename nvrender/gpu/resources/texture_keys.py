"""How textures are read on a context: by GL, or texel by texel where it has no such wrap mode."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any

import moderngl
import numpy as np

from nvrender.gl.textures.texels import decoded
from nvrender.gl.textures.texture import Texture
from nvrender.gl.textures.units import lookup_problem
from nvrender.glsl.textures.samplers import handle_samplers, samplers_of
from nvrender.glsl.textures.texture_keys import (
    MINIFYING,
    Filtering,
    Sampler,
    Sheets,
    TextureKey,
    switches_late,
)
from nvrender.gpu.context.gl_functions import GL
from nvrender.ir.nodes import Sample
from nvrender.lower.register_types import TYPES
from nvrender.ops.texture_targets import CUBES, GATHER_OFFSETS, MULTISAMPLE, TARGETS
from nvrender.program import FIRST_HANDLE, Program
from nvrender.program.profile import Stage
from nvrender.source import TargetError

#: Base format → which component of an image each of R, G, B, A is; "0" and "1" are themselves (OpenGL 1.5,
#: table 3.21).
FILLS = {
    "ALPHA": "000r", "LUMINANCE": "rrr1", "LUMINANCE_ALPHA": "rrrg", "INTENSITY": "rrrr", "RGB": "rgb1",
    "RGBA": "rgba", "DEPTH": "rrr1",
}  # fmt: skip
#: Which components of a border colour an image of each base format has (OpenGL 1.5, table 3.15).
BORDERS = {"ALPHA": (3, 0, 0, 0), "LUMINANCE_ALPHA": (0, 3, 0, 0)}
_NATIVE = ("REPEAT", "MIRRORED_REPEAT", "CLAMP_TO_EDGE", "CLAMP_TO_BORDER")
_MIRROR_CLAMP_TO_EDGE = 440  # the version that has it
_CUBE_ARRAYS = _GATHERS = 400  # the version that has them
_SHEETED = (*CUBES, *MULTISAMPLE)
_LARGEST_LOD = 1e6


#: Unit → what its lookups must know, as a value.
TextureKeys = tuple[tuple[int, TextureKey], ...]


def texture_keys_of(
    context: moderngl.Context, program: Program, textures: Mapping[int, Any] | None
) -> TextureKeys:
    """What the shader of ``program`` must know of each texture; they are Textures and TextureObjects.

    TargetError for what this context cannot read at all.
    """
    samplers = samplers_of(program).values()
    # NV_fragment_program 3.11.5.38
    missing = (0, 0, 0, int(program.profile.family.opaque))
    differentiates = program.profile.stage is Stage.FRAGMENT
    given = textures or {}
    units = (
        (row.unit, texture_key(context, row, given.get(row.unit), missing, differentiates=differentiates))
        for row in samplers
    )
    named = {key: texture for key, texture in given.items() if key >= FIRST_HANDLE}
    handles = {key: like(texture) for key, texture in named.items() if texture is not None}
    handled = handle_samplers(program, handles, lambda node, key: _suits(node, handles[key]))
    behind = (
        (
            row.unit,
            texture_key(context, row, given[row.handle], differentiates=differentiates)._replace(handled=row),
        )
        for row in handled.values()
    )
    return (*units, *behind)


def _suits(node: Sample, texture: Texture) -> bool:
    """True if a lookup can read a texture."""
    type = None if node.operation == "texture_size" else TYPES[node.type.kind]
    return not lookup_problem(node.texture.target, type, texture)


def like(given: Any) -> Texture:
    """What a Texture or TextureObject is, and how it is sampled."""
    found: Texture = given if isinstance(given, Texture) else given.like
    return found


def texture_key(
    context: moderngl.Context,
    sampler: Sampler,
    given: Any,
    missing: tuple[int, ...] = (0, 0, 0, 1),
    *,
    differentiates: bool = True,
) -> TextureKey:
    """What the shader must know of what is on a sampler's unit. TargetError."""
    texture = None if given is None else like(given)
    if texture is None or not texture.complete:
        return TextureKey(missing=missing)
    own = texture is given
    levels = min(texture.max_level, len(texture.levels) - 1) - texture.base_level + 1
    filtering = None
    if TARGETS[sampler.target].multisample:
        return TextureKey(
            depth_mode=texture.depth_mode if texture.base_format == "DEPTH" else "LUMINANCE",
            levels=levels if own else 0,
            fetched=0 if own else int(getattr(given.texture, "samples", 0)),
            filtering=_filtering(sampler, texture) if own else None,
        )
    filters = sampler.samples or not sampler.gathers
    if (
        _by_texels(context, texture)
        or _misses_target(context, texture)
        or (sampler.gathers and _gathers_by_texels(context, sampler, texture))
        or (sampler.apart and (own or not texture.mipmapped))
        or (filters and _misses_level(sampler, texture, differentiates))
        or (filters and own and switches_late(texture.min_filter, texture.mag_filter))  # quirks.LATE_SWITCH
    ):
        filtering = _filtering(sampler, texture)
        if not own and (filtering.sheets is not None or texture.mipmapped):
            kind = f"a {texture.target} texture object" + (" with mipmaps" if texture.mipmapped else "")
            wraps = " and ".join(dict.fromkeys(filtering.wraps[: texture.dimensions]))
            raise TargetError(
                f"texture[{sampler.unit}] is {kind} that wraps by {wraps} and is filtered by "
                f"{texture.min_filter} and {texture.mag_filter}, which core OpenGL has not for "
                f"{sampler.target}; give a nvrender.Texture, another wrap mode or filter"
            )
    return TextureKey(
        depth_mode=texture.depth_mode if texture.base_format == "DEPTH" else "LUMINANCE",
        levels=levels if own and sampler.counts else 0,
        fetched=(levels if texture.mipmapped else 1) if own and sampler.counts else 0,
        filtering=filtering,
    )


def _misses_target(context: moderngl.Context, texture: Texture) -> bool:
    """True if the context has no such textures: cube map arrays came with OpenGL 4.0."""
    return (
        texture.target == "ARRAYCUBE"
        and context.version_code < _CUBE_ARRAYS
        and "GL_ARB_texture_cube_map_array" not in context.extensions
    )


def _gathers_by_texels(context: moderngl.Context, sampler: Sampler, texture: Texture) -> bool:
    """True if GL's gathering would give other texels, or has not the offsets of TXGO."""
    if not {texture.wrap_s, texture.wrap_t}.isdisjoint({"CLAMP", "MIRROR_CLAMP"}):
        return True  # whatever the filters, TXG takes the linear one's texels
    least, most = gather_offsets(context)
    if least > most:
        return True
    return sampler.scatters and (least > GATHER_OFFSETS[0] or most < GATHER_OFFSETS[1])


def gather_offsets(context: moderngl.Context) -> tuple[int, int]:
    """The least and greatest texel offset GLSL gathers with; (0, -1) where it gathers nothing."""
    if context.version_code < _GATHERS and "GL_ARB_gpu_shader5" not in context.extensions:
        return 0, -1
    found = ctypes.c_int * 1
    values = []
    for name in (0x8E5E, 0x8E5F):  # MIN_ and MAX_PROGRAM_TEXTURE_GATHER_OFFSET
        value = found()
        GL(context)("glGetIntegerv", "up", name, value)
        values.append(value[0])
    return values[0], values[1]


def _by_texels(context: moderngl.Context, texture: Texture) -> bool:
    """True if core OpenGL has not the texture's border or wrap modes."""
    return texture.target not in ("BUFFER", *MULTISAMPLE) and bool(
        texture.border or None in _wraps(context, texture)
    )


def _misses_level(sampler: Sampler, texture: Texture, differentiates: bool) -> bool:
    """True if the level of detail decides between filters, and GLSL has no function that takes it."""
    alone = sampler.target in ("RECT", "SHADOWRECT") or (
        sampler.target in ("SHADOWCUBE", "SHADOWARRAY2D", "SHADOWARRAYCUBE") and not differentiates
    )
    return alone and texture.min_filter != texture.mag_filter


def native_wraps(context: moderngl.Context, texture: Texture) -> tuple[str, ...]:
    """Wrap modes of s, t and r that core OpenGL has; where it has not the texture's, they do not matter."""
    return tuple(wrap or "CLAMP_TO_EDGE" for wrap in _wraps(context, texture))


def _wraps(context: moderngl.Context, texture: Texture) -> tuple[str | None, ...]:
    """For s, t and r, the wrap mode of core OpenGL that is the same as the texture's; None: it has none."""
    nearest = texture.mag_filter == MINIFYING[texture.min_filter][0] == "NEAREST"
    given = (texture.wrap_s, texture.wrap_t, texture.wrap_r)[: texture.dimensions]
    found: list[str | None] = ["CLAMP_TO_EDGE"] * (3 - len(given))
    for wrap in reversed(given):
        if nearest:  # NV_gpu_program4 Table X.19
            wrap = {"CLAMP": "CLAMP_TO_EDGE", "MIRROR_CLAMP": "MIRROR_CLAMP_TO_EDGE"}.get(wrap, wrap)
        mirrors = (
            context.version_code >= _MIRROR_CLAMP_TO_EDGE
            or "GL_ARB_texture_mirror_clamp_to_edge" in context.extensions
        )
        native = wrap in _NATIVE or (wrap == "MIRROR_CLAMP_TO_EDGE" and mirrors)
        if texture.target in CUBES:
            # quirks.CUBE_EDGES
            native, wrap = nearest or wrap == "CLAMP_TO_EDGE", "CLAMP_TO_EDGE"
        found.insert(0, wrap if native else None)
    return tuple(found)


def _filtering(sampler: Sampler, texture: Texture) -> Filtering:
    wraps = (texture.wrap_s, texture.wrap_t, texture.wrap_r)[: texture.dimensions]
    stored = [texture.border_color[place] for place in BORDERS.get(texture.base_format, (0, 1, 2, 3))]
    fill = FILLS[texture.base_format]
    low, high, bias = (
        min(max(number, -_LARGEST_LOD), _LARGEST_LOD)
        for number in (texture.min_lod, texture.max_lod, texture.lod_bias)
    )
    s, t, r = (*wraps, "", "")[:3]
    return Filtering(
        (s, t, r),
        texture.min_filter,
        texture.mag_filter,
        texture.last_level - texture.base_level if texture.mipmapped else 0,
        texture.border,
        tuple(float(letter) if letter in "01" else stored["rgba".index(letter)] for letter in fill),
        (bias, low, high),
        texture.compare_function if TARGETS[sampler.target].compares else "",
        _sheets(texture) if texture.border or texture.target in _SHEETED else None,
    )


def _sheets(texture: Texture) -> Sheets:
    size = texture.extent(texture.base_level)
    slices = size[2] + 2 * texture.border if texture.target == "3D" else texture.images
    return Sheets(size, slices, texture.layers, texture.samples)


def laid_out(texture: Texture) -> Texture:
    """``texture`` as an array whose layers are its images, as Sheets has them."""
    sheets = _sheets(texture)
    levels = texture.levels[texture.base_level : texture.max_level + 1]
    images = [decoded(level, texture) if texture.base_format == "DEPTH" else level for level in levels]
    height, width = _sliced(images[0], texture).shape[1:3]
    array = np.zeros((len(images) * sheets.slices, height, width, images[0].shape[-1]), images[0].dtype)
    for number, image in enumerate(images):
        rows = _sliced(image, texture)
        first = number * sheets.slices
        array[first : first + len(rows), : rows.shape[1], : rows.shape[2]] = rows
    return Texture(
        "ARRAY2D", (array,), texture.base_format, texture.kind, texture.srgb,
        min_filter="NEAREST", mag_filter="NEAREST",
    )  # fmt: skip


def _sliced(image: Any, texture: Texture) -> Any:
    """An image as (slices, H, W, C)."""
    if texture.target in ("1D", "ARRAY1D"):
        return image.reshape(-1, 1, *image.shape[-2:])
    return image.reshape(-1, *image.shape[-3:])
