"""What the shaders around fragment programs share: colours, depth, fog, and when a fragment is discarded."""

from __future__ import annotations

from collections.abc import Iterable

from nvrender.glsl.emit.checks import differentiates_after_kills
from nvrender.glsl.expressions import Expression
from nvrender.glsl.io.fragment.attributes import FOGCOORD, VARYINGS
from nvrender.glsl.io.fragment.fixed_function import ALPHA_TESTS, STATE, STATE_BLOCK, fog, fog_option
from nvrender.glsl.io.interface import Attribute, Leaving, Result, Shader
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.registers.variables import RESULT_NAMES, Variable
from nvrender.glsl.threads import quad_groups
from nvrender.glsl.word_types import cast
from nvrender.ir.analysis.computed import computed
from nvrender.ir.analysis.places import nodes_of
from nvrender.ir.nodes import Assign, Role
from nvrender.languages.arb.generation5_bindings import FRAGMENT_5_ATTRIBUTES
from nvrender.lower.program import lowered
from nvrender.ops.formulas import passes
from nvrender.ops.table import OPERATIONS
from nvrender.program import RegisterFile

#: Colour → its layout (ARB_draw_buffers 3.11.3.4; ARB_blend_func_extended 3.12.2).
COLORS = {
    **{RESULT_NAMES[f"color[{place}]"]: f"location = {place}" for place in range(8)},
    **{RESULT_NAMES[f"color[{place}].secondary"]: f"location = {place}, index = 1" for place in range(8)},
}


class FragmentProgram(Shader):
    """The shader around a fragment program."""

    integer = "int(gl_FragCoord.x)", True

    @property
    def counts_fragments(self) -> bool:
        """Whether pixels that stand for no fragment must be told, which change no memory."""
        return False

    @property
    def delays_kills(self) -> bool:
        """Whether a killed fragment goes on to the end, for the derivatives of its neighbours."""
        return differentiates_after_kills(self.program)

    @property
    def asleep(self) -> str:
        """What is true of invocations that stand for no fragment, or no more; "" where there are none."""
        return " || ".join(["idle"] * self.counts_fragments + ["killed"] * self.delays_kills)

    @property
    def fog(self) -> str:
        """The fog option, "" without one."""
        return fog_option(self.program)

    @property
    def saturates(self) -> bool:
        """True if colours are clamped: where the language has floats only, and wherever fog is applied."""
        return self.program.profile.family.clamps_colors or bool(self.fog)

    @property
    def _saturates_words(self) -> bool:
        """True if some instruction leaves a word in a result that is clamped."""
        if not self.storage.holds_words or self.program.profile.flags or self.target.bit_casts is None:
            return False
        nodes = (node for node, _ in nodes_of(lowered(self.program), Assign) if node.var.role is Role.OUTPUT)
        operations = {computed(node.value).operation for node in nodes}
        return any(OPERATIONS[name].packs or passes(name) for name in operations)

    @property
    def _saturate(self) -> str:
        """The helper that clamps, "" where clamp() leaves neither NaN nor words denormal as floats."""
        if self._saturates_words:
            return "nv_saturate_words"
        return "nv_saturate" if self.options.exact else ""

    @property
    def helpers(self) -> tuple[tuple[str, int], ...]:
        colors = self.saturates and any(row.name in COLORS for row in self.results)
        return ((self._saturate, 4),) * (colors and bool(self._saturate))

    @property
    def has_final_section(self) -> bool:
        return self.saturates or self.delays_kills or any(row.name not in COLORS for row in self.results)

    def variables(self) -> list[str]:
        text = "bool killed = false;  // discarded at the end: derivatives need all four of a quad"
        return [text] * self.delays_kills

    def blocks(self) -> list[str]:
        return [*quad_groups.declarations(self.program, self.kind), *super().blocks()]

    def state_blocks(self) -> list[str]:
        needed = (bool(self.fog) and not self.options.built_ins) or self.state.alpha_function in ALPHA_TESTS
        return self.block(2, STATE_BLOCK, STATE) if needed else []

    def floats(self, index: int) -> str:
        """An attribute as floats."""
        text, kind = self.element(index)
        return cast(Expression(text, width=4), kind, "").text

    def first_value(self, variable: Variable) -> str:
        if variable.name == "samplemask":
            words = Expression("uvec4(0xffffffffu, 0u, 0u, 0u)", width=4)  # docs/semantics.md
            return cast(words, "u", variable.kind).text
        return f"vec4(0.0, 0.0, {self.own_depth}, 0.0)" if variable.name == "depth" else ""

    @property
    def own_depth(self) -> str:
        """The fragment's depth where the program writes none."""
        return "gl_FragCoord.z"

    def leaving(self, row: Result) -> Leaving | None:
        if row.name not in COLORS or not self.saturates or self.result_kind(row) or self._saturate:
            return None
        return Leaving(row.name, limits=(0.0, 1.0))

    def epilogue(self) -> list[str]:
        lines = ["if (killed) discard;"] * self.delays_kills
        clamp = f"{self._saturate}({{}})" if self._saturate else "clamp({}, 0.0, 1.0)"
        for row in self.results:
            if row.name not in COLORS:
                lines += self.other_result(row)
            elif self.saturates and not self.result_kind(row) and row.name not in self.in_place:
                lines.append(f"{row.name} = {clamp.format(row.name)};")
            if row.name == "color" and self.fog and not self.result_kind(row):
                lines += fog(self.fog, row.name, self._fog_coordinate(), built_ins=self.options.built_ins)
        return lines

    def other_result(self, row: Result) -> list[str]:
        """Statements for a result that is no colour."""
        raise NotImplementedError

    def _fog_coordinate(self) -> str:
        variable = self.storage.variables.get((RegisterFile.ATTRIBUTE, FOGCOORD))
        if variable is not None:
            return cast(Expression(f"{variable.at(FOGCOORD)}.x"), variable.kind, "").text
        return self.component(FOGCOORD, "x")

    def component(self, index: int, letter: str) -> str:
        """A component of an attribute that the program does not read, a float."""
        raise NotImplementedError


def attributes_read(storage: Storage) -> set[int]:
    """The attributes the shader reads: the program's own, and for fog."""
    read = {index for file, index in storage.variables if file is RegisterFile.ATTRIBUTE}
    return read | ({FOGCOORD} if fog_option(storage.program) else set())


def numbered(read: Iterable[int]) -> tuple[Attribute, ...]:
    """The attributes in the order of their numbers."""
    return tuple(
        Attribute(index, FRAGMENT_5_ATTRIBUTES[index], VARYINGS.get(index, "gl_FragCoord"), place)
        for place, index in enumerate(sorted(read))
    )
