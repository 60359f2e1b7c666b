"""Programs in the string literals of C, C++, Lua, Python and JSON, named by what they are assigned to."""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

from nvrender.source import InputError, Piece, ProgramError, Source
from nvrender.sources.literals import c, json, lua, python
from nvrender.sources.literals.groups import LONGEST_NAME, Group, Groups, Language
from nvrender.sources.literals.tokens import Hole
from nvrender.sources.programs import HEADER, chosen, cut, embedded, listed, parts

#: A header at the beginning of a line, and more behind it, of which a part may not be known.
_BEGIN = re.compile(rb"(?:^|[\r\n\0]|^\xef\xbb\xbf)[ \t\0]*" + HEADER.pattern + rb"(?=[\s;#]|\Z)")
_PROGRAM = re.compile(_BEGIN.pattern + rb"[\s;#]+[^\s;#]")
#: Where a header may begin: two marks, one that ends a literal, one by an escape of C, Lua, Python or JSON.
_MARK = re.compile(rb"!!|!['\"]|\\(?:x21|0?41|0?33|[uU](?:0{2}|0{6})21|u\{0{0,6}21\}|N\{EXCLAMATION MARK\})")
#: What stands between members of a list, and the literal that is a program's last.
_BETWEEN = re.compile(rb"[^\"'(){}\[\];]*,[^\"'(){}\[\];]*")
_END = re.compile(rb"\W*END\s*(?:\\[nr])*\W*")
_UNNAMED = re.compile(r"[^A-Za-z0-9_.-]+")
#: Escapes and literals of a program: each is a piece.
_MOST_PIECES = 2**20


LANGUAGES = {
    "c": Language(c.tokens, adjacent=True, macros=True),
    "lua": Language(lua.tokens),
    "python": Language(python.tokens, adjacent=True),
    "json": Language(json.tokens, keyed=True),
}
#: What programs stand in as they are.
TEXT = "text"
_SUFFIXES = {
    **dict.fromkeys(
        ".c .h .i .ii .cc .cpp .cxx .c++ .hh .hpp .hxx .h++ .inl .inc .ipp .m .mm .cu".split(), "c"
    ),
    **dict.fromkeys((".py", ".pyw", ".pyi"), "python"),
    ".lua": "lua",
    ".json": "json",
    ".shader": TEXT,
}


def language_of(name: str) -> str:
    """The language that a file's name tells of, "" if none."""
    return _SUFFIXES.get(os.path.splitext(name)[1].lower(), "")


def extracted(source: Source, language: str) -> tuple[Source, ...]:
    """The programs in the literals of a text, each with its places in it.

    They are called ``file.c#light_vp`` after the variable, member or key they are assigned to, else
    ``file.c#line120``; in TEXT, which has no variables, ``water.shader#vertex2``. What keeps one from being
    known is an error that loading it raises.
    """
    if language == TEXT:
        return embedded(source)
    headers = [match.start() for match in _MARK.finditer(source.data)]
    if not headers:
        return ()
    found: list[tuple[Group, str, Source]] = []
    groups = Groups(LANGUAGES[language])
    #: A header that is a literal of its own, with where the last member of its list ends.
    alone: tuple[Group, int] | None = None
    for group in groups.of(source.data):
        first, last = group.strings[0], group.strings[-1]
        if alone is not None:
            follows = _BETWEEN.fullmatch(source.data, alone[1], first.start)
            if follows and _END.fullmatch(source.data, first.start, last.end):
                found.append((alone[0], alone[0].name, _in_lines(source, alone[0])))
            alone = (alone[0], last.end) if follows else None
        written = bisect_left(headers, first.start) < bisect_left(headers, last.end)
        if written or (not group.named and any(string.macro for string in group.strings)):
            programs = list(_programs(source, group))
            found += [(group, name, text) for name, text in programs]
            alone = (group, last.end) if not programs else None
    # The definition of a macro that others begin with is no program.
    kept = [row[1:] for row in found if row[0].macro not in groups.continued or b"END" in row[2].data]
    return tuple(_named(source, kept))


