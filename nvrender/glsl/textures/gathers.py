"""TXG and TXGO → textureGather, or four texels fetched (NV_gpu_program5 2.X.8)."""

from __future__ import annotations

from nvrender.glsl.declared.view import TypedView
from nvrender.glsl.expressions import Expression, call
from nvrender.glsl.textures.filtering import filtering_functions
from nvrender.glsl.textures.gathering import gathering_functions
from nvrender.glsl.textures.lookup_parts import ONE, TAKEN, XYZW, chosen, nothing, offset, places, second
from nvrender.ops.texture_targets import GATHER_OFFSETS, TARGETS


def gathered(view: TypedView) -> Expression:
    """One component, or comparison, of each of four texels."""
    compares = TARGETS[view.texture.target].compares
    component, mode = view.texture.component, view.sampler.texture_key.depth_mode
    if mode == "ALPHA" and component < 3 and not compares:
        return nothing(view)
    component = 0 if mode != "LUMINANCE" else component
    if view.sampler.texture_key.filtering is not None:
        return chosen(view, _by_texels(view, component))
    texels = _scattered(view, component) if view.operation == "gather_offsets" else _native(view, component)
    return chosen(view, texels)


def _by_texels(view: TypedView, component: int) -> Expression:
    """Of a texture whose texels the shader fetches."""
    sampler = view.sampler
    view.function(sampler.name, filtering_functions(sampler, differentiates=view.differentiates))
    view.function(f"{sampler.name}_gather", gathering_functions(sampler))
    place = [view.operand(0, XYZW, full=True)]
    if (compared := second(view)) is not None:
        place.append(compared)
    which = Expression(str(component))
    if view.operation == "gather_offsets":
        offsets = [view.operand(number, XYZW, full=True) for number in (1, 2)]
        return call(f"{sampler.name}_apart", *place, *offsets, which, width=4)
    return call(f"{sampler.name}_gather", *place, offset(view) or Expression("ivec2(0)"), which, width=4)


def _coordinates(view: TypedView) -> tuple[Expression, list[Expression]]:
    """Coordinates, and the reference where depths are compared, as textureGather takes them."""
    target = TARGETS[view.texture.target]
    letters = TAKEN[target.name]
    if not target.compares:
        return view.operand(0, places(letters), full=True), []
    reference = second(view)
    if reference is None:
        letters, reference = letters[:-1], view.operand(0, places(letters[-1]))
    kept = call("clamp", reference, Expression("0.0"), ONE)
    return view.operand(0, places(letters), full=True), [kept]


def _native(view: TypedView, component: int) -> Expression:
    place, reference = _coordinates(view)
    moved = offset(view)
    arguments = [view.sampled, place, *reference, *([moved] if moved else [])]
    arguments += [] if reference else [Expression(str(component))]
    return call(f"textureGather{'Offset' if moved else ''}", *arguments, width=4)


def _scattered(view: TypedView, component: int) -> Expression:
    """TXGO: of each of four footprints the texel (i0, j0), which textureGather gives as w."""
    place, reference = _coordinates(view)
    name = f"{view.sampler.name}_apart"
    last = "depth" if reference else component
    width = f"vec{place.width}"
    parameters = (
        f"{view.sampler.parameter}{width} place, {'float depth, ' if reference else ''}ivec4 x, ivec4 y"
    )
    if not reference:
        name += f"_{component}"
    kept = ", ".join(map(str, GATHER_OFFSETS))
    one = "textureGatherOffset({sampler}, place, {before}clamp(ivec2(x.{at}, y.{at}), {kept}){behind}).w"
    before, behind = ("depth, ", "") if reference else ("", f", {last}")
    texels = ",\n        ".join(
        one.format(sampler=view.sampler.own, before=before, behind=behind, at=letter, kept=kept)
        for letter in "xyzw"
    )
    kind = view.sampler.kind
    view.function(
        name,
        f"// NV_gpu_program5 2.X.8, TXGO\n"
        f"{kind}vec4 {name}({parameters}) {{\n    return {kind}vec4(\n        {texels});\n}}",
    )
    offsets = [view.operand(number, XYZW, full=True) for number in (1, 2)]
    return call(name, *view.handed, place, *reference, *offsets, width=4)
