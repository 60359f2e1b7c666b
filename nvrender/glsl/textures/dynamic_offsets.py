"""Texel offsets from registers where GL samples, since GLSL takes constants (NV_gpu_program5 2.X.4.4)."""

from __future__ import annotations

from nvrender.glsl.expressions import Expression, vector_type
from nvrender.glsl.textures.lookup import Lookup
from nvrender.glsl.textures.texture_keys import Sampler
from nvrender.ops.texture_targets import TextureTarget


def moved(view: Lookup) -> Expression:
    """TEX, TXB, TXL and TXP: coordinates moved by texels of each level that is accessed.

    Right for the filters between two levels and within one; where minifying and magnifying filters differ
    without mipmaps, of the magnifying one. Textures that are known are filtered by the shader instead.
    """
    target, added, width = view.target, view.offset(), 1 if view.target.compares else 4
    assert added is not None
    place = view.with_reference if target.compares else view.place
    if target.texture == "TEXTURE_RECTANGLE_ARB":
        behind = ", 0.0" * target.compares
        text = f"texture({view.sampled.text}, {place.text} + vec{place.width}({added.text}{behind}))"
        return Expression(text, width=width)
    level = view.last if view.operation in ("sample_level", "sample_bias") else Expression("0.0")
    found = view.own("moved", _function(view.sampler, target, place.width), place, added, level, width=width)
    if view.differentiates and view.operation != "sample_level":
        text = _seen_function(view.sampler, target, place.width)
        return view.own("moved_seen", text, place, added, level, width=width)
    return found


def _function(sampler: Sampler, target: TextureTarget, places: int) -> str:
    """``_moved``: a lookup at a level of detail."""
    name, kind, own, width = sampler.name, sampler.kind, sampler.own, target.offsets
    result = "float" if target.compares else f"{kind}vec4"
    whole, flat, place = vector_type(width, "i"), vector_type(width), vector_type(places)
    behind = ", 0.0" * (places - width)
    size = f"textureSize({own}, 0)" + (f".{'xyz'[:width]}" if target.layer else "")

    def at(level: str) -> str:
        step = f"{flat}(offset) / max(floor(size / exp2({level})), 1.0)"
        spot = f"place + {place}({step}{behind})" if behind else f"place + {step}"
        if target.name == "SHADOWARRAY2D":  # GLSL has no function with a level of these
            return f"textureGrad({own}, {spot}, vec2(exp2({level}) / size.x, 0.0), vec2(0.0))"
        return f"textureLod({own}, {spot}, {level})"

    mixed = at("first") if kind else f"mix({at('first')}, {at('first + 1.0')}, level - first)"
    return (
        f"// NV_gpu_program5 2.X.4.4: a texel offset that is no constant\n"
        f"{result} {name}_moved({sampler.parameter}{place} place, {whole} offset, float level) {{\n"
        f"    level = clamp(level, 0.0, float(textureQueryLevels({own}) - 1));\n"
        f"    float first = floor(level);\n"
        f"    {flat} size = {flat}({size});\n"
        f"    return {mixed};\n}}"
    )


def _seen_function(sampler: Sampler, target: TextureTarget, places: int) -> str:
    """``_moved_seen``: a fragment's lookup, with a bias."""
    name, width = sampler.name, target.offsets
    handle = "handle, " if sampler.named else ""
    result = "float" if target.compares else f"{sampler.kind}vec4"
    whole, place = vector_type(width, "i"), vector_type(places)
    letters = f".{target.coordinates}" if places > width else ""
    return (
        f"{result} {name}_moved_seen({sampler.parameter}{place} place, {whole} offset, float bias) {{\n"
        f"    vec2 found = textureQueryLod({sampler.own}, place{letters});\n"
        f"    return {name}_moved({handle}place, offset, bias == 0.0 ? found.x : found.y + bias);\n}}"
    )
