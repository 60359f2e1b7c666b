"""One preservation of a caller's context around many steps."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager

import moderngl

from nvrender.gpu.context.preservation import preserved

_guarded: weakref.WeakSet[moderngl.Context] = weakref.WeakSet()


@contextmanager
def state_guard(context: moderngl.Context) -> Iterator[None]:
    """Preserve the context's state once around many draws instead of around each."""
    if context in _guarded:
        yield
        return
    with preserved(context):
        _guarded.add(context)
        try:
            yield
        finally:
            _guarded.discard(context)


@contextmanager
def unguarded(context: moderngl.Context) -> Iterator[None]:
    """Preserve nothing inside: the context is nvrender's own, and nobody else expects it unchanged."""
    if context in _guarded:
        yield
        return
    _guarded.add(context)
    try:
        yield
    finally:
        _guarded.discard(context)
