"""Condition tests on a condition code (NV_vertex_program2 2.14.1.6; NV_gpu_program4 Table X.16)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

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

#: mask rule → its condition on the flags SF, ZF, OF, CF (NV_gpu_program4 Table X.16; ``!`` binds
#: tightest, then ``^``).
FLAG_CONDITIONS: dict[str, Callable[[bool, bool, bool, bool], bool]] = {
    "EQ": lambda s, z, o, c: not s and z,
    "GE": lambda s, z, o, c: s == o,
    "GT": lambda s, z, o, c: s == o and not z,
    "LE": lambda s, z, o, c: s != (z or o),
    "LT": lambda s, z, o, c: (s and not z) != o,
    "NE": lambda s, z, o, c: s or not z,
    "FL": lambda s, z, o, c: False,
    "TR": lambda s, z, o, c: True,
    "NAN": lambda s, z, o, c: s and z,
    "LEG": lambda s, z, o, c: not s or not z,
    "CF": lambda s, z, o, c: c,
    "NCF": lambda s, z, o, c: not c,
    "OF": lambda s, z, o, c: o,
    "NOF": lambda s, z, o, c: not o,
    "SF": lambda s, z, o, c: s,
    "NSF": lambda s, z, o, c: not s,
    "AB": lambda s, z, o, c: c and not z,
    "BLE": lambda s, z, o, c: not c or z,
}

#: mask rule → whether it passes, for the flags as a number: 8 SF + 4 ZF + 2 OF + CF.
FLAG_PASSES: dict[str, tuple[bool, ...]] = {
    test: tuple(condition(*flags) for flags in product((False, True), repeat=4))
    for test, condition in FLAG_CONDITIONS.items()
}

Spellings = dict[str, tuple[str, int]]


def spellings(tests: tuple[str, ...], registers: int) -> Spellings:
    """word → (test, condition code register): with two registers, ``EQ``, ``EQ0`` and ``EQ1``."""
    words = {test: (test, 0) for test in tests}
    if registers > 1:
        words |= {f"{test}{number}": (test, number) for test in tests for number in range(registers)}
    return words
