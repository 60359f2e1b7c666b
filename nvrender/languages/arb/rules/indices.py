"""Indices of arrays, of vertices and of buffers → registers (NV_gpu_program4 2.X.4.2)."""

from __future__ import annotations

from dataclasses import replace

from nvrender.languages.arb.rules.flow import FlowChecker
from nvrender.languages.arb.rules.names import Names, Symbol
from nvrender.languages.arb.rules.registers import Registers
from nvrender.languages.arb.rules.rules import Context, Rules
from nvrender.languages.common.advice import shown
from nvrender.languages.common.nodes import IndexNode, VariableNode
from nvrender.languages.common.tokens import HUGE
from nvrender.ops.types import DataType
from nvrender.program import Register, RegisterFile, RelativeAddress
from nvrender.source import Span


class Indices(Rules):
    """Finds the register of a variable, or of the member of an array an index chooses."""

    def __init__(self, context: Context, names: Names, registers: Registers, flow: FlowChecker) -> None:
        super().__init__(context)
        self._names = names
        self._registers = registers
        self._flow = flow

    def register(self, node: VariableNode, symbol: Symbol) -> Register:
        """The register of a variable, or of the member of an array an index chooses."""
        variable = symbol.variable
        indices = node.indices
        chosen = symbol.register
        if variable.vertices:
            chosen = replace(chosen, vertex=self._vertex(node, variable.vertices))
            indices = indices[1:]
        elif variable.banks:
            bank, relative_bank = self._bank(node, symbol)
            chosen = replace(chosen, bank=bank, bank_relative=relative_bank)
            indices = indices[1:]
        elif variable.vertex is not None:
            chosen = replace(chosen, vertex=variable.vertex)
        if not indices:
            if variable.array:
                another = "a second" if node.indices else "an"
                message = f"{shown(node.name)} is an array and needs {another} index"
                hint = f"{shown(node.name + '[0]' * (1 + len(node.indices)))} is its first member"
                raise self.fail(node.span, message, hint, self.sections.arrays)
            return chosen
        index = indices[0]
        if not variable.array:
            message = f"{shown(node.name)} is no array and takes no index"
            raise self.fail(index.span, message, section=self.sections.arrays)
        if len(indices) > 1:
            most = "two indices" if variable.vertices or variable.banks else "one index"
            message = f"{shown(node.name)} takes {most}"
            raise self.fail(indices[1].span.start, message, section=self.sections.arrays)
        if not index.name:
            if index.number >= variable.count:
                number = index.number if index.number < HUGE else "such a number"
                message = f"{shown(node.name)} has {variable.count} members, not one with index {number}"
                raise self.fail(index.span, message, section=self.sections.arrays)
            number = variable.index + index.number
            return replace(chosen, index=number)
        if self.language.loop_register:
            message = f"{shown(node.name)} cannot be indexed by {shown(index.name)}"
            hint = f"only fragment.texcoord[{self.language.loop_register}.x + n] can"
            raise self.fail(index.span, message, hint, self.sections.arrays)
        relative = self.address(index, variable.count)
        if not symbol.relative:
            symbol.relative = True
            self._note_relative(symbol, node.span)
        return replace(chosen, relative=relative, count=variable.count)

    def _bank(self, node: VariableNode, symbol: Symbol) -> tuple[int, RelativeAddress | None]:
        """The binding point of a range that the first index chooses (NV_gpu_program5 2.X.3.6)."""
        variable = symbol.variable
        section = self.sections.buffers
        if not node.indices:
            message = f"{shown(node.name)} is bound to {variable.banks} buffers and needs the buffer's number"
            raise self.fail(node.span, message, section=section)
        index = node.indices[0]
        if index.name:
            return variable.bank, self.address(index, variable.banks)
        if index.number >= variable.banks:
            number = index.number if index.number < HUGE else "…"
            message = f"buffer {number} does not exist: {shown(node.name)} is bound to {variable.banks}"
            raise self.fail(index.span, message, section=section)
        return variable.bank + index.number, None

    def _vertex(self, node: VariableNode, count: int) -> int | RelativeAddress:
        """The vertex of the input primitive that the first index chooses (NV_geometry_program4 2.X.3.2)."""
        section = self.sections.attributes
        if not node.indices:
            message = f"{shown(node.name)} holds the attribute of every vertex and needs the vertex's number"
            raise self.fail(node.span, message, section=section)
        index = node.indices[0]
        if index.name:
            return self.address(index, count)
        if index.number >= count:
            number = index.number if index.number < HUGE else "…"
            message = f"vertex {number} does not exist: the input primitive has {count}"
            raise self.fail(index.span, message, section=section)
        return index.number

    def _note_relative(self, symbol: Symbol, span: Span) -> None:
        variable = symbol.variable
        name, first, count = variable.name, variable.index, variable.count
        if variable.file is RegisterFile.PARAMETER:
            self._registers.move_parameters(name, first, count, span)
        elif variable.file is RegisterFile.ATTRIBUTE:
            bound = [self._registers.attributes[index].name for index in range(first, first + count)]
            self._registers.move("attribute", name, bound, span, self.sections.attributes)
        elif variable.file is RegisterFile.RESULT:
            bound = [f"result.{name}" for name in self.profile.results[first : first + count]]
            self._registers.move("result", name, bound, span, self.sections.results)

    def address(self, index: IndexNode, size: int | None) -> RelativeAddress:
        """A relative index: an address register, or where there are none an integer temporary."""
        section = self.sections.arrays
        if self.language.loop_register and index.name == self.language.loop_register:
            return self._loop_index(index)
        symbol = self._names.find(index.name)
        variable = symbol.variable
        letters = self.language.address_components
        wanted = RegisterFile.ADDRESS if letters else RegisterFile.TEMPORARY
        if variable.file is not wanted or variable.array:
            kind = "an array of temporaries" if variable.array and not letters else symbol.what
            what = "an address register" if letters else "an integer temporary"
            message = f"{shown(index.name)} is {kind}"
            raise self.fail(index.name_start, message, f"an index is {what}", section)
        if not letters and variable.type is DataType.FLOAT:
            message = f"the index {shown(index.name)} is FLOAT"
            raise self.fail(index.name_start, message, "an index is an integer", section)
        if size is not None and not letters and not 0 <= index.number < size:
            number = index.number if abs(index.number) < HUGE else "such an offset"
            raise self.fail(index.name_start, f"offset {number} is outside 0 to {size - 1}", section=section)
        return RelativeAddress(variable.index, index.component, index.number, variable.file)

    def _loop_index(self, index: IndexNode) -> RelativeAddress:
        """A0.x, which only a LOOP has (NV_fragment_program2 3.11.3.Y)."""
        section = self.sections.addresses
        if not self._flow.in_loop:
            message = f"{index.name} outside LOOP"
            raise self.fail(index.name_start, message, section=section, rule="block")
        low, high = self.language.relative_offset or (0, 0)
        if not low <= index.number <= high or (index.number < 0):
            number = index.number if abs(index.number) < HUGE else "such an offset"
            raise self.fail(index.name_start, f"offset {number} is outside {low} to {high}", section=section)
        return RelativeAddress(0, 0, index.number)
