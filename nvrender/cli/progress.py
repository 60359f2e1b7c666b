"""A progress bar on standard error for work that takes longer than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_QUIET_SECONDS = 1.0


@contextmanager
def progress(description: str) -> Iterator[Callable[[int, int], None]]:
    """Yields ``update(done, total)``; a bar appears after a second, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    started = time.monotonic()
    bar = None
    task = None

    def update(done: int, total: int) -> None:
        nonlocal bar, task
        if bar is None and done < total and time.monotonic() - started > _QUIET_SECONDS:
            from rich.console import Console
            from rich.progress import Progress

            bar = Progress(console=Console(stderr=True), transient=True)
            bar.start()
            task = bar.add_task(description, total=total)
        if bar is not None and task is not None:
            bar.update(task, completed=done, total=total)

    try:
        yield update
    finally:
        if bar is not None:
            bar.stop()
