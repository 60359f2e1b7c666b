"""Where variables are: components of a register of all lanes in LLVM's own registers, arrays in memory.

An array that an index of a lane may mean lies in the scratch memory of a call, element by element, the
components of an element one after the other, each of all lanes; every other array is so many registers.
Parameters and buffers are the caller's words, the same for all lanes, and are read there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from nvrender.ir import visit
from nvrender.ir.analysis.uses import all_statements
from nvrender.ir.nodes import Assign, Const, Expression, Load, Role, Shader, Var
from nvrender.ir.types import Kind
from nvrender.llvm.lanes import Lanes
from nvrender.llvm.types import I1, I8, I64, Rows, Value, bits_of, element_of

#: What all lanes have together, which no program writes but those of vertex states.
SHARED = frozenset({Role.PARAMETER, Role.BUFFER, Role.SUBROUTINE})
#: Bytes of an element of shared variables: four words.
_VECTOR = 16


@dataclass
class Uses:
    """Of the variables of a shader: those that an index of a lane may mean any element of, those written."""

    indexed: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, shader: Shader) -> Uses:
        found = cls()
        for statement in all_statements(shader):
            for node in visit.expressions(statement):
                if isinstance(node, Load) and not isinstance(node.index, Const | None):
                    found.indexed.add(node.var.name)
                if isinstance(node, Load) and not isinstance(node.vertex, Const | None):
                    found.indexed.add(node.var.name)
            if isinstance(statement, Assign):
                found.written.add(statement.var.name)
                if not isinstance(statement.index, Const | None):
                    found.indexed.add(statement.var.name)
        return found


class Variables:
    """The variables of a shader in one function; ``allocate`` makes a register at the function's entry."""

    def __init__(self, lanes: Lanes, shader: Shader, entry: Any) -> None:
        self.lanes, self.shader, self.uses = lanes, shader, Uses.of(shader)
        self._entry = entry
        self._registers: dict[tuple[str, int, int], Any] = {}
        self._offsets: dict[str, int] = {}
        self._bases: dict[str, Value] = {}
        self._arrays: dict[str, Value] = {}
        #: Bytes of scratch memory that a call takes.
        self.scratch = 0
        for var in shader.variables:
            if self.in_memory(var):
                self._offsets[var.name] = self.scratch
                self.scratch += elements(var) * self._element_bytes(var)

    def in_memory(self, var: Var) -> bool:
        """True for arrays in scratch memory."""
        return var.name in self.uses.indexed and not self.shared(var)

    def shared(self, var: Var) -> bool:
        """True for what is read where the caller has it."""
        return var.role in SHARED and var.name not in self.uses.written

    def place(self, name: str, base: Value) -> None:
        """Says where the words of a shared variable are."""
        self._bases[name] = base

    def place_scratch(self, base: Value) -> None:
        """Says where scratch memory is."""
        for name, offset in self._offsets.items():
            self._arrays[name] = self.lanes.builder.gep(base, [I64(offset)], source_etype=I8)

    def allocate(self, element: Any, name: str = "") -> Any:
        """A register of all lanes."""
        builder = self.lanes.builder
        with builder.goto_block(self._entry):
            return builder.alloca(self.lanes.vector(element), name=name)

    def _element_bytes(self, var: Var) -> int:
        return var.type.width * self.lanes.width * max(bits_of(element_of(var.type)) // 8, 1)

    def _register(self, var: Var, element: int, component: int) -> Any:
        key = (var.name, element, component)
        if key not in self._registers:
            self._registers[key] = self.allocate(element_of(var.type), var.name)
        return self._registers[key]

    # --- reading

    def load(self, node: Load, index: Value | None) -> Rows:
        """Components of a variable; ``index`` chooses the element of each lane, None where it is known."""
        var = node.var
        if index is None:
            element = _number(node.index) + _number(node.vertex) * max(var.length, 1)
            if _number(node.index) >= max(var.length, 1) or element >= elements(var):
                return [self.lanes.constant(element_of(var.type), 0) for _ in node.components]
            return [self.component(var, element, component) for component in node.components]
        if var.type.kind is Kind.BOOL:
            return self._chosen(var, node.components, index)
        inside = self.lanes.both(self._inside(var, index), self.lanes.active)
        if self.shared(var) and self._stride(var) == _VECTOR and bits_of(element_of(var.type)) == 32:
            words = self.lanes.rows(element_of(var.type), self.at(var, 0), index, inside)
            return [words[component] for component in node.components]
        places = (self._addresses(var, index, component) for component in node.components)
        return [self.lanes.gather(element_of(var.type), place, inside) for place in places]

    def component(self, var: Var, element: int, component: int) -> Value:
        """What all lanes have of a component."""
        builder, type = self.lanes.builder, element_of(var.type)
        if self.shared(var):
            place = self.at(var, element * self._stride(var) + component * bits_of(type) // 8)
            return self.lanes.spread(builder.load(place, typ=type, align=4))
        if self.in_memory(var):
            return builder.load(self._slot(var, element, component), typ=self.lanes.vector(type))
        return builder.load(self._register(var, element, component), typ=self.lanes.vector(type))

    def _chosen(self, var: Var, components: Iterable[int], index: Value) -> Rows:
        """Truth values, which have no addresses."""
        found = []
        for component in components:
            value = self.lanes.constant(I1, 0)
            for element in range(var.length):
                here = self.lanes.builder.icmp_signed("==", index, self.lanes.like(index, element))
                value = self.lanes.select(here, self.component(var, element, component), value)
            found.append(value)
        return found

    # --- writing

    def store(self, node: Assign, values: Rows, masks: list[Value | None], index: Value | None) -> None:
        """Writes components where their masks hold."""
        var = node.var
        for place, component in enumerate(node.components):
            value, mask = values[place], masks[place]
            if index is None:
                element = node.index.words[0] if isinstance(node.index, Const) else 0
                if element < max(var.length, 1):
                    self.write(var, element, component, value, mask)
                continue
            mask = self.lanes.both(mask, self._inside(var, index))
            self.lanes.scatter(value, self._addresses(var, index, component), mask)

    def write(self, var: Var, element: int, component: int, value: Value, mask: Value | None) -> None:
        """Writes a component where ``mask`` holds."""
        if mask is not None:
            value = self.lanes.select(mask, value, self.component(var, element, component))
        if self.in_memory(var):
            self.lanes.builder.store(value, self._slot(var, element, component))
        else:
            self.lanes.builder.store(value, self._register(var, element, component))

    # --- places

    def _stride(self, var: Var) -> int:
        """Bytes from one element of a shared variable to the next: a vector, but of buffers of words."""
        if var.role is Role.BUFFER:
            return var.type.width * bits_of(element_of(var.type)) // 8
        return _VECTOR * max(var.type.bits // 32, 1)

    def _slot(self, var: Var, element: int, component: int) -> Value:
        """Where the component of an array in scratch memory is, of the first lane."""
        size = self._element_bytes(var)
        offset = element * size + component * size // var.type.width
        return self.lanes.builder.gep(self._arrays[var.name], [I64(offset)], source_etype=I8)

    def at(self, var: Var, offset: int) -> Value:
        """A place in the words that the caller has of a variable."""
        base = self._bases[var.name]
        return self.lanes.builder.gep(base, [I64(offset)], source_etype=I8)

    def _inside(self, var: Var, index: Value) -> Value:
        return self.lanes.builder.icmp_unsigned("<", index, self.lanes.like(index, elements(var)))

    def _addresses(self, var: Var, index: Value, component: int) -> Value:
        """Where each lane's element has a component."""
        lanes, builder, bytes = self.lanes, self.lanes.builder, bits_of(element_of(var.type)) // 8
        wide = lanes.convert("zext", index, I64)
        if self.shared(var):
            offsets = builder.mul(wide, lanes.like(wide, self._stride(var)))
            return lanes.addresses(self.at(var, component * bytes), offsets)
        offsets = builder.mul(wide, lanes.like(wide, self._element_bytes(var)))
        own = lanes.numbers(I64, [lane * bytes for lane in range(lanes.width)])
        base = self._slot(var, 0, component)
        return lanes.addresses(base, builder.add(offsets, own))


def elements(var: Var) -> int:
    """How many elements a variable has, those of each vertex one after the other."""
    return max(var.length, 1) * max(var.vertices, 1)


def _number(node: Expression | None) -> int:
    """A constant, 0 where there is none."""
    return node.words[0] if isinstance(node, Const) else 0


def index_of(node: Expression | None) -> Expression | None:
    """What an element is chosen by as it runs, None for a constant or none."""
    return None if isinstance(node, Const | None) else node
