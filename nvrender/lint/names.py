"""Names that a program declares and does not use, and those that are words of a language too."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from nvrender.languages.profiles import PROFILES
from nvrender.program import NO_SPAN, Program, RegisterFile
from nvrender.program.profile import Profile
from nvrender.source import ProgramWarning

#: A comment, a number or what stands behind a dot, which are no names, or a word.
_WORD = re.compile(
    r"#[^\r\n]*|[0-9][A-Za-z0-9_$]*|\.[ \t\r\n]*[A-Za-z0-9_$]+|[A-Za-z_$][A-Za-z0-9_$]*", re.ASCII
)
_NO_WORD = frozenset("#0123456789.")
#: What begins a binding.
_ROOTS = ("vertex", "fragment", "primitive", "invocation", "texture", "image", "handle")


def unused_names(program: Program) -> Iterator[ProgramWarning]:
    """What stands nowhere but in its declaration."""
    rows = list(_declared(program))
    if not rows:
        return
    counts = Counter(word for word, _ in _words(program))
    for name, position, written in rows:
        if counts[name] < 2:
            message = f"`{name}` is declared and never {'written' if written else 'used'}"
            hint = "leave its declaration out"
            yield ProgramWarning(program.source, position, message, hint, rule="unused-name")


def shadowing_names(program: Program) -> Iterator[ProgramWarning]:
    """What hides a word of the language, or is one under another header of the stage."""
    profile = program.profile
    for name, position, _ in _declared(program):
        if name in profile.opcodes or name in profile.language.declarations:
            what, hint = "a word that begins statements too", "another name is easier to read"
        elif name in profile.language.tests:
            what, hint = "a condition too", "where both can stand, it is the variable"
        elif name in _ROOTS and (other := _with(name, profile)):
            what, hint = f"what bindings begin with in {other}", "another name works there, too"
        elif other := _with(name, profile):
            what, hint = f"a word of the language in {other}", "another name works there, too"
        else:
            continue
        message = f"the name `{name}` is {what}"
        yield ProgramWarning(program.source, position, message, hint, rule="shadowing-name")


def _with(name: str, profile: Profile) -> str:
    """An option or later header of the stage that reserves a name; "" if none does."""
    if not name.isupper() and name not in _ROOTS:
        return ""
    for what, row in profile.larger:
        if name in row.language.reserved:
            return f"OPTION {what}"
    for header, row in PROFILES.items():
        if row.grammar == profile.grammar and row.stage is profile.stage and name in row.language.reserved:
            return header
    return ""


def _declared(program: Program) -> Iterator[tuple[str, int, bool]]:
    """Names, where they are declared, and whether they are results'."""
    if program.profile.declares_parameters:
        for (keyword, _), (name, position) in pairwise(_words(program)):
            if keyword in program.profile.language.declarations:
                yield name, position, False
        return
    for row in program.variables:
        if row.span != NO_SPAN:
            yield row.name, row.span.start, row.file is RegisterFile.RESULT


def _words(program: Program) -> Iterator[tuple[str, int]]:
    """Every word that can be a name, with its place."""
    for match in _WORD.finditer(program.source.text, len(program.profile.header)):
        if match[0][0] not in _NO_WORD:
            yield match[0], match.start()
