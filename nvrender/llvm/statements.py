"""Statements as structured control flow over lanes: a mask says which of them execute.

The mask of what follows is a value, None for all lanes, or ``NOBODY`` where no lane comes. A branch that no
lane takes is jumped over; a loop runs while some lane is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nvrender.ir import nodes, visit
from nvrender.ir.nodes import Assign, Body, Break, Continue, Return, Shader, Statement, Terminate
from nvrender.llvm import memory
from nvrender.llvm.emission import Emission
from nvrender.llvm.expressions import Expressions, Outside
from nvrender.llvm.lanes import Lanes
from nvrender.llvm.refusal import refused
from nvrender.llvm.types import I1, I32, Value, element_of
from nvrender.llvm.variables import Variables

#: A branch of no more nodes is executed under its mask, without a jump.
_SMALL = 24
#: Statements of a program whose calls are all in their place.
_MOST_STATEMENTS = 200_000


class _Nobody:
    """No lane."""


NOBODY = _Nobody()
Active = Any


@dataclass
class _Loop:
    """Masks in memory: the lanes that have left the innermost loop, and those that have left its turn."""

    broken: Any
    continued: Any


class Statements:
    """Builds the statements of a shader at the builder's place; ``helpers`` are killed before they begin."""

    def __init__(
        self,
        shader: Shader,
        lanes: Lanes,
        variables: Variables,
        watchdog: int | None,
        outside: Outside,
        emission: Emission | None = None,
        helpers: Value | None = None,
    ) -> None:
        self.shader, self.lanes, self.variables = shader, lanes, variables
        self.expressions = Expressions(lanes, variables, outside)
        self.bodies = {row.name: row.body for row in shader.functions}
        self.watchdog = watchdog
        self._emission, self._memory = emission, outside.memory
        self._loop: _Loop | None = None
        self._returned: Any = None
        self._turns = self._counter(any(self._watched())) if watchdog is not None else None
        self._executed = self._counter(shader.limit is not None)
        self._count = 0
        self._killed = self._place() if kills(shader) else None
        if helpers is not None:
            self._killed = self._killed or self._place()
            lanes.builder.store(helpers, self._killed)

    def _watched(self) -> Iterator[bool]:
        for body in self.bodies.values():
            for row in visit.statements(body):
                yield isinstance(row, nodes.Loop) and row.watched

    def _counter(self, needed: bool) -> Any:
        if not needed:
            return None
        counter = self.variables.allocate(I32)
        self.lanes.builder.store(self.lanes.constant(I32, 0), counter)
        return counter

    def run(self, active: Value | None) -> None:
        """The last function, main, for the ``active`` lanes."""
        self._call(self.shader.functions[-1].name, active)

    @property
    def killed(self) -> Value | None:
        """The fragments that are killed, None where none can be."""
        return None if self._killed is None else self._read(self._killed)

    # --- masks

    def _mask(self, active: Active) -> Value:
        """A mask as a value."""
        if active is None:
            return self.lanes.constant(I1, 1)
        return self.lanes.constant(I1, 0) if active is NOBODY else active

    def _place(self) -> Any:
        """A mask in memory, of no lane."""
        place = self.variables.allocate(I1)
        self.lanes.builder.store(self.lanes.constant(I1, 0), place)
        return place

    def _add(self, place: Any, active: Active) -> None:
        builder = self.lanes.builder
        old = builder.load(place, typ=self.lanes.vector(I1))
        builder.store(builder.or_(old, self._mask(active)), place)

    def _read(self, place: Any) -> Value:
        return self.lanes.builder.load(place, typ=self.lanes.vector(I1))

    def _either(self, a: Active, b: Active) -> Active:
        if a is NOBODY or b is NOBODY:
            return b if a is NOBODY else a
        return None if a is None or b is None else self.lanes.builder.or_(a, b)

    # --- statements

    def body(self, body: Body, active: Active) -> Active:
        """The lanes that come out at the end of a body that ``active`` ones enter."""
        for statement in body:
            if active is NOBODY:
                break
            active = self.statement(statement, active)
        return active

    def statement(self, node: Statement, active: Active) -> Active:
        self._count += 1
        if self._count > _MOST_STATEMENTS:
            raise refused(f"programs of more than {_MOST_STATEMENTS} statements, calls in their place")
        self.lanes.active = active
        if _reaches(node):
            self.lanes.alive = self._alive(active)
        match node:
            case Assign():
                self._assign(node, active)
            case nodes.If():
                return self._if(node, active)
            case nodes.Switch():
                return self._switch(node, active)
            case nodes.Loop():
                return self._loop_of(node, active)
            case Break() | Continue():
                assert self._loop is not None
                self._add(self._loop.broken if isinstance(node, Break) else self._loop.continued, active)
                return NOBODY
            case Return():
                if self._returned is not None:
                    self._add(self._returned, active)
                return NOBODY
            case Terminate():
                return NOBODY
            case nodes.Call(function):
                return self._call(function, active)
            case nodes.Executed(count):
                return self._count_executed(count, active)
            case nodes.Discard(condition):
                self._add(self._killed, self.lanes.both(active, self.expressions.scalar(condition)))
            case nodes.Barrier(waits) if not waits:
                pass
            case nodes.Store():
                memory.store(self.lanes, node, self._memory, self.expressions.value)
            case nodes.Atomic():
                parts = self.expressions.value, self.variables.allocate
                found = memory.change(self.lanes, node, self._memory, *parts)
                kind = element_of(node.var.type)
                self.variables.write(node.var, 0, 0, self.lanes.cast(found, kind), active)
            case nodes.EmitVertex(stream) if self._emission is not None:
                self._emission.emit(active, None if stream is None else self.expressions.scalar(stream))
            case nodes.EndPrimitive() if self._emission is not None:
                self._emission.end_primitive(active)
            case _:
                raise refused(_NAMES[type(node)])
        return active

    def _alive(self, active: Active) -> Active:
        """Killed fragments do not reach memory (EXT_shader_image_load_store, issue 20)."""
        if self._killed is None:
            return active
        return self.lanes.both(active, self.lanes.builder.not_(self._read(self._killed)))

    def _assign(self, node: Assign, active: Active) -> None:
        if node.var.patch:
            raise refused("what the invocations on a patch have together")
        values = self.expressions.value(node.value)
        width = len(node.components)
        masks = [active] * width
        if node.when is not None:
            when = self.expressions.value(node.when)
            when = when * width if len(when) == 1 else when
            masks = [self.lanes.both(active, row) for row in when]
        self.variables.store(node, values, masks, self.expressions.index(node.index))

    # --- branches

    def _leaves(self, body: Body) -> bool:
        """Whether a lane that enters may not come out at the end."""
        return _holds(body, *_LEAVING, *([nodes.Executed] if self._executed is not None else []))

    def _if(self, node: nodes.If, active: Active) -> Active:
        holds = self.expressions.scalar(node.condition)
        then = self.lanes.both(active, holds)
        other = (
            self.lanes.both(active, self.lanes.builder.not_(holds))
            if node.otherwise or self._leaves(node.then)
            else None
        )
        through = self._branch(node.then, then)
        if not node.otherwise:
            return active if through is _SAME else self._either(through, other)
        through_other = self._branch(node.otherwise, other)
        if through is _SAME and through_other is _SAME:
            return active
        found = then if through is _SAME else through
        return self._either(found, other if through_other is _SAME else through_other)

    def _branch(self, body: Body, active: Value) -> Any:
        """The lanes that come out; ``_SAME`` if they are those that go in."""
        leaves = self._leaves(body)
        if not leaves and _is_small(body):
            self.body(body, active)
            return _SAME
        builder, lanes = self.lanes.builder, self.lanes
        out = self._place() if leaves else None
        with builder.if_then(lanes.any(active)):
            through = self.body(body, active)
            if out is not None and through is not NOBODY:
                builder.store(self._mask(through), out)
        return _SAME if out is None else self._read(out)

    def _switch(self, node: nodes.Switch, active: Active) -> Active:
        number = self.expressions.scalar(node.value)
        rest, through = active, NOBODY
        for case, body in node.cases:
            here = self.lanes.builder.icmp_signed("==", number, self.lanes.like(number, case))
            inside = self.lanes.both(active, here)
            rest = self.lanes.both(rest, self.lanes.builder.not_(here))
            out = self._branch(body, inside)
            through = self._either(through, inside if out is _SAME else out)
        return self._either(through, rest)

    # --- loops

    def _loop_of(self, node: nodes.Loop, active: Active) -> Active:
        lanes, builder = self.lanes, self.lanes.builder
        left = None
        if node.turns is not None:
            left = self.variables.allocate(I32)
            builder.store(self.expressions.scalar(node.turns), left)
        outer, self._loop = self._loop, _Loop(self._place(), self._place())
        broken, continued = self._loop.broken, self._loop.continued
        live = self.variables.allocate(I1)
        builder.store(self._mask(active), live)
        turn, inside, behind = (builder.append_basic_block(name) for name in ("turn", "inside", "behind"))
        builder.branch(turn)
        builder.position_at_end(turn)
        entering = self._read(live)
        going = self._going(entering, left, watched=node.watched)
        stopped = builder.and_(entering, builder.not_(going))
        self._add(broken, stopped)
        builder.cbranch(lanes.any(going), inside, behind)
        builder.position_at_end(inside)
        builder.store(lanes.constant(I1, 0), continued)
        through = self.body(node.body, going)
        if _continues(node.body):
            through = self._either(through, self._read(continued))
        through = self.body(node.continuing, through)
        builder.store(self._mask(through), live)
        builder.branch(turn)
        builder.position_at_end(behind)
        self._loop = outer
        return self._read(broken)

    def _going(self, entering: Value, left: Any, *, watched: bool) -> Value:
        """The lanes that begin another turn, which is counted."""
        lanes, builder, going = self.lanes, self.lanes.builder, entering
        if left is not None:
            count = builder.load(left, typ=lanes.vector(I32))
            going = builder.and_(going, builder.icmp_signed(">", count, lanes.like(count, 0)))
            less = builder.sub(count, lanes.like(count, 1))
            builder.store(lanes.select(going, less, count), left)
        if watched and self._turns is not None:
            taken = builder.load(self._turns, typ=lanes.vector(I32))
            most = lanes.like(taken, min(self.watchdog or 0, (1 << 31) - 1))
            going = builder.and_(going, builder.icmp_unsigned("<", taken, most))
            builder.store(builder.add(taken, lanes.convert("zext", going, I32)), self._turns)
        return going

    # --- functions

    def _call(self, name: str, active: Active) -> Active:
        """The body of a function in its place."""
        body = self.bodies[name]
        outer = self._returned, self._loop
        self._returned = self._place() if _holds(body, Return) else None
        self._loop = None
        through = self.body(body, active)
        if self._returned is not None:
            through = self._either(through, self._read(self._returned))
        self._returned, self._loop = outer
        return through

    def _count_executed(self, count: int, active: Active) -> Active:
        """Lanes that have executed as many as they may end here."""
        if self._executed is None:
            return active
        lanes, builder = self.lanes, self.lanes.builder
        taken = builder.load(self._executed, typ=lanes.vector(I32))
        going = builder.icmp_unsigned("<", taken, lanes.like(taken, self.shader.limit or 0))
        active = lanes.both(active, going)
        more = builder.add(taken, lanes.like(taken, count))
        builder.store(lanes.select(active, more, taken), self._executed)
        return active


