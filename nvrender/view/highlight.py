"""Texts in colours: GLSL, assembly, and the viewer's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from nvrender.view.events import BINDINGS, MOUSE

Color = tuple[int, int, int]
#: Texts of a line, each in its colour, None for that of the sheet.
Spans = list[tuple[str, Color | None]]

#: Begins and ends the line above the text of a draw.
HEADING = "=== "
ACCENT: Color = (125, 184, 245)
_DIM: Color = (142, 150, 164)
#: Pygments' tokens; each counts for those below it too.
_COLORS: dict[str, Color] = {
    "Comment": (126, 158, 118),
    "Comment.Preproc": (198, 146, 214),
    "Keyword": (222, 140, 128),
    "Keyword.Type": (104, 190, 196),
    "Keyword.Namespace": (198, 146, 214),
    "Literal.Number": (224, 184, 112),
    "Name.Builtin": (104, 190, 196),
    "Name.Constant": (224, 184, 112),
    "Name.Function": (150, 186, 240),
    "Name.Label": (198, 146, 214),
    "Name.Variable": (150, 186, 240),
    "Operator": (170, 178, 192),
    "Punctuation": (170, 178, 192),
}
_KEYS = frozenset(shown for shown, _ in (*MOUSE, *((one.shown, one.help) for one in BINDINGS)))
#: What stands between gaps of two spaces.
_CELL = re.compile(r"\S+(?: \S+)*")
_FOOTER = re.compile(r"lines \d+ to \d+ of ")


def highlighted(lines: Sequence[str], language: str = "") -> list[Spans]:
    """The lines in colours, of "glsl", "nvasm", "help" or no language."""
    colored = _LANGUAGES.get(language, _plain)(lines)
    return [_heading(line) or spans for line, spans in zip(lines, colored, strict=True)]


@lru_cache(maxsize=16)
def highlighted_text(text: str, language: str) -> list[Spans]:
    """The lines of a text that is shown again and again."""
    return highlighted(text.splitlines(), language)


def _heading(line: str) -> Spans | None:
    if line.startswith(HEADING):
        return [(line.removeprefix(HEADING).removesuffix(HEADING[::-1]), ACCENT)]
    return [(line, _DIM)] if _FOOTER.match(line) else None


def _plain(lines: Sequence[str]) -> Iterable[Spans]:
    return ([(line, None)] for line in lines)


def _help(lines: Sequence[str]) -> Iterable[Spans]:
    for line in lines:
        spans: Spans = []
        end = 0
        for cell in _CELL.finditer(line):
            known = cell[0] in _KEYS
            spans += [(line[end : cell.start()], None), (cell[0], ACCENT if known else None)]
            end = cell.end()
        yield [*spans, (line[end:], None)]


def _tokens(lexer: Any) -> Callable[[Sequence[str]], Iterable[Spans]]:
    def lexed(lines: Sequence[str]) -> Iterable[Spans]:
        rows: list[Spans] = [[]]
        for kind, text in lexer().get_tokens("\n".join(lines)):
            color = _color(kind)
            first, *others = text.split("\n")
            rows[-1].append((first, color))
            rows += [[(part, color)] for part in others]
        return [[span for span in row if span[0]] for row in rows[: len(lines)]]

    return lexed


def _color(kind: Any) -> Color | None:
    name = str(kind).removeprefix("Token.")
    while name:
        if name in _COLORS:
            return _COLORS[name]
        name = name.rpartition(".")[0]
    return None


def _glsl() -> Any:
    from pygments.lexers.graphics import GLShaderLexer

    return GLShaderLexer(stripnl=False, ensurenl=False)


def _nvasm() -> Any:
    """The package's own, which those that colour programs find by its entry point."""
    from pygments.lexers import TextLexer, get_lexer_by_name
    from pygments.util import ClassNotFound

    kept = {"stripnl": False, "ensurenl": False}
    try:
        return get_lexer_by_name("nvasm", **kept)
    except ClassNotFound:  # in files that nobody installed
        return TextLexer(**kept)


_LANGUAGES: dict[str, Callable[[Sequence[str]], Iterable[Spans]]] = {
    "help": _help,
    "glsl": _tokens(_glsl),
    "nvasm": _tokens(_nvasm),
}
