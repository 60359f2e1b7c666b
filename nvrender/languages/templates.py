"""Holes of templates, which an application fills before it hands a text to GL."""

from __future__ import annotations

import re

from nvrender.source import ProgramError, Source

#: printf's, CMake's and autoconf's, shells', and Python's.
_HOLE = re.compile(
    rb"%(?:\(\w{1,64}\))?[-+ #0]{0,4}(?:[0-9]{1,4}|\*)?(?:\.(?:[0-9]{1,4}|\*))?(?:hh|h|ll|l|z)?"
    rb"[diouxXeEfFgGaAcs]|@\w{1,64}@|\$\{\w{1,64}\}|\$\(\w{1,64}\)|(?<=[\w\[.])\{[0-9]{1,2}\}"
    rb"|\{\{? ?[A-Za-z_]\w{0,63}(?::[^{}\s]{0,16})? ?\}?\}"
)
#: What a word with what stands beside it, holes in it too, has not: white space and what no text has either.
_APART = re.compile(rb"[^!-~]|[,;]")
_NEAR = 80


def filled_before(source: Source, error: ProgramError) -> ProgramError | None:
    """The error of the hole that an error is of; None where there is none."""
    position = error.position
    low, high = max(position - _NEAR, 0), position + _NEAR
    for match in _HOLE.finditer(source.data, low, high):
        begin, end = match.span()
        between = source.data[min(end, position) : max(begin, position)]
        if _APART.search(between):
            continue
        if match[0].startswith(b"{"):
            begin = position  # the grammar has braces, too, and tells what in them is wrong
        hole = match[0].decode("latin-1")
        message = f"`{hole}` is a hole of a template, which is filled before the text goes to GL"
        hint = "load the text as the application hands it to GL, or write what belongs there"
        return ProgramError(source, begin, message, hint, error.section, "template-hole")
    return None
