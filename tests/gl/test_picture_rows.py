"""Pictures that end before their last row are refused, whatever their format."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from nvrender.gl.textures import png as png_data
from nvrender.gl.textures.pictures import picture
from nvrender.source import InputError

PIXELS = np.random.default_rng(5).integers(0, 256, (40, 30, 3), np.uint8)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(data: bytes, width: int, height: int, bits: int = 8, colors: int = 2, interlaced: int = 0) -> bytes:
    """A PNG of unpacked rows, each with the byte for its filter; two IDAT chunks."""
    header = struct.pack(">IIBBBBB", width, height, bits, colors, 0, 0, interlaced)
    packed = zlib.compress(data)
    palette = chunk(b"PLTE", bytes(3 * 2**bits)) if colors == 3 else b""
    half = len(packed) // 2
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", header),
            palette,
            chunk(b"IDAT", packed[:half]),
            chunk(b"IDAT", packed[half:]),
            chunk(b"IEND", b""),
        ]
    )


@pytest.mark.parametrize(
    ("bits", "colors"), [(8, 2), (8, 6), (8, 0), (1, 0), (2, 3), (4, 0), (16, 0), (8, 4)]
)
@pytest.mark.parametrize("size", [(30, 40), (1, 1), (3, 5), (9, 2)])
def test_a_png_has_all_its_rows(tmp_path: Path, bits: int, colors: int, size: tuple[int, int]) -> None:
    """PNG specification, 7.2: a row is its filter's byte and its pixels, packed into bytes."""
    width, height = size
    row = 1 + (width * bits * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colors] + 7) // 8
    path = tmp_path / "a.png"
    path.write_bytes(png(bytes(row * height), width, height, bits, colors))
    assert picture(path).shape[:2] == (height, width)
    for lacking in {1, row, row * height // 2, row * height - 1} - {0, row * height}:
        path.write_bytes(png(bytes(row * height - lacking), width, height, bits, colors))
        with pytest.raises(InputError, match=r"a\.png is damaged"):
            picture(path)


def test_an_interlaced_png_has_all_its_passes(tmp_path: Path) -> None:
    """PNG specification, 8.2: seven passes, those without a pixel have no bytes."""
    path = tmp_path / "a.png"
    # 5×5: passes of 1×1, 1×1, 2×1, 1×2, 3×1, 2×3 and 5×2 pixels.
    sizes = [(1, 1), (1, 1), (2, 1), (1, 2), (3, 1), (2, 3), (5, 2)]
    whole = sum((1 + columns) * rows for columns, rows in sizes)
    path.write_bytes(png(bytes(whole), 5, 5, 8, 0, 1))
    assert picture(path).shape == (5, 5, 1)
    path.write_bytes(png(bytes(whole - 1), 5, 5, 8, 0, 1))
    with pytest.raises(InputError, match=r"a\.png is damaged"):
        picture(path)
    path.write_bytes(png(bytes(2), 1, 1, 8, 0, 1))
    assert picture(path).shape == (1, 1, 1)


def test_what_is_unpacked_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A megabyte at a time, and no more than the picture needs."""
    lengths: list[int] = []
    made = zlib.decompressobj

    class Unpacked:
        def __init__(self) -> None:
            self._inner = made()

        def decompress(self, data: bytes, most: int) -> bytes:
            found = self._inner.decompress(data, most)
            lengths.append(len(found))
            return found

        @property
        def unconsumed_tail(self) -> bytes:
            return self._inner.unconsumed_tail

        def flush(self) -> bytes:
            return b""

    monkeypatch.setattr(png_data.zlib, "decompressobj", Unpacked)
    path = tmp_path / "a.png"
    path.write_bytes(png(bytes(50 << 20), 10, 10))
    assert not png_data.lacks_rows(path)
    assert sum(lengths) <= 1 << 20
    path.write_bytes(png(bytes(3 << 20), 1000, 2000))
    assert png_data.lacks_rows(path)
    assert max(lengths) <= 1 << 20


@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"quality": 30}, {"subsampling": 2}], ids=str)
def test_a_jpeg_that_ends_early_is_refused(tmp_path: Path, mode: str, options: dict[str, Any]) -> None:
    """ITU-T T.81, B.2.1: an end marker follows the last scan; decoders make rows up where it comes before."""
    path = tmp_path / "a.jpg"
    for pixels in (PIXELS, np.full((33, 17, 3), 90, np.uint8), np.zeros((8, 8, 3), np.uint8)):
        whole = io.BytesIO()
        Image.fromarray(pixels).convert(mode).save(whole, "JPEG", **options)
        path.write_bytes(whole.getvalue())
        expected = picture(path)
        path.write_bytes(whole.getvalue() + b"\0" * 100)  # behind the end there may be anything
        assert (picture(path) == expected).all()
    whole = io.BytesIO()
    Image.fromarray(PIXELS).convert(mode).save(whole, "JPEG", **options)
    data = whole.getvalue()
    scan = data.index(b"\xff\xda") + 20
    for cut in (scan + 20, scan + 40):
        path.write_bytes(data[:cut] + b"\xff\xd9")
        with pytest.raises(InputError, match=r"a\.jpg is damaged"):
            picture(path)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "BMP", "TIFF", "TGA", "WEBP", "PPM", "DDS"])
@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_files_that_were_cut_are_refused(tmp_path: Path, kind: str, mode: str) -> None:
    """By a few bytes or by most of them: the picture is the same, or there is none."""
    path = tmp_path / f"a.{kind.lower()}"
    whole = io.BytesIO()
    Image.fromarray(PIXELS).convert(mode).save(whole, kind)
    data = whole.getvalue()
    path.write_bytes(data)
    expected = picture(path)
    refused = 0
    for cut in (1, 3, 10, len(data) // 4, len(data) // 2, len(data) - 20):
        path.write_bytes(data[:-cut])
        try:
            assert (picture(path) == expected).all()
        except InputError as error:
            refused += 1
            assert str(error).startswith(f"picture: {path} is ")
    assert refused >= 2


def test_what_is_no_picture_is_said_without_a_librarys_words(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"no picture")
    with pytest.raises(InputError) as caught:
        picture(tmp_path / "a.png")
    name = tmp_path / "a.png"
    assert str(caught.value) == f"picture: {name} is no image that can be read, such as PNG or JPEG"
