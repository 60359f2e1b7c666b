"""One instruction of a declared-name language → GLSL statements."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from nvrender.glsl.declared.builders import BUILDERS
from nvrender.glsl.declared.effects import Act, act
from nvrender.glsl.declared.loads import written_register
from nvrender.glsl.declared.operands import TypedOperands
from nvrender.glsl.declared.word_types import KINDS
from nvrender.glsl.expressions import Expression
from nvrender.glsl.io.subroutines import NO_SUBROUTINE
from nvrender.glsl.memory import operations as memory_ops
from nvrender.glsl.memory.images import accessed
from nvrender.glsl.printer import assignments
from nvrender.glsl.printer.conditions import condition as printed_condition
from nvrender.glsl.printer.expressions import printed
from nvrender.glsl.printer.statements import origin_of
from nvrender.glsl.wide.counts import count_of
from nvrender.glsl.wide.requirements import is_wide
from nvrender.glsl.wide.statements import statements as wide_statements
from nvrender.glsl.wide.values import FOUND
from nvrender.ir import visit
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Atomic,
    Bitcast,
    Const,
    Load,
    Loop,
    Read,
    Role,
    Select,
    Statement,
    Store,
    Switch,
)
from nvrender.ir.types import INT, UINT, Kind
from nvrender.lower.control_flow.counts import constant_number
from nvrender.lower.control_flow.saved import saves
from nvrender.lower.operands import bitcast, retyped
from nvrender.ops.memory_access import Space
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS
from nvrender.ops.types import DataType
from nvrender.program import Condition, Instruction, Operand
from nvrender.program.opcodes import Flow
from nvrender.source import Span


def _is_long(instruction: Instruction) -> bool:
    """True for what computes in 64 bits, or writes them."""
    destination = instruction.destination
    return is_wide(instruction) or (destination is not None and destination.register.long)


class TypedEmitContext(TypedOperands):
    """The emit context of a declared-name program, with the statements of its instructions."""

    @cached_property
    def _parts(self) -> dict[Span, Instruction | Condition | Operand]:
        """Instructions, their conditions and what loops count, by their place in the text."""
        found: dict[Span, Instruction | Condition | Operand] = {}
        for row in self.program.instructions:
            found[row.span] = row
            if row.condition is not None:
                found[row.condition.span] = row.condition
            if row.opcode.flow in (Flow.REPEAT, Flow.LOOP) and row.operands:
                found[row.operands[0].span] = row.operands[0]
        return found

    def instruction(self, nodes: Sequence[Statement], guard: str) -> list[str]:
        node = nodes[0]
        origin = origin_of(node)
        assert origin is not None
        part = self._parts[origin]
        if not isinstance(part, Instruction):
            return []  # the head of a loop sets its index
        if isinstance(node, Act):
            return act(self, node, guard)
        if not isinstance(node, Assign) or not (saves(part) or part.opcode.flow is Flow.REPEAT):
            if part.row.form is Form.MEMORY:
                return self._memory(part, nodes, guard)
            return self._assigned(part, [row for row in nodes if isinstance(row, Assign)], guard)
        target = self.name(Load(node.var, node.components, node.index))
        if isinstance(node.value, Load | Const):
            return [f"{target} = {printed(self, node.value, full=True).text};"]
        value, letter = self._turns(part.operands[0])
        return [f"{target} = {f'int(min({value}, 0x7fffffffu))' if letter == 'u' else value};"]

    def turns(self, loop: Loop) -> tuple[str, str]:
        return self._turns(self._counted(loop))

    def _turns(self, operand: Operand) -> tuple[str, str]:
        unsigned = operand.type is DataType.UNSIGNED and operand.bits == 32
        return self.count(operand), "u" if unsigned else "i"

    def _counted(self, loop: Loop) -> Operand:
        assert loop.origin is not None
        part = self._parts[loop.origin]
        assert isinstance(part, Operand)
        return part

    def selected(self, node: Switch) -> tuple[str, str]:
        if node.origin is None:
            return super().selected(node)
        part, value = self._parts[node.origin], node.value
        assert isinstance(part, Instruction)
        number = self.subroutine(part.operands[0].register)
        match value:
            case Select(condition=Apply(operands=(Load(var), *_)) as room) if var.role is Role.LOCAL:
                number = f"{printed_condition(self, room)} ? {number} : {NO_SUBROUTINE}u"
        return number, "u"

    def _assigned(self, instruction: Instruction, nodes: Sequence[Assign], guard: str) -> list[str]:
        if not self.exact:
            nodes = self._plainly(nodes)
        if _is_long(instruction):
            return wide_statements(self, nodes, guard)
        return assignments.statements(self, nodes, guard)

    def _plainly(self, nodes: Sequence[Assign]) -> Sequence[Assign]:
        """The same with integers of the variable's kind, where signed and unsigned ones give the same."""
        place = next((place for place, row in enumerate(nodes) if row.var.type.kind is not Kind.BOOL), None)
        if place is None or not isinstance(first := nodes[place].value, Bitcast | Apply):
            return nodes
        node, value = nodes[place], first.value if isinstance(first, Bitcast) else first
        type = {"i": INT, "u": UINT}.get(self.kind_of(node.var)) if len(nodes) == 1 else None
        result = bitcast(value, first.type)
        if type is not None and isinstance(value, Apply) and OPERATIONS[value.operation].signless:
            constants = (row for row in visit.expressions(value) if isinstance(row, Const))
            # -1 is more than 4294967295 to a reader.
            if type is INT or not any(word >> 31 for row in constants for word in row.words):
                result = bitcast(retyped(value, type), node.var.type)
        return [*nodes[:place], replace(node, value=result), *nodes[place + 1 :]]

    @property
    def builders(self) -> Mapping[str, Callable[[Any], Expression]]:
        return BUILDERS

    def target(self, node: Assign) -> str:
        if node.var.role is Role.LOCAL:
            return self.local_name(Load(node.var, node.components, node.index))
        if node.var.role is Role.CODE:
            return self.code_name(node.var)
        register = written_register(node)
        variable = self.storage.of(register)
        if register.relative is None:
            return variable.at(register.index)
        start, index = register.index - variable.start, self.index(register.relative)
        return f"{variable.name}[{f'{start} + {index}' if start else index}]"

    def inside(self, node: Assign) -> str:
        """Outside an array the write vanishes."""
        if node.index is None or isinstance(node.index, Const):
            return ""
        register = written_register(node)
        assert register.relative is not None
        return f"if ({self.unsigned_index(register.relative)} < {register.count}u) "

    def count(self, operand: Operand) -> str:
        profile = self.storage.program.profile
        assert profile.limits is not None
        most = profile.limits.loop_count if profile.nesting_ends else 2**31 - 1
        known = constant_number(self.storage.program, operand)
        constant = math.inf if known is None else max(0.0, known)
        if operand.bits == 64:
            return f"{min(constant, most):.0f}" if constant < math.inf else count_of(self, operand)
        if operand.type is not DataType.FLOAT:
            return self.operand(operand, (0,), KINDS[operand.type]).text
        if constant < math.inf:
            return f"{min(constant, most):.0f}"
        value = self.whole(operand, 0)
        return f"min({value}, {most})" if profile.nesting_ends else value

    def index_steps(self, loop: Loop) -> tuple[str, str]:
        """A0.x is never below 0 (NV_fragment_program2 3.11.3.Y)."""
        index, program, operand = self.loop_index, self.storage.program, self._counted(loop)
        if not index:
            return "", ""
        start, step = (constant_number(program, operand, component) for component in (1, 2))
        first = f"{index} = max({self.whole(operand, 1)}, 0)"
        if start is not None and abs(start) < 2**31:
            first = f"{index} = {max(start, 0):.0f}"
        if step is not None and 0 <= step < 2**16:
            return first, f"{index} += {step:.0f}" if step != 1 else f"++{index}"
        return first, f"{index} = max({index} + {self.whole(operand, 2)}, 0)"

    def whole(self, operand: Operand, component: int) -> str:
        """A component of a loop's operand, rounded down."""
        constant = constant_number(self.storage.program, operand, component)
        if constant is not None and abs(constant) < 2**31:
            return f"{constant:.0f}"
        value = self.operand(operand, (component,), "")
        return f"{self.use('nv_int', 1)}(floor({value.text}))" if self.exact else f"int(floor({value.text}))"

    def _memory(self, instruction: Instruction, nodes: Sequence[Statement], guard: str) -> list[str]:
        """What is done in memory is done whatever is written."""
        first, *rest = nodes
        before: list[str] = []
        access = first.value if isinstance(first, Assign) else first
        assert isinstance(access, Read | Atomic | Store)
        if access.memory.space is Space.IMAGE:
            image = accessed(self, access)
            if isinstance(access, Store):
                return [] if image is None else [f"{image.text};"]
            assert image is not None
            found = [image]
        elif isinstance(access, Store):
            return memory_ops.stored(self, access)
        elif isinstance(access, Atomic):
            found = [memory_ops.changed(self, access)]
        else:
            before, found = memory_ops.loaded(self, access)
        assert isinstance(first, Assign | Atomic)
        stores = [node for node in rest if isinstance(node, Assign)]
        if not stores:
            return [f"{found[0].text};"]
        once = memory_ops.is_used_once(stores, first.var.name)
        self.found[first.var.name] = found[0] if once else Expression(FOUND)
        lines = self._assigned(instruction, stores, guard)
        if once:
            return lines
        lines = [*before, *memory_ops.declared(found), *lines]
        return ["{", *(f"    {line}" for line in lines), "}"]
