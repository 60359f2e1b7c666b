"""Whether a PNG holds all its rows, which Pillow does not say (PNG specification, 7 to 10)."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

_SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
#: First column, first row, and how far the next ones are, of each pass of an interlaced picture.
_ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
_STEP = 1 << 20


def lacks_rows(path: Path) -> bool:
    """True if the picture in a PNG file, which Pillow could open, ends before its last row."""
    chunks = _chunks(path.read_bytes())
    header = next((data for kind, data in chunks if kind == b"IHDR"), b"")
    width, height, bits, colors, _, _, interlaced = struct.unpack(">IIBBBBB", header[:13])
    passes = _ADAM7 if interlaced else ((0, 0, 1, 1),)
    needed = 0
    for column, row, across, down in passes:
        columns, rows = -(-(width - column) // across), -(-(height - row) // down)
        # A row begins with a byte for its filter.
        needed += rows * (1 + (columns * bits * _SAMPLES[colors] + 7) // 8) if columns > 0 < rows else 0
    return not _unpacks_to(needed, (data for kind, data in chunks if kind == b"IDAT"))


def _unpacks_to(needed: int, pieces: Iterator[bytes]) -> bool:
    """True if so many bytes at least come out, which are not kept."""
    unpacked = zlib.decompressobj()
    for piece in pieces:
        while piece and needed > 0:
            needed -= len(unpacked.decompress(piece, _STEP))
            piece = unpacked.unconsumed_tail
    return needed <= len(unpacked.flush())


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = 8
    while place + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, place)
        yield kind, data[place + 8 : place + 8 + length]
        place += length + 12
