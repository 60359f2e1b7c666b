"""The variables that hold a program's registers: declarations and first values."""

from __future__ import annotations

from nvrender.glsl.emit.statements import EmitContext
from nvrender.glsl.expressions import Expression, vector_type
from nvrender.glsl.hidden import READERS, UNSET, declaration, hidden_zero, hidden_zeros, zeros
from nvrender.glsl.io.interface import Shader
from nvrender.glsl.lines import declared
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.registers.variables import Variable
from nvrender.glsl.targets import Target
from nvrender.glsl.varyings import first_vector
from nvrender.glsl.word_types import cast
from nvrender.ir import nodes, visit
from nvrender.ir.analysis.computed import computed
from nvrender.ir.analysis.folding import answers_test
from nvrender.ir.analysis.places import is_straight, nodes_of
from nvrender.ir.analysis.trip_counts import stands_alone
from nvrender.ir.analysis.uses import all_statements
from nvrender.ir.nodes import Assign, Const
from nvrender.ir.types import Kind
from nvrender.program import Program, RegisterFile
from nvrender.program.profile import Stage

#: A variable, or the number of a condition code register.
Location = Variable | int

#: The registers that begin with a value.
_BEGINNING = (RegisterFile.TEMPORARY, RegisterFile.ADDRESS, RegisterFile.RESULT)


