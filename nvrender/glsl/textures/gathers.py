"""TXG and TXGO → textureGather, or four texels fetched (NV_gpu_program5 2.X.8)."""

from __future__ import annotations

from nvrender.glsl.expressions import Expression, call
from nvrender.glsl.textures.filtering import FilterFunctions, function
from nvrender.glsl.textures.lookup import ONE, Lookup
from nvrender.ops.texture_targets import GATHER_OFFSETS

#: What TXGO makes of wrap modes that leave it undefined (docs/semantics.md).
_KEPT = {"CLAMP": "CLAMP_TO_EDGE", "MIRROR_CLAMP": "MIRROR_CLAMP_TO_EDGE"}
_LETTERS = (".x", ".y")


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


def _references(view: Lookup) -> list[Expression]:
    """The reference where depths are compared, as textureGather takes it."""
    return [] if view.reference is None else [call("clamp", view.reference, Expression("0.0"), ONE)]


def _native(view: Lookup, component: int) -> Expression:
    reference, moved = _references(view), view.offset()
    arguments = [view.sampled, view.place, *reference, *([moved] if moved else [])]
    arguments += [] if reference else [Expression(str(component))]
    return call(f"textureGather{'Offset' if moved else ''}", *arguments, width=4)


def _scattered(view: Lookup, component: int) -> Expression:
    """TXGO: of each of four footprints the texel (i0, j0), which textureGather gives as w."""
    sampler, place, reference = view.sampler, view.place, _references(view)
    suffix = "apart" if reference else f"apart_{component}"
    before, behind = ("depth, ", "") if reference else ("", f", {component}")
    kept = ", ".join(map(str, GATHER_OFFSETS))
    texels = ",\n        ".join(
        f"textureGatherOffset({sampler.own}, place, {before}clamp(ivec2(x.{at}, y.{at}), {kept}){behind}).w"
        for at in "xyzw"
    )
    kind, depth = f"{sampler.kind}vec4", "float depth, " * bool(reference)
    head = (
        f"{kind} {sampler.name}_{suffix}({sampler.parameter}vec{place.width} place, {depth}ivec4 x, ivec4 y)"
    )
    text = f"// NV_gpu_program5 2.X.8, TXGO\n{head} {{\n    return {kind}(\n        {texels});\n}}"
    return view.own(suffix, text, place, *reference, *view.others)


def _by_texels(view: Lookup, component: int) -> Expression:
    """Of a texture whose texels the shader fetches; coordinates are as ``filtering_functions`` take them.

    ``_gather`` takes a texel offset, ``_apart``, where some instruction is TXGO, four along s and four
    along t; both the component of the texels, of comparisons any.
    """
    view.filter_texels()
    parts, arguments, which = FilterFunctions(view.sampler), view.with_apart, Expression(str(component))
    text = "\n\n".join([_gather(parts), *((_corner(parts), _apart(parts)) if view.sampler.scatters else ())])
    found = view.own("gather", text, *arguments, view.offset() or Expression("ivec2(0)"), which)
    if view.operation == "gather_offsets":
        return call(f"{view.sampler.name}_apart", *arguments, *view.others, which, width=4)
    return found


def _gather(parts: FilterFunctions) -> str:
    lines = [
        *parts.unpacked(),
        *parts.footprint(parts.filtering.wraps, level="0", linear=True),
        "ivec2 low = ivec2(floor(u)), high = low + 1;",
        *parts.wrapped("low", _LETTERS, parts.filtering.wraps[:2], True),
        *parts.wrapped("high", _LETTERS, parts.filtering.wraps[:2], True),
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
        *parts.wrapped("low", _LETTERS, wraps[:2], True),
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
