"""What comments of programs say of their parameters: ``# c[16]  direction to the light``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from nvrender.program import Program

_REMARK = re.compile(
    r"\s*(c|program\.(?:local|env))\[(\d+)\](?:\s*-\s*(?:\1\[)?(\d+)\])?(?:\.[xyzwrgba]+)?"
    r"(?:\s{2,}|\s*[:=]\s*)(\S.*)"
)
_COLOR = re.compile(r"\b(?:rgba?|colou?rs?|tint)\b", re.IGNORECASE)
_NUMBERED = re.compile(r"(.*?\[)?(\d+)(\])?")
#: Rows that one comment may be about.
_MOST = 512


def remarks_of(programs: Iterable[Program]) -> dict[str, str]:
    """Parameter as scenes call it → what programs say of it, where those that say something agree."""
    found: dict[str, set[str]] = {}
    for program in programs:
        for comment in program.comments:
            match = _REMARK.fullmatch(comment.text.rstrip())
            if match is None:
                continue
            register, first, last, said = match.groups()
            rows = range(int(first), int(last or first) + 1)[:_MOST]
            for row in rows:
                found.setdefault(str(row) if register == "c" else f"{register}[{row}]", set()).add(said)
    return {name: said.pop() for name, said in found.items() if len(said) == 1}


def row_of(key: str, row: int) -> str:
    """The parameter so many vectors behind ``key``, where both have numbers."""
    match = _NUMBERED.fullmatch(key)
    if match is None or not row:
        return key
    before, number, after = match.groups("")
    return f"{before}{int(number) + row}{after}"


def is_color(remark: str, values: Iterable[float]) -> bool:
    """Whether a vector is a colour: what is said of it does, or nothing is and it may be one."""
    numbers = tuple(values)
    if len(numbers) not in (3, 4) or min(numbers) < 0.0:
        return False
    if remark:
        return _COLOR.search(remark) is not None
    return max(numbers) <= 1.0
