"""IPAC, IPAO and IPAS: functions that give an attribute elsewhere in its pixel (NV_gpu_program5 2.X.8).

Where drivers do that wrong (quirks.OFF_CENTRE) the stage before hands on a 1, which then is off as much as
any attribute, and dividing by it puts those with perspective right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from nvrender.glsl.expressions import PRODUCT, Expression
from nvrender.glsl.io.fragment import sprites
from nvrender.glsl.io.fragment.attributes import NUMBERS, POINT_COORDINATE, POSITION
from nvrender.glsl.link import DrawState
from nvrender.glsl.names import spelled
from nvrender.glsl.registers.variables import Element
from nvrender.glsl.varyings import Varyings
from nvrender.ir.analysis.places import nodes_of
from nvrender.ir.nodes import Interpolate
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES, item
from nvrender.lower.program import lowered
from nvrender.program import Program

#: What is 1 in its w. Compilers know it where it is read as it is, and not where it is interpolated.
WEIGHT = "interpolated_weight"
#: The same, interpolated as inputs with a qualifier are.
WEIGHTS = {
    "sample": f"interpolateAtSample({WEIGHT}, gl_SampleID).w",
    "centroid": f"interpolateAtCentroid({WEIGHT}).w",
}
#: How depth and 1/w change from a pixel to the next, to the right and up.
CHANGES = ("depth_right", "depth_up")
#: The uniform array of where each sample lies, in pixels from the centre, and how many there may be.
PLACES, MOST_SAMPLES = "sample_places", 32
NAMES = frozenset({WEIGHT, *CHANGES, PLACES, "place", "offset", "number", "beside", "covered"})
_SECTIONS = {
    "centroid": "NV_gpu_program5 2.X.8, IPAC",
    "at_offset": "NV_gpu_program5 2.X.8, IPAO",
    "at_sample": "NV_gpu_program5 2.X.8, IPAS",
}
#: Operation → what its functions take besides an index.
_PARAMETERS = {"centroid": "", "at_offset": "vec2 offset", "at_sample": "uint number"}
#: NV_gpu_program5: MIN_ and MAX_FRAGMENT_INTERPOLATION_OFFSET_NV; what lies outside is moved inside.
_PLACE = """\
    precise bvec2 inside = greaterThanEqual(offset, vec2(-0.5));
    vec2 place = mix(vec2(-0.5), min(offset, vec2(0.5)), inside);"""
#: Magnitudes below 2^-126 are zero.
_FLUSHED = """\
    vec4 small = intBitsToFloat(floatBitsToInt(moved) & ~0x7fffffff);
    moved = mix(moved, small, lessThan(abs(moved), vec4(uintBitsToFloat(0x00800000u))));
"""
_FAST_PLACE = "    vec2 place = clamp(offset, -0.5, 0.5);"
#: Where what no stage before hands on is taken: GLSL does not say where the centroid and samples lie. The
#: centroid is the centre where all samples are covered, else one that is (docs/semantics.md).
_CENTROID = f"""\
    int covered = gl_SampleMaskIn[0];
    bool partly = covered != 0 && bitCount(covered) < gl_NumSamples;
    vec2 place = partly ? {PLACES}[findLSB(covered)] : vec2(0.0);"""
_OWN_SAMPLE = f"    vec2 place = {PLACES}[gl_SampleID];"
_SAMPLE = f"    vec2 place = number < uint(gl_NumSamples) ? {PLACES}[number] : vec2(0.0);"
DECLARED_PLACES = f"""\
// where samples lie, from the centre: what glGetMultisamplefv(GL_SAMPLE_POSITION) gives, less 0.5
uniform vec2 {PLACES}[{MOST_SAMPLES}];"""


class Inputs(Protocol):
    """What the functions read: a fragment shader's inputs, or the layers of its fragments."""

    @property
    def state(self) -> DrawState: ...
    @property
    def varyings(self) -> Varyings: ...
    @property
    def replaced(self) -> frozenset[int]:
        """Attributes that are a point's own coordinates."""

    @property
    def runs_samples(self) -> bool:
        """Whether each sample is run by itself."""

    @property
    def layers(self) -> Mapping[int, int] | None:
        """Over arrays the layer of each attribute."""

    def floats(self, index: int) -> str:
        """An attribute at the centre, as a vec4 of floats."""

    def elsewhere(self, index: int, read: Callable[[str], Expression]) -> tuple[str, str]:
        """The same with each input put through a function of its name, and its kind."""


def interpolating(program: Program) -> list[tuple[str, range]]:
    """The operations that interpolate, each with the attributes that it may be of."""
    rows = ((node.operation, node.input.var) for node, _ in nodes_of(lowered(program), Interpolate))
    return [(name, range(var.binding, var.binding + max(var.length, 1))) for name, var in rows]


def moves_position(program: Program) -> bool:
    """True if some IPAO asks where ``fragment.position`` is elsewhere."""
    return any(POSITION in attributes for _, attributes in interpolating(program))


def asks_places(program: Program, inputs: Inputs) -> bool:
    """True if the shader must be told where samples lie."""
    if inputs.layers is not None:
        return False
    made = {POSITION, *inputs.replaced}
    return any(
        not made.isdisjoint(attributes)
        and (operation != "at_offset" or (inputs.runs_samples and POSITION in attributes))
        for operation, attributes in interpolating(program)
    )


