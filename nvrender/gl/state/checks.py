"""Words and numbers of State that GL refuses (OpenGL 1.5, 2.5: errors)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from nvrender.gl.state import fragments as words
from nvrender.gl.state.fragments import Combine, Stencil
from nvrender.gl.state.kinds import check_kinds
from nvrender.gl.state.lighting import COLOR_MATERIALS, FACES, TEXTURE_GENERATION_MODES
from nvrender.gl.state.state import (
    CLIP_PLANES,
    FURTHEST_VIEWPORT,
    INITIAL,
    LIGHTS,
    MOST_VIEWPORT,
    TEXTURE_UNITS,
    State,
)
from nvrender.gl.textures.formats import DEPTH_MODES
from nvrender.languages.vp.bindings import ATTRIBUTES
from nvrender.source import InputError

_SIZES = (
    ("texture_units", TEXTURE_UNITS),
    ("texture_generation", TEXTURE_UNITS),
    ("clip_planes", CLIP_PLANES),
    ("clip_plane_equations", CLIP_PLANES),
    ("lights", LIGHTS),
    ("current_attributes", len(ATTRIBUTES)),
)
_ALL = ("", *TEXTURE_GENERATION_MODES)
#: Of s, t, r and q. OpenGL 1.5, 2.11.4: q has no direction, r no sphere.
_GENERATED = (_ALL, _ALL, tuple(mode for mode in _ALL if mode != "SPHERE_MAP"), _ALL[:3])
_Word = tuple[str, str, Sequence[str]]


def validate(state: State) -> None:
    """InputError for a word or number of ``state`` that GL does not take, with its place."""
    check_kinds(state)
    for place, most in _SIZES:
        if len(getattr(state, place)) > most:
            raise InputError(f"state.{place} has {len(getattr(state, place))} entries; there are {most}")
    for place, word, known in _words(state):
        if word not in known:
            allowed = ", ".join(map(repr, known))
            raise InputError(f"state.{place} is {word!r}; it must be one of {allowed}")
    _check_numbers(state)


def _words(state: State) -> Iterator[_Word]:
    """The words that count, with their place and those that stand for something; not what is as at first."""
    blend = state.blend
    if blend is not INITIAL.blend:
        factors, unsaturated = words.BLEND_FACTORS, words.DESTINATION_FACTORS
        yield "blend.source", blend.source, factors
        yield "blend.destination", blend.destination, unsaturated
        yield "blend.equation", blend.equation, words.BLEND_EQUATIONS
        yield "blend.alpha_source", blend.alpha_source, ("", *factors)
        yield "blend.alpha_destination", blend.alpha_destination, ("", *unsaturated)
        yield "blend.alpha_equation", blend.alpha_equation, ("", *words.BLEND_EQUATIONS)
    if state.depth is not INITIAL.depth:
        yield "depth.function", state.depth.function, words.COMPARISONS
    yield "alpha_test.function", state.alpha_test.function, words.COMPARISONS
    if state.fog is not INITIAL.fog:
        yield "fog.mode", state.fog.mode, words.FOG_MODES
        yield "fog.coordinate_source", state.fog.coordinate_source, words.FOG_SOURCES
    yield "cull_face", state.cull_face, ("", *FACES)
    yield "front_face", state.front_face, ("CCW", "CW")
    yield "logic_op", state.logic_op, ("", *words.LOGIC_OPERATIONS)
    if state.color_material is not INITIAL.color_material:
        yield "color_material.face", state.color_material.face, FACES
        yield "color_material.mode", state.color_material.mode, COLOR_MATERIALS
    for name in ("stencil", "back_stencil"):
        stencil: Stencil | None = getattr(state, name)
        if stencil is not None and stencil is not INITIAL.stencil:
            yield f"{name}.function", stencil.function, words.COMPARISONS
            for field in ("fail", "depth_fail", "depth_pass"):
                yield f"{name}.{field}", getattr(stencil, field), words.STENCIL_OPERATIONS
    for number, unit in enumerate(_changed(state, "texture_units")):
        place = f"texture_units[{number}]"
        if unit.enabled:
            yield f"{place}.mode", unit.mode, words.TEXTURE_ENVIRONMENTS
            yield f"{place}.target", unit.target, words.TEXTURE_TARGETS
            compares = unit.target.startswith("SHADOW")
            yield f"{place}.base_format", unit.base_format, DEPTH_MODES if compares else words.BASE_FORMATS
            if unit.mode == "COMBINE":
                yield from _combine_words(f"{place}.combine", unit.combine)
    for number, generation in enumerate(_changed(state, "texture_generation")):
        for axis, mode in enumerate(generation.modes):
            if mode:
                yield f"texture_generation[{number}].modes[{axis}]", mode, _GENERATED[axis]


def _changed(state: State, name: str) -> tuple[Any, ...]:
    """The entries of a field, none where they are those that OpenGL begins with."""
    rows: tuple[Any, ...] = getattr(state, name)
    return () if rows is getattr(INITIAL, name) else rows


def _combine_words(place: str, combine: Combine) -> Iterator[_Word]:
    yield f"{place}.rgb", combine.rgb, words.COMBINE_FUNCTIONS
    yield f"{place}.alpha", combine.alpha, words.COMBINE_ALPHA_FUNCTIONS
    for field, known in (
        ("rgb_sources", words.COMBINE_SOURCES),
        ("alpha_sources", words.COMBINE_SOURCES),
        ("rgb_operands", words.COMBINE_OPERANDS),
        ("alpha_operands", words.ALPHA_OPERANDS),
    ):
        for number, word in enumerate(getattr(combine, field)):
            yield f"{place}.{field}[{number}]", word, known
    for field in ("rgb_scale", "alpha_scale"):
        if getattr(combine, field) not in words.COMBINE_SCALES:
            raise InputError(f"state.{place}.{field} is {getattr(combine, field)}; it must be 1, 2 or 4")


def _check_numbers(state: State) -> None:
    for place, value in (("point_size", state.point_size), ("line_width", state.line_width)):
        if not value > 0.0:
            raise InputError(f"state.{place} is {value}; it must be greater than 0")
    not_negative = [("fog.density", state.fog.density)]
    not_negative += [
        (f"point.{name}", getattr(state.point, name)) for name in ("minimum", "maximum", "fade_threshold")
    ]
    for number, light in enumerate(_changed(state, "lights")):
        not_negative += [
            (f"lights[{number}].attenuation[{place}]", value) for place, value in enumerate(light.attenuation)
        ]
        if not (0.0 <= light.spot_cutoff <= 90.0 or light.spot_cutoff == 180.0):
            raise InputError(
                f"state.lights[{number}].spot_cutoff is {light.spot_cutoff}; it must be 0 to 90, or 180"
            )
        _check_exponent(f"lights[{number}].spot_exponent", light.spot_exponent)
    for name in ("material", "back_material"):
        _check_exponent(f"{name}.shininess", getattr(state, name).shininess)
    for place, value in not_negative:
        if not value >= 0.0:
            raise InputError(f"state.{place} is {value}; it must not be negative")
    if state.scissor is not None and min(state.scissor[2:]) < 0:
        raise InputError(f"state.scissor is {state.scissor}; its width and height must not be negative")
    if state.viewport is not None:
        _check_viewport(state.viewport)


def _check_viewport(viewport: tuple[int, int, int, int]) -> None:
    least, most = min(viewport[:2]), max(viewport[:2])
    if not (least >= -FURTHEST_VIEWPORT and most < FURTHEST_VIEWPORT):
        furthest = f"{-FURTHEST_VIEWPORT} to {FURTHEST_VIEWPORT - 1}"
        raise InputError(f"state.viewport is {viewport}; left and bottom must be {furthest}")
    if not (min(viewport[2:]) >= 0 and max(viewport[2:]) <= MOST_VIEWPORT):
        raise InputError(f"state.viewport is {viewport}; width and height must be 0 to {MOST_VIEWPORT}")


def _check_exponent(place: str, value: float) -> None:
    if not 0.0 <= value <= 128.0:
        raise InputError(f"state.{place} is {value}; it must be 0 to 128")
