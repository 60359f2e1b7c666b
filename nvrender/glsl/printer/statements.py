"""Straight statements of the intermediate representation → lines of GLSL, with the program's comments."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from nvrender.glsl.comments import Placement, comment_line
from nvrender.glsl.lines import Lines
from nvrender.glsl.printer.assignments import own_name
from nvrender.glsl.printer.conditions import condition
from nvrender.glsl.printer.expressions import Texts, mask, printed
from nvrender.glsl.printer.locals import Locals
from nvrender.ir.analysis.endings import falls_through, terminating, without_end
from nvrender.ir.analysis.trip_counts import stands_alone
from nvrender.ir.analysis.uses import loads
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Barrier,
    Body,
    Const,
    Discard,
    Effect,
    Executed,
    Expression,
    Function,
    Load,
    Loop,
    Read,
    Return,
    Role,
    Shader,
    Statement,
    Var,
)
from nvrender.ir.types import BOOL, INT
from nvrender.passes.expressions import is_used_once
from nvrender.source import Span

#: What an instruction becomes.
INSTRUCTION = Assign | Effect
_STEPS = {1: "++", 0xFFFFFFFF: "--"}


class Language(Texts, Protocol):
    """What prints the instructions of a language's programs, and what they test and count."""

    @property
    def local_names(self) -> Locals: ...

    def instruction(self, nodes: Sequence[Statement], guard: str) -> list[str]:
        """The statements of one instruction; ``guard`` is a condition under which its results are written."""

    def declarations(self, values: Sequence[Var]) -> list[str]:
        """Declarations of values of registers, with what they hold at first where that shows."""

    def declare_at(self, values: Sequence[Var]) -> None:
        """Has the next assignments to values of registers declare these."""

    def waits(self, node: Statement) -> list[str]:
        """What invocations wait with before a statement."""


@dataclass(frozen=True)
class Remarks:
    """A program's comments; ``indices`` are instructions' numbers, by their place or their condition's."""

    placement: Placement
    indices: Mapping[Span, int]


