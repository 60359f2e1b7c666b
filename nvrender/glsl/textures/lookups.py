"""Texture instructions → the texture functions of GLSL (NV_gpu_program4 2.X.4.4, Tables X.17 and X.18)."""

from __future__ import annotations

from collections.abc import Sequence

from nvrender.glsl.declared.view import TypedView
from nvrender.glsl.declared.word_types import cast
from nvrender.glsl.expressions import PRIMARY, PRODUCT, Expression, call, splat, vector, vector_type
from nvrender.glsl.textures.detail_queries import queried
from nvrender.glsl.textures.dynamic_offsets import moved
from nvrender.glsl.textures.fetches import fetched, sized
from nvrender.glsl.textures.filtering import filtering_functions, needs_detail
from nvrender.glsl.textures.gathers import gathered
from nvrender.glsl.textures.lookup_parts import (
    SINGLE,
    TAKEN,
    XYZW,
    chosen,
    clamped_reference,
    fourth,
    nothing,
    offset,
    places,
    second,
    whole,
)
from nvrender.ops.texture_targets import TARGETS, TextureTarget
from nvrender.program import TextureAccess

#: Targets GLSL has no function with a level or bias for; outside fragments ``texture`` takes level 0.
_NO_LEVEL = SINGLE | {"SHADOWCUBE", "SHADOWARRAY2D", "SHADOWARRAYCUBE"}
#: Targets GLSL has a projecting function for.
_PROJECTED = frozenset({"1D", "2D", "3D", "RECT"})


def lookup(view: TypedView) -> Expression:
    """The components of a texture instruction's result that the destination takes, as what it is written as.

    Of an array every unit is read, for its level of detail, and an index chooses; zeros outside the array. So
    are all textures that have handles and suit the instruction.
    """
    index, access = view.chosen_unit, view.texture
    if access.handle is not None and not view.bindless:
        rows = view.handled
        name = "_".join(["textures", *(str(row.unit) for row in rows)])
        tests = [f"{row.handle & 0xFFFFFFFF}u, {row.handle >> 32}u" for row in rows]
        tests = [f"handle == uvec2({words})" for words in tests]
        return _selected(view, [row.unit for row in rows], name, "uvec2 handle", view.handle, tests)
    if index is None:
        return _words(view, _looked_up(view))
    tests = [f"index == {number}" for number in range(len(access.numbers))]
    name = f"texture{access.unit}_of_{len(tests)}"
    return _selected(view, access.numbers, name, "int index", index, tests)


def _selected(
    view: TypedView,
    units: Sequence[int],
    name: str,
    parameter: str,
    choice: Expression,
    tests: Sequence[str],
) -> Expression:
    """What the unit gives whose test of ``parameter`` is true, zeros where none is."""
    width, kind = len(view.components), view.result_kind
    values = [splat(_words(one, _looked_up(one)), width, kind) for one in map(view.at_unit, units)]
    nought = splat(Expression(f"0{kind if kind == 'u' else ''}") if kind else nothing(view), width, kind)
    if not values:
        return nought
    type = vector_type(width, kind)
    name = f"{name}_{type}"
    parameters = "".join(f", {type} t{number}" for number in range(len(values)))
    ways = "".join(f"{test} ? t{number} : " for number, test in enumerate(tests))
    text = f"{type} {name}({parameter}, {type} outside{parameters}) {{\n    return {ways}outside;\n}}"
    view.function(name, text)
    return call(name, choice, nought, *values, width=width)


def _words(view: TypedView, value: Expression) -> Expression:
    """What a sampler gives, bit by bit as the result's type; TXQ's are integers."""
    return value if view.operation == "texture_size" else cast(value, view.sampler.kind, view.result_kind)


