"""Flow → assignments, choices and kills alone: calls in their place, loops turn by turn, exits as flags.

What leaves a loop, a call or the program sets a flag; what follows in there is chosen by the flag.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from nvrender.arb.flow.known import Words, assigned, beginning, common, constant, flag, resolved, steering
from nvrender.arb.refusal import NOTHING, Refused, refuse
from nvrender.ir import visit
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Body,
    Break,
    Call,
    Const,
    Continue,
    Discard,
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
from nvrender.ir.types import BOOL, INT, signed_word
from nvrender.source import Span

#: As many statements as the largest known assembler takes instructions.
MOST = 16384
#: Turns until which a loop is followed that has no count; none that is known to end is longer in practice.
_LONGEST = 1024
_HINT = "; --turns N (turns=N) writes N of them out"
_UNENDING = f"what ends the loop is known at run time alone{_HINT}"
_EXITS = {Break: "break", Continue: "continue", Return: "return", Terminate: "end"}


def straightened(shader: Shader, turns: int | None = None) -> Shader:
    """``shader`` as one function of Assign, If and Discard.

    Loops whose end is known at run time alone are left after so many ``turns``; Refused where nobody says how
    many.
    """
    followed = steering(shader)
    walk = _Walk({row.name: row.body for row in shader.functions}, followed, turns)
    way = walk.block("end", shader.functions[-1].body, beginning(shader, followed))
    main = Function("main", tuple(way.statements))
    return replace(shader, functions=(main,), variables=(*shader.variables, *walk.flags), limit=None)


@dataclass
class _Way:
    """What statements become; ``words`` are None where nobody comes out; ``exits`` are the flags they set."""

    statements: list[Statement]
    words: Words | None
    exits: frozenset[str] = frozenset()


class _Line:
    """Statements one after the other; ``here``: what is known behind them, None where nobody comes out."""

    def __init__(self, words: Words, found: Sequence[Statement] = ()) -> None:
        self.here: Words | None = words
        self._found = [*found]
        #: What follows the last exit, and the exits before it.
        self._part: list[Statement] = []
        self._exits = frozenset[str]()

    def add(self, way: _Way) -> None:
        """Goes on; behind what some leave by, for the others alone."""
        self._part += way.statements
        self.here = way.words
        if way.words is None or way.exits:
            self._found += _guarded(self._exits, self._part)
            self._part, self._exits = [], self._exits | way.exits

    def way(self) -> _Way:
        """All of them."""
        return _Way([*self._found, *_guarded(self._exits, self._part)], self.here, self._exits)


@dataclass
class _Walk:
    """``labels`` has the flag of what each kind of exit leaves; ``left`` what is known at exits by flag.

    ``uncounted`` are the places of the loops around that have no count, where nobody says how many turns.
    """

    bodies: dict[str, Body]
    followed: frozenset[str]
    most: int | None
    flags: list[Var] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    left: dict[str, Words] = field(default_factory=dict)
    uncounted: list[Span | None] = field(default_factory=list)
    count: int = 0

    def block(self, kind: str, body: Body, words: Words) -> _Way:
        """A body that exits of a kind leave."""
        name, outer = self._label(kind)
        way = self._body(body, words)
        return self._closed(kind, name, outer, way)

    def _label(self, kind: str) -> tuple[str, str | None]:
        name, outer = f"{kind}_{len(self.flags) + 1}", self.labels.get(kind)
        self.flags.append(flag(name))
        self.labels[kind] = name
        return name, outer

    def _closed(self, kind: str, name: str, outer: str | None, way: _Way) -> _Way:
        if outer is None:
            del self.labels[kind]
        else:
            self.labels[kind] = outer
        if name not in way.exits:
            return way
        begin = Assign(flag(name), (0,), Const(BOOL, (0,)))
        return _Way([begin, *way.statements], common(way.words, self.left.pop(name)), way.exits - {name})

    def _body(self, body: Body, words: Words) -> _Way:
        """Statements one after the other; behind one that some leave by, the others alone."""
        line = _Line(words)
        for node in body:
            if line.here is None:
                break
            line.add(self._statement(node, line.here))
        return line.way()

    def _statement(self, node: Statement, words: Words) -> _Way:
        self._counted(node)
        match node:
            case Assign():
                node = resolved(node, words)
                assigned(node, words, self.followed)
                return _Way([node], words)
            case Discard():
                return _Way([resolved(node, words)], words)
            case Executed():
                return _Way([], words)
            case Break() | Continue() | Return() | Terminate():
                name = self.labels.get(_EXITS[node.__class__], self.labels["end"])
                met = common(self.left.get(name), words)
                assert met is not None
                self.left[name] = met
                return _Way([Assign(flag(name), (0,), Const(BOOL, (1,)))], None, frozenset({name}))
            case If():
                return self._if(node, words)
            case Loop():
                return self._loop(node, words)
            case Call(function):
                return self.block("return", self.bodies[function], words)
            case Switch(value, cases):
                number = constant(value, words)
                if number is None:
                    place = node.origin or _first(node)
                    refuse("which way the branch goes is known at run time alone", place)
                return self._body(dict(cases).get(number.words[0], ()), words)
        raise Refused(NOTHING, getattr(node, "origin", None))

    def _counted(self, node: Statement) -> None:
        self.count += not isinstance(node, Executed)
        if self.count > MOST and self.uncounted:
            refuse(_UNENDING, self.uncounted[-1])
        if self.count > MOST:
            refuse(f"with loops and calls written out it has more than {MOST} instructions")

    def _if(self, node: If, words: Words) -> _Way:
        test = constant(node.condition, words)
        if test is not None:
            return self._body(node.then if any(test.words) else node.otherwise, words)
        condition = resolved(node, words).condition
        then, otherwise = self._body(node.then, dict(words)), self._body(node.otherwise, dict(words))
        both = If(condition, tuple(then.statements), tuple(otherwise.statements), node.origin)
        met = common(then.words, otherwise.words)
        return _Way([both], met, then.exits | otherwise.exits)

    def _loop(self, node: Loop, words: Words) -> _Way:
        turns = None if node.turns is None else constant(node.turns, words)
        known = turns is not None
        if not known and self.most is None and node.turns is not None:
            refuse(f"how often the loop runs is known at run time alone{_HINT}", node.origin)
        most = _LONGEST if self.most is None else self.most
        if turns is not None:
            most = min(_signed(turns.words[0]), MOST)
        name, outer = self._label("break")
        count = None if known or node.turns is None else self._count(node, words)
        line = _Line(words, [] if count is None else [count])
        outside = len(self.uncounted)
        if node.turns is None and self.most is None:
            self.uncounted.append(node.origin or _first(node))
        for turn in range(most):
            if line.here is None:
                break
            here = line.here
            line.add(self._turn(node, here) if count is None else self._counted_turn(node, here, count, turn))
        del self.uncounted[outside:]
        if line.here is not None and node.turns is None and self.most is None:
            refuse(_UNENDING, node.origin or _first(node))
        return self._closed("break", name, outer, line.way())

    def _count(self, node: Loop, words: Words) -> Assign:
        """How often a loop runs, where no more is known of it."""
        var = Var(f"turns_{len(self.flags) + 1}", INT, Role.LOCAL)
        self.flags.append(var)
        turns = resolved(node, words).turns
        assert turns is not None
        return Assign(var, (0,), turns, origin=node.origin)

    def _counted_turn(self, node: Loop, words: Words, count: Assign, turn: int) -> _Way:
        """A turn that is taken where there are so many."""
        way = self._turn(node, dict(words))
        taken = Apply("less", (Const(INT, (turn,)), Load(count.var, (0,))), BOOL)
        met = common(way.words, words)
        return _Way([If(taken, tuple(way.statements), origin=node.origin)], met, way.exits)

    def _turn(self, node: Loop, words: Words) -> _Way:
        self._counted(node)
        way = self.block("continue", node.body, words)
        if way.words is None or not node.continuing:
            return way
        after = self._body(node.continuing, way.words)
        statements = [*way.statements, *_guarded(way.exits, after.statements)]
        return _Way(statements, after.words, way.exits | after.exits)


def _signed(word: int) -> int:
    return max(signed_word(word), 0)


def _first(node: Statement) -> Span | None:
    """The place of the first statement within another that has one."""
    inside = visit.statements((node,))
    return next((row.origin for row in inside if isinstance(row, Assign | If) and row.origin), None)


def _guarded(exits: frozenset[str], part: list[Statement]) -> list[Statement]:
    """Statements for those who have not left by one of these exits."""
    if not exits or not part:
        return part
    gone: Expression | None = None
    for name in sorted(exits):
        one: Expression = Load(flag(name), (0,))
        gone = one if gone is None else Apply("holds_either", (gone, one), BOOL)
    assert gone is not None
    return [If(Apply("holds_not", (gone,), BOOL), tuple(part))]
