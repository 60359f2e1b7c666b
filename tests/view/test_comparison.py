"""The oracle's pictures, drawn by another process."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from view_scenes import PROGRAM, SCENE

from nvrender import render
from nvrender.scene.load import load_scene
from nvrender.scene.model import Scene
from nvrender.view.comparison import Answer, Oracle

SIZE = (64, 48)


@pytest.fixture
def oracle() -> Iterator[Oracle]:
    made = Oracle()
    yield made
    made.release()


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    (tmp_path / "cube.vp").write_text(PROGRAM)
    path = tmp_path / "scene.toml"
    path.write_text(SCENE)
    return load_scene(path)


def answer(oracle: Oracle) -> Answer:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if (found := oracle.answer()) is not None:
            return found
        time.sleep(0.01)
    raise AssertionError("no answer")


def test_the_picture_is_the_oracles(oracle: Oracle, scene: Scene) -> None:
    assert oracle.answer() is None
    oracle.ask("first", scene, SIZE, 2)
    found = answer(oracle)
    assert (found.key, found.error) == ("first", "")
    assert np.array_equal(found.picture, render(scene, SIZE, frame=2, backend="oracle"))
    assert oracle.answer() is None


def test_of_what_is_asked_for_meanwhile_the_last_is_drawn(oracle: Oracle, scene: Scene) -> None:
    for frame in range(4):
        oracle.ask(frame, scene, SIZE, frame)
    assert [answer(oracle).key, answer(oracle).key] == [0, 3]
    oracle.ask(3, scene, SIZE, 3)
    time.sleep(0.2)
    assert oracle.answer() is None


def test_what_is_wrong_is_the_answer(oracle: Oracle, scene: Scene) -> None:
    oracle.ask("wrong", scene, SIZE, -1)
    assert "frame is -1" in answer(oracle).error
    oracle.ask("right", scene, SIZE, 0)
    assert answer(oracle).error == ""


def test_a_process_that_ends_is_told_once_and_replaced(oracle: Oracle, scene: Scene) -> None:
    oracle.ask("first", scene, SIZE, 0)
    answer(oracle)
    assert oracle._process is not None
    assert oracle._process.pid is not None
    os.kill(oracle._process.pid, signal.SIGKILL)
    oracle._process.join()
    oracle.ask("second", scene, SIZE, 1)
    assert "has ended" in answer(oracle).error
    oracle.ask("second", scene, SIZE, 1)
    time.sleep(0.2)
    assert oracle.answer() is None
    oracle.ask("third", scene, SIZE, 2)
    assert answer(oracle).picture is not None
