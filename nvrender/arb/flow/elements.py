"""Arrays whose elements are all known by number → a variable an element; parameters stay arrays."""

from __future__ import annotations

from dataclasses import replace

from nvrender.arb.refusal import refuse
from nvrender.ir import visit
from nvrender.ir.nodes import Assign, Const, Expression, Load, Role, Shader, Statement, Var
from nvrender.ir.types import Kind
from nvrender.source import Span

_WHAT = {
    Role.TEMPORARY: "temporaries",
    Role.INPUT: "attributes",
    Role.OUTPUT: "results",
    Role.BUFFER: "parameter buffers",
}


def without_arrays(shader: Shader) -> Shader:
    """``shader``, straight, without arrays but those of parameters."""
    walk = _Walk(shader)
    main = shader.functions[-1]
    body = visit.rewritten(main.body, lambda node: [walk.statement(node)])
    variables = tuple(row for row in shader.variables if not walk.splits(row))
    initial = {**shader.initial, **walk.initial}
    variables = (*variables, *walk.made.values())
    return replace(shader, functions=(replace(main, body=body),), variables=variables, initial=initial)


class _Walk:
    """``made`` are the variables that stand for elements, by name."""

    def __init__(self, shader: Shader) -> None:
        self.shader = shader
        self.made: dict[str, Var] = {}
        self.initial: dict[str, tuple[int, ...]] = {}

    @staticmethod
    def splits(var: Var) -> bool:
        return bool(var.length) and var.role is not Role.PARAMETER

    def statement(self, node: Statement) -> Statement:
        origin = getattr(node, "origin", None)
        node = visit.rebuilt(node, lambda child: visit.mapped(child, lambda row: self._load(row, origin)))
        if isinstance(node, Assign) and self.splits(node.var):
            return replace(node, var=self._element(node.var, node.index, origin), index=None)
        if isinstance(node, Assign) and node.var.role is Role.PARAMETER:
            refuse("plain ARB programs cannot write parameters", origin)
        return node

    def _load(self, node: Expression, origin: Span | None) -> Expression:
        if isinstance(node, Load) and node.var.role is Role.BUFFER:
            refuse("plain ARB programs have no parameter buffers", origin)
        if isinstance(node, Load) and self.splits(node.var):
            return replace(node, var=self._element(node.var, node.index, origin), index=None)
        return node

    def _element(self, var: Var, index: Expression | None, origin: Span | None) -> Var:
        number = index.words[0] if isinstance(index, Const) and index.type.kind is not Kind.FLOAT else None
        if number is None or number >= var.length:
            refuse(
                f"plain ARB programs have no relative addressing of {_WHAT.get(var.role, 'these')}", origin
            )
        name = f"{var.name}_{number}"
        if name not in self.made:
            self.made[name] = replace(var, name=name, length=0, binding=var.binding + number)
            if var.name in self.shader.initial:
                self.initial[name] = self.shader.initial[var.name]
        return self.made[name]
