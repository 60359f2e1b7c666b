"""What all forms of a scene file share."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

#: No scene needs more; what would, is a mistake or an attack.
MAX_SIZE = 16384
MAX_FRAMES = 100_000
MAX_SEGMENTS = 2048
MAX_INSTANCES = 65536
MAX_COPIES = 10_000
MAX_POINTS = 4_000_000

Positive = Annotated[float, Meta(gt=0)]
Segments = Annotated[int, Meta(ge=1, le=MAX_SEGMENTS)]
Sides = Annotated[int, Meta(ge=3, le=MAX_SEGMENTS)]
Pixels = Annotated[int, Meta(ge=1, le=MAX_SIZE)]
Vector2 = tuple[float, float]
Vector3 = tuple[float, float, float]
Color3 = tuple[float, float, float]


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the file."""


def exactly_one(form: msgspec.Struct, *names: str) -> None:
    """ValueError, which msgspec reports with its place, unless one of the fields is given."""
    given = [name for name in names if getattr(form, name) is not None]
    if len(given) != 1:
        found = " and ".join(given) if given else "none of them"
        raise ValueError(f"expected exactly one of {', '.join(names)}; got {found}")
