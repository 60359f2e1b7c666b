"""GLSL functions that reach memory (NV_gpu_program5 2.X.4.5, 2.X.8).

All memory but that of work groups lies in one storage buffer of words: a header, then the bytes of every
buffer. A place is a byte in it; ``nowhere`` is the place of accesses that are invalid, where zeros are.
"""

from __future__ import annotations

from nvrender.glsl.io.memory_block import (
    BASE_ADDRESS,
    COUNTED_FAULTS,
    FAULTS,
    HEADER,
    LINEAR_ROWS,
    LOCK,
    MEMORY,
    RESIDENT,
    SHARED,
    STORAGE_BUFFERS,
    STORAGES,
    VECTORS,
)
from nvrender.glsl.library import Function, functions, made, names
from nvrender.ops.memory_access import STORAGES as STORAGE_MODIFIERS
from nvrender.ops.memory_access import Atomic, Storage
from nvrender.ops.types import DataType

_SECTION = "NV_gpu_program5 2.X.4.5"
_UINTS = {1: "uint", 2: "uvec2", 4: "uvec4"}


#: What comes into the names of helpers of each kind of memory.
_READ = ("", "shared_", "constant_")
_WRITTEN = ("", "shared_")


def _helper(text: str, *calls: str, section: str = _SECTION) -> Function:
    return Function((section,), text.partition("(")[0].split()[1], (), (text,))


def _vector(count: int, values: list[str]) -> str:
    return values[0] if count == 1 else f"{_UINTS[count]}({', '.join(values)})"


def _invalid(space: str) -> str:
    """The place of invalid accesses."""
    return "outside" if space else "nowhere"


def load_name(storage: Storage, space: str) -> str:
    return f"nv_load_{space}{storage.name.lower()}"


def store_name(storage: Storage, space: str) -> str:
    return f"nv_store_{space}{storage.name.lower()}"


def _load(storage: Storage, space: str) -> Function:
    """Words as registers hold them; ``space`` is "", "shared_" or "constant_"."""
    name, first = load_name(storage, space), "uint bank, " if space == "constant_" else ""

    def word(place: str) -> str:
        if space == "constant_":
            return f"nv_constant(bank, {place})"
        return f"{SHARED if space else MEMORY}[{place}]"

    lines = [f"{_UINTS[storage.count]} {name}({first}uint place) {{"]
    if space:
        lines.append(f"    if (place == outside) return {_UINTS[storage.count]}(0u);")
    calls: list[str] = []
    if not space and storage.bits == 32 and storage.count == 4:
        return _helper("\n".join([*lines, f"    return {VECTORS}[place >> 4];", "}"]))
    if storage.bits == 32 and storage.count == 1:
        values = [word("place >> 2")]
    elif storage.bits == 32:
        lines.append("    uint first = place >> 2;")
        values = [word(f"first + {n}u" if n else "first") for n in range(storage.count)]
    elif storage.bits < 32:
        lines += [f"    uint first = place >> 2, shift = (place & 3u) * 8u, word = {word('first')} >> shift;"]
        values, each = [], 32 // storage.bits
        for component in range(storage.count):
            if component and component % each == 0:
                lines.append(f"    uint next = {word('first + 1u')};")
            source = "word" if component < each else "next"
            values.append(part_of(storage, source, component % each * storage.bits, calls))
    else:
        lines.append("    uint first = place >> 2;")
        pairs = [(word(f"first + {2 * n}u"), word(f"first + {2 * n + 1}u")) for n in range(storage.count)]
        values = [low for low, _ in pairs]
        if storage.type is DataType.FLOAT:
            calls.append("nv_flush")
            doubles = [f"packDouble2x32(uvec2({low}, {high}))" for low, high in pairs]
            values = [f"floatBitsToUint(nv_flush(float({double})))" for double in doubles]
    lines += [f"    return {_vector(storage.count, values)};", "}"]
    return _helper("\n".join(lines), *calls)


def part_of(storage: Storage, word: str, offset: int, calls: list[str]) -> str:
    """A component of 8 or 16 bits of a word."""
    if storage.type is DataType.SIGNED:
        return f"uint(bitfieldExtract(int({word}), {offset}, {storage.bits}))"
    part = f"bitfieldExtract({word}, {offset}, {storage.bits})"
    if storage.type is DataType.UNSIGNED:
        return part
    calls.append("nv_from_half")
    return f"floatBitsToUint(nv_from_half({part}))"


def packed_words(storage: Storage, parts: list[str], calls: list[str]) -> list[str]:
    """The words of memory that words of registers become; ``calls`` gets the helpers they call."""
    if storage.bits == 32:
        return parts
    if storage.type is DataType.FLOAT:
        calls.append("nv_half_of_float")
        parts = [f"nv_half_of_float({part}, 0)" for part in parts]
    else:
        parts = [f"({part} & {(1 << storage.bits) - 1}u)" for part in parts]
    each = 32 // storage.bits
    placed = [f"{part} << {n % each * storage.bits}" if n % each else part for n, part in enumerate(parts)]
    return [" | ".join(placed[k : k + each]) for k in range(0, len(parts), each)]


