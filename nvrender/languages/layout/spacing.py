"""Which tokens of a statement have a blank between them."""

from __future__ import annotations

from collections.abc import Sequence

_NUMBERS = frozenset("0123456789.+-,")
#: What is written as a function's call is.
_CALLS = frozenset({"handle", "offset", "SUBROUTINENUM"})
_BEFORE = frozenset(",;:)].[") | {".."}
_BEHIND = frozenset("([.") | {".."}
#: Behind one of these a sign is that of what follows.
_UNARY = frozenset(",([{=|+-")


def spaced(tokens: Sequence[str]) -> list[str]:
    """A statement's tokens, with a blank before those that have one."""
    tight = _tight_braces(tokens)
    found = []
    brackets, bar, glued = 0, False, True
    before = ""
    for number, token in enumerate(tokens):
        sign = token in ("+", "-")
        binary = sign and brackets > 0 and before not in _UNARY
        closing = token == "|" and bar
        near = glued or token in _BEFORE or closing or binary or number in tight
        near = near or (token == "(" and before in _CALLS)
        found.append(token if near else f" {token}")
        brackets += (token == "[") - (token == "]")
        bar = bar != (token == "|")
        opening = token == "|" and bar
        glued = token in _BEHIND or sign or opening
        before = token
    return found


def _tight_braces(tokens: Sequence[str]) -> frozenset[int]:
    """The places next to braces around numbers alone, which have no blank before them."""
    found: set[int] = set()
    for number, token in enumerate(tokens):
        if token == "{":
            end = next((place for place in range(number, len(tokens)) if tokens[place] == "}"), number)
            if all(part[0] in _NUMBERS for part in tokens[number + 1 : end]):
                found |= {number + 1, end}
    return frozenset(found)
