"""The only place programs and contexts of moderngl are made: no signal is heard meanwhile.

moderngl calls Python back for each uniform of a program, and while it makes a context. A handler of a signal
that raises there, as Ctrl-C's does, ends the process by SIGSEGV.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import moderngl

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Handlers of SIGINT and SIGTERM run behind the block instead of in it, where this is their thread."""
    heard: list[int] = []

    def hear(number: int, _: FrameType | None) -> None:
        heard.append(number)

    before: dict[signal.Signals, Any] = {}
    try:
        for number in _SIGNALS:
            if callable(handler := signal.getsignal(number)):
                before[number] = handler
                signal.signal(number, hear)
    except ValueError:  # not the main thread, which alone runs handlers
        before.clear()
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        for signalled in dict.fromkeys(heard):
            signal.raise_signal(signalled)


def make_program(context: moderngl.Context, **shaders: Any) -> moderngl.Program:
    """``context.program``."""
    with signals_deferred():
        return context.program(**shaders)


def make_compute_shader(context: moderngl.Context, source: str) -> moderngl.ComputeShader:
    """``context.compute_shader``."""
    with signals_deferred():
        return context.compute_shader(source)


def make_context(**settings: Any) -> moderngl.Context:
    """``moderngl.create_context``."""
    with signals_deferred():
        return moderngl.create_context(**settings)
