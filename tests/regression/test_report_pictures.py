"""Pictures in a page: each once, bounded, alpha beside the colours, and a word about what cannot be shown."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from nvrender.regression.report import pictures as report_pictures
from nvrender.regression.report.model import Picture
from nvrender.regression.report.parts import picture_of, png_of
from nvrender.regression.report.pictures import Album


def shown(album: Album, name: str) -> np.ndarray:
    """The pixels of a picture of the album."""
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(album.texts[name]))))


def noise(*shape: int) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 256, shape).astype(np.uint8)


def test_equal_pictures_are_kept_once_as_they_are() -> None:
    album, pixels = Album(), noise(4, 6, 3)
    first, second = album.add(picture_of(pixels, "a.png")), album.add(picture_of(pixels, "b.png"))
    assert first["id"] == second["id"] and list(album.texts) == [first["id"]]
    assert (first["path"], second["path"], first["reduced"]) == ("a.png", "b.png", None)
    assert base64.b64decode(album.texts[first["id"]]) == png_of(pixels)
    assert first["thumbnail"].startswith("data:image/jpeg;base64,")


def test_colors_are_kept_where_nothing_is_opaque() -> None:
    album, pixels = Album(), noise(4, 6, 4)
    pixels[0, 0] = (1, 2, 3, 0)
    facts = album.add(picture_of(pixels))
    assert (shown(album, facts["id"]) == pixels[:, :, :3]).all()
    assert (shown(album, facts["alpha"]) == pixels[:, :, 3]).all()
    pixels[:, :, 3] = 255
    assert "alpha" not in album.add(picture_of(pixels))


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "I;16", "RGB", "RGBA"])
def test_every_kind_of_png(mode: str) -> None:
    stream = io.BytesIO()
    Image.new(mode, (5, 3), 1).save(stream, format="PNG")
    album = Album()
    facts = album.add(Picture(width=0, height=0, png=stream.getvalue()))
    assert (facts["width"], facts["height"]) == (5, 3), facts
    assert shown(album, facts["id"]).shape[:2] == (3, 5)


def test_what_is_too_large_is_reduced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_pictures, "LARGEST_SIDE", 8)
    monkeypatch.setattr(report_pictures, "SMALL_SIDE", 4)
    album = Album()
    facts = album.add(picture_of(noise(8, 16, 4)))
    assert (facts["width"], facts["height"], facts["reduced"]) == (16, 8, (8, 4))
    assert shown(album, facts["id"]).shape == (4, 8, 3) and shown(album, facts["alpha"]).shape == (4, 8)
    monkeypatch.setattr(report_pictures, "ROOM", 1)
    assert album.add(picture_of(noise(8, 4)))["reduced"] == (2, 4)
    assert album.add(picture_of(noise(4, 4)))["reduced"] is None


def test_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(png_of(noise(3, 5, 3)))
    facts = Album().add(Picture(width=5, height=3, path=str(tmp_path / "a.png")))
    assert facts["id"] == "picture-0"


def test_what_cannot_be_shown_says_why(tmp_path: Path) -> None:
    whole = png_of(noise(64, 64, 3))
    jpeg = io.BytesIO()
    Image.new("RGB", (4, 4)).save(jpeg, format="JPEG")
    album = Album()
    for data in (b"\x89PNG", whole[:-2000], jpeg.getvalue(), whole.replace(b"IHDR", b"IHDX")):
        facts = album.add(Picture(width=4, height=4, png=data))
        assert facts["problem"].startswith("a picture is no PNG that can be read: ")
    for path, said in (
        (tmp_path, "is a directory"),
        (tmp_path / "no\0", "cannot be read"),
        ("", "directory"),
    ):
        assert said in album.add(Picture(width=4, height=4, path=str(path)))["problem"]
    assert album.texts == {}


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_pictures, "PIXELS", 100)
    facts = Album().add(picture_of(noise(11, 10)))
    assert facts["problem"] == "a picture unpacks to 10 × 11 pixels; at most 100 are shown"