class Interpolations:
    """Names the functions, and has shaders define those that are called."""

    def __init__(
        self,
        program: Program,
        inputs: Inputs,
        exact: bool,
        take_name: Callable[[str], str],
        functions: dict[str, str],
    ) -> None:
        self._program = program
        self._inputs = inputs
        self._exact = exact
        self._take_name = take_name
        self._functions = functions
        self._names: dict[tuple[str, int, int], str] = {}
        self._has_quads = False

    def call(self, name: str, element: Element, arguments: Iterable[str]) -> str:
        """The attribute elsewhere, four floats; of an array its index is before the place."""
        key = name, element.number, element.count
        if key not in self._names:
            attribute = spelled(item(FRAGMENT_5_ATTRIBUTES[element.number]))
            where = "at_centroid" if name == "centroid" else name
            called = self._names[key] = self._take_name(f"{attribute}_{where}")
            self._functions[called] = self._function(called, name, element)
        return f"{self._names[key]}({', '.join(arguments)})"

    def _function(self, called: str, name: str, element: Element) -> str:
        parameters = [_PARAMETERS[name]] if _PARAMETERS[name] else []
        lines = []
        if element.index:
            parameters.insert(0, "int index")
        if name == "at_offset":
            lines.append(_PLACE if self._exact else _FAST_PLACE)
        indices = element.numbers
        made = {POSITION, *self._inputs.replaced}
        if name != "at_offset" and self._inputs.layers is None and not made.isdisjoint(indices):
            centroid = _OWN_SAMPLE if self._inputs.runs_samples else _CENTROID
            lines.append(centroid if name == "centroid" else _SAMPLE)
        values = [self._elsewhere(index, name) for index in indices]
        if not element.index:
            lines.append(f"    return {values[0]};")
        else:
            chosen = [f"index == {place} ? {value}" for place, value in enumerate(values)]
            lines.append("    return " + "\n        : ".join([*chosen, "vec4(0.0)"]) + ";")
        text = [f"vec4 {called}({', '.join(parameters)}) {{", *lines, "}"]
        first = self._quad() if self._inputs.layers is not None and name == "at_offset" else ""
        return f"{first}// {_SECTIONS[name]}\n" + "\n".join(text)

    def _elsewhere(self, index: int, name: str) -> str:
        inputs = self._inputs
        if index in NUMBERS:
            return inputs.floats(index)
        if inputs.layers is not None:
            plain = name != "at_offset" or self._is_flat(index)
            return inputs.floats(index) if plain else f"quad_at({inputs.layers[index]}, place)"
        if index in (POSITION, POINT_COORDINATE) or index in inputs.replaced:
            return self._made(index)
        return inputs.elsewhere(index, lambda varying: self._interpolated(varying, name))[0]

    def _is_flat(self, index: int) -> bool:
        return any(row.index == index and "FLAT" in row.interpolation for row in self._program.attributes)

    def _made(self, index: int) -> str:
        """What no stage before hands on: where the fragment lies, in the window and in its point."""
        value = self._inputs.floats(index)
        if index in self._inputs.replaced:
            return f"{value} + vec4(vec2(place.x, -place.y) / {sprites.PLACE}.z, 0.0, 0.0)"
        if index != POSITION:
            return value
        beside = f"(place - {PLACES}[gl_SampleID])" if self._inputs.runs_samples else "place"
        upper = "ARB_fragment_coord_origin_upper_left" in self._program.options
        right, up = CHANGES
        return (
            f"{value} + vec4({beside}.x, {'-' * upper}{beside}.y, {beside}.x * {right} + {beside}.y * {up})"
        )

    def _interpolated(self, varying: str, name: str) -> Expression:
        words = self._inputs.varyings[varying].interpolation
        if "flat" in words or self._inputs.state.still:
            return Expression(varying, width=4)
        samples = self._inputs.runs_samples
        value = _at(varying, name, samples=samples)
        if not self._inputs.state.weighted or "noperspective" in words:
            return Expression(value, width=4)
        return Expression(f"{value} / {_at(WEIGHT, name, samples=samples)}.w", PRODUCT, 4)

    def _quad(self) -> str:
        """An attribute over arrays, which changes as it does within the quad (docs/semantics.md)."""
        if self._has_quads:
            return ""
        self._has_quads = True
        precise = "precise " if self._exact else ""
        flushed = _FLUSHED if self._exact else ""
        return f"""\
// over arrays: attributes change as they do within the quad, nothing where the offset is 0
vec4 quad_at(int layer, vec2 place) {{
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 own = uintBitsToFloat(texelFetch(fragments, ivec3(pixel, layer), 0));
    vec4 across = uintBitsToFloat(texelFetch(fragments, ivec3(pixel.x ^ 1, pixel.y, layer), 0));
    vec4 above = uintBitsToFloat(texelFetch(fragments, ivec3(pixel.x, pixel.y ^ 1, layer), 0));
    {precise}vec4 right = (pixel.x & 1) == 0 ? across - own : own - across;
    {precise}vec4 up = (pixel.y & 1) == 0 ? above - own : own - above;
    {precise}vec4 change = place.x == 0.0 ? vec4(0.0) : place.x * right;
    {precise}vec4 total = place.y == 0.0 ? change : change + place.y * up;
    {precise}vec4 moved = own + total;
{flushed}    return mix(moved, own, equal(total, vec4(0.0)));
}}
"""


def _at(varying: str, name: str, *, samples: bool) -> str:
    if name == "centroid":  # of a sample run by itself that sample (docs/semantics.md)
        return (
            f"interpolateAtSample({varying}, gl_SampleID)" if samples else f"interpolateAtCentroid({varying})"
        )
    if name == "at_offset":
        return f"interpolateAtOffset({varying}, place)"
    # A sample that is not there is the centre (docs/semantics.md).
    return (
        f"(number < uint(gl_NumSamples) ? interpolateAtSample({varying}, int(number))\n"
        f"        : interpolateAtOffset({varying}, vec2(0.0)))"
    )
