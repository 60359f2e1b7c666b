"""The virtual clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nvrender.view import clock as clocks
from nvrender.view.clock import Clock

START = Clock(frames=10, fps=20.0)


def test_time_passes_in_frames() -> None:
    assert clocks.advanced(START, 0.06).frame == 1
    assert clocks.advanced(START, 0.2).frame == 4
    assert clocks.advanced(clocks.at(START, 9), 0.05).frame == 0
    assert clocks.at(START, 4).time == pytest.approx(0.2)


def test_a_long_wait_is_not_caught_up_with() -> None:
    assert clocks.advanced(START, 3600.0) == clocks.advanced(START, 0.25)
    assert clocks.advanced(START, -1.0) == START


@given(waits=st.lists(st.floats(0.0, 1.0), max_size=30), speed=st.sampled_from(clocks.SPEEDS))
def test_the_frame_is_always_one_of_the_scene(waits: list[float], speed: float) -> None:
    clock = Clock(frames=7, fps=29.97, speed=speed)
    for wait in waits:
        clock = clocks.advanced(clock, wait)
        assert 0 <= clock.frame < 7
        following = clocks.until_next(clock)
        assert following is not None
        assert 0.0 < following <= 1.0 / (29.97 * speed) * 1.001


def test_pausing_and_stepping() -> None:
    paused = clocks.toggled(clocks.advanced(START, 0.06))
    assert not paused.playing
    assert clocks.advanced(paused, 1.0) == paused
    assert clocks.until_next(paused) is None
    assert clocks.stepped(paused, -2).frame == 9
    assert not clocks.stepped(START, 1).playing
    assert clocks.toggled(paused).playing


def test_how_long_to_wait_for_events() -> None:
    def wait(clock: Clock, longest: float = 0.1, since: float = 0.0, **given: bool) -> float:
        return clocks.patience(
            clock, longest, since, **{"shown": True, "busy": False, "counts": False} | given
        )

    paused = clocks.toggled(START)
    assert wait(paused) == 0.1
    assert wait(paused, longest=-0.5) == 0.0
    assert wait(START) == pytest.approx(0.05)
    assert wait(START, since=0.03) == pytest.approx(0.02)
    assert wait(START, since=9.0) == 0.0
    assert wait(START, longest=0.01) == 0.01
    assert wait(START, counts=True) == wait(paused, busy=True) == 0.0
    assert wait(paused, counts=True) == 0.1
    # A window nobody sees does not keep the processor busy.
    assert wait(START, shown=False, busy=True, counts=True) == 0.1


def test_speeds_have_ends() -> None:
    clock = START
    for _ in range(20):
        clock = clocks.faster(clock, 1)
    assert clock.speed == max(clocks.SPEEDS)
    for _ in range(20):
        clock = clocks.faster(clock, -1)
    assert clock.speed == min(clocks.SPEEDS)


def test_one_frame_stands() -> None:
    still = Clock(frames=1, fps=30.0)
    assert clocks.advanced(still, 1.0) == still
    assert clocks.until_next(still) is None
    assert clocks.stepped(still, 1).frame == 0


def test_a_changed_scene_keeps_the_frame_where_it_has_it() -> None:
    assert clocks.of_scene(clocks.at(START, 8), 20, 10.0).frame == 8
    assert clocks.of_scene(clocks.at(START, 8), 3, 10.0).frame == 2


def test_recordings_count_frames_even_where_the_clock_is_slow() -> None:
    assert clocks.counted(clocks.at(START, 9)).frame == 0
    assert clocks.at(START, 99).frame == 9
    assert clocks.at(START, -5).frame == 0
