"""The oracle's pictures, drawn by another process."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from nvrender import render
from nvrender.render import frames
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
    """The next whole one."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if (found := oracle.answer()) is not None and found.whole:
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


def test_parts_of_a_picture_are_what_has_been_drawn(loaded: Scene) -> None:
    """Each has more of the picture than the one before, and the last all of it."""
    parts: list[np.ndarray] = []
    (whole,) = frames(loaded, SIZE, [2], backend="oracle", progress=lambda picture: parts.append(picture()))
    apart = [int((part != whole).any(axis=2).sum()) for part in parts]
    assert len(parts) > 1 and apart[0] > 0 == apart[-1]
    assert apart == sorted(apart, reverse=True)


def test_parts_come_before_the_whole_and_the_last_of_them_counts(loaded: Scene) -> None:
    ours, theirs = multiprocessing.Pipe()
    made = Oracle()
    made._connection, made._busy = ours, "key"  # type: ignore[assignment]
    pictures = [np.full((1, 1, 4), shade, np.uint8) for shade in range(4)]
    for picture in pictures[:2]:
        theirs.send((picture, "", False))
    part = made.answer()
    assert part is not None and part.picture is not None
    assert (part.key, part.whole, part.picture[0, 0, 0]) == ("key", False, 1)
    assert made.answer() is None
    for number, whole in ((2, False), (3, True)):
        theirs.send((pictures[number], "", whole))
    end = made.answer()
    assert end is not None and end.picture is not None
    assert (end.key, end.whole, end.picture[0, 0, 0]) == ("key", True, 3)
    assert made.answer() is None


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