def _looked_up(view: TypedView) -> Expression:
    access, texture_key = view.texture, view.sampler.texture_key
    target = TARGETS[access.target]
    if texture_key.missing is not None:
        return _missing(view, texture_key.missing)
    match view.operation:
        case "fetch" | "fetch_sample":
            value = fetched(view, access, target)
        case "texture_size":
            return chosen(view, sized(view, access))
        case "gather" | "gather_offsets":
            return gathered(view)
        case "texture_level":
            return chosen(view, queried(view))
        case _ if texture_key.filtering is not None:
            value = _filtered(view, access, target)
        case _ if access.moved is not None and target.offsets:
            value = moved(view)
        case _:
            value = _sampled(view, access, target)
    if value.width == 1 or texture_key.depth_mode != "LUMINANCE":
        return _depths(view, value)
    return chosen(view, value)


def _missing(view: TypedView, color: tuple[int, ...]) -> Expression:
    """Lookups are constant, sizes 0 (docs/semantics.md)."""
    if view.operation in ("gather", "gather_offsets"):
        component = 0 if TARGETS[view.texture.target].compares else view.texture.component
        color = (color[component],) * 4
    query = view.operation in ("texture_size", "texture_level")
    kind = "i" if view.operation == "texture_size" else view.sampler.kind
    numbers = [0 if query else color[component] for component in view.components]
    if not kind:
        return vector([whole(view) if number else nothing(view) for number in numbers], kind)
    return vector([Expression(f"{number}{'u' if kind == 'u' else ''}") for number in numbers], kind)


def _depths(view: TypedView, value: Expression) -> Expression:
    """A depth, or a comparison's result, as the texture of its depth mode (OpenGL 1.5, 3.8.14)."""
    mode = view.sampler.texture_key.depth_mode
    alone = nothing(view) if mode == "ALPHA" else whole(view) if mode == "LUMINANCE" else None
    constant = {"ALPHA": (0, 1, 2), "LUMINANCE": (3,)}.get(mode, ())
    if alone is not None and set(view.components) <= set(constant):
        return alone
    depth = value if value.width == 1 else Expression(f"{value.text}.x")
    if not set(view.components) & set(constant):
        return depth
    text = (
        f"vec4(vec3({depth.text}), {whole(view).text})"
        if mode == "LUMINANCE"
        else f"vec4(vec3({nothing(view).text}), {depth.text})"
    )
    return chosen(view, Expression(text, width=4))


def _sampled(view: TypedView, access: TextureAccess, target: TextureTarget) -> Expression:
    """TEX, TXB, TXD, TXL and TXP as one of GLSL's texture functions."""
    added, projects = offset(view), view.operation == "sample_projected"
    native = projects and access.target in _PROJECTED
    if target.compares and target.reference:
        coordinates = _with_reference(view, places(TAKEN[access.target]))
    else:
        coordinates = view.operand(0, XYZW if native else places(TAKEN[access.target]), full=True)
        if projects and not native:
            # GLSL projects neither directions nor layers; the derivatives are those of the quotients.
            coordinates = _divided(view, coordinates)
    arguments = [view.sampled, coordinates]
    if target.compares and (reference := second(view)) is not None and not target.reference:
        arguments.append(clamped_reference(view, reference))
    biased = view.operation == "sample_bias"
    level = fourth(view) if biased or view.operation == "sample_level" else Expression("0.0")
    suffix, detail = _detail(view, target, coordinates, level, moves=added is not None)
    arguments += [*detail, *([added] if added else [])]
    if biased and view.differentiates and access.target not in _NO_LEVEL - {"SHADOWCUBE"}:
        arguments.append(level)
    function = f"texture{'Proj' * native}{suffix}{'Offset' if added else ''}"
    return call(function, *arguments, width=1 if target.compares else 4)


