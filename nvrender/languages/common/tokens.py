"""What kind of token one is (NV_gpu_program4 2.X.2, NV_fragment_program 3.11.3)."""

from __future__ import annotations

_WORD_START = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$")
_DIGITS = frozenset("0123456789")
#: Larger than every number that means something; what has more digits is cut to it.
HUGE = 10**15


def is_word(token: str) -> bool:
    """True for what begins as names and keywords do."""
    return token[:1] in _WORD_START


def is_integer(token: str) -> bool:
    """True for decimal and for ``0x`` hexadecimal digits."""
    return (token.isdigit() and token.isascii()) or is_hexadecimal(token)


def is_hexadecimal(token: str) -> bool:
    """True for ``0x`` with hexadecimal digits."""
    if token[:2] != "0x" or len(token) < 3:
        return False
    return all(letter in "0123456789abcdefABCDEF" for letter in token[2:])


def is_number(token: str) -> bool:
    """True for what begins like a number, well formed or not."""
    return token[:1] in _DIGITS or (token[:1] == "." and token[1:2] in _DIGITS) if token else False


def integer_value(token: str) -> int:
    """The value of an integer token, HUGE at most."""
    if token[:2] == "0x":
        digits = token[2:].lstrip("0") or "0"
        return HUGE if len(digits) > 12 else min(int(digits, 16), HUGE)
    digits = token.lstrip("0") or "0"
    return HUGE if len(digits) > 15 else int(digits)
