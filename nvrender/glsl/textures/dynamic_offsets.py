"""Texel offsets from registers where GL samples, since GLSL takes constants (NV_gpu_program5 2.X.4.4)."""

from __future__ import annotations

from nvrender.glsl.declared.view import TypedView
from nvrender.glsl.expressions import PRODUCT, Expression, call, vector_type
from nvrender.glsl.textures.lookup_parts import TAKEN, clamped_reference, fourth, offset, places
from nvrender.ops.texture_targets import TARGETS, TextureTarget


def moved(view: TypedView) -> Expression:
    """TEX, TXB, TXL and TXP: coordinates moved by texels of each level that is accessed.

    Right for the filters between two levels and within one; where minifying and magnifying filters differ
    without mipmaps, of the magnifying one. Textures that are known are filtered by the shader instead.
    """
    target, added = TARGETS[view.texture.target], offset(view)
    assert added is not None
    place = _coordinates(view, target)
    name = f"{view.sampler.name}_moved"
    if target.name.endswith("RECT"):
        behind = ", 0.0" * target.compares
        whole = vector_type(place.width)
        text = f"texture({view.sampled.text}, {place.text} + {whole}({added.text}{behind}))"
        return Expression(text, width=1 if target.compares else 4)
    level = Expression("0.0")
    if view.operation == "sample_level" or (view.operation == "sample_bias" and not view.differentiates):
        level = fourth(view)
    elif view.differentiates:
        name += "_seen"
        level = fourth(view) if view.operation == "sample_bias" else level
        view.function(f"{view.sampler.name}_moved", _function(view, target))
        view.function(name, _seen_function(view, target))
    view.function(f"{view.sampler.name}_moved", _function(view, target))
    return call(name, *view.handed, place, added, level, width=1 if target.compares else 4)


def _coordinates(view: TypedView, target: TextureTarget) -> Expression:
    """Coordinates, layer and reference, divided by q where the instruction projects."""
    letters = TAKEN[target.name]
    divisor = view.operand(0, (3,)).at(PRODUCT + 1) if view.operation == "sample_projected" else ""

    def divided(value: Expression) -> Expression:
        text = f"{value.at(PRODUCT)} / {divisor}"
        return Expression(text, PRODUCT, value.width) if divisor else value

    if not target.compares:
        return divided(view.operand(0, places(letters), full=True))
    flat = divided(view.operand(0, places(letters[:-1]), full=True))
    reference = clamped_reference(view, divided(view.operand(0, places(letters[-1]))))
    return call(f"vec{len(letters)}", flat, reference, width=len(letters))


def _function(view: TypedView, target: TextureTarget) -> str:
    """``_moved``: a lookup at a level of detail."""
    name, kind, width = view.sampler.name, view.sampler.kind, target.offsets
    own = view.sampler.own
    result = "float" if target.compares else f"{kind}vec4"
    whole, flat, place = vector_type(width, "i"), vector_type(width), vector_type(len(TAKEN[target.name]))
    behind = ", 0.0" * (len(TAKEN[target.name]) - width)
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
        f"{result} {name}_moved({view.sampler.parameter}{place} place, {whole} offset, float level) {{\n"
        f"    level = clamp(level, 0.0, float(textureQueryLevels({own}) - 1));\n"
        f"    float first = floor(level);\n"
        f"    {flat} size = {flat}({size});\n"
        f"    return {mixed};\n}}"
    )


def _seen_function(view: TypedView, target: TextureTarget) -> str:
    """``_moved_seen``: a fragment's lookup, with a bias."""
    name, width = view.sampler.name, target.offsets
    handle = "handle, " if view.bindless else ""
    result = "float" if target.compares else f"{view.sampler.kind}vec4"
    whole, place = vector_type(width, "i"), vector_type(len(TAKEN[target.name]))
    letters = f".{target.coordinates}" if len(TAKEN[target.name]) > width else ""
    return (
        f"{result} {name}_moved_seen({view.sampler.parameter}{place} place, {whole} offset, float bias) {{\n"
        f"    vec2 found = textureQueryLod({view.sampler.own}, place{letters});\n"
        f"    return {name}_moved({handle}place, offset, bias == 0.0 ? found.x : found.y + bias);\n}}"
    )
