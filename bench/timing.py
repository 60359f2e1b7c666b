"""Side-by-side timing: interleaved repeats, medians, ratios."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

Clock = Callable[[], float]
Action = Callable[[], object]

#: Renderers that run shaders in this process.
_SOFTWARE = ("llvmpipe", "softpipe")


@dataclass(frozen=True)
class Row:
    """One line of the table: ``figure`` in ``unit``, and the ``bar`` it is held against ("" if none)."""

    name: str
    figure: float
    unit: str
    bar: str = ""
    details: dict[str, Any] = field(default_factory=dict)


def clock_of(renderer: str) -> Clock:
    """The clock that times a driver: processor time where it is all in this process, as other work on the
    machine does not count there; else the time that passes.
    """
    return time.process_time if any(name in renderer for name in _SOFTWARE) else time.perf_counter


def medians(
    actions: dict[str, Action], repeats: int, warm_up: int = 2, clock: Clock = time.perf_counter
) -> dict[str, float]:
    """Median seconds of each action, the actions taking turns so that all see the same machine."""
    for action in actions.values():
        for _ in range(warm_up):
            action()
    taken: dict[str, list[float]] = {name: [] for name in actions}
    order = list(actions)
    for repeat in range(repeats):
        for name in order if repeat % 2 else reversed(order):
            taken[name].append(_seconds(actions[name], clock))
    return {name: statistics.median(values) for name, values in taken.items()}


def ratios(
    base: Action, others: dict[str, Action], repeats: int, warm_up: int = 2, clock: Clock = time.perf_counter
) -> dict[str, float]:
    """Speed of each of ``others`` as a share of ``base``'s: the median over neighbouring runs.

    Each run of another stands between two of ``base``, so what slows the machine down slows both.
    """
    for action in (base, *others.values()):
        for _ in range(warm_up):
            action()
    found: dict[str, list[float]] = {name: [] for name in others}
    before = _seconds(base, clock)
    for _ in range(repeats):
        for name, action in others.items():
            taken = _seconds(action, clock)
            after = _seconds(base, clock)
            found[name].append((before + after) / (2 * taken))
            before = after
    return {name: statistics.median(values) for name, values in found.items()}


def geometric_mean(values: Iterable[float]) -> float:
    """The geometric mean of positive numbers."""
    logarithms = [math.log(value) for value in values]
    return math.exp(sum(logarithms) / len(logarithms))


def _seconds(action: Action, clock: Clock) -> float:
    started = clock()
    action()
    return clock() - started
