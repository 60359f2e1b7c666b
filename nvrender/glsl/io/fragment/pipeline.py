"""A pipeline's fragment shader: its inputs are called by binding, as what the stages before it write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nvrender.glsl.expressions import PRIMARY, PRODUCT, Expression
from nvrender.glsl.io.built_ins import INPUTS, SCALARS, name_state
from nvrender.glsl.io.fragment import sprites
from nvrender.glsl.io.fragment.attributes import (
    BACK,
    FACING,
    FOGCOORD,
    POINT_COORDINATE,
    POSITION,
    PRIMITIVE_ID,
    SAMPLE_ID,
    SAMPLE_MASK,
    SINGLE,
    VARYINGS,
)
from nvrender.glsl.io.fragment.common import COLORS, FragmentProgram, attributes_read, numbered
from nvrender.glsl.io.fragment.fixed_function import alpha_test
from nvrender.glsl.io.fragment.interpolation import (
    CHANGES,
    DECLARED_PLACES,
    PLACES,
    WEIGHTS,
    asks_places,
    moves_position,
)
from nvrender.glsl.io.fragment.sampling import check_sampling, runs_samples, weight
from nvrender.glsl.io.interface import Leaving, Result, results_written
from nvrender.glsl.link import DrawState, Link
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.registers.variables import RESULT_NAMES
from nvrender.glsl.targets import Target
from nvrender.glsl.threads import quad_groups
from nvrender.glsl.varyings import GIVEN_PRIMITIVE_ID, QUALIFIERS, Varying, of_kind
from nvrender.glsl.word_types import cast
from nvrender.ir.analysis.places import nodes_of
from nvrender.ir.nodes import Load, Role
from nvrender.languages.arb.fragment_bindings import FRAGMENT_ATTRIBUTES
from nvrender.lower.program import lowered
from nvrender.program import Program, RegisterFile

#: With one of these a program says what each colour buffer gets (ARB_draw_buffers 3.11.3.4).
_SEVERAL = frozenset({"ARB_draw_buffers", "ATI_draw_buffers"})
_SECOND = RESULT_NAMES["color[0].secondary"]
_SECOND_COLORS = frozenset(RESULT_NAMES[f"color[{place}].secondary"] for place in range(8))
_CONVENTIONS = {
    "ARB_fragment_coord_origin_upper_left": "origin_upper_left",
    "ARB_fragment_coord_pixel_center_integer": "pixel_center_integer",
}


@dataclass(frozen=True)
class FragmentShader(FragmentProgram):
    """One invocation a fragment, or a sample of it.

    ``varyings`` are by name what the stage before hands over, ``direct`` the attributes that the shader has
    by a name, ``replaced`` those that are a point's own coordinates.
    """

    varyings: dict[str, Varying]
    direct: dict[int, str]
    replaced: frozenset[int]

    kind = "fragment"
    purpose = "fragment shader"
    layers = None

    @property
    def read(self) -> tuple[Varying, ...]:
        return tuple(self.varyings.values())

    @property
    def input_vectors(self) -> int:
        return len(self.read) + bool(self.replaced)

    @property
    def runs_samples(self) -> bool:
        """True if each sample is run by itself."""
        return runs_samples(self.program)

    @property
    def _tests_early(self) -> bool:
        """True if stencil and depth test come first (NV_gpu_program5 2.X.6.Y)."""
        return "NV_early_fragment_tests" in self.program.options

    @property
    def _filled(self) -> dict[str, tuple[str, str]]:
        """Colours the program does not write: their kind and value.

        Without an option for several, colour 0 goes to every buffer (ARB_draw_buffers 3.11.3.4, 4.2.1); a
        colour nobody writes is 0 (docs/semantics.md).
        """
        written = {row.name: self.result_kind(row) for row in self.results if row.name in COLORS}
        shared = "color" in written and not _SEVERAL & set(self.program.options)
        value = (written["color"], "color") if shared else ("", "vec4(0.0)")
        found = {RESULT_NAMES[f"color[{place}]"]: value for place in range(self.state.colors)}
        found |= {_SECOND: ("", "vec4(0.0)")} if self.state.second_colors else {}
        return {name: row for name, row in found.items() if name not in written}

    def is_output(self, name: str) -> bool:
        return name in COLORS and (self.state.second_colors is not False or name not in _SECOND_COLORS)

    @property
    def has_final_section(self) -> bool:
        tests = bool(self.state.alpha_function) or bool(self._filled)
        return super().has_final_section or tests or not self.target.modern

    def inputs(self) -> list[str]:
        words = [word for option, word in _CONVENTIONS.items() if option in self.program.options]
        words = words if any(row.index == POSITION for row in self.attributes) else []
        lines = ["layout(early_fragment_tests) in;"] * self._tests_early
        lines += [f"layout({', '.join(words)}) in vec4 gl_FragCoord;"] * bool(words)
        if moves_position(self.program) or self._moves_w:
            lines += [f"vec2 {name};" for name in CHANGES]
        lines += [DECLARED_PLACES] * (asks_places(self.program, self) or self._moves_w)
        lines += [row.declared(self.handed("in")) for row in self.read if row.name not in self._built_ins]
        if self.replaced:
            lines += sprites.inputs(
                upper_left="origin_upper_left" in words,
                pixel_center_integer="pixel_center_integer" in words,
                samples=self.runs_samples,
            )
        return lines

    def outputs(self) -> list[str]:
        rows = (row for row in self.results if self.is_output(row.name))
        found = {row.name: (self.result_kind(row), self.precise) for row in rows}
        found |= {name: (kind, "") for name, (kind, _) in self._filled.items()}
        if not self.target.modern:
            return [f"vec4 {name};" for name in found if name not in self._direct_colors]
        return [
            f"{self._place(name)}{'' if kind else precise}out {kind}vec4 {name};"
            for name, (kind, precise) in found.items()
        ]

    @property
    def extensions(self) -> list[str]:
        rows = {row.name for row in self.results}
        return [*super().extensions, *filter(None, [self.target.depth_extension] * ("depth" in rows))]

    @property
    def optional_extensions(self) -> list[str]:
        extension = self.target.colors_extension
        several = any(COLORS[row.name] != COLORS["color"] for row in self.results if self.is_output(row.name))
        if not (several and extension):
            return []
        return [f"#ifdef {extension}", f"#extension {extension} : require", "#endif"]

    def _place(self, name: str) -> str:
        return f"layout({COLORS[name]}) " if self.target.output_locations else ""

    def prologue(self) -> list[str]:
        if not (moves_position(self.program) or self._moves_w):
            return []
        pairs = zip(CHANGES, ("dFdx", "dFdy"), strict=True)
        return [f"{name} = {function}(gl_FragCoord.zw);" for name, function in pairs]

    def reads_directly(self, index: int) -> bool:
        return index in self.direct

    @property
    def _built_ins(self) -> Mapping[str, str]:
        """Varying → the variable of GLSL's own that hands it over."""
        return INPUTS if self.options.built_ins else {}

    def component(self, index: int, letter: str) -> str:
        name = self._built_ins.get(VARYINGS[index], VARYINGS[index])
        return name if name in SCALARS else f"{name}.{letter}"

    def element(self, index: int) -> tuple[str, str]:
        return self.elsewhere(index, self._mended)

    def elsewhere(self, index: int, read: Callable[[str], Expression]) -> tuple[str, str]:
        """An attribute and its kind, with each of its varyings as ``read`` has it."""
        if index == POINT_COORDINATE:
            return sprites.POINT_COORDINATE if index in self.replaced else "vec4(0.0)", ""
        if index in self.replaced:
            return sprites.TEXTURE_COORDINATE, ""
        if index in VARYINGS:
            return self._varying(index, read)
        if index > POINT_COORDINATE:
            return quad_groups.thread_attribute(index)
        if index == SAMPLE_ID:
            return "ivec4(gl_SampleID, 0, 0, 0)", "i"
        if index == SAMPLE_MASK:
            # quirks.PLACES_OF_SAMPLES
            own = " & (1 << gl_SampleID)" if self.runs_samples else ""
            return f"ivec4(gl_SampleMaskIn[0]{own}, 0, 0, 0)", "i"
        if index == POSITION:
            return self._position, ""
        if index == FACING:
            return "vec4(gl_FrontFacing ? 1.0 : -1.0, 0.0, 0.0, 1.0)", ""
        if GIVEN_PRIMITIVE_ID in self.varyings:
            return GIVEN_PRIMITIVE_ID, "i"
        split = self.state.split
        number = "gl_PrimitiveID" if split == 1 else f"gl_PrimitiveID / {split}"
        return f"ivec4({number if split else 0}, 0, 0, 0)", "i"

    def _varying(self, index: int, read: Callable[[str], Expression]) -> tuple[str, str]:
        name = VARYINGS[index]
        if index in SINGLE:
            # NV_fragment_program Table X.1
            last = "0.0" if index == FOGCOORD and not self.program.profile.family.opaque else "1.0"
            place = "" if self._built_ins.get(name) in SCALARS else ".x"
            return f"vec4({read(name).at(PRIMARY)}{place}, 0.0, 0.0, {last})", ""
        if self.state.two_side and name in BACK:
            return f"gl_FrontFacing ? {read(name).text} : {read(BACK[name]).text}", ""
        return read(name).text, self.varyings[name].kind

    def _mended(self, name: str) -> Expression:
        """A varying, divided by the weight where it is taken away from the centre."""
        words = self.varyings[name].interpolation
        weights = [WEIGHTS[word] for word in words if word in WEIGHTS]
        if self.state.weighted and weights and words.isdisjoint(("flat", "noperspective")):
            return Expression(f"{name} / {weights[0]}", PRODUCT, 4)
        return Expression(self._built_ins.get(name, name), width=4)

    @property
    def _moves_w(self) -> bool:
        """True if 1/w is the centre's and is to be the sample's (quirks.CENTRAL_W)."""
        read = any(row.index == POSITION for row in self.attributes)
        return self.state.central and self.runs_samples and read

    @property
    def _position(self) -> str:
        """``fragment.position``: the sample's own where each is run by itself."""
        if not self.runs_samples:
            return "gl_FragCoord"
        right, up = CHANGES
        moved = f" + dot({PLACES}[gl_SampleID], vec2({right}.y, {up}.y))" if self._moves_w else ""
        inverse = f"gl_FragCoord.w{moved}"
        # Reading its number makes drivers give the sample's place (quirks.PLACES_OF_SAMPLES).
        return f"(gl_SampleID < 0 ? vec4(0.0) : vec4(gl_FragCoord.xyz, {inverse}))"

    def leaving(self, row: Result) -> Leaving | None:
        if row.name == "depth" and not self._tests_early and not self.result_kind(row):
            return Leaving(self.target.depth_output, (2,), (0.0, 1.0))
        way = super().leaving(row)
        if self.target.modern or not self.is_output(row.name) or self._changes_colors:
            return way
        return Leaving(self._stored_color(row.name), limits=(None, None) if way is None else way.limits)

    def other_result(self, row: Result) -> list[str]:
        if row.name in self.in_place:
            return []
        if row.name == "depth":
            depth = self.target.depth_output
            return [f"{depth} = clamp({row.name}.z, 0.0, 1.0);"] * (not self._tests_early)
        words = cast(Expression(f"{row.name}.x"), self.result_kind(row), "i").text
        return [f"gl_SampleMask[0] = {words};"]

    def observed(self, row: Result) -> frozenset[int]:
        return frozenset({2}) if row.name == "depth" else super().observed(row)

    def epilogue(self) -> list[str]:
        filled = [f"{name} = {value};" for name, (_, value) in self._filled.items()]
        return [*super().epilogue(), *filled, *self._alpha_test(), *self._stored_colors()]

    def _stored_colors(self) -> list[str]:
        """Colours go to GL's own variables where outputs have no names."""
        if self.target.modern:
            return []
        names = [row.name for row in self.results if self.is_output(row.name)] + list(self._filled)
        return [f"{self._stored_color(name)} = {name};" for name in names if name not in self._direct_colors]

    @property
    def _changes_colors(self) -> bool:
        """True if fog or the alpha test come behind the program's own colours."""
        return bool(self.fog or self.state.alpha_function)

    @property
    def _direct_colors(self) -> frozenset[str]:
        """The colours that are GL's own variables from the beginning."""
        return frozenset() if self._changes_colors else self.in_place

    def _stored_color(self, name: str) -> str:
        """GL's own variable for a colour."""
        names = {row.name for row in self.results if self.is_output(row.name)} | set(self._filled)
        if not _SEVERAL & set(self.program.options) and names <= {"color"}:
            return "gl_FragColor"
        return f"gl_FragData[{list(COLORS).index(name)}]"

    def _alpha_test(self) -> list[str]:
        """The alpha test of colour 0."""
        function = self.state.alpha_function
        if function in ("", "NEVER"):
            return ["discard;"] if function else []
        first = [row for row in self.results if row.name == "color" and not self.result_kind(row)]
        return alpha_test(function, "color") if first else []


