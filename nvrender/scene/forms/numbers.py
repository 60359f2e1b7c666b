"""Numbers of a scene file that change with time."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta

from nvrender.scene.forms.base import Form, Positive, Vector2, exactly_one

Space = Literal["world", "eye", "object"]


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
