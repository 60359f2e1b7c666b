"""Gathering as GLSL, for textures GL itself cannot gather from (NV_gpu_program5 2.X.8, TXG and TXGO)."""

from __future__ import annotations

from nvrender.glsl.textures.filtering import FilterFunctions, function
from nvrender.glsl.textures.texture_keys import Sampler
from nvrender.ops.texture_targets import GATHER_OFFSETS

#: What TXGO makes of wrap modes that leave it undefined (docs/semantics.md).
_KEPT = {"CLAMP": "CLAMP_TO_EDGE", "MIRROR_CLAMP": "MIRROR_CLAMP_TO_EDGE"}


def gathering_functions(sampler: Sampler) -> str:
    """The functions ``_gather`` and, where some instruction is TXGO, ``_apart`` of the sampler's name.

    They stand behind its ``filtering_functions`` and take coordinates as these do; texel offsets, of
    ``_apart`` four along s and four along t; and the component of the texels, of comparisons any.
    """
    parts = FilterFunctions(sampler)
    found = [_gather(parts)]
    if sampler.scatters:
        found += [_corner(parts), _apart(parts)]
    return "\n\n".join(found)


def _gather(parts: FilterFunctions) -> str:
    letters = [".x", ".y"]
    lines = [
        *parts.unpacked(),
        *parts.footprint(parts.filtering.wraps, level="0", linear=True),
        "ivec2 low = ivec2(floor(u)), high = low + 1;",
        *parts.wrapped("low", letters, parts.filtering.wraps[:2], True),
        *parts.wrapped("high", letters, parts.filtering.wraps[:2], True),
    ]
    corners = ("low.x, high.y", "high.x, high.y", "high.x, low.y", "low.x, low.y")
    texels = [f"{parts.texel(f'ivec2({corner})', '0')}{parts.gathered}" for corner in corners]
    lines.append(f"return {parts.four_kind}({', '.join(texels)});")
    signature = f"vec4 place{parts.compared}, ivec2 offset, int component"
    return function(f"{parts.four_kind} {parts.name}_gather({signature})", lines)


def _corner(parts: FilterFunctions) -> str:
    s, t, r = parts.filtering.wraps
    wraps = _KEPT.get(s, s), _KEPT.get(t, t), r
    lines = [
        *parts.unpacked(),
        *parts.footprint(wraps, level="0", linear=True),
        "ivec2 low = ivec2(floor(u));",
        *parts.wrapped("low", [".x", ".y"], wraps[:2], True),
        f"return {parts.texel('low', '0')};",
    ]
    signature = f"vec4 place{parts.compared}, ivec2 offset"
    return function(f"{parts.result} {parts.name}_corner({signature})", lines)


def _apart(parts: FilterFunctions) -> str:
    low, high = GATHER_OFFSETS
    given = f"place{parts.handed}"
    texels = [
        f"{parts.name}_corner({given}, clamp(ivec2(x.{at}, y.{at}), {low}, {high})){parts.gathered}"
        for at in "xyzw"
    ]
    lines = [f"return {parts.four_kind}({', '.join(texels)});"]
    signature = f"vec4 place{parts.compared}, ivec4 x, ivec4 y, int component"
    return function(f"{parts.four_kind} {parts.name}_apart({signature})", lines)
