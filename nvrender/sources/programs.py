"""Programs one behind the other in a text, and text around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nvrender.source import InputError, Piece, Source

#: A header, in whatever case.
HEADER = re.compile(rb"!![A-Za-z]{2,16}[0-9]{1,2}\.[0-9]{1,2}")
_COMMENT, _END = rb"#[^\r\n\0]*", rb"(?<![A-Za-z0-9_$.])END(?![A-Za-z0-9_$])"
#: Comments, headers outside string literals, and what ends a program.
_STEP = re.compile(_COMMENT + rb"|(?<![\"'`])" + HEADER.pattern + b"|" + _END)
#: A header that more follows, and what is met behind one.
_HEAD = re.compile(HEADER.pattern + rb"(?=[\s;#])")
_WITHIN = re.compile(_COMMENT + b"|" + HEADER.pattern + b"|" + _END)
#: So many programs of a text a message lists.
_LISTED = 8
#: What headers call their stages.
_STAGE = re.compile(rb"(FCP|VSP|TCP|TEP|VP|FP|GP|CP)[0-9]", re.IGNORECASE)
_STAGES = {
    b"VP": "vertex",
    b"VSP": "state",
    b"TCP": "control",
    b"TEP": "evaluation",
    b"GP": "geometry",
    b"FP": "fragment",
    b"FCP": "combiner",
    b"CP": "compute",
}


@dataclass(frozen=True)
class Part:
    """A program in a text: its bytes, from its header to its END or the next header, and what it is called.

    ``label`` is its stage, and from the second of a stage on its number there: ``fragment2``.
    """

    label: str
    start: int
    end: int


def parts(source: Source) -> tuple[Part, ...]:
    """The programs of a text, in order."""
    data = source.data
    found: list[tuple[int, int]] = []
    begin, end = -1, -1
    for match in _STEP.finditer(data):
        if match[0][:1] == b"!":
            if begin >= 0:
                found.append((begin, match.start() if end < 0 else end))
            begin, end = match.start(), -1
        elif match[0] == b"END" and end < 0:
            end = match.end()
    if begin >= 0:
        found.append((begin, len(data) if end < 0 else end))
    return tuple(_labelled(data, found))


def embedded(source: Source) -> tuple[Source, ...]:
    """The programs that stand as they are in a text or a file of any kind, each from its header to its END.

    None of a text that is one itself.
    """
    data = source.data
    found: list[tuple[int, int]] = []
    at = len(data) if data.startswith(b"!!") else 0
    while (head := _HEAD.search(data, at)) is not None:
        steps = (row for row in _WITHIN.finditer(data, head.end()) if row[0][:1] != b"#")
        if (step := next(steps, None)) is None:
            break
        at = step.start()
        if step[0] == b"END":
            found.append((head.start(), step.end()))
    return tuple(cut(source, part) for part in _labelled(data, found))


def _labelled(data: bytes, found: list[tuple[int, int]]) -> Iterator[Part]:
    counts: dict[str, int] = {}
    for start, stop in found:
        stage = _stage(data[start : start + 32])
        counts[stage] = counts.get(stage, 0) + 1
        label = stage if counts[stage] == 1 else f"{stage}{counts[stage]}"
        yield Part(label, start, stop)


def _stage(head: bytes) -> str:
    match = _STAGE.search(head, 2, 32)
    return _STAGES[match[1].upper()] if match else "program"


def cut(source: Source, part: Part) -> Source:
    """One program of a text, its places those of the text."""
    name = f"{source.name}#{part.label}"
    return Source(source.data[part.start : part.end], name, (Piece(0, source, part.start),))


def chosen(source: Source, label: str) -> Source:
    """The program called ``label``, or with that number; InputError where there is none."""
    found = parts(source)
    for number, part in enumerate(found, 1):
        if label in (part.label, str(number), f"{part.label}1"):
            return cut(source, part)
    if not found:
        raise InputError(f"{source.name}: holds no program, so none called {label!r}")
    names = listed([cut(source, part) for part in found])
    raise InputError(f"{source.name}: holds no program {label!r}; its programs are {names}")


def listed(sources: Sequence[Source]) -> str:
    """How the programs of a text are named."""
    names = [source.name for source in sources[:_LISTED]]
    return ", ".join(names) + (", …" if len(sources) > len(names) else "")


def programs(source: Source) -> tuple[Source, ...]:
    """Every program of a text that has several; the text itself, whatever it is, if not."""
    found = parts(source) if source.data.count(b"!!") > 1 else ()
    return (source,) if len(found) < 2 else tuple(cut(source, part) for part in found)


def only(source: Source) -> Source:
    """The text, if it has not several programs; InputError if it has."""
    found = programs(source)
    if len(found) == 1:
        return source
    raise InputError(f"{source.name}: holds {len(found)} programs; name one: {listed(found)}")


def advice(source: Source, position: int) -> str:
    """What names the one program of a text around which, at ``position``, there is something else; or ""."""
    found = parts(source)
    inside = len(found) != 1 or found[0].start <= position < found[0].end
    if inside or source.pieces or source.name.startswith("<"):
        return ""
    return f"{source.name}#{found[0].label} names the program alone"