class StatementPrinter:
    """Prints functions of straight statements."""

    #: Whether invocations that wait for their group leave the loop over blocks: barriers are jumps.
    meets = False

    def __init__(
        self,
        shader: Shader,
        language: Language,
        remarks: Remarks,
        functions: Mapping[str, str],
        watchdog: int | None = None,
        declared: dict[int, list[Var]] | None = None,
    ) -> None:
        """``functions`` are their names in GLSL; ``declared`` are values, by the id of where they begin.

        ``watchdog``: how many turns watched loops may take together, None where they need no bound.
        """
        self.shader = shader
        self.language = language
        self.remarks = remarks
        self.functions = functions
        self.declared = declared or {}
        self.lines = Lines()
        #: How many turns the only loop may take.
        self.most = watchdog if stands_alone(shader) else None
        self.watch = "" if watchdog is None or self.most is not None else self.watched(watchdog)
        self.ends = terminating(shader)
        self.returns_bool = False
        #: False while so few instructions can have run that the limit is out of reach.
        self.limited = False
        #: Instructions executed since ``executed`` was counted on.
        self._pending = 0

    def watched(self, most: int) -> str:
        """What holds while all loops have taken fewer turns."""
        return f"turns++ < {most}"

    @property
    def limit(self) -> str:
        """What holds while more instructions may be executed."""
        return "" if self.shader.limit is None else f"executed < {self.shader.limit}"

    @abstractmethod
    def structure(self, rest: Sequence[Statement]) -> int:
        """Prints the first statements of ``rest``; how many."""

    # --- functions

    def function(self, function: Function, signature: str = "") -> None:
        """A function; a bool tells its caller that the program has ended."""
        ends = function.name in self.ends
        kind = "bool" if ends else "void"
        self.lines.add(signature or f"{kind} {self.functions[function.name]}() {{")
        self.body(function)
        if ends and falls_through(function.body):
            self.lines.add("    return false;")
        self.lines.add("}")

    def body(self, function: Function) -> None:
        """The statements of a function, one level deeper, behind the variables they need."""
        is_main = function is self.shader.functions[-1]
        body = function.body
        self.returns_bool = function.name in self.ends
        self.limited = self.shader.limit is not None and not is_main
        if is_main:
            body = without_end(body)
        elif not self.returns_bool and body and isinstance(body[-1], Return):
            body = body[:-1]
        outer, self.lines = self.lines, Lines(depth=self.lines.depth + 1)
        local_names, first = self.language.local_names, dict[Var, Const]()
        local_names.used.clear()
        match body:
            case (Assign(var, value=Const() as value, origin=None), *_) if var.type == INT and not own_name(
                var
            ):
                local_names.name(var)
                first[var], body = value, body[1:]
        self.statements(body)
        if not is_main:
            self.count()
        self._pending = 0
        inner, self.lines = self.lines, outer
        self.lines.depth += 1
        for line in local_names.declarations(self.shader, first):
            self.lines.add(line)
        self.lines.depth -= 1
        self.lines.extend(inner)

    # --- statements

    def statements(self, body: Body) -> None:
        """A body, instruction by instruction."""
        place = 0
        while place < len(body):
            node, stop = body[place], place + 1
            if isinstance(node, Executed):
                self._pending += node.count
                place = stop
                continue
            waits = self.language.waits(node)
            apart = self.meets and isinstance(node, Barrier)
            if isinstance(node, INSTRUCTION) and node.origin is not None and not apart:
                while stop < len(body) and _same(body[stop], node.origin):
                    stop += 1
                self._instruction(body[place:stop], node.origin, waits)
                place = stop
                continue
            self.count()
            # What comes of the same lines without an instruction, or of a loop's head, begins before them.
            heads = isinstance(node, Assign)
            following = [
                row
                for row in body[stop : stop + 2]
                if origin_of(row) is None or (heads and isinstance(row, Loop))
            ]
            for line in [*self._declarations([node, *following]), *waits]:
                self.lines.add(line)
            place += self.structure(body[place:])

    def nested(self, body: Body) -> None:
        """A body one level deeper."""
        self.lines.depth += 1
        self.statements(body)
        self.count()
        self.lines.depth -= 1

    def count(self) -> None:
        """Counts the instructions that were executed."""
        if self._pending and self.limit:
            self.lines.add(f"executed += {self._pending};" if self._pending > 1 else "++executed;")
        self._pending = 0

    def _instruction(self, nodes: Sequence[Statement], origin: Span, waits: list[str]) -> None:
        """One instruction; where instructions are counted, a result is written up to the limit only."""
        guard = ""
        if self.limited and any(map(_is_seen, nodes)):
            assert self.shader.limit is not None
            guard = f"executed < {self.shader.limit + 1 - self._pending}"
        values = [var for node in nodes for var in self.declared.get(id(node), ())]
        inside = [] if guard or waits else [var for var in values if _begins(var, nodes)]
        before = self._declarations(nodes, inside)
        self.language.declare_at(inside)
        self.remarked([*waits, *self.language.instruction(nodes, guard)], origin, before)

    def _declarations(self, nodes: Sequence[Statement], inside: Sequence[Var] = ()) -> list[str]:
        """Declares what begins at statements, but for what they declare themselves."""
        values = [var for node in nodes for var in self.declared.pop(id(node), ()) if var not in inside]
        return self.language.declarations(values) if values else []

    def remarked(self, lines: Sequence[str], origin: Span | None, before: Sequence[str] = ()) -> None:
        """Lines of an instruction or a branch, with its comments, behind declarations ``before``."""
        placement = self.remarks.placement
        index = -1 if origin is None else self.remarks.indices.get(origin, -1)
        self._comments(placement.before.get(index))
        for line in before:
            self.lines.add(line, origin)
        comment = placement.behind.get(index)
        if comment is not None and (not lines or not self.lines.has_room(lines[0], comment)):
            self.lines.add(comment_line(comment), origin)
            comment = None
        for line in lines:
            self.lines.add(line, origin, comment)
            comment = None
        self._comments(placement.after.get(index))

    def _comments(self, comments: list[str] | None) -> None:
        for comment in comments or ():
            self.lines.add(comment_line(comment))

    # --- variables that lowering made

    def assigned(self, node: Assign, following: Statement | None) -> tuple[str, str, int]:
        """What is assigned, its value, and 2 if ``following`` is in it, ``a[i++] = b`` or ``a = b[--i]``."""
        step = step_of(node)
        if isinstance(following, Assign):
            load, grows = following.value, step_of(following)
            if step and isinstance(load, Load) and load.index == Load(node.var, (0,)):
                place = mask(load.components, load.var.type.width)
                element = f"{self.name(load.var)}[{step}{self.name(node.var)}]{place}"
                return self._target(following), element, 2
            if grows and node.index == Load(following.var, (0,)):
                return f"{self.name(node.var)}[{self.name(following.var)}{grows}]", self.value(node), 2
        if step:
            return f"{step}{self._target(node)}", "", 1
        return self._target(node), self.value(node), 1

    def value(self, node: Assign) -> str:
        """What is assigned."""
        if node.var.type == BOOL:
            return self.test(node.value)
        return printed(self.language, node.value, full=True).text

    def test(self, node: Expression, *, negated: bool = False) -> str:
        """A condition, or that it does not hold."""
        return condition(self.language, node, negated=negated)

    def name(self, var: Var) -> str:
        """What a variable that lowering made is called."""
        return self.language.local_names.name(var)

    def _target(self, node: Assign) -> str:
        return self.language.target(node) + mask(node.components, node.var.type.width)


def _same(node: Statement, origin: Span) -> bool:
    """True for more of an instruction."""
    return isinstance(node, INSTRUCTION) and node.origin is origin


def _begins(var: Var, nodes: Sequence[Statement]) -> bool:
    """True if plain assignments of one instruction begin with one that is all of a value."""
    rows = [node for node in nodes if isinstance(node, Assign)]
    if len(rows) == 2 and isinstance(rows[0].value, Read) and is_used_once(rows[1:], rows[0].var.name):
        rows = nodes = rows[1:]  # it stands in the statement that stores it
    if len(rows) < len(nodes) or any(row.when is not None or row.var.role is Role.LOCAL for row in rows):
        return False
    if any(isinstance(row.value, Read) for row in rows):
        return False
    found = next((row for row in rows if row.var == var), None)
    if found is None or len(found.components) < var.type.width:
        return False
    before = rows[: rows.index(found) + 1]
    return not any(load.var == var for row in before for load in loads(row))


def _is_seen(node: Statement) -> bool:
    """True for what is left of an invocation that is ended."""
    return isinstance(node, Discard) or (isinstance(node, Assign) and node.var.role is Role.OUTPUT)


def step_of(node: Assign) -> str:
    """``++`` or ``--`` of a number that grows or falls by 1."""
    own = Load(node.var, (0,), node.index)
    match node.value:
        case Apply("iadd", (Load() as load, Const(words=(word,)))) if load == own:
            return _STEPS.get(word, "")
    return ""


def origin_of(node: Statement) -> Span | None:
    """The place in the program that a statement comes from."""
    return getattr(node, "origin", None)
