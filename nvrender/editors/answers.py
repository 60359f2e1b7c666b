"""What a language server answers, in characters of the text and without a protocol."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from nvrender.editors.documents import SUBSTITUTE, Document
from nvrender.languages.layout.layout import formatted
from nvrender.languages.load import load
from nvrender.ops.descriptions import DESCRIPTIONS
from nvrender.reference.bindings import bindings, explained_binding, plain
from nvrender.reference.instructions import explained_instruction
from nvrender.reference.languages import variants
from nvrender.reference.texts import markdown
from nvrender.reference.word_texts import DECLARATIONS
from nvrender.reference.words import explained_word
from nvrender.source import InputError, ProgramError


class Completion(NamedTuple):
    """A word that may stand there: ``kind`` is "instruction", "binding", "keyword" or "name"."""

    text: str
    kind: str
    detail: str = ""


def hover(document: Document, offset: int) -> tuple[int, int, str] | None:
    """Begin, end and Markdown of what is at ``offset``."""
    if document.commented(offset) or document.profile is None:
        return None
    begin, whole = document.expression(offset)
    first = whole.partition(".")[0].partition("[")[0]
    if name := document.instruction(first) or document.instruction(whole):
        return begin, begin + len(first), _explained_instruction(name, _label(document, name))
    if first in document.names:
        line = document.names[first].start
        return begin, begin + len(first), f"```nvasm\n{_statement(document, line)}\n```"
    while whole:
        if text := _explained(whole, document.profile.header):
            return begin, begin + len(whole), text
        whole = whole.rpartition(".")[0]
    return None


def _label(document: Document, name: str) -> str:
    """The variant of the language that has the instruction as the document has it."""
    assert document.profile is not None
    header = document.profile.header
    having = [row for row in variants() if row.header == header and name in row.profile.opcodes]
    asked = [row.label for row in having if row.option in document.options and row.option]
    return asked[0] if asked else having[0].label


@lru_cache(256)
def _explained_instruction(name: str, label: str) -> str:
    return markdown(explained_instruction(name, label))


@lru_cache(256)
def _explained(word: str, header: str) -> str:
    """Markdown of a binding or another word, "" for none."""
    if plain(word) in bindings():
        found = explained_binding(word)
        own = [
            row for row in found.meanings if any(header in spelling.languages for spelling in row.spellings)
        ]
        return markdown(type(found)(found.name, found.kind, tuple(own or found.meanings)))
    return next((markdown(found) for found in explained_word(word)), "")


def _statement(document: Document, start: int) -> str:
    """The line that holds a declaration."""
    begin = document.text.rfind("\n", 0, start) + 1
    end = document.text.find("\n", start)
    return document.text[begin : end if end >= 0 else len(document.text)].strip()


def completions(document: Document, offset: int) -> tuple[int, list[Completion]]:
    """Where what is typed begins, and what it may become."""
    profile = document.profile
    if profile is None or document.commented(offset):
        return offset, []
    begin, _ = document.expression(offset)
    if document.begins(offset):
        return begin, list(_statements(document))
    return begin, list(_operands(document))


def _statements(document: Document) -> Iterator[Completion]:
    profile = document.profile
    assert profile is not None
    for name, opcode in profile.opcodes.items():
        yield Completion(name, "instruction", DESCRIPTIONS[opcode.operation_of(opcode.default)].text)
    language = profile.language
    words = {
        *language.declarations,
        *language.modifiers,
        *(row.keyword for row in language.directives),
        "END",
    }
    if profile.options:
        words.add("OPTION")
    for word in sorted(words):
        yield Completion(word, "keyword", DECLARATIONS.get(word, ""))


def _operands(document: Document) -> Iterator[Completion]:
    profile = document.profile
    assert profile is not None
    for name in document.names:
        yield Completion(name, "name")
    header = profile.header
    for rows in bindings().values():
        for row in rows:
            if row.variant.header == header and row.variant.option in ("", *document.options):
                for text in row.syntax.split("|"):
                    yield Completion(text.replace("[[n]]", "[n]"), "binding", row.text.text)
                break
    for word in (*profile.language.texture_targets, *profile.language.tests, *sorted(profile.options)):
        yield Completion(word, "keyword")


def definition(document: Document, offset: int) -> tuple[int, int] | None:
    """Begin and end of the name that is declared, where it is used at ``offset``."""
    name = name_at(document, offset)
    if name is None:
        return None
    piece = document.names[name]
    return piece.start, piece.start + len(name)


def name_at(document: Document, offset: int) -> str | None:
    """The declared name at ``offset``."""
    for name in document.names:
        if any(piece.start <= offset <= piece.start + len(name) for piece in document.uses(name)):
            return name
    return None


def renamed(document: Document, offset: int, new: str) -> list[tuple[int, int]]:
    """The places of a name that becomes ``new``; InputError where it cannot."""
    name = name_at(document, offset)
    if name is None:
        raise InputError("here is no name that the program declares")
    if new in document.names and new != name:
        raise InputError(f"{new} is declared already")
    places = [(piece.start, piece.start + len(name)) for piece in document.uses(name)]
    if document.program is not None:
        text = document.text
        for begin, end in reversed(places):
            text = text[:begin] + new + text[end:]
        try:
            load(Document(text, document.name).source)
        except ProgramError as error:
            raise InputError(f"{new} cannot be its name: {error.message}") from None
    return places


def layout(document: Document) -> str | None:
    """The whole text laid out, None where it does not load."""
    if document.program is None:
        return None
    others = iter([letter for letter in document.text if letter > "\xff" or letter == SUBSTITUTE])
    after = formatted(document.program)
    return "".join(next(others) if letter == SUBSTITUTE else letter for letter in after)
