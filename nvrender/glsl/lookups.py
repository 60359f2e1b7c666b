"""Texture instructions → the texture functions of GLSL (NV_gpu_program4 2.X.4.4, Tables X.17 and X.18)."""

from __future__ import annotations

from nvrender.glsl.expressions import PRODUCT, Expression, call, splat, vector, vector_type
from nvrender.glsl.filtering import filtering_functions, needs_detail
from nvrender.glsl.readings import Filtering, Sampler, Sheets
from nvrender.glsl.typed_site import Builder, TypedSite
from nvrender.glsl.word_types import cast
from nvrender.isa.textures import TARGETS, TextureTarget
from nvrender.program import COMPONENTS, TextureAccess

X, XYZW = (0,), (0, 1, 2, 3)
ONE = Expression("1.0")

#: Target → the operand's components that GLSL's function takes as one vector.
_TAKEN = {
    "1D": "x",
    "2D": "xy",
    "3D": "xyz",
    "CUBE": "xyz",
    "RECT": "xy",
    "ARRAY1D": "xy",
    "ARRAY2D": "xyz",
    "SHADOW1D": "xyz",
    "SHADOW2D": "xyz",
    "SHADOWRECT": "xyz",
    "SHADOWCUBE": "xyzw",
    "SHADOWARRAY1D": "xyz",
    "SHADOWARRAY2D": "xyzw",
    "BUFFER": "x",
}
#: Targets of one level, for which GLSL has neither bias nor level.
_SINGLE = frozenset({"RECT", "SHADOWRECT", "BUFFER"})
#: Targets GLSL has no function with a level or bias for; outside fragments ``texture`` takes level 0.
_NO_LEVEL = _SINGLE | {"SHADOWCUBE", "SHADOWARRAY2D"}
#: Targets GLSL has a projecting function for.
_PROJECTED = frozenset({"1D", "2D", "3D", "RECT"})
#: Components of textureSize.
_SIZES = {"1D": 1, "BUFFER": 1, "SHADOW1D": 1, "3D": 3, "ARRAY2D": 3, "SHADOWARRAY2D": 3}


def lookup(site: TypedSite) -> Expression:
    """The components of a texture instruction's result that the destination takes, as what it is written as.

    Of an array every unit is read, for its level of detail, and an index chooses; zeros outside the array.
    """
    index, access = site.chosen_unit, site.texture
    if index is None:
        return _words(site, _looked_up(site))
    width, kind = len(site.components), site.result_kind
    values = [splat(_words(one, _looked_up(one)), width, kind) for one in map(site.at_unit, access.numbers)]
    type = vector_type(width, kind)
    name = f"texture{access.unit}_of_{len(values)}_{type}"
    parameters = "".join(f", {type} t{number}" for number in range(len(values)))
    chosen = "".join(f"index == {number} ? t{number} : " for number in range(len(values)))
    text = f"{type} {name}(int index, {type} outside{parameters}) {{\n    return {chosen}outside;\n}}"
    site.function(name, text)
    nought = splat(Expression(f"0{kind if kind == 'u' else ''}") if kind else _nothing(site), width, kind)
    return call(name, index, nought, *values, width=width)


def _words(site: TypedSite, value: Expression) -> Expression:
    """What a sampler gives, bit by bit as the result's type; TXQ's are integers."""
    return value if site.name == "TXQ" else cast(value, site.sampler.kind, site.result_kind)


def _looked_up(site: TypedSite) -> Expression:
    access, reading = site.texture, site.sampler.reading
    target = TARGETS[access.target]
    if reading.missing is not None:
        return _missing(site, reading.missing)
    match site.name:
        case "TXF":
            value = _fetched(site, access, target)
        case "TXQ":
            return _chosen(site, _size(site, access))
        case "TXG":
            return _gathered(site, access, target)
        case _ if reading.filtering is not None:
            value = _filtered(site, access, target)
        case _:
            value = _sampled(site, access, target)
    if value.width == 1 or reading.depth_mode != "LUMINANCE":
        return _depths(site, value)
    return _chosen(site, value)


