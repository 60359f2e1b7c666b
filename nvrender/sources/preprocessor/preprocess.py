"""A C preprocessor for programs (ISO C 6.10), for texts that an application has handed to one.

``#`` begins comments in programs too: a line is a directive if a directive's name follows and, where white
space is between, what that directive needs. Comments of C go, those of programs stay. The text that comes out
has the places of those it was made of.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nvrender.source import InputError, Piece, ProgramError, ProgramWarning, Source, named
from nvrender.sources.files import FILE_LIMIT, read_file
from nvrender.sources.preprocessor.directives import Line, directives
from nvrender.sources.preprocessor.expressions import Expression
from nvrender.sources.preprocessor.macros import Expander, Macro, definition
from nvrender.sources.preprocessor.tokens import TOKEN, Token, pasted, tokens, wrong

_QUOTED = re.compile(r'[ \t]*(?:"([^"\r\n]{1,4096})"|<([^>\r\n]{1,4096})>)')
_STRINGIZED = re.compile(r"(?<!#)#(?!#)[ \t]*([A-Za-z_]\w*)")
_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_BLANK = b" \t\r\n\f\v"
#: How deep files include others, and how often in all.
_DEEPEST = 32
_MOST_INCLUDES = 4096


@dataclass(frozen=True)
class Definitions:
    """What a program is preprocessed with: ``NAME``, ``NAME=VALUE`` or ``NAME(a)=VALUE``, and folders."""

    names: tuple[str, ...] = ()
    folders: tuple[Path, ...] = ()


def preprocessed(source: Source, definitions: Definitions, folder: Path | None = None) -> Source:
    """What a C preprocessor makes of a text; ``folder`` is what its ``#include "…"`` look into first.

    Raises ProgramError at the first directive that is wrong, InputError for a definition that is.
    """
    work = _Preprocessor(definitions)
    work.read(source, folder, 0)
    return work.result(source)


@dataclass
class _Condition:
    """An ``#if`` that is open: whether it is read at all, whether a part of it has been, and now is."""

    at: int
    word: str
    outer: bool
    taken: bool
    live: bool
    last: bool = False


@dataclass
class _File:
    """A text that is being read."""

    source: Source
    folder: Path | None
    depth: int
    conditions: list[_Condition] = field(default_factory=list)

    @property
    def live(self) -> bool:
        return not self.conditions or self.conditions[-1].live