class _Same:
    """The lanes that went in."""


_SAME = _Same()
_NAMES: dict[type, str] = {
    nodes.Barrier: "barriers that wait",
    nodes.EmitVertex: "geometry programs",
    nodes.EndPrimitive: "geometry programs",
}
_LEAVING = (Break, Continue, Return, Terminate, nodes.Call)


def _reaches(node: Statement) -> bool:
    """Whether a statement reaches memory; a Read is the whole value of an Assign."""
    if isinstance(node, Assign):
        return isinstance(node.value, nodes.Read)
    return isinstance(node, nodes.Store | nodes.Atomic)


def kills(shader: Shader) -> bool:
    """Whether fragments may be killed."""
    return any(_holds(function.body, nodes.Discard) for function in shader.functions)


def _holds(body: Body, *kinds: type) -> bool:
    return any(isinstance(row, kinds) for row in visit.statements(body))


def _continues(body: Body) -> bool:
    return _holds(body, Continue)


def _is_small(body: Body) -> bool:
    """Whether a jump would take as long."""
    if not all(isinstance(row, Assign) for row in body):
        return False
    sizes = (
        sum(1 for _ in visit.expressions(row)) * len(row.components)
        for row in body
        if isinstance(row, Assign)
    )
    return sum(sizes) <= _SMALL