def _missing(site: TypedSite, color: tuple[int, ...]) -> Expression:
    """Lookups are constant, sizes 0 (docs/semantics.md)."""
    if site.name == "TXG":
        color = (color[site.texture.component],) * 4
    query = site.name == "TXQ"
    kind = "i" if query else site.sampler.kind
    numbers = [0 if query else color[component] for component in site.components]
    if not kind:
        return vector([ONE if number else _nothing(site) for number in numbers], kind)
    return vector([Expression(f"{number}{'u' if kind == 'u' else ''}") for number in numbers], kind)


def _nothing(site: TypedSite) -> Expression:
    """0.0; one that compilers know would make products with INF 0."""
    return site.hidden_zero() if site.exact else Expression("0.0")


def _depths(site: TypedSite, value: Expression) -> Expression:
    """A depth, or a comparison's result, as the texture of its depth mode (OpenGL 1.5, 3.8.14)."""
    mode = site.sampler.reading.depth_mode
    alone = _nothing(site) if mode == "ALPHA" else ONE if mode == "LUMINANCE" else None
    constant = {"ALPHA": (0, 1, 2), "LUMINANCE": (3,)}.get(mode, ())
    if alone is not None and set(site.components) <= set(constant):
        return alone
    depth = value if value.width == 1 else Expression(f"{value.text}.x")
    if not set(site.components) & set(constant):
        return depth
    text = (
        f"vec4(vec3({depth.text}), 1.0)"
        if mode == "LUMINANCE"
        else f"vec4(vec3({_nothing(site).text}), {depth.text})"
    )
    return _chosen(site, Expression(text, width=4))


def _chosen(site: TypedSite, value: Expression) -> Expression:
    """The site's components of a vector of four."""
    if site.components == XYZW:
        return value
    letters = "".join(COMPONENTS[component] for component in site.components)
    return Expression(f"{value.text}.{letters}", width=len(site.components))


def _places(letters: str) -> tuple[int, ...]:
    return tuple(COMPONENTS.index(letter) for letter in letters)


def _offset(access: TextureAccess, target: TextureTarget) -> str:
    """The texel offset as GLSL takes it, "" for none."""
    if not any(access.offset):
        return ""
    numbers = ", ".join(map(str, access.offset[: target.offsets]))
    return f"{vector_type(target.offsets, 'i')}({numbers})" if target.offsets > 1 else numbers


def _sampled(site: TypedSite, access: TextureAccess, target: TextureTarget) -> Expression:
    """TEX, TXB, TXD, TXL, TXP."""
    name, sampler, offset = site.name, f"texture{access.unit}", _offset(access, target)
    width = 1 if target.reference else 4
    places = _places(_TAKEN[access.target])
    projects = name == "TXP" and access.target in _PROJECTED
    coordinates = site.operand(0, XYZW if projects else places, full=True)
    if target.reference:
        coordinates = _with_reference(site, places)
    elif name == "TXP" and not projects:
        # GLSL projects neither directions nor layers; the derivatives are those of the quotients.
        divisor = site.operand(0, (3,))
        text = f"{coordinates.at(PRODUCT)} / {divisor.at(PRODUCT + 1)}"
        coordinates = Expression(text, PRODUCT, coordinates.width)
    function = "textureProj" if projects else "texture"
    arguments = [Expression(sampler), coordinates]
    level = Expression("0.0") if name in ("TEX", "TXP") else site.operand(0, (3,))
    if name == "TXD":
        function += "Grad"
        around = _places(target.coordinates)
        along = _places("xyz"[: len(around)])
        arguments += [site.operand(number, along, full=True) for number in (1, 2)]
    elif (name == "TXL" or not site.differentiates) and access.target not in _NO_LEVEL:
        function += "Lod"
        arguments.append(level)
    elif offset and access.target == "SHADOWARRAY2D" and site.differentiates:
        # textureOffset of these came with GLSL 4.30.
        function += "Grad"
        flat = site.operand(0, (0, 1), full=True)
        arguments += [call("dFdx", flat), call("dFdy", flat)]
    elif offset and access.target == "SHADOWARRAY2D":
        function += "Grad"
        arguments += [Expression("vec2(0.0)"), Expression("vec2(0.0)")]
    if offset:
        function += "Offset"
        arguments.append(Expression(offset))
    if name == "TXB" and site.differentiates and access.target not in _NO_LEVEL:
        arguments.append(level)
    return call(function, *arguments, width=width)