def fragment_shader(storage: Storage, names: Names, target: Target, options: Options) -> FragmentShader:
    """The pipeline's shader around a program; names every register."""
    program = storage.program
    check_sampling(program, target)
    link, state = options.link, options.link.state
    read = attributes_read(storage)
    replaced = _replaced(read, state.sprites)
    varyings = _varyings(program, storage, link, read - replaced)
    if state.weighted:
        varyings |= weight(program, varyings.values())
    direct = {
        index: _direct_name(index, built_ins=options.built_ins)
        for index in read - replaced
        if _is_direct(program, storage, state, index) and not (options.built_ins and index == FOGCOORD)
    }
    storage.name(names, direct)
    if options.built_ins:
        name_state(storage)
    results = results_written(program, options.link.captured)
    return FragmentShader(storage, target, options, numbered(read), results, varyings, direct, replaced)


def _direct_name(index: int, *, built_ins: bool) -> str:
    name = VARYINGS.get(index, "gl_FragCoord")
    return INPUTS.get(name, name) if built_ins else name


def _replaced(read: set[int], units: frozenset[int]) -> frozenset[int]:
    """The attributes that are a point's own coordinates."""
    names = {f"TEX{unit}" for unit in units}
    point = {POINT_COORDINATE} if sprites.POINT_UNIT in units else set()
    return frozenset(index for index in read if index in point or VARYINGS.get(index) in names)


