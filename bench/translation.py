"""What translating costs beside what the driver does with the result."""

from __future__ import annotations

import time
from collections.abc import Iterator

from bench.drawing import Points
from bench.shaders import by_family, fragment_source, programs, work
from bench.timing import Row, clock_of, geometric_mean, medians
from nvrender.glsl.requirements import target_of
from nvrender.glsl.translate import translate
from nvrender.gpu.context.context import headless
from nvrender.languages.load import load

_REPEATS = 3
_BAR = "≤ 0.25"


def rows() -> Iterator[Row]:
    """Load and translate against compile, link and first draw, per family and in the worst case."""
    for numerics in ("fast", "exact"):
        ratios = {name: _ratio(name, numerics) for name in programs()}
        for family, names in by_family(list(ratios)).items():
            label = f"{family}: load and translate ({numerics}) / driver's compile, link, first draw"
            chosen = {name: ratios[name] for name in names}
            yield Row(f"{label}: geometric mean", geometric_mean(chosen.values()), "ratio", _BAR, chosen)
            worst = max(chosen, key=lambda name: chosen[name])
            yield Row(f"  worst of {len(names)} programs: {worst}", chosen[worst], "ratio", _BAR)


def _ratio(name: str, numerics: str) -> float:
    context, given = headless(), work(name, 4)
    data = given.program.source.data
    target = target_of(given.program, "glsl330")
    translation = translate(given.program, target, numerics=numerics)
    points = Points(context, given, translation)
    fragment = fragment_source(translation)

    def first_draw() -> None:
        # A new text each time: no driver may answer from a cache.
        points.drawer(f"{translation.source}// {time.perf_counter_ns()}\n", fragment, 1)()

    def port() -> None:
        translate(load(data), target, numerics=numerics)

    try:
        clock = clock_of(context.info["GL_RENDERER"])
        taken = medians({"driver": first_draw, "nvrender": port}, _REPEATS, 1, clock)
    finally:
        points.release()
    return taken["nvrender"] / taken["driver"]
