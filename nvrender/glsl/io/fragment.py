"""The shader around a fragment program: what arrives by binding, and where its results go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.declared.variables import RESULT_NAMES, Variable
from nvrender.glsl.declared.word_types import cast
from nvrender.glsl.expressions import Expression
from nvrender.glsl.formulas import passes
from nvrender.glsl.io import sprites
from nvrender.glsl.io.declared import TypedInterface, results_written
from nvrender.glsl.io.fragment_inputs import (
    BACK,
    FACING,
    FOGCOORD,
    POINT_COORDINATE,
    POSITION,
    PRIMITIVE_ID,
    VARYINGS,
    FragmentInputs,
)
from nvrender.glsl.io.fragment_tests import ALPHA_TESTS, STATE, alpha_test, fog, fog_option
from nvrender.glsl.io.interpolation import (
    CHANGES,
    DECLARED_PLACES,
    Inputs,
    asks_places,
    moves_position,
)
from nvrender.glsl.io.memory_block import COUNTED, IDLENESS
from nvrender.glsl.io.parameter_blocks import buffers_read, parameters_read
from nvrender.glsl.io.sampling import (
    NOT_COLORS,
    SECOND,
    check_sampling,
    color_place,
    runs_samples,
    weight,
)
from nvrender.glsl.io.vertex import Attribute, Result
from nvrender.glsl.link import DrawState, Link
from nvrender.glsl.names import Names
from nvrender.glsl.options import Options
from nvrender.glsl.targets import Target
from nvrender.glsl.threads import quad_groups
from nvrender.glsl.varyings import GIVEN_PRIMITIVE_ID, Varying
from nvrender.languages.arb.fragment_bindings import DEPTHS, FRAGMENT_ATTRIBUTES
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES
from nvrender.program import Program, RegisterFile
from nvrender.program.memory import reaching_outside

#: With one of these a program says what each colour buffer gets (ARB_draw_buffers 3.11.3.4).
_SEVERAL = frozenset({"ARB_draw_buffers", "ATI_draw_buffers"})
#: What stands at the pixels of fragments that were not discarded.
EMITTED = "emitted"


@dataclass(frozen=True)
class FragmentInterface(TypedInterface):
    """What a fragment program reads and writes.

    Of kind "fragment" a pipeline's fragment shader; of kind "pixels" the same over arrays: the attributes
    of the fragment at each pixel are the layers of an unsigned texture, in the order of ``attributes``, and
    results leave as words.
    """

    two_side: bool = False
    #: The alpha test, "" where every fragment passes.
    alpha_function: str = ""
    #: Whether a killed fragment goes on to the end, for the derivatives of its neighbours.
    delays_kills: bool = False
    varyings: tuple[Varying, ...] = ()
    #: Attributes that are what a shader has, by name.
    direct: frozenset[int] = frozenset()
    #: Attributes that are a point's own coordinates.
    replaced: frozenset[int] = frozenset()
    #: How many colour buffers there are.
    colors: int = 1
    #: How many primitives of the draw count as one, None for all.
    split: int | None = 1
    #: Whether inputs away from the centre are divided by a weight.
    weighted: bool = False
    #: Whether inputs are the same over the primitive.
    still: bool = False
    #: Whether second colours leave the shader; None for those the program writes.
    second_colors: bool | None = None

    @property
    def read(self) -> tuple[Varying, ...]:
        return self.varyings

    @property
    def fog(self) -> str:
        """The fog option, "" without one."""
        return fog_option(self.program)

    @property
    def saturates(self) -> bool:
        """True if colours are clamped: where the language has floats only, and wherever fog is applied."""
        return self.program.profile.family in ("arbfp", "fp1") or bool(self.fog)

    @property
    def helpers(self) -> tuple[tuple[str, int], ...]:
        """The helpers the last statements call, and their widths."""
        colors = self.saturates and any(row.name not in NOT_COLORS for row in self.results)
        depth = self.kind == "pixels" and any(row.name == "depth" for row in self.results)
        found = ((self._saturate, 4),) * (colors and self._saturates_by_helper)
        if self.exact and depth:
            found += ("nv_saturate", 4), ("nv_flush", 4)
        return found

    @property
    def _saturates_words(self) -> bool:
        """True if some instruction leaves a word in a result that is clamped."""
        return (self.storage.holds_words and not self.program.profile.flags) and any(
            row.destination is not None
            and row.destination.register.file is RegisterFile.RESULT
            and (row.opcode.packs or passes(row.operation))
            for row in self.program.instructions
        )

    @property
    def _saturates_by_helper(self) -> bool:
        """True where clamping leaves what clamp() may not: NaN, and words that are denormal as floats."""
        return self.exact or self._saturates_words

    @property
    def _saturate(self) -> str:
        return "nv_saturate_words" if self._saturates_words else "nv_saturate"

    @property
    def filled(self) -> dict[str, tuple[str, str, str]]:
        """Colours the program does not write: their layout, kind and value.

        Without an option for several, colour 0 goes to every buffer (ARB_draw_buffers 3.11.3.4, 4.2.1); a
        colour nobody writes is 0 (docs/semantics.md).
        """
        if self.kind != "fragment":
            return {}
        written = {row.name: self.result_kind(row) for row in self.results if row.name not in NOT_COLORS}
        shared = "color" in written and not _SEVERAL & set(self.program.options)
        kind, value = (written["color"], "color") if shared else ("", "vec4(0.0)")
        names = [RESULT_NAMES[f"color[{place}]"] for place in range(self.colors)]
        found = {
            name: (f"location = {place}", kind, value)
            for place, name in enumerate(names)
            if name not in written
        }
        if self.second_colors and SECOND not in written:
            found[SECOND] = "location = 0, index = 1", "", "vec4(0.0)"
        return found

    def is_output(self, name: str) -> bool:
        if self.kind != "fragment" or name in NOT_COLORS:
            return False
        return self.second_colors is not False or not name.startswith(SECOND)

    @property
    def has_final_section(self) -> bool:
        return (
            self.kind == "pixels"
            or self.saturates
            or self.delays_kills
            or bool(self.alpha_function)
            or bool(self.filled)
            or any(row.name in NOT_COLORS for row in self.results)
        )

    @property
    def early(self) -> bool:
        """True if stencil and depth test come first (NV_gpu_program5 2.X.6.Y)."""
        return self.kind == "fragment" and "NV_early_fragment_tests" in self.program.options

    @property
    def runs_samples(self) -> bool:
        """True if each sample is run by itself."""
        return self.kind == "fragment" and runs_samples(self.program)

    @property
    def counts_fragments(self) -> bool:
        """True if pixels that stand for no fragment must be told, which change no memory."""
        told = reaching_outside(self.program) is not None or quad_groups.grouped(self.program)
        return self.kind == "pixels" and told

    def declarations(self, precise: str) -> list[str]:
        lines = list(COUNTED) if self.counts_fragments else []
        position = "gl_FragCoord"
        layout = ", ".join(
            word
            for option, word in (
                ("ARB_fragment_coord_origin_upper_left", "origin_upper_left"),
                ("ARB_fragment_coord_pixel_center_integer", "pixel_center_integer"),
            )
            if option in self.program.options
        )
        if self.kind == "pixels":
            if self.attributes:
                lines.append("uniform usampler2DArray fragments;  // a layer for each attribute")
        else:
            if self.early:
                lines.append("layout(early_fragment_tests) in;")
            if layout and any(row.index == POSITION for row in self.attributes):
                lines.append(f"layout({layout}) in vec4 {position};")
            if moves_position(self.program, POSITION):
                lines += [f"vec2 {name};" for name in CHANGES]
            if asks_places(self.program, self.inputs_elsewhere):
                lines.append(DECLARED_PLACES)
            lines += [row.declared("in") for row in self.varyings]
            if self.replaced:
                redeclared = layout if any(row.index == POSITION for row in self.attributes) else ""
                lines += sprites.inputs(
                    upper_left="origin_upper_left" in redeclared,
                    pixel_center_integer="pixel_center_integer" in redeclared,
                    samples=self.runs_samples,
                )
        lines += quad_groups.declarations(self.program, self.kind)
        lines += self.block_declarations()
        if self.fog or self.alpha_function in ALPHA_TESTS:
            lines.append(STATE.format(binding=self.binding(2)))
        lines += self._outputs(precise)
        return lines

    def _outputs(self, precise: str) -> Iterator[str]:
        if self.kind == "pixels":
            for place, row in enumerate(self.results):
                yield f"layout(location = {place}) out uvec4 words_{place};  // {row.result}"
            yield f"layout(location = {len(self.results)}) out uvec4 {EMITTED};"
            return
        for row in self.results:
            if self.is_output(row.name):
                kind = self.result_kind(row)
                qualifier = "" if kind else precise
                yield f"layout({color_place(row)}) {qualifier}out {kind}vec4 {row.name};"
        for name, (layout, kind, _) in self.filled.items():
            yield f"layout({layout}) out {kind}vec4 {name};"

    def opening(self) -> list[str]:
        if self.kind == "fragment" and moves_position(self.program, POSITION):
            pairs = zip(CHANGES, ("dFdx", "dFdy"), strict=True)
            return [f"{name} = {function}(gl_FragCoord.zw);" for name, function in pairs]
        return list(IDLENESS) if self.counts_fragments else []

    def first_value(self, variable: Variable) -> str:
        """What a result is at first where that is not zeros: the depth is the fragment's own."""
        if variable.name == "samplemask":
            words = Expression("uvec4(0xffffffffu, 0u, 0u, 0u)", width=4)  # docs/semantics.md
            return cast(words, "u", variable.kind).text
        if variable.name != "depth":
            return ""
        if self.kind == "fragment":
            return "vec4(0.0, 0.0, gl_FragCoord.z, 0.0)"
        value = cast(Expression(f"{self._texel(POSITION)}.z"), "u", "").text
        return f"vec4(0.0, 0.0, {value}, 0.0)"

    def _texel(self, index: int) -> str:
        place = next(place for place, row in enumerate(self.attributes) if row.index == index)
        return f"texelFetch(fragments, ivec3(gl_FragCoord.xy, {place}), 0)"

    def _loaded(self, index: int, kind: str, places: dict[int, int], through: str) -> str:
        variable = self.storage.variables[RegisterFile.ATTRIBUTE, index]
        if index in self.direct and not variable.array:
            return ""
        value, source = self._own(index)
        text = cast(Expression(value, width=4), source, kind).text
        return f"{through}({text})" if through and not kind else text

    @property
    def inputs_elsewhere(self) -> Inputs:
        """What functions that interpolate read."""
        places = {row.index: place for place, row in enumerate(self.attributes)}
        return Inputs(
            lambda index: cast(Expression(self._own(index)[0], width=4), self._own(index)[1], "").text,
            lambda index, read: self._inputs.read(index, read)[0],
            {row.name: row for row in self.varyings},
            POSITION,
            self.replaced,
            self.weighted,
            self.runs_samples,
            places if self.kind == "pixels" else None,
            self.still,
        )

    @property
    def _inputs(self) -> FragmentInputs:
        return FragmentInputs(
            self.program.profile.family,
            self.varyings,
            self.replaced,
            self.two_side,
            self.split,
            self.runs_samples,
            self.weighted,
        )

    def _own(self, index: int) -> tuple[str, str]:
        """An attribute as the shader has it, and of which kind."""
        return (self._texel(index), "u") if self.kind == "pixels" else self._inputs.own(index)

    def closing(self) -> list[str]:
        lines = ["if (killed) discard;"] if self.delays_kills else []
        clamp = f"{self._saturate}({{}})" if self._saturates_by_helper else "clamp({}, 0.0, 1.0)"
        for row in self.results:
            if row.name not in NOT_COLORS and self.saturates and not self.result_kind(row):
                lines.append(f"{row.name} = {clamp.format(row.name)};")
            if row.name == "color" and self.fog and not self.result_kind(row):
                lines += fog(self.fog, row.name, self._fog_coordinate())
            if row.name == "depth" and not self.early:
                lines.append(f"{self._depth(row)};")
            if row.name == "samplemask" and self.kind == "fragment":
                words = cast(Expression("samplemask.x"), self.result_kind(row), "i").text
                lines.append(f"gl_SampleMask[0] = {words};")
        lines += [f"{name} = {value};" for name, (_, _, value) in self.filled.items()]
        lines += self._alpha_test()
        if self.kind == "pixels":
            for place, row in enumerate(self.results):
                value = cast(Expression(row.name, width=4), self.result_kind(row), "u").text
                lines.append(f"words_{place} = {value};")
            lines.append(f"{EMITTED} = uvec4(1u);")
        return lines

    def _alpha_test(self) -> list[str]:
        """The alpha test of colour 0."""
        if not self.alpha_function:
            return []
        if self.alpha_function == "NEVER":
            return ["discard;"]
        first = next((row for row in self.results if row.name == "color"), None)
        if first is None or self.result_kind(first):
            return []
        return alpha_test(self.alpha_function, first.name)

    def _depth(self, row: Result) -> str:
        if self.kind == "fragment":
            return f"gl_FragDepth = clamp({row.name}.z, 0.0, 1.0)"
        value = f"nv_saturate(nv_flush({row.name}))" if self.exact else f"clamp({row.name}, 0.0, 1.0)"
        return f"{row.name} = {value}"

    def _fog_coordinate(self) -> str:
        variable = self.storage.variables.get((RegisterFile.ATTRIBUTE, FOGCOORD))
        if variable is not None:
            return cast(Expression(f"{variable.at(FOGCOORD)}.x"), variable.kind, "").text
        if self.kind == "fragment":
            return f"{VARYINGS[FOGCOORD]}.x"
        return cast(Expression(f"{self._texel(FOGCOORD)}.x"), "u", "").text


