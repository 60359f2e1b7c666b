"""Where a program's comments go in the translation, made safe to stand behind ``//``."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field

from nvrender.program import Comment, Instruction, Program

_PRINTABLE = {code: chr(code) if 0x20 <= code < 0x7F else "?" for code in range(256)} | {9: " "}


def sanitised(text: str) -> str:
    """``text`` as the rest of one GLSL line: printable ASCII that no ``\\`` continues (GLSL 4.60 3.2)."""
    line = "".join(_PRINTABLE.get(ord(character), "?") for character in text).strip()
    return f"{line}." if line.endswith("\\") else line


@dataclass
class Placement:
    """Comment lines of the file's head, before and behind each instruction (by index), and the end."""

    head: list[str] = field(default_factory=list)
    before: dict[int, list[str]] = field(default_factory=dict)
    behind: dict[int, str] = field(default_factory=dict)
    end: list[str] = field(default_factory=list)


def place(program: Program, emitted: list[int]) -> Placement:
    """Sorts the comments to the instructions (indices in ``emitted``, ascending) they belong to.

    A comment behind an instruction on its line stays behind it; any other stands before the next
    instruction that has a line of its own. Comments of the program's first lines that an empty line
    parts from what follows go to the head.
    """
    placement = Placement()
    if not program.comments:
        return placement
    ends = [instruction.span.end for instruction in program.instructions]
    head = _head_end(program)
    shown = set(emitted)
    for comment in program.comments:
        text = sanitised(comment.text)
        follower = bisect_left(ends, comment.span.start + 1)
        owner = follower - 1
        if comment.span.end <= head:
            placement.head.append(text)
        elif owner in shown and owner not in placement.behind and _same_line(program, owner, comment):
            placement.behind[owner] = text
        elif (at := bisect_left(emitted, follower)) < len(emitted):
            placement.before.setdefault(emitted[at], []).append(text)
        else:
            placement.end.append(text)
    return placement


def _same_line(program: Program, index: int, comment: Comment) -> bool:
    instruction: Instruction = program.instructions[index]
    between = program.source.data[instruction.span.end : comment.span.start]
    return b"\n" not in between and b"\r" not in between


def _head_end(program: Program) -> int:
    """The offset up to which comments describe the whole program; 0 where none does."""
    first = min(
        [i.span.start for i in program.instructions] + [label.span.start for label in program.labels],
        default=0,
    )
    last = 0
    for comment in program.comments:
        if comment.span.end > first:
            break
        after = program.source.data[comment.span.end : first].decode("latin-1").replace("\r\n", "\n")
        following = after.replace("\r", "\n").lstrip(" \t")
        if following.startswith("\n") and following[1:].lstrip(" \t").startswith("\n"):
            last = comment.span.end
    return last
