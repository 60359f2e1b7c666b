"""FLIP and SSIM where pictures differ are those of the whole pictures, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest

from nvrender.regression.comparison import local, similarity
from nvrender.regression.comparison.local import local_map, rectangles
from nvrender.regression.comparison.pictures import FLIP_RADIUS, compare_pictures

HEIGHT, WIDTH = 150, 210
#: (top, left) and (height, width) of what differs.
PLACES = {
    "inside": [(70, 90, 9, 5)],
    "corners": [(0, 0, 3, 3), (HEIGHT - 2, WIDTH - 4, 2, 4)],
    "border": [(0, 100, 1, 1)],
    "several": [(20, 20, 4, 4), (24, 140, 8, 8), (120, 60, 1, 30)],
    "whole": [(0, 0, HEIGHT, WIDTH)],
}


def pair(places: list[tuple[int, int, int, int]]) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(5)
    baseline = random.integers(0, 256, (HEIGHT, WIDTH, 3)).astype(np.uint8)
    result = baseline.copy()
    for top, left, height, width in places:
        part = result[top : top + height, left : left + width]
        part ^= random.integers(1, 256, part.shape).astype(np.uint8)
    return result, baseline


@pytest.mark.parametrize("places", PLACES.values(), ids=PLACES)
def test_flip_where_pictures_differ_is_that_of_the_whole(places: list[tuple[int, int, int, int]]) -> None:
    flip_evaluator = pytest.importorskip(
        "flip_evaluator", reason="FLIP has no wheel for this Python or platform"
    )
    result, baseline = pair(places)
    whole, mean, _ = flip_evaluator.evaluate(
        *(picture.astype(np.float32) / np.float32(255) for picture in (baseline, result)),
        "LDR",
        applyMagma=False,
    )
    found = compare_pictures(result, baseline, flip=True)
    assert found.flip_map is not None and found.flip == pytest.approx(mean, rel=1e-4)
    np.testing.assert_array_equal(found.flip_map, whole.reshape(HEIGHT, WIDTH))


def test_flip_reaches_as_far_as_its_radius() -> None:
    """The filters of 21 pixels of FLIP (Andersson et al. 2020, section 4.1) and no more."""
    pytest.importorskip("flip_evaluator", reason="FLIP has no wheel for this Python or platform")
    baseline = np.random.default_rng(5).integers(0, 256, (64, 64, 3)).astype(np.uint8)
    result = baseline.copy()
    result[30:33, 30:33] ^= 255
    found = compare_pictures(result, baseline, flip=True).flip_map
    rows, columns = np.nonzero(found)
    reached = (rows.min(), rows.max(), columns.min(), columns.max())
    assert reached == (30 - FLIP_RADIUS, 32 + FLIP_RADIUS) * 2


@pytest.mark.parametrize("places", PLACES.values(), ids=PLACES)
def test_ssim_where_pictures_differ_is_that_of_the_whole(places: list[tuple[int, int, int, int]]) -> None:
    result, baseline = ([picture[:, :, i] for i in range(3)] for picture in pair(places))
    changed = np.any([one != other for one, other in zip(result, baseline, strict=True)], axis=0)
    found = local_map(
        lambda place: similarity.similarity([one[place] for one in result], [one[place] for one in baseline]),
        changed, similarity.RADIUS, 1.0,
    )  # fmt: skip
    np.testing.assert_array_equal(found, similarity.similarity(result, baseline))


def test_ssim_is_that_of_others() -> None:
    """scikit-image 0.26: structural_similarity(…, gaussian_weights=True, sigma=1.5,
    use_sample_covariance=False, full=True) of these pictures, the mean of its map."""
    baseline = np.random.default_rng(11).integers(0, 256, (40, 60, 3)).astype(np.uint8)
    result = baseline.copy()
    result[5:14, 20:33] = 255 - result[5:14, 20:33]
    result[30:, 40:] //= 2
    assert compare_pictures(result, baseline, ssim=True).ssim == pytest.approx(0.872843968121589, abs=1e-6)
    assert compare_pictures(result, result, ssim=True).ssim == 1.0
    assert compare_pictures(result, baseline).ssim is None


def test_rectangles_hold_what_is_near_and_do_not_overlap() -> None:
    random = np.random.default_rng(2)
    for count in (0, 1, 3, 30):
        changed = np.zeros((HEIGHT, WIDTH), bool)
        changed[random.integers(0, HEIGHT, count), random.integers(0, WIDTH, count)] = True
        covered = np.zeros(changed.shape, int)
        found = rectangles(changed, 10)
        for rows, columns in found:
            covered[rows, columns] += 1
        near = np.zeros_like(changed)
        for y, x in np.argwhere(changed):
            near[max(y - 10, 0) : y + 11, max(x - 10, 0) : x + 11] = True
        assert covered.max(initial=0) <= 1 and (covered[near] == 1).all()
        assert (covered.sum() < 150 * 210 / 4) or count == 30
    assert local._TILE >= FLIP_RADIUS