class RegisterTexts:
    """What Translator says of registers."""

    program: Program
    target: Target
    exact: bool
    storage: Storage
    shape: Shader
    body: nodes.Shader
    context: EmitContext
    watchdog: int | None
    #: Registers whose first value shows.
    seen: set[Location]
    #: Whether registers are variables of the file, not of main.
    shared: bool
    #: Whether a constant that is written may depend on a condition.
    chooses: bool

    @property
    def _has_inputs(self) -> bool:
        """True if attributes are texts, not variables."""
        return self.program.geometry is not None or self.program.tessellation is not None

    def _shares_zero(self) -> bool:
        """True if the hidden zero is of the file, not of main: arrays are, and may begin with it."""
        files = (RegisterFile.TEMPORARY, RegisterFile.RESULT)
        if self.shared or any(name in READERS for name, _ in self.context.helpers):
            return True
        if self.context.known or (self.exact and self.context.banks.functions):
            return True
        if self.program.geometry is not None and self.shape.hides_unwritten:
            return True  # emit_vertex writes it
        return any(variable.array for file in files for variable in self.storage.all(file))

    def _hides_first_values(self) -> bool:
        """True if some register begins with a zero that a compiler must not take for a constant."""
        if not self.exact:
            return False
        return any(
            self._begins_hidden(variable) and (variable.array or variable in self.seen)
            for file in (RegisterFile.TEMPORARY, RegisterFile.RESULT)
            for variable in self.storage.all(file)
        )

    def _begins_hidden(self, variable: Variable) -> bool:
        """True if a register's first value is the hidden zero.

        Constant zeros let compilers fold 0 * x. The next stage reads results, and where writes are
        conditional a choice between 0 and a constant -1.0, in unsigned words too, may give -0.0
        (quirks.FOLDING).
        """
        if variable.file is RegisterFile.PARAMETER:  # of a vertex state program
            return False
        if variable.file is RegisterFile.RESULT:
            return self.exact and (self.chooses or bool(self.shape.next_stage)) and variable.kind != "i"
        return self.exact and (not variable.kind or variable.used_as_float)

    def _hidden_zero(self) -> list[str]:
        if not (self.context.zeros.hidden or self._hides_first_values() or self.shape.hides_unwritten):
            return []
        integer, signed = self.shape.integer
        if self.target.embedded and self._shares_zero():
            return [UNSET]
        return [declaration(integer, signed=signed)]

    def _first_values(self) -> list[str]:
        """Statements that give variables of the file what they begin with, where that must be constant."""
        if not self.target.embedded:
            return []
        lines = []
        if self._shares_zero() and self._hidden_zero():
            integer, signed = self.shape.integer
            lines.append(f"zero = {hidden_zero(integer, signed=signed)};")
        for variable in (row for file in _BEGINNING for row in self.storage.all(file)):
            if self._begins_in_main(variable):
                element = f"{variable.name}[i]" if variable.array else variable.name
                head = f"for (int i = 0; i < {variable.vectors}; i++) " if variable.array else ""
                lines.append(f"{head}{element} = {self._initial_element(variable)};")
        return lines

    def _begins_in_main(self, variable: Variable) -> bool:
        """True for a register of the file that main gives its first value."""
        if not self.target.embedded or not (variable.array or self.shared):
            return False
        output = variable.file is RegisterFile.RESULT and not variable.array
        if output and (self.shape.is_output(variable.name) or self._is_invariant_position(variable)):
            return False
        return (variable.array or variable in self.seen) and bool(self._initial_element(variable))

    def _registers(self, *, arrays: bool) -> list[str]:
        """Declarations with initial values: the arrays, or all else, behind what begins without one."""
        precise = "precise " if self.exact else ""
        lines = []
        plain: dict[str, list[str]] = {}
        for file in (
            RegisterFile.ATTRIBUTE,
            RegisterFile.TEMPORARY,
            RegisterFile.ADDRESS,
            RegisterFile.RESULT,
        ):
            for variable in self.storage.all(file):
                if variable.array is not arrays or (file is RegisterFile.ATTRIBUTE and not arrays):
                    continue
                if file is RegisterFile.ATTRIBUTE and self._has_inputs:
                    continue
                if file is RegisterFile.RESULT and not arrays and variable.leaves:
                    continue
                if file is RegisterFile.RESULT and not arrays and self.shape.is_output(variable.name):
                    continue
                if file is RegisterFile.RESULT and not arrays and self._is_invariant_position(variable):
                    continue
                qualifier = "" if variable.kind else precise
                value = self._initial(variable) if arrays or variable in self.seen else ""
                value = "" if self._begins_in_main(variable) else value
                for row in (variable.high, variable):
                    if row is None:
                        continue
                    if value:
                        lines.append(f"{qualifier}{row.declaration} = {self._initial(row)};")
                    elif arrays:
                        lines.append(f"{qualifier}{row.declaration};")
                    else:
                        plain.setdefault(f"{qualifier}{row.kind}vec4", []).append(row.name)
        if arrays:
            return lines
        alone = _alone(self.body)
        for number, code in self.storage.codes.items():
            kind = f"{precise if number in alone else ''}{code.kind}vec4"
            if number in self.seen:
                lines.append(f"{kind} {code.name} = {code.kind}vec4({'0' if code.kind else '0.0'});")
                lines += [f"bvec4 {flag} = bvec4(false);" for flag in code.flags]
                continue
            plain.setdefault(kind, []).append(code.name)
            if code.flags:
                plain.setdefault("bvec4", []).extend(code.flags)
        lines[:0] = [line for kind, names in plain.items() for line in declared(kind, names)]
        lines += self.shape.variables()
        if self.watchdog is not None and not stands_alone(self.body):
            lines.append(f"int turns = 0;  // of all loops together: at most {self.watchdog}")
        if self.body.limit is not None:
            limit = self.program.profile.execution_limit
            fragment = self.program.profile.stage is Stage.FRAGMENT
            section = "NV_fragment_program2 3.11.4.X" if fragment else "NV_vertex_program2_option 2.14.4"
            if not self.program.profile.declares_names:
                section = "NV_vertex_program2 2.14.2.3"
            lines.append(f"int executed = 0;  // ends after {limit} instructions ({section})")
        return lines

    def _is_invariant_position(self, variable: Variable) -> bool:
        return self.program.position_invariant and variable.name == "HPOS"

    def _initial(self, variable: Variable) -> str:
        value = self._initial_element(variable)
        if not variable.array or not value:
            return value
        return f"{variable.kind}vec4[{variable.count}]({', '.join([value] * variable.count)})"

    def _initial_element(self, variable: Variable) -> str:
        """What a register, or each of an array, holds at first; "" for one that is loaded."""
        if variable.file in (RegisterFile.ATTRIBUTE, RegisterFile.PARAMETER):
            return ""
        value = f"{variable.kind}vec4(0)"
        if variable.file is RegisterFile.RESULT:
            value = self._first(variable, variable.kind)
        elif variable.file is RegisterFile.TEMPORARY and self._begins_hidden(variable):
            value = hidden_zeros(variable.kind)
        elif not variable.kind:
            value = "vec4(0.0)"
        return value

    def _first(self, variable: Variable, kind: str) -> str:
        """What a result holds until it is written (docs/semantics.md)."""
        if own := self.shape.first_value(variable):
            return own
        if self.body.initial:  # NV_vertex_program2 2.14.1.5
            first = first_vector("zero" if self._begins_hidden(variable) else "0.0")
            return cast(Expression(first, width=4), "", kind).text
        if self._begins_hidden(variable):
            return hidden_zeros(kind)
        return f"{kind}vec4({'0' if kind else '0.0'})"