def _detail(
    view: TypedView, target: TextureTarget, coordinates: Expression, level: Expression, *, moves: bool
) -> tuple[str, list[Expression]]:
    """What a texture function's name and its arguments say of the level of detail.

    With ``moves`` texel offsets follow.
    """
    if view.operation == "sample_gradients":
        along = places("xyz"[: len(target.coordinates)])
        return "Grad", [view.operand(number, along, full=True) for number in (1, 2)]
    explicit = view.operation == "sample_level"
    if (explicit or not view.differentiates) and target.name not in _NO_LEVEL:
        return "Lod", [level]
    biased = view.operation == "sample_bias" and not view.differentiates
    if target.name == "SHADOWCUBE" and (explicit or biased):
        # GLSL has no function with a level of these.
        return "Grad", [_slope(view, coordinates, level), Expression("vec3(0.0)")]
    if target.name == "SHADOWARRAY2D" and moves and view.differentiates:
        # textureOffset of these came with GLSL 4.30.
        flat = view.operand(0, (0, 1), full=True)
        return "Grad", [call("dFdx", flat), call("dFdy", flat)]
    if target.name == "SHADOWARRAY2D" and moves:
        return "Grad", [Expression("vec2(0.0)"), Expression("vec2(0.0)")]
    return "", []


def _divided(view: TypedView, value: Expression) -> Expression:
    """Coordinates divided by the last."""
    return Expression(f"{value.at(PRODUCT)} / {view.operand(0, (3,)).at(PRODUCT + 1)}", PRODUCT, value.width)


def _slope(view: TypedView, place: Expression, level: Expression) -> Expression:
    """A derivative of a direction, aside of its major axis, whose level of detail is ``level``."""
    name = f"{view.sampler.name}_slope"
    view.function(
        name,
        f"// The derivative of a direction that has a level of detail\n"
        f"vec3 {name}({view.sampler.parameter}vec3 place, float level) {{\n"
        f"    vec3 size = abs(place);\n"
        f"    float major = max(size.x, max(size.y, size.z));\n"
        f"    float slope = exp2(level) * 2.0 * major / float(textureSize({view.sampler.own}, 0).x);\n"
        f"    return size.x == major ? vec3(0.0, slope, 0.0) : vec3(slope, 0.0, 0.0);\n}}",
    )
    return call(name, *view.handed, Expression(f"{place.at(PRIMARY)}.xyz"), level, width=3)


def _with_reference(view: TypedView, taken: tuple[int, ...]) -> Expression:
    """Coordinates and the reference."""
    flat, reference = view.operand(0, taken[:-1], full=True), view.operand(0, taken[-1:], full=True)
    if view.operation == "sample_projected":
        flat, reference = _divided(view, flat), _divided(view, reference)
    return call(f"vec{len(taken)}", flat, clamped_reference(view, reference), width=len(taken))


def _filtered(view: TypedView, access: TextureAccess, target: TextureTarget) -> Expression:
    """TEX, TXB, TXD, TXL, TXP of a texture whose texels the shader filters."""
    sampler = view.sampler
    assert sampler.texture_key.filtering is not None
    view.function(sampler.name, filtering_functions(sampler, differentiates=view.differentiates))
    place = view.operand(0, XYZW, full=True)
    if view.operation == "sample_projected":
        place = _divided(view, place)
    width = 2 if access.target.endswith("CUBE") else len(target.coordinates)
    zeros = Expression("0" if width == 1 else f"{vector_type(width, 'i')}(0)")
    arguments = [place]
    if target.compares and not target.reference and (reference := second(view)) is not None:
        arguments.append(reference)
    arguments.append(offset(view) or zeros)
    function = "at"
    level = fourth(view) if view.operation in ("sample_level", "sample_bias") else Expression("0.0")
    if needs_detail(sampler.texture_key.filtering):
        if view.operation == "sample_gradients":
            function = "along"
            along = places("xyz"[: len(target.coordinates)])
            arguments += [view.operand(number, along, full=True) for number in (1, 2)]
        elif view.differentiates and view.operation != "sample_level":
            function = "seen"
    else:
        level = Expression("0.0")
    value = call(f"{sampler.name}_{function}", *arguments, level, width=4)
    return Expression(f"{value.text}.x") if target.compares else value
