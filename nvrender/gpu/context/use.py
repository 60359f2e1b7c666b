"""What a context is used for at the moment, and what nvrender knows that it has."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import moderngl

from nvrender.gpu.context.current import current_handle, entered, handle_of
from nvrender.gpu.context.gl_functions import Commands

#: Draws that wait at most: software drivers keep something of each, and all of their state where it changes.
_MOST_WAITING = 256


class Use:
    """Of one context."""

    def __init__(self, context: moderngl.Context) -> None:
        self.commands = Commands(context)
        #: Whether somebody puts the state back behind what is done now.
        self.guarded = False
        #: Whether nobody but nvrender changes the state now.
        self.trusted = False
        #: The Setting of the last draw, if the state is still that; None: nothing is known.
        self.known: Any = None
        #: Which uniform blocks that move are bound where something is known.
        self.bound: Any = None
        #: Names of the textures that programs were given as images here, which they may store into.
        self.stored = set[int]()
        #: Draws since the driver was told to begin with those before.
        self._waiting = 0
        self._flush = self.commands.named("glFlush")
        self._context = weakref.ref(context)
        #: The system's handle of the context, 0 until it is known, and what tells which is current.
        self.handle = 0
        self.current = current_handle(context)

    def drew(self) -> None:
        """There was a draw; now and then the driver is told to begin."""
        self._waiting += 1
        if self._waiting >= _MOST_WAITING:
            self._flush()
            self._waiting = 0

    def is_current(self) -> bool:
        """True if the context is the one that commands go to."""
        if not self.handle and (context := self._context()) is not None:
            self.handle = handle_of(context)
        return self.handle != 0 and self.current() == self.handle


_uses: weakref.WeakKeyDictionary[moderngl.Context, Use] = weakref.WeakKeyDictionary()


def use_of(context: moderngl.Context) -> Use:
    """What a context is used for."""
    found = _uses.get(context)
    if found is None:
        found = _uses[context] = Use(context)
    return found


def forget(context: moderngl.Context) -> None:
    """What the state is has to be asked for again, since objects are deleted or others' calls are made."""
    if (found := _uses.get(context)) is not None:
        found.known = None


@contextmanager
def deleting(context: moderngl.Context) -> Iterator[None]:
    """As ``entered``, to delete objects: others may get their names."""
    with entered(context):
        forget(context)
        yield
