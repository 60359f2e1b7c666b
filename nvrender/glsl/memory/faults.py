"""GLSL functions that find a byte by its GPU address, and that tell of invalid accesses.

NV_gpu_program5 2.X.4.5. How they are written depends on how many buffers there are, and on who counts.
"""

from __future__ import annotations

from nvrender.glsl.memory.block import (
    BASE_ADDRESS,
    COUNTED_FAULTS,
    FAULTS,
    HEADER,
    LINEAR_ROWS,
    MEMORY,
    RESIDENT,
)

_SECTION = "NV_gpu_program5 2.X.4.5"


def fault_function(*, counted: bool) -> str:
    """What tells of an invalid access: at once, or ``counted`` by the invocation."""
    told = f"++{COUNTED_FAULTS};" if counted else f"atomicAdd({MEMORY}[{FAULTS}], 1u);"
    return f"// {_SECTION}\nvoid nv_fault() {{\n    {told}\n}}"


def resident_function(rows: int) -> str:
    """The place of a GPU address, which ``rows`` buffers, a power of two, may have with bytes to reach."""
    inside = "last - row.x < min(loads ? row.y : row.z, stores ? row.z : row.y)"
    if rows <= LINEAR_ROWS:
        found = (
            f"    bool valid = false;\n    for (int n = 0; n < {rows}; n++) {{\n"
            f"        uvec4 row = {RESIDENT}[n];\n"
            f"        valid = valid || {inside};\n    }}\n"
        )
    else:
        found = (
            f"    uint n = 0u;\n    for (uint k = {rows // 2}u; k > 0u; k >>= 1)\n"
            f"        n += address.x < {RESIDENT}[n + k].x ? 0u : k;\n"
            f"    uvec4 row = {RESIDENT}[n];\n"
            f"    bool valid = {inside};\n"
        )
    return (
        f"// {_SECTION}\nuint nv_resident(uvec2 address, uint size, bool loads, bool stores) {{\n"
        f"    uint last = address.x + (size - 1u);\n{found}"
        "    valid = valid && address.y == 0u && (address.x & (size - 1u)) == 0u;\n"
        "    if (!valid) nv_fault();\n"
        f"    return valid ? address.x - {BASE_ADDRESS - HEADER:#x}u : nowhere;\n}}"
    )
