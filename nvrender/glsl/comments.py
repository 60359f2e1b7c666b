"""Where a program's comments go in the translation, made safe to stand behind ``//``."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from contextlib import suppress
from dataclasses import dataclass, field
from unicodedata import combining, normalize

from nvrender.program import Comment, Instruction, Program, RegisterFile
from nvrender.syntax.cg import metadata

_LINE_END = re.compile(rb"[\r\n]")
#: The end of a line and an empty one.
_EMPTY_LINE = re.compile(rb"(?:[ \t]*(?:\r\n|\r(?!\n)|\n)){2}")
_AFTER_HEADER = re.compile(rb"\s*!!\S+")
_COMMENT = re.compile(rb"#[^\r\n]*")
#: What ASCII has something like, besides letters with marks and raised digits.
_PLAIN = str.maketrans("\u2013\u2014\u2018\u2019\u201c\u201d\u00d7\u00b7\u2022\u2192", "--''\"\"x.*>")
_DEEPEST = 40
_PRINTABLE = {code: chr(code) if 0x20 <= code < 0x7F else "?" for code in range(256)} | {9: " "}


def sanitised(text: str) -> str:
    """``text`` as the rest of one GLSL line: printable ASCII that no ``\\`` continues (GLSL 4.60 3.2)."""
    with suppress(UnicodeError):
        text = text.encode("latin-1").decode("utf-8")
    plain = "".join(letter for letter in normalize("NFKD", text) if not combining(letter))
    line = "".join(_PRINTABLE.get(ord(letter), "?") for letter in plain.translate(_PLAIN)).strip()
    return f"{line}." if line.endswith("\\") else line


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


def place(program: Program, shown: list[int], parameters: frozenset[int] = frozenset()) -> Placement:
    """Sorts the comments to the instructions with a line of their own: indices ``shown``, ascending.

    A comment behind the declaration of one of ``parameters``, PARAMETER registers, goes with it.
    A comment behind an instruction on its line stays behind it; any other stands before the next
    instruction. A branch, call or return that became structure passes its comments on to its
    neighbour. Comments of the program's first lines that an empty line or declarations part from the first
    instruction go to the head, and so does everything before that which a Cg compiler wrote.
    """
    placement = Placement()
    if not program.comments:
        return placement
    ends = [instruction.span.end for instruction in program.instructions]
    labels = sorted(label.index for label in program.labels)
    head = _head_end(program)
    known = set(shown)
    declared = [
        (row.span.end, row.index)
        for row in program.variables
        if row.file is RegisterFile.PARAMETER and row.index in parameters and not row.alias
    ]
    for comment in program.comments:
        text = _indented(comment.text)
        behind = max((row for row in declared if row[0] <= comment.span.start), default=None)
        if behind is not None and _declares(program, *behind, comment):
            placement.parameters[behind[1]] = text.strip()
            continue
        if comment.span.end <= head:
            placement.head.append(text)
            continue
        following = bisect_left(ends, comment.span.start + 1)
        owner = following
        if following and _same_line(program, following - 1, comment):
            owner = following - 1
            if owner in known and owner not in placement.behind:
                placement.behind[owner] = text.strip()
                continue
        next_shown = bisect_left(shown, owner if owner not in known else following)
        if owner not in known and next_shown:
            before = shown[next_shown - 1]
            if owner < len(ends) and bisect_right(labels, before) == bisect_right(labels, owner):
                placement.after.setdefault(before, []).append(text)
                continue
        if next_shown < len(shown):
            placement.before.setdefault(shown[next_shown], []).append(text)
        else:
            placement.end.append(text)
    return placement


def _same_line(program: Program, index: int, comment: Comment) -> bool:
    instruction: Instruction = program.instructions[index]
    return _LINE_END.search(program.source.data, instruction.span.end, comment.span.start) is None


def _declares(program: Program, end: int, index: int, comment: Comment) -> bool:
    """True if nothing but the rest of a parameter's declaration is between its name and a comment."""
    if _LINE_END.search(program.source.data, end, comment.span.start) is not None:
        return False
    spans = [row.span for row in program.instructions]
    spans += [row.span for row in program.variables if row.index != index]
    return not any(end < span.end <= comment.span.start for span in spans)


def _head_end(program: Program) -> int:
    """The offset up to which comments describe the whole program; 0 where none does."""
    first = min(
        [i.span.start for i in program.instructions] + [label.span.start for label in program.labels],
        default=0,
    )
    last = 0
    if metadata(program) is not None:
        return first
    place = _AFTER_HEADER.match(program.source.data)
    begin = 0 if place is None else place.end()
    for comment in program.comments:
        if comment.span.end > first:
            break
        if not program.source.data[begin : comment.span.start].strip():
            # Nothing but comments until here: declarations, or other comments, follow.
            begin = comment.span.end
            rest = _COMMENT.sub(b"", program.source.data[begin:first])
            if rest.strip():
                last = comment.span.end
        if _EMPTY_LINE.match(program.source.data, comment.span.end, first):
            last = comment.span.end
    return last
