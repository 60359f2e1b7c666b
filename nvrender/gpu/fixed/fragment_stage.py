"""The fixed function around a vertex program: the fragment stage as GLSL, generated from State.

What of the state changes the text is a FragmentStage; what are only numbers goes into the uniform
block FragmentState. Equal stages share one linked program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nvrender.gl.state.fragments import Combine
from nvrender.gl.state.second_colors import blends_seconds
from nvrender.gl.state.state import TEXTURE_UNITS, State
from nvrender.glsl.assembly import PRECISIONS
from nvrender.glsl.io.fragment import sprites
from nvrender.glsl.io.fragment.fixed_function import ALPHA_TESTS
from nvrender.glsl.targets import Target
from nvrender.glsl.textures.filtering import filtering_functions, seen
from nvrender.glsl.textures.texture_keys import Sampler, TextureKey
from nvrender.glsl.translation import Resources
from nvrender.gpu.fixed.environments import combine_environment, environment
from nvrender.ops.texture_targets import TARGETS

FRAGMENT_BLOCK = "FragmentState"
_BLOCK_TEXT = f"""layout(std140) uniform {FRAGMENT_BLOCK} {{
    vec4 fog_color;
    float fog_density;
    float fog_end;
    float fog_scale;
    float alpha_reference;
    vec4 texture_color[8];
}};
"""
_FLOAT_MAX = 3.4028234663852886e38

#: OpenGL 1.5, 3.10: the fog factor before clamping; ``c`` is the fog coordinate.
_FOG_FACTOR = {
    "LINEAR": "(fog_end - c) * fog_scale",
    "EXP": "exp(-fog_density * c)",
    "EXP2": "exp(-(fog_density * c) * (fog_density * c))",
}


#: DEPTH_TEXTURE_MODE → the texel of a comparison (OpenGL 1.5, 3.8.14 and table 3.21).
_COMPARED = {"ALPHA": "vec4(vec3(0.0), {0})", "LUMINANCE": "vec4(vec3({0}), 1.0)", "INTENSITY": "vec4({0})"}


class Unit(NamedTuple):
    """An enabled texture unit, as far as the text depends on it; ``sprite``: point coordinates."""

    number: int
    mode: str
    base_format: str
    sprite: bool
    target: str
    combine: Combine | None
    texture_key: TextureKey

    @property
    def sampler(self) -> Sampler:
        """The sampler the unit's texture is read by."""
        return Sampler(self.number, self.target, "", texture_key=self.texture_key)


@dataclass(frozen=True, slots=True)
class FragmentStage:
    """What decides the text of the fragment stage.

    ``results`` are the vertex results handed over; ``fog`` a fog mode or ""; ``alpha_function`` a
    comparison or "" where every fragment passes; ``outputs`` how many buffers take the colour; ``second``
    tells that the frame blends with second colours, which here are 0 (docs/semantics.md).
    """

    results: frozenset[str]
    two_side: bool
    flat_colors: bool
    color_sum: bool
    fog: str
    units: tuple[Unit, ...]
    alpha_function: str
    outputs: int = 1
    second: bool = False

    @property
    def samplers(self) -> tuple[Sampler, ...]:
        """The samplers ``texture<n>`` of the units."""
        return tuple(unit.sampler for unit in self.units)

    @property
    def sprites(self) -> bool:
        """True if some unit reads a point's own coordinates."""
        return any(unit.sprite for unit in self.units)

    @property
    def reads_state(self) -> bool:
        """True if the text has the uniform block."""
        mixed = any(unit.mode in ("BLEND", "COMBINE") for unit in self.units)
        return bool(self.fog) or self.alpha_function in ALPHA_TESTS or mixed

    @property
    def resources(self) -> Resources:
        """What the shader takes of a driver's limits."""
        return Resources(len(self.results) + self.sprites, int(self.reads_state), textures=len(self.units))