def _with_reference(site: TypedSite, places: tuple[int, ...]) -> Expression:
    """Coordinates and the reference, kept in [0, 1] (OpenGL 1.5, 3.8.14), as newer GL keeps no floats."""
    flat, reference = site.operand(0, places[:-1], full=True), site.operand(0, places[-1:], full=True)
    if site.name == "TXP":
        divisor = site.operand(0, (3,)).at(PRODUCT + 1)
        flat = Expression(f"{flat.at(PRODUCT)} / {divisor}", PRODUCT, flat.width)
        reference = Expression(f"{reference.at(PRODUCT)} / {divisor}", PRODUCT)
    if site.exact:
        clamped = call(site.helper("nv_saturate"), reference)
    else:
        clamped = call("clamp", reference, Expression("0.0"), ONE)
    return call(f"vec{len(places)}", flat, clamped, width=len(places))


def _filtered(site: TypedSite, access: TextureAccess, target: TextureTarget) -> Expression:
    """TEX, TXB, TXD, TXL, TXP of a texture whose texels the shader filters."""
    sampler = site.sampler
    assert sampler.reading.filtering is not None
    site.function(sampler.name, filtering_functions(sampler, differentiates=site.differentiates))
    place = site.operand(0, XYZW, full=True)
    if site.name == "TXP":
        place = Expression(f"{place.at(PRODUCT)} / {site.operand(0, (3,)).at(PRODUCT + 1)}", PRODUCT, 4)
    width = 2 if access.target.endswith("CUBE") else len(target.coordinates)
    zeros = Expression("0" if width == 1 else f"{vector_type(width, 'i')}(0)")
    arguments = [place, Expression(_offset(access, target)) if any(access.offset) else zeros]
    function = "at"
    level = site.operand(0, (3,)) if site.name in ("TXL", "TXB") else Expression("0.0")
    if needs_detail(sampler.reading.filtering):
        if site.name == "TXD":
            function = "along"
            along = _places("xyz"[: len(target.coordinates)])
            arguments += [site.operand(number, along, full=True) for number in (1, 2)]
        elif site.differentiates and site.name != "TXL":
            function = "seen"
    else:
        level = Expression("0.0")
    value = call(f"{sampler.name}_{function}", *arguments, level, width=4)
    return Expression(f"{value.text}.x") if target.reference else value


def _fetched(site: TypedSite, access: TextureAccess, target: TextureTarget) -> Expression:
    """TXF; exact numerics look whether the texel is there."""
    letters = _TAKEN[access.target]
    sampler = site.sampler
    place = site.operand(0, _places(letters), full=True)
    offset = _offset(access, target)
    bordered = sampler.reading.filtering is not None and sampler.reading.filtering.sheets is not None
    looks = site.exact or bordered
    levels = [site.operand(0, (3,))] if target.level and (looks or access.target not in _SINGLE) else []
    if looks:
        if offset:
            padded = ", ".join(map(str, access.offset[: len(letters)]))
            kind = vector_type(len(letters), "i")
            added = offset if len(letters) == 1 else f"{kind}({padded})"
            place = Expression(f"{place.text} + {added}", width=place.width)
        if bordered:
            text = filtering_functions(sampler, differentiates=site.differentiates)
            site.function(sampler.name, text)
        name = f"{sampler.name}_fetch"
        site.function(name, _fetch_function(sampler))
        return call(name, place, *levels, width=4)
    function = "texelFetchOffset" if offset else "texelFetch"
    offsets = [Expression(offset)] if offset else []
    return call(function, Expression(sampler.name), place, *levels, *offsets, width=4)


