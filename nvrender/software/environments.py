"""The fixed function behind rasterisation as a fragment program (OpenGL 1.5, 3.8 to 3.10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from nvrender.gl.state.fragments import Combine, Fog, TextureUnit
from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Texture
from nvrender.languages.load import load
from nvrender.oracle.texture.detail import detail_matters
from nvrender.program import Program

_HALF = "{0.5}.x"


@dataclass(frozen=True)
class Stage:
    """What counts: the units that are enabled, by number, the colour sum, and the fog.

    ``detailed`` are units whose texture has a choice of filters or levels.
    """

    units: tuple[tuple[int, TextureUnit], ...]
    detailed: frozenset[int]
    sums: bool
    fog: Fog | None


def stage_of(state: State, textures: Mapping[int, Texture], written: Mapping[str, object]) -> Stage:
    """The stage for results ``written``; incomplete textures disable their units (OpenGL 1.5, 3.8.10)."""
    units = tuple(
        (number, unit)
        for number, unit in enumerate(state.texture_units)
        if unit.enabled and textures[number].complete
    )
    second = "COL1" in written or (state.vertex_program_two_side and "BFC1" in written)
    fog = state.fog if state.fog.enabled and "FOGC" in written else None
    detailed = frozenset(number for number, _ in units if detail_matters(textures[number]))
    return Stage(units, detailed, second and state.color_sum, fog)


@lru_cache(maxsize=256)
def program_of(stage: Stage) -> Program:
    """The program that does what the stage says."""
    lines = [
        "!!NVfp5.0",
        "OPTION NV_shader_thread_group;",
        "TEMP color, primary, share, other, argument0, argument1, argument2;",
        "MOV color, fragment.color;",
        "MOV primary, color;",
    ]
    for number, unit in stage.units:
        lines += [f"TEMP texel{number};", *_lookup(number, unit, detailed=number in stage.detailed)]
    enabled = {number for number, _ in stage.units}
    for number, unit in stage.units:
        if unit.mode == "COMBINE":
            lines += _combined(unit, number, enabled)
        else:
            lines += _environment(unit, f"texel{number}")
    if stage.sums:
        lines += ["ADD color.xyz, color, fragment.color.secondary;", "MIN color.xyz, color, {1.0}.x;"]
    if stage.fog is not None:
        lines += _fogged(stage.fog)
    return load("\n".join([*lines, "MOV result.color, color;", "END"]), name="fixed function")


def _lookup(number: int, unit: TextureUnit, *, detailed: bool) -> Iterator[str]:
    """At s, t and r divided by q (OpenGL 1.5, 3.8.7), with one derivative for each quad."""
    coordinates, texture = f"fragment.texcoord[{number}]", f"texture[{number}], {unit.target}"
    if not detailed:
        yield f"TXP texel{number}, {coordinates}, {texture};"
        return
    yield f"MOV share, {coordinates};"
    yield f"DIV share.xyz, share, {coordinates}.w;"
    yield "QSWZ0 other, share;"
    for place, thread in enumerate((1, 2)):
        yield f"QSWZ{thread} argument{place}, share;"
        yield f"SUB argument{place}, argument{place}, other;"
    yield f"TXD texel{number}, share, argument0, argument1, {texture};"


def _number(value: float) -> str:
    return f"{{{value!r}}}.x"


def _constant(unit: TextureUnit) -> str:
    return "{" + ", ".join(repr(min(max(each, 0.0), 1.0)) for each in unit.color) + "}"


def _environment(unit: TextureUnit, texel: str) -> Iterator[str]:
    """Tables 3.22 and 3.23; DECAL is undefined for formats other than RGB and RGBA and leaves the colour."""
    has_color = unit.base_format != "ALPHA"
    has_alpha = unit.base_format in ("ALPHA", "LUMINANCE_ALPHA", "INTENSITY", "RGBA")
    mask = ("xyz" if has_color else "") + ("w" if has_alpha else "")
    constant, intensity = _constant(unit), unit.base_format == "INTENSITY"
    match unit.mode:
        case "DECAL":
            if unit.base_format == "RGB":
                yield f"MOV color.xyz, {texel};"
            elif unit.base_format == "RGBA":
                yield f"SUB share, {_number(1.0)}, {texel}.w;"
                yield "MUL share, color, share;"
                yield f"MUL other, {texel}, {texel}.w;"
                yield "ADD color.xyz, share, other;"
        case "REPLACE":
            yield f"MOV color.{mask}, {texel};"
        case "MODULATE":
            yield f"MUL color.{mask}, color, {texel};"
        case "BLEND":
            yield f"SUB share, {_number(1.0)}, {texel};"
            yield "MUL share, color, share;"
            yield f"MUL other, {constant}, {texel};"
            if has_alpha and not intensity:
                yield f"MUL color.w, color, {texel};"
            if has_color:
                yield f"ADD color.{'xyzw' if intensity else 'xyz'}, share, other;"
        case _:
            if has_alpha and not intensity:
                yield f"MUL color.w, color, {texel};"
            if has_color:
                parts = "xyzw" if intensity else "xyz"
                yield f"ADD color.{parts}, color, {texel};"
                yield f"MIN color.{parts}, color, {_number(1.0)};"


def _combined(unit: TextureUnit, number: int, enabled: set[int]) -> Iterator[str]:
    """COMBINE, tables 3.24 to 3.27; nothing where a source is of a unit that is not enabled."""
    combine = unit.combine
    texels = {f"TEXTURE{other}" for other in enabled} | {"TEXTURE"}
    if any(word.startswith("TEXTURE") and word not in texels for word in combine.sources()):
        return
    yield "MOV share, color;"
    yield from _function(unit, number, enabled, "rgb", "xyz")
    if combine.rgb == "DOT3_RGBA":
        yield "MOV other.w, other.x;"
    else:
        yield from _function(unit, number, enabled, "alpha", "w")
    yield "MOV color, other;"


def _arguments(unit: TextureUnit, number: int, enabled: set[int], what: str, mask: str) -> Iterator[str]:
    """Puts the function's arguments into argument0 to argument2."""
    combine: Combine = unit.combine
    words = getattr(combine, f"{what}_sources")
    operands = getattr(combine, f"{what}_operands")
    for place, (word, operand) in enumerate(zip(words, operands, strict=True)):
        match word:
            case "CONSTANT":
                source = _constant(unit)
            case "PRIMARY_COLOR":
                source = "primary"
            case "PREVIOUS":
                source = "share"
            case _:
                other = number if word == "TEXTURE" else int(word.removeprefix("TEXTURE"))
                source = f"texel{other}" if other in enabled else "share"
        part = source if operand.endswith("COLOR") else f"{source}.w"
        if operand.startswith("ONE_MINUS"):
            yield f"SUB argument{place}.{mask}, {_number(1.0)}, {part};"
        else:
            yield f"MOV argument{place}.{mask}, {part};"


