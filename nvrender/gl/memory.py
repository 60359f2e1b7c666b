"""How much memory there is, so that what cannot fit is refused before it is allocated."""

from __future__ import annotations

import os

from nvrender.source import InputError


def check_memory(needed: int, what: str, hint: str) -> None:
    """InputError where ``needed`` bytes are more than this machine has; ``what`` takes them."""
    try:
        there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not on this platform
        return
    if needed > there:
        raise InputError(
            f"{what} take {needed / 2**30:.1f} GiB, and this machine has {there / 2**30:.1f} GiB; {hint}"
        )