def fragment_stage(
    state: State,
    results: Sequence[str],
    *,
    vertex_program: bool,
    sums: bool = True,
    points: bool = False,
    texture_keys: Mapping[int, TextureKey] | None = None,
    outputs: int = 1,
) -> FragmentStage:
    """The fragment stage ``state`` asks for after a vertex stage that writes ``results``.

    ``sums`` tells that colours are summed whatever COLOR_SUM says.

    ``points`` tells whether points are drawn, which alone have sprite coordinates; ``texture_keys`` what
    lookups must know of the units' textures. A unit with an incomplete texture is as if it were disabled
    (OpenGL 1.5, 3.8.10).

    Fog is off
    where the program does not write FOGC: the factor is then 1 (NV_vertex_program2 2.14.1.5).
    """
    units = _units(state, texture_keys or {}, points=points)
    fog = state.fog.mode if state.fog.enabled and "FOGC" in results else ""
    function = state.alpha_test.function
    wanted = {"COL0", "FOGC" if fog else "COL0", *(f"TEX{unit.number}" for unit in units)}
    color_sum = sums or state.color_sum
    # OpenGL 1.5, 2.14.1.
    two_side = state.lighting and state.light_model.two_side
    if vertex_program:
        two_side = state.vertex_program_two_side
    wanted |= {"COL1", *(("BFC1",) if two_side else ())} if color_sum else set()
    wanted |= {"BFC0"} if two_side else set()
    return FragmentStage(
        results=frozenset(wanted & set(results)),
        two_side=two_side,
        flat_colors=state.flat_shading,
        color_sum=color_sum,
        fog=fog,
        units=units,
        alpha_function=function if state.alpha_test.enabled and function != "ALWAYS" else "",
        outputs=outputs,
        second=blends_seconds(state.blend),
    )


def _units(state: State, texture_keys: Mapping[int, TextureKey], *, points: bool) -> tuple[Unit, ...]:
    """The enabled units whose textures are complete."""
    return tuple(
        Unit(
            index, unit.mode, unit.base_format, points and unit.coord_replace, unit.target,
            unit.combine if unit.mode == "COMBINE" else None, texture_keys.get(index, TextureKey()),
        )
        for index, unit in enumerate(state.texture_units)
        if unit.enabled and texture_keys.get(index, TextureKey()).missing is None
    )  # fmt: skip


def fragment_source(stage: FragmentStage, target: Target) -> str:
    """The stage as GLSL; texture unit n is the sampler ``texture<n>``."""
    head = [target.version_line, *[PRECISIONS] * target.embedded, ""]
    return "\n".join([*head, *_declarations(stage, target.sampler_precision), *_body(stage), ""])


def fragment_numbers(state: State) -> bytes:
    """The contents of the uniform block FragmentState."""
    fog = state.fog
    # Where start equals end the equation divides by zero: full before the distance, none from it on.
    scale = 1.0 / (fog.end - fog.start) if fog.end != fog.start else _FLOAT_MAX
    reference = min(max(state.alpha_test.reference, 0.0), 1.0)
    numbers = np.zeros((2 + TEXTURE_UNITS, 4), np.float32)
    with np.errstate(over="ignore"):
        numbers[0] = _clamped(fog.color)
        numbers[1] = fog.density, fog.end, min(max(scale, -_FLOAT_MAX), _FLOAT_MAX), reference
        for index, unit in enumerate(state.texture_units):
            numbers[2 + index] = _clamped(unit.color)
    return numbers.tobytes()


def _declarations(stage: FragmentStage, precision: str) -> Iterator[str]:
    for name in sorted(stage.results):
        qualifier = "flat in" if stage.flat_colors and name[:3] in ("COL", "BFC") else "in"
        yield f"{qualifier} vec4 {name};"
    if stage.reads_state:
        yield f"\n{_BLOCK_TEXT}"
    yield from (f"uniform {precision}{sampler.type} {sampler.name};" for sampler in stage.samplers)
    if stage.sprites:
        yield from sprites.inputs()
    for sampler in stage.samplers:
        if sampler.texture_key.filtering is not None:
            yield f"\n{filtering_functions(sampler, differentiates=True)}\n"
    if stage.second:
        yield "layout(location = 0) out vec4 fragment;\nlayout(location = 0, index = 1) out vec4 second;\n"
        return
    yield "out vec4 fragment;\n" if stage.outputs == 1 else f"out vec4 fragment[{stage.outputs}];\n"


