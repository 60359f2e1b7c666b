"""Work on several cores: numpy lets other threads run while it computes."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from typing import TypeVar

_Given = TypeVar("_Given")
_Made = TypeVar("_Made")

#: More threads than these wait for each other.
_THREADS = min(os.cpu_count() or 1, 4)


def ordered(work: Callable[[_Given], _Made], given: Iterable[_Given]) -> Iterator[_Made]:
    """``work`` of each, in order; the next ones are worked on meanwhile, the last one by the caller."""
    pool = _pool()
    waiting: deque[Future[_Made]] = deque()
    rest = iter(given)
    try:
        for latest in rest:
            for each in rest:
                waiting.append(pool.submit(work, latest))
                latest = each
                if len(waiting) > _THREADS:
                    yield waiting.popleft().result()
            last = work(latest)
            while waiting:
                yield waiting.popleft().result()
            yield last
    finally:
        for future in waiting:
            future.cancel()


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_THREADS, thread_name_prefix="oracle")


if hasattr(os, "register_at_fork"):
    # Threads do not survive a fork.
    os.register_at_fork(after_in_child=_pool.cache_clear)
