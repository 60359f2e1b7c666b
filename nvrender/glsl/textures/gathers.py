"""TXG and TXGO → textureGather, or four texels fetched (NV_gpu_program5 2.X.8)."""

from __future__ import annotations

from nvrender.glsl.declared.site import TypedSite
from nvrender.glsl.expressions import Expression, call
from nvrender.glsl.textures.filtering import filtering_functions
from nvrender.glsl.textures.gathering import gathering_functions
from nvrender.glsl.textures.lookup_parts import ONE, TAKEN, XYZW, chosen, nothing, offset, places, second
from nvrender.ops.texture_targets import GATHER_OFFSETS, TARGETS


def gathered(site: TypedSite) -> Expression:
    """One component, or comparison, of each of four texels."""
    compares = TARGETS[site.texture.target].compares
    component, mode = site.texture.component, site.sampler.reading.depth_mode
    if mode == "ALPHA" and component < 3 and not compares:
        return nothing(site)
    component = 0 if mode != "LUMINANCE" else component
    if site.sampler.reading.filtering is not None:
        return chosen(site, _by_texels(site, component))
    texels = _scattered(site, component) if site.operation == "gather_offsets" else _native(site, component)
    return chosen(site, texels)


def _by_texels(site: TypedSite, component: int) -> Expression:
    """Of a texture whose texels the shader fetches."""
    sampler = site.sampler
    site.function(sampler.name, filtering_functions(sampler, differentiates=site.differentiates))
    site.function(f"{sampler.name}_gather", gathering_functions(sampler))
    place = [site.operand(0, XYZW, full=True)]
    if (compared := second(site)) is not None:
        place.append(compared)
    which = Expression(str(component))
    if site.operation == "gather_offsets":
        offsets = [site.operand(number, XYZW, full=True) for number in (1, 2)]
        return call(f"{sampler.name}_apart", *place, *offsets, which, width=4)
    return call(f"{sampler.name}_gather", *place, offset(site) or Expression("ivec2(0)"), which, width=4)


def _coordinates(site: TypedSite) -> tuple[Expression, list[Expression]]:
    """Coordinates, and the reference where depths are compared, as textureGather takes them."""
    target = TARGETS[site.texture.target]
    letters = TAKEN[target.name]
    if not target.compares:
        return site.operand(0, places(letters), full=True), []
    reference = second(site)
    if reference is None:
        letters, reference = letters[:-1], site.operand(0, places(letters[-1]))
    kept = call("clamp", reference, Expression("0.0"), ONE)
    return site.operand(0, places(letters), full=True), [kept]


def _native(site: TypedSite, component: int) -> Expression:
    place, reference = _coordinates(site)
    moved = offset(site)
    arguments = [site.sampled, place, *reference, *([moved] if moved else [])]
    arguments += [] if reference else [Expression(str(component))]
    return call(f"textureGather{'Offset' if moved else ''}", *arguments, width=4)


def _scattered(site: TypedSite, component: int) -> Expression:
    """TXGO: of each of four footprints the texel (i0, j0), which textureGather gives as w."""
    place, reference = _coordinates(site)
    name = f"{site.sampler.name}_apart"
    last = "depth" if reference else component
    width = f"vec{place.width}"
    parameters = (
        f"{site.sampler.parameter}{width} place, {'float depth, ' if reference else ''}ivec4 x, ivec4 y"
    )
    if not reference:
        name += f"_{component}"
    kept = ", ".join(map(str, GATHER_OFFSETS))
    one = "textureGatherOffset({sampler}, place, {before}clamp(ivec2(x.{at}, y.{at}), {kept}){behind}).w"
    before, behind = ("depth, ", "") if reference else ("", f", {last}")
    texels = ",\n        ".join(
        one.format(sampler=site.sampler.own, before=before, behind=behind, at=letter, kept=kept)
        for letter in "xyzw"
    )
    kind = site.sampler.kind
    site.function(
        name,
        f"// NV_gpu_program5 2.X.8, TXGO\n"
        f"{kind}vec4 {name}({parameters}) {{\n    return {kind}vec4(\n        {texels});\n}}",
    )
    offsets = [site.operand(number, XYZW, full=True) for number in (1, 2)]
    return call(name, *site.handed, place, *reference, *offsets, width=4)
