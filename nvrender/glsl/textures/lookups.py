"""Lookups → the texture functions of GLSL (NV_gpu_program4 2.X.4.4, Tables X.17 and X.18)."""

from __future__ import annotations

from typing import NamedTuple

from nvrender.glsl.expressions import PRIMARY, Expression, call, splat, vector, vector_type
from nvrender.glsl.printer.expressions import LETTERS, printed
from nvrender.glsl.textures.detail_queries import queried
from nvrender.glsl.textures.dynamic_offsets import moved
from nvrender.glsl.textures.fetches import fetched, sized
from nvrender.glsl.textures.filtering import needs_detail
from nvrender.glsl.textures.gathers import gathered
from nvrender.glsl.textures.lookup import SINGLE, Lookup, LookupTexts
from nvrender.glsl.textures.older import older_call
from nvrender.glsl.textures.samplers import kind_of
from nvrender.glsl.textures.texture_keys import SAMPLERS, Sampler
from nvrender.glsl.word_types import cast
from nvrender.ir.nodes import Sample
from nvrender.ops.texture_targets import CUBE_MAPS

#: Targets GLSL has no function with a level or bias for; outside fragments ``texture`` takes level 0.
_NO_LEVEL = SINGLE | {"SHADOWCUBE", "SHADOWARRAY2D", "SHADOWARRAYCUBE"}
#: Targets GLSL has a projecting function for.
_PROJECTED = frozenset({"1D", "2D", "3D", "RECT"})


class _Choice(NamedTuple):
    """One of ``samplers``: ``function`` chooses, by tests of its first parameter, for which ``given`` is."""

    samplers: list[Sampler]
    function: str
    parameter: str
    given: Expression
    tests: list[str]


def looked_up(texts: LookupTexts, node: Sample, components: tuple[int, ...]) -> Expression:
    """``components`` of a lookup's result, of the node's type.

    Of an array every unit is read, for its level of detail, and an index chooses; zeros outside the array. So
    are all textures that have handles and suit the lookup.
    """
    found = _sampler(texts, node)
    if isinstance(found, Sampler):
        return _words(Lookup(texts, node, found, components))
    width, kind = len(components), LETTERS[node.type.kind]
    values = [splat(_words(Lookup(texts, node, row, components)), width, kind) for row in found.samplers]
    nought = "0u" if kind == "u" else "0" if kind else texts.zero() if texts.exact else "0.0"
    outside = splat(Expression(nought), width, kind)
    if not values:
        return outside
    type = vector_type(width, kind)
    name = f"{found.function}_{type}"
    parameters = "".join(f", {type} t{number}" for number in range(len(values)))
    ways = "".join(f"{test} ? t{number} : " for number, test in enumerate(found.tests))
    head = f"{type} {name}({found.parameter}, {type} outside{parameters})"
    texts.function(name, f"{head} {{\n    return {ways}outside;\n}}")
    return call(name, found.given, outside, *values, width=width)


def _sampler(texts: LookupTexts, node: Sample) -> Sampler | _Choice:
    """The sampler of a lookup's texture, or a choice of several."""
    texture = node.texture
    if texture.handle is not None and texts.named is not None:
        return texts.named[texture.target, kind_of(node)]
    if texture.handle is not None:
        rows = [row for row in texts.samplers.values() if _suits(row, node)]
        name = "_".join(["textures", *(str(row.unit) for row in rows)])
        tests = [f"handle == uvec2({row.handle & 0xFFFFFFFF}u, {row.handle >> 32}u)" for row in rows]
        return _Choice(rows, name, "uvec2 handle", texts.words(texture.handle), tests)
    if texture.index is None:
        return texts.samplers[texture.unit]
    rows = [texts.samplers[texture.unit + number] for number in range(texture.units)]
    tests = [f"index == {number}" for number in range(texture.units)]
    name = f"texture{texture.unit}_of_{len(tests)}"
    return _Choice(rows, name, "int index", printed(texts, texture.index), tests)


def _suits(sampler: Sampler, node: Sample) -> bool:
    """True if an access by a handle may be of a sampler's texture."""
    same = SAMPLERS[sampler.target] == SAMPLERS[node.texture.target]
    typed = node.operation == "texture_size" or sampler.kind == kind_of(node)
    return bool(sampler.handle) and same and typed


def _words(view: Lookup) -> Expression:
    """What a sampler gives, bit by bit as the result's type; sizes are integers."""
    value = _looked_up(view)
    return value if view.operation == "texture_size" else cast(value, view.sampler.kind, view.kind)


def _looked_up(view: Lookup) -> Expression:
    texture_key = view.sampler.texture_key
    if texture_key.missing is not None:
        return _missing(view, texture_key.missing)
    match view.operation:
        case "fetch" | "fetch_sample":
            value = fetched(view)
        case "texture_size":
            return view.chosen(sized(view))
        case "gather" | "gather_offsets":
            return gathered(view)
        case "texture_level":
            return view.chosen(queried(view))
        case _ if texture_key.filtering is not None:
            value = _filtered(view)
        case _ if view.node.texture.moved:
            value = moved(view)
        case _:
            value = _sampled(view)
    if value.width == 1 or view.mode != "LUMINANCE":
        return _depths(view, value)
    return view.chosen(value)


