"""What a program reads, in GLSL: operands and arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from nvrender.glsl import library
from nvrender.glsl.expressions import PRIMARY, Expression, Vector, splat, vector_type
from nvrender.glsl.hidden import Zeros
from nvrender.glsl.io.fragment.interpolation import Interpolations
from nvrender.glsl.io.input_functions import InputTexts
from nvrender.glsl.io.subroutines import subroutine_array
from nvrender.glsl.lines import declared
from nvrender.glsl.literals import literal
from nvrender.glsl.memory.block import LINEAR_ROWS
from nvrender.glsl.memory.buffer_banks import BufferBanks
from nvrender.glsl.memory.image_variables import ImageVariables
from nvrender.glsl.operations import builders, numbered
from nvrender.glsl.operations.view import Builder, Matrix
from nvrender.glsl.printer.assignments import own_name
from nvrender.glsl.printer.expressions import LETTERS, letters, mask, printed
from nvrender.glsl.printer.locals import Locals
from nvrender.glsl.registers.elements import inside, read_element, selected, written_element
from nvrender.glsl.registers.layout import FILES
from nvrender.glsl.registers.matrices import matrix_of, parameter_number
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.registers.variables import VECTORS, Element, Variable
from nvrender.glsl.stand_ins import DERIVATIVES, NON_SQUARE, OF_INTEGERS, OLDER
from nvrender.glsl.targets import Target
from nvrender.glsl.textures.lookups import looked_up
from nvrender.glsl.textures.texture_keys import Sampler
from nvrender.glsl.wide.narrowing import narrowed
from nvrender.glsl.wide.values import Values
from nvrender.glsl.word_types import cast
from nvrender.ir.analysis.induction import Place
from nvrender.ir.analysis.uses import FLAGS
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
    Var,
)
from nvrender.ir.nodes import Expression as Node
from nvrender.ir.types import signed_word
from nvrender.program import COMPONENTS, Program, RegisterFile
from nvrender.program.families import Family
from nvrender.program.profile import Stage


def picked(vector: Vector, components: tuple[int, ...]) -> Expression:
    """Components of a vector of four, as short as it has them."""
    own = max(components) < vector.count
    if own and vector.scalar and len(components) == 1:
        return Expression(vector.first)
    text = vector.first if own and not vector.scalar else vector.text
    return Expression(text + letters(components), PRIMARY, len(components))


@dataclass
class Operands:
    """What a program reads, as GLSL, and what its text needs.

    ``flush`` tells that the target may keep denormals, which the language does not have; ``arrays`` are the
    array reads that need a function.
    """

    program: Program
    exact: bool
    flush: bool
    glsl: Target = field(kw_only=True)
    storage: Storage = field(kw_only=True)
    local_names: Locals = field(kw_only=True)
    helpers: dict[tuple[str, int], None] = field(default_factory=dict)
    zeros: Zeros = field(kw_only=True)
    counts: bool = False
    arrays: dict[tuple[str, int, int], tuple[str, Variable]] = field(default_factory=dict)
    take_name: Callable[[str], str] = field(kw_only=True)
    #: What a KIL that passes does.
    kill: str = "discard;"
    #: Tells of an invocation that must leave memory alone, "" where none must.
    asleep: str = ""
    #: Rows of resident buffers, whether they are loaded and stored alike, and whether an invocation counts
    #: its own invalid accesses.
    resident: int = 0
    alike: bool = False
    counts_faults: bool = False
    #: What an ENDPRIM does.
    ends_primitive: str = "EndPrimitive();"
    #: Whether vertices are emitted to one of several streams.
    streams: bool = False
    #: What a geometry or tessellation program reads of its vertices.
    inputs: InputTexts | None = None
    #: The ids of statements that threads of a patch wait for each other before, and whether memory must.
    barriers: dict[int, bool] = field(default_factory=dict)
    #: What a fragment program's attributes are elsewhere in the pixel.
    interpolations: Interpolations | None = None
    #: What a program reads of buffers chosen at run time.
    banks: BufferBanks = field(kw_only=True)
    #: What texture instructions call.
    functions: dict[str, str] = field(default_factory=dict)
    #: Whether 64-bit integers are pairs of words.
    integer_words: bool = False
    images: ImageVariables = field(kw_only=True)
    #: The functions that access images, which call others.
    accessors: dict[str, str] = field(default_factory=dict)
    #: Arrays of which the compiler may know the element that is read.
    indexed: frozenset[Variable] = frozenset()
    #: Those of ``arrays`` whose index the compiler may know.
    known: set[tuple[str, int, int]] = field(default_factory=set)
    #: Where arrays are accessed by an index that is always one of an element.
    within: frozenset[Place] = frozenset()
    #: Extensions that what was printed needs.
    extensions: dict[str, str] = field(default_factory=dict)
    #: The letters of what registers hold, by the names of their variables.
    kinds: dict[str, str] = field(default_factory=dict)
    #: Values of registers whose first value shows, and those that the next assignment declares.
    begun: frozenset[str] = frozenset()
    beginning: set[str] = field(default_factory=set)
    #: What was found in memory, by the variable it is kept in.
    found: dict[str, Expression] = field(default_factory=dict)

    @property
    def family(self) -> Family:
        return self.program.profile.family

    @property
    def builders(self) -> Mapping[str, Builder]:
        return builders.BUILDERS if self.program.profile.declares_names else numbered.BUILDERS

    @cached_property
    def own_functions(self) -> Mapping[str, str]:
        return {
            **library.own_functions(self.family),
            **({"nv_fault": "nv_fault_counted"} if self.counts_faults else {}),
            **({"nv_resident": "nv_resident_of_many"} if self.resident > LINEAR_ROWS else {}),
        }

    def use(self, name: str, width: int) -> str:
        """Notes that a function of the library is called; its name in the shader."""
        return library.use(self.helpers, name, width, self.own_functions)

    def ask(self, extension: str, *, needed: bool = True) -> None:
        self.extensions[extension] = "require" if needed else "enable"

    def built_in(self, name: str, width: int) -> str:
        """The name of a function of GLSL, or of what stands for it where the target has it not."""
        if self.glsl.modern:
            return OF_INTEGERS.get(name, name)
        if name in DERIVATIVES and self.glsl.derivatives:
            self.ask(self.glsl.derivatives)
        if name in NON_SQUARE and not self.glsl.non_square_matrices:
            return self.use(NON_SQUARE[name], width)
        return self.use(OLDER[name], width) if name in OLDER else name

    def zero(self) -> str:
        """0.0 for a register that arithmetic may read; exact numerics hide that it is a constant."""
        return self.zeros.number()

    def waits(self, node: Statement) -> list[str]:
        """What invocations wait with before a statement."""
        if id(node) not in self.barriers:
            return []
        return [*["memoryBarrier();"] * self.barriers[id(node)], "barrier();"]

    @property
    def small_addresses(self) -> bool:
        return not self.program.profile.declares_names

    def kind_of(self, var: Var) -> str:
        if var.value:
            return self.storage.values[var.name].kind
        if var.role in (Role.LOCAL, Role.CODE):
            return LETTERS[var.type.kind]
        if var.name not in self.kinds:
            numbers = range(var.binding, var.binding + max(var.length, 1))
            variables = (self.storage.variables.get((FILES[var.role], number)) for number in numbers)
            self.kinds[var.name] = next(row.kind for row in variables if row is not None)
        return self.kinds[var.name]

    def local_name(self, load: Load) -> str:
        """A variable of an instruction's own, or one that lowering made."""
        element = "" if load.index is None else f"[{self._index(load.index)}]"
        return own_name(load.var) or self.local_names.name(load.var) + element

    def _index(self, index: Node) -> str:
        """An address and a constant."""
        if isinstance(index, Apply):
            address, number = index.operands
            assert isinstance(number, Const)
            word = signed_word(number.words[0])
            return f"{printed(self, address).text} {'-' if word < 0 else '+'} {abs(word)}"
        return printed(self, index).text

    def code_name(self, var: Var) -> str:
        """``CC0``, or a flag of it, ``CC0_carry``."""
        code = self.storage.codes[var.binding]
        flags = (flag for flag in FLAGS if var.name == f"CC{var.binding}_{flag}")
        return next((code.flag(flag) for flag in flags), code.name)

    def read(self, load: Load | Select) -> Expression:
        components = selected(load)
        kind = LETTERS[load.type.kind]
        if isinstance(load, Load) and load.var.name in self.found:
            whole = components == tuple(range(load.var.type.width))
            found = self.found[load.var.name].text + ("" if whole else letters(components))
            return cast(Expression(found, width=len(components)), "u", kind)
        if isinstance(load, Load) and load.var.value:
            variable = self.storage.values[load.var.name]
            if variable.width == 1:  # GLSL has swizzles of scalars from 4.20 on
                value = splat(Expression(variable.name), len(components), variable.kind)
                return cast(value, variable.kind, kind)
            text = variable.name + mask(components, variable.width)
            return cast(Expression(text, width=len(components)), variable.kind, kind)
        if isinstance(load, Load) and load.var.role in (Role.LOCAL, Role.CODE):
            name = self.local_name(load) if load.var.role is Role.LOCAL else self.code_name(load.var)
            whole = components == tuple(range(load.var.type.width))
            return Expression(name + ("" if whole else letters(components)), PRIMARY, len(components))
        if isinstance(load, Load) and load.var.role is Role.SUBROUTINE:
            assert load.index is not None
            return Expression(f"{subroutine_array(self.program.profile.stage)}[{self._index(load.index)}]")
        element = read_element(self, load)
        fetched, source = self._fetch(element)
        if element.variable.packed:
            return cast(Expression(fetched.text), source, kind)
        return cast(picked(fetched, components), source, kind)

    def matrix(self, rows: Sequence[Node]) -> Matrix | None:
        found = matrix_of(self.storage, rows)
        numbers = (parameter_number(row) for row in rows)
        none = ("", 0)
        own = [none if number is None else self.storage.state_rows.get(number, none) for number in numbers]
        if own[0][0] and own == [(own[0][0], place) for place in range(len(own))]:
            return Matrix(own[0][0], "mat4", by_rows=True)
        return None if found is None else Matrix(found.text, found.matrix, found.row_major)

    def long_parts(self, load: Load | Select) -> tuple[str, str]:
        """The low and the high word of a LONG variable's component that is no double."""
        element, letter = read_element(self, load), COMPONENTS[selected(load)[0]]
        variable = element.variable
        assert variable.high is not None
        low, high = (self._fetch_of(row, element) for row in (variable, variable.high))
        return f"{low}.{letter}", f"{high}.{letter}"

    # --- lookups

    @property
    def samplers(self) -> dict[int, Sampler]:
        return self.storage.samplers

    @property
    def named(self) -> dict[tuple[str, str], Sampler] | None:
        return self.storage.named

    @property
    def differentiates(self) -> bool:
        return self.program.profile.stage is Stage.FRAGMENT

    def lookup(self, node: Sample, components: tuple[int, ...]) -> Expression:
        return looked_up(self, node, components)

    def interpolated(self, node: Interpolate | Select, *, full: bool) -> Expression:
        found = node.yes if isinstance(node, Select) else node
        assert isinstance(found, Interpolate) and self.interpolations is not None
        load = replace(node, yes=found.input) if isinstance(node, Select) else found.input
        element, components = read_element(self, load), found.input.components
        arguments = [element.index] if element.index else []
        if found.place is not None:
            type = found.place.type
            arguments.append(
                splat(printed(self, found.place, full=True), type.width, LETTERS[type.kind]).text
            )
        text = self.interpolations.call(found.operation, element, arguments)
        if not full and len(set(components)) == 1:
            components = components[:1]
        return picked(Vector(text), components)

    def function(self, name: str, text: str) -> None:
        self.functions[name] = text

    def target(self, node: Assign) -> str:
        if node.var.role is Role.LOCAL:
            return self.local_name(Load(node.var, node.components, node.index))
        if node.var.role is Role.CODE and not node.var.value:
            return self.code_name(node.var)
        element = written_element(self, node)
        return element.within(element.variable)

    def declarations(self, values: Sequence[Var]) -> list[str]:
        rows = [(self.storage.values[var.name], var.name in self.begun) for var in values]
        plain: dict[str, list[str]] = {}
        for variable, shows in rows:
            if not shows:
                plain.setdefault(vector_type(variable.width, variable.kind), []).append(variable.name)
        lines = [line for kind, names in plain.items() for line in declared(kind, names)]
        for variable, shows in rows:
            if shows:
                nought = splat(literal(0, variable.kind), variable.width, variable.kind).text
                lines.append(f"{variable.declaration} = {nought};")
        return lines

    def declare_at(self, values: Sequence[Var]) -> None:
        self.beginning = {var.name for var in values}

    def declares(self, node: Assign) -> str:
        if node.var.name not in self.beginning:
            return ""
        self.beginning.discard(node.var.name)
        variable = self.storage.values[node.var.name]
        return f"{vector_type(variable.width, variable.kind)} "

    def inside(self, node: Assign) -> str:
        return inside(self, node)

    def high_target(self, node: Assign) -> str:
        """Where the high words of what is written go."""
        element = written_element(self, node)
        assert element.variable.high is not None
        return element.within(element.variable.high)

    def narrowed(self, node: Node) -> Expression:
        return narrowed(self, node)

    def words(self, node: Node) -> Expression:
        return Expression(Values(self).words(node), width=2)

    def may_be_words(self, load: Load | Select) -> bool:
        """True for floats that may be words, which are no zeros though as floats they were denormal."""
        element = read_element(self, load)
        return bool(self._kind_read(element)) or (self.flush and self._moves_words(element.variable))

    def _kind_read(self, element: Element) -> str:
        """What ``_fetch`` gives words of an element as."""
        if self.inputs is not None and element.variable.file is RegisterFile.ATTRIBUTE:
            return self.inputs.kind_of(element)
        return self.banks.kind_of(element) if element.banks else element.variable.kind

    def _moves_words(self, variable: Variable) -> bool:
        """True for floats that may be words that some instruction passed on, and so are not flushed."""
        if variable.file is RegisterFile.PARAMETER:
            return self.storage.holds_words and not self.storage.program.profile.flags
        passed = variable.moved if variable.file is RegisterFile.ATTRIBUTE else variable.passed
        return passed and self.storage.holds_words

    def _fetch(self, element: Element) -> tuple[Vector, str]:
        """An element's text and kind."""
        if self.inputs is not None and element.variable.file is RegisterFile.ATTRIBUTE:
            return self.inputs.fetch(element)
        if element.banks:
            text, kind = self.banks.fetch(element)
            return Vector(text), kind
        return Vector(self._fetch_of(element.variable, element)), element.variable.kind

    def _fetch_of(self, variable: Variable, element: Element) -> str:
        """An element's text in its variable, or in one that is laid out alike."""
        if not element.index:
            return variable.at(element.number)
        if element.inside and self.glsl.general and not variable.packed:
            return element.within(variable)
        key = variable.text, element.number - variable.start, element.count
        if key not in self.arrays:
            whole = key[1] == 0 and key[2] == variable.count
            plain = variable.threads or (variable.block if variable.name == VECTORS else variable.name)
            name = self.take_name(f"{plain}_at" if whole else f"{plain}_at_{key[1]}_{key[2]}")
            self.arrays[key] = name, variable
        if variable in self.indexed:
            self.known.add(key)
            self.zero()
        return f"{self.arrays[key][0]}({element.index})"