def plain_accessor(function: str, variable: Variable, key: tuple[str, int, int], *, chosen: bool) -> str:
    """The same for GLSL that has signed integers only; ``chosen`` where no array is indexed by variables."""
    name, offset, count = key
    width = 1 if variable.packed else 4
    place = f"index + {offset}" if offset else "index"
    element = f"{name}[{place}]"
    if variable.packed:
        element = f"{name}[({place}) / 4][{place} - ({place}) / 4 * 4]"
    nought = zeros("", width)
    lines = [f"    return index >= 0 && index < {count} ? {element} : {nought};"]
    if chosen:
        first = variable.start + offset
        lines = [f"    if (index == {place}) return {variable.at(first + place)};" for place in range(count)]
        lines.append(f"    return {nought};")
    return "\n".join([f"{vector_type(width)} {function}(int index) {{", *lines, "}"])


def accessor(function: str, variable: Variable, key: tuple[str, int, int], *, hidden: bool) -> str:
    """The function that gives an element of an array, of ``key``: its name, the first element, and how many.

    Read inside the array whatever the index: a driver keeps the choice after it free of branches.
    """
    name, offset, count = key
    kind, width = f"{variable.kind}vec4", 1 if variable.packed else 4
    nought = (hidden_zeros if hidden and variable.kind != "i" else zeros)(variable.kind, width)
    index = f"min(uint(index), {count - 1}u)"
    place = f"{index} + {offset}u" if offset else index
    element = f"{name}[{place}]"
    if variable.packed:
        kind = vector_type(1, variable.kind)
        place = f"({place})" if offset else place
        element = f"{name}[{place} >> 2][{place} & 3u]"
    return (
        f"{kind} {function}(int index) {{\n"
        f"    {kind} value = {element};\n"
        f"    return uint(index) < {count}u ? value : {nought};\n}}"
    )


def _alone(shader: nodes.Shader) -> set[int]:
    """The condition codes that are of results which are nowhere else."""
    rows = nodes_of(shader, nodes.Assign)
    own = nodes.Role.LOCAL, nodes.Role.CODE
    kept = {place for node, place in rows if node.var.role not in own}
    return {row.var.binding for row, place in rows if row.var.role is nodes.Role.CODE and place not in kept}


def chooses(shader: nodes.Shader) -> bool:
    """True if some instruction is executed or writes under a condition."""
    return not is_straight(shader) or any(node.when for node, _ in nodes_of(shader, nodes.Assign))


def has_numbers(shader: nodes.Shader) -> bool:
    """True if some register may come to hold a number of the program's text, or a 1.0 that is no answer."""
    values = [row.value for row in all_statements(shader) if isinstance(row, Assign)]
    found = [computed(value) for value in values]
    rows = (row for value in values for row in visit.expressions(value))
    return any(isinstance(row, Const) and row.type.kind is not Kind.INT for row in rows) or any(
        row.formula(place) == 1.0
        for row in found
        if not answers_test(row)
        for place in range(len(row.places))
    )