def _fetch_function(sampler: Sampler) -> str:
    """A function that fetches a texel, zeros where there is none (docs/semantics.md)."""
    letters, reading, name = _TAKEN[sampler.target], sampler.reading, sampler.name
    place, kind = vector_type(len(letters), "i"), f"{sampler.kind}vec4"
    single = sampler.target in _SINGLE
    level = "" if single else ", level"
    there = f"uint(level) < {reading.fetched}u" if reading.fetched and not single else ""
    there = "level == 0" if sampler.target == "RECT" else there
    filtering = reading.filtering
    if filtering is not None and filtering.sheets is not None:
        inside, value = _bordered(sampler, filtering, filtering.sheets)
    else:
        inside = _inside("place", _extent(sampler), len(letters))
        value = f"texelFetch({name}, place{level})"
    condition = " && ".join(filter(None, [there, inside]))
    parameter = "" if sampler.target == "BUFFER" else ", int level"
    return (
        f"// NV_gpu_program4 2.X.8, TXF: zeros outside the image\n"
        f"{kind} {name}_fetch({place} place{parameter}) {{\n"
        f"    bool inside = {condition};\n"
        f"    return inside ? {value} : {kind}(0);\n}}"
    )


def _extent(sampler: Sampler) -> str:
    """The size of ``level``, layers included.

    From that of the base level: where fragments ask for different levels, llvmpipe gives all the same size.
    """
    base = f"textureSize({sampler.name}{'' if sampler.target in _SINGLE else ', 0'})"
    if sampler.target in _SINGLE:
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
        inside += f" && uint(place.{row.layer}) < {sheets.slices}u"
    return inside, f"{sampler.name}_texel({spot}{layer}, level)"


def _gathered(site: TypedSite, access: TextureAccess, target: TextureTarget) -> Expression:
    """TXG: one component, or comparison, of each of four texels."""
    component, mode = access.component, site.sampler.reading.depth_mode
    if mode == "ALPHA" and component < 3 and not target.reference:
        return _nothing(site)
    component = 0 if mode != "LUMINANCE" else component
    letters = _TAKEN[access.target]
    place = _places(letters[:-1] if target.reference else letters)
    arguments = [Expression(f"texture{access.unit}"), site.operand(0, place, full=True)]
    if target.reference:
        reference = site.operand(0, _places(letters[-1]))
        arguments.append(call("clamp", reference, Expression("0.0"), ONE))
    offset = _offset(access, target)
    arguments += [Expression(offset)] if offset else []
    arguments += [] if target.reference else [Expression(str(component))]
    return _chosen(site, call(f"textureGather{'Offset' if offset else ''}", *arguments, width=4))


def _size(site: TypedSite, access: TextureAccess) -> Expression:
    """TXQ: width, height, depth or layers of a level, 0 where there is no such number."""
    sampler, reading = site.sampler, site.sampler.reading
    if reading.levels and (site.exact or (reading.filtering is not None and reading.filtering.sheets)):
        name = f"{sampler.name}_size"
        site.function(name, _size_function(sampler))
        return call(name, site.operand(0, X), width=4)
    levels = [] if access.target in _SINGLE else [site.operand(0, X)]
    size = call("textureSize", Expression(sampler.name), *levels)
    zeros = ", 0" * (4 - _SIZES.get(access.target, 2))
    return Expression(f"ivec4({size.text}{zeros})", width=4)


def _size_function(sampler: Sampler) -> str:
    """A function that gives the size of a level, zeros where there is none (docs/semantics.md)."""
    filtering, name, size = sampler.reading.filtering, sampler.name, _extent(sampler)
    if filtering is not None and filtering.sheets is not None:
        row = TARGETS[sampler.target]
        axes = 2 if sampler.target.endswith("CUBE") else len(row.coordinates)
        numbers = [f"max({extent} >> level, 1)" for extent in filtering.sheets.size[:axes]]
        size = ", ".join([*numbers, *([str(filtering.sheets.slices)] if row.layer else [])])
    zeros = ", 0" * (4 - _SIZES.get(sampler.target, 2))
    return (
        f"// NV_gpu_program4 2.X.8, TXQ: zeros for levels that are not there\n"
        f"ivec4 {name}_size(int level) {{\n"
        f"    bool there = uint(level) < {sampler.reading.levels}u;\n"
        f"    return there ? ivec4({size}{zeros}) : ivec4(0);\n}}"
    )


#: The texture instructions of every stage.
LOOKUPS: dict[str, Builder] = dict.fromkeys(("TEX", "TXB", "TXD", "TXF", "TXL", "TXP", "TXQ"), lookup)
#: Those of generation 5.
GATHERS: dict[str, Builder] = {"TXG": lookup}
