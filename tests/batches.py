"""Tests of many quick cases, which cost less as one test than as one each."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

Test = Callable[..., None]


def every(names: str | tuple[str, ...], rows: Iterable[Any]) -> Callable[[Test], Test]:
    """As ``pytest.mark.parametrize`` in one test: all ``rows`` are tried, and a failure names the wrong ones.

    For tests whose fixtures no case changes.
    """
    several = not isinstance(names, str)
    rows = list(rows)
    assert rows, "no cases"

    def decorated(test: Test) -> Test:
        @wraps(test)
        def tried(**fixtures: object) -> None:
            failed: dict[str, BaseException] = {}
            for row in rows:
                values = dict(zip(names, row, strict=True)) if several else {names: row}
                try:
                    test(**fixtures, **values)
                except (Exception, pytest.fail.Exception) as error:
                    failed[f"{row!r:.300}"] = error
            if failed:
                first = next(iter(failed.values()))
                raise AssertionError("\n".join((f"{len(failed)} of {len(rows)} fail:", *failed))) from first

        signature = inspect.signature(test)
        given = names if several else (names,)
        assert signature.parameters.keys() >= set(given)
        kept = [parameter for name, parameter in signature.parameters.items() if name not in given]
        tried.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        return tried

    return decorated
