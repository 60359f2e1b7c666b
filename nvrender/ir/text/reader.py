"""The text of the intermediate representation back as nodes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from nvrender.ir import nodes, visit
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Bitcast,
    Body,
    Call,
    Compose,
    Const,
    Executed,
    Expression,
    Function,
    If,
    Load,
    Loop,
    Role,
    Select,
    Shader,
    Statement,
    Switch,
    Swizzle,
    Var,
)
from nvrender.ir.signatures import usual
from nvrender.ir.text import literals
from nvrender.ir.text.tokens import Tokens
from nvrender.ir.text.writer import WORDS
from nvrender.ir.types import Kind, Type
from nvrender.ops.table import OPERATIONS
from nvrender.source import Span

_TYPE = re.compile(r"(float|int|uint|bool)(64)?(?:x([2-4]))?")
_NODES: dict[str, Any] = {name: kind for name, kind in vars(nodes).items() if is_dataclass(kind)}
_ROLES = {role.value: role for role in Role}


def read(text: str) -> Shader:
    """The shader that a text is of.

    Raises InputError for what is none, with its line.
    """
    return _Reader(text).shader()


class _Reader(Tokens):
    """A recursive descent over tokens."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._variables: dict[str, Var] = {}
        self._initial: dict[str, tuple[int, ...]] = {}

    # --- declarations

    def shader(self) -> Shader:
        self.take("shader")
        others = self._others()
        while self.ahead in _ROLES:
            self._declaration()
        functions = []
        while self.taken("function"):
            functions.append(Function(self.take(), self._body()))
        if self.kind() != "end":
            raise self.error(f"a function expected, {self.ahead} found")
        return Shader(
            functions=tuple(functions),
            variables=tuple(self._variables.values()),
            initial=self._initial,
            **others,
        )

    def _others(self) -> dict[str, Any]:
        """Names and numbers, as long as there are such pairs."""
        found = {}
        while self.kind() == "name" and self.kind(1) == "literal":
            name = self.take()
            found[name] = self.number()
        return found

    def _declaration(self) -> None:
        role, name = _ROLES[self.take()], self.take()
        self.take(":")
        type, length = self._type(), 0
        if self.taken("["):
            length = self.number()
            self.take("]")
        self._variables[name] = Var(name, type, role, length, **self._others())
        if self.taken("="):
            value = self._expression()
            if not isinstance(value, Const):
                raise self.error(f"the first value of {name} is no constant")
            self._initial[name] = value.words

    def _variable(self, name: str) -> Var:
        if name not in self._variables:
            self.back()
            raise self.error(f"{name} is not declared")
        return self._variables[name]

    def _type(self) -> Type:
        match = _TYPE.fullmatch(self.take())
        if match is None:
            self.back()
            raise self.error(f"a type expected, {self.ahead} found")
        kind = Kind(match[1])
        return Type(kind, int(match[3] or 1), 1 if kind is Kind.BOOL else int(match[2] or 32))

    # --- expressions

    def _expression(self) -> Expression:
        kind, text = self.kind(), self.ahead
        if kind == "literal":
            type, word = literals.word_of(self.take())
            return Const(type, (word,))
        if self.taken("("):
            return self._parentheses()
        if self.taken("{"):
            return Compose(self._list("}"))
        if kind != "name":
            raise self.error(f"an expression expected, {text or 'nothing'} found")
        self.take()
        if self.ahead not in ("(", ":"):
            return Load(*self._place(text))
        if text == "select":
            self.take("(")
            parts = self._list(")")
            if len(parts) != 3:
                raise self.error("select takes three expressions")
            return Select(*parts)
        if text == "as":
            self.take(":")
            return self._bitcast(self._type())
        if text[0].isupper():
            found: Expression = self._node(text)
            return found
        return self._apply(text)

    def _parentheses(self) -> Expression:
        """A constant of several components, or components of an expression."""
        first = self._expression()
        if not isinstance(first, Const) or not self.taken(","):
            self.take(")")
            return Swizzle(first, self._components())
        words = [first, *self._list(")")]
        return Const(
            first.type.wide(len(words)), tuple(row.words[0] for row in words if isinstance(row, Const))
        )

    def _apply(self, operation: str) -> Expression:
        if operation not in OPERATIONS:
            raise self.error(f"{operation} is no operation")
        type = self._type() if self.taken(":") else None
        self.take("(")
        operands = self._list(")")
        if type is None:
            type = usual(operation, [row.type for row in operands])
        found = Apply(operation, operands, type)
        return Swizzle(found, self._components()) if self.kind() == "components" else found

    def _bitcast(self, scalar: Type) -> Expression:
        self.take("(")
        value = self._expression()
        self.take(")")
        return Bitcast(value, scalar.wide(value.type.width * value.type.bits // scalar.bits))

    def _list(self, end: str) -> tuple[Expression, ...]:
        return tuple(self._each(end, self._expression))

    def _each(self, end: str, take: Callable[[], Any]) -> Iterator[Any]:
        while not self.taken(end):
            yield take()
            if self.ahead != end:
                self.take(",")

    def _components(self) -> tuple[int, ...]:
        if self.kind() != "components":
            raise self.error("components expected")
        return tuple(map("xyzw".index, self.take()[1:]))

    def _place(self, text: str) -> tuple[Var, tuple[int, ...], Expression | None]:
        """A variable, the components of it and, of an array, the element."""
        if self.taken("["):
            index = self._expression()
            self.take("]")
            return self._variable(text), self._components(), index
        name, _, letters = text.rpartition(".")
        if not name or set(letters) - set("xyzw"):
            raise self.error(f"components of {text} expected")
        return self._variable(name), tuple(map("xyzw".index, letters)), None

    # --- nodes by their fields

    def _node(self, name: str, **others: Any) -> Any:
        """A node by its fields, but those of ``others``."""
        if name not in _NODES:
            raise self.error(f"{name} is no node")
        return self._fields(_NODES[name], others)

    def _fields(self, kind: Any, others: dict[str, Any]) -> Any:
        """What a dataclass has: some values in order, then others by name."""
        hints = _hints(kind)
        names = [name for name in hints if name not in others]
        self.take("(")
        while not self.taken(")"):
            name = self.ahead if self.kind(1) == "equals" else next(iter(names), "more")
            if name not in names:
                raise self.error(f"{kind.__name__} has no {name}")
            names.remove(name)
            if self.kind(1) == "equals":
                self.take()
                self.take("=")
            others[name] = self._value(hints[name])
            if self.ahead != ")":
                self.take(",")
        return kind(**others)

    def _value(self, hint: Any) -> Any:
        """A field's value, by the field's type."""
        kinds = set(get_args(hint)) if get_origin(hint) is not tuple else {hint}
        kinds = kinds or {hint}
        if NoneType in kinds and self.taken("none"):
            return None
        kinds -= {NoneType}
        if self.taken("["):
            (inner,) = {get_args(kind)[0] for kind in kinds if get_origin(kind) is tuple}
            return tuple(self._each("]", lambda: self._value(inner)))
        if kinds & set(visit.EXPRESSIONS):
            return self._expression()
        (kind,) = (kind for kind in kinds if get_origin(kind) is not tuple)
        if kind is Type:
            return self._type()
        text = self.take()
        if kind is Var:
            return self._variable(text)
        if kind is str:
            return json.loads(text)
        if kind in (bool, int):
            return text == "true" if kind is bool else int(text)
        if not issubclass(kind, Enum):
            return self._fields(kind, {})
        if text not in kind.__members__:
            self.back()
            raise self.error(f"{text} is no {kind.__name__}")
        return kind[text]

    # --- statements

    def _body(self) -> Body:
        self.take("{")
        found = []
        while not self.taken("}"):
            found.append(self._statement())
        return tuple(found)

    def _statement(self) -> Statement:
        text = self.take()
        if text in WORDS:
            word: Statement = WORDS[text]()
            return word
        match text:
            case "if":
                condition, origin = self._expression(), self._origin()
                then = self._body()
                return If(condition, then, self._body() if self.taken("else") else (), origin)
            case "loop":
                return self._loop()
            case "switch":
                return self._switch()
            case "call":
                return Call(self.take())
            case "executed":
                return Executed(self.number())
        if self.ahead == "(" and text[0].isupper():
            return self._effect(text)
        var, components, index = self._place(text)
        self.take("=")
        value = self._expression()
        when = self._expression() if self.taken("when") else None
        return Assign(var, components, value, when, index, self._origin())

    def _effect(self, name: str) -> Statement:
        """A statement by its fields, its place and its bodies after it."""
        bodies = visit.body_names(_NODES[name]) if name in _NODES else ()
        node = self._node(name, **dict.fromkeys(bodies, ()))
        others: dict[str, Any] = {"origin": origin} if (origin := self._origin()) else {}
        others |= {name: self._body() for name in bodies}
        found: Statement = replace(node, **others)
        return found

    def _loop(self) -> Statement:
        turns = self._expression() if self.taken("turns") else None
        watched = self.taken("watched")
        name = json.loads(self.take()) if self.kind() == "string" else ""
        origin, body = self._origin(), self._body()
        continuing = self._body() if self.taken("continuing") else ()
        return Loop(body, continuing, turns, watched, name, origin)

    def _switch(self) -> Statement:
        value, cases, names = self._expression(), [], []
        origin = self._origin()
        self.take("{")
        while not self.taken("}"):
            self.take("case")
            number = self.number()
            if self.kind() == "string":
                names.append(json.loads(self.take()))
            cases.append((number, self._body()))
        return Switch(value, tuple(cases), tuple(names), origin)

    def _origin(self) -> Span | None:
        if not self.taken("@"):
            return None
        start = self.number()
        self.take(":")
        return Span(start, self.number())


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
