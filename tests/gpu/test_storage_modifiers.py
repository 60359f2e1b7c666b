"""Every storage modifier in every space at every byte, against a table of sizes (NV_gpu_program5 2.X.4.5).

The expected words come from Python's own bytes and halves; nothing of the package computes them.
"""

from __future__ import annotations

import struct

import numpy as np
import pytest

import nvrender

BACKENDS = pytest.mark.parametrize("backend", ["oracle", "gpu"])
#: Modifier → bytes of a component, components, what a component is. An access is aligned to all its bytes.
SIZES = {
    f"{kind}{bits}{'' if count == 1 else f'X{count}'}": (bits // 8, count, kind)
    for bits, counts, kinds in (
        (8, (1, 2, 4), "SU"), (16, (1, 2, 4), "FSU"), (32, (1, 2, 4), "FSU"), (64, (1, 2, 4), "FSU")
    )
    for count in counts
    for kind in kinds
}  # fmt: skip
LENGTH = 88
PLACES = 96
WIDTHS = pytest.mark.parametrize("width", [8, 16, 32, 64])
#: No two bytes of it are a half that is NaN or infinite.
CONTENT = bytes(
    byte ^ 0x40 if byte & 0x7C == 0x7C else byte for byte in ((37 * n + 11) % 256 for n in range(LENGTH))
)
HEAD = (
    "!!NVcp5.0\nOPTION NV_gpu_program5_mem_extended;\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 1;\n"
    "SHARED_MEMORY {shared};\nSHARED s[] = {{ program.sharedmem }};\n"
    "STORAGE b[] = {{ program.storage[0] }};\nSTORAGE out[] = {{ program.storage[1] }};\n"
    "CBUFFER c[] = {{ program.buffer[0] }};\nTEMP t, i, o, k; LONG TEMP l;\n"
    "MOV.U i, invocation.groupid.x;\n"
)
SPACES = {"global": ("LOAD", "STORE", "i.y"), "storage": ("LDB", "STB", "b[i.x]"),
          "shared": ("LDS", "STS", "s[i.x]"), "parameter": ("LDC", "", "c[i.x]")}  # fmt: skip


def loaded(modifier: str, place: int, *, by_component: bool) -> bytes | None:
    """The 16 or 32 bytes that a variable of 32 or 64 bits then holds; None where the access is invalid."""
    size, count, kind = SIZES[modifier]
    whole = size * count
    if place % whole or (not by_component and place + whole > LENGTH):
        return None
    words = b""
    for number in range(count):
        raw = CONTENT[place + number * size : place + (number + 1) * size]
        raw = raw if len(raw) == size else bytes(size)
        if modifier.startswith("F16"):
            (half,) = struct.unpack("<e", raw)
            raw = struct.pack("<f", half)
        elif size < 4:
            raw = int.from_bytes(raw, "little", signed=kind == "S").to_bytes(4, "little", signed=kind == "S")
        words += raw
    return words.ljust(32 if size == 8 else 16, b"\0")


#: Puts CONTENT, which the storage buffer holds, into shared memory.
FILLS = (
    f"MOV.U o.x, 0;\nREP.S {{{LENGTH // 8}}};\nLDB.U32X2 t, b[o.x];\nSTS.U32X2 t, s[o.x];\n"
    "ADD.U o.x, o.x, 8;\nENDREP;\n"
)


def names_of(width: int) -> list[str]:
    return [name for name, (size, _, _) in SIZES.items() if size == width // 8]


@BACKENDS
@WIDTHS
@pytest.mark.parametrize("space", SPACES)
def test_loads_at_every_byte(space: str, width: int, backend: str) -> None:
    opcode, _, place = SPACES[space]
    names = names_of(width)
    body = [
        HEAD.format(shared=LENGTH),
        "ADD.U i.y, i.x, 65536;\n",
        FILLS if space == "shared" else "",
    ]
    body.append(f"MUL.U o.x, i.x, {32 * len(names)};\n")
    for number, modifier in enumerate(names):
        variable, stored = ("l", "U64X4") if width == 64 else ("t", "U32X4")
        body.append(
            f"{opcode}.{modifier} {variable}, {place};\nSTB.{stored} {variable}, out[o.x+{32 * number}];\n"
        )
    content = np.frombuffer(CONTENT, np.uint8)
    results = nvrender.run(
        "".join(body) + "END",
        groups=PLACES,
        memory=nvrender.Memory({"a": content}),
        storage={0: content, 1: np.full(32 * len(names) * PLACES, 0xEE, np.uint8)},
        parameters={"program.buffer[0]": content},
        backend=backend,
    )
    left = results.storage[1].tobytes()
    faults = 0
    for at in range(PLACES):
        for number, modifier in enumerate(names):
            wanted = loaded(modifier, at, by_component=space == "parameter")
            faults += wanted is None and space != "parameter"
            length = 32 if width == 64 else 16
            start = 32 * (at * len(names) + number)
            found = left[start : start + length]
            assert found == (wanted or bytes(length)), (modifier, at)
    assert results.faults == faults


#: What is stored, of each kind of component.
STORED = {"S": (-2, 300, 70000, -(2**31) + 5), "F": (1.5, -2.0, 1 / 3, 65504.0)}
BLOCK = 64


def stored(modifier: str) -> bytes:
    size, count, kind = SIZES[modifier]
    if kind == "F":
        values = np.array(STORED["F"], np.float32).tolist()
        return struct.pack(f"<{count}{ {2: 'e', 4: 'f', 8: 'd'}[size] }", *values[:count])
    low = (value % 2 ** (8 * size) for value in STORED["S"][:count])
    return b"".join(value.to_bytes(size, "little") for value in low)


@BACKENDS
@WIDTHS
@pytest.mark.parametrize("space", ["global", "storage", "shared"])
def test_stores_at_every_byte(space: str, width: int, backend: str) -> None:
    """A store changes its own bytes alone; integers are cut, halves are rounded to nearest even."""
    opcode, place = SPACES[space][1:]
    groups, names = 32, names_of(width)
    body = [HEAD.format(shared=BLOCK)]
    body.append("LONG TEMP m; MOV.S t, {-2, 300, 70000, -2147483643}; MOV.S64 l, t;\n")
    body.append(f"TEMP f; MOV f, {{1.5, -2.0, {1 / 3}, 65504}}; MOV.F64 m, f;\n")
    for number, modifier in enumerate(names):
        wide, kind = width == 64, SIZES[modifier][2]
        variable = ("m" if wide else "f") if kind == "F" else ("l" if wide else "t")
        body.append(f"MAD.U k.x, i.x, {BLOCK * len(names)}, {BLOCK * number};\nADD.U k.x, k.x, i.x;\n")
        body.append("ADD.U k.y, k.x, 65536;\n")
        if space == "shared":
            body.append(
                f"{opcode}.{modifier} {variable}, s[i.x];\nSUB.U k.x, k.x, i.x;\nMOV.U k.w, 0;\n"
                f"REP.S {{{BLOCK // 16}}};\nLDS.U32X4 o, s[k.w];\nSTB.U32X4 o, b[k.x];\n"
                "MOV.U o, 0xEEEEEEEE;\nSTS.U32X4 o, s[k.w];\nADD.U k.xw, k, 16;\nENDREP;\n"
            )
        else:
            body.append(f"{opcode}.{modifier} {variable}, {place.replace('i', 'k')};\n")
    blank = np.full(BLOCK * len(names) * groups, 0xEE, np.uint8)
    results = nvrender.run(
        "".join(body) + "END",
        groups=groups,
        memory=nvrender.Memory({"a": blank}),
        storage={0: blank},
        backend=backend,
    )
    left = (results.memory["a"] if space == "global" else results.storage[0]).tobytes()
    faults = 0
    for at in range(groups):
        for number, modifier in enumerate(names):
            wanted = stored(modifier)
            before = b"\0" if space == "shared" and number == 0 else b"\xee"
            block = before * BLOCK
            if at % len(wanted):
                faults += 1
            else:
                block = before * at + wanted + before * (BLOCK - at - len(wanted))
            start = BLOCK * (at * len(names) + number)
            assert left[start : start + BLOCK] == block, (modifier, at)
    assert results.faults == faults


@BACKENDS
@pytest.mark.parametrize("numerics", ["exact", "fast"])
def test_constants_end_where_the_largest_buffer_does(backend: str, numerics: str) -> None:
    """NV_gpu_program5 2.X.8, LDC: 65536 bytes, of which every component is there by itself; the rest is 0."""
    places = [0, 16380, 16384, 65520, 65532, 65536, 65552, 2**31 - 4]
    whole = np.arange(1, 20001, dtype=np.uint32)
    results = nvrender.run(
        "!!NVvp5.0\nCBUFFER c[] = { program.buffer[0] };\nCBUFFER d = program.buffer[0][65532];\nTEMP i;\n"
        "MOV.U i, vertex.attrib[0];\nLDC.U32 result.attrib[0], c[i.x];\nLDC.U32 result.attrib[1], d;\n"
        "LDC.U32X2 result.attrib[2], c[i.y];\nEND",
        {0: np.array([(place, place & ~7) for place in places], np.uint32)},
        parameters={"program.buffer[0]": whole},
        backend=backend,
        numerics=numerics,
    )
    one, last, two = (results[f"attrib[{number}]"].view(np.uint32) for number in range(3))
    assert one[:, 0].tolist() == [1, 4096, 4097, 16381, 16384, 0, 0, 0]
    assert (
        two[:, :2].tolist()
        == [[1, 2], [4095, 4096], [4097, 4098], [16381, 16382], [16383, 16384]] + [[0, 0]] * 3
    )
    assert (last[:, 0] == 16384).all()