def _missing(view: Lookup, color: tuple[int, ...]) -> Expression:
    """Lookups are constant, sizes 0 (docs/semantics.md)."""
    if view.operation in ("gather", "gather_offsets"):
        component = 0 if view.target.compares else view.node.texture.component
        color = (color[component],) * 4
    query = view.operation in ("texture_size", "texture_level")
    kind = "i" if view.operation == "texture_size" else view.sampler.kind
    numbers = [0 if query else color[component] for component in view.components]
    if not kind:
        return vector([view.whole if number else view.nothing for number in numbers], kind)
    return vector([Expression(f"{number}{'u' if kind == 'u' else ''}") for number in numbers], kind)


def _depths(view: Lookup, value: Expression) -> Expression:
    """A depth, or a comparison's result, as the texture of its depth mode (OpenGL 1.5, 3.8.14)."""
    mode = view.mode
    alone = view.nothing if mode == "ALPHA" else view.whole if mode == "LUMINANCE" else None
    constant = {"ALPHA": (0, 1, 2), "LUMINANCE": (3,)}.get(mode, ())
    if alone is not None and set(view.components) <= set(constant):
        return alone
    depth = value if value.width == 1 else Expression(f"{value.text}.x")
    if alone is None or not set(view.components) & set(constant):
        return depth
    parts = (depth.text, alone.text) if mode == "LUMINANCE" else (alone.text, depth.text)
    return view.chosen(Expression(f"vec4(vec3({parts[0]}), {parts[1]})", width=4))


def _sampled(view: Lookup) -> Expression:
    """TEX, TXB, TXD, TXL and TXP as one of GLSL's texture functions."""
    target, added = view.target, view.offset()
    native = view.homogeneous() if target.name in _PROJECTED else None
    arguments = [view.sampled]
    # GLSL projects neither directions nor layers; the derivatives are those of the quotients.
    coordinates = view.with_reference if target.reference else native or view.place
    arguments.append(coordinates)
    if target.compares and not target.reference:
        arguments.append(view.clamped_reference)
    suffix, detail = _detail(view, coordinates, moves=added is not None)
    arguments += [*detail, *([added] if added else [])]
    if view.operation == "sample_bias" and target.name not in _NO_LEVEL - {"SHADOWCUBE"}:
        arguments.append(view.last)
    width = 1 if target.compares else 4
    if not view.texts.glsl.modern:
        return older_call(view, suffix, arguments, projects=native is not None, width=width)
    function = f"texture{'Proj' if native else ''}{suffix}{'Offset' if added else ''}"
    return call(function, *arguments, width=width)


def _detail(view: Lookup, coordinates: Expression, *, moves: bool) -> tuple[str, list[Expression]]:
    """What a texture function's name and its arguments say of the level of detail.

    With ``moves`` texel offsets follow.
    """
    target = view.target
    if view.operation == "sample_gradients":
        return "Grad", view.others
    explicit = view.operation == "sample_level"
    if explicit and target.name not in _NO_LEVEL:
        return "Lod", [view.last]
    if target.name == "SHADOWCUBE" and explicit and not view.at_base:
        # GLSL has no function with a level of these.
        return "Grad", [_slope(view, coordinates), Expression("vec3(0.0)")]
    if target.name == "SHADOWARRAY2D" and moves and view.differentiates:
        # textureOffset of these came with GLSL 4.30.
        return "Grad", [call("dFdx", view.flat), call("dFdy", view.flat)]
    if target.name == "SHADOWARRAY2D" and moves:
        return "Grad", [Expression("vec2(0.0)"), Expression("vec2(0.0)")]
    return "", []


def _slope(view: Lookup, place: Expression) -> Expression:
    """A derivative of a direction, aside of its major axis, whose level of detail is the lookup's."""
    return view.own(
        "slope",
        f"// The derivative of a direction that has a level of detail\n"
        f"vec3 {view.sampler.name}_slope({view.sampler.parameter}vec3 place, float level) {{\n"
        f"    vec3 size = abs(place);\n"
        f"    float major = max(size.x, max(size.y, size.z));\n"
        f"    float slope = exp2(level) * 2.0 * major / float(textureSize({view.sampler.own}, 0).x);\n"
        f"    return size.x == major ? vec3(0.0, slope, 0.0) : vec3(slope, 0.0, 0.0);\n}}",
        Expression(f"{place.at(PRIMARY)}.xyz"),
        view.last,
        width=3,
    )


def _filtered(view: Lookup) -> Expression:
    """TEX, TXB, TXD, TXL, TXP of a texture whose texels the shader filters."""
    sampler, target = view.sampler, view.target
    assert view.filtering is not None
    view.filter_texels()
    width = 2 if target.texture in CUBE_MAPS else len(target.coordinates)
    zeros = Expression("0" if width == 1 else f"{vector_type(width, 'i')}(0)")
    arguments = [*view.with_apart, view.offset() or zeros]
    function = "at"
    level = view.last if view.operation in ("sample_level", "sample_bias") else Expression("0.0")
    if not needs_detail(view.filtering):
        level = Expression("0.0")
    elif view.operation == "sample_gradients":
        function = "along"
        arguments += view.others
    elif view.differentiates and view.operation != "sample_level":
        function = "seen"
    value = call(f"{sampler.name}_{function}", *arguments, level, width=4)
    return Expression(f"{value.text}.x") if target.compares else value
