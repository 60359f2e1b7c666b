"""What is wrong with a word that a grammar does not accept, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

from nvrender.program.profile import Profile

#: So many characters of a token a message shows.
SHOWN = 40
#: The rule of words that are no instructions.
UNKNOWN = "unknown-instruction"
_LONGEST_GUESS = 24


class Advice(NamedTuple):
    """A message, what would be right, the section, "" for that of the grammar, and the rule, if not its."""

    message: str
    hint: str = ""
    section: str = ""
    rule: str = ""


def shown(token: str) -> str:
    """A token in backticks, cut if long; a byte that does not print as 0xNN; the end in words."""
    if not token:
        return "the end of the program"
    if len(token) == 1 and not "!" <= token <= "~":
        return f"byte 0x{ord(token):02X}"
    return f"`{token}`" if len(token) <= SHOWN else f"`{token[:SHOWN]}…`"


def distinct(one: str, other: str, what: str) -> tuple[str, str]:
    """Message and hint for two registers of a kind of which an instruction may access one."""
    message = f"{one} and {other} in one instruction: at most one distinct {what}"
    return message, "copy one of them to a temporary register first"


def too_long(profile: Profile, position_invariant: bool = False) -> str:
    """One instruction more than a program may have."""
    most, kind = profile.instruction_limit, profile.header
    if position_invariant:
        most, kind = profile.position_invariant_instruction_limit or most, f"position-invariant {kind}"
    return f"instruction {most + 1}: a {kind} program has at most {most} instructions"


def guess(word: str, words: Iterable[str]) -> str:
    """A hint that names the word probably meant, or ""."""
    if len(word) > _LONGEST_GUESS:
        return ""
    words = list(words)
    for candidate in words:
        if word.upper() == candidate.upper():
            return f"did you mean {candidate}? Case matters"
    close = get_close_matches(word, words, n=1)
    return f"did you mean {close[0]}?" if close else ""
