"""Scenes drawn with translated programs against the same scenes with GLSL a person wrote."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from unittest.mock import patch

import numpy as np

from bench.shaders import ROOT
from bench.timing import Clock, Row, clock_of, geometric_mean, medians, ratios
from nvrender.gl.state import State
from nvrender.gpu.context.context import headless
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.draw import Target
from nvrender.gpu.pipeline import pipeline
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.gpu.pipeline.shaders import Shaders
from nvrender.gpu.pipeline.stage_keys import StageKeys
from nvrender.gpu.pipeline.stage_texts import StageTexts
from nvrender.gpu.scene.stage import Stage, UInt8Array
from nvrender.numerics import NUMERICS
from nvrender.program import Program
from nvrender.program.profile import Stage as ProgramKind
from nvrender.scene.load import load_scene
from nvrender.scene.model import Scene
from nvrender.scene.moment.evaluate import Draw

SCENES = ("lake", "neon", "sundial", "cobbles")

_SIZE = (1280, 720)

_REPEATS = 7
_WRITTEN = ROOT / "bench" / "glsl" / "scenes"
#: At most this share of pixels may differ by more than _STEPS / 255.
_DIFFERING, _STEPS = 0.005, 3
_INCLUDED = (
    f"processor time of whole frames of {_SIZE[0]} × {_SIZE[1]}, one after the other: Python's part (values, "
    "parameters, state), uploads, all passes, reading the picture back; the same in both but for the texts "
    "of the shaders"
)
_OUTSIDE = (
    "processor time of frames whose draws and readings do nothing, as a share of whole frames': Python and "
    "the cheap calls of the driver; of exact numerics"
)


class _WrittenShaders(Shaders):
    """In place of translations what a person wrote; parameters are laid out as the translation's."""

    def _made(self, keys: StageKeys) -> StageTexts:
        made = super()._made(keys)
        programs = (self._programs.vertex, self._programs.fragment)
        texts = (
            text if program is None else text._replace(source=_written(program))
            for text, program in zip(made.texts, programs, strict=True)
        )
        return replace(made, texts=tuple(texts))


class _WrittenPipeline(Pipeline):
    """Around programs with a hand-written equal, that."""

    _shaders_type = _WrittenShaders


class _WrittenStage(Stage):
    """A scene drawn with the hand-written shaders."""

    def _pipeline(self, draw: Draw, state: State) -> Pipeline:
        if draw.key not in self._pipelines:
            self._pipelines[draw.key] = _WrittenPipeline(
                self._context, draw.program, draw.fragment, state=state, numerics=self._numerics
            )
        return super()._pipeline(draw, state)


def rows() -> Iterator[Row]:
    """Speed of scenes as a share of the hand-written ones' speed, and the share of Python in a frame."""
    found = {name: _speeds(name) for name in SCENES}
    for numerics in NUMERICS:
        chosen = {name: found[name][numerics] for name in SCENES}
        label = f"scenes: {numerics} / hand-written GLSL, {len(SCENES)} scenes: geometric mean"
        details = {"included": _INCLUDED, **chosen}
        yield Row(label, geometric_mean(chosen.values()), "ratio", "≥ 0.95", details)
        for name, ratio in chosen.items():
            yield Row(f"  {name}", ratio, "ratio")
    for name in SCENES:
        share, seconds = _outside(load_scene(ROOT / "scenes" / f"{name}.toml"))
        details = {"included": _OUTSIDE, "seconds outside": seconds}
        yield Row(f"scenes: {name}: frame's time outside the driver", share, "share", "", details)


def _speeds(name: str) -> dict[str, float]:
    scene = load_scene(ROOT / "scenes" / f"{name}.toml")
    context = headless()
    stages = {numerics: Stage(scene, _SIZE, context, numerics) for numerics in NUMERICS}
    written = _WrittenStage(scene, _SIZE, context, "fast")
    try:
        expected = _picture(written, scene.animation.poster)
        _check_written(written)
        for stage in stages.values():
            _check_alike(name, _picture(stage, scene.animation.poster), expected)
        others = {numerics: _frames(stage) for numerics, stage in stages.items()}
        return ratios(_frames(written), others, _REPEATS, clock=_clock())
    finally:
        for stage in (*stages.values(), written):
            stage.release()


def _outside(scene: Scene) -> tuple[float, float]:
    """The share of a frame's time that is not the driver's, and its seconds."""
    stage = Stage(scene, _SIZE, headless(), "exact")
    frame = _frames(stage)

    def idle() -> None:
        with patch.object(pipeline, "carry_out"), patch.object(Target, "read"):
            frame()

    try:
        taken = medians({"whole": frame, "idle": idle}, _REPEATS, clock=_clock())
        return taken["idle"] / taken["whole"], taken["idle"]
    finally:
        stage.release()


def _frames(stage: Stage) -> Callable[[], object]:
    """A function that draws the next frame each time it is called."""
    numbers = count()
    return lambda: _picture(stage, next(numbers))


def _picture(stage: Stage, frame: int) -> UInt8Array:
    with state_guard(headless()):
        return stage.picture(frame)


def _check_alike(name: str, one: UInt8Array, other: UInt8Array) -> None:
    """SystemExit unless both pictures are the same: a ratio of different work means nothing."""
    difference = np.abs(one.astype(np.int16) - other).max(axis=2)
    share = float((difference > _STEPS).mean())
    if share >= _DIFFERING:
        raise SystemExit(f"scenes/{name}.toml with bench/glsl/scenes differs in {share:.2%} of pixels")


def _check_written(stage: _WrittenStage) -> None:
    """SystemExit unless what a person wrote is drawn with: a ratio of the same work means nothing."""
    for key, drawn in stage._pipelines.items():
        programs = (drawn.vertex, drawn.fragment)
        missing = [row for row in programs if row is not None and _written(row) not in drawn.sources]
        if missing:
            raise SystemExit(f"{key} is not drawn with what stands in bench/glsl/scenes")


def _written(program: Program) -> str:
    suffix = ".vert" if program.profile.stage is ProgramKind.VERTEX else ".frag"
    return (_WRITTEN / Path(program.source.name).name).with_suffix(suffix).read_text()


def _clock() -> Clock:
    return clock_of(headless().info["GL_RENDERER"])


def main() -> None:
    """The scenes named as arguments, or all, one after the other."""
    import sys

    for name in sys.argv[1:] or SCENES:
        started = time.perf_counter()
        outside = _outside(load_scene(ROOT / "scenes" / f"{name}.toml"))
        print(name, _speeds(name), outside, f"{time.perf_counter() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main()
