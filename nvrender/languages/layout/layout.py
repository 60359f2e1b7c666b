"""A program → its text as it should look."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nvrender.languages.common.spellings import spellings
from nvrender.languages.layout.pieces import Statement, pieces, statements
from nvrender.languages.layout.spacing import spaced
from nvrender.program import Program
from nvrender.program.opcodes import Flow
from nvrender.source import InternalError, Source

_INDENT = "  "
#: Longer statements keep the lines they have.
_WIDEST = 110
_OPEN = frozenset({Flow.IF, Flow.ELSE, Flow.REPEAT, Flow.LOOP})
_CLOSE = frozenset({Flow.ELSE, Flow.ENDIF, Flow.END_REPEAT, Flow.END_LOOP})
#: Lines of a preprocessor, which are comments here.
_PREPROCESSOR = re.compile(r"#[ \t]*(if|ifdef|ifndef|elif|else|endif|define|undef|include|pragma|line)\b")


def formatted(program: Program) -> str:
    """The text of ``program`` laid out anew; its tokens, and so its meaning, are the same.

    A statement is a line, and keeps its lines where a comment stands within it or it is long. Blocks of IF,
    REP and LOOP are indented by two blanks, comments behind statements of successive lines are aligned, and
    of several blank lines one stays. The text ends its lines as it did.
    """
    source = program.source
    rows: list[tuple[str, str]] = []
    depth = 0
    words = spellings(program.profile)
    for statement in statements(program):
        spelling = words.get(statement.pieces[0].text)
        flow = None if spelling is None else spelling.opcode.flow
        depth -= flow in _CLOSE
        if rows and statement.pieces[0].breaks > 1:
            rows.append(("", ""))
        rows += _lines(statement, max(depth, 0))
        depth += flow in _OPEN
    text = "\n".join(_aligned(rows)) + "\n"
    if _kept(source, program) != _kept(Source(text.encode("latin-1")), program):
        raise InternalError(f"{source.name}: formatting would change the program")
    return text.replace("\n", _line_end(source.text))


def _lines(statement: Statement, depth: int) -> list[tuple[str, str]]:
    """Lines of a statement, each with the comment behind it."""
    indent = _INDENT * depth
    if statement.comment:
        text = statement.pieces[0].text
        return [("" if _PREPROCESSOR.match(text) else indent, text)] if text else []
    texts = iter(spaced([piece.text for piece in statement.pieces if not piece.comment]))
    if not statement.broken:
        parts = list(texts)
        if len(whole := indent + "".join(parts)) <= _WIDEST:
            return [(whole, statement.trailing)]
        texts = iter(parts)
    lines = [("", "")]
    for piece in statement.pieces:
        if lines[-1][1] or (piece.breaks and lines[-1][0]):
            lines.append(("", ""))
        text, _ = lines[-1]
        lines[-1] = (text, piece.text) if piece.comment else ((text + next(texts)).lstrip(), "")
    lines[-1] = (lines[-1][0], lines[-1][1] or statement.trailing)
    rest = [(indent + _INDENT * (text[:1] != "}") + text, comment) for text, comment in lines[1:]]
    return [(indent + lines[0][0], lines[0][1]), *rest]


def _aligned(rows: Sequence[tuple[str, str]]) -> list[str]:
    """Lines with their comments, those of successive lines in one column."""
    lines: list[str] = []
    start = 0
    while start < len(rows):
        end = start
        while end < len(rows) and rows[end][1] and rows[end][0].strip():
            end += 1
        width = max((len(text) for text, _ in rows[start:end]), default=0)
        lines += (f"{text:<{width}}  {comment}" for text, comment in rows[start:end])
        if end == start:
            text, comment = rows[end]
            lines.append((text + comment).rstrip())
            end += 1
        start = end
    return lines


def _kept(source: Source, program: Program) -> list[str]:
    """What formatting keeps: tokens and comments."""
    profile = program.profile
    return [piece.text for piece in pieces(source, profile.grammar, len(profile.header))]


def _line_end(text: str) -> str:
    """What ends the first line."""
    match = re.search(r"\r\n|\r|\n", text)
    return "\n" if match is None else match[0]
