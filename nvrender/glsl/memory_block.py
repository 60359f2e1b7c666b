"""The storage buffer that holds a program's memory: where what lies in it, and its declaration."""

from __future__ import annotations

from collections.abc import Iterable

from nvrender.program import Instruction
from nvrender.program.memory import SPACES

#: Its binding point, behind the attributes and results of a compute shader.
MEMORY_BINDING = 2
MEMORY, SHARED = "nv_memory", "nv_shared_memory"
#: Words of the header: invalid accesses counted, a lock, pages in the table, the byte where page 0 lies.
FAULTS, LOCK, PAGES, DATA = range(4)
#: Then the first byte and the size of each storage buffer, then a word for each page of GPU addresses: in
#: bits 0 to 12 how many bytes of it are there, READABLE and WRITABLE.
STORAGES_AT, STORAGE_BUFFERS = 4, 8
TABLE = STORAGES_AT + 2 * STORAGE_BUFFERS
BASE_ADDRESS, PAGE_BYTES = 0x10000, 4096
READABLE, WRITABLE = 1 << 13, 1 << 14

NOWHERE = "const uint nowhere = 0xffffffffu;  // the place of accesses that are invalid"

#: Of programs over arrays of fragments: which pixels stand for one.
FRAGMENTS_THERE = "there"
COUNTED = (
    f"uniform uvec3 {FRAGMENTS_THERE};  // quads in a row, fragments in whole quads, which of the others",
    "bool idle;  // a pixel that stands for no fragment",
)
IDLENESS = (
    "uvec2 pixel = uvec2(gl_FragCoord.xy);",
    "uint fragment = (pixel.y >> 1) * there.x + (pixel.x >> 1);",
    "fragment = 4u * fragment + 2u * (pixel.y & 1u) + (pixel.x & 1u);",
    "uint rest = fragment - there.y;",
    "idle = fragment >= there.y && (rest > 31u || (there.z >> rest & 1u) == 0u);",
)


def declarations(instructions: Iterable[Instruction], binding: int = MEMORY_BINDING) -> list[str]:
    """The block, cached as the instructions say (NV_gpu_program5 2.X.4.1), and what all functions share."""
    rows = [row for row in instructions if row.opcode.space in SPACES]
    locks = any(row.atomic is not None and row.storages[0].bits == 64 for row in rows)
    cached = "coherent volatile " if locks or any(row.volatile for row in rows) else ""
    cached = cached or ("coherent " if any(row.coherent for row in rows) else "")
    return [
        f"layout(std430, binding = {binding}) {cached}buffer Memory {{\n    uint {MEMORY}[];\n}};",
        NOWHERE,
    ]