def _function(unit: TextureUnit, number: int, enabled: set[int], what: str, mask: str) -> Iterator[str]:
    combine = unit.combine
    word, scale = getattr(combine, what), getattr(combine, f"{what}_scale")
    yield from _arguments(unit, number, enabled, what, mask)
    into = f"other.{mask}"
    match word:
        case "REPLACE":
            yield f"MOV {into}, argument0;"
        case "MODULATE":
            yield f"MUL {into}, argument0, argument1;"
        case "SUBTRACT":
            yield f"SUB {into}, argument0, argument1;"
        case "INTERPOLATE":
            yield f"MUL other.{mask}, argument0, argument2;"
            yield f"SUB argument2.{mask}, {_number(1.0)}, argument2;"
            yield f"MUL argument1.{mask}, argument1, argument2;"
            yield f"ADD {into}, other, argument1;"
        case "DOT3_RGB" | "DOT3_RGBA":
            yield f"SUB argument0, argument0, {_HALF};"
            yield f"SUB argument1, argument1, {_HALF};"
            yield "DP3 other, argument0, argument1;"
            yield f"MUL other, other, {_number(4.0)};"
        case _:
            yield f"ADD {into}, argument0, argument1;"
            if word == "ADD_SIGNED":
                yield f"SUB {into}, other, {_HALF};"
    if scale != 1.0:
        yield f"MUL {into}, other, {_number(scale)};"
    yield f"MOV.SAT {into}, other;"


def _fogged(fog: Fog) -> Iterator[str]:
    """OpenGL 1.5, 3.10, equations 3.24 to 3.26; where start is end: full before the distance, none behind."""
    coordinate = "fragment.fogcoord.x"
    if fog.mode == "LINEAR":
        span = fog.end - fog.start
        if span:
            yield f"SUB share.x, {_number(fog.end)}, {coordinate};"
            yield f"DIV share.x, share.x, {_number(span)};"
        else:
            yield f"SLT share.x, {coordinate}, {_number(fog.end)};"
    else:
        yield f"MUL share.x, {coordinate}, {_number(fog.density)};"
        if fog.mode == "EXP2":
            yield "MUL share.x, share.x, share.x;"
        yield f"MUL share.x, share.x, {_number(-1.4426950408889634)};"
        yield "EX2 share.x, share.x;"
    far = "{" + ", ".join(repr(min(max(each, 0.0), 1.0)) for each in fog.color) + "}"
    yield "MOV.SAT share.x, share.x;"
    yield f"SUB share.y, {_number(1.0)}, share.x;"
    yield "MUL color.xyz, color, share.x;"
    yield f"MUL other.xyz, {far}, share.y;"
    yield "ADD color.xyz, color, other;"
