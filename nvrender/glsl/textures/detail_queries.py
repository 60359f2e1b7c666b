"""LOD: the level of detail a lookup would have (ARB_texture_query_lod, docs/semantics.md)."""

from __future__ import annotations

from nvrender.glsl.expressions import Expression, call, vector_type
from nvrender.glsl.textures.filtering import (
    FilterFunctions,
    constant,
    function,
    magnifies,
    nearest_level,
    needs_detail,
)
from nvrender.glsl.textures.lookup import Lookup
from nvrender.glsl.textures.texture_keys import Sampler


def queried(view: Lookup) -> Expression:
    """The level accessed and lambda; zeros outside of fragment programs, which alone have derivatives."""
    if not view.differentiates:
        return Expression("vec4(0.0)", width=4)
    sampler, row = view.sampler, view.target
    if sampler.texture_key.filtering is not None:
        view.filter_texels()
        return view.own("lod", _query_function(sampler), view.four)
    place = view.flat
    if row.texture == "TEXTURE_RECTANGLE_ARB":
        name = f"{sampler.name}_lod"
        view.texts.function(
            name,
            f"// GLSL asks for no level of detail of rectangles\n"
            f"vec4 {name}(vec2 place) {{\n"
            f"    float scale = max(length(dFdx(place)), length(dFdy(place)));\n"
            f"    return vec4(0.0, log2(scale), 0.0, 0.0);\n}}",
        )
        return call(name, place, width=4)
    found = call("textureQueryLod", view.sampled, place)
    return Expression(f"vec4({found.text}, 0.0, 0.0)", width=4)


def _query_function(sampler: Sampler) -> str:
    """``_lod`` of the sampler's name, behind its ``filtering_functions``."""
    parts = FilterFunctions(sampler)
    filtering, letters = parts.filtering, parts.row.coordinates
    bias, low, high = (constant(number, "") for number in filtering.bounds)
    slopes = vector_type(len(letters))
    lines = [f"{slopes} ddx = dFdx(place.{letters}), ddy = dFdy(place.{letters});"]
    lines += parts.unpacked(compares=False)
    more, right, up = parts.slopes()
    flat = parts.coordinate
    largest = f"{parts.name}_largest"
    lines += [
        *more,
        f"{flat} right = {right}, up = {up};",
        # Squares of what is very large or small would overflow or vanish.
        f"float scale = max({largest}(right), {largest}(up));",
        "bool far = scale > 0.0 && !isinf(scale);",
        "float detail = far ? log2(max(length(right / scale), length(up / scale))) : 0.0;",
        f"detail += log2(scale) + {bias};",
        "if (any(isnan(vec4(length(right), length(up), detail, 0.0)))) detail = 0.0;",
    ]
    level = "0.0"
    if needs_detail(filtering) and filtering.between:
        near = filtering.between == "NEAREST"
        found = nearest_level(filtering) if near else f"clamp(detail, 0.0, {filtering.last}.0)"
        level = f"{magnifies(filtering)} ? 0.0 : {found}"
    lines += [
        "float whole = detail;",
        f"detail = clamp(detail, {low}, {high});",
        f"return vec4({level}, whole, 0.0, 0.0);",
    ]
    widest = ["size"] if parts.width == 1 else [f"size.{letter}" for letter in "xyz"[: parts.width]]
    most = widest[0]
    for one in widest[1:]:
        most = f"max({most}, {one})"
    head = f"float {largest}({flat} slope)"
    return (
        function(head, [f"{flat} size = abs(slope);", f"return {most};"])
        + "\n\n"
        + function(f"vec4 {parts.name}_lod(vec4 place)", lines)
    )
