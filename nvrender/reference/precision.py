"""What results are owed, in words."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from nvrender.program.opcodes import Opcode, Precision, PrecisionKind

_WORDS = {
    PrecisionKind.EXACT: "exact",
    PrecisionKind.ROUNDED: "each step rounded to nearest",
    PrecisionKind.ABSOLUTE: "off by less than {bound}, or one unit of the last place where that is more",
    PrecisionKind.PERIODIC: "off by less than {bound} for angles from 0 to 2π, else {bound} · |angle|",
    PrecisionKind.BINADE: "off by less than {bound} · 2^floor(log2 |result|)",
    PrecisionKind.BINADE_ABOVE: "off by less than {bound} · 2^ceil(log2 |result|)",
    PrecisionKind.LIT_POWER: "as the product of EXP and LOG, {bound} each",
    PrecisionKind.RELATIVE: "off by less than {bound} of the result",
}


def precision_of(opcode: Opcode) -> str:
    """Of the result in 32 bits, or of each component; where it is a float."""
    rows = opcode.precision
    if len(set(rows)) == 1:
        return _said(rows[:1])
    return "; ".join(f"{letter} {_said([row])}" for letter, row in zip("xyzw", rows, strict=True))


def _said(rows: Sequence[Precision]) -> str:
    row = rows[0]
    bound = f"2^{log2(row.bound):.0f}" if row.bound and log2(row.bound).is_integer() else f"{row.bound:g}"
    return _WORDS[row.kind].replace("{bound}", bound) + (
        f" ({row.section})" if row.section and row.bound else ""
    )
