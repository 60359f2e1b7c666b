"""Images at the prompt: ``run``, ``trace`` and ``diff``."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from cli_helpers import Command

PROGRAM = """!!NVvp5.0
TEMP place, old;
MOV.U place, 0;
MOV.U place.x, vertex.id.x;
ATOMIM.ADD.U32 old, {5}, place, image[0], 1D;
STOREIM.F image[1], {1, 0, 0.5, 1}, place, 2D;
MOV result.position, vertex.position;
END"""


@pytest.fixture
def given(tmp_path: Path) -> list[str]:
    """A program with its images."""
    (tmp_path / "p.vp").write_text(PROGRAM)
    np.save(tmp_path / "counts.npy", np.arange(3, dtype=np.uint32))
    np.save(tmp_path / "picture.npy", np.zeros((1, 2, 4), np.uint8))
    np.savez(tmp_path / "in.npz", position=np.ones((3, 4), np.float32))
    return [
        str(tmp_path / "p.vp"), "--attributes", str(tmp_path / "in.npz"), "--image",
        f"0={tmp_path / 'counts.npy'},target=1D", "--image", f"1={tmp_path / 'picture.npy'}",
    ]  # fmt: skip


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_run_says_what_is_left_in_images(nvrender: Command, given: list[str], backend: str) -> None:
    found = json.loads(nvrender("run", *given, "--backend", backend, "--json").out)
    assert found["image[0]"] == [5, 6, 7]
    assert found["image[1]"] == [[[255, 0, 128, 255], [255, 0, 128, 255]]]


def test_trace_shows_the_words_that_change(nvrender: Command, given: list[str]) -> None:
    out = nvrender("trace", *given, "--vertex", "1").out
    assert "image[0]: [4] 1 → 6" in out and "image[1]: [4] 0 → 4286578943" in out


def test_diff_compares_what_both_sides_leave(nvrender: Command, given: list[str]) -> None:
    out = nvrender("diff", *given).out
    assert "image[0]: 0 of 3 differ" in out and "image[1]: 0 of 8 differ" in out


@pytest.mark.parametrize(
    ("image", "status", "message"),
    [
        ("x=a.npy", 2, "'x=a.npy' is not UNIT=FILE[,FIELD=VALUE]"),
        ("0=a.npy,size=3", 2, "'size' is no field; fields are format, target"),
        ("0=a.npy,target=1D,target=2D", 2, "'target' is given twice"),
        ("0=a.npy,layer=x", 2, "layer is 'x', no number"),
        ("0=", 1, "--image 0: a file's name is missing"),
        ("0=none.npy", 1, "none.npy: cannot be read"),
        ("0=a.npy,format=RGB8", 1, "--image 0: image format 'RGB8'"),
        ("0=a.npy,format=R32F", 1, "--image 0: an image of format R32F is float32"),
        ("0=b.npy", 1, "--image 0: an array of 3 components of float64 has no format; say format="),
        ("9=a.npy,target=1D", 1, "image units are 0 to 7"),
    ],
)
def test_what_is_no_image(
    nvrender: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, image: str, status: int, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.vp").write_text(PROGRAM)
    np.save("a.npy", np.arange(3, dtype=np.uint32))
    np.save("b.npy", np.zeros((2, 2, 3)))
    found = nvrender("run", "p.vp", "--image", image)
    assert found.status == status and message in found.err
