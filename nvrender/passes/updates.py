"""Values that replace another of the same register by one operation are that variable still: ``a = a * b``.

A register's values never overlap in the program; what joining has moved is looked after here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace

from nvrender.ir import visit
from nvrender.ir.analysis.uses import all_statements, loads, overwrites
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Atomic,
    Bitcast,
    Body,
    Expression,
    Load,
    Shader,
    Statement,
    Swizzle,
    Var,
)
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS


def updated(shader: Shader) -> Shader:
    """``shader`` with one variable for values that grow out of each other."""
    walk = _Walk(shader)
    for function in shader.functions:
        walk.body(function.body)
    same = {name: walk.last(var) for name, var in walk.same.items()}
    if not same:
        return shader

    def read(node: Expression) -> Expression:
        return (
            replace(node, var=same[node.var.name])
            if isinstance(node, Load) and node.var.name in same
            else node
        )

    def change(node: Statement) -> list[Statement]:
        if any(row.var.name in same for row in loads(node)):
            node = visit.rebuilt(node, lambda row: visit.mapped(row, read))
        if isinstance(node, Assign | Atomic) and node.var.name in same:
            node = replace(node, var=same[node.var.name])
        return [node]

    variables = tuple(var for var in shader.variables if var.name not in same)
    return replace(visit.changed(shader, change), variables=variables)


@dataclass
class _Walk:
    """In the order of the text; ``same``: the variable that another is still, by the other's name.

    ``covered`` are the components of values that are written before any is read.
    """

    shader: Shader
    reads: Counter[str] = field(default_factory=Counter)
    writes: Counter[str] = field(default_factory=Counter)
    same: dict[str, Var] = field(default_factory=dict)
    covered: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))

    def __post_init__(self) -> None:
        self.all_reads = Counter(row.var.name for node in all_statements(self.shader) for row in loads(node))
        self.all_writes = Counter(
            node.var.name for node in all_statements(self.shader) if isinstance(node, Assign | Atomic)
        )

    def last(self, var: Var) -> Var:
        while var.name in self.same:
            var = self.same[var.name]
        return var

    def body(self, body: Body) -> None:
        own = Counter[str]()
        for node in body:
            found = list(loads(node))
            self.reads.update(row.var.name for row in found)
            if isinstance(node, Assign) and node.var.value and overwrites(node):
                old = _updated(node)
                if old is not None and self._ends(old, node.var, own):
                    self.same[node.var.name] = old
                    # Whatever is asked of the one is asked of the other then.
                    own[old.name] += self.all_writes[node.var.name]
                    self.all_writes[old.name] += self.all_writes[node.var.name]
            if overwrites(node) and isinstance(node, Assign) and not self.reads[node.var.name]:
                self.covered[node.var.name].update(node.components)
            if isinstance(node, Assign | Atomic):
                self.writes[node.var.name] += 1
                own[node.var.name] += 1
            for inner in visit.bodies(node):
                self.body(inner)

    def _ends(self, old: Var, new: Var, own: Counter[str]) -> bool:
        """True if ``old`` is of this body alone and read no more, and ``new`` begins here."""
        if len(self.covered[old.name]) < old.type.width:
            return False  # it may last from one turn of a loop to the next
        whole = (
            own[old.name] == self.all_writes[old.name] and self.reads[old.name] == self.all_reads[old.name]
        )
        return whole and not self.reads[new.name] and not self.writes[new.name] and not old.length


def _updated(node: Assign) -> Var | None:
    """The value of the same register, and as wide, that an assignment is of one operation of."""
    value: Expression = node.value
    every = tuple(range(node.var.type.width))
    while isinstance(value, Bitcast) or (isinstance(value, Apply) and len(value.operands) == 1):
        value = value.value if isinstance(value, Bitcast) else value.operands[0]
    if isinstance(value, Swizzle) and isinstance(value.value, Apply) and len(value.value.operands) == 1:
        value = value.value.operands[0]
    if isinstance(node.value, Load) or node.components != every:
        return None
    rows: tuple[Expression, ...] = (value,)
    if isinstance(value, Apply) and OPERATIONS[value.operation].form is Form.COMPONENTWISE:
        rows = value.operands
    for row in rows:
        inner = row
        while isinstance(inner, Bitcast) or (
            isinstance(inner, Apply) and inner.operation in ("fneg", "ineg")
        ):
            inner = inner.value if isinstance(inner, Bitcast) else inner.operands[0]
        if isinstance(inner, Load) and inner.components == every and _is_like(inner.var, node.var):
            return inner.var
    return None


def _is_like(old: Var, new: Var) -> bool:
    return bool(old.value) and old != new and replace(old, name=new.name, value=new.value) == new
