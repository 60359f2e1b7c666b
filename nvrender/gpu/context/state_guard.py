"""One preservation of a caller's context around many steps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import moderngl

from nvrender.gpu.context.preservation import preserved
from nvrender.gpu.context.use import Use, use_of


@contextmanager
def state_guard(context: moderngl.Context) -> Iterator[None]:
    """Preserve the context's state once around many draws instead of around each."""
    with _held(context, trusted=False):
        yield


class Session:
    """Draws one after the other, between which nobody changes the context's state."""

    def __init__(self, use: Use) -> None:
        self._use = use

    def changed(self) -> None:
        """The state of the context was changed by others than nvrender."""
        self._use.known = None


@contextmanager
def session(context: moderngl.Context) -> Iterator[Session]:
    """As ``state_guard``, and the context is nvrender's until the end: what a draw sets, the next one finds.

    Who calls OpenGL or moderngl himself in between says so by ``Session.changed``.
    """
    with _held(context, trusted=True) as use:
        yield Session(use)


@contextmanager
def _held(context: moderngl.Context, *, trusted: bool) -> Iterator[Use]:
    if (use := use_of(context)).guarded:
        before, use.known = use.trusted, None
        use.trusted = trusted
        try:
            yield use
        finally:
            use.trusted, use.known = before, None
        return
    with preserved(context):
        use.guarded, use.trusted, use.known = True, trusted, None
        try:
            yield use
        finally:
            use.guarded, use.trusted, use.known = False, False, None


@contextmanager
def unguarded(context: moderngl.Context) -> Iterator[None]:
    """Preserve nothing inside: the context is nvrender's own, and nobody else expects it unchanged."""
    use = use_of(context)
    if use.guarded:
        yield
        return
    use.guarded = use.trusted = True
    try:
        yield
    finally:
        use.guarded = use.trusted = False
