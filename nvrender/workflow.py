"""Workflow commands of GitHub, which its runners read from what a step prints."""

from __future__ import annotations

#: What ends a property or a message, and what stands for it.
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _DATA | str.maketrans({":": "%3A", ",": "%2C"})


def workflow_command(kind: str, message: str, **properties: object) -> str:
    """``::error file=a.vp,line=3,title=rule::…``, an annotation; properties that are empty are left out."""
    listed = ",".join(
        f"{key}={str(value).translate(_PROPERTY)}" for key, value in properties.items() if value
    )
    return f"::{kind} {listed}::{message.translate(_DATA)}"