class _Preprocessor:
    def __init__(self, definitions: Definitions) -> None:
        self._macros: dict[str, Macro] = {}
        self._expander = Expander(self._macros)
        self._folders = definitions.folders
        self._parts: list[bytes] = []
        self._pieces: list[Piece] = []
        self._length = 0
        self._faults: list[ProgramError] = []
        self._once: set[str] = set()
        #: True once something was taken out.
        self._cut = False
        self._included = 0
        self._left = FILE_LIMIT
        for text in definitions.names:
            self._predefine(text)

    def _predefine(self, text: str) -> None:
        name, equals, value = text.partition("=")
        source = Source(f"{name} {value if equals else 1}".encode(), "-D")
        try:
            macro = definition(source, list(tokens(source.text)), 0)
        except ProgramError as error:
            raise InputError(f"-D {named(text)}: {error.message}") from None
        if not _NAME.match(name):
            raise InputError(f"-D {named(text)}: a macro needs a name")
        self._macros[macro.name] = macro

    def result(self, source: Source) -> Source:
        """The text so far, without the blank lines that directives have left at its beginning."""
        data = b"".join(self._parts)
        blank = len(data) - len(data.lstrip(_BLANK)) if self._cut else 0
        pieces = [
            piece._replace(start=max(start, 0), at=piece.at + max(-start, 0) * piece.even)
            for piece, start in ((piece, piece.start - blank) for piece in self._pieces)
        ]
        first = max((place for place, piece in enumerate(pieces) if piece.start == 0), default=0)
        faults = (*source.faults, *self._faults)
        return Source(data[blank:], source.name, tuple(pieces[first:]) or (Piece(0, source, 0),), faults)

    # Output

    def _emit(self, source: Source, at: int, text: str, even: bool = True) -> None:
        if not text:
            return
        last = self._pieces[-1] if self._pieces else None
        follows = last is not None and last.source is source and last.even and even
        if not follows or last is None or last.at + self._length - last.start != at:
            self._pieces.append(Piece(self._length, source, at, even))
        self._parts.append(text.encode("latin-1"))
        self._length += len(text)
        if self._length > FILE_LIMIT:
            raise wrong(source, at, f"more than {FILE_LIMIT} bytes come of this")

    # Texts

    def read(self, source: Source, folder: Path | None, depth: int) -> None:
        """Reads a text, up to its end."""
        self._left -= len(source.data)
        if self._left < 0:
            raise wrong(source, 0, f"with what it includes a program has more than {FILE_LIMIT} bytes")
        file = _File(source, folder, depth)
        done = 0
        for line in directives(source.text):
            if file.live:
                self._text(source, done, line.at)
            self._directive(file, line)
            done = line.end
        if file.conditions:
            condition = file.conditions[-1]
            raise wrong(source, condition.at, f"#{condition.word} without #endif", section="ISO C 6.10.1")
        self._text(source, done, len(source.text))

    def _text(self, source: Source, begin: int, end: int) -> None:
        """Lines that are no directives."""
        text, at, done = source.text, begin, begin
        while at < end:
            match = TOKEN.match(text, at, end)
            assert match is not None
            kind, start, at = match.lastgroup, at, match.end()
            if kind == "block" or (match[0][0] in "\\/" and kind in ("space", "remark")):
                self._cut = True
                self._emit(source, done, text[done:start])
                if kind == "block":
                    self._emit(source, start, " ", even=False)
                done = at
            elif kind == "name" and match[0] in self._macros:
                row, after = self._invocation(source, Token(match[0], start, False, True), at, end)
                if row:
                    self._emit(source, done, text[done:start])
                    self._emit_tokens(source, start, row, text[after : min(after + 1, end)])
                    done = at = after
        self._emit(source, done, text[done:end])

    def _invocation(self, source: Source, name: Token, at: int, end: int) -> tuple[list[Token], int]:
        """What a macro becomes with the arguments behind it, and where they end; nothing of none."""
        row = [name]
        while True:
            following = next(tokens(source.text, at, end), None)
            macro = self._macros.get(row[-1].text)
            if not self._expander.takes(row[-1], following):
                return ([], at) if row == [name] else (row, at)
            if macro is not None and macro.parameters is not None:
                given, at = _parenthesised(source, macro, at, end)
                row += given
            row = self._expander.expand(source, row, name.at) or [Token("", name.at)]

    def _emit_tokens(self, source: Source, at: int, row: list[Token], following: str) -> None:
        """What a macro at byte ``at`` became, apart from what stands beside it."""
        before = self._parts[-1].decode("latin-1")[-1:] if self._parts else ""
        for place, token in enumerate((*row, Token(following))):
            if (place and place < len(row) and token.space) or pasted(before, token.text):
                self._emit(source, at, " ", even=False)
            if place == len(row):
                break
            own = token.at >= 0 and source.text.startswith(token.text, token.at)
            self._emit(source, token.at if own else at, token.text, even=own)
            before = token.text or before

    # Directives (ISO C 6.10)

    def _directive(self, file: _File, line: Line) -> None:
        word, source = line.word, file.source
        self._cut = True
        if word in ("if", "ifdef", "ifndef"):
            live = file.live and self._chosen(file, line)
            file.conditions.append(_Condition(line.at, word, file.live, live, live))
        elif word in ("elif", "else", "endif"):
            self._continued(file, line)
        elif not file.live:
            return
        elif word == "define":
            self._define(source, line)
        elif word == "undef":
            self._macros.pop(self._name(source, line), None)
        elif word == "include":
            self._include(file, line)
        elif word in ("error", "warning"):
            text = " ".join(source.text[line.rest : line.end].split()) or f"#{word}"
            if word == "error":
                raise wrong(source, line.at, f"#error: {text}", section="ISO C 6.10.5")
            self._faults.append(
                ProgramWarning(
                    source, line.at, f"#warning: {text}", section="ISO C 6.10.5", rule="preprocessor-line"
                )
            )
        elif word == "pragma" and source.text[line.rest : line.end].split() == ["once"]:
            self._once.add(source.name)

    def _continued(self, file: _File, line: Line) -> None:
        """``#elif``, ``#else`` and ``#endif``."""
        source, word = file.source, line.word
        if not file.conditions:
            raise wrong(source, line.at, f"#{word} without #if", section="ISO C 6.10.1")
        condition = file.conditions[-1]
        if word == "endif":
            file.conditions.pop()
            return
        if condition.last:
            raise wrong(source, line.at, f"#{word} after #else", section="ISO C 6.10.1")
        condition.last = word == "else"
        able = condition.outer and not condition.taken
        condition.live = able and (word == "else" or self._chosen(file, line))
        condition.taken = condition.taken or condition.live

    def _chosen(self, file: _File, line: Line) -> bool:
        source = file.source
        if line.word in ("ifdef", "ifndef"):
            return (self._name(source, line) in self._macros) == (line.word == "ifdef")
        row = self._tested(source, list(tokens(source.text, line.rest, line.end)), line.at)
        return Expression(source, self._expander.expand(source, row, line.at), line.at).value() != 0

    def _tested(self, source: Source, row: list[Token], at: int) -> list[Token]:
        """An expression with 1 and 0 for ``defined NAME`` and ``defined(NAME)``."""
        result: list[Token] = []
        place = 0
        while place < len(row):
            token = row[place]
            if token.text != "defined":
                result.append(token)
                place += 1
                continue
            words = [each.text for each in row[place + 1 : place + 4]]
            size = 4 if words[:1] == ["("] and words[2:] == [")"] else 2
            name = row[place + size // 2] if place + size // 2 < len(row) else None
            if name is None or not name.is_name:
                raise wrong(source, token.at, "`defined` needs a name", "defined(NAME)", "ISO C 6.10.1")
            result.append(Token("1" if name.text in self._macros else "0", token.at))
            place += size
        return result

    def _name(self, source: Source, line: Line) -> str:
        """The name behind ``#ifdef``, ``#ifndef`` or ``#undef``."""
        token = next(tokens(source.text, line.rest, line.end), None)
        if token is None or not token.is_name:
            found = f"`{token.text[:40]}`" if token else "nothing"
            at = line.at if token is None else token.at
            raise wrong(source, at, f"#{line.word} needs a name, found {found}")
        return token.text

    def _define(self, source: Source, line: Line) -> None:
        macro = definition(source, list(tokens(source.text, line.rest, line.end)), line.at)
        for match in _STRINGIZED.finditer(source.text, line.rest, line.end):
            if macro.parameters and match[1] in macro.parameters:
                raise wrong(source, match.start(), f"`#{match[1]}` makes a string, and programs have none")
            break
        other = self._macros.get(macro.name)
        if other is not None and other.spelling != macro.spelling:
            message = f"{macro.name} is defined already, as something else"
            hint = f"#undef {macro.name} first, or define it under #ifndef {macro.name}"
            raise wrong(source, line.at, message, hint, "ISO C 6.10.3")
        self._macros[macro.name] = macro

    def _include(self, file: _File, line: Line) -> None:
        source = file.source
        match = _QUOTED.match(source.text, line.rest, line.end)
        if match is None:
            raise wrong(source, line.at, '#include needs "file" or <file>', section="ISO C 6.10.2")
        at = match.start(1) if match[1] is not None else match.start(2)
        name = (match[1] or match[2]).encode("latin-1").decode("utf-8", "surrogateescape")
        self._included += 1
        if file.depth >= _DEEPEST or self._included > _MOST_INCLUDES:
            much = f"{_DEEPEST} deep" if file.depth >= _DEEPEST else f"{_MOST_INCLUDES} times"
            raise wrong(source, at, f"files include others more than {much}", section="ISO C 6.10.2")
        own = [file.folder] if file.folder is not None else []
        path = self._found(name, own if match[1] is not None else [], own)
        if isinstance(path, str):
            hint = "-I DIR names folders to look into"
            raise wrong(source, at, path, hint, "ISO C 6.10.2")
        if named(path) in self._once:
            return
        try:
            text = read_file(path)
        except InputError as error:
            raise wrong(source, at, str(error), section="ISO C 6.10.2") from None
        self.read(text, path.parent, file.depth + 1)

    def _found(self, name: str, first: Sequence[Path], own: Sequence[Path]) -> Path | str:
        """The file that ``#include`` means, below a folder that is looked into; else what is wrong."""
        outside = False
        roots = [os.path.realpath(folder) for folder in (*own, *self._folders)]
        for folder in (*first, *self._folders):
            try:
                path = os.path.realpath(folder / name)
                if not os.path.lexists(path):
                    continue
            except ValueError:
                continue
            if any(_is_below(path, root) for root in roots):
                return Path(folder / name)
            outside = True
        shown = named(name)
        return f"{shown} is outside the folders that are looked into" if outside else f"{shown}: no such file"


def _is_below(path: str, root: str) -> bool:
    try:
        return os.path.commonpath((root, path)) == root
    except ValueError:  # of another drive
        return False


def _parenthesised(source: Source, macro: Macro, at: int, end: int) -> tuple[list[Token], int]:
    """``(…)`` behind the name of a macro, and where it ends."""
    row: list[Token] = []
    depth = 0
    for token in tokens(source.text, at, end):
        row.append(token)
        depth += (token.text == "(") - (token.text == ")")
        if not depth:
            return row, token.at + 1
    place = row[0].at if row else at
    raise wrong(source, place, f"the arguments of {macro.name} lack their `)`", section="ISO C 6.10.3")
