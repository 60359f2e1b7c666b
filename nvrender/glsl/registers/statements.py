"""One instruction → one GLSL statement: operands, write mask, condition mask, condition code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from nvrender.glsl import library
from nvrender.glsl.expressions import PRIMARY, Expression, Vector
from nvrender.glsl.operations.view import Builder
from nvrender.glsl.printer import assignments
from nvrender.glsl.printer.expressions import LETTERS, letters, loads, printed
from nvrender.glsl.printer.locals import Locals
from nvrender.glsl.registers.operations import BUILDERS
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Const,
    Interpolate,
    Load,
    Role,
    Sample,
    Select,
    Statement,
    Swizzle,
    Var,
)
from nvrender.ir.nodes import Expression as Node
from nvrender.lower.operands import swizzled
from nvrender.lower.registers import ROLES
from nvrender.ops.formulas import Term, formulas
from nvrender.program import Program, RegisterFile
from nvrender.program.families import Family
from nvrender.source import InternalError

#: What a variable of the lowered program is a register of.
FILES = {role: file for file, role in ROLES.items()} | {Role.CODE: RegisterFile.CONDITION_CODE}


def picked(vector: Vector, components: tuple[int, ...]) -> Expression:
    """Components of a vector of four, as short as it has them."""
    own = max(components) < vector.count
    if own and vector.scalar and len(components) == 1:
        return Expression(vector.first)
    text = vector.first if own and not vector.scalar else vector.text
    return Expression(text + letters(components), PRIMARY, len(components))


@dataclass
class EmitContext:
    """What is known of one program's translation: register names by file, and what its text needs.

    ``names`` holds (file, index) → name, ``places`` what Cg metadata calls parameters; ``flush`` tells that
    the target may keep denormals, which the language does not have.
    """

    program: Program
    exact: bool
    names: dict[tuple[RegisterFile, int], str]
    flush: bool = False
    places: dict[int, str] = field(default_factory=dict)
    helpers: dict[tuple[str, int], None] = field(default_factory=dict)
    relative: bool = False
    hides_zero: bool = False
    hides_one: bool = False
    copies: dict[tuple[int, int], bool] = field(default_factory=dict)
    counts: bool = False
    local_names: Locals = field(default_factory=lambda: Locals(str))
    #: What a zero that is written must not look like a constant in: what arithmetic reads.
    begins: frozenset[Role] = frozenset({Role.TEMPORARY})

    @property
    def family(self) -> Family:
        return self.program.profile.family

    def register(self, file: RegisterFile, index: int) -> str:
        if file is RegisterFile.PARAMETER:
            return f"c[{self.places.get(index, index)}]"
        return self.names[file, index]

    @property
    def own_functions(self) -> Mapping[str, str]:
        """The functions of the library that stand for others."""
        return library.own_functions(self.family)

    def use(self, name: str, width: int) -> str:
        """Notes that a function of the library is called; its name in the shader."""
        return library.use(self.helpers, name, width, self.own_functions)

    def zero(self) -> str:
        """0.0 for a register that arithmetic may read; exact numerics hide that it is a constant."""
        self.hides_zero |= self.exact
        return "zero" if self.exact else "0.0"

    def one(self) -> str:
        """1.0 for a register that arithmetic may read: 1.0 less 1.0 would be a constant 0.0."""
        self.hides_one |= self.exact
        return "one" if self.exact else "1.0"

    def waits(self, node: Statement) -> list[str]:
        """What invocations wait with before a statement."""
        return []

    def instruction(self, nodes: Sequence[Statement], guard: str) -> list[str]:
        """The statements of an instruction; ``guard`` is a condition under which results are written."""
        assigned = [node for node in nodes if isinstance(node, Assign)]
        lines = assignments.statements(self, assigned, guard)
        if self.program.profile.execution_limit is None:  # a straight line
            self._note(assigned[0])
        return lines

    # --- what expressions are printed with

    @property
    def builders(self) -> Mapping[str, Builder]:
        return BUILDERS

    @property
    def small_addresses(self) -> bool:
        return True

    def read(self, load: Load | Select) -> Expression:
        assert isinstance(load, Load)
        place = letters(load.components) if load.var.type.width > 1 else ""
        return Expression(self.name(load) + place, PRIMARY, len(load.components))

    def target(self, node: Assign) -> str:
        return self.name(Load(node.var, node.components, node.index))

    def inside(self, node: Assign) -> str:
        return ""

    def kind_of(self, var: Var) -> str:
        return LETTERS[var.type.kind]

    def narrowed(self, node: Node) -> Expression:
        raise InternalError("a language without numbers of 64 bits")

    def interpolated(self, node: Interpolate | Select, *, full: bool) -> Expression:
        raise InternalError("a language without interpolation")

    def lookup(self, node: Sample, components: tuple[int, ...]) -> Expression:
        raise InternalError("a language without textures")

    def may_be_words(self, load: Load | Select) -> bool:
        return False

    def name(self, load: Load) -> str:
        var, index = load.var, load.index
        if var.role is Role.LOCAL:
            element = "" if index is None else f"[{self._index(index)}]"
            return self.local_names.name(var) + element
        file = FILES[var.role]
        if index is None:
            return self.register(file, var.binding)
        if isinstance(index, Const):
            return self.register(file, var.binding + index.words[0])
        self.relative = True
        return f"parameter({self._index(index)})"

    def _index(self, index: Node) -> str:
        """An address and a constant."""
        if isinstance(index, Apply):
            address, number = index.operands
            assert isinstance(number, Const)
            word = number.words[0] - (number.words[0] >> 31 << 32)
            return f"{printed(self, address).text} {'-' if word < 0 else '+'} {abs(word)}"
        return printed(self, index).text

    def computed(self, load: Load | Select) -> bool:
        if not isinstance(load, Load) or load.var.role is not Role.TEMPORARY:
            return False
        return not all(self.copies.get((load.var.binding, number), True) for number in load.components)

    def _note(self, node: Assign) -> None:
        """Keeps which temporaries hold unchanged copies of inputs (NV_vertex_program 2.14.1.11)."""
        if node.var.role is not Role.TEMPORARY:
            return
        states = [self._copied(node.value, place) for place in range(len(node.components))]
        for component, state in zip(node.components, states, strict=True):
            self.copies[node.var.binding, component] = state

    def _copied(self, value: Node, place: int) -> bool:
        """True if a component of a value is what some operand is."""
        if isinstance(value, Swizzle):
            place, value = value.components[place], value.value
        term: object = Term(0, place)
        operands: tuple[Node, ...] = (value,)
        if isinstance(value, Apply) and value.operation not in ("fneg", "fabs"):
            term, operands = formulas(value.operation)[place], value.operands
        if not isinstance(term, Term):
            return False
        return not any(map(self.computed, loads(swizzled(operands[term.number], (term.component,)))))
