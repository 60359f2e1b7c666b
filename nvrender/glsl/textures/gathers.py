"""TXG and TXGO → textureGather, or four texels fetched (NV_gpu_program5 2.X.8)."""

from __future__ import annotations

from nvrender.glsl.expressions import Expression, call
from nvrender.glsl.textures.filtering import filtering_functions
from nvrender.glsl.textures.gathering import gathering_functions
from nvrender.glsl.textures.lookup import ONE, Lookup
from nvrender.ops.texture_targets import GATHER_OFFSETS


def gathered(view: Lookup) -> Expression:
    """One component, or comparison, of each of four texels."""
    component = view.node.texture.component
    if view.mode == "ALPHA" and component < 3 and not view.target.compares:
        return view.nothing
    component = 0 if view.mode != "LUMINANCE" else component
    if view.filtering is not None:
        return view.chosen(_by_texels(view, component))
    texels = _scattered(view, component) if view.operation == "gather_offsets" else _native(view, component)
    return view.chosen(texels)


def _by_texels(view: Lookup, component: int) -> Expression:
    """Of a texture whose texels the shader fetches."""
    name, function = view.sampler.name, view.texts.function
    function(name, filtering_functions(view.sampler, differentiates=view.differentiates))
    function(f"{name}_gather", gathering_functions(view.sampler))
    apart = [view.reference] if view.reference is not None and not view.target.reference else []
    arguments, which = [view.four, *apart], Expression(str(component))
    if view.operation == "gather_offsets":
        return call(f"{name}_apart", *arguments, *view.others, which, width=4)
    return call(f"{name}_gather", *arguments, view.offset() or Expression("ivec2(0)"), which, width=4)


def _references(view: Lookup) -> list[Expression]:
    """The reference where depths are compared, as textureGather takes it."""
    if view.reference is None:
        return []
    return [call("clamp", view.reference, Expression("0.0"), ONE)]


def _native(view: Lookup, component: int) -> Expression:
    reference, moved = _references(view), view.offset()
    arguments = [view.sampled, view.place, *reference, *([moved] if moved else [])]
    arguments += [] if reference else [Expression(str(component))]
    return call(f"textureGather{'Offset' if moved else ''}", *arguments, width=4)


def _scattered(view: Lookup, component: int) -> Expression:
    """TXGO: of each of four footprints the texel (i0, j0), which textureGather gives as w."""
    sampler, place, reference = view.sampler, view.place, _references(view)
    name = f"{sampler.name}_apart" if reference else f"{sampler.name}_apart_{component}"
    before, behind = ("depth, ", "") if reference else ("", f", {component}")
    kept = ", ".join(map(str, GATHER_OFFSETS))
    texels = ",\n        ".join(
        f"textureGatherOffset({sampler.own}, place, {before}clamp(ivec2(x.{at}, y.{at}), {kept}){behind}).w"
        for at in "xyzw"
    )
    depth = "float depth, " if reference else ""
    head = f"{sampler.kind}vec4 {name}({sampler.parameter}vec{place.width} place, {depth}ivec4 x, ivec4 y)"
    view.texts.function(
        name,
        f"// NV_gpu_program5 2.X.8, TXGO\n{head} {{\n    return {sampler.kind}vec4(\n        {texels});\n}}",
    )
    return call(name, *view.handed, place, *reference, *view.others, width=4)
