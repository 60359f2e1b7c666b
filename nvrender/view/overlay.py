"""Text over a picture, in characters that are all as wide, as carets need it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from nvrender.view.fonts import Face
from nvrender.view.highlight import HEADING, Spans

UInt8Array = npt.NDArray[np.uint8]

_MARGIN = 10
#: What a plain font lacks, by what it has.
_PLAIN = str.maketrans(
    {"→": ">", "←": "<", "↑": "^", "↓": "v", "…": "...", "–": "-", "—": "-", "≤": "<=", "≥": ">="}
)


@dataclass(frozen=True)
class Style:
    """Colours of text and of what is behind it: red, green, blue, and alpha behind."""

    ink: tuple[int, int, int]
    paper: tuple[int, int, int, int]


NOTE = Style((240, 240, 240), (16, 18, 24, 190))
TEXT = Style((228, 232, 240), (16, 18, 24, 232))
ERROR = Style((255, 236, 230), (110, 16, 16, 232))


def room(size: tuple[int, int], face: Face) -> tuple[int, int]:
    """Columns and lines of text a window has room for, at least one of each."""
    columns = (size[0] - 2 * _MARGIN) // face.width
    lines = (size[1] - 2 * _MARGIN) // face.height
    return max(1, columns), max(1, lines)


def fitted(lines: Sequence[str], size: tuple[int, int], face: Face, first: int = 0) -> list[str]:
    """What of ``lines`` there is room for from the ``first`` on, with a last line that says so if not all.

    Longer lines are cut, and a line of a program with a caret below it around the caret.
    """
    columns, rows = room(size, face)
    count = len(lines)
    shown = list(lines)
    if count > rows:
        rows = max(1, rows - 1)
        first = min(first, count - rows)
        shown = shown[first : first + rows]
    shown = [(line.translate(_PLAIN) if face.plain else line).expandtabs(4) for line in shown]
    if count > rows:
        jumps = ", N and B from draw to draw" if any(line.startswith(HEADING) for line in lines) else ""
        shown.append(f"lines {first + 1} to {first + rows} of {count}, Page Up and Page Down{jumps}")
    return _around_carets(shown, columns)


def drawn(lines: Sequence[Spans], style: Style, size: tuple[int, int], face: Face) -> UInt8Array:
    """The lines as a picture, (H, W, 4) uint8, no larger than ``size``."""
    columns = max((sum(len(text) for text, _ in line) for line in lines), default=1)
    width = min(max(columns, 1) * face.width + 2 * _MARGIN, size[0])
    height = min(len(lines) * face.height + 2 * _MARGIN, size[1])
    ink = Image.new("RGB", (width, height), style.ink)
    cover = Image.new("L", (width, height), 0)
    colors, letters = ImageDraw.Draw(ink), ImageDraw.Draw(cover)
    for number, line in enumerate(lines):
        column, top = 0, _MARGIN + number * face.height
        for text, color in line:
            left = _MARGIN + column * face.width
            column += len(text)
            if color is not None:
                box = (left, top, left + len(text) * face.width - 1, top + face.height - 1)
                colors.rectangle(box, color)
            _write(letters, (left, top), text, face)
    return _laid(np.asarray(ink), np.asarray(cover), style.paper)


def _write(letters: ImageDraw.ImageDraw, place: tuple[int, int], text: str, face: Face) -> None:
    text = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
    if face.even and text.isascii():
        letters.text(place, text, 255, face.font)
        return
    for number, letter in enumerate(text):
        spare = max(0, face.width - round(face.font.getlength(letter)))
        letters.text((place[0] + number * face.width + spare // 2, place[1]), letter, 255, face.font)


def _laid(ink: UInt8Array, cover: UInt8Array, paper: tuple[int, int, int, int]) -> UInt8Array:
    """Ink over paper, as far as it covers, in colours that are not multiplied by their alpha."""
    part = cover[..., None].astype(np.float32) / 255.0
    behind = np.float32(paper[3]) * (1.0 - part)
    alpha = 255.0 * part + behind
    color = (255.0 * part * ink + behind * np.array(paper[:3], np.float32)) / np.maximum(alpha, 1.0)
    return np.asarray(np.concatenate([color, alpha], axis=2).round(), np.uint8)


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
