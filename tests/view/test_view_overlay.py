"""Texts over the picture: what fits, where the caret stands, how large they are."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nvrender.view.overlay import ERROR, HEIGHT, TEXT, WIDTH, drawn, fitted, room
from nvrender.view.sheets import sheets
from nvrender.view.texts import corner, oracle_size, panes, within

SIZES = st.tuples(st.integers(1, 2000), st.integers(1, 2000))


def test_all_that_fits_is_there() -> None:
    assert fitted(["one", "two"], (400, 300)) == ["one", "two"]


def test_of_more_the_wanted_part_is_there_and_a_line_says_so() -> None:
    lines = [f"line {number}" for number in range(100)]
    _, rows = room((400, 300))
    shown = fitted(lines, (400, 300), first=10)
    assert len(shown) == rows
    assert shown[0] == "line 10"
    assert shown[-1].startswith(f"lines 11 to {10 + rows - 1} of 100")
    assert fitted(lines, (400, 300), first=10**6)[-2] == "line 99"


def test_a_long_line_is_cut_around_the_caret() -> None:
    columns, _ = room((400, 300))
    text, caret = "x" * 150 + "HERE" + "y" * 150, " " * 150 + "^"
    shown = fitted(["scene.vp:3:151: wrong", text, caret], (400, 300))
    assert all(len(line) <= columns for line in shown)
    place = shown[2].index("^")
    assert shown[1][place : place + 4] == "HERE"


def test_what_the_font_lacks_is_written_otherwise() -> None:
    assert fitted(["a → b … ×"], (400, 300)) == ["a > b ... ×"]
    assert drawn(["漢字 \x00\x1b"], TEXT, (400, 300)).shape[2] == 4


def test_characters_stand_in_columns() -> None:
    picture = drawn(["iiii", "WWWW", "   ^"], ERROR, (400, 300))
    assert picture.shape == (2 * 8 + 3 * HEIGHT + 2 * 2, 2 * 8 + 4 * WIDTH, 4)
    ink = (picture[..., :3] == ERROR.ink).all(axis=2)
    caret = np.nonzero(ink[8 + 2 * (HEIGHT + 2) :].any(axis=0))[0]
    assert caret.min() >= 8 + 3 * WIDTH
    assert caret.max() < 8 + 4 * WIDTH


@given(size=SIZES, lines=st.lists(st.text(max_size=80), max_size=60), first=st.integers(0, 100))
def test_any_text_in_any_window(size: tuple[int, int], lines: list[str], first: int) -> None:
    picture = drawn(fitted(lines, size, first), TEXT, size)
    assert 1 <= picture.shape[0] <= size[1]
    assert 1 <= picture.shape[1] <= size[0]


@given(size=SIZES, count=st.integers(1, 3))
def test_panes_are_equal_and_beside_each_other(size: tuple[int, int], count: int) -> None:
    found = panes(size, count)
    assert len({pane[2:] for pane in found}) == 1
    assert all(width >= 1 and height >= 1 for _, _, width, height in found)
    assert all(one[0] + one[2] <= other[0] for one, other in pairwise(found))


def test_panes_have_the_windows_shape() -> None:
    assert panes((1280, 720), 1) == [(0, 0, 1280, 720)]
    left, right = panes((1284, 720), 2)
    assert left == (0, 181, 640, 358)
    assert right == (644, 181, 640, 358)
    assert within(left, (1284, 720), 10.0, 181.0) == (10.0, 0.0)
    assert within(right, (1284, 720), 644.0, 539.0) == (0.0, 358.0)


@given(size=SIZES)
def test_the_oracle_draws_few_pixels_of_the_same_shape(size: tuple[int, int]) -> None:
    width, height = oracle_size(size)
    assert 1 <= width <= size[0]
    assert 1 <= height <= size[1]
    assert width * height <= 60000 + width + height


@pytest.mark.parametrize(
    ("bottom", "right", "expected"),
    [(False, False, (0, 280)), (True, False, (0, 0)), (False, True, (350, 280)), (True, True, (350, 0))],
)
def test_corners(bottom: bool, right: bool, expected: tuple[int, int]) -> None:
    assert corner((400, 300), (50, 20), bottom=bottom, right=right) == (*expected, 50, 20)


def test_which_sheets_there_are() -> None:
    def names(**given: object) -> list[str]:
        defaults = {"note": "", "error": "", "text": (), "first": 0, "bottom": ""}
        return [sheet.name for sheet in sheets(**{**defaults, **given})]  # type: ignore[arg-type]

    assert names() == []
    assert names(note="saved") == ["note"]
    assert names(note="saved", text=("help",)) == ["text"]
    assert names(error="wrong", bottom="a parameter") == ["error"]
    assert names(bottom="a parameter") == ["bottom"]
