"""Where a program's comments go in the translation, made safe to stand behind ``//``."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from unicodedata import combining, normalize

from nvrender.languages.cg import metadata
from nvrender.lower.places import spans_of, steers
from nvrender.program import Comment, Program, RegisterFile

_LINE_END = re.compile(rb"[\r\n]")
#: The end of a line and an empty one.
_EMPTY_LINE = re.compile(rb"(?:[ \t]*(?:\r\n|\r(?!\n)|\n)){2}")
_COMMENT = re.compile(rb"#[^\r\n]*")
_OPTION = re.compile(rb"OPTION\s[^;]*;")
#: What ASCII has something like, besides letters with marks and raised digits.
_PLAIN = str.maketrans("\u2013\u2014\u2018\u2019\u201c\u201d\u00d7\u00b7\u2022\u2192", "--''\"\"x.*>")
_DEEPEST = 40
_PRINTABLE = {code: chr(code) if 0x20 <= code < 0x7F else "?" for code in range(256)} | {9: " "}


def sanitised(text: str) -> str:
    """``text`` as the rest of one GLSL line: printable ASCII that no ``\\`` continues (GLSL 4.60 3.2)."""
    line = text.strip()
    if not (line.isascii() and line.isprintable()):
        with suppress(UnicodeError):
            text = text.encode("latin-1").decode("utf-8")
        plain = "".join(letter for letter in normalize("NFKD", text) if not combining(letter))
        line = "".join(_PRINTABLE.get(ord(letter), "?") for letter in plain.translate(_PLAIN)).strip()
    return f"{line}." if line.endswith("\\") else line


def comment_line(comment: str) -> str:
    """A comment as a line of its own."""
    return f"// {comment}" if comment else "//"


def _indented(text: str) -> str:
    """The same with the blanks it begins with, but for the first."""
    line, whole = sanitised(text), text.expandtabs(4)
    return " " * min(len(whole) - len(whole.lstrip()) - 1, _DEEPEST) + line if line else ""


@dataclass
class Placement:
    """Comments by where they go: the file's head, parameters, instructions (by index), and the end of main.

    ``before`` and ``after`` hold whole lines, ``behind`` the comment on the instruction's own line.
    """

    head: list[str] = field(default_factory=list)
    parameters: dict[int, str] = field(default_factory=dict)
    before: dict[int, list[str]] = field(default_factory=dict)
    behind: dict[int, str] = field(default_factory=dict)
    after: dict[int, list[str]] = field(default_factory=dict)
    end: list[str] = field(default_factory=list)

    def stands_at(self, index: int) -> bool:
        """True if some comment goes with an instruction."""
        return index in self.before or index in self.behind or index in self.after


def place(
    program: Program,
    shown: list[int],
    parameters: frozenset[int] = frozenset(),
    joined: Mapping[int, int] | None = None,
) -> Placement:
    """Sorts the comments to the instructions with a line of their own: indices ``shown``, ascending.

    ``joined`` are instructions whose values stand in another's, where the comment behind them goes with them.
    A comment behind the declaration of one of ``parameters``, PARAMETER registers, goes with it.
    A comment behind an instruction on its line stays behind it; any other stands before the next
    instruction. A branch, call or return that became structure passes its comments on to its
    neighbour, what is not computed to the next one. Comments before declarations go to the head, where there
    are none those that an empty line parts from the first instruction, and everything before that which a Cg
    compiler wrote.
    """
    placement = Placement()
    if not program.comments:
        return placement
    ends = [span.end for span in spans_of(program)]
    labels = sorted(label.index for label in program.labels)
    head = _head_end(program)
    known, lines = set(shown), joined or {}
    declarations = _Declarations(program, parameters)
    comments = program.comments
    for comment, previous in zip(comments, [0, *(row.span.end for row in comments)], strict=False):
        text = _indented(comment.text)
        declared = declarations.before(comment, previous)
        if declared is not None:
            placement.parameters[declared] = text.strip()
            continue
        if comment.span.end <= head:
            placement.head.append(text)
            continue
        following = bisect_left(ends, comment.span.start + 1)
        owner = following
        if following and _same_line(program, ends[following - 1], comment, previous):
            owner = following - 1
            while owner not in known and owner in lines:
                owner = lines[owner]
            if owner in known and owner not in placement.behind:
                placement.behind[owner] = text.strip()
                continue
        next_shown = bisect_left(shown, owner if owner not in known else following)
        if owner not in known and next_shown and not _goes_on(program, labels, owner, shown[next_shown:]):
            before = shown[next_shown - 1]
            if owner < len(ends) and bisect_right(labels, before) == bisect_right(labels, owner):
                placement.after.setdefault(before, []).append(text)
                continue
        if next_shown < len(shown):
            placement.before.setdefault(shown[next_shown], []).append(text)
        else:
            placement.end.append(text)
    return placement


def _goes_on(program: Program, labels: list[int], owner: int, shown: list[int]) -> bool:
    """True if what computes has no line of its own, and something behind it before the next label has."""
    if not shown or owner >= len(spans_of(program)) or steers(program, owner):
        return False
    return bisect_right(labels, shown[0]) == bisect_right(labels, owner)


def _same_line(program: Program, end: int, comment: Comment, previous: int) -> bool:
    """True if no line ends between ``end`` and a comment; ``previous`` is where the one before it ends.

    A comment ends its line, so no text between two of them is searched for a third.
    """
    return previous <= end and _LINE_END.search(program.source.data, end, comment.span.start) is None


class _Declarations:
    """Finds the declaration that a comment stands behind."""

    def __init__(self, program: Program, parameters: frozenset[int]) -> None:
        self._program = program
        #: Where the names of parameters end, and their registers.
        self._declared = sorted(
            (row.span.end, row.index)
            for row in program.variables
            if row.file is RegisterFile.PARAMETER and row.index in parameters and not row.alias
        )
        #: The same of all instructions, whose register is -1, and variables.
        self._ends = sorted(
            [(span.end, -1) for span in spans_of(program)]
            + [(row.span.end, row.index) for row in program.variables]
        )

    def before(self, comment: Comment, previous: int) -> int | None:
        """The parameter on its line, if nothing but the rest of the declaration is between them."""
        beyond = (comment.span.start + 1,)
        place = bisect_left(self._declared, beyond) - 1
        if place < 0:
            return None
        end, index = self._declared[place]
        if not _same_line(self._program, end, comment, previous):
            return None
        between = self._ends[bisect_left(self._ends, (end + 1,)) : bisect_left(self._ends, beyond)]
        return None if any(other != index for _, other in between) else index


def _blank(found: re.Match[bytes]) -> bytes:
    return b" " * len(found[0])


def _head_end(program: Program) -> int:
    """The offset up to which comments describe the whole program; 0 where none does."""
    first = min(
        (span.start for span in (*spans_of(program), *(label.span for label in program.labels))), default=0
    )
    if metadata(program) is not None:
        return first
    data, begin = program.source.data, len(program.profile.header)
    declarations = _OPTION.sub(_blank, _COMMENT.sub(_blank, data[begin:first])).rstrip()
    last = 0
    for comment in program.comments:
        if comment.span.end > first:
            break
        declared = comment.span.end < begin + len(declarations)
        if declared or (not declarations and _EMPTY_LINE.match(data, comment.span.end, first)):
            last = comment.span.end
    return last
