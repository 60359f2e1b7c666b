"""What statements tell of endings, exits, blocks and turns of loops."""

from __future__ import annotations

import math

import pytest

from nvrender.ir.analysis.blocks import blocks_of, waits_between
from nvrender.ir.analysis.endings import ends_early, exit_test, falls_through, leaves_loop, terminating
from nvrender.ir.analysis.trip_counts import most_turns, stands_alone
from nvrender.ir.nodes import Loop

from .test_analysis import shader

_CASES = "switch n.x { case 0 { n.x = 1 } case 1 { %s n.x = -1 } }"


def test_functions_that_end_the_program() -> None:
    ends = "ends { if p.x { terminate } }", "calls { if p.x { call ends } }", "returns { return }"
    found = shader("call calls", *ends)
    assert terminating(found) == {"ends", "calls"}
    assert ends_early(found)
    assert not ends_early(shader("call returns return", *ends))
    assert ends_early(shader("if p.x { return } a.x = 1.0"))


@pytest.mark.parametrize(
    ("body", "falls"), [("", True), ("return", False), ("terminate", False), ("return a.x = 1.0", True)]
)
def test_falls_through(body: str, falls: bool) -> None:
    assert falls_through(shader(body).functions[-1].body) is falls


def test_exits_of_loops() -> None:
    (loop,) = shader(
        "loop { if p.x { break } else { a.x = 1.0 } if p.x { } else { break } if p.x { loop { break } } }"
    ).functions[-1].body  # fmt: skip
    assert isinstance(loop, Loop)
    leaves, stays, neither = loop.body
    assert exit_test(leaves) == (False, leaves.otherwise)  # type: ignore[union-attr]
    assert exit_test(stays) == (True, ())
    assert exit_test(neither) is None
    assert leaves_loop(loop.body)
    assert not leaves_loop((neither,))


def test_blocks() -> None:
    looped = f"loop {{ if less(n.x, 0) {{ break }} {_CASES} }}"
    found = blocks_of(shader(f"n.x = 0 {looped % ''}"))
    assert found is not None
    assert [number for number, _ in found.cases] == [0, 1]
    assert not waits_between(found)
    assert waits_between(blocks_of(shader(f"n.x = 0 {looped % 'Barrier(true)'}")))
    assert blocks_of(shader(looped % "")) is None


@pytest.mark.parametrize(
    ("body", "most", "alone"),
    [
        ("", 0, False),
        ("loop turns 3 watched { }", 3, True),
        ("loop turns n.x watched { }", math.inf, True),
        ("loop watched { break }", math.inf, False),
        ("loop { break }", 0, False),
        ("loop turns 3 watched { loop turns 4 watched { } }", 15, False),
        ("if p.x { loop turns 3 watched { } } else { loop turns 5 watched { } }", 5, False),
        ("call f call f loop turns 1 watched { }", 5, False),
        ("loop { loop turns 1 watched { break } }", math.inf, False),
        ("loop turns 0 watched { loop watched { } }", 0, False),
    ],
)
def test_turns_of_loops(body: str, most: float, alone: bool) -> None:
    functions = ("f { loop turns 2 watched { } }",) if "call" in body else ()
    found = shader(body, *functions)
    assert most_turns(found) == most
    assert stands_alone(found) is alone
