"""Units in the last place between stored numbers and results, and the files that hold them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nvrender.regression.baselines.numbers import Numbers, compared, distances, encoded, read
from nvrender.regression.baselines.origin import Origin
from nvrender.source import InputError

TINY = np.finfo(np.float32).tiny


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        (1.0, 1.0, 0),
        (1.0, np.nextafter(np.float32(1), np.float32(2)), 1),
        (1.0, np.nextafter(np.float32(1), np.float32(0)), 1),
        (-1.0, np.nextafter(np.float32(-1), np.float32(0)), 1),
        (1.0, 2.0, 2**23),
        (0.0, -0.0, 0),
        (0.0, TINY / 2, 0),
        (-TINY / 2, TINY / 2, 0),
        (TINY, -TINY, 2**24),
        (np.nan, np.nan, 0),
        (np.nan, 1.0, np.inf),
        (np.inf, np.inf, 0),
        (np.inf, np.finfo(np.float32).max, 1),
        (np.inf, -np.inf, 2 * 0x7F800000),
    ],
)
def test_distances_of_floats(a: float, b: float, distance: float) -> None:
    pair = np.array([a], np.float32), np.array([b], np.float32)
    assert distances(*pair)[0] == distances(*pair[::-1])[0] == distance


@pytest.mark.parametrize("kind", [np.float16, np.float64])
def test_distances_of_other_floats(kind: type[np.floating]) -> None:
    one = np.array([1.0, -3.0, 0.0], kind)
    assert distances(one, np.nextafter(one, kind(9))).tolist() == [1.0, 1.0, 0.0]


def test_distances_of_whole_numbers() -> None:
    assert distances(np.array([1, 2]), np.array([1, 3])).tolist() == [0.0, np.inf]
    assert distances(np.array([True, False]), np.array([True, True])).tolist() == [0.0, np.inf]


def test_single_numbers() -> None:
    (row,) = compared(numbers(a=np.float32(1.5)), {"a": np.float32(1.25)}, 0)
    assert (row.outside, row.expected, row.actual) == (1, "1.25", "1.5")


def test_integer_words_are_equal_or_not() -> None:
    words = np.array([[1, 5, 0x7FC00000, 0]], np.int32)
    other = np.array([[2, 5, 0x7FC00001, 0]], np.int32)
    pair = words.view(np.float32), other.view(np.float32)
    assert distances(*pair)[0].tolist() == [0.0, 0.0, 0.0, 0.0]
    assert distances(*pair, (True, True, True, False))[0].tolist() == [np.inf, 0.0, np.inf, 0.0]


def numbers(**arrays: object) -> Numbers:
    return Numbers(
        {name: np.asarray(array) for name, array in arrays.items()}, {}, Origin("r", "v", {"a": "b"})
    )


def test_what_differs_is_told() -> None:
    actual = np.zeros((3, 4), np.float32)
    expected = actual.copy()
    actual[2, 1] = np.nextafter(np.float32(0.5), np.float32(1))
    expected[2, 1] = 0.5
    (row,) = compared(numbers(HPOS=actual), {"HPOS": expected}, 0)
    assert (row.outside, row.values, row.worst, row.place) == (1, 12, 1.0, "2.y")
    assert (row.expected, row.actual, row.allowed) == ("0.5", "0.50000006", "0 ulp")
    (row,) = compared(numbers(HPOS=actual), {"HPOS": expected}, 1)
    assert (row.outside, row.worst) == (0, 1.0)


def test_other_shapes_types_and_names_are_told() -> None:
    rows = compared(
        numbers(a=[1.0, 2.0], b=[1], c=[1.0]), {"a": np.zeros(3), "b": np.zeros(1), "d": np.zeros(2)}, 9
    )
    assert [row.name for row in rows] == ["a", "b", "c", "d"]
    assert all(row.outside and row.worst is None for row in rows)
    assert (rows[0].expected, rows[0].actual) == ("float64 of shape (3,)", "float64 of shape (2,)")
    assert [row.place for row in rows[2:]] == ["in the result only", "in the baseline only"]


def test_files_hold_any_names_and_are_equal_for_equal_numbers(tmp_path: Path) -> None:
    arrays = {"file": [1.0], "../x": [2], "a b": [True], "color[0]": np.ones((2, 4), np.float32), "é": []}
    one, two = tmp_path / "1.npz", tmp_path / "2.npz"
    one.write_bytes(encoded(numbers(**arrays)))
    two.write_bytes(encoded(numbers(**arrays)))
    assert one.read_bytes() == two.read_bytes()
    stored, origin = read(one)
    assert list(stored) == list(arrays)
    assert not any(row.outside for row in compared(numbers(**arrays), stored, 0))
    assert origin == Origin("r", "v", {"a": "b"})


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\x03\x04" + b"\0" * 60, b"no archive at all"])
def test_damaged_files(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"a\.npz"):
        read(path)


def test_cut_files(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(encoded(numbers(a=np.arange(1000.0))))
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(InputError, match=r"a\.npz is damaged"):
        read(path)


def test_files_without_an_origin(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", a=[1.0])
    assert read(tmp_path / "a.npz")[1] == Origin()
    np.save(tmp_path / "b.npz", [1.0])
    (tmp_path / "b.npz.npy").rename(tmp_path / "b.npz")
    with pytest.raises(InputError, match="an archive of arrays by name is needed"):
        read(tmp_path / "b.npz")
