"""Text over a picture, in Pillow's own font, whose characters are all as wide, as carets need it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

UInt8Array = npt.NDArray[np.uint8]

#: Pixels of a character of the font.
WIDTH, HEIGHT = 6, 11
_SPACING = 2
_MARGIN = 8
#: Windows at least this high get characters of twice the size.
_LARGE = 600
#: What the font lacks, by what it has.
_PLAIN = str.maketrans(
    {"→": ">", "←": "<", "↑": "^", "↓": "v", "…": "...", "–": "-", "—": "-", "≤": "<=", "≥": ">="}
)


@dataclass(frozen=True)
class Style:
    """Colours of text and of what is behind it: red, green, blue, and alpha behind."""

    ink: tuple[int, int, int]
    paper: tuple[int, int, int, int]


NOTE = Style((240, 240, 240), (16, 18, 24, 170))
TEXT = Style((228, 232, 240), (16, 18, 24, 225))
ERROR = Style((255, 236, 230), (110, 16, 16, 225))


def scale_of(size: tuple[int, int]) -> int:
    """How many times its size the font is drawn in a window of so many pixels."""
    return 2 if size[1] >= _LARGE else 1


def room(size: tuple[int, int]) -> tuple[int, int]:
    """Columns and lines of text a window has room for, at least one of each."""
    scale = scale_of(size)
    columns = (size[0] // scale - 2 * _MARGIN) // WIDTH
    lines = (size[1] // scale - 2 * _MARGIN) // (HEIGHT + _SPACING)
    return max(1, columns), max(1, lines)


def fitted(lines: list[str], size: tuple[int, int], first: int = 0) -> list[str]:
    """What of ``lines`` there is room for from the ``first`` on, with a last line that says so if not all.

    Longer lines are cut, and a line of a program with a caret below it around the caret.
    """
    columns, rows = room(size)
    lines = [line.translate(_PLAIN).expandtabs(4) for line in lines]
    if len(lines) > rows:
        rows = max(1, rows - 1)
        first = min(first, len(lines) - rows)
        last = f"lines {first + 1} to {first + rows} of {len(lines)}, Page Up and Page Down"
        lines = [*lines[first : first + rows], last]
    return _around_carets(lines, columns)


def drawn(lines: list[str], style: Style, size: tuple[int, int]) -> UInt8Array:
    """The lines as a picture, (H, W, 4) uint8, no larger than ``size``."""
    font = ImageFont.load_default_imagefont()
    columns = max((len(line) for line in lines), default=1)
    width = columns * WIDTH + 2 * _MARGIN
    height = len(lines) * (HEIGHT + _SPACING) + 2 * _MARGIN - _SPACING
    image = Image.new("RGBA", (width, height), style.paper)
    draw = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        text = line.encode("latin-1", "replace").decode("latin-1")
        draw.text((_MARGIN, _MARGIN + number * (HEIGHT + _SPACING)), text, (*style.ink, 255), font)
    scale = scale_of(size)
    image = image.resize((width * scale, height * scale), Image.Resampling.NEAREST)
    return np.asarray(image.crop((0, 0, min(image.width, size[0]), min(image.height, size[1]))))


def _around_carets(lines: list[str], columns: int) -> list[str]:
    cut = []
    for number, line in enumerate(lines):
        # A caret belongs to the line above it, and both are cut alike.
        of = number - 1 if line.strip() == "^" and number else number
        pair = lines[of : of + 2]
        caret = pair[1].find("^") if len(pair) == 2 and pair[1].strip() == "^" else -1
        start = max(0, min(caret - columns // 2, max(map(len, pair)) - columns))
        cut.append(line[start : start + columns])
    return cut
