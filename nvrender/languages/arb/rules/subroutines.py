"""Subroutine types, parameters and indirect calls (ARB_shader_subroutine 2.X.5)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping

from nvrender.languages.arb.rules.memory import Allocation, Memory
from nvrender.languages.arb.rules.names import Names
from nvrender.languages.arb.rules.rules import Context, Rules
from nvrender.languages.common.advice import shown
from nvrender.languages.common.nodes import DeclarationNode, MemoryNode, Name
from nvrender.program import Instruction, Label, SubroutineParameter, SubroutineType, Variable
from nvrender.program.opcodes import Flow
from nvrender.source import Span


class Subroutines(Rules):
    """The types and parameters declared so far, and what is called by them."""

    cited = "subroutines"

    def __init__(self, context: Context, names: Names, memory: Memory) -> None:
        super().__init__(context)
        self._names = names
        self._memory = memory
        #: Type → its labels and where each first stands.
        self._labels: dict[str, dict[str, Span]] = {}
        self._parameters: dict[int, str] = {}
        #: Type → the first call of one of its subroutines.
        self._called: dict[str, Span] = {}

    @property
    def types(self) -> tuple[SubroutineType, ...]:
        return tuple(SubroutineType(name, tuple(labels)) for name, labels in self._labels.items())

    def parameters(self, labels: Mapping[str, Label]) -> tuple[SubroutineParameter, ...]:
        """Every parameter, set to the lowest number of its type: any will do (docs/semantics.md)."""
        found = []
        for index, kind in sorted(self._parameters.items()):
            numbers = [labels[name].number for name in self._labels[kind]]
            chosen = min((number for number in numbers if number is not None), default=-1)
            found.append(SubroutineParameter(index, kind, chosen))
        return tuple(found)

    def declare_type(self, node: DeclarationNode) -> None:
        """SUBROUTINETYPE: a new type, or more labels of one."""
        name = node.names[0]
        self._names.add_type(name.text, name.span, self.sections.subroutines)
        labels = self._labels.setdefault(name.text, {})
        for label in node.labels:
            labels.setdefault(label.text, label.span)

    def place(self, node: DeclarationNode, name: Name) -> tuple[Allocation, str]:
        """The first parameter of a SUBROUTINE variable, how many there are, and their type."""
        assert node.old is not None
        kind = node.old.name
        if not self._names.is_type(kind):
            hint = f"SUBROUTINETYPE {kind} {{ … }}; makes one"
            raise self.fail(node.old.span, f"{shown(kind)} is no subroutine type", hint)
        first = count = 0
        for item in node.items:
            assert isinstance(item, MemoryNode)
            last = item.bank if item.last_bank is None else item.last_bank
            if count and item.bank != first + count:
                raise self.fail(item.span, "the members of a subroutine array follow each other")
            first = first if count else item.bank
            count += last - item.bank + 1
            for number in range(item.bank, last + 1):
                other = self._parameters.setdefault(number, kind)
                if other != kind:
                    message = f"program.subroutine[{number}] is of type {other} already"
                    raise self.fail(item.span, message, "a parameter has one type")
        self._memory.check_size(name, count, self.sections.subroutines)
        return Allocation(first, count), kind

    def call(self, variable: Variable, span: Span) -> None:
        """Notes a CALI."""
        self._called.setdefault(variable.subroutine, span)

    def finish(self, instructions: list[Instruction], labels: Mapping[str, Label]) -> None:
        """What is known only at the end: labels, numbers, and that no call comes back to itself."""
        end = len(self.source.data)
        for name, members in self._labels.items():
            for label, span in members.items():
                line, column = self.source.line_and_column(span.start)
                hint = f"SUBROUTINETYPE {name} names it at line {line}, column {column}"
                if label not in labels:
                    message = f"label {shown(label)} is not defined"
                    raise self.fail(end, message, hint, rule="undefined-label")
                if labels[label].number is None:
                    message = f"label {shown(label)} has no number"
                    raise self.fail(Span(end, end), message, f"{hint}; write {label} SUBROUTINENUM(n):")
        for name, span in self._called.items():
            if not self._labels[name]:
                line, column = self.source.line_and_column(span.start)
                message = f"the type {shown(name)} has no subroutine to call"
                raise self.fail(Span(end, end), message, f"CALI at line {line}, column {column} calls one")
        if self._called:
            self._check_recursion(instructions, labels)

    def _check_recursion(self, instructions: list[Instruction], labels: Mapping[str, Label]) -> None:
        """No chain of calls with a CALI in it leads back to that CALI's block."""
        starts = sorted({0, *(label.index for label in labels.values())})
        edges: dict[int | str, set[int | str]] = {start: set() for start in starts}
        indirect: dict[tuple[int, str], Span] = {}
        for name, members in self._labels.items():
            edges[name] = {labels[label].index for label in members}
        for index, instruction in enumerate(instructions):
            block = starts[bisect_right(starts, index) - 1]
            if instruction.opcode.flow is Flow.CALL and instruction.target is not None:
                edges[block].add(instruction.target)
            elif instruction.opcode.flow is Flow.CALL_INDIRECT:
                name = self._parameters[instruction.operands[0].register.index]
                edges[block].add(name)
                indirect.setdefault((block, name), instruction.span)
        groups = _components(edges)
        for (block, name), span in indirect.items():
            if groups[block] == groups[name]:
                line, column = self.source.line_and_column(span.start)
                hint = f"CALI at line {line}, column {column} may call the subroutine it is in"
                end = len(self.source.data)
                raise self.fail(Span(end, end), "subroutines may call each other endlessly", hint)


def _components(edges: Mapping[int | str, set[int | str]]) -> dict[int | str, int]:
    """Each node's strongly connected component (Tarjan), without recursion."""
    order: dict[int | str, int] = {}
    low: dict[int | str, int] = {}
    group: dict[int | str, int] = {}
    stack: list[int | str] = []
    for root in edges:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        stack.append(root)
        work = [(root, iter(edges[root]))]
        while work:
            node, following = work[-1]
            for other in following:
                if other not in edges:
                    continue
                if other not in order:
                    order[other] = low[other] = len(order)
                    stack.append(other)
                    work.append((other, iter(edges[other])))
                    break
                if other not in group:
                    low[node] = min(low[node], order[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    while True:
                        member = stack.pop()
                        group[member] = order[node]
                        if member == node:
                            break
    return group
