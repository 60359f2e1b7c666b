"""How textures are read on a context: by GL, or texel by texel where it has no such wrap mode."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import moderngl
import numpy as np

from nvrender.gl.texels import decoded
from nvrender.gl.textures import Texture
from nvrender.glsl.readings import Filtering, Reading, Sampler, Sheets
from nvrender.glsl.samplers import samplers_of
from nvrender.isa.profiles import Stage
from nvrender.isa.textures import TARGETS
from nvrender.program import Program
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
_LARGEST_LOD = 1e6


#: Unit → what its lookups must know, as a value.
Readings = tuple[tuple[int, Reading], ...]


def readings_of(context: moderngl.Context, program: Program, textures: Mapping[int, Any] | None) -> Readings:
    """What the shader of ``program`` must know of each texture; they are Textures and TextureObjects.

    TargetError for what this context cannot read at all.
    """
    samplers = samplers_of(program).values()
    # NV_fragment_program 3.11.5.38
    missing = (0, 0, 0, 0 if program.profile.family == "fp1" else 1)
    differentiates = program.profile.stage is Stage.FRAGMENT
    given = textures or {}
    return tuple(
        (row.unit, reading(context, row, given.get(row.unit), missing, differentiates=differentiates))
        for row in samplers
    )


def reading(
    context: moderngl.Context,
    sampler: Sampler,
    given: Any,
    missing: tuple[int, ...] = (0, 0, 0, 1),
    *,
    differentiates: bool = True,
) -> Reading:
    """What the shader must know of what is on a sampler's unit. TargetError."""
    texture = given if given is None or isinstance(given, Texture) else given.like
    if texture is None or not texture.complete:
        return Reading(missing=missing)
    assert isinstance(texture, Texture)
    own = texture is given
    levels = min(texture.max_level, len(texture.levels) - 1) - texture.base_level + 1
    filtering = None
    filters = sampler.samples or not sampler.gathers
    if sampler.gathers:
        _check_gathered(context, sampler, texture, late=filters and own and _switches_late(texture))
    if (
        _by_texels(context, texture)
        or (filters and _misses_level(sampler, texture, differentiates))
        or (filters and own and _switches_late(texture))
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
    return Reading(
        depth_mode=texture.depth_mode if texture.base_format == "DEPTH" else "LUMINANCE",
        levels=levels if own and sampler.counts else 0,
        fetched=(levels if texture.mipmapped else 1) if own and sampler.counts else 0,
        filtering=filtering,
    )


def _check_gathered(context: moderngl.Context, sampler: Sampler, texture: Texture, *, late: bool) -> None:
    """TargetError where TXG would need what core OpenGL's gathering has not."""
    wraps = {texture.wrap_s, texture.wrap_t}
    if late or _by_texels(context, texture) or not wraps.isdisjoint({"CLAMP", "MIRROR_CLAMP"}):
        raise TargetError(
            f"texture[{sampler.unit}] is read by TXG, and core OpenGL gathers no texture with its border, "
            f"wrap modes or filters; REPEAT, MIRRORED_REPEAT, CLAMP_TO_EDGE, CLAMP_TO_BORDER are gathered; "
            f"and where the same unit is filtered too, not by LINEAR with NEAREST_MIPMAP_NEAREST or _LINEAR"
        )


def _by_texels(context: moderngl.Context, texture: Texture) -> bool:
    """True if core OpenGL has not the texture's border or wrap modes."""
    return texture.target != "BUFFER" and bool(texture.border or None in _wraps(context, texture))


def _misses_level(sampler: Sampler, texture: Texture, differentiates: bool) -> bool:
    """True if the level of detail decides between filters, and GLSL has no function that takes it."""
    alone = sampler.target.endswith("RECT") or (
        sampler.target in ("SHADOWCUBE", "SHADOWARRAY2D") and not differentiates
    )
    return alone and texture.min_filter != texture.mag_filter


def _switches_late(texture: Texture) -> bool:
    """True if levels up to one half are magnified (OpenGL 1.5, 3.8.9), which drivers leave out."""
    return texture.mag_filter == "LINEAR" and texture.min_filter.startswith("NEAREST_MIPMAP")


def native_wraps(context: moderngl.Context, texture: Texture) -> tuple[str, ...]:
    """Wrap modes of s, t and r that core OpenGL has; where it has not the texture's, they do not matter."""
    return tuple(wrap or "CLAMP_TO_EDGE" for wrap in _wraps(context, texture))


def _wraps(context: moderngl.Context, texture: Texture) -> tuple[str | None, ...]:
    """For s, t and r, the wrap mode of core OpenGL that is the same as the texture's; None: it has none."""
    nearest = texture.mag_filter == "NEAREST" and texture.min_filter.startswith("NEAREST")
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
        if texture.target == "CUBE":
            # Drivers clamp to the edges of a face whatever the wrap mode.
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
        texture.compare_function if TARGETS[sampler.target].reference else "",
        _sheets(texture) if texture.border or texture.target == "CUBE" else None,
    )


def _sheets(texture: Texture) -> Sheets:
    size = texture.extent(texture.base_level)
    slices = size[2] + 2 * texture.border if texture.target == "3D" else texture.layers
    return Sheets(size, slices)


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
