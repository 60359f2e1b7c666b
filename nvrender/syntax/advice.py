"""What to say about a word that a profile's grammar does not accept."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches

from nvrender.isa.profiles import PROFILES, Profile
from nvrender.syntax.tables import END, OPTION, Tables, headers_with, tables_of

_SHOWN = 40
_TEMPORARY = re.compile(r"R(0|[1-9][0-9]?)")
_GUESSED = 24


def shown(token: str) -> str:
    """A token in backticks; long ones cut, bytes that do not print as ``\\xNN``; the end in words."""
    if not token:
        return "the end of the program"
    text = token if len(token) <= _SHOWN else token[:_SHOWN] + "…"
    if len(text) == 1 and not "!" <= text <= "~":
        return f"byte 0x{ord(text):02x}"
    return f"`{text}`"


def needs(what: str, profile: Profile, allows: Callable[[Profile], object]) -> str:
    """``what needs !!VP2.0; this program is !!VP1.1``, or that no header has it."""
    headers = headers_with({row.header for row in PROFILES.values() if allows(row)})
    if not headers:
        return f"{what} does not exist"
    return f"{what} needs {headers}; this program is {profile.header}"


def guess(word: str, words: list[str]) -> str:
    """A hint that names the word probably meant, or ""."""
    if len(word) > _GUESSED:
        return ""
    for candidate in words:
        if word.upper() == candidate.upper():
            return f"did you mean {candidate}? (case matters)"
    close = get_close_matches(word, words, n=1, cutoff=0.6)
    return f"did you mean {close[0]}?" if close else ""


def opcode(word: str, tables: Tables) -> tuple[str, str]:
    """Message and hint for a word that begins no statement."""
    profile = tables.profile
    if word == OPTION and profile.options:
        return "options must come before every instruction and label", "move it to the start"
    if word == OPTION:
        return needs("OPTION", profile, lambda row: row.options), ""

    def has(row: Profile) -> bool:
        return word in tables_of(row, False).opcodes

    if any(has(row) for row in PROFILES.values()):
        return needs(f"opcode {word}", profile, has), ""
    if any(word == f"{name}C" for name in profile.opcodes):
        return f"{word[:-1]} takes no condition code suffix C", f"write {word[:-1]}"
    words = [*tables.opcodes, END, *([OPTION] if profile.options else [])]
    return f"unknown opcode {shown(word)}", guess(word, words)


def temporary_register(word: str, profile: Profile) -> str:
    """A message for ``R12`` and the like, or ""."""
    if not _TEMPORARY.fullmatch(word):
        return ""
    last = profile.temporaries - 1
    most = max(row.temporaries for row in PROFILES.values())
    message = f"{word} does not exist: {profile.header} has R0 to R{last}"
    if most > profile.temporaries:
        headers = headers_with({row.header for row in PROFILES.values() if row.temporaries == most})
        message += f" (R{most - 1} in {headers})"
    return message


def address_register(word: str, profile: Profile) -> str:
    """A message for ``A1`` and the like, or ""."""
    if not re.fullmatch(r"A[0-9]", word):
        return ""
    index = int(word[1])
    return needs(f"address register {word}", profile, lambda row: index < row.address_registers)


def result(word: str, tables: Tables) -> tuple[str, str]:
    """Message and hint for what stands in o[…] and names no result."""
    profile = tables.profile
    if word in profile.results:
        return f"o[{word}] is computed by the GL: NV_position_invariant forbids writing it", ""
    if any(word in row.results for row in PROFILES.values()):
        return needs(f"o[{word}]", profile, lambda row: word in row.results), ""
    return f"{shown(word)} is no result register", guess(word, list(tables.results))
