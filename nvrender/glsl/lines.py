"""Lines of GLSL, each with the place of the program it came from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from nvrender.source import Span


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
            self.text.append("    " * self.depth + line if line else "")
            self.spans.append(span)

    def only(self) -> str:
        """The one line there is; "" for several."""
        return self.text[0] if len(self.text) == 1 else ""

    def extend(self, other: Lines) -> None:
        self.text.extend(other.text)
        self.spans.extend(other.spans)
