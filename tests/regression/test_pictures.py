"""Two pictures compared: shares, errors, FLIP, and the sheet that shows them."""

from __future__ import annotations

import json

import numpy as np
import pytest

from nvrender.regression.comparison import pictures
from nvrender.regression.comparison.pictures import compare_pictures
from nvrender.regression.comparison.tolerance import Tolerance
from nvrender.regression.report.picture_sheet import side_by_side
from nvrender.source import InputError

HEIGHT, WIDTH = 20, 30


@pytest.fixture
def pair() -> tuple[np.ndarray, np.ndarray]:
    """Two pictures that differ in three pixels, by 2, 3 and −90."""
    a = np.random.default_rng(3).integers(100, 150, (HEIGHT, WIDTH, 4)).astype(np.uint8)
    b = a.copy()
    b[2, 4, 0] += 2
    b[5, 6, 1] += 3
    b[7, 8, 2] -= 90
    return a, b


def test_figures(pair: tuple[np.ndarray, np.ndarray]) -> None:
    found = compare_pictures(*pair)
    assert (found.size, found.differing) == ((WIDTH, HEIGHT), 2)
    assert found.share == pytest.approx(100 * 2 / (WIDTH * HEIGHT))
    assert found.maximum == (2, 3, 90, 0)
    assert found.mean == pytest.approx((2 / 600, 3 / 600, 90 / 600, 0.0))
    assert found.flip is None
    assert found.error[7, 8] == 90 and found.error.sum() == 95
    assert compare_pictures(pair[1], pair[0]) == found


@pytest.mark.parametrize(("threshold", "differing"), [(0, 3), (1.5, 3), (2, 2), (2.5, 2), (3, 1), (90, 0)])
def test_only_more_than_the_threshold_counts(
    pair: tuple[np.ndarray, np.ndarray], threshold: float, differing: int
) -> None:
    assert compare_pictures(*pair, threshold=threshold).differing == differing


def test_a_tolerance_of_nothing_is_one() -> None:
    default = Tolerance(2, 0.01)
    assert Tolerance.of(0, 0, default) == Tolerance(0, 0)
    assert Tolerance.of(None, None, default) == default


def test_data_is_json_and_text_has_the_figures(pair: tuple[np.ndarray, np.ndarray]) -> None:
    found = compare_pictures(*pair)
    data = json.loads(json.dumps(found.as_data(), allow_nan=False))
    assert data["maximum"] == {"red": 2, "green": 3, "blue": 90, "alpha": 0}
    assert (data["size"], data["differing"], data["flip"]) == ([WIDTH, HEIGHT], 2, None)
    lines = found.text().splitlines()
    assert lines[0] == "30×20 pixels, 2 of them (0.333 %) differ by more than 2/255"
    assert lines[1].split() == "red green blue alpha".split()
    assert lines[2].split() == "maximum 2 3 90 0".split()
    assert lines[3].split() == "mean 0.0033 0.0050 0.1500 0.0000".split()


def test_fewer_components_are_grey_and_opaque() -> None:
    grey = np.full((4, 5), 7, np.uint8)
    color = np.full((4, 5, 4), 7, np.uint8)
    color[:, :, 3] = 255
    for other in (grey, grey[:, :, None], color[:, :, 2:], color[:, :, :3], color):
        assert compare_pictures(grey, other).maximum == (0, 0, 0, 0)
    assert compare_pictures(grey, np.full((4, 5, 4), 7, np.uint8)).maximum == (0, 0, 0, 248)


@pytest.mark.parametrize(
    ("a", "message"),
    [
        (np.zeros((20, 30, 4)), "float64"),
        (np.zeros((20, 30, 5), np.uint8), "(20, 30, 5)"),
        (np.zeros((0, 30, 3), np.uint8), "(0, 30, 3)"),
        (np.zeros(600, np.uint8), "(600,)"),
        (np.zeros((30, 20, 4), np.uint8), "20×30 and 30×20 pixels"),
    ],
)
def test_what_is_no_picture(pair: tuple[np.ndarray, np.ndarray], a: np.ndarray, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("(", r"\(").replace(")", r"\)")):
        compare_pictures(a, pair[0])


def test_flip(pair: tuple[np.ndarray, np.ndarray]) -> None:
    pytest.importorskip("flip_evaluator", reason="FLIP has no wheel for this Python or platform")
    a, b = pair
    found = compare_pictures(a, b, flip=True)
    assert found.flip_map is not None and found.flip_map.shape == (HEIGHT, WIDTH)
    assert found.flip == pytest.approx(found.flip_map.mean(), rel=1e-5)
    assert found.flip_map.argmax() in (7 * WIDTH + 8, 7 * WIDTH + 7, 7 * WIDTH + 9)
    assert compare_pictures(a, a, flip=True).flip == 0.0
    black, white = np.zeros_like(a), np.full_like(a, 255)
    assert compare_pictures(black, white, flip=True).flip == pytest.approx(1.0, abs=0.05)


def test_without_flip(pair: tuple[np.ndarray, np.ndarray], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    found = compare_pictures(*pair, flip=True)
    assert (found.flip, found.flip_map, found.differing) == (None, None, 2)


@pytest.mark.parametrize("channels", [slice(0, 3), slice(0, 4)])
def test_a_sheet_shows_both_and_where_they_differ(
    pair: tuple[np.ndarray, np.ndarray], channels: slice
) -> None:
    a, b = (picture[:, :, channels] for picture in pair)
    sheet = np.asarray(side_by_side(a, b, compare_pictures(a, b), ("one", "other")))
    top, gap = sheet.shape[0] - HEIGHT, (sheet.shape[1] - 3 * WIDTH) // 2
    panels = [sheet[top:, place * (WIDTH + gap) :][:, :WIDTH] for place in range(3)]
    assert (panels[0] == a[:, :, :3]).all() and (panels[1] == b[:, :, :3]).all()
    brightness = panels[2].sum(axis=2)
    assert {tuple(place) for place in np.argwhere(brightness)} == {(2, 4), (5, 6), (7, 8)}
    assert 0 < brightness[2, 4] < brightness[5, 6] < brightness[7, 8]
    assert sheet[:top].any(axis=2).all() and len(np.unique(sheet[:top, :WIDTH])) > 1
