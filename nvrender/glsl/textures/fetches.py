"""TXF, TXFMS and TXQ → texelFetch and textureSize (NV_gpu_program4 2.X.8; NV_explicit_multisample)."""

from __future__ import annotations

from nvrender.glsl.expressions import Expression, call, vector_type
from nvrender.glsl.textures.lookup import SINGLE, Lookup
from nvrender.glsl.textures.texture_keys import Filtering, Sampler, Sheets
from nvrender.ops.texture_targets import CUBES, TARGETS

#: Components of textureSize.
_SIZES = {
    "1D": 1, "BUFFER": 1, "SHADOW1D": 1, "3D": 3, "ARRAY2D": 3, "SHADOWARRAY2D": 3, "ARRAYCUBE": 3,
    "SHADOWARRAYCUBE": 3, "ARRAY2DMS": 3,
}  # fmt: skip


def fetched(view: Lookup) -> Expression:
    """TXF and TXFMS; exact numerics look whether the texel is there."""
    sampler, target = view.sampler, view.target
    if target.multisample:
        return _sample(view)
    bordered = view.filtering is not None and view.filtering.sheets is not None
    looks = view.exact or bordered or view.node.texture.moved
    levels = [view.last] if target.level and (looks or target.name not in SINGLE) else []
    if looks:
        place, added = view.place, view.offset(layered=True)
        if added is not None:
            place = Expression(f"{place.text} + {added.text}", width=place.width)
        if bordered:
            view.filter_texels()
        return view.own("fetch", _fetch_function(sampler), place, *levels)
    constant = view.offset()
    function = "texelFetchOffset" if constant else "texelFetch"
    offsets = [constant] if constant else []
    return call(function, view.sampled, view.place, *levels, *offsets, width=4)


def _sample(view: Lookup) -> Expression:
    """TXFMS: zeros where there is neither texel nor sample (docs/semantics.md)."""
    sampler, place, number = view.sampler, view.place, view.last
    filtering, count = view.filtering, sampler.texture_key.fetched
    if filtering is None and not view.exact:
        return call("texelFetch", view.sampled, place, number, width=4)
    kind, width = f"{sampler.kind}vec4", place.width
    tests = [_inside("place", f"textureSize({sampler.own})", width)]
    tests += [f"uint(number) < {count}u"] if count else []
    value = f"texelFetch({sampler.own}, place, number)"
    if filtering is not None and (sheets := filtering.sheets) is not None:
        # The samples are the layers of an array.
        extent = ", ".join(map(str, (*sheets.size[:2], sheets.layers)[:width]))
        tests = [_inside("place", f"ivec{width}({extent})", width), f"uint(number) < {sheets.samples}u"]
        layer = "number" if width == 2 else f"place.z * {sheets.samples} + number"
        value = f"texelFetch({sampler.name}, ivec3(place{'.xy' * (width > 2)}, {layer}), 0)"
    return view.own(
        "fetch",
        f"// NV_explicit_multisample 2.X.4.4: zeros outside the image and its samples\n"
        f"{kind} {sampler.name}_fetch({sampler.parameter}{vector_type(width, 'i')} place, int number) {{\n"
        f"    bool inside = {' && '.join(tests)};\n"
        f"    return inside ? {value} : {kind}(0);\n}}",
        place,
        number,
    )


def _fetch_function(sampler: Sampler) -> str:
    """A function that fetches a texel, zeros where there is none (docs/semantics.md)."""
    texture_key, name, row = sampler.texture_key, sampler.name, TARGETS[sampler.target]
    width = len(row.coordinates + row.layer)
    place, kind = vector_type(width, "i"), f"{sampler.kind}vec4"
    single = sampler.target in SINGLE
    level = "" if single else ", level"
    there = f"uint(level) < {texture_key.fetched}u" if texture_key.fetched and not single else ""
    there = "level == 0" if sampler.target == "RECT" else there
    filtering = texture_key.filtering
    if filtering is not None and filtering.sheets is not None:
        inside, value = _bordered(sampler, filtering, filtering.sheets)
    else:
        inside = _inside("place", _extent(sampler), width)
        value = f"texelFetch({sampler.own}, place{level})"
    condition = " && ".join(filter(None, [there, inside]))
    parameter = "" if sampler.target == "BUFFER" else ", int level"
    return (
        f"// NV_gpu_program4 2.X.8, TXF: zeros outside the image\n"
        f"{kind} {name}_fetch({sampler.parameter}{place} place{parameter}) {{\n"
        f"    bool inside = {condition};\n"
        f"    return inside ? {value} : {kind}(0);\n}}"
    )


def _extent(sampler: Sampler) -> str:
    """The size of ``level``, layers included.

    From that of the base level (quirks.LEVEL_SIZES).
    """
    base = f"textureSize({sampler.own}{'' if sampler.target in SINGLE else ', 0'})"
    if sampler.target in SINGLE:
        return base
    layered = TARGETS[sampler.target].layer
    count = _SIZES.get(sampler.target, 2)
    shift = f"{vector_type(count, 'i')}({'level, ' * (count - 1)}0)" if layered else "level"
    return f"max({base} >> {shift}, 1)"


def _inside(place: str, size: str, width: int) -> str:
    words = vector_type(width, "u")
    text = f"lessThan({words}({place}), {words}({size}))"
    return f"all({text})" if width > 1 else f"uint({place}) < uint({size})"


def _bordered(sampler: Sampler, filtering: Filtering, sheets: Sheets) -> tuple[str, str]:
    """Whether a texel of images laid into an array is there, and itself."""
    row = TARGETS[sampler.target]
    width, border = len(row.coordinates), filtering.border
    spot = "place" if not row.layer else f"place.{'xy'[:width]}"
    inside = _inside(f"{spot} + {border}", f"{sampler.name}_extent(level) + {2 * border}", width)
    layer = f", place.{row.layer}" if row.layer else ""
    if row.layer:
        inside += f" && uint(place.{row.layer}) < {sheets.layers}u"
    return inside, f"{sampler.name}_texel({spot}{layer}, level)"


def sized(view: Lookup) -> Expression:
    """TXQ: width, height, depth or layers of a level, 0 where there is no such number."""
    sampler, target = view.sampler, view.target.name
    laid_out = view.filtering is not None and view.filtering.sheets is not None
    if sampler.texture_key.levels and (view.exact or laid_out):
        return view.own("size", _size_function(sampler), view.place)
    levels = [] if target in SINGLE else [view.place]
    size = call("textureSize", view.sampled, *levels)
    zeros = ", 0" * (4 - _SIZES.get(target, 2))
    return Expression(f"ivec4({size.text}{zeros})", width=4)


def _size_function(sampler: Sampler) -> str:
    """A function that gives the size of a level, zeros where there is none (docs/semantics.md)."""
    filtering, name, size = sampler.texture_key.filtering, sampler.name, _extent(sampler)
    if filtering is not None and filtering.sheets is not None:
        row = TARGETS[sampler.target]
        axes = 2 if row.plain in CUBES else len(row.coordinates)
        numbers = [f"max({extent} >> level, 1)" for extent in filtering.sheets.size[:axes]]
        size = ", ".join([*numbers, *([str(filtering.sheets.layers)] if row.layer else [])])
    zeros = ", 0" * (4 - _SIZES.get(sampler.target, 2))
    return (
        f"// NV_gpu_program4 2.X.8, TXQ: zeros for levels that are not there\n"
        f"ivec4 {name}_size(int level) {{\n"
        f"    bool there = uint(level) < {sampler.texture_key.levels}u;\n"
        f"    return there ? ivec4({size}{zeros}) : ivec4(0);\n}}"
    )
