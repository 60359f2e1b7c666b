"""BARs that some invocations of a work group may miss (NV_compute_program5 2.X.8, BAR).

GLSL 4.60 8.16 has no barrier but where all invocations come by. So each runs to its next BAR, or to its end,
and then all meet at one place; where they wait at different ones, or not all do, the group ends and says so.
"""

from __future__ import annotations

#: The binding point of the buffer that tells of a group that did not meet, and what it holds: whether there
#: was one, the instruction, how many waited there, and the group's numbers.
BARRIERS_BINDING = 3
MISSED_WORDS = 6
NAMES = frozenset({"Barriers", "missed", "waits", "resumes", "met_least", "met_most", "met_count"})
DECLARATIONS = (
    "shared int met_least, met_most, met_count;",
    f"layout(std430, binding = {BARRIERS_BINDING}) buffer Barriers {{\n    uint missed[{MISSED_WORDS}];\n}};",
)
#: What follows all blocks: ``waits`` is the BAR an invocation waits at, -1 at its end. The loop ends where
#: all have ended, or only some wait at a BAR.
MEETING = """\
if (!group_meets(waits)) break;
block = resumes;
waits = -1;"""
