"""``nvrender diff`` of frames and of picture files."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from cli_helpers import Command
from PIL import Image

from nvrender.oracle.frame.frame import Frame
from nvrender.regression.comparison import pictures


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Two pictures of 100 pixels, one of which differs, by 40."""
    a = np.full((10, 10, 3), 90, np.uint8)
    b = a.copy()
    b[3, 4, 1] = 130
    names = tmp_path / "a.png", tmp_path / "b.png"
    for name, pixels in zip(names, (a, b), strict=True):
        Image.fromarray(pixels).save(name)
    return names


def test_a_scene(nvrender: Command, scene: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.png"
    outcome = nvrender("diff", scene, "--size", "48x32", "-o", sheet)
    assert outcome.status == 0, outcome.out + outcome.err
    assert outcome.out.startswith(f"{scene}, frame 0: 48×32 pixels, ")
    assert outcome.out.splitlines()[-1] == str(sheet)
    with Image.open(sheet) as image:
        assert image.size[0] >= 3 * 48 and image.size[1] > 32
    assert json.loads(nvrender("diff", scene, "--json", "--size", "8x8", "--frame", "3").out)["frame"] == 3
    report = json.loads(nvrender("diff", scene, "--json").out)
    assert (report["size"], report["frame"], report["ok"]) == ([256, 256], 0, True)
    assert report["share"] < 0.2 and report["maximum"]["red"] < 255


def test_what_one_side_draws_wrong_is_found(
    nvrender: Command, scene: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lower half of the oracle's frame."""
    picture = Frame.picture

    def greener(frame: Frame, *arguments: int) -> np.ndarray:
        pixels = picture(frame, *arguments)
        pixels[20:, :, 1] ^= 8
        return pixels

    monkeypatch.setattr(Frame, "picture", greener)
    outcome = nvrender("diff", scene, "--size", "40x40")
    assert outcome.status == 1
    assert "(50 %) differ" in outcome.out
    last = "more than the 0.2 % that may differ; --threshold and --share say what may"
    assert outcome.out.splitlines()[-1].strip() == last


def test_two_pictures(nvrender: Command, files: tuple[Path, Path]) -> None:
    outcome = nvrender("diff", *files)
    assert outcome.status == 1
    assert outcome.out.startswith(f"{files[0]} and {files[1]}: 10×10 pixels, 1 of them (1 %) differ")
    assert nvrender("diff", *files, "--share", "1").status == 0
    assert nvrender("diff", *files, "--threshold", "40").status == 0
    assert nvrender("diff", files[0], files[0]).status == 0
    report = json.loads(nvrender("diff", *files, "--json").out)
    assert report["pictures"] == [str(name) for name in files]
    assert (report["ok"], report["share"], report["maximum"]["green"]) == (False, 1.0, 40)


def test_flip_that_is_missing_is_said_in_one_line(
    nvrender: Command, files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    lines = nvrender("diff", *files).out.splitlines()
    assert [line.strip() for line in lines if "FLIP" in line] == [
        "FLIP not measured: pip install 'nvrender[flip]', with Python before 3.14"
    ]


def test_pictures_that_cannot_be_compared(
    nvrender: Command, files: tuple[Path, Path], tmp_path: Path
) -> None:
    Image.new("RGB", (9, 10)).save(tmp_path / "narrow.png")
    (tmp_path / "broken.png").write_bytes(files[0].read_bytes()[:40])
    for name, message in (
        ("narrow.png", "10×10 and 9×10 pixels; sizes must be equal"),
        ("nosuch.png", "there is no file"),
        ("broken.png", "broken.png"),
        (".", "holds neither programs nor scenes"),
    ):
        outcome = nvrender("diff", files[0], tmp_path / name)
        assert len(outcome.failed_with(message).splitlines()) == 1
        assert outcome.out == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.toml", "--count", "3"], "--count does not apply to a scene's frame"),
        (["a.toml", "--programs", "--size", "3x3"], "--size does not apply to a scene's programs"),
        (["a.vp", "--share", "1"], "--share does not apply to a program"),
        (["a.vp", "--programs"], "--programs does not apply to a program"),
        (["a.png", "b.png", "--frame", "1"], "--frame does not apply to two pictures"),
        (["a.png", "b.png", "c.png"], "give a scene, a program, or two pictures"),
        (["a.toml", "--size", "4"], "'4' is not WxH"),
        (["a.toml", "--share", "nan"], "nan is not in the range"),
    ],
)
def test_options_that_do_not_apply(nvrender: Command, arguments: list[str], message: str) -> None:
    outcome = nvrender("diff", *arguments)
    assert message in outcome.failed_with(status=2)
