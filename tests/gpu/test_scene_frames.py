"""Scenes in a caller's context: it is left as found, nothing leaks, and the picture is the same."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import moderngl
import numpy as np
import pytest

from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.context.use import use_of
from nvrender.gpu.pipeline import pipeline
from nvrender.gpu.resources.memory_buffer import MemoryBuffer
from nvrender.gpu.scene.stage import Stage
from nvrender.render import frames, render
from nvrender.scene.load import load_scene

SCENE = Path(__file__).parents[2] / "scenes" / "vases.toml"
SIZE = (48, 27)


def test_a_callers_context_draws_the_same_picture(foreign_context: moderngl.Context) -> None:
    theirs = render(SCENE, SIZE, frame=3, context=foreign_context)
    assert (theirs == render(SCENE, SIZE, frame=3)).all()


def test_frames_that_are_not_all_taken_leave_nothing_behind(
    foreign_context: moderngl.Context, snapshot: Callable[[moderngl.Context], dict[str, object]]
) -> None:
    before = snapshot(foreign_context)
    pictures = frames(SCENE, SIZE, range(5), context=foreign_context)
    first = next(pictures)
    assert snapshot(foreign_context) == before
    second = next(pictures)
    pictures.close()  # type: ignore[attr-defined]
    assert snapshot(foreign_context) == before
    assert (first != second).any()


def test_fast_numerics_look_the_same(context: moderngl.Context) -> None:
    exact = render(SCENE, SIZE, context=context).astype(int)
    fast = render(SCENE, SIZE, context=context, numerics="fast").astype(int)
    assert np.abs(exact - fast).max() <= 2


def test_frames_still_asked_for_where_python_ends_are_let_go() -> None:
    code = (
        "import sys\nfrom nvrender.render import frames\n"
        f"def kept(): return sys\npictures = frames({str(SCENE)!r}, (16, 16), range(9))\n"
        "for _ in range(4): next(pictures)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stderr == ""


def test_frames_are_planned_once_whatever_memory_the_context_has_had(
    context: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    with MemoryBuffer(context, None, {0: np.zeros(4, np.uint32)}) as memory, state_guard(context):
        memory.bind()
    # Textures that were images are gone, and targets have their names.
    monkeypatch.setattr(use_of(context), "stored", set(range(1, 1 << 16)))
    stage = Stage(load_scene(SCENE.with_name("neon.toml")), SIZE, context, "exact")
    try:
        for frame in range(6):
            stage.draw(frame)
        with monkeypatch.context() as patched:
            patched.setattr(pipeline, "demands", None)  # what plans a draw asks it
            stage.draw(6)
        planned = stage.target.read()
    finally:
        stage.release()
    assert (planned == render(SCENE.with_name("neon.toml"), SIZE, frame=6)).all()
