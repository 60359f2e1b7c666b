"""Side-by-side timing: interleaved repeats, medians, ratios."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Row:
    """One line of the table: ``figure`` in ``unit``, and the ``bar`` it is held against ("" if none)."""

    name: str
    figure: float
    unit: str
    bar: str = ""
    details: dict[str, Any] = field(default_factory=dict)


def medians(actions: dict[str, Callable[[], object]], repeats: int, warm_up: int = 2) -> dict[str, float]:
    """Median seconds of each action, the actions taking turns so that all see the same machine."""
    for action in actions.values():
        for _ in range(warm_up):
            action()
    taken: dict[str, list[float]] = {name: [] for name in actions}
    order = list(actions)
    for repeat in range(repeats):
        for name in order if repeat % 2 else reversed(order):
            started = time.perf_counter()
            actions[name]()
            taken[name].append(time.perf_counter() - started)
    return {name: statistics.median(values) for name, values in taken.items()}


def geometric_mean(values: Iterable[float]) -> float:
    """The geometric mean of positive numbers."""
    logarithms = [math.log(value) for value in values]
    return math.exp(sum(logarithms) / len(logarithms))
