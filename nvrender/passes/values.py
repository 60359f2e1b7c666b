"""Registers → the values that they hold in turn, each a variable as wide as what is read of it.

What is computed for components that nothing reads is not. Registers that functions share, arrays, flags and
what 64 bits are computed of stay registers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from nvrender.ir import visit
from nvrender.ir.analysis.uses import overwrites
from nvrender.ir.nodes import (
    Assign,
    Body,
    Const,
    Expression,
    If,
    Load,
    Loop,
    Role,
    Shader,
    Statement,
    Switch,
    Var,
)
from nvrender.lower.operands import swizzled
from nvrender.passes.expressions import is_one_number
from nvrender.passes.webs import Visit, webs

_REGISTERS = frozenset({Role.TEMPORARY, Role.ADDRESS, Role.CODE})


def split(shader: Shader) -> Shader:
    """``shader`` with a variable for each value of a register; one that threads run in lockstep as it is."""
    names = _registers(shader) if shader.patch == 1 else frozenset[str]()
    return _Splitting(shader, names).shader() if names else shader


def _registers(shader: Shader) -> frozenset[str]:
    """The names of those that may be taken apart."""
    flagged = {var.binding for var in shader.variables if var.role is Role.CODE and var.type.bits == 1}
    return frozenset(
        var.name
        for var in shader.variables
        if var.role in _REGISTERS and not var.length and var.type.bits == 32 and not var.value
        if var.role is not Role.CODE or var.binding not in flagged
    )


class _Value(NamedTuple):
    """A variable and, by the component of the register, its own."""

    var: Var
    components: dict[int, int]


class _Splitting:
    """Each value of the registers ``names`` becomes a variable."""

    def __init__(self, old: Shader, names: frozenset[str]) -> None:
        self.old, self.names = old, names
        self.webs = webs(old, names)
        #: By the first definition of each value; None for those that stay in their register.
        self.values: dict[int, _Value | None] = {}
        #: The values that one assignment alone writes, and the variables of those of one number.
        self.once: set[int] = set()
        self.numbers: dict[Var, Var] = {}

    def shader(self) -> Shader:
        variables = list(self._variables())
        visits, counts = iter(self.webs.visits), iter(self.webs.reached)
        functions = tuple(
            replace(row, body=self._rebuilt(row.body, visits, counts)) for row in self.old.functions
        )
        initial = {name: words for name, words in self.old.initial.items() if name not in self.names}
        if len(initial) < len(self.old.initial):
            initial |= self._initial()
        variables = [self.numbers.get(var, var) for var in variables]
        return replace(self.old, functions=functions, variables=tuple(variables), initial=initial)

    # --- variables

    def _variables(self) -> Iterator[Var]:
        """Those that are left; ``values`` are told by the first definition of each."""
        value_of = self.webs.value_of
        kept = set(map(value_of, self.webs.kept))
        rows: dict[str, dict[int, set[int]]] = {name: {} for name in self.names}
        sizes = Counter[int]()
        writes, written = Counter[int](), Counter[int]()
        for visited in self.webs.visits:
            if visited.written is not None and isinstance(visited.node, Assign):
                writes[value_of(visited.written)] += 1
                if overwrites(visited.node):
                    written[value_of(visited.written)] += len(visited.node.components)
        for number, (name, component) in enumerate(self.webs.slots):
            root = value_of(number)
            sizes[root] += 1
            rows[name].setdefault(root, set()).add(component)
        taken = {var.name for var in self.old.variables}
        for var in self.old.variables:
            if var.name not in self.names:
                yield var
                continue
            found = rows[var.name]
            if not kept.isdisjoint(found):
                yield var
            count = 0
            for root, components in sorted(found.items()):
                if root in kept:
                    self.values[root] = None
                    continue
                count += 1
                name = var.name
                if count > 1 or not kept.isdisjoint(found):
                    name = next(row for row in _numbered(var.name, count) if row not in taken)
                taken.add(name)
                own = {component: place for place, component in enumerate(sorted(components))}
                # None is what the register holds at first, none is kept by a condition.
                if writes[root] == 1 and written[root] == sizes[root] == len(own) > 1:
                    self.once.add(root)
                value = replace(var, name=name, type=var.type.wide(len(own)), value=count)
                self.values[root] = _Value(value, own)
                yield value

    def _initial(self) -> dict[str, tuple[int, ...]]:
        """The words that values of registers hold at first, where these are not all 0."""
        held = {
            (row.role, row.binding): self.old.initial.get(row.name) for row in reversed(self.old.variables)
        }
        found: dict[str, tuple[int, ...]] = {}
        for value in self.values.values():
            words = None if value is None else held[value.var.role, value.var.binding]
            if value is not None and words is not None:
                found[value.var.name] = tuple(words[component] for component in value.components)
        return found

    # --- rewriting

    def _rebuilt(self, body: Body, visits: Iterator[Visit], counts: Iterator[int]) -> Body:
        found = []
        for _ in body[: next(counts)]:
            node, definitions, written = next(visits)
            if node is None:
                continue
            if definitions:
                node = self._with_values(node, iter(definitions))
            match node:
                case If():
                    then = self._rebuilt(node.then, visits, counts)
                    node = replace(node, then=then, otherwise=self._rebuilt(node.otherwise, visits, counts))
                case Switch():
                    cases = tuple((number, self._rebuilt(row, visits, counts)) for number, row in node.cases)
                    node = replace(node, cases=cases)
                case Loop():
                    inner = self._rebuilt(node.body, visits, counts)
                    node = replace(
                        node, body=inner, continuing=self._rebuilt(node.continuing, visits, counts)
                    )
                case Assign() if written is not None:
                    node = self._written(node, written)
            found.append(node)
        return tuple(found)

    def _with_values(self, node: Statement, given: Iterator[int | None]) -> Statement:
        """A statement that reads values where it reads registers."""

        def read(row: Load) -> Expression:
            return self._read(row, next(given)) if row.var.name in self.names else row

        def change(row: Expression) -> Expression:
            return visit.with_loads(row, read)

        if isinstance(node, Assign) and node.when is None and node.index is None:
            return Assign(node.var, node.components, change(node.value), origin=node.origin)
        return visit.rebuilt(node, change)

    def _written(self, node: Assign, number: int) -> Assign:
        root = self.webs.value_of(number)
        value = self.values[root]
        if value is None:
            return node
        if root in self.once and is_one_number(node.value):
            var = self.numbers[value.var] = replace(value.var, type=value.var.type.wide(1))
            self.values[root] = _Value(var, dict.fromkeys(value.components, 0))
            return Assign(var, (0,), swizzled(node.value, (0,)), node.when, node.index, node.origin)
        components = tuple([value.components[component] for component in node.components])
        return Assign(value.var, components, node.value, node.when, node.index, node.origin)

    def _read(self, node: Load, number: int | None) -> Expression:
        if number is None:
            return Const(node.type, (0,) * len(node.components))
        value = self.values[self.webs.value_of(number)]
        if value is None:
            return node
        return Load(value.var, tuple(value.components.get(component, 0) for component in node.components))


def _numbered(name: str, first: int) -> Iterator[str]:
    while True:
        yield f"{name}_{first}"
        first += 1
