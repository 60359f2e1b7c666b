"""Statements of the intermediate representation → lines of GLSL, with the comments of the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from nvrender.glsl.comments import Placement
from nvrender.glsl.lines import Lines
from nvrender.glsl.printer.expressions import Texts, letters, printed
from nvrender.glsl.printer.locals import Locals
from nvrender.ir.analysis.endings import exit_test, falls_through, terminating, without_end
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Body,
    Break,
    Call,
    Const,
    Continue,
    Discard,
    Effect,
    Executed,
    Expression,
    Function,
    If,
    Load,
    Loop,
    Return,
    Role,
    Shader,
    Statement,
    Switch,
    Terminate,
    Var,
)
from nvrender.ir.types import BOOL, INT
from nvrender.source import InternalError, Span

#: Cases of one switch: Mesa's llvmpipe nests one in the other and silently drops what lies 80 deep.
_GROUP = 24
#: What an instruction becomes.
_INSTRUCTION = Assign | Effect
_STEPS = {1: "++", 0xFFFFFFFF: "--"}


class Language(Texts, Protocol):
    """What prints the instructions of a language's programs, and the conditions they test."""

    @property
    def local_names(self) -> Locals: ...

    def instruction(self, nodes: Sequence[Statement], guard: str) -> list[str]:
        """The statements of one instruction; ``guard`` is a condition under which its results are written."""

    def condition(self, node: Expression, origin: Span | None, *, negated: bool) -> str:
        """A scalar condition, or that it does not hold."""