def _in_lines(source: Source, group: Group) -> Source:
    """A program of which each line is a member of a list, whose header ``group`` is."""
    message = "the lines of this program are members of a list, each a literal of its own"
    hint = "join them, without commas between, or port a file with the text that reaches GL"
    text = _value(source, group)
    fault = ProgramError(source, group.strings[0].start, message, hint)
    return Source(text.data, text.name, text.pieces, (fault,))


class _TooManyError(Exception):
    """More escapes than there may be pieces."""


def labelled(source: Source, path: str, label: str) -> Source:
    """The program of the file at ``path`` that ``label`` names, in its literals if they hold any."""
    language = language_of(path)
    found = extracted(source, language) if language else ()
    return one_of(source, found, label) if found else chosen(source, label)


def check_literals(source: Source, path: str) -> None:
    """InputError for a file that is no program and has programs in its literals."""
    language = language_of(path)
    if not language or source.data.startswith(b"!!"):
        return
    if found := extracted(source, language):
        names = f"holds programs in literals; name one: {listed(found)}"
        every = "check and port take them all with --extract, extract -o DIR makes files of them"
        raise InputError(f"{source.name}: {names}; {every}")


def one_of(source: Source, found: tuple[Source, ...], label: str) -> Source:
    """The program called ``label``, or with that number, or that begins on the line ``line120``."""
    for number, text in enumerate(found, 1):
        if label in (text.name.rpartition("#")[2], str(number), f"line{text.line_and_column(0)[0]}"):
            return text
    raise InputError(f"{source.name}: holds no program {label!r}; its programs are {listed(found)}")


def _programs(source: Source, group: Group) -> Iterator[tuple[str, Source]]:
    """What is a program of a group's value."""
    text = _value(source, group)
    found = parts(text) if (_BEGIN if text.faults else _PROGRAM).search(text.data) else ()
    if len(found) == 1 or (found and text.faults):
        yield group.name, text
        return
    for part in found:
        yield f"{group.name}.{part.label}".lstrip("."), cut(text, part)


def _value(source: Source, group: Group) -> Source:
    """What the compiler of the language makes of the literals of a group."""
    values, pieces, length = list[bytes](), list[Piece](), 0
    fault = None
    try:
        for token in group.strings:
            assert token.runs is not None
            for run in token.runs():
                pieces.append(Piece(length, source, run.at, run.verbatim))
                values.append(run.data)
                length += len(run.data)
                if len(pieces) > _MOST_PIECES:
                    raise _TooManyError
            if not token.terminated:
                fault = ProgramError(source, token.start, "the literal does not end", "close its quotes")
    except Hole as hole:
        fault = _stranger(source, hole.at, hole.text)
    except _TooManyError:
        message = f"a program in literals has at most {_MOST_PIECES} escapes"
        fault = ProgramError(source, group.strings[0].start, message)
    if group.stranger is not None and fault is None:
        start, end = group.stranger.start, min(group.stranger.end, group.stranger.start + 40)
        text = source.data[start:end].decode("latin-1")
        instead = ", or port what `cc -E -P` makes of the file" if group.preprocessed else ""
        fault = _stranger(source, start, text, instead)
    return Source(b"".join(values), source.name, tuple(pieces), () if fault is None else (fault,))


def _stranger(source: Source, at: int, text: str, instead: str = "") -> ProgramError:
    message = f"`{text}` is part of the program, and what it stands for is not told by the literals"
    return ProgramError(source, at, message, f"write what it stands for there, in quotes{instead}")


def _named(source: Source, found: list[tuple[str, Source]]) -> Iterator[Source]:
    """Each under a name of its own: that of its variable where no other has it, else its line."""
    names = [_UNNAMED.sub("_", name[-LONGEST_NAME:]).strip("._-") for name, _ in found]
    counts = Counter(names)
    on_lines = Counter[str]()
    for name, (_, text) in zip(names, found, strict=True):
        if not name or counts[name] > 1:
            name = f"line{text.line_and_column(0)[0]}"
            on_lines[name] += 1
            name += f".{on_lines[name]}" if on_lines[name] > 1 else ""
        yield Source(text.data, f"{source.name}#{name}", text.pieces, text.faults)
