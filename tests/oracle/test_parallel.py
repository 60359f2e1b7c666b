"""Work on several cores: in order, and in processes forked meanwhile."""

from __future__ import annotations

import multiprocessing
import sys

import pytest

from nvrender.oracle.machine.parallel import ordered


def _squares(count: int) -> list[int]:
    return list(ordered(lambda number: number * number, range(count)))


def test_results_come_in_order() -> None:
    assert _squares(100) == [number * number for number in range(100)]


def test_what_goes_wrong_in_a_thread_is_raised_where_it_is_read() -> None:
    found = ordered(lambda number: 1 // (3 - number), range(10))
    with pytest.raises(ZeroDivisionError):
        list(found)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux")
def test_forked_processes_have_threads_of_their_own() -> None:
    _squares(10)
    context = multiprocessing.get_context("fork")
    with context.Pool(1) as pool:
        assert pool.apply_async(_squares, (10,)).get(timeout=20) == _squares(10)
