"""``!!FP2.0``: NV_fragment_program with what NV_fragment_program2 adds.

No text describes it: what each instruction means here is inferred (docs/semantics.md).
"""

from __future__ import annotations

from dataclasses import replace

from nvrender.languages.arb import fragment_bindings
from nvrender.languages.arb.headers import arbfp1_0
from nvrender.languages.common.families import FP2
from nvrender.languages.common.opcode_rows import words_of
from nvrender.languages.fp1 import bindings
from nvrender.languages.fp1.headers import fp1_0
from nvrender.languages.fp1.sections import SECTIONS2
from nvrender.ops.conditions import PASSES
from nvrender.program import limits
from nvrender.program.opcodes import named
from nvrender.program.profile import limited

_NAME = "FP2.0"
_FIRST = named(fp1_0.ROWS)
#: Instructions of both specifications are those of NV_fragment_program; the others are those that programs
#: with OPTION NV_fragment_program2 have.
ROWS = (
    *(replace(row, family=FP2) for row in fp1_0.ROWS),
    *(replace(row, family=FP2, since=_NAME) for row in arbfp1_0.ROWS if row.name not in _FIRST),
)


def words() -> frozenset[str]:
    """The instruction names: every suffix each instruction takes."""
    return words_of(ROWS, ("_SAT", "_SSAT"))


_LANGUAGE = replace(
    fp1_0.PROFILE.language,
    sections=SECTIONS2,
    attributes=fragment_bindings.ARB_FRAGMENT_OPTION2_ATTRIBUTES,
    reserved=words() | bindings.WORDS2 | frozenset(PASSES),
    clamps=("_SAT", "_SSAT"),
    address_components="x",
    relative_offset=(0, 9),
    labels=True,
    loop_register="A0",
    counted_parameters=True,
)

PROFILE = limited(
    replace(
        fp1_0.PROFILE,
        header="!!FP2.0",
        name=_NAME,
        family=FP2,
        opcodes=named(ROWS),
        labels=True,
        execution_limit=65536,
        nesting_ends=True,
        language=_LANGUAGE,
    ),
    limits.FP2,
)
