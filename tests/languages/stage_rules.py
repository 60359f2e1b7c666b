"""Rules under which fragment and geometry programs and those of generation 5 fail to load.

stage_rules.txt and generation5_rules.txt hold three lines a rule: number, headers, sections, name and limits
as in declared_rules.py; what fails; what loads. ``<<3*text>>`` is the text three times, ``\\n`` a newline.
The headers are AF (ARBfp1.0), AF1 and AF2 (with NV_fragment_program and NV_fragment_program2), F4 and G4
(NVfp4.0 and NVgp4.0), which rows of declared_rules.py concern too where their text suits them; V5, C5, E5,
G5, F5 and K5 are the six of generation 5, P5 is NVgp5.0 for patches.
"""

from __future__ import annotations

import re
from pathlib import Path

from declared_rules import Rule

_ROW = re.compile(
    r"^(?P<number>\d+) (?P<headers>[A-Z0-9 ]+) \| (?P<sections>[^|]+) \| (?P<name>[^|\n]+?)"
    r"(?: \| (?P<limits>.+))?\n  fails (?P<fails>.+)\n  loads (?P<loads>.+)$",
    re.MULTILINE,
)


def _body(text: str) -> str:
    text = re.sub(r"<<(\d+)\*(.*?)>>", lambda found: int(found[1]) * found[2], text)
    return text.replace("\\n", "\n")


def _rules(name: str) -> tuple[Rule, ...]:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    rows = [found.groupdict() for found in _ROW.finditer(text)]
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert len(lines) == 3 * len(rows), f"a row of {name} is not understood"
    return tuple(
        Rule(
            int(row["number"]), row["headers"], row["sections"], row["name"],
            _body(row["fails"]), _body(row["loads"]), row["limits"] or "",
        )
        for row in rows
    )  # fmt: skip


RULES = _rules("stage_rules.txt")
GENERATION_5 = _rules("generation5_rules.txt")
