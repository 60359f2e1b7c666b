"""BARs that some invocations of a work group may miss (NV_compute_program5 2.X.8, BAR).

GLSL 4.60 8.16 has no barrier but where all invocations come by. So each runs to its next BAR, or to its end,
and then all meet at one place; where they wait at different ones, or not all do, the group ends and says so.
"""

from __future__ import annotations

#: The binding point of the buffer that tells of a group that did not meet, and what it holds: whether there
#: was one, the instruction, how many waited there, and the group's numbers.
BARRIERS_BINDING = 3
MISSED_WORDS = 6
NAMES = frozenset({"Barriers", "missed", "waits", "resumes", "least", "most"}) | {
    f"met_{name}" for name in ("least", "most", "count")
}
DECLARATIONS = (
    "shared int met_least, met_most, met_count;",
    f"layout(std430, binding = {BARRIERS_BINDING}) buffer Barriers {{\n    uint missed[{MISSED_WORDS}];\n}};",
)
_MEET = "memoryBarrierShared();\nbarrier();"
_ALL_MEET = "memoryBarrierShared();\n    barrier();"
#: What follows all blocks: ``waits`` is the BAR an invocation waits at, -1 at its end.
MEETING = f"""\
{_MEET}
if (gl_LocalInvocationIndex == 0u) {{
    met_least = 0x7fffffff;
    met_most = -1;
    met_count = 0;
}}
{_MEET}
atomicMin(met_least, waits);
atomicMax(met_most, waits);
{_MEET}
int least = met_least, most = met_most;
if (least != most) {{
    {_ALL_MEET}
    if (gl_LocalInvocationIndex == 0u) met_least = 0x7fffffff;
    {_ALL_MEET}
    if (waits >= 0) atomicMin(met_least, waits);
    {_ALL_MEET}
    if (waits == met_least) atomicAdd(met_count, 1);
    {_ALL_MEET}
    if (gl_LocalInvocationIndex == 0u && atomicCompSwap(missed[0], 0u, 1u) == 0u) {{
        missed[1] = uint(met_least);
        missed[2] = uint(met_count);
        missed[3] = gl_WorkGroupID.x;
        missed[4] = gl_WorkGroupID.y;
        missed[5] = gl_WorkGroupID.z;
    }}
    break;  // only some invocations wait at a BAR
}}
if (most < 0) break;  // all have ended
block = resumes;
waits = -1;"""
