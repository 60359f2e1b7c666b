"""``nvrender render``: what it writes, by the name of the output."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from cli_helpers import Command
from PIL import Image, ImageSequence

SMALL = ("--size", "24x16")


def test_pictures_and_animations_by_suffix(nvrender: Command, scene: Path, tmp_path: Path) -> None:
    assert nvrender("render", scene, *SMALL, "-o", tmp_path / "a.png").status == 0
    still = np.asarray(Image.open(tmp_path / "a.png").convert("RGB")).astype(int)
    for name in ("a.jpg", "a.JPEG"):
        assert nvrender("render", scene, *SMALL, "-o", tmp_path / name).status == 0
        with Image.open(tmp_path / name) as image:
            assert image.format == "JPEG"
            assert np.abs(np.asarray(image) - still).max() < 40
    for name, kind in (("a.gif", "GIF"), ("a.webp", "WEBP")):
        assert nvrender("render", scene, *SMALL, "--frames", "0:3", "-o", tmp_path / name).status == 0
        with Image.open(tmp_path / name) as image:
            assert (image.format, image.size) == (kind, (24, 16))
            assert np.abs(np.asarray(next(ImageSequence.Iterator(image)).convert("RGB")) - still).mean() < 8


def test_mp4(nvrender: Command, scene: Path, tmp_path: Path) -> None:
    pytest.importorskip("imageio_ffmpeg", reason="pip install imageio-ffmpeg")
    assert nvrender("render", scene, *SMALL, "--frames", "0:3", "-o", tmp_path / "a.mp4").status == 0
    assert (tmp_path / "a.mp4").read_bytes()[4:8] == b"ftyp"


def test_mp4_without_its_package(
    nvrender: Command, scene: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nvrender.picture_files.find_spec", lambda name: None)
    nvrender("render", scene, "-o", tmp_path / "a.mp4").failed_with("pip install 'nvrender[video]'")


def test_standard_output(nvrender: Command, scene: Path, tmp_path: Path) -> None:
    nvrender("render", scene, *SMALL, "-o", tmp_path / "a.png")
    arguments = [sys.executable, "-m", "nvrender", "render", scene, *SMALL, "-o", "-"]
    written = subprocess.run(arguments, capture_output=True, check=True).stdout
    with Image.open(io.BytesIO(written)) as image, Image.open(tmp_path / "a.png") as expected:
        assert np.array_equal(np.asarray(image), np.asarray(expected))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-o", "a.bmp"), "must end in .png, .jpg, .jpeg, .gif, .webp, .mp4"),
        (("-o", "a-#.webp"), "one run of # in the name of a .png or .jpg"),
        (("-o", "#-#.png"), "one run of #"),
        (("-o", "a.png", "--frames", "0:3"), "several frames need a .gif, .webp or .mp4"),
        (("-o", "-", "--frames", "0:3"), "several frames need"),
        (("-o", "-", "--json"), "cannot both go to standard output"),
    ],
)
def test_what_cannot_be_meant(
    nvrender: Command, scene: Path, arguments: tuple[str, ...], message: str
) -> None:
    outcome = nvrender("render", scene, *arguments)
    assert outcome.status == 2
    assert message in outcome.err


def test_frames_beyond_the_end_are_told(nvrender: Command, scene: Path, tmp_path: Path) -> None:
    outcome = nvrender("render", scene, *SMALL, "--frames", "7", "-o", tmp_path / "a.png", "--json")
    assert "the animation ends with frame 0; what moves goes on beyond it, up to 7" in outcome.err
    assert json.loads(outcome.out)["frames"] == [7]
