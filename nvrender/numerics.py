"""How translated programs compute: as their specification says, or as hand-written shaders do."""

from __future__ import annotations

from nvrender.source import InputError

NUMERICS = ("exact", "fast")


def check_numerics(numerics: str) -> None:
    """InputError for numerics that there are not."""
    if numerics not in NUMERICS:
        raise InputError(f"unknown numerics {numerics!r}; there are {', '.join(NUMERICS)}")
