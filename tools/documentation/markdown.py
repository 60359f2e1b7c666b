"""Tables and the little Markdown that generated pages are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def cell(text: object) -> str:
    """Text in a table: bars do not end the cell, lines do not end the row."""
    return re.sub(r"\s+", " ", str(text)).replace("|", "&#124;").replace("<", "&lt;").strip()


def code(text: object) -> str:
    """Text as it is typed, in a table; nothing of no text."""
    return f"<code>{cell(text)}</code>" if str(text) else ""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; cells are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def prose(docstring: str | None) -> str:
    """A docstring as Markdown: its double backticks are single ones."""
    import inspect

    return inspect.cleandoc(docstring or "").replace("``", "`")
