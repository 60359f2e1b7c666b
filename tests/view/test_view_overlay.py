"""Texts over the picture: what fits, where the caret stands, how large they are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nvrender.view import fonts
from nvrender.view.clock import Clock
from nvrender.view.fonts import Face, face, face_for
from nvrender.view.highlight import ACCENT, HEADING, highlighted
from nvrender.view.look import Look, jumped
from nvrender.view.look import within as within_text
from nvrender.view.overlay import ERROR, TEXT, drawn, fitted, room
from nvrender.view.sheets import sheets
from nvrender.view.texts import corner, heading, oracle_size, panes, picture_area, within

FACE = face(12)
SIZES = st.tuples(st.integers(1, 2000), st.integers(1, 2000))


def test_all_that_fits_is_there() -> None:
    assert fitted(["one", "two"], (400, 300), FACE) == ["one", "two"]


def test_of_more_the_wanted_part_is_there_and_a_line_says_so() -> None:
    lines = [f"line {number}" for number in range(100)]
    _, rows = room((400, 300), FACE)
    shown = fitted(lines, (400, 300), FACE, first=10)
    assert len(shown) == rows
    assert shown[0] == "line 10"
    assert shown[-1].startswith(f"lines 11 to {10 + rows - 1} of 100")
    assert fitted(lines, (400, 300), FACE, first=10**6)[-2] == "line 99"


def test_a_long_line_is_cut_around_the_caret() -> None:
    columns, _ = room((400, 300), FACE)
    text, caret = "x" * 150 + "HERE" + "y" * 150, " " * 150 + "^"
    shown = fitted(["scene.vp:3:151: wrong", text, caret], (400, 300), FACE)
    assert all(len(line) <= columns for line in shown)
    place = shown[2].index("^")
    assert shown[1][place : place + 4] == "HERE"


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[Face]:
    """What is left where neither the system nor the panel has a font."""
    monkeypatch.setattr(fonts, "monospaced", lambda: None)
    face.cache_clear()
    yield face(12)
    face.cache_clear()


def test_what_the_font_lacks_is_written_otherwise(plain: Face) -> None:
    assert fitted(["a → b … ×"], (400, 300), plain) == ["a > b ... ×"]
    assert drawn(highlighted(["漢字 \x00\x1b"]), TEXT, (400, 300), plain).shape[2] == 4


def test_without_a_font_of_the_system_characters_stand_in_columns(plain: Face) -> None:
    _check_columns(plain)


@pytest.mark.parametrize("pixels", [12, 15, 30])
def test_characters_stand_in_columns(pixels: int) -> None:
    _check_columns(face(pixels))


def _check_columns(own: Face) -> None:
    picture = drawn(highlighted(["iiii", "WWWW", "   ^"]), ERROR, (400, 300), own)
    assert picture.shape == (2 * 10 + 3 * own.height, 2 * 10 + 4 * own.width, 4)
    ink = (np.abs(picture[..., :3].astype(int) - ERROR.ink) < 40).all(axis=2)
    caret = np.nonzero(ink[10 + 2 * own.height :].any(axis=0))[0]
    assert caret.min() >= 10 + 3 * own.width
    assert caret.max() < 10 + 4 * own.width


def test_letters_have_soft_edges() -> None:
    """Antialiased: between ink and paper there are many shades."""
    picture = drawn(highlighted(["Sphere: c[4]"]), TEXT, (400, 300), FACE)
    assert len(np.unique(picture[..., 0])) > 20


def test_denser_screens_have_larger_letters() -> None:
    assert face_for(720).height < face_for(1440, 2.0).height <= 2 * face_for(720).height + 2
    assert face_for(300).height < face_for(720).height


def colors_of(lines: list[str], language: str) -> dict[str, object]:
    return {text.strip(): color for line in highlighted(lines, language) for text, color in line}


def test_programs_are_colored() -> None:
    """What is of one kind has one colour, and kinds differ."""
    found = colors_of(["uniform vec4 a; // why", "void main() { a = vec4(1.0); }"], "glsl")
    assert found["vec4"] == found["void"] != found["1.0"] != found["// why"] != found["a"]
    found = colors_of(["    0  line 4    MUL R0.xyz, c[4], v[OPOS];   c[4] = (1, 2.5, 3, 4)"], "nvasm")
    assert found["MUL"] != found["R0"] == found["c"] != found["2.5"]
    assert found["2.5"] is not None
    found = colors_of(["Space  pause  P  the panel"], "help")
    assert found["Space"] == found["P"] == ACCENT and found["pause"] is None


@given(lines=st.lists(st.text(st.characters(blacklist_characters="\n\r"), max_size=40), max_size=8))
def test_colors_change_no_text(lines: list[str]) -> None:
    for language in ("", "help", "glsl", "nvasm"):
        found = ["".join(text for text, _ in line) for line in highlighted(lines, language)]
        assert len(found) == len(lines)
        assert all(
            one.replace("\r", "") == other
            for one, other in zip(lines, found, strict=True)
            if not one.startswith(HEADING)
        )


def test_jumps_between_draws() -> None:
    lines = [heading("one"), "a", "b", heading("two"), "c", heading("three")]
    look = Look(Clock(1, 30.0))
    seen = []
    for action in ("next draw", "next draw", "next draw", "previous draw", "previous draw", "previous draw"):
        look = jumped(look, action, lines)
        seen.append(look.line)
    assert seen == [3, 5, 5, 3, 0, 0]
    assert within_text(Look(look.clock, line=99), len(lines)).line == 5
    assert within_text(Look(look.clock, line=9), 0).line == 0


@settings(max_examples=40)
@given(size=SIZES, lines=st.lists(st.text(max_size=80), max_size=60), first=st.integers(0, 100))
def test_any_text_in_any_window(size: tuple[int, int], lines: list[str], first: int) -> None:
    picture = drawn(highlighted(fitted(lines, size, FACE, first)), TEXT, size, FACE)
    assert 1 <= picture.shape[0] <= size[1]
    assert 1 <= picture.shape[1] <= size[0]


@given(size=SIZES, count=st.integers(1, 3))
def test_panes_are_equal_and_beside_each_other(size: tuple[int, int], count: int) -> None:
    found = panes((0, 0, *size), count)
    assert len({pane[2:] for pane in found}) == 1
    assert all(width >= 1 and height >= 1 for _, _, width, height in found)
    assert all(one[0] + one[2] <= other[0] for one, other in pairwise(found))


def test_panes_have_the_windows_shape() -> None:
    assert panes((0, 0, 1280, 720), 1) == [(0, 0, 1280, 720)]
    left, right = panes((0, 0, 1284, 720), 2)
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


def test_the_panel_stands_beside_the_picture() -> None:
    area = picture_area((1280, 720), 400)
    assert area == (0, 0, 880, 720)
    assert panes(area, 1) == [area]
    assert all(left + width <= 880 for left, _, width, _ in panes(area, 2))
    assert picture_area((0, 0), 0) == (0, 0, 1, 1)


@pytest.mark.parametrize(("bottom", "expected"), [(False, (0, 280)), (True, (0, 0))])
def test_corners(bottom: bool, expected: tuple[int, int]) -> None:
    assert corner((0, 0, 400, 300), (50, 20), bottom=bottom) == (*expected, 50, 20)


def test_which_sheets_there_are() -> None:
    def names(**given: object) -> list[str]:
        defaults = {"note": "", "error": "", "text": (), "first": 0, "bottom": ""}
        return [sheet.name for sheet in sheets(**{**defaults, **given})]  # type: ignore[arg-type]

    assert names() == []
    assert names(note="saved") == ["note"]
    assert names(note="saved", text=("help",)) == ["text"]
    assert names(error="wrong", bottom="a parameter") == ["error"]
    assert names(bottom="a parameter") == ["bottom"]
