"""Scenes at 64 × 64, where Python counts, beside a moderngl program that draws the same passes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from unittest.mock import patch

import moderngl
import numpy as np

from bench.scenes import SCENES
from bench.shaders import ROOT
from bench.timing import Row, clock_of, geometric_mean, ratios
from nvrender.gpu.context.context import headless
from nvrender.gpu.context.slots import calls_for
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.context.use import use_of
from nvrender.gpu.pipeline import pipeline
from nvrender.gpu.pipeline.plans import Plan, carry_out
from nvrender.gpu.pipeline.target import Target
from nvrender.gpu.resources.uniform_ring import MovingBlocks
from nvrender.gpu.scene.levels import Levels
from nvrender.gpu.scene.stage import Stage
from nvrender.gpu.scene.target import SceneTarget
from nvrender.scene.load import load_scene

_SIZE = (64, 64)
_REPEATS = 15
_FRAMES = 10
_FIRST = 4
_BAR = 0.5
_INCLUDED = (
    f"processor time of {_FRAMES} frames of {_SIZE[0]} × {_SIZE[1]} pixels; the moderngl program has the "
    "contents of uniform blocks at hand, computes one product of three matrices a draw, and sets for each "
    "draw what differs from the one before: capabilities and functions, textures and samplers"
)

Action = Callable[[], object]


class _Recorded:
    """What frames of a scene ask of OpenGL, done again as one would write it with moderngl."""

    def __init__(self, context: moderngl.Context) -> None:
        self._context, self._use = context, use_of(context)
        self._actions: list[Action] = []
        self._setting: Any = None
        self._buffers: dict[tuple[int, int], moderngl.Buffer] = {}
        self._matrices = np.random.default_rng(1).random((3, 4, 4))

    def taken(self, draw: Callable[[], object]) -> list[Action]:
        """The actions of what ``draw`` does."""
        self._actions, self._setting = [], None
        with (
            patch.object(pipeline, "carry_out", self._draw),
            patch.object(SceneTarget, "begin", _before(SceneTarget.begin, self._begin)),
            patch.object(Target, "clear", _before(Target.clear, self._clear)),
            patch.object(Levels, "make", _before(Levels.make, self._levels)),
        ):
            draw()
        return self._actions

    def _begin(self, target: SceneTarget, clear: Any, **_: Any) -> None:
        self._setting = None

        def action() -> None:
            framebuffer = target.framebuffer
            framebuffer.use()
            if clear is None:
                framebuffer.clear(depth=1.0)
            else:
                framebuffer.clear(*clear, depth=1.0)

        self._actions.append(action)

    def _clear(self, target: Target, color: Any, *_: Any) -> None:
        self._setting = None

        def action() -> None:
            target.framebuffer.use()
            target.framebuffer.clear(*color, depth=1.0)

        self._actions.append(action)

    def _levels(self, levels: Levels, attach: Any) -> None:
        self._setting = None
        self._actions.append(lambda: levels.make(attach))

    def _draw(self, plan: Plan, context: moderngl.Context, use: Any, moving: MovingBlocks) -> None:
        known = {} if self._setting is None else self._setting.demands
        calls = [
            call
            for slot, value in plan.setting.demands.items()
            if value is not None and known.get(slot) != value and slot[0] != "framebuffer"
            for call in calls_for(self._use.commands, slot, value)
        ]
        self._setting = plan.setting
        blocks = [self._block(block, name) for name, block in moving._blocks.items()]
        matrices, array = self._matrices, plan.array
        mode, vertices, instances = plan.mode, plan.count, plan.instances

        def action() -> None:
            for function, arguments in calls:
                function(*arguments)
            (matrices[0] @ matrices[1] @ matrices[2]).astype(np.float32).tobytes()
            for buffer, point, data in blocks:
                buffer.write(data)
                buffer.bind_to_uniform_block(point)
            array.render(mode, vertices, 0, instances)

        self._actions.append(action)
        carry_out(plan, context, use, moving)

    def _block(self, block: Any, name: str) -> tuple[moderngl.Buffer, int, bytes]:
        point = block.call[1][1]
        key = id(block), point
        if key not in self._buffers:
            self._buffers[key] = self._context.buffer(reserve=len(block.data))
        return self._buffers[key], point, block.data

    def release(self) -> None:
        for buffer in self._buffers.values():
            buffer.release()


def _before(method: Callable[..., Any], told: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any, **named: Any) -> Any:
        told(*arguments, **named)
        return method(*arguments, **named)

    return call


def rows() -> Iterator[Row]:
    """Speed of frames as a share of the moderngl program's."""
    found = {name: _ratio(name) for name in SCENES}
    mean = geometric_mean(found.values())
    label = f"frames: 64 × 64, nvrender / moderngl, {len(SCENES)} scenes: geometric mean"
    yield Row(label, mean, "ratio", f"≥ {_BAR}", {"included": _INCLUDED, **found})
    for name, ratio in found.items():
        yield Row(f"  {name}", ratio, "ratio", f"≥ {_BAR}")


def _ratio(name: str) -> float:
    context = headless()
    stage = Stage(load_scene(ROOT / "scenes" / f"{name}.toml"), _SIZE, context, "fast")
    recorded = _Recorded(context)
    try:
        with state_guard(context):
            for number in range(_FIRST):
                stage.draw(number)
            frames = [recorded.taken(partial(stage.draw, _FIRST + number)) for number in range(_FRAMES)]
            expected = stage.target.read()
            for action in frames[-1]:
                action()
            _check_alike(name, stage.target.read(), expected)

            def bare() -> None:
                for actions in frames:
                    for action in actions:
                        action()
                context.finish()

            def own() -> None:
                for number in range(_FIRST, _FIRST + _FRAMES):
                    stage.draw(number)
                context.finish()

            clock = clock_of(context.info["GL_RENDERER"])
            return ratios(bare, {"nvrender": own}, _REPEATS, clock=clock)["nvrender"]
    finally:
        recorded.release()
        stage.release()


def _check_alike(name: str, one: Any, other: Any) -> None:
    """SystemExit unless both draw the same: a ratio of different work means nothing."""
    if (np.abs(one.astype(int) - other).max(axis=2) > 3).mean() > 0.005:
        raise SystemExit(f"scenes/{name}.toml: what was recorded draws another picture")
