"""Operations between variables of 32 and 64 bits, and the flags of what is written, by a model of their own.

NV_gpu_program5 2.X.4.1: operands are widened or narrowed by the instruction's type, results by the variable;
NV_gpu_program4 2.X.4.3: SF and ZF are of what is written, OF and CF of the operation.
"""

from __future__ import annotations

import math
import struct
from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.gpu.context.target import without

INTEGERS = [
    0,
    1,
    2,
    2**31 - 1,
    2**31,
    2**31 + 1,
    2**32 - 1,
    2**32,
    2**32 + 5,
    2**63 - 1,
    2**63,
    2**63 + 2**31,
    2**64 - 1,
    2**64 - 2**31,
    2**64 - 2**31 - 1,
    0x123456789ABCDEF0,
]
FLOATS = [
    0.0,
    -0.0,
    1.0,
    -1.5,
    1e30,
    -1e39,
    1e300,
    -1e300,
    math.inf,
    -math.inf,
    math.nan,
    0.1,
    2.0**-140,
    1e-30,
]
OPERANDS = {"ADD": 2, "SUB": 2, "MAD": 3, "SAD": 3, "MUL": 2, "MOV": 1}
SIGN, ZERO, OVERFLOW, CARRY = 8, 4, 2, 1


def flushed(number: Any, bits: int) -> Any:
    """A float of so many bits; denormals are zeros (docs/semantics.md)."""
    kind, least = (np.float64, 2.0**-1022) if bits == 64 else (np.float32, 2.0**-126)
    with np.errstate(all="ignore"):
        found = kind(number)
    return kind(math.copysign(0.0, found)) if 0 < abs(found) < least else found


def wrapped(number: int, bits: int, *, signed: bool) -> int:
    number %= 1 << bits
    return number - (1 << bits) if signed and number >> (bits - 1) else number


def read(word: int, type: str, bits: int, long: bool) -> Any:
    """What an operation of ``bits`` reads of a variable that holds ``word``."""
    held = 64 if long else 32
    if type == "F":
        (number,) = struct.unpack("<d" if long else "<f", struct.pack("<Q" if long else "<I", word % 2**held))
        return flushed(flushed(number, held), bits)
    return wrapped(wrapped(word, held, signed=type == "S"), bits, signed=type == "S")


def written(number: Any, type: str, bits: int, long: bool) -> tuple[int | None, int]:
    """The word of a variable, None for NaN, and SF and ZF."""
    held = 64 if long else 32
    if type == "F":
        found = flushed(number, held)
        if math.isnan(found):
            return None, SIGN  # read by the test EQ, which NaN does not pass
        word = int.from_bytes(found.tobytes(), "little")
        return word, ZERO if found == 0 else SIGN if found < 0 else 0
    word = wrapped(number, bits, signed=type == "S") % (1 << held)
    return word, (ZERO if word == 0 else 0) | (SIGN if word >> (held - 1) else 0)


def operated(name: str, type: str, bits: int, a: Any, b: Any, c: Any) -> tuple[Any, int]:
    """The result before it is written, OF and CF."""
    if type == "F":
        with np.errstate(all="ignore"):
            product = flushed(a * b, bits)
            found = {"ADD": a + b, "SUB": a - b, "MUL": product, "MAD": product + c, "MOV": a}[name]
        return flushed(found, bits), 0
    found = {"ADD": a + b, "SUB": a - b, "MUL": a * b, "MAD": a * b + c, "MOV": a, "SAD": abs(a - b) + c}[
        name
    ]
    if name in ("MUL", "MOV"):
        return found, 0
    one, two = {"ADD": (a, b), "SUB": (a, -b), "MAD": (a * b, c), "SAD": (abs(a - b), c)}[name]
    if name == "SUB":
        total = wrapped(a, bits, signed=True) - wrapped(b, bits, signed=True)
        carry = a % (1 << bits) >= b % (1 << bits)
    else:
        total = wrapped(one, bits, signed=True) + wrapped(two, bits, signed=True)
        carry = one % (1 << bits) + two % (1 << bits) >= 1 << bits
    return found, OVERFLOW * (wrapped(total, bits, signed=True) != total) + CARRY * carry


#: On the GPU with integers of 64 bits, and as pairs of words.
SIDES = [
    (type, side) for type in "SUF" for side in ("oracle", "gpu", "words") if (type, side) != ("F", "words")
]


@pytest.mark.parametrize(("type", "backend"), SIDES)
@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("source", ["LONG", "TEMP"])
@pytest.mark.parametrize("result", ["LONG", "TEMP"])
def test_widths(type: str, bits: int, source: str, result: str, backend: str) -> None:
    names = [name for name in OPERANDS if (type, name) != ("F", "SAD")]
    long, longer = source == "LONG", result == "LONG"
    given = INTEGERS
    if type == "F":
        kind = np.float64 if long else np.float32
        given = [
            int.from_bytes(np.asarray(flushed(each, 64 if long else 32), kind).tobytes(), "little")
            for each in FLOATS
        ]
    count = len(given)
    rows = [(a, b, given[(i * 5 + j * 3) % count]) for i, a in enumerate(given) for j, b in enumerate(given)]
    lines = []
    for place, name in enumerate(names):
        operands = ", ".join(f"{'l' if long else 't'}.{letter}" for letter in "xyz"[: OPERANDS[name]])
        destination = "m" if longer else "u"
        lines.append(
            f"ADD.S.CC f, 0x80000000, 0x80000000; {name}.{type}{bits}.CC {destination}.x, {operands};"
            "MOV.U f, 0; OR.U f.x (SF.x), f, 8; OR.U f.x (EQ.x), f, 4; OR.U f.x (OF.x), f, 2;"
            f"OR.U f.x (CF.x), f, 1; STB.{'U64' if longer else 'U32'} {destination}, out[i.y+{16 * place}];"
            f"STB.U32 f, out[i.y+{16 * place + 8}];\n"
        )
    text = (
        "!!NVvp5.0\nOPTION NV_shader_storage_buffer;\nSTORAGE given[] = { program.storage[0] };\n"
        "STORAGE out[] = { program.storage[1] };\nLONG TEMP l, m; TEMP t, u, i, f;\n"
        f"MUL.U i.x, vertex.id.x, 32; MUL.U i.y, vertex.id.x, {16 * len(names)};\n"
        "LDB.U64X4 l, given[i.x]; LDB.U32 t.x, given[i.x]; LDB.U32 f.x, given[i.x+8]; MOV.U t.y, f.x;"
        f"LDB.U32 f.x, given[i.x+16]; MOV.U t.z, f.x;\n{''.join(lines)}END"
    )
    words = np.zeros((len(rows), 4), np.uint64)
    words[:, :3] = np.array(rows, np.uint64)
    with without("GL_ARB_gpu_shader_int64") if backend == "words" else nullcontext():
        left = nvrender.run(
            text,
            storage={0: words, 1: np.zeros((len(rows), len(names), 2), np.uint64)},
            count=len(rows),
            backend="oracle" if backend == "oracle" else "gpu",
        ).storage[1]
    for row, seen in zip(rows, left.tolist(), strict=True):
        for name, (word, flags) in zip(names, seen, strict=True):
            a, b = (read(each, type, bits, long) for each in row[:2])
            c = read(row[2], "U" if name == "SAD" else type, bits, long)
            number, more = operated(name, type, bits, a, b, c)
            wanted, own = written(number, "U" if name == "SAD" else type, bits, longer)
            assert (wanted is None or word == wanted) and flags == own | more, (name, row)
