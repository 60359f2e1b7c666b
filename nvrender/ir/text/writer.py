"""The intermediate representation as text, which ``read`` of the module beside makes the same nodes of.

A statement is a line. What has no form of its own here is written as its class and fields,
``Name(value, field = value, …)``. Comments begin with ``//``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import MISSING, fields
from enum import Enum
from typing import Any

from nvrender.ir import visit
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Bitcast,
    Body,
    Break,
    Call,
    Compose,
    Const,
    Continue,
    Executed,
    Expression,
    If,
    Load,
    Loop,
    Return,
    Select,
    Shader,
    Statement,
    Switch,
    Swizzle,
    Terminate,
    Var,
)
from nvrender.ir.signatures import usual
from nvrender.ir.text.literals import literal
from nvrender.ir.types import Type
from nvrender.ops.table import OPERATIONS
from nvrender.source import Source, Span

_INDENT = "  "
#: Statements that are a word.
WORDS: dict[str, type[Any]] = {"break": Break, "continue": Continue, "return": Return, "terminate": Terminate}
_KEYWORDS = {kind: word for word, kind in WORDS.items()}


def write(shader: Shader, source: Source | None = None) -> str:
    """``shader`` as text.

    With the ``source`` of its program the lines of that are comments, without it the places of statements
    are kept, as ``@first:end`` in bytes.
    """
    others = _fields(shader, ("functions", "variables", "initial", "joined"))
    lines = [f"shader{others}", *(declaration(shader, var) for var in shader.variables)]
    writer = _Writer(source)
    for function in shader.functions:
        lines += ["", f"function {function.name} {{", *writer.body(function.body), "}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def declaration(shader: Shader, var: Var) -> str:
    """The line that declares a variable."""
    array = f" [{var.length}]" if var.length else ""
    words = shader.initial.get(var.name)
    initial = "" if words is None else f" = {expression(Const(var.type, words))}"
    others = _fields(var, ("name", "type", "role", "length"))
    return f"{var.role.value} {var.name}: {var.type}{array}{others}{initial}"


def _fields(row: Any, known: tuple[str, ...]) -> str:
    """The numbers of a dataclass that have no form of their own, where they are not what they mostly are."""
    return "".join(
        f" {field.name} {int(value)}"
        for field in fields(row)
        if field.name not in known and (value := getattr(row, field.name)) != field.default
    )


# --- expressions


def components_text(components: tuple[int, ...]) -> str:
    return "." + "".join("xyzw"[number] if number in range(4) else f"({number})" for number in components)


def expression(node: Expression) -> str:
    """An expression in one line."""
    match node:
        case Const(type, words):
            texts = [literal(type, word) for word in words]
            return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
        case Load() if _is_plain(node, "var", "components", "index"):
            return _place(node.var, node.index, node.components)
        case Swizzle(value, components):
            text = expression(value)
            inner = text if isinstance(value, Apply) else f"({text})"
            return inner + components_text(components)
        case Apply(operation, operands, type):
            known = operation in OPERATIONS and type == usual(operation, [row.type for row in operands])
            return f"{operation}{'' if known else f':{type}'}({_list(operands)})"
        case Compose(parts):
            return f"{{{_list(parts)}}}"
        case Bitcast(value, type):
            return f"as:{type.wide(1)}({expression(value)})"
        case Select(condition, yes, no):
            return f"select({_list((condition, yes, no))})"
        case _:
            return generic(node)


def _list(nodes: tuple[Expression, ...]) -> str:
    return ", ".join(map(expression, nodes))


def _place(var: Var, index: Expression | None, components: tuple[int, ...]) -> str:
    element = "" if index is None else f"[{expression(index)}]"
    return f"{var.name}{element}{components_text(components)}"


def generic(node: Any) -> str:
    """A node by its fields, those with a usual value by name; without its bodies and its place."""
    texts = [
        f"{'' if field.default is MISSING else f'{field.name} = '}{_value(getattr(node, field.name))}"
        for field in fields(node)
        if "Body" not in str(field.type) and field.name != "origin" and not _is_usual(node, field)
    ]
    return f"{node.__class__.__name__}({', '.join(texts)})"


def _value(value: Any) -> str:
    match value:
        case Var():
            return value.name
        case Type():
            return str(value)
        case Enum():
            return value.name
        case str():
            return json.dumps(value)
        case None | bool() | int():
            return str(value).lower()
        case tuple():
            return f"[{', '.join(map(_value, value))}]"
    return expression(value) if isinstance(value, visit.EXPRESSIONS) else generic(value)  # type: ignore[arg-type]


def _is_usual(node: Any, field: Any) -> bool:
    return field.default is not MISSING and getattr(node, field.name) == field.default


def _is_plain(node: Any, *known: str) -> bool:
    """True where nothing but the ``known`` fields says anything."""
    return all(field.name in known or _is_usual(node, field) for field in fields(node))


# --- statements


class _Writer:
    """Writes bodies; the line of the program that statements come from is said once for several."""

    def __init__(self, source: Source | None) -> None:
        self._source = source
        self._line = 0

    def body(self, body: Body, depth: int = 1) -> Iterator[str]:
        for statement in body:
            yield from self._statement(statement, depth)

    def _statement(self, node: Statement, depth: int) -> Iterator[str]:
        indent, head = _INDENT * depth, statement_head(node)
        place = self._place(getattr(node, "origin", None))
        inner = list(visit.bodies(node))
        if not inner:
            yield f"{indent}{head}{place}"
            return
        comment = place if place.startswith("  //") else ""
        yield f"{indent}{head}{place if not comment else ''} {{{comment}"
        if isinstance(node, Switch):
            names = [f" {json.dumps(name)}" for name in node.names] or [""] * len(node.cases)
            for (case, body), called in zip(node.cases, names, strict=True):
                yield f"{indent}{_INDENT}case {case}{called} {{"
                yield from self.body(body, depth + 2)
                yield f"{indent}{_INDENT}}}"
        else:
            words = {If: "else ", Loop: "continuing "}
            for number, body in enumerate(inner):
                if number and (body or node.__class__ not in words):
                    yield f"{indent}}} {words.get(node.__class__, '')}{{"
                yield from self.body(body, depth + 1)
        yield f"{indent}}}"

    def _place(self, origin: Span | None) -> str:
        if origin is None:
            return ""
        if self._source is None:
            return f" @{origin.start}:{origin.end}"
        line, _ = self._source.line_and_column(origin.start)
        if line == self._line:
            return ""
        self._line = line
        return f"  // {line}: {self._source.excerpt(origin.start)[0].strip()}"


def statement_head(node: Statement) -> str:
    """A statement in one line, without its bodies and its place in the program."""
    match node:
        case Assign() if _is_plain(node, "var", "components", "value", "when", "index", "origin"):
            when = "" if node.when is None else f" when {expression(node.when)}"
            return f"{_place(node.var, node.index, node.components)} = {expression(node.value)}{when}"
        case If(condition):
            return f"if {expression(condition)}"
        case Loop() if _is_plain(node, "body", "continuing", "turns", "watched", "name", "origin"):
            turns = "" if node.turns is None else f" turns {expression(node.turns)}"
            watched = " watched" if node.watched else ""
            return f"loop{turns}{watched}" + (f" {json.dumps(node.name)}" if node.name else "")
        case Switch() if _is_plain(node, "value", "cases", "names", "origin"):
            return f"switch {expression(node.value)}"
        case Call() if _is_plain(node, "function"):
            return f"call {node.function}"
        case Executed(count):
            return f"executed {count}"
        case _ if node.__class__ in _KEYWORDS:
            return _KEYWORDS[node.__class__]
        case _:
            return generic(node)
