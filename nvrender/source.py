"""Program text, byte positions in it, and every error nvrender raises on purpose."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

_EXCERPT = 100
#: Line numbers are known at every so many bytes: an index of all lines of 20 MB takes seconds.
_BLOCK = 4096

#: What moves a cursor or turns text round: controls of ASCII and Latin-1, ends of lines, directions.
_CONTROL = re.compile("[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_CONTROL_IN_LINES = re.compile(_CONTROL.pattern.replace("\0-\x1f", "\0-\x08\x0b-\x1f"))


def printable(text: object) -> str:
    """A message or text of several lines for people; what would control a terminal is shown as ``\\x1b``."""
    return _CONTROL_IN_LINES.sub(_escaped, str(text).replace("\r\n", "\n"))


def named(name: object) -> str:
    """The name of a file, or another of the user's, in one line; the same with ends of lines and tabs."""
    return _CONTROL.sub(_escaped, str(name))


def _escaped(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode("ascii")


class Span(NamedTuple):
    """A half-open range of byte offsets into a Source."""

    start: int
    end: int


class Piece(NamedTuple):
    """Bytes that a text has of another: from ``start`` on those of ``source`` from ``at`` on.

    Without ``even`` all stand for the one at ``at``, as what a macro became stands for its name.
    """

    start: int
    source: Source
    at: int
    even: bool = True


class Section(str):
    """The citation of a section, and the id of the rules that stand there (``nvrender.program.rules``)."""

    rule: str

    def __new__(cls, text: str, rule: str = "") -> Section:
        section = super().__new__(cls, text)
        section.rule = rule
        return section


@dataclass(frozen=True)
class Source:
    """The exact bytes of a program and the name it is reported under.

    Offsets are byte offsets, as PROGRAM_ERROR_POSITION counts them
    (NV_vertex_program2 2.14.1.8); ``text`` is Latin-1, one character a byte. ``pieces``, in order, tell where
    the bytes come from if that is not a file of just these: lines and columns are those there. ``faults`` are
    what was found wrong while the text was made of others, errors and warnings.
    """

    data: bytes
    name: str = "<text>"
    pieces: tuple[Piece, ...] = field(default=(), repr=False, compare=False)
    faults: tuple[ProgramError, ...] = field(default=(), repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<Source {named(self.name)}: {len(self.data)} bytes>"

    @cached_property
    def text(self) -> str:
        return self.data.decode("latin-1")

    @cached_property
    def _blocks(self) -> list[tuple[int, int]]:
        """The number of the line that holds the first byte of each block, and where that line starts."""
        places = [(1, 0)]
        for offset in range(_BLOCK, len(self.data) + 1, _BLOCK):
            places.append(self._moved(places[-1], offset - _BLOCK, offset))
        return places

    def _moved(self, place: tuple[int, int], begin: int, offset: int) -> tuple[int, int]:
        """From the line that holds ``begin`` to the one that holds ``offset``; CR LF ends one."""
        data = self.data
        feeds, returns = data.count(b"\n", begin, offset), data.count(b"\r", begin, offset)
        ends = feeds + returns - data.count(b"\r\n", begin, offset + 1)
        if not ends:
            return place
        last = offset - (data[offset - 1 : offset + 1] == b"\r\n")
        start = max(data.rfind(b"\n", begin, last), data.rfind(b"\r", begin, last)) + 1
        return place[0] + ends, start

    @cached_property
    def _starts(self) -> list[int]:
        return [piece.start for piece in self.pieces]

    def located(self, offset: int) -> tuple[Source, int]:
        """The text that a byte comes from, and its place there: where a person finds it."""
        source = self
        while source.pieces:
            piece = source.pieces[max(bisect_right(source._starts, offset) - 1, 0)]
            offset = piece.at + max(offset - piece.start, 0) * piece.even
            source = piece.source
        return source, offset

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """The 1-based line and column of a byte offset; CR, LF and CRLF end a line."""
        if self.pieces:
            source, offset = self.located(offset)
            return source.line_and_column(offset)
        block = offset // _BLOCK
        line, start = self._moved(self._blocks[block], block * _BLOCK, offset)
        return line, offset - start + 1

    def place(self, span: Span) -> str:
        """Where a span begins, as messages say it."""
        line, column = self.line_and_column(span.start)
        return f"{self.located(span.start)[0].name}:{line}:{column}"

    def quoted(self, span: Span) -> str:
        """The text of a statement, without what ends it."""
        return self.data[span.start : span.end].decode("latin-1").strip(" ;\n")

    def excerpt(self, offset: int) -> tuple[str, str]:
        """The line that holds ``offset`` and a second line with a caret below it.

        Bytes outside printable ASCII are shown as ``\\xNN``; a long line is cut around the caret.
        """
        if self.pieces:
            source, offset = self.located(offset)
            return source.excerpt(offset)
        _, column = self.line_and_column(offset)
        start = offset - column + 1
        low = max(start, offset - _EXCERPT)
        window = self.data[low : offset + _EXCERPT]
        before, after = window[: offset - low], window[offset - low :]
        if "\n" in (ends := after.decode("latin-1").replace("\r", "\n")):
            after = after[: ends.index("\n")]
        lead = "…" if low > start else ""
        shown = lead + _printable(before)
        return shown + _printable(after), " " * len(shown) + "^"


def _printable(data: bytes) -> str:
    return "".join(
        chr(byte) if 0x20 <= byte < 0x7F else " " if byte == 9 else f"\\x{byte:02x}" for byte in data
    )


class NvrenderError(Exception):
    """Base of every error nvrender raises on purpose; str() is one complete message, which is printable."""

    def __init__(self, message: object = "") -> None:
        super().__init__(printable(message))

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: the message alone, as the command line does."""
        return str(self).split("\n")


class ProgramError(NvrenderError):
    """A program its specification does not let load.

    ``position`` is the byte offset PROGRAM_ERROR_POSITION reports, ``message`` what is wrong,
    ``hint`` what would be right ("" where nothing helps), ``section`` the rule's citation, ``rule`` its id
    (``nvrender.program.rules``).
    """

    def __init__(
        self,
        source: Source,
        position: int,
        message: str,
        hint: str = "",
        section: str = "",
        rule: str = "",
    ) -> None:
        self.source = source
        self.position = position
        self.message = message
        self.hint = hint
        self.section = section
        self.rule = rule or (section.rule if isinstance(section, Section) else "syntax")
        self.find_others: Callable[[], tuple[ProgramError, ...]] = tuple
        super().__init__(message)

    @cached_property
    def others(self) -> tuple[ProgramError, ...]:
        """What else is wrong with the program, looked for when it is asked for: 99 errors at most."""
        return self.find_others()

    @property
    def line(self) -> int:
        """The 1-based line of ``position``, counted when it is asked for: not every error is reported."""
        return self.source.line_and_column(self.position)[0]

    @property
    def column(self) -> int:
        """The 1-based column of ``position``."""
        return self.source.line_and_column(self.position)[1]

    @property
    def file(self) -> str:
        """The name of the text that ``position`` is in: of an included file, if it is."""
        return self.source.located(self.position)[0].name

    @property
    def said(self) -> str:
        """The message as people read it behind its place."""
        return self.message

    def __str__(self) -> str:
        line, caret = self.source.excerpt(self.position)
        place = f"{self.file}:{self.line}:{self.column}"
        parts = [f"{place}: {self.said}", f"  {line}", f"  {caret}"]
        if self.hint:
            parts.append(f"  {self.hint}")
        if self.section:
            parts.append(f"  ({self.section})")
        return "\n".join(parts)


class ProgramWarning(ProgramError):
    """What a program does that it is hardly meant to; never raised."""

    @property
    def said(self) -> str:
        return f"warning: {self.message} [{self.rule}]"


class InputError(NvrenderError):
    """A file, array, parameter or argument that cannot be used; the message names it."""


class LoopsEndedWarning(UserWarning):
    """Loops of a program end before they would (docs/semantics.md)."""


class LongCallWarning(UserWarning):
    """A call to the driver may take minutes and cannot be cut."""


class TargetError(NvrenderError):
    """A valid program that the chosen GLSL target or GL tier cannot express."""


class SceneError(NvrenderError):
    """A scene file that is wrong; the whole names the file and the key, ``message`` is it without the place.

    ``file`` is "" before it is known, ``line`` and ``column`` are 0 where they are not.
    """

    def __init__(self, message: object, file: str = "", line: int = 0, column: int = 0) -> None:
        self.message, self.file, self.line, self.column = printable(message), file, line, column
        place = ":".join([named(file), *(str(number) for number in (line, column) if number)])
        super().__init__(f"{place}: {message}" if file else message)


class ContextError(NvrenderError):
    """No usable OpenGL; the message says why and what to install."""


class GLError(NvrenderError):
    """A GL command that breaks a rule of its specification and therefore changes nothing.

    ``name`` is the error, such as INVALID_VALUE, ``code`` what GetError returns for it, ``reason`` what is
    wrong, ``section`` the rule's citation, ``call`` the command.
    """

    def __init__(self, name: str, code: int, reason: str, section: str = "", call: str = "") -> None:
        self.name = name
        self.code = code
        self.reason = reason
        self.section = section
        self.call = call
        super().__init__(reason)

    def __str__(self) -> str:
        cited = f" ({self.section})" if self.section else ""
        return f"{self.call or 'GL'}: {self.name}: {self.reason}{cited}"


class InternalError(NvrenderError):
    """A state that correct code never reaches."""

    def _render_traceback_(self) -> list[str]:
        """Where it was reached, for who reports it."""
        from traceback import format_exception

        return format_exception(self)
