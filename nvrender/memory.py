"""How much memory there is, so that what cannot fit is refused before it is allocated."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import NoReturn

from nvrender.source import InputError


class NoMemoryError(InputError):
    """What takes more memory than there is; the message names it, and how much."""


#: Bytes of one result or attribute of a vertex: four words.
VECTOR_BYTES = 16
#: What the container that this process runs in may use, by the versions of Linux's control groups.
_CONTAINERS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
_OWN_PAGES = "/proc/self/statm"
#: Bytes that nobody asks for: to look at what there is takes longer than to allocate them.
_FEW = 1 << 20


def check_memory(needed: int, what: str, hint: str) -> None:
    """NoMemoryError where ``needed`` bytes are more than this process may have; ``what`` takes them."""
    if needed <= _FEW:
        return
    there = _there()
    if there is not None and needed > there:
        raise NoMemoryError(
            f"{what} would take {_size(needed)}, and there is room for {_size(there)}; {hint}"
        )


@contextmanager
def memory_for(what: str, hint: str) -> Iterator[None]:
    """NoMemoryError where memory runs out inside for ``what``, which no estimate said before."""
    try:
        yield
    except MemoryError:
        refuse(what, hint)


def refuse(what: str, hint: str) -> NoReturn:
    """NoMemoryError for ``what`` that an allocation failed for."""
    there = _there()
    has = "" if there is None else f": there is room for {_size(there)}"
    raise NoMemoryError(f"there is not enough memory for {what}{has}; {hint}") from None


class Growing:
    """Counts the bytes of ``what`` that grows as a program goes on, each held ``copies`` times at the end."""

    #: Bytes between two looks at the machine.
    STEP = 1 << 26

    def __init__(self, what: str, hint: str, copies: int = 1) -> None:
        self._what, self._hint, self._copies = what, hint, copies
        self.bytes = 0
        self._looked = 0

    def add(self, more: int) -> None:
        """``more`` bytes are about to be kept; NoMemoryError where there is no room for all."""
        self.bytes += more
        if self.bytes - self._looked >= self.STEP:
            self._looked = self.bytes
            check_memory(self.bytes * self._copies, self._what, self._hint)


def _there() -> int | None:
    """Bytes of memory of this machine, container and process, the least of what each says; None for none."""
    found = [_physical(), _contained(int(time.monotonic())), _address_space()]
    return min((bytes for bytes in found if bytes is not None), default=None)


@lru_cache(maxsize=1)
def _contained(second: int) -> int | None:
    """Of the container, whose files are read once a second."""
    return min((bytes for bytes in map(_number, _CONTAINERS) if bytes is not None), default=None)


def _physical() -> int | None:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not on this platform
        return None


def _number(path: str) -> int | None:
    """What a file of one number says; None where there is none, or no number in it ("max")."""
    try:
        return int(Path(path).read_text())
    except (OSError, ValueError):
        return None


def _address_space() -> int | None:
    """What is left of the process's own limit (``ulimit -v``)."""
    try:
        import resource
    except ImportError:  # not on this platform
        return None
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return None
    try:
        pages = int(Path(_OWN_PAGES).read_text().split()[0])
    except (OSError, ValueError):
        pages = 0
    return max(int(limit) - pages * resource.getpagesize(), 0)


def _size(count: int) -> str:
    """1.5 GiB, 12 MiB."""
    return f"{count / 2**30:.1f} GiB" if count >= 2**29 else f"{count / 2**20:.0f} MiB"
