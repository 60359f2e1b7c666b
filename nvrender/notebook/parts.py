"""Parts of pages in notebooks: tables and texts side by side, legible on light and dark ground."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_CODE = "margin:0;padding:.5em;overflow:auto;max-height:32em;flex:1 1 24em;text-align:left;line-height:1.35"
_CELL = "padding:.1em .6em;text-align:left;vertical-align:top;font-family:monospace;white-space:pre"
_NUMBER = "opacity:.5;user-select:none"


def heading(text: str) -> str:
    """The line above."""
    return f'<div style="font-weight:bold;margin:.3em 0">{escape(text)}</div>'


def note(text: str) -> str:
    """A line of smaller weight."""
    return f'<div style="opacity:.7">{escape(text)}</div>'


def code(text: str, numbers: Iterable[str]) -> str:
    """A text, its lines behind ``numbers``."""
    rows = [
        f'<span style="{_NUMBER}">{escape(number)}</span>  {escape(line)}'
        for number, line in zip(numbers, text.splitlines(), strict=False)
    ]
    return f'<pre style="{_CODE}">' + "\n".join(rows) + "</pre>"


def beside(*blocks: str) -> str:
    """Blocks from left to right, below each other where there is no room."""
    return '<div style="display:flex;flex-wrap:wrap;gap:1em">' + "".join(blocks) + "</div>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Cells of text, ``head`` above them."""
    lines = ["".join(f'<th style="{_CELL}">{escape(cell)}</th>' for cell in head)] if head else []
    lines += ["".join(f'<td style="{_CELL}">{escape(cell)}</td>' for cell in row) for row in rows]
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"
