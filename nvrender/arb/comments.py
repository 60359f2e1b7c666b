"""Where a program's comments go: to the instructions that come of those they stood at."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from nvrender.lower.places import numbers, spans_of
from nvrender.program import Program
from nvrender.source import Span

#: The end of a line and an empty one.
_EMPTY_LINE = re.compile(rb"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)")
_LINE_END = re.compile(rb"[\r\n]")
_COMMENT = re.compile(rb"#[^\r\n]*")


@dataclass
class _Places:
    """Lines of the file's head and before instructions, by number, and what stands behind these."""

    head: list[str] = field(default_factory=list)
    before: dict[int, list[str]] = field(default_factory=dict)
    behind: dict[int, str] = field(default_factory=dict)


def head(program: Program) -> list[str]:
    """The comments that are of the whole program."""
    return _sorted(program).head


def commented(program: Program, statements: Sequence[str], origins: Sequence[Span | None]) -> Iterator[str]:
    """Statements with the comments of what they come of, each once, and with empty lines as in the source."""
    places, known = _sorted(program), numbers(program)
    made = {known[row] for row in origins if row in known}
    last, done = -1, set[int]()
    for statement, origin in zip(statements, origins, strict=True):
        number = known.get(origin, last) if origin is not None else last
        if number not in done and number >= 0:
            # What became no statement leaves its comments to the next one.
            lost = range(last + 1, number) if number > last else range(0)
            for place in (*(row for row in lost if row not in made), number):
                if place in places.before and place not in done:
                    yield from places.before[place]
                done.add(place)
        behind = places.behind.pop(number, None) if number != last else None
        yield f"{statement}  # {behind}" if behind is not None else statement
        last = number
    for place in sorted(places.before):
        if place > last and place not in done:
            yield from places.before[place]


def _sorted(program: Program) -> _Places:
    found, spans, data = _Places(), spans_of(program), program.source.data
    ends = [span.end for span in spans]
    first = spans[0].start if spans else len(data)
    for comment in program.comments:
        text = f"#{_printable(comment.text)}"
        following = bisect_left(ends, comment.span.start + 1)
        if following and _LINE_END.search(data, ends[following - 1], comment.span.start) is None:
            found.behind[following - 1] = _printable(comment.text).strip()
        elif comment.span.end <= first and _heads(data, comment.span.end, first):
            found.head.append(text)
        else:
            found.before.setdefault(following, []).append(text)
    for number in found.before:
        lines = found.before[number]
        begin = ends[number - 1] if 0 < number <= len(ends) else 0
        stop = spans[number].start if number < len(spans) else len(data)
        if number and _EMPTY_LINE.search(data, begin, stop):
            lines.insert(0, "")
    for number in range(1, len(spans)):
        if number not in found.before and _EMPTY_LINE.search(data, ends[number - 1], spans[number].start):
            found.before[number] = [""]
    return found


def _heads(data: bytes, end: int, first: int) -> bool:
    """Whether an empty line or a declaration stands between a comment and the first instruction."""
    between = data[end:first]
    return _EMPTY_LINE.search(between) is not None or bool(_COMMENT.sub(b"", between).strip())


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() or letter == "\t" else "?" for letter in text).rstrip()