def fragment_interface(
    program: Program,
    storage: Storage,
    names: Names,
    target: Target,
    kind: str,
    options: Options,
    *,
    delays_kills: bool,
) -> FragmentInterface:
    """What ``program`` reads and writes in an interface of this ``kind``; names every register."""
    read = {index for file, index in storage.variables if file is RegisterFile.ATTRIBUTE}
    read |= _needed(program) if kind == "pixels" else _needed(program) - {POSITION}
    link, state = options.link, options.link.state
    replaced, direct = frozenset[int](), frozenset[int]()
    varyings: dict[str, Varying] = {}
    if kind == "fragment":
        check_sampling(program, target)
        replaced = _replaced(read, state.sprites)
        varyings = _varyings(program, storage, link, read - replaced)
        if state.weighted:
            varyings |= weight(program, varyings.values(), position=POSITION in read)
        direct = frozenset(index for index in read - replaced if _is_direct(program, storage, state, index))
    storage.name(names, {index: VARYINGS.get(index, "gl_FragCoord") for index in direct})
    attributes = tuple(
        Attribute(index, FRAGMENT_5_ATTRIBUTES[index], VARYINGS.get(index, "gl_FragCoord"), place)
        for place, index in enumerate(sorted(read))
    )
    results = results_written(program, options)
    return FragmentInterface(
        kind,
        target,
        program,
        storage,
        attributes,
        {index: VARYINGS.get(index, "gl_FragCoord") for index in direct},
        parameters_read(program, storage),
        results,
        False,
        False,
        tuple(buffers_read(program, storage)),
        exact=options.exact,
        two_side=state.two_side,
        alpha_function=state.alpha_function,
        colors=state.colors,
        split=state.split,
        weighted=state.weighted,
        still=state.still,
        second_colors=state.second_colors,
        delays_kills=delays_kills,
        varyings=tuple(varyings.values()),
        direct=direct,
        replaced=replaced,
    )


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
        order = ("FLAT", "NOPERSPECTIVE", "CENTROID", "SAMPLE")
        qualifiers = " ".join(word.lower() for word in order if word in words)
        found[name] = Varying(name, qualifiers, _input_kind(program, storage, index))
        if link.state.two_side and name in BACK:
            found[BACK[name]] = found[name]._replace(name=BACK[name])
    if link.numbers_given and PRIMITIVE_ID in read:
        found[GIVEN_PRIMITIVE_ID] = Varying(GIVEN_PRIMITIVE_ID, "flat", "i")
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
    if index == FOGCOORD or name.startswith("CLP"):
        return not _reads_more_than_x(program, index)
    return not (state.two_side and name in BACK)


def _needed(program: Program) -> set[int]:
    """Attributes the shader reads besides the program's own: for fog, and for a depth left alone."""
    needed = {FOGCOORD} if fog_option(program) else set()
    return needed | (set() if DEPTHS.isdisjoint(program.results) else {POSITION})


def _reads_more_than_x(program: Program, index: int) -> bool:
    """True if some operand reads a component of an attribute that the varying need not have."""
    return any(
        operand.register.file is RegisterFile.ATTRIBUTE
        and operand.register.index == index
        and (operand.extended is not None or set(operand.swizzle) != {0})
        for instruction in program.instructions
        for operand in instruction.sources
    )
