"""Tests of many cases name the cases that fail, and fail."""

from __future__ import annotations

import pytest
from batches import every


def test_a_failure_names_its_cases() -> None:
    tried: list[int] = []

    @every(("number", "limit"), [(1, 2), (3, 2), (2, 2), (4, 2)])
    def test(number: int, limit: int) -> None:
        tried.append(number)
        assert number <= limit, "too large"

    with pytest.raises(AssertionError, match=r"^2 of 4 fail:\n\(3, 2\)\n\(4, 2\)$") as caught:
        test()
    assert tried == [1, 3, 2, 4]
    assert "too large" in str(caught.value.__cause__)


def test_what_pytest_finds_missing_is_a_failure_too() -> None:
    @every("text", ["1", "x"])
    def test(text: str) -> None:
        with pytest.raises(ValueError):
            int(text)

    with pytest.raises(AssertionError, match=r"^1 of 2 fail:\n'1'$"):
        test()


@every("number", range(3))
def test_fixtures_are_handed_on(number: int, request: pytest.FixtureRequest) -> None:
    assert request.node.name == "test_fixtures_are_handed_on"
    assert number in range(3)
