"""The blocks that hold a program's memory: where what lies in them, and their declarations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from nvrender.glsl.io.blocks import MEMORY_LAYOUT, MEMORY_LAYOUT_BLOCK
from nvrender.ir.analysis.places import Access, accesses
from nvrender.ir.nodes import Atomic, Store
from nvrender.lower.program import lowered
from nvrender.ops.memory_access import Space
from nvrender.program import Program
from nvrender.program.memory import SPACES

#: Its binding point, behind the attributes and results of a compute shader.
MEMORY_BINDING = 2
MEMORY, SHARED = "nv_memory", "nv_shared_memory"
#: The same words, four at once.
VECTORS = "nv_vectors"
#: Words of its header: zeros, which invalid accesses find, of 32 bytes at most; how many were; a lock;
#: what invalid stores write, of 16 bytes at most, which nobody reads.
ZEROS, FAULTS, LOCK, DISCARDED = 8, 8, 9, 12
#: Bytes of the header.
HEADER = 64
#: Rows of the block of its layout. Of each storage buffer: its first byte in the memory, and how many there
#: are. Of each buffer with a GPU address, in their order: the address, how many bytes may be loaded and how
#: many stored; behind the header the memory has them as their addresses are from BASE_ADDRESS on.
STORAGES, RESIDENT = "nv_storage_buffers", "nv_resident_buffers"
STORAGE_BUFFERS = 8
BASE_ADDRESS, PAGE_BYTES = 0x10000, 4096
#: As many rows are looked at one by one; among more the shader halves the distance.
LINEAR_ROWS = 16

#: Invalid accesses of an invocation so far.
COUNTED_FAULTS = "nv_faults"
NOWHERE = "const uint nowhere = 0u;  // the place of accesses that are invalid: zeros lie there"
DISCARDING = f"const uint discarded = {4 * DISCARDED}u;  // where invalid stores write: nobody reads it"
#: Spaces whose invalid accesses have no zeros to find.
_OUTSIDE_SPACES = (Space.SHARED, Space.CONSTANT)
_BUFFERS = (Space.GLOBAL, Space.STORAGE)
OUTSIDE = "const uint outside = 0xffffffffu;  // the place of invalid accesses to what is no buffer"

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


def rows_of(buffers: int) -> int:
    """How many rows a shader has for so many resident buffers: a power of two."""
    return 1 << max(buffers - 1, 0).bit_length()


class Memory(NamedTuple):
    """The declarations of storage buffers, of uniform blocks, and of what else accesses need."""

    buffers: tuple[str, ...] = ()
    layouts: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        return [*[""] * bool(self.buffers), *self.buffers, *self.layouts, *self.others]


def declarations(
    program: Program, linked: Iterable[Program], resident: int, *, counts_faults: bool
) -> Memory:
    """The blocks, cached as the instructions say (NV_gpu_program5 2.X.4.1), and what all functions share.

    Stages that are linked declare blocks alike (GLSL 4.30, 4.3.9), as the instructions of all ``linked`` say.

    There are rows for ``resident`` buffers. With ``counts_faults`` an invocation counts its own.
    """
    nodes = [node for node, _ in accesses(lowered(program))]
    outside = (OUTSIDE,) * any(node.memory.space in _OUTSIDE_SPACES for node in nodes)
    rows = [node for node in nodes if node.memory.space in SPACES]
    if not rows:
        return Memory(others=outside)
    cached = _cached(node for other in linked for node, _ in accesses(lowered(other)))
    block = f"layout(std430, binding = {MEMORY_BINDING}) {cached}buffer"
    vectors = f"{block} MemoryVectors {{\n    uvec4 {VECTORS}[];  // the same, four words at once\n}};"
    layout = (
        f"layout(std140, binding = {MEMORY_LAYOUT}) uniform {MEMORY_LAYOUT_BLOCK} {{\n"
        f"    uvec4 {STORAGES}[{STORAGE_BUFFERS}];  // first byte in Memory, size\n"
        f"    uvec4 {RESIDENT}[{resident}];  // GPU address, bytes to load, bytes to store\n"
        "};"
    )
    located = any(row.memory.space is not Space.SHARED for row in rows)
    return Memory(
        (f"{block} Memory {{\n    uint {MEMORY}[];\n}};", *(vectors,) * any(map(_moves_vectors, rows))),
        (layout,) * located,
        (
            *(NOWHERE,) * any(map(_finds_zeros, rows)),
            *(DISCARDING,) * any(map(_discards, rows)),
            *(f"uint {COUNTED_FAULTS} = 0u;  // accesses that were invalid",) * counts_faults,
            *outside,
        ),
    )


def _cached(nodes: Iterable[Access]) -> str:
    """How the blocks are cached."""
    rows = [node for node in nodes if node.memory.space in SPACES]
    locks = any(isinstance(row, Atomic) and row.storage.bits == 64 for row in rows)
    if locks or any(row.memory.volatile for row in rows):
        return "coherent volatile "
    return "coherent " if any(row.memory.coherent for row in rows) else ""


def _moves_vectors(node: Access) -> bool:
    """True for what loads or stores 16 bytes at once, or twice as many."""
    moves = node.memory.space in _BUFFERS and not isinstance(node, Atomic)
    return moves and node.storage is not None and node.storage.bytes >= 16


def _finds_zeros(node: Access) -> bool:
    """True for loads and atomic operations of buffers."""
    return node.memory.space is not Space.SHARED and not isinstance(node, Store)


def _discards(node: Access) -> bool:
    """True for stores to buffers."""
    return node.memory.space in _BUFFERS and isinstance(node, Store)
