"""Vertex weights and matrix indices where limits say there are vertex units (ARB_vertex_program 2.14.3.1)."""

from __future__ import annotations

from typing import Any

import pytest

import nvrender
from nvrender.source import InputError

TEXT = """!!ARBvp1.0
MOV result.position, vertex.weight;
MOV result.color, vertex.weight[4];
MOV result.texcoord, vertex.matrixindex[4];
END"""
NAMES = "position", "color.front.primary", "texcoord[0]"


def _run(text: str, units: int, given: Any, backend: str) -> list[list[float]]:
    program = nvrender.load(text, limits={"vertex_units": units})
    found = nvrender.run(program, given, backend=backend)
    return [found[name][0].tolist() for name in NAMES if name in found]


@pytest.mark.parametrize("key", ["vertex.weight", "weight", "vertex.weight[0]", "weight[0]", 1])
def test_the_first_four_go_by_every_name(backend: str, key: Any) -> None:
    found = _run(TEXT, 8, {key: [[1.0, 2.0, 3.0, 4.0]]}, backend)
    assert found == [[1.0, 2.0, 3.0, 4.0], [0.0] * 4, [0.0] * 4]


@pytest.mark.parametrize(("key", "place"), [("vertex.weight[4]", 1), ("matrixindex[4]", 2)])
@pytest.mark.parametrize(("units", "expected"), [(8, [5.0, 6.0, 7.0, 8.0]), (6, [5.0, 6.0, 0.0, 1.0])])
def test_others_fill_what_units_there_are(
    backend: str, key: str, place: int, units: int, expected: list[float]
) -> None:
    """Components whose weight is not supported: y and z are 0.0, w is 1.0."""
    assert _run(TEXT, units, {key: [[5.0, 6.0, 7.0, 8.0]]}, backend)[place] == expected


def test_weights_not_set_are_zero(backend: str) -> None:
    """All weights supported but not set by the application are."""
    found = _run(TEXT, 8, {"weight": [[0.25, 0.75]], "weight[4]": [[0.5, 0.5, 0.5]]}, backend)
    assert found[:2] == [[0.25, 0.75, 0.0, 0.0], [0.5, 0.5, 0.5, 0.0]]


def test_no_other_attribute_is_taken_for_them(backend: str) -> None:
    """The fifth weight is no generic attribute's, not that of the normal either (Table X.1)."""
    text = "!!ARBvp1.0 MOV result.position, vertex.normal; END"
    assert _run(text, 8, {"weight[4]": [[5.0, 6.0, 7.0, 8.0]]}, backend) == [[0.0, 0.0, 1.0, 1.0]]


@pytest.mark.parametrize(
    ("key", "message"), [("weight[5]", "multiple of 4"), ("weight[8]", "must be below 8")]
)
def test_numbers_that_do_not_exist(backend: str, key: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        _run(TEXT, 8, {key: [[1.0]]}, backend)
