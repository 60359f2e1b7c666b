"""Expressions of the intermediate representation as vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nvrender.ir import nodes
from nvrender.ir.nodes import Expression, Role
from nvrender.llvm import constants, memory
from nvrender.llvm.lanes import Lanes
from nvrender.llvm.operations.conversions import converted
from nvrender.llvm.operations.table import applied
from nvrender.llvm.refusal import refused
from nvrender.llvm.textures.lookups import Bound, sampled
from nvrender.llvm.types import I32, I64, Rows, Value, bits_of, element_of
from nvrender.llvm.variables import Variables, index_of
from nvrender.ops.memory_access import Space


@dataclass(frozen=True)
class Outside:
    """What there is besides variables: textures by image unit, tables of buffers and of memory."""

    textures: Mapping[int, Bound]
    constants: Value
    memory: Value


class Expressions:
    """Builds values of expressions from the variables of a function."""

    def __init__(self, lanes: Lanes, variables: Variables, outside: Outside) -> None:
        self.lanes, self.variables, self.outside = lanes, variables, outside

    def value(self, node: Expression) -> Rows:
        """The components of an expression."""
        lanes = self.lanes
        match node:
            case nodes.Const(kind, words):
                return [lanes.word(element_of(kind), word) for word in words]
            case nodes.Load():
                return self._load(node)
            case nodes.Swizzle(value, components):
                rows = self.value(value)
                return [rows[component] for component in components]
            case nodes.Compose(parts):
                return [row for part in parts for row in self.value(part)]
            case nodes.Bitcast(value, kind):
                return self._bitcast(self.value(value), element_of(kind))
            case nodes.Select(condition, yes, no):
                tests, ones, others = map(self.value, (condition, yes, no))
                tests = tests * len(ones) if len(tests) == 1 else tests
                return [lanes.select(*rows) for rows in zip(tests, ones, others, strict=True)]
            case nodes.Apply(_, operands):
                return applied(lanes, node, [self.value(row) for row in operands])
            case nodes.Convert(value):
                return [converted(lanes, node, row) for row in self.value(value)]
            case nodes.Sample():
                return sampled(lanes, node, self.outside.textures, self.value)
            case nodes.Read():
                if node.memory.space is Space.CONSTANT:
                    return constants.read(lanes, node, self.outside.constants, self.value)
                return memory.read(lanes, node, self.outside.memory, self.value)
        raise refused(_NAMES[type(node)])

    def scalar(self, node: Expression) -> Value:
        """The one component of an expression."""
        return self.value(node)[0]

    def index(self, node: Expression | None) -> Value | None:
        """The number of the element that each lane means, None where it is known."""
        chosen = index_of(node)
        return None if chosen is None else self.scalar(chosen)

    def _load(self, node: nodes.Load) -> Rows:
        if node.vertex is None:
            return self.variables.load(node, self.index(node.index))
        if node.var.role is not Role.INPUT:
            raise refused("what other invocations on a patch have")
        return self.variables.load(node, self._of_vertex(node))

    def _of_vertex(self, node: nodes.Load) -> Value | None:
        """The element of the input of a vertex, all bits set where there is none; None where it is known."""
        lanes, builder, var = self.lanes, self.lanes.builder, node.var
        if index_of(node.index) is None and index_of(node.vertex) is None:
            return None
        assert node.vertex is not None
        vertex = lanes.words(self.scalar(node.vertex))
        index = lanes.constant(I32, 0) if node.index is None else lanes.words(self.scalar(node.index))
        length = lanes.constant(I32, max(var.length, 1))
        there = builder.and_(
            builder.icmp_unsigned("<", index, length),
            builder.icmp_unsigned("<", vertex, lanes.constant(I32, var.vertices)),
        )
        element = builder.add(builder.mul(vertex, length), index)
        return lanes.select(there, element, lanes.constant(I32, -1))

    def _bitcast(self, rows: Rows, element: object) -> Rows:
        """Two words are one of 64 bits, the low one first."""
        lanes, builder, wanted = self.lanes, self.lanes.builder, bits_of(element)
        have = bits_of(rows[0].type.element)
        if have == wanted:
            return [lanes.cast(row, element) for row in rows]
        if have < wanted:
            found = []
            for low, high in zip(rows[::2], rows[1::2], strict=True):
                one, other = (lanes.convert("zext", lanes.words(row), I64) for row in (low, high))
                whole = builder.or_(one, builder.shl(other, lanes.like(other, 32)))
                found.append(lanes.cast(whole, element))
            return found
        found = []
        for row in rows:
            words = lanes.words(row)
            for part in (words, builder.lshr(words, lanes.like(words, 32))):
                found.append(lanes.cast(lanes.convert("trunc", part, I32), element))
        return found


_NAMES: dict[type, str] = {
    nodes.Interpolate: "attributes elsewhere in their pixel",
}
