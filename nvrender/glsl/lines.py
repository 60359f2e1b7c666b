"""Lines of GLSL, each with the place of the program it came from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from nvrender.passes.lengths import COLUMNS, INDENT
from nvrender.source import Span

_LEVEL = " " * INDENT


def declared(kind: str, names: Iterable[str]) -> list[str]:
    """Declarations of variables of one type, as many in a line as it has room for at a function's depth."""
    room = COLUMNS - INDENT - len(f"{kind} ;")
    rows: list[list[str]] = []
    free = 0
    for name in names:
        free -= len(f", {name}")
        if free < 0:
            rows.append([])
            free = room - len(name)
        rows[-1].append(name)
    return [f"{kind} {', '.join(row)};" for row in rows]


def block(lines: Iterable[str], guard: str = "") -> list[str]:
    """Lines with names of their own, run where ``guard`` holds."""
    return [f"if ({guard}) {{" if guard else "{", *(f"    {line}" for line in lines), "}"]


@dataclass
class Lines:
    """GLSL lines and the span of the program each came from."""

    text: list[str] = field(default_factory=list)
    spans: list[Span | None] = field(default_factory=list)
    depth: int = 0

    def add(self, text: str, span: Span | None = None, comment: str | None = None) -> None:
        """One line at the current depth, or several."""
        if comment is not None:
            text = f"{text}  // {comment}" if comment else text
        for line in text.split("\n"):
            self.text.append(_LEVEL * self.depth + line if line else "")
            self.spans.append(span)

    def has_room(self, text: str, comment: str) -> bool:
        """True if a comment may stand behind what has one line."""
        return INDENT * self.depth + len(f"{text}  // {comment}") <= COLUMNS or "\n" in text

    def only(self) -> str:
        """The one line there is; "" for several."""
        return self.text[0] if len(self.text) == 1 else ""

    def extend(self, other: Lines) -> None:
        self.text.extend(other.text)
        self.spans.extend(other.spans)
