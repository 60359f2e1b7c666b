"""Texture filtering as GLSL, for textures GL itself cannot sample as they say (OpenGL 1.5, 3.8.8 and 3.8.9).

The functions fetch texel by texel: wrap modes, borders, levels and depth comparisons are those of
NV_gpu_program4 3.8.8, weights are full floats. Every function is of one sampler, its name begins with the
sampler's.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from nvrender.glsl.expressions import vector_type
from nvrender.glsl.literals import literal
from nvrender.glsl.textures.texture_keys import Filtering, Sampler, switches_late
from nvrender.ops.texture_targets import CUBES, TARGETS

_FORMATS = {"": "<f", "i": "<i", "u": "<I"}
#: Wrap mode → the texel that location ``{i}`` is in an image of ``{n}`` texels (NV_gpu_program4 Table X.19);
#: mirror(i) is max(i, −1 − i). % of negative integers is undefined in GLSL.
_WRAPS = {
    "REPEAT": "({i} >= 0 ? {i} % {n} : {n} - 1 - (-1 - {i}) % {n})",
    "CLAMP_TO_EDGE": "clamp({i}, 0, {n} - 1)",
    "CLAMP_TO_BORDER": "clamp({i}, -1, {n})",
    "MIRROR_CLAMP_TO_EDGE": "min(max({i}, -1 - {i}), {n} - 1)",
    "MIRROR_CLAMP_TO_BORDER": "min(max({i}, -1 - {i}), {n})",
}
_MIRRORED_REPEAT = """\
int {name}_mirrored(int i, int n) {{
    int place = (i >= 0 ? i % (2 * n) : 2 * n - 1 - (-1 - i) % (2 * n)) - n;
    return n - 1 - max(place, -1 - place);
}}"""
#: The clamping of the coordinate itself, in texels.
_CLAMPS = {"CLAMP": "clamp({u}, 0.0, float({n}))", "MIRROR_CLAMP": "clamp({u}, -float({n}), float({n}))"}
#: OpenGL 1.5, table 3.26: what passes, of reference and texel.
_COMPARISONS = {
    "NEVER": "false", "LESS": "reference < depth", "EQUAL": "reference == depth",
    "LEQUAL": "reference <= depth", "GREATER": "reference > depth", "NOTEQUAL": "reference != depth",
    "GEQUAL": "reference >= depth", "ALWAYS": "true",
}  # fmt: skip
#: Coordinates count up to so many texels, which every integer holds.
_FAR = "1073741824.0"
#: OpenGL 1.5, table 3.19; x counts before y and y before z where they are equal.
_CUBE = """\
int {name}_face(vec3 direction) {{
    vec3 size = abs(direction);
    if (size.x >= size.y && size.x >= size.z) return direction.x < 0.0 ? 1 : 0;
    if (size.y >= size.z) return direction.y < 0.0 ? 3 : 2;
    return direction.z < 0.0 ? 5 : 4;
}}

// s, t and the major axis of a face (OpenGL 1.5, table 3.19)
vec3 {name}_turned(vec3 v, int face) {{
    if (face == 0) return vec3(-v.z, -v.y, v.x);
    if (face == 1) return vec3(v.z, -v.y, -v.x);
    if (face == 2) return vec3(v.x, v.z, v.y);
    if (face == 3) return vec3(v.x, -v.z, -v.y);
    return face == 4 ? vec3(v.x, -v.y, v.z) : vec3(-v.x, -v.y, -v.z);
}}"""


def needs_detail(filtering: Filtering) -> bool:
    """True if the level of detail decides anything."""
    return filtering.minifying != filtering.magnifying


def magnifies(filtering: Filtering) -> str:
    """Whether ``detail`` is not above the switch-over point c (OpenGL 1.5, 3.8.9)."""
    half = switches_late(filtering.minifying, filtering.magnifying)
    return f"detail <= {'0.5' if half else '0.0'}"


def nearest_level(filtering: Filtering) -> str:
    """The level of ``detail``, from the base level, that a filter of one mipmap takes."""
    return f"clamp(ceil(detail + 0.5) - 1.0, 0.0, {filtering.last}.0)"


def filtering_functions(sampler: Sampler, *, differentiates: bool) -> str:
    """The functions ``_at``, ``_along`` and, where there are derivatives, ``_seen`` of the sampler's name.

    All take the coordinates as Table X.17 has them, divided by q, and a texel offset; ``_at`` a level of
    detail, ``_along`` derivatives of s, t and r and a bias, ``_seen`` a bias. They give four components, the
    result of a comparison in each.
    """
    return FilterFunctions(sampler).text(differentiates)


def seen(sampler: Sampler, place: str) -> str:
    """The call for a fragment's own lookup at ``place``, a vec4."""
    filtering = sampler.texture_key.filtering
    assert filtering is not None
    row = TARGETS[sampler.target]
    width = 2 if row.plain in CUBES else len(row.coordinates)
    offset = "0" if width == 1 else f"{vector_type(width, 'i')}(0)"
    return f"{sampler.name}_{'seen' if needs_detail(filtering) else 'at'}({place}, {offset}, 0.0)"


