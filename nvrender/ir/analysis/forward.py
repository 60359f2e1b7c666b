"""Forwards along the paths of structured statements, with a state: what holds where a path comes.

States meet behind choices, where a loop's turn ends and behind the loop (Aho, Lam, Sethi and Ullman,
Compilers, 9.3). An analysis says what a state is, what holds where several meet, and what a statement
changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Generic, TypeVar

from nvrender.ir.nodes import Body, Break, Continue, If, Loop, Return, Statement, Switch, Terminate

State = TypeVar("State")


def leaves_at_head(node: Loop) -> bool:
    """True if a loop may end before a turn, without a Break."""
    return node.turns is not None or node.watched


class Forward(Generic[State]):
    """The paths of a function; None is the state where no path comes.

    ``returned`` are the states at its Returns, ``broken`` and ``continued`` those at the exits of the
    innermost loop.
    """

    def __init__(self) -> None:
        self.returned: list[State] = []
        self.broken: list[State] = []
        self.continued: list[State] = []

    def meet(self, ways: Iterable[State | None], node: Statement, *, in_turn: bool = False) -> State | None:
        """What holds where ``ways`` meet behind ``node``; ``in_turn``: before the loop continues.

        The first of the ways that come may be changed to it. A Switch may have thousands, each made when
        asked for.
        """
        raise NotImplementedError

    def copied(self, state: State) -> State:
        """A state that can be changed by itself."""
        return state

    def statement(self, node: Statement, state: State) -> State | None:
        """What holds behind a statement; ``state`` may be changed to it."""
        return self.flow(node, state)

    def body(self, body: Body, state: State | None) -> State | None:
        """What holds behind statements; those that no path reaches are passed over."""
        for node in body:
            if state is None:
                return None
            state = self.statement(node, state)
        return state

    def flow(self, node: Statement, state: State) -> State | None:
        """What holds behind a statement that leaves or that holds others; ``state`` behind any other."""
        match node:
            case If():
                then = self.body(node.then, self.copied(state))
                return self.meet((then, self.body(node.otherwise, state)), node)
            case Switch():
                return self.switch(node, state)
            case Loop():
                return self.loop(node, state)
            case Break():
                self.broken.append(state)
            case Continue():
                self.continued.append(state)
            case Return():
                self.returned.append(state)
            case Terminate():
                pass
            case _:
                return state
        return None

    def switch(self, node: Switch, state: State) -> State | None:
        """What holds behind a Switch, of which no case may be the value's."""
        ways = (self.body(body, self.copied(state)) for _, body in node.cases)
        return self.meet(chain(ways, (state,)), node)

    def loop(self, node: Loop, state: State) -> State | None:
        """What holds behind a loop, where no turn takes away what holds before it."""
        _, left = self.turn(node, self.copied(state))
        return self.meet((*([state] if leaves_at_head(node) else ()), *left), node)

    def turn(self, node: Loop, state: State) -> tuple[State | None, list[State]]:
        """What holds behind a turn that begins with ``state``, and at each Break."""
        outer = self.broken, self.continued
        self.broken, self.continued = [], []
        end = self.body(node.body, state)
        end = self.meet((end, *self.continued), node, in_turn=True)
        end = self.body(node.continuing, end)
        left = self.broken
        self.broken, self.continued = outer
        return end, left