def _varyings(program: Program, storage: Storage, link: Link, read: set[int]) -> dict[str, Varying]:
    """What the stage before hands over, by name."""
    found: dict[str, Varying] = {}
    interpolation = {row.index: row.interpolation for row in program.attributes}
    for index in sorted(read & VARYINGS.keys()):
        name, words = VARYINGS[index], interpolation.get(index, frozenset[str]())
        # NV_fragment_program4 2.X.3.1: the shade model makes colours flat whatever the program says.
        words = frozenset({"FLAT"}) if link.state.flat_colors and name in BACK else words
        qualifiers = " ".join(word for word in QUALIFIERS if word.upper() in words)
        found[name] = Varying(name, qualifiers, _input_kind(program, storage, index))
        if link.state.two_side and name in BACK:
            found[BACK[name]] = found[name]._replace(name=BACK[name])
    if link.numbers_given and PRIMITIVE_ID in read:
        found[GIVEN_PRIMITIVE_ID] = of_kind(GIVEN_PRIMITIVE_ID, "i")
    return found


def _input_kind(program: Program, storage: Storage, index: int) -> str:
    """The kind of an attribute's words as they arrive: floats but of flat ones of no declared type."""
    variable = storage.variables.get((RegisterFile.ATTRIBUTE, index))
    row = next((row for row in program.attributes if row.index == index), None)
    typeless = row is not None and "FLAT" in row.interpolation and row.type is None
    return variable.kind if variable is not None and typeless else ""


def _is_direct(program: Program, storage: Storage, state: DrawState, index: int) -> bool:
    """True if an attribute is what the shader has, by its name."""
    variable = storage.variables.get((RegisterFile.ATTRIBUTE, index))
    if variable is None or variable.array or variable.kind != _input_kind(program, storage, index):
        return False
    if index in (FACING, PRIMITIVE_ID) or index >= len(FRAGMENT_ATTRIBUTES):
        return False
    words = {word for row in program.attributes if row.index == index for word in row.interpolation}
    if state.weighted and not words.isdisjoint({"CENTROID", "SAMPLE"}):
        return False
    if index == POSITION:
        return not runs_samples(program)
    name = VARYINGS[index]
    if index in SINGLE:
        return not _reads_more_than_x(program, index)
    return not (state.two_side and name in BACK)


def _reads_more_than_x(program: Program, index: int) -> bool:
    """True if some operand reads a component of an attribute that the varying need not have."""
    loads = (node for node, _ in nodes_of(lowered(program), Load))
    read = (row.components for row in loads if row.var.role is Role.INPUT and row.var.binding == index)
    return any(set(components) != {0} for components in read)
