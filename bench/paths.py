"""Programs over arrays: the compute path beside the vertex path, upload and read-back included."""

from __future__ import annotations

from collections.abc import Iterator

from bench.shaders import HANDWRITTEN, Work, work
from bench.timing import Row, geometric_mean, medians
from nvrender.gl.inputs.request import Request
from nvrender.gpu.arrays.vertices import execute

_VERTICES = 500_000
_REPEATS = 3


def rows() -> Iterator[Row]:
    """How much faster compute is than transform feedback, and vertices a second by compute."""
    ratios, speeds = {}, {}
    for name in HANDWRITTEN:
        given = work(name, _VERTICES)

        def go(mode: str, given: Work = given) -> None:
            request = Request(given.program, given.parameters, given.program.results, state=given.state)
            execute(request, given.attributes, _VERTICES, mode=mode)

        taken = medians({mode: lambda mode=mode: go(mode) for mode in ("compute", "feedback")}, _REPEATS, 1)
        ratios[name] = taken["feedback"] / taken["compute"]
        speeds[name] = _VERTICES / taken["compute"] / 1e6
    yield Row(
        "arrays by compute / by transform feedback: geometric mean",
        geometric_mean(ratios.values()),
        "ratio of speeds",
        "≥ 1.0",
        ratios,
    )
    yield Row("arrays by compute: geometric mean", geometric_mean(speeds.values()), "million vertices/s")
