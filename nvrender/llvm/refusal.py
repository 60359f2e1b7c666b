"""What this back end does not run."""

from __future__ import annotations

from nvrender.source import TargetError


def refused(what: str) -> TargetError:
    """The error for a stage or an operation that no LLVM code is made of."""
    return TargetError(f"the back end llvm does not run {what}: take oracle or gpu")
