"""Texts over the picture: which there are, and laying them there."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.gpu.pipeline.screen import Screen
from nvrender.view.overlay import ERROR, NOTE, TEXT, Style, drawn, fitted
from nvrender.view.texts import corner


@dataclass(frozen=True)
class Sheet:
    """Lines over the picture, from the ``first`` on, at the top or the ``bottom`` of the window."""

    name: str
    lines: tuple[str, ...]
    style: Style = TEXT
    first: int = 0
    bottom: bool = False


def sheets(*, note: str, error: str, text: tuple[str, ...], first: int, bottom: str) -> tuple[Sheet, ...]:
    """A long text from its ``first`` line on, or else a note; at the bottom an error, or else a line."""
    found = []
    if text:
        found.append(Sheet("text", text, TEXT, first))
    elif note:
        found.append(Sheet("note", (note,), NOTE))
    if error:
        found.append(Sheet("error", tuple(error.splitlines()), ERROR, bottom=True))
    elif bottom:
        found.append(Sheet("bottom", (bottom,), NOTE, bottom=True))
    return tuple(found)


class Sheets:
    """Lays sheets over what a screen shows; their pictures are drawn when they change."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._drawn: dict[str, tuple[Sheet, tuple[int, int], tuple[int, int]]] = {}

    def lay(self, wanted: tuple[Sheet, ...], size: tuple[int, int], *, right: bool) -> None:
        """Lay them over a window of ``size`` pixels, at its left or its ``right``."""
        for sheet in wanted:
            before = self._drawn.get(sheet.name)
            picture = None
            if before is None or before[:2] != (sheet, size):
                picture = drawn(fitted(list(sheet.lines), size, sheet.first), sheet.style, size)
                self._drawn[sheet.name] = sheet, size, (picture.shape[1], picture.shape[0])
            own = self._drawn[sheet.name][2]
            self._screen.lay(sheet.name, corner(size, own, bottom=sheet.bottom, right=right), picture)
