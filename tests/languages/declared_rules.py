"""Rules under which programs of the ARB headers, their options, NV4 and generation 5 fail to load.

Three lines a rule: the number its conformance scripts carry, the headers it concerns, the sections that
state it, a short name and limits; a body that fails; the nearest one that loads. ``‸`` stands before the
byte at which the failing program's error must be; without it the error is at the program's length. A body
that begins with the header is the whole program; OPTION statements go before the declarations of PREAMBLES.
``<<3*text>>`` is the text three times, ``\\n`` a newline. The headers are AV (ARBvp1.0), AV2 and AV3 (with
NV_vertex_program2 and 3), V4 (NVvp4.0), AF (ARBfp1.0), AF1 and AF2 (with NV_fragment_program and
NV_fragment_program2), F4 and G4 (NVfp4.0 and NVgp4.0); V5, C5, E5, G5, F5 and K5 are the six of generation
5, P5 is NVgp5.0 for patches. What the scripts of tests/spec/load/declared show of a rule and each header
that it concerns is not here again. Rules of fragment and geometry programs alone are in stage_rules.txt,
those of generation 5 in generation5_rules.txt.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

HEADERS = {
    "AV": "!!ARBvp1.0 ",
    "AV2": "!!ARBvp1.0 OPTION NV_vertex_program2; ",
    "AV3": "!!ARBvp1.0 OPTION NV_vertex_program3; ",
    "V4": "!!NVvp4.0 ",
    "AF": "!!ARBfp1.0 ",
    "AF1": "!!ARBfp1.0 OPTION NV_fragment_program; ",
    "AF2": "!!ARBfp1.0 OPTION NV_fragment_program2; ",
    "F4": "!!NVfp4.0 ",
    "G4": "!!NVgp4.0 ",
    "V5": "!!NVvp5.0 ",
    "C5": "!!NVtcp5.0 ",
    "E5": "!!NVtep5.0 ",
    "G5": "!!NVgp5.0 ",
    "P5": "!!NVgp5.0 ",
    "F5": "!!NVfp5.0 ",
    "K5": "!!NVcp5.0 ",
}
_ARB_PREAMBLE = "TEMP r, s, u; ADDRESS a; PARAM p[4] = { 1, 2, 3, 4 }; "
_FRAGMENT_PREAMBLE = _ARB_PREAMBLE.replace("ADDRESS a; ", "")
_NV4_PREAMBLE = "TEMP r, s, u; INT TEMP i, j; UINT TEMP m, n; FLOAT TEMP f, g; PARAM p[4] = { 1, 2, 3, 4 }; "
PREAMBLES = {
    "AV": _ARB_PREAMBLE,
    "AV2": _ARB_PREAMBLE,
    "AV3": _ARB_PREAMBLE,
    "AF": _FRAGMENT_PREAMBLE,
    "AF1": _FRAGMENT_PREAMBLE,
    "AF2": _FRAGMENT_PREAMBLE,
    "V4": _NV4_PREAMBLE,
    "F4": _NV4_PREAMBLE,
    "G4": f"PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3; {_NV4_PREAMBLE}",
    **dict.fromkeys(("V5", "F5"), "TEMP t; "),
    "C5": "VERTICES_OUT 3; TEMP t; ",
    "E5": "TESS_MODE TRIANGLES; TEMP t; ",
    "G5": "PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; TEMP t; ",
    "P5": "PRIMITIVE_IN PATCHES; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; TEMP t; ",
    "K5": "GROUP_SIZE 8; TEMP t; ",
}
#: Limits that the rows need: minima of ARB_vertex_program Table X.6, and less where a row is short for it.
LIMITS = {
    "parameters": 96,
    "environment_parameters": 96,
    "temporaries": 12,
    "instructions": 128,
    "vertex_texture_image_units": 1,
    "attribute_components": 8,
    "attributes": 2,
    "address_registers": 1,
}


class Rule(NamedTuple):
    """A rule; ``limits`` are those of LIMITS, or ``name=value``, that its programs are loaded with."""

    number: int
    headers: str
    sections: str
    name: str
    fails: str
    loads: str
    limits: str = ""


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


RULES = _rules("declared_rules.txt") + _rules("stage_rules.txt")
GENERATION_5 = _rules("generation5_rules.txt")


def program(header: str, body: str) -> str:
    """The whole program of a row's body."""
    if body.lstrip("‸ ").startswith("!!"):
        return body
    options = re.match(r"(OPTION [‸\w]+; )*(OPTION [‸\w]+;$)?", body)
    after = body[options.end() :] if options else body
    text = HEADERS[header] + body[: len(body) - len(after)] + " " + PREAMBLES[header] + after
    return text if "END" in after.split() or "‸END" in after.split() else f"{text} END"


def limits(rule: Rule) -> dict[str, int] | None:
    """What the row's programs are loaded with."""
    pairs = (each.partition("=") for each in rule.limits.split())
    return {name: int(value or LIMITS[name]) for name, _, value in pairs} or None