def _body(stage: FragmentStage) -> Iterator[str]:
    yield "void main() {"
    yield f"    vec4 color = {_selected(stage, '0')};"
    yield from (f"    {line}" for line in (*_texels(stage), *_environments(stage)))
    if stage.color_sum and {"COL1", "BFC1"} & stage.results:
        # The alpha of the secondary colour counts as zero (NV_vertex_program 3.9).
        yield f"    color.rgb = min(color.rgb + {_selected(stage, '1')}.rgb, 1.0);"
    if stage.fog:
        yield "    float c = FOGC.x;"
        yield f"    float factor = clamp({_FOG_FACTOR[stage.fog]}, 0.0, 1.0);"
        yield "    color.rgb = mix(fog_color.rgb, color.rgb, factor);"
    yield from _alpha_test(stage.alpha_function)
    # ARB_draw_buffers 4.2.1: every buffer gets it.
    names = [f"fragment[{number}]" for number in range(stage.outputs)] if stage.outputs > 1 else ["fragment"]
    yield from (f"    {name} = color;" for name in names)
    if stage.second:
        yield "    second = vec4(0.0);"
    yield "}"


def _selected(stage: FragmentStage, digit: str) -> str:
    """The front or back colour, primary or secondary; points and lines count as front-facing."""
    front, back = _value(stage, f"COL{digit}"), _value(stage, f"BFC{digit}")
    if not stage.two_side or front == back:
        return front
    return f"(gl_FrontFacing ? {front} : {back})"


def _value(stage: FragmentStage, name: str) -> str:
    """A result, or the value it has unwritten (NV_vertex_program2 2.14.1.5)."""
    return name if name in stage.results else "vec4(0.0, 0.0, 0.0, 1.0)"


def _texels(stage: FragmentStage) -> Iterator[str]:
    """What the texture of each unit yields."""
    for unit in stage.units:
        name = f"texture{unit.number}"
        coordinates = sprites.TEXTURE_COORDINATE if unit.sprite else _value(stage, f"TEX{unit.number}")
        compares = TARGETS[unit.target].compares
        if unit.texture_key.filtering is not None:
            # A cube map takes (s, t, r) as a direction (OpenGL 1.5, 3.8.6).
            quotient = "" if unit.target == "CUBE" else f" / {coordinates}.w"
            lookup = seen(unit.sampler, f"{coordinates}{quotient}") + (".x" if compares else "")
        elif unit.target == "CUBE":
            lookup = f"texture({name}, {coordinates}.xyz)"
        else:
            lookup = f"textureProj({name}, {coordinates})"
        if compares or unit.texture_key.depth_mode != "LUMINANCE":
            # Depths are one number (3.8.14).
            yield f"float depth{unit.number} = {lookup}{'' if compares else '.x'};"
            lookup = _COMPARED[unit.base_format].format(f"depth{unit.number}")
        yield f"vec4 texel{unit.number} = {lookup};"


def _environments(stage: FragmentStage) -> Iterator[str]:
    """The environments of the units, one after the other."""
    enabled = [unit.number for unit in stage.units]
    if any(unit.combine is not None for unit in stage.units):
        yield "vec4 primary = color;"
    for unit in stage.units:
        yield f"// texture unit {unit.number}: {unit.mode}, {unit.base_format}"
        if unit.combine is None:
            yield from environment(unit.number, unit.mode, unit.base_format)
        else:
            yield from combine_environment(unit.number, unit.combine, enabled)


def _alpha_test(function: str) -> Iterator[str]:
    if function == "NEVER":
        yield "    discard;"
    elif function:
        # Reference and alpha are compared as fixed-point numbers of the frame's depth (OpenGL 1.5, 4.1.4
        # and 2.14.9), so that EQUAL is not at the mercy of interpolation.
        yield "    float alpha = floor(clamp(color.a, 0.0, 1.0) * 255.0 + 0.5);"
        yield "    float reference = floor(alpha_reference * 255.0 + 0.5);"
        yield f"    if (!({ALPHA_TESTS[function]})) discard;"


def _clamped(color: Sequence[float]) -> tuple[float, ...]:
    return tuple(min(max(component, 0.0), 1.0) for component in color)