def _store(storage: Storage, space: str) -> Function:
    """What registers hold as the words of memory; 64 bits go as twice the words."""
    array = SHARED if space else MEMORY
    kind, calls = _UINTS[storage.count], list[str]()
    lines = [f"void {store_name(storage, space)}(uint place, {kind} value) {{"]
    # A branch would cost more than a place that nobody reads.
    reached = "(place == nowhere ? discarded : place)"
    if not space and storage.bits == 32 and storage.count == 4:
        lines.append(f"    {VECTORS}[{reached} >> 4] = value;")
        return _helper("\n".join([*lines, "}"]))
    if space or storage.bytes < 4:
        lines.append(f"    if (place == {_invalid(space)}) return;")
        reached = "place"
    parts = ["value"] if storage.count == 1 else [f"value.{letter}" for letter in "xyzw"[: storage.count]]
    words = packed_words(storage, parts, calls)
    if storage.bits == 32 and storage.count == 1:
        lines.append(f"    {array}[{reached} >> 2] = value;")
    elif storage.bytes < 4:
        calls.append(f"nv_put{space and '_shared'}")
        lines.append(f"    {calls[-1]}(place, {words[0]}, {(1 << 8 * storage.bytes) - 1}u);")
    else:
        lines.append(f"    uint first = {reached} >> 2;")
        places = [f"first + {n}u" if n else "first" for n in range(len(words))]
        lines += [f"    {array}[{place}] = {word};" for place, word in zip(places, words, strict=True)]
    lines.append("}")
    return _helper("\n".join(lines), *calls)


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


def _put(array: str, name: str) -> Function:
    """A byte or two of a word, whatever becomes of the others meanwhile."""
    return _helper(
        f"void {name}(uint place, uint value, uint mask) {{\n"
        "    uint word = place >> 2, shift = (place & 3u) * 8u;\n"
        f"    uint there = {array}[word];\n"
        "    bool done = false;\n"
        "    while (!done) {\n"
        "        uint wanted = (there & ~(mask << shift)) | value << shift;\n"
        f"        uint found = atomicCompSwap({array}[word], there, wanted);\n"
        "        done = found == there;\n"
        "        there = found;\n"
        "    }\n}"
    )


#: Operations that GLSL has as such for unsigned integers.
DIRECT = {
    Atomic.ADD: "atomicAdd",
    Atomic.AND: "atomicAnd",
    Atomic.OR: "atomicOr",
    Atomic.EXCLUSIVE_OR: "atomicXor",
    Atomic.EXCHANGE: "atomicExchange",
    Atomic.MINIMUM: "atomicMin",
    Atomic.MAXIMUM: "atomicMax",
    Atomic.COMPARE_AND_SWAP: "atomicCompSwap",
}
CHANGED = {
    (Atomic.MINIMUM, "S"): "uint(min(int(a), int(there)))",
    (Atomic.MAXIMUM, "S"): "uint(max(int(a), int(there)))",
    (Atomic.WRAPPING_INCREMENT, "U"): "there >= a ? 0u : there + 1u",
    (Atomic.WRAPPING_DECREMENT, "U"): "there == 0u || there > a ? a : there - 1u",
    (Atomic.ADD, "F"): "nv_float_sum(a, there)",
}


def atomic_name(atomic: Atomic, storage: Storage, space: str) -> str:
    return f"nv_{atomic.value.lower()}_{space}{storage.name.lower()}"


def _atomic(atomic: Atomic, storage: Storage, space: str) -> Function:
    """What was there before."""
    section = "NV_gpu_program5 2.X.8, ATOM"
    name, array = atomic_name(atomic, storage, space), SHARED if space else MEMORY
    word, letter = f"{array}[place >> 2]", storage.type.value
    head = f"uint {name}(uint place, uint a, uint b) {{\n    if (place == {_invalid(space)}) return 0u;\n"
    if storage.bits == 64:
        return _wide_atomic(atomic, name, array, _invalid(space))
    if (changed := CHANGED.get((atomic, letter))) is not None:
        text = (
            f"{head}    uint there = {word};\n    bool done = false;\n    while (!done) {{\n"
            f"        uint found = atomicCompSwap({word}, there, {changed});\n"
            "        done = found == there;\n        there = found;\n    }\n    return there;\n}"
        )
        return _helper(text, *(("nv_float_sum",) if letter == "F" else ()), section=section)
    given = ["a", "b"] if atomic is Atomic.COMPARE_AND_SWAP else ["a"]
    if space:
        return _helper(f"{head}    return {DIRECT[atomic]}({word}, {', '.join(given)});\n}}", section=section)
    # A branch would cost more than leaving the zero that is nowhere a zero.
    given[-1] = f"place == nowhere ? 0u : {given[-1]}"
    done = f"{DIRECT[atomic]}({word}, {', '.join(given)})"
    return _helper(f"uint {name}(uint place, uint a, uint b) {{\n    return {done};\n}}", section=section)


