"""What translating costs beside what the driver does with the result."""

from __future__ import annotations

import time
from collections.abc import Iterator

from bench.drawing import Points
from bench.shaders import ROOT, fragment_source, inputs, vertex_programs
from bench.timing import Row, geometric_mean, medians
from nvrender.check.load import load
from nvrender.glsl.translate import translate
from nvrender.gpu.context import headless

_REPEATS = 7


def rows() -> Iterator[Row]:
    """Load and translate against compile, link and first draw, per program and in all."""
    context = headless()
    ratios = {}
    for numerics in ("fast", "exact"):
        for name, program in vertex_programs().items():
            data = (ROOT / "shaders" / f"{name}.vp").read_bytes()
            translation = translate(program, "glsl330", numerics=numerics)
            attributes, parameters = inputs(program, 4)
            points = Points(context, attributes, parameters)
            fragment = fragment_source(translation)

            def first_draw(points=points, source=translation.source, fragment=fragment) -> None:
                # A new text each time: no driver may answer from a cache.
                points.drawer(f"{source}// {time.perf_counter_ns()}\n", fragment, 1)()

            def port(data=data, numerics=numerics) -> None:
                translate(load(data), "glsl330", numerics=numerics)

            taken = medians({"driver": first_draw, "nvrender": port}, _REPEATS)
            ratios[name, numerics] = taken["nvrender"] / taken["driver"]
    for numerics in ("fast", "exact"):
        chosen = [ratio for (_, kind), ratio in ratios.items() if kind == numerics]
        yield Row(
            f"load and translate ({numerics}) / driver's compile, link, first draw: geometric mean",
            geometric_mean(chosen),
            "ratio",
            "≤ 0.25",
            {name: ratio for (name, kind), ratio in ratios.items() if kind == numerics},
        )
        yield Row(f"the same, worst of {len(chosen)} programs", max(chosen), "ratio", "≤ 0.25")
