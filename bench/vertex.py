"""Translated programs against GLSL a person wrote, a million points through the vertex path."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from bench.drawing import Points
from bench.shaders import HANDWRITTEN, ROOT, by_family, fragment_source, programs, work
from bench.timing import Row, clock_of, geometric_mean, ratios
from nvrender.glsl.translate import translate
from nvrender.gpu.context.context import headless

_POINTS = 1_000_000
_REPEATS = 9
_BARS = {"fast": "≥ 0.95", "exact": "≥ 0.8"}
_COMPARED = 1000
_OUT = re.compile(r"^out vec4 (\w+);$", re.MULTILINE)


def rows() -> Iterator[Row]:
    """Speed of translated shaders as a share of the hand-written ones' speed, per family and program."""
    found = {name: _speeds(name) for name in HANDWRITTEN}
    for family, names in by_family(HANDWRITTEN).items():
        for kind, bar in _BARS.items():
            chosen = {name: found[name][kind] for name in names}
            label = f"{family}: {kind} / hand-written GLSL, {len(names)} programs: geometric mean"
            yield Row(label, geometric_mean(chosen.values()), "ratio", bar, chosen)
            for name, ratio in chosen.items():
                yield Row(f"  {name}", ratio, "ratio")


def _speeds(name: str) -> dict[str, float]:
    inputs = work(name, _POINTS)
    written = (ROOT / "bench" / "glsl" / f"{name}.vert").read_text()
    translations = {kind: translate(inputs.program, "glsl330", numerics=kind) for kind in _BARS}
    fast = translations["fast"]
    context = headless()
    points = Points(context, inputs, fast)
    try:
        _check_alike(name, points, written, fast.source)
        fragment = fragment_source(fast)
        base = points.drawer(written, fragment)
        others = {kind: points.drawer(row.source, fragment) for kind, row in translations.items()}
        return ratios(base, others, _REPEATS, clock=clock_of(context.info["GL_RENDERER"]))
    finally:
        points.release()


def _check_alike(name: str, points: Points, written: str, translated: str) -> None:
    """SystemExit unless both shaders compute the same: a ratio of different work means nothing."""
    outputs = ("gl_Position", *_OUT.findall(written))
    one, other = (points.results(text, outputs, _COMPARED) for text in (written, translated))
    close = np.isclose(one, other, rtol=1e-3, atol=1e-3).all(axis=2).mean(axis=0)
    for output, share in zip(outputs, close, strict=True):
        if share < 0.99:
            raise SystemExit(
                f"bench/glsl/{name}.vert and the translation differ in {output} in {1 - share:.0%} of cases"
            )


def main() -> None:
    """The programs whose names begin with the arguments, one after the other."""
    import sys

    for name in HANDWRITTEN:
        if not sys.argv[1:] or name.startswith(tuple(sys.argv[1:])):
            print(name, programs()[name].profile.header, _speeds(name), flush=True)


if __name__ == "__main__":
    main()
