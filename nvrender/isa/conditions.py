"""Condition tests on a condition code (NV_vertex_program2 2.14.1.6, Table X.6 rules)."""

from __future__ import annotations

#: test name → the codes (LT, EQ, GT, UN) it passes for; a code is LT, EQ, GT or UN as set from the
#: sign of the written value (NV_vertex_program2 2.14.2.2).
PASSES: dict[str, tuple[bool, bool, bool, bool]] = {
    "EQ": (False, True, False, False),
    "NE": (True, False, True, True),
    "LT": (True, False, False, False),
    "GE": (False, True, True, False),
    "LE": (True, True, False, False),
    "GT": (False, False, True, False),
    "TR": (True, True, True, True),
    "FL": (False, False, False, False),
}
