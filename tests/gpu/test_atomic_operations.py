"""Every atomic operation in every space on edges of its types, against Python's own integers.

NV_gpu_program5 2.X.8, ATOM; NV_compute_program5, ATOMS; NV_shader_storage_buffer_object, ATOMB;
EXT_shader_image_load_store, ATOMIM; NV_shader_atomic_float.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import nvrender

BACKENDS = pytest.mark.parametrize("backend", ["oracle", "gpu"])
#: (what is there, x and y of the operand) → what is there then; numbers of the modifier's type.
OPERATIONS: dict[str, Callable[[int, int, int], int]] = {
    "ADD": lambda old, a, b: old + a,
    "MIN": lambda old, a, b: min(old, a),
    "MAX": lambda old, a, b: max(old, a),
    "IWRAP": lambda old, a, b: 0 if old >= a else old + 1,
    "DWRAP": lambda old, a, b: a if old == 0 or old > a else old - 1,
    "AND": lambda old, a, b: old & a,
    "OR": lambda old, a, b: old | a,
    "XOR": lambda old, a, b: old ^ a,
    "EXCH": lambda old, a, b: a,
    "CSWAP": lambda old, a, b: b if old == a else old,
}
FORMS = [f"{name}.U32" for name in OPERATIONS]
FORMS += [f"{name}.S32" for name in OPERATIONS if "WRAP" not in name]
WIDE = ["ADD.U64", "EXCH.U64", "CSWAP.U64"]
#: A few a program, for the sake of drivers' compilers.
PARTS = [FORMS[:6], FORMS[6:12], FORMS[12:]]
NARROW = [0, 1, 2, 5, 6, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF]
LARGE = [0, 1, 0xFFFFFFFF, 0x100000000, 0x1FFFFFFFF, 2**63, 2**64 - 1]
SPACES = {"ATOM": "LOAD STORE p.x", "ATOMB": "LDB STB b[p.y]", "ATOMS": "LDS STS s[8]"}


def cases(values: list[int], seed: int) -> list[tuple[int, int, int]]:
    """What is there, x and y: neighbours and equals among them."""
    random = np.random.default_rng(seed)
    rows = [(old, a, 77) for old in values for a in values]
    rows += [
        (old, old, int(b) % values[-1]) for old, b in zip(values, random.permutation(values), strict=True)
    ]
    return rows


def signed(number: int, bits: int) -> int:
    return number - (1 << bits) if number >> (bits - 1) else number


def changed(form: str, row: tuple[int, int, int]) -> int:
    operation, _, type = form.partition(".")
    bits = int(type[1:])
    old, a, b = (signed(each, bits) if type[0] == "S" else each for each in row)
    return OPERATIONS[operation](old, a, b) % (1 << bits)


HEAD = """!!NVcp5.0
OPTION NV_shader_storage_buffer;
OPTION NV_shader_atomic_float;
GROUP_SIZE 1;
SHARED_MEMORY 16;
SHARED s[] = { program.sharedmem };
STORAGE b[] = { program.storage[0] };
STORAGE given[] = { program.storage[1] };
STORAGE out[] = { program.storage[2] };
TEMP i, t, p, v; LONG TEMP w, x;
MUL.U i.x, invocation.groupid.x, 32;
MUL.U i.y, invocation.groupid.x, %d;
MUL.U p.y, invocation.groupid.x, 8;
ADD.U p.x, p.y, 65536;
"""


@BACKENDS
@pytest.mark.parametrize("opcode", SPACES)
@pytest.mark.parametrize("forms", [*PARTS, WIDE])
def test_operations_on_words(opcode: str, forms: list[str], backend: str) -> None:
    """The result is the old word in every component; what is there is the new one."""
    load, store, place = SPACES[opcode].split()
    bits = 64 if forms is WIDE else 32
    rows = cases(NARROW, 1) if bits == 32 else cases(LARGE, 2)
    modifier, found, operand = ("U32", "t", "v") if bits == 32 else ("U64", "x", "w")
    each = 48 if bits == 32 else 64
    body = [HEAD % (each * len(forms))]
    for number, form in enumerate(forms):
        start = each * number
        body.append(
            f"LDB.{modifier}X4 {operand}, given[i.x];\n{store}.{modifier} {operand}, {place};\n"
            f"{opcode}.{form} {found}, {operand}.yzyy, {place};\n"
            f"STB.{modifier}X4 {found}, out[i.y+{start}];\n"
            f"{load}.{modifier} {found}, {place};\nSTB.{modifier} {found}, out[i.y+{start + bits // 2}];\n"
        )
    dtype = np.uint32 if bits == 32 else np.uint64
    given = np.zeros((len(rows), 256 // bits), dtype)
    given[:, :3] = np.array(rows, dtype)
    results = nvrender.run(
        "".join(body) + "END",
        groups=len(rows),
        memory=nvrender.Memory({"a": np.zeros(2 * len(rows), np.uint32)}),
        storage={
            0: np.zeros(2 * len(rows), np.uint32),
            1: given,
            2: np.zeros((len(rows), len(forms), 8 * each // bits), dtype),
        },
        backend=backend,
    )
    left = results.storage[2]
    for row, seen in zip(rows, left.tolist(), strict=True):
        for form, words in zip(forms, seen, strict=True):
            old = row[0]
            assert words[:5] == [old] * 4 + [changed(form, row)], (opcode, form, row)
    assert results.faults == 0


@BACKENDS
@pytest.mark.parametrize("forms", PARTS)
def test_operations_on_texels(forms: list[str], backend: str) -> None:
    rows = cases(NARROW, 3)
    body = [HEAD % (20 * len(forms)), "MOV.U p, 0; MOV.U p.x, invocation.groupid.x;\n"]
    for number, form in enumerate(forms):
        body.append(
            f"LDB.U32X4 v, given[i.x];\nSTOREIM.U32 image[0], v, p, 1D;\n"
            f"ATOMIM.{form} t, v.yzyy, p, image[0], 1D;\nADD.U v.w, i.y, {20 * number};\n"
            "STB.U32 t.x, out[v.w];\nSTB.U32 t.y, out[v.w+4];\nSTB.U32 t.z, out[v.w+8];\n"
            "STB.U32 t.w, out[v.w+12];\nLOADIM.U32 t, p, image[0], 1D;\nSTB.U32 t, out[v.w+16];\n"
        )
    given = np.zeros((len(rows), 8), np.uint32)
    given[:, :3] = rows
    results = nvrender.run(
        "".join(body) + "END",
        groups=len(rows),
        storage={
            0: np.zeros(1, np.uint32),
            1: given,
            2: np.zeros((len(rows), len(forms), 5), np.uint32),
        },
        images={0: nvrender.Image(np.zeros(len(rows), np.uint32), "R32UI", "1D")},
        backend=backend,
    )
    for row, seen in zip(rows, results.storage[2].tolist(), strict=True):
        for form, words in zip(forms, seen, strict=True):
            assert words == [row[0]] * 4 + [changed(form, row)], (form, row)


CONTENDED = """!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 256;
SHARED_MEMORY 32768;
SHARED s[] = { program.sharedmem };
STORAGE out[] = { program.storage[0] };
LONG TEMP d, e; TEMP t, i;
MOV.U64 d, {0x1FFFFFFFF, 0, 0, 0};
ATOMS.ADD.U64 e, d, s[32760];
MOV.U t, invocation.localindex;
MOV.U64 d.x, 0; MOV.U64 d.y, t.x; ADD.U64 d.y, d.y, 1;
ATOMS.CSWAP.U64 e, d, s[0];
BAR;
SHL.U i.x, invocation.groupid.x, 5;
LDS.U64 d, s[32760]; STB.U64 d, out[i.x];
LDS.U32 t, s[0]; MIN.U t, t, 1; STB.U32 t, out[i.x+8];
LDS.U32 t, s[4]; STB.U32 t, out[i.x+12];
LDS.U32X4 t, s[16384]; STB.U32X4 t, out[i.x+16];
END"""


@BACKENDS
def test_all_of_a_group_at_one_word_of_64_bits(backend: str) -> None:
    """NV_compute_program5 2.X.8, ATOMS: carries are not lost, all shared memory is the program's own."""
    left = nvrender.run(CONTENDED, groups=2, storage={0: np.full(16, 9, np.uint32)}, backend=backend).storage[
        0
    ]
    total = 256 * 0x1FFFFFFFF
    assert left.reshape(2, 8).tolist() == [[total % 2**32, total >> 32, 1, 0, 0, 0, 0, 0]] * 2