class Printer:
    """Prints functions. ``indices`` are the numbers of instructions by their place and their condition's."""

    def __init__(
        self,
        shader: Shader,
        language: Language,
        placement: Placement,
        indices: Mapping[Span, int],
        functions: Mapping[str, str],
    ) -> None:
        self.shader = shader
        self.language = language
        self.placement = placement
        self.indices = indices
        self.functions = functions
        self.lines = Lines()
        self._ends = terminating(shader)
        self._returns_bool = False
        #: Instructions executed since ``executed`` was counted on.
        self._pending = 0
        #: False while so few instructions can have run that the limit is out of reach.
        self._limited = False

    @property
    def _limit(self) -> str:
        """What holds while more instructions may be executed."""
        return "" if self.shader.limit is None else f"executed < {self.shader.limit}"

    # --- functions

    def function(self, function: Function, signature: str = "") -> None:
        """A function; a bool tells its caller that the program has ended."""
        ends = function.name in self._ends
        kind = "bool" if ends else "void"
        self.lines.add(signature or f"{kind} {self.functions[function.name]}() {{")
        self.body(function)
        if ends and falls_through(function.body):
            self.lines.add("    return false;")
        self.lines.add("}")

    def body(self, function: Function) -> None:
        """The statements of a function, one level deeper."""
        is_main = function is self.shader.functions[-1]
        ends, body = function.name in self._ends, function.body
        self._returns_bool = ends and not is_main
        self._limited = self.shader.limit is not None and not is_main
        outer, self.lines = self.lines, Lines(depth=self.lines.depth + 1)
        local_names = self.language.local_names
        local_names.used.clear()
        if is_main:
            body = without_end(body)
        elif not ends and body and isinstance(body[-1], Return):
            body = body[:-1]
        first: dict[Var, Const] = {}
        match body:
            case (Assign(var, value=Const() as value, origin=None), *_) if var.type == INT:
                local_names.name(var)
                first[var], body = value, body[1:]
        self._statements(body)
        if not is_main:
            self._count()
        self._pending = 0
        inner, self.lines = self.lines, outer
        self.lines.depth += 1
        for line in local_names.declarations(self.shader, first):
            self.lines.add(line)
        self.lines.depth -= 1
        self.lines.extend(inner)

    # --- statements

    def _statements(self, body: Body) -> None:
        place = 0
        while place < len(body):
            node, stop = body[place], place + 1
            if isinstance(node, Executed):
                self._pending += node.count
            elif isinstance(node, _INSTRUCTION) and node.origin is not None:
                while stop < len(body) and getattr(body[stop], "origin", None) is node.origin:
                    stop += 1
                self._instruction(body[place:stop], node.origin)
            else:
                self._count()
                stop += self._structure(node, body[stop] if stop < len(body) else None)
            place = stop

    def _nested(self, body: Body) -> None:
        self.lines.depth += 1
        self._statements(body)
        self._count()
        self.lines.depth -= 1

    def _count(self) -> None:
        """Counts the instructions that were executed."""
        if self._pending and self._limit:
            self.lines.add(f"executed += {self._pending};" if self._pending > 1 else "++executed;")
        self._pending = 0

    def _instruction(self, nodes: Sequence[Statement], origin: Span) -> None:
        """One instruction; where instructions are counted, a result is written up to the limit only."""
        guard = ""
        if self._limited and any(map(_is_seen, nodes)):
            assert self.shader.limit is not None
            guard = f"executed < {self.shader.limit + 1 - self._pending}"
        self._remarked(self.language.instruction(nodes, guard), origin)

    def _remarked(self, lines: Sequence[str], origin: Span | None) -> None:
        """Lines of an instruction or a branch, with its comments."""
        index = -1 if origin is None else self.indices.get(origin, -1)
        self._remarks(self.placement.before.get(index))
        comment = self.placement.behind.get(index)
        for line in lines:
            self.lines.add(line, origin, comment)
            comment = None
        self._remarks(self.placement.after.get(index))

    def _remarks(self, comments: list[str] | None) -> None:
        for comment in comments or ():
            self.lines.add(f"// {comment}".rstrip())

    def _structure(self, node: Statement, following: Statement | None) -> int:
        """Prints a statement; 1 where that took the one behind it too, else 0."""
        match node:
            case Assign():
                target, value, taken = self._assigned(node, following)
                self.lines.add(f"{target} = {value};" if value else f"{target};")
                return taken
            case If():
                self._if(node)
            case Loop():
                self._loop(node)
            case Switch():
                self._switch(node)
            case Break():
                self.lines.add("break;")
            case Continue():
                self.lines.add("continue;")
            case Call():
                self._call(node)
            case Return():
                self.lines.add("return false;" if self._returns_bool else "return;")
            case Terminate():
                self.lines.add("return true;" if self._returns_bool else "return;")
            case _:
                raise InternalError(f"{type(node).__name__} has no text")
        return 0

    def _call(self, call: Call) -> None:
        name = self.functions[call.function]
        self._limited = self.shader.limit is not None
        if call.function not in self._ends:
            self.lines.add(f"{name}();")
        else:
            self.lines.add(f"if ({name}()) return{' true' if self._returns_bool else ''};")

    # --- variables that lowering made

    def _assigned(self, node: Assign, following: Statement | None) -> tuple[str, str, int]:
        """What is assigned, its value, and 1 if ``following`` is in it: ``a[i++] = b`` or ``a = b[--i]``."""
        step = _step(node)
        if isinstance(following, Assign):
            load, grows = following.value, _step(following)
            if step and isinstance(load, Load) and load.index == Load(node.var, (0,)):
                place = letters(load.components) if load.var.type.width > 1 else ""
                element = f"{self._name(load.var)}[{step}{self._name(node.var)}]{place}"
                return self._target(following), element, 1
            if grows and node.index == Load(following.var, (0,)):
                target = f"{self._name(node.var)}[{self._name(following.var)}{grows}]"
                return target, self._value(node), 1
        if step:
            return f"{step}{self._name(node.var)}", "", 0
        return self._target(node), self._value(node), 0

    def _value(self, node: Assign) -> str:
        if node.var.type == BOOL:
            return self._test(node.value)
        return printed(self.language, node.value, full=True).text

    def _name(self, var: Var) -> str:
        return self.language.local_names.name(var)

    def _target(self, node: Assign) -> str:
        width = node.var.type.width
        place = letters(node.components) if width > 1 else ""
        return self.language.name(Load(node.var, node.components, node.index)) + place

    def _chosen(self, node: If) -> tuple[str, str, str] | None:
        """The number that both ways of a branch set, and to what."""
        one, other = self._set(node.then), self._set(node.otherwise)
        if one is None or other is None or one[0] != other[0]:
            return None
        return self._name(one[0]), one[1], other[1]

    def _set(self, body: Body) -> tuple[Var, str] | None:
        """The number that is all that statements set, and how."""
        match body:
            case (Assign(index=None, origin=None) as only,) if only.var.type == INT:
                return only.var, self._value(only)
            case (Assign(origin=None) as first, Assign(index=None) as last) if last.var.type == INT:
                _, value, taken = self._assigned(first, last)
                return (last.var, value) if taken and first.index is None else None
        return None

    # --- branches and loops

    def _test(self, condition: Expression, origin: Span | None = None, *, negated: bool = False) -> str:
        return self.language.condition(condition, origin, negated=negated)

    def _if(self, node: If) -> None:
        then, otherwise = node.then, node.otherwise
        if chosen := self._chosen(node):
            name, one, other = chosen
            test = self._test(node.condition, node.origin)
            self._remarked([f"{name} = {test} ? {one} : {other};"], node.origin)
            return
        negated = not then and bool(otherwise)
        if negated:
            then, otherwise = otherwise, ()
        self._remarked([f"if ({self._test(node.condition, node.origin, negated=negated)}) {{"], node.origin)
        self._nested(then)
        if otherwise:
            self.lines.add("} else {")
            self._nested(otherwise)
        self.lines.add("}")

    def _loop(self, loop: Loop) -> None:
        """``while (condition)`` where the loop starts with its exit.

        Never ``do … while``: Mesa's llvmpipe (22.3) goes on computing, for vertices that have left the
        loop, what is assigned before a loop's only exit and read after it.
        """
        self._limited = self.shader.limit is not None
        body = loop.body
        first = exit_test(body[0]) if body else None
        alone = exit_test(body[1]) if len(body) == 2 and body[0] == Executed(1) else None
        if first is not None:
            self._while(body[0], (*first[1], *body[1:]))
        elif alone is not None and not alone[1] and self._limit:
            # Nothing changes what it tests, and llvmpipe leaves a loop after 65,535 turns.
            self.lines.add("++executed;")
            self._remarked([f"if ({self._stays(body[1])}) executed = {self.shader.limit};"], _origin(body[1]))
        else:
            self.lines.add(f"while ({self._limit or 'true'}) {{")
            self._nested(body)
            self.lines.add("}")

    def _while(self, leaving: Statement, body: Body) -> None:
        self._remarked([f"while ({both(self._limit, self._stays(leaving))}) {{"], _origin(leaving))
        self._nested(body)
        self.lines.add("}")

    def _stays(self, leaving: Statement) -> str:
        """What holds where a loop goes on behind the statement that may leave it."""
        found = exit_test(leaving)
        assert found is not None and isinstance(leaving, If)
        return self._test(leaving.condition, leaving.origin, negated=not found[0])

    def _switch(self, node: Switch) -> None:
        """Many cases have a switch for each group of them."""
        value, names = printed(self.language, node.value).text, node.names or ("",) * len(node.cases)
        cases = list(zip(node.cases, names, strict=True))
        if len(cases) <= _GROUP:
            self._cases(value, cases)
            return
        groups: dict[int, list[tuple[tuple[int, Body], str]]] = {}
        for case, name in cases:
            groups.setdefault(case[0] // _GROUP, []).append((case, name))
        self.lines.add(f"switch ({value} / {_GROUP}) {{")
        for number, group in groups.items():
            self.lines.add(f"case {number}:")
            self.lines.depth += 1
            self._cases(value, group)
            self.lines.add("break;")
            self.lines.depth -= 1
        self.lines.add("}")

    def _cases(self, value: str, cases: Sequence[tuple[tuple[int, Body], str]]) -> None:
        self.lines.add(f"switch ({value}) {{")
        for (number, body), name in cases:
            self.lines.add(f"case {number}:", comment=name)
            self._nested(body)
            self.lines.add("    break;")
        self.lines.add("}")


def both(first: str, second: str) -> str:
    """Two tests, either of which may be missing."""
    tests = [test for test in (first, second) if test and test != "true"]
    if len(tests) > 1:
        tests = [f"({test})" if "||" in test else test for test in tests]
    return " && ".join(tests) if tests else "true"


def _is_seen(node: Statement) -> bool:
    """True for what is left of an invocation that is ended."""
    return isinstance(node, Discard) or (isinstance(node, Assign) and node.var.role is Role.OUTPUT)


def _step(node: Assign) -> str:
    """``++`` or ``--`` of a number that grows or falls by 1."""
    match node.value:
        case Apply("iadd", (Load() as load, Const(words=(word,)))) if load == Load(node.var, (0,)):
            return _STEPS.get(word, "")
    return ""


def _origin(node: Statement) -> Span | None:
    return getattr(node, "origin", None)
