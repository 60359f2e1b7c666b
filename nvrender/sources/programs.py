"""Programs one behind the other in a text, and text around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nvrender.source import InputError, Piece, Source

#: A header, in whatever case.
HEADER = re.compile(rb"!![A-Za-z]{2,16}[0-9]{1,2}\.[0-9]{1,2}")
#: Comments, headers outside string literals, and what ends a program.
_STEP = re.compile(
    rb"#[^\r\n\0]*|(?<![\"'`])" + HEADER.pattern + rb"|(?<![A-Za-z0-9_$.])END(?![A-Za-z0-9_$])"
)
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
    counts: dict[str, int] = {}
    named = []
    for start, stop in found:
        stage = _stage(data[start : start + 32])
        counts[stage] = counts.get(stage, 0) + 1
        label = stage if counts[stage] == 1 else f"{stage}{counts[stage]}"
        named.append(Part(label, start, stop))
    return tuple(named)


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