def _wide_atomic(atomic: Atomic, name: str, array: str, invalid: str) -> Function:
    """Of 64 bits: one invocation at a time, since no version of GLSL has them."""
    changed = {
        Atomic.ADD: "uint carry = 0u; now.x = uaddCarry(there.x, a.x, carry); now.y = there.y + a.y + carry;",
        Atomic.EXCHANGE: "now = a;",
        Atomic.COMPARE_AND_SWAP: "if (there == a) now = b;",
    }[atomic]
    return _helper(
        f"uvec2 {name}(uint place, uvec2 a, uvec2 b) {{\n"
        f"    if (place == {invalid}) return uvec2(0u);\n"
        "    uint word = place >> 2;\n"
        "    uvec2 there = uvec2(0u);\n"
        "    bool done = false;\n"
        "    while (!done) {\n"
        f"        if (atomicCompSwap({MEMORY}[{LOCK}], 0u, 1u) == 0u) {{\n"
        f"            there = uvec2({array}[word], {array}[word + 1u]);\n"
        "            uvec2 now = there;\n"
        f"            {changed}\n"
        f"            {array}[word] = now.x;\n"
        f"            {array}[word + 1u] = now.y;\n"
        "            memoryBarrier();\n"
        f"            atomicExchange({MEMORY}[{LOCK}], 0u);\n"
        "            done = true;\n"
        "        }\n"
        "    }\n"
        "    return there;\n}",
        section="NV_gpu_program5 2.X.8, ATOM",
    )


def _memory_atomics(space: str) -> dict[str, Function]:
    return {
        atomic_name(atomic, STORAGE_MODIFIERS[name], space): _atomic(atomic, STORAGE_MODIFIERS[name], space)
        for atomic in Atomic
        for name in ("U32", "S32", "F32", "U64")
        if _has(atomic, name)
    }


def _has(atomic: Atomic, name: str) -> bool:
    """NV_gpu_program5 2.X.8, ATOM, and NV_shader_atomic_float."""
    wraps = atomic in (Atomic.WRAPPING_INCREMENT, Atomic.WRAPPING_DECREMENT)
    allowed = {
        "U32": True,
        "S32": not wraps,
        "F32": atomic in (Atomic.ADD, Atomic.EXCHANGE),
        "U64": atomic in (Atomic.ADD, Atomic.EXCHANGE, Atomic.COMPARE_AND_SWAP),
    }
    return allowed[name]


HELPERS: dict[str, Function] = {
    "nv_bound": _helper(
        "uint nv_bound(uint bank, uint index, uint size) {\n"
        f"    uvec4 row = {STORAGES}[min(bank, {STORAGE_BUFFERS - 1}u)];\n"
        f"    bool valid = bank < {STORAGE_BUFFERS}u && index < (row.y & -size);\n"
        "    valid = valid && (index & (size - 1u)) == 0u;\n"
        "    if (!valid) nv_fault();\n"
        "    return valid ? row.x + index : nowhere;\n}",
        section="NV_shader_storage_buffer_object 2.X.3.Y",
    ),
    "nv_shared": _helper(
        "uint nv_shared(uint index, uint size, uint bytes) {\n"
        "    if ((index & (size - 1u)) == 0u && size <= bytes && index <= bytes - size) return index;\n"
        "    nv_fault();\n"
        "    return outside;\n}",
        section="NV_compute_program5 2.X.3.Y",
    ),
    "nv_aligned": _helper(
        "uint nv_aligned(uint index, uint size) {\n"
        "    return (index & (size - 1u)) == 0u ? index : outside;\n}",
        section="NV_gpu_program5 2.X.8, LDC",
    ),
    "nv_put": _put(MEMORY, "nv_put"),
    "nv_put_shared": _put(SHARED, "nv_put_shared"),
    "nv_float_sum": _helper(
        "uint nv_float_sum(uint a, uint b) {\n"
        "    float x = nv_flush(uintBitsToFloat(a)), y = nv_flush(uintBitsToFloat(b));\n"
        "    precise float sum = x + y;\n"
        "    // Drivers that know of a zero take the other term for the sum.\n"
        "    return x == 0.0 && y == 0.0 ? floatBitsToUint(x) & floatBitsToUint(y)\n"
        "        : floatBitsToUint(nv_flush(sum));\n}",
        "nv_flush",
        section="NV_shader_atomic_float",
    ),
    **{load_name(row, space): _load(row, space) for row in STORAGE_MODIFIERS.values() for space in _READ},
    **{
        store_name(row, space): _store(row, space)
        for row in STORAGE_MODIFIERS.values()
        for space in _WRITTEN
        if row.bits < 64
    },
    **_memory_atomics(""),
    **_memory_atomics("shared_"),
}  # fmt: skip

made |= HELPERS
functions.cache_clear()
names.cache_clear()
