"""The oracle's pictures, drawn by another process."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

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
def loaded(scene: Path) -> Scene:
    return load_scene(scene)


def answer(oracle: Oracle) -> Answer:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if (found := oracle.answer()) is not None:
            return found
        time.sleep(0.01)
    raise AssertionError("no answer")


def test_the_picture_is_the_oracles(oracle: Oracle, loaded: Scene) -> None:
    assert oracle.answer() is None
    oracle.ask("first", loaded, SIZE, 2)
    found = answer(oracle)
    assert (found.key, found.error) == ("first", "")
    assert np.array_equal(found.picture, render(loaded, SIZE, frame=2, backend="oracle"))
    assert oracle.answer() is None


def test_of_what_is_asked_for_meanwhile_the_last_is_drawn(oracle: Oracle, loaded: Scene) -> None:
    for frame in range(4):
        oracle.ask(frame, loaded, SIZE, frame)
    assert [answer(oracle).key, answer(oracle).key] == [0, 3]
    oracle.ask(3, loaded, SIZE, 3)
    time.sleep(0.2)
    assert oracle.answer() is None


def test_what_is_wrong_is_the_answer(oracle: Oracle, loaded: Scene) -> None:
    oracle.ask("wrong", loaded, SIZE, -1)
    assert "frame is -1" in answer(oracle).error
    oracle.ask("right", loaded, SIZE, 0)
    assert answer(oracle).error == ""


def test_a_process_that_ends_is_told_once_and_replaced(oracle: Oracle, loaded: Scene) -> None:
    oracle.ask("first", loaded, SIZE, 0)
    answer(oracle)
    assert oracle._process is not None
    assert oracle._process.pid is not None
    os.kill(oracle._process.pid, signal.SIGKILL)
    oracle._process.join()
    oracle.ask("second", loaded, SIZE, 1)
    assert "has ended" in answer(oracle).error
    oracle.ask("second", loaded, SIZE, 1)
    time.sleep(0.2)
    assert oracle.answer() is None
    oracle.ask("third", loaded, SIZE, 2)
    assert answer(oracle).picture is not None
