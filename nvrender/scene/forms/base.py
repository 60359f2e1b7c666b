"""What all forms of a scene file share."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

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
Space = Literal["world", "eye", "object"]


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the file."""


def exactly_one(form: msgspec.Struct, *names: str) -> None:
    """ValueError, which msgspec reports with its place, unless one of the fields is given."""
    given = [name for name in names if getattr(form, name) is not None]
    if len(given) != 1:
        found = " and ".join(given) if given else "none of them"
        raise ValueError(f"expected exactly one of {', '.join(names)}; got {found}")


class Sine(Form, frozen=True):
    """offset + amplitude · sin(2π · (time / period + phase)); ``period`` in seconds, ``phase`` in turns."""

    period: Positive
    amplitude: float = 1.0
    phase: float = 0.0
    offset: float = 0.0


class Linear(Form, frozen=True):
    """start + rate · time."""

    rate: float
    start: float = 0.0


class Function(Form, frozen=True):
    """A number as a function of time in seconds: one of ``sine``, ``linear`` and ``keys``.

    ``keys`` are [time, value] pairs in order of time, joined by straight lines, or by smooth
    steps; ``loop`` repeats them. With ``whole`` the value is rounded down to an integer.
    """

    sine: Sine | None = None
    linear: Linear | None = None
    keys: tuple[Vector2, ...] | None = None
    smooth: bool = False
    loop: bool = False
    whole: bool = False

    def __post_init__(self) -> None:
        exactly_one(self, "sine", "linear", "keys")
        if self.keys is not None:
            times = [time for time, _ in self.keys]
            if not times or any(low >= high for low, high in pairwise(times)):
                raise ValueError("keys must be [time, value] pairs in order of time, at least one")


Number = float | Function
Vector = tuple[Number, Number, Number]
Vector4 = tuple[Number, Number, Number, Number]
#: Three or four numbers; the fourth is 1 where it is not given.
Color = Annotated[tuple[Number, ...], Meta(min_length=3, max_length=4)]
#: A number of which integers keep their type.
Component = int | float | Function
