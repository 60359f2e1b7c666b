"""Translated programs against GLSL a person wrote, a million points through the vertex path."""

from __future__ import annotations

from collections.abc import Iterator

from bench.drawing import Points
from bench.shaders import HANDWRITTEN, ROOT, fragment_source, scene_inputs, vertex_programs
from bench.timing import Row, geometric_mean, medians
from nvrender.glsl.translate import translate
from nvrender.gpu.context import headless

_POINTS = 1_000_000
_REPEATS = 7
_BARS = {"fast": "≥ 0.95", "exact": "≥ 0.8"}


def rows() -> Iterator[Row]:
    """Speed of translated shaders as a share of the hand-written ones' speed, per program and in all."""
    context = headless()
    ratios: dict[str, dict[str, float]] = {"fast": {}, "exact": {}}
    programs = vertex_programs()
    for name in HANDWRITTEN:
        attributes, parameters = scene_inputs(programs[name], _POINTS)
        points = Points(context, attributes, parameters)
        written = (ROOT / "bench" / "glsl" / f"{name}.vert").read_text()
        translations = {kind: translate(programs[name], "glsl330", numerics=kind) for kind in ratios}
        fragment = fragment_source(translations["fast"])
        actions = {"written": points.drawer(written, fragment)}
        actions |= {kind: points.drawer(row.source, fragment) for kind, row in translations.items()}
        taken = medians(actions, _REPEATS)
        for kind in ratios:
            ratios[kind][name] = taken["written"] / taken[kind]
        points.release()
    for kind, found in ratios.items():
        label = f"{kind} / hand-written GLSL, {len(found)} programs: geometric mean"
        yield Row(label, geometric_mean(found.values()), "ratio", _BARS[kind], dict(found))
        for name, ratio in found.items():
            yield Row(f"  {name}", ratio, "ratio")
