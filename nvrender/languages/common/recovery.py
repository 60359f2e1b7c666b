"""What becomes of errors: the first ends the reading of a program, or all of them are gathered.

A statement that is wrong is left out, and so are errors that only follow from that: names that it would have
declared count as declared, and of statements that use them only the grammar is judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from nvrender.languages.common.nodes import DirectiveNode, OptionNode, Statement
from nvrender.languages.common.statements import StatementReader
from nvrender.languages.common.words import END, OPTION
from nvrender.source import ProgramError

#: So many errors are gathered, and so many statements left out, before the rest is not read.
MOST, _LEFT_OUT = 100, 10_000
#: A statement that is wrong ends after so many tokens, or nothing behind it is read.
_SKIPPED = 2**16
#: Nothing behind such an error can be judged.
_FINAL = frozenset({"option", "directive", "too-many-instructions"})
#: One such error makes others: of the rule, or of the rule in the same words.
_ONCE = frozenset({"block", "too-many-registers"})
_ONCE_EACH = frozenset({"limit", "undefined-label", "result", "attribute"})
#: What is said of names that are not declared.
_OF_NAMES = frozenset({"undeclared-name", "texture-access", "image"})
_WORD = re.compile(r"#[^\r\n]*|[A-Za-z_$][A-Za-z0-9_$]*")
#: What a block may depend on.
_BLOCKS = frozenset("IF ELSE ENDIF REP ENDREP LOOP ENDLOOP BRK CONT RET".split())


class Errors:
    """The first error is raised."""

    #: The words of the statements that are left out.
    lost: Set[str] = frozenset()

    def statements(self, parser: StatementReader) -> Iterator[Statement]:
        """What the parser reads."""
        return parser.statements()

    def report(self, error: ProgramError) -> None:
        """An error; of a statement, that which was yielded last."""
        raise error

    def stop(self) -> None:
        """Called where a program that has errors cannot be judged further."""


STRICT = Errors()


class Gathered(Errors):
    """``found`` are the errors; the first, which ``stop`` raises, is the one that is raised otherwise."""

    def __init__(self) -> None:
        self.found: list[ProgramError] = []
        self.lost: set[str] = set()
        self._poisoned: set[str] = set()
        self._known: set[tuple[str, str]] = set()
        self._left_out = 0

    def report(self, error: ProgramError) -> None:
        self._left_out += 1
        rule = error.rule
        if rule == "block" and not _BLOCKS.isdisjoint(self.lost):
            return
        if rule in _ONCE or rule in _ONCE_EACH:
            key = rule, "" if rule in _ONCE else error.message
            if key in self._known:
                return
            self._known.add(key)
        self.found.append(error)
        if rule in _FINAL or len(self.found) >= MOST:
            self.stop()

    def stop(self) -> None:
        if self.found:
            raise self.found[0]

    def statements(self, parser: StatementReader) -> Iterator[Statement]:
        """The statements that can be judged; ``stop`` where the rest cannot be read."""
        statements = parser.statements()
        headed = not parser.language.directives
        while True:
            begin, names, before = parser.starts[parser.index], parser.name_count, self._left_out
            try:
                statement = next(statements)
            except StopIteration:
                return
            except ProgramError as error:
                self._reported(parser, error)
                if not headed or _is_last(parser, begin) or not skip(parser, begin):
                    self.stop()
                self._lose(parser, begin, names)
                statements = parser.body()
                continue
            headed = headed or not isinstance(statement, DirectiveNode | OptionNode)
            if self._poisoned and not self._poisoned.isdisjoint(_words(parser, begin)):
                self._left_out += 1
            else:
                yield statement
            restriction = parser.restricted()
            if restriction is not None and self._left_out == before:
                self.report(restriction)
            if self._left_out > before:
                self._lose(parser, begin, names)

    def _reported(self, parser: StatementReader, error: ProgramError) -> None:
        """An error at the current token, unless it is what has been wrong before."""
        parser.restricted()
        if parser.token in self._poisoned and error.rule in _OF_NAMES:
            self._left_out += 1
            return
        if error.rule == "undeclared-name":
            self._poisoned.add(parser.token)
            parser.pretend(parser.token)
        self.report(error)

    def _lose(self, parser: StatementReader, begin: int, names: int) -> None:
        """Leaves out the statement from ``begin`` to the current token; ``names`` were declared before it."""
        if self._left_out >= _LEFT_OUT:
            self.stop()
        words = _words(parser, begin)
        self.lost.update(words)
        self._poisoned.update(parser.lost_names(words, names))


def _words(parser: StatementReader, begin: int) -> list[str]:
    """The words of the statement from ``begin`` to the current token."""
    text = parser.source.text[begin : parser.starts[parser.index]]
    return [word for word in _WORD.findall(text) if word[0] != "#"]


def _is_last(parser: StatementReader, begin: int) -> bool:
    """True for END, and for what decides how all that follows is read."""
    match = _WORD.match(parser.source.text, begin)
    word = match[0] if match else ""
    return word in (END, OPTION)


def skip(parser: StatementReader, begin: int) -> bool:
    """To the statement behind the one that begins at byte ``begin``; False at the end of the text.

    It is behind a ``;``, or on a new line that begins with a word for it.
    """
    texts, starts = parser.texts, parser.starts
    if parser.index and starts[parser.index] > begin and texts[parser.index - 1] == ";":
        return True
    for _ in range(_SKIPPED):
        if not (token := texts[parser.index]):
            return False
        begun = starts[parser.index] > begin
        if begun and (token == END or (_begins_line(parser) and parser.begins(token))):
            return True
        parser.index += 1
        parser.window()
        if token == ";":
            return True
    return False


def _begins_line(parser: StatementReader) -> bool:
    index = parser.index
    if not index:
        return False
    end = parser.starts[index - 1] + len(parser.texts[index - 1])
    between = parser.source.text[end : parser.starts[index]]
    return "\n" in between or "\r" in between