class FilterFunctions:
    """The parts of one sampler's functions; see ``filtering_functions``."""

    def __init__(self, sampler: Sampler) -> None:
        assert sampler.texture_key.filtering is not None
        self.sampler, self.filtering = sampler, sampler.texture_key.filtering
        self.name = sampler.name
        self.row = TARGETS[sampler.target]
        self.target = self.row.plain
        self.cube = self.target in CUBES
        #: How many of s, t, r choose a texel of an image.
        self.width = 2 if self.cube else len(self.row.coordinates)
        self.layered = bool(self.row.layer) or self.cube
        self.result = "float" if self.filtering.compare else f"{sampler.kind}vec4"
        self.four_kind = f"{sampler.kind}vec4"
        self.place, self.coordinate = vector_type(self.width, "i"), vector_type(self.width)
        #: The parameter of a reference that the coordinates have no room for, and as it is handed on.
        apart = bool(self.filtering.compare) and not self.row.reference
        self.compared, self.handed = (", float compared", ", compared") if apart else ("", "")
        #: What takes the component from a texel to be gathered.
        self.gathered = "" if self.filtering.compare else "[component]"

    def text(self, differentiates: bool) -> str:
        filters = {self.filtering.magnifying, self.filtering.within}
        parts = [f"// OpenGL 1.5, 3.8.8: {self._described()}", self._extent(), self._texel()]
        if "MIRRORED_REPEAT" in self.filtering.wraps[: self.width]:
            parts.append(_MIRRORED_REPEAT.format(name=self.name))
        parts += [self._within(kind) for kind in sorted(filters)]
        parts.append(self._filtered())
        if self.cube:
            parts.append(_CUBE.format(name=self.name))
        parts += [self._at(), self._along()]
        if differentiates:
            letters = self.row.coordinates
            slopes = f"dFdx(place.{letters}), dFdy(place.{letters})"
            parts.append(
                function(
                    f"{self.four_kind} {self.name}_seen"
                    f"(vec4 place{self.compared}, {self.place} offset, float bias)",
                    [f"return {self.name}_along(place{self.handed}, offset, {slopes}, bias);"],
                )
            )
        return "\n\n".join(parts)

    def _described(self) -> str:
        wraps = ", ".join(self.filtering.wraps[: self.width])
        filters = dict.fromkeys((self.filtering.minifying, self.filtering.magnifying))
        return f"{self.name}, {wraps}, {' and '.join(filters)}" + (", with border" * self.filtering.border)

    # --- texels

    def _extent(self) -> str:
        sheets = self.filtering.sheets
        if sheets is not None:
            sizes = ", ".join(map(str, sheets.size[: self.width]))
            value = f"max({self.place}({sizes}) >> level, 1)"
        else:
            base = f"textureSize({self.name}{'' if self.target == 'RECT' else ', 0'})"
            base += "." + "xy"[: self.width] if self.row.layer else ""
            # Not the size of the level (quirks.LEVEL_SIZES).
            value = base if self.target == "RECT" else f"max({base} >> level, 1)"
        return f"{self.place} {self.name}_extent(int level) {{\n    return {value};\n}}"

    def _parameters(self, *, first: str, last: str = "") -> str:
        layer = ["int layer"] * self.layered
        reference = ["float reference"] * bool(self.filtering.compare)
        return ", ".join([first, *layer, *([last] if last else []), *reference])

    def _arguments(self, *, first: str, last: str = "") -> str:
        layer, reference = ["layer"] * self.layered, ["reference"] * bool(self.filtering.compare)
        return ", ".join([first, *layer, *([last] if last else []), *reference])

    def _texel(self) -> str:
        border = self.filtering.border
        place = f"place + {border}" if border else "place"
        extent = f"{self.name}_extent(level)" + (f" + {2 * border}" if border else "")
        words = vector_type(self.width, "u")
        inside = f"lessThan({words}({place}), {words}({extent}))"
        inside = f"all({inside})" if self.width > 1 else f"uint({place}) < uint({extent})"
        kind = self.sampler.kind
        values = ", ".join(constant(value, kind) for value in self.filtering.border_color)
        value = f"inside ? {self._fetch()} : {kind}vec4({values})"
        lines = [f"bool inside = {inside};"]
        if self.filtering.compare:
            lines.append(f"float depth = ({value}).x;")
            value = f"float({_COMPARISONS[self.filtering.compare]})"
        lines.append(f"return {value};")
        signature = self._parameters(first=f"{self.place} place", last="int level")
        return function(f"{self.result} {self.name}_texel({signature})", lines)

    def _fetch(self) -> str:
        sheets, border = self.filtering.sheets, self.filtering.border
        if sheets is None:
            place = f"{vector_type(self.width + 1, 'i')}(place, layer)" if self.layered else "place"
            return f"texelFetch({self.name}, {place}{'' if self.target == 'RECT' else ', level'})"
        shift = f" + {border}" if border else ""
        slice = "layer" if self.layered else f"place.z{shift}" if self.width == 3 else "0"
        first = ("place" if self.width == 1 else "place.xy") + shift
        inside = f"{first}, 0" if self.width == 1 else first
        return f"texelFetch({self.name}, ivec3({inside}, level * {sheets.slices} + {slice}), 0)"

    # --- within a level

    def _within(self, filter: str) -> str:
        linear = filter == "LINEAR"
        wraps = self.filtering.wraps[: self.width]
        lines = self.footprint(wraps, level="level", linear=linear)
        letters = self._letters()
        if not linear:
            lines.append(f"{self.place} i = {self.place}(floor(u));")
            lines += self.wrapped("i", letters, wraps, linear)
            lines.append(f"return {self.texel('i', 'level')};")
        else:
            lines.append(f"{self.coordinate} share = u - floor(u);")
            lines.append(f"{self.place} low = {self.place}(floor(u)), high = low + 1;")
            lines += self.wrapped("low", letters, wraps, linear)
            lines += self.wrapped("high", letters, wraps, linear)
            lines.append(f"return {self._mixed(letters, [])};")
        signature = self._parameters(first=f"{self.coordinate} at", last=f"int level, {self.place} offset")
        return function(f"{self.result} {self.name}_{filter.lower()}({signature})", lines)

    def _letters(self) -> list[str]:
        return [f".{letter}" for letter in "xyz"[: self.width]] if self.width > 1 else [""]

    def footprint(self, wraps: Sequence[str], *, level: str, linear: bool) -> list[str]:
        """``size`` of a level, and ``u``: where ``at`` is among its texels, whose whole part is the first."""
        scaled = "at" if self.target == "RECT" else f"at * {self.coordinate}(size)"
        lines = [
            f"{self.place} size = {self.name}_extent({level});",
            f"{self.coordinate} u = {scaled} + {self.coordinate}(offset);",
        ]
        for letter, wrap in zip(self._letters(), wraps[: self.width], strict=True):
            if wrap in _CLAMPS:
                lines.append(f"u{letter} = {_CLAMPS[wrap].format(u=f'u{letter}', n=f'size{letter}')};")
        return [*lines, f"u = clamp(u, -{_FAR}, {_FAR}){' - 0.5' * linear};"]

    def texel(self, place: str, level: str) -> str:
        """The call for a texel, or its comparison."""
        return f"{self.name}_texel({self._arguments(first=place, last=level)})"

    def wrapped(self, name: str, letters: Sequence[str], wraps: Sequence[str], linear: bool) -> list[str]:
        """Where the texels ``name`` are once their wrap modes are applied."""
        lines = []
        for letter, wrap in zip(letters, wraps, strict=True):
            if wrap in _CLAMPS:
                wrap += "_TO_BORDER" if linear else "_TO_EDGE"
            place, size = f"{name}{letter}", f"size{letter}"
            value = f"{self.name}_mirrored({place}, {size})"
            if wrap != "MIRRORED_REPEAT":
                value = _WRAPS[wrap].format(i=place, n=size)
            lines.append(f"{place} = {value};")
        return lines

    def _mixed(self, letters: Sequence[str], chosen: list[str]) -> str:
        """Two texels along each axis, the last axis outermost."""
        if len(chosen) == self.width:
            place = f"{self.place}({', '.join(chosen)})" if self.width > 1 else chosen[0]
            return self.texel(place, "level")
        letter = letters[self.width - 1 - len(chosen)]
        one, two = (self._mixed(letters, [f"{end}{letter}", *chosen]) for end in ("low", "high"))
        return f"mix({one}, {two}, share{letter})"

    # --- between levels

    def _filtered(self) -> str:
        filtering = self.filtering
        bias, low, high = (constant(number, "") for number in filtering.bounds)
        within, between = filtering.within, filtering.between

        def level(filter: str, number: str) -> str:
            return f"{self.name}_{filter.lower()}({self._arguments(first='at', last=f'{number}, offset')})"

        lines = []
        if needs_detail(filtering):
            lines.append(f"detail = clamp(detail + {bias}, {low}, {high});")
            lines.append(f"if ({magnifies(filtering)}) return {level(filtering.magnifying, '0')};")
        last = f"{filtering.last}.0"
        if between == "NEAREST":
            lines.append(f"int near = int({nearest_level(filtering)});")
            lines.append(f"return {level(within, 'near')};")
        elif between:
            lines.append(f"int first = int(min(floor(detail), {last}));")
            if self.sampler.kind:
                lines.append(f"return {level(within, 'first')};")
            else:
                one, two = level(within, "first"), level(within, f"min(first + 1, {filtering.last})")
                lines.append(f"return mix({one}, {two}, fract(detail));")
        else:
            lines.append(f"return {level(within, '0')};")
        signature = self._parameters(first=f"{self.coordinate} at", last=f"{self.place} offset, float detail")
        return function(f"{self.result} {self.name}_filtered({signature})", lines)

    # --- from coordinates

    def unpacked(self, *, compares: bool = True) -> list[str]:
        """``at`` on an image, the number ``layer`` of the image and ``reference`` from the coordinates."""
        # NaN counts as 0 (docs/semantics.md).
        known = ["place = mix(place, vec4(0.0), isnan(place));"]
        if self.cube:
            lines = [
                f"int {'face' if self.row.layer else 'layer'} = {self.name}_face(place.xyz);",
                f"vec3 turned = {self.name}_turned(place.xyz, {'face' if self.row.layer else 'layer'});",
                "vec2 at = turned.z == 0.0 ? vec2(0.5) : 0.5 * turned.xy / turned.z + 0.5;",
            ]
        else:
            lines = [f"{self.coordinate} at = place.{self.row.coordinates};"]
        if self.row.layer:
            sheets = self.filtering.sheets
            size = f"textureSize({self.name}, 0).{'yz'[self.width - 1]}"
            layers = str(sheets.layers) if sheets is not None else size
            value = f"clamp(floor(place.{self.row.layer} + 0.5), 0.0, float({layers} - 1))"
            lines.append(
                f"int layer = {'6 * ' if self.cube else ''}int({value}){' + face' if self.cube else ''};"
            )
        if self.filtering.compare and compares:
            reference = "compared" if self.compared else f"place.{self.row.reference}"
            known.insert(0, f"float reference = clamp({reference}, 0.0, 1.0);")
        return known + lines

    def _at(self) -> str:
        arguments = self._arguments(first="at", last="offset, detail")
        return function(
            f"{self.four_kind} {self.name}_at(vec4 place{self.compared}, {self.place} offset, float detail)",
            [*self.unpacked(), f"return {self._four(f'{self.name}_filtered({arguments})')};"],
        )

    def _along(self) -> str:
        slopes = vector_type(len(self.row.coordinates))
        lines = [*self.unpacked(), *self.detailed("bias")]
        arguments = self._arguments(first="at", last="offset, detail")
        lines.append(f"return {self._four(f'{self.name}_filtered({arguments})')};")
        signature = f"vec4 place{self.compared}, {self.place} offset, {slopes} ddx, {slopes} ddy, float bias"
        return function(f"{self.four_kind} {self.name}_along({signature})", lines)

    def detailed(self, bias: str) -> list[str]:
        """``detail`` of derivatives ``ddx`` and ``ddy``, behind what is unpacked."""
        lines, right, up = self.slopes()
        return [*lines, f"float detail = log2(max(length({right}), length({up}))) + {bias};"]

    def slopes(self) -> tuple[list[str], str, str]:
        """The derivatives in texels of the base level, and the lines they need."""
        lines = []
        right, up = "ddx", "ddy"
        if self.cube:
            # The quotient rule, every fragment on its own face.
            for name in (right, up):
                turned = f"{self.name}_turned({name}, {'face' if self.row.layer else 'layer'})"
                lines.append(f"vec3 {name}_turned = {turned};")
            right, up = (
                f"(0.5 * ({name}_turned.xy - turned.xy / turned.z * {name}_turned.z) / turned.z)"
                for name in (right, up)
            )
        if self.target != "RECT":
            right, up = (f"{each} * {self.coordinate}({self.name}_extent(0))" for each in (right, up))
        return lines, right, up

    def _four(self, value: str) -> str:
        return f"vec4({value})" if self.filtering.compare else value


def function(head: str, lines: Sequence[str]) -> str:
    """A function of ``lines``."""
    return "\n".join([f"{head} {{", *(f"    {line}" for line in lines), "}"])


def constant(value: float, kind: str) -> str:
    """A number as GLSL text."""
    word = struct.unpack("<I", struct.pack(_FORMATS[kind], int(value) if kind else value))[0]
    return literal(word, kind).text
