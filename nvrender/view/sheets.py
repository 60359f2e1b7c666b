"""Texts over the picture: which there are, and laying them there."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.gpu.pipeline.screen import Region, Screen
from nvrender.view.fonts import Face
from nvrender.view.highlight import highlighted
from nvrender.view.overlay import ERROR, NOTE, TEXT, Style, drawn, fitted
from nvrender.view.texts import corner


@dataclass(frozen=True)
class Sheet:
    """Lines over the picture, from the ``first`` on, at its top or its ``bottom``.

    Their ``language`` is one that ``highlighted`` knows.
    """

    name: str
    lines: tuple[str, ...]
    style: Style = TEXT
    first: int = 0
    bottom: bool = False
    language: str = ""


def sheets(
    *, note: str, error: str, text: tuple[str, ...], first: int, bottom: str, language: str = ""
) -> tuple[Sheet, ...]:
    """A long text from its ``first`` line on, or else a note; at the bottom an error, or else a line."""
    found = []
    if text:
        found.append(Sheet("text", text, TEXT, first, language=language))
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
        self._drawn: dict[str, tuple[Sheet, tuple[int, int], Face, tuple[int, int]]] = {}

    def lay(self, wanted: tuple[Sheet, ...], area: Region, face: Face) -> None:
        """Lay them over an area of the window."""
        size = area[2:]
        for sheet in wanted:
            before = self._drawn.get(sheet.name)
            picture = None
            if before is None or before[:3] != (sheet, size, face):
                lines = fitted(sheet.lines, size, face, sheet.first)
                picture = drawn(highlighted(lines, sheet.language), sheet.style, size, face)
                self._drawn[sheet.name] = sheet, size, face, (picture.shape[1], picture.shape[0])
            own = self._drawn[sheet.name][3]
            self._screen.lay(sheet.name, corner(area, own, bottom=sheet.bottom), picture)
