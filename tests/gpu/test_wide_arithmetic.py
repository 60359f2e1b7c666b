"""Operations of 64 bits on the edges of their types, against Python's integers and numpy's doubles.

NV_gpu_program5 2.X.4.1; NV_gpu_program4 2.X.8; docs/semantics.md for what these leave undefined.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.gpu.context.target import without

MODULUS = 2**64
HEAD = """!!NVvp5.0
OPTION NV_shader_storage_buffer;
STORAGE given[] = { program.storage[0] };
STORAGE out[] = { program.storage[1] };
LONG TEMP a, b, c, r; TEMP i;
MUL.U i.x, vertex.id.x, 32; MUL.U i.y, vertex.id.x, 8;
LDB.U64 a.x, given[i.x]; LDB.U64 b.x, given[i.x+8]; LDB.U64 c.x, given[i.x+16];
"""
_Words = npt.NDArray[np.uint64]


def run(line: str, given: npt.NDArray[Any], backend: str, **options: Any) -> _Words:
    storage = {0: given, 1: np.zeros(len(given), np.uint64)}
    text = f"{HEAD}{line}\nSTB.U64 r, out[i.y];\nEND"
    found: _Words = nvrender.run(text, storage=storage, count=len(given), backend=backend, **options).storage[
        1
    ]
    return found


# --- integers

INTEGERS = [
    0,
    1,
    2,
    3,
    5,
    7,
    2**31 - 1,
    2**31,
    2**32 - 1,
    2**32,
    2**32 + 1,
    2**52 + 1,
    2**53 - 1,
    2**53 + 1,
    2**63 - 1,
    2**63,
    2**63 + 1,
    MODULUS - 5,
    MODULUS - 2,
    MODULUS - 1,
    0x123456789ABCDEF0,
    0xFEDCBA9876543210,
]


def _quotient(a: int, b: int) -> int:
    """Towards zero; of a division by 0 all ones."""
    if b == 0:
        return -1
    size = abs(a) // abs(b)
    return size if (a < 0) == (b < 0) else -size


def _remainder(a: int, b: int) -> int:
    return -1 if b == 0 else a - b * _quotient(a, b)


def _left(a: int, b: int) -> int:
    return a << b if 0 <= b < 64 else 0


def _right(a: int, b: int) -> int:
    return a >> b if 0 <= b < 64 else -(a < 0)


#: Opcode → how many operands, and what it yields of numbers of its type.
WHOLE: dict[str, tuple[int, Callable[[int, int, int], int]]] = {
    "ABS": (1, lambda a, b, c: abs(a)),
    "ADD": (2, lambda a, b, c: a + b),
    "AND": (2, lambda a, b, c: a & b),
    "CMP": (3, lambda a, b, c: b if a < 0 else c),
    "DIV": (2, lambda a, b, c: _quotient(a, b)),
    "MAD": (3, lambda a, b, c: a * b + c),
    "MAX": (2, lambda a, b, c: max(a, b)),
    "MIN": (2, lambda a, b, c: min(a, b)),
    "MOD": (2, lambda a, b, c: _remainder(a, b)),
    "MOV": (1, lambda a, b, c: a),
    "MUL": (2, lambda a, b, c: a * b),
    "NOT": (1, lambda a, b, c: ~a),
    "OR": (2, lambda a, b, c: a | b),
    "SAD": (3, lambda a, b, c: abs(a - b) + c),
    "SEQ": (2, lambda a, b, c: -(a == b)),
    "SFL": (2, lambda a, b, c: 0),
    "SGE": (2, lambda a, b, c: -(a >= b)),
    "SGT": (2, lambda a, b, c: -(a > b)),
    "SHL": (2, lambda a, b, c: _left(a, b)),
    "SHR": (2, lambda a, b, c: _right(a, b)),
    "SLE": (2, lambda a, b, c: -(a <= b)),
    "SLT": (2, lambda a, b, c: -(a < b)),
    "SNE": (2, lambda a, b, c: -(a != b)),
    "STR": (2, lambda a, b, c: -1),
    "SUB": (2, lambda a, b, c: a - b),
    "XOR": (2, lambda a, b, c: a ^ b),
}


def whole_rows() -> npt.NDArray[np.uint64]:
    rows = np.zeros((len(INTEGERS) ** 2, 4), np.uint64)
    for place, row in enumerate(rows):
        first, second = divmod(place, len(INTEGERS))
        row[:3] = INTEGERS[first], INTEGERS[second], INTEGERS[place * 7 % len(INTEGERS)]
    return rows


@pytest.mark.parametrize("backend", ["oracle", "gpu", "words"])
@pytest.mark.parametrize("type", ["S", "U"])
def test_integers(type: str, backend: str) -> None:
    """On the GPU with integers of 64 bits, and as pairs of words."""
    given = whole_rows()
    bits = without("GL_ARB_gpu_shader_int64") if backend == "words" else nullcontext()
    with bits:
        for name, (count, function) in WHOLE.items():
            operands = ", ".join(["a.x", "b.x", "c.x"][:count])
            found = run(
                f"{name}.{type}64 r.x, {operands};", given, "oracle" if backend == "oracle" else "gpu"
            )
            for row, word in zip(given.tolist(), found.tolist(), strict=True):
                numbers = [each - MODULUS * (type == "S" and each >= 2**63) for each in row]
                assert word == function(*numbers[:3]) % MODULUS, (name, row)


# --- floats

FLOATS = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    1.5,
    -1.5,
    2.5,
    -2.5,
    0.5,
    -0.5,
    0.49999999999999994,
    -0.49999999999999994,
    3.0,
    1e200,
    -1e200,
    1e-100,
    2.0**52 + 1,
    2.0**52 - 0.5,
    2.0**51 + 0.5,
    -(2.0**53) - 2,
    -(2.0**63),
    2.0**63,
    2.0**64,
    1e19,
    -1e19,
    math.inf,
    -math.inf,
    math.nan,
    0.1,
    1 / 3,
    -7.25,
    4.0,
    2.0**31,
    -(2.0**31) - 1,
    1.4999999999999998,
]
_Doubles = npt.NDArray[np.float64]
#: The pseudo-code's comparisons decide what NaN yields.
REAL: dict[str, tuple[int, Callable[[_Doubles, _Doubles, _Doubles], Any]]] = {
    "ABS": (1, lambda a, b, c: np.abs(a)),
    "ADD": (2, lambda a, b, c: a + b),
    "CEIL": (1, lambda a, b, c: np.ceil(a)),
    "CMP": (3, lambda a, b, c: np.where(a < 0, b, c)),
    "DIV": (2, lambda a, b, c: a / b),
    "FLR": (1, lambda a, b, c: np.floor(a)),
    "MAD": (3, lambda a, b, c: a * b + c),
    "MAX": (2, lambda a, b, c: np.where(a > b, a, b)),
    "MIN": (2, lambda a, b, c: np.where(a > b, b, a)),
    "MOV": (1, lambda a, b, c: a),
    "MUL": (2, lambda a, b, c: a * b),
    "RCP": (1, lambda a, b, c: 1 / a),
    "ROUND": (1, lambda a, b, c: np.rint(a)),
    "SEQ": (2, lambda a, b, c: a == b),
    "RSQ": (1, lambda a, b, c: np.where(a == 0, np.inf, 1 / np.sqrt(a))),
    "SFL": (2, lambda a, b, c: np.zeros_like(a)),
    "SGE": (2, lambda a, b, c: a >= b),
    "SGT": (2, lambda a, b, c: a > b),
    "SLE": (2, lambda a, b, c: a <= b),
    "SLT": (2, lambda a, b, c: a < b),
    "SNE": (2, lambda a, b, c: a != b),
    "SSG": (1, lambda a, b, c: np.sign(a)),
    "STR": (2, lambda a, b, c: np.ones_like(a)),
    "SUB": (2, lambda a, b, c: a - b),
    "TRUNC": (1, lambda a, b, c: np.trunc(a)),
}
#: Whose zeros have the sign of one of the operands, whichever.
ANY_ZERO = ("MIN", "MAX", "SSG")


def real_rows() -> _Doubles:
    rows = np.zeros((len(FLOATS) ** 2, 4))
    for place, row in enumerate(rows):
        first, second = divmod(place, len(FLOATS))
        row[:3] = FLOATS[first], FLOATS[second], FLOATS[place * 11 % len(FLOATS)]
    return rows


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_floats(backend: str) -> None:
    given = real_rows()
    a, b, c = (np.ascontiguousarray(column) for column in given.T[:3])
    for name, (count, function) in REAL.items():
        found = run(f"{name}.F64 r.x, {', '.join(['a.x', 'b.x', 'c.x'][:count])};", given, backend).view(
            np.float64
        )
        with np.errstate(all="ignore"):
            wanted = np.asarray(function(a, b, c), np.float64)
        wanted = np.where(np.abs(wanted) < 2.0**-1022, np.copysign(0.0, wanted), wanted)
        same = (found == wanted) & ((np.signbit(found) == np.signbit(wanted)) | (name in ANY_ZERO))
        same |= np.isnan(found) & np.isnan(wanted)
        assert same.all(), (name, given[~same][0], found[~same][0], wanted[~same][0])


@pytest.mark.parametrize("backend", ["oracle", "gpu", "fast"])
@pytest.mark.parametrize("type", ["S", "U"])
def test_floats_that_become_integers(type: str, backend: str) -> None:
    """The nearest number of the type where there is none; NaN is 0."""
    given = real_rows()[:: len(FLOATS)]
    least, most = (-(2**63), 2**63 - 1) if type == "S" else (0, 2**64 - 1)
    functions = {"CEIL": np.ceil, "FLR": np.floor, "ROUND": np.rint, "TRUNC": np.trunc}
    options = {"numerics": "fast"} if backend == "fast" else {}
    for name, function in functions.items():
        line = f"{name}.{type}64 r.x, a.x;"
        found = run(line, given, "oracle" if backend == "oracle" else "gpu", **options).tolist()
        for number, word in zip(function(given[:, 0]).tolist(), found, strict=True):
            if math.isinf(number):
                wanted = most if number > 0 else least
            else:
                wanted = 0 if math.isnan(number) else max(least, min(most, int(number)))
            assert word == wanted % MODULUS, (name, number)


FAST = """!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 1;
SHARED_MEMORY 16;
SHARED s[] = { program.sharedmem };
STORAGE b[] = { program.storage[0] };
CBUFFER k[] = { program.buffer[0] };
LONG TEMP x, y, z, w;
LDB.F64 x, b[0];
STS.F64 x, s[8];
LDS.F64 y, s[8];
LDC.F64 z.x, -k[8];
LOAD.F64 w.x, 65536;
ADD.F64 x.x, x.x, y.x;
MUL.F64 z.x, z.x, w.x;
DIV.F64 y.x, x.x, z.x;
RCP.F64 w.x, y.x;
STB.F64 x, b[8]; STB.F64 y, b[16]; STB.F64 z, b[24]; STB.F64 w, b[32];
END"""


@pytest.mark.parametrize(
    "options", [{"backend": "oracle"}, {"backend": "gpu"}, {"backend": "gpu", "numerics": "fast"}]
)
def test_doubles_from_every_memory(options: dict[str, str]) -> None:
    """In fast numerics what is loaded goes into variables that are plain doubles."""
    results = nvrender.run(
        FAST,
        storage={0: np.array([1.5, 0, 0, 0, 0])},
        parameters={"program.buffer[0]": np.array([0.0, 4.0])},
        memory=nvrender.Memory({"a": np.array([0.125])}),
        **options,
    )
    assert results.storage[0].tolist() == [1.5, 3.0, -6.0, -0.5, -1 / 6]


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_integers_without_doubles(backend: str) -> None:
    """NV_gpu_program5 2.X.3.1: LONG has 64 bits where NV_gpu_program_fp64 is not, too (docs/semantics.md)."""
    text = (
        "!!NVvp5.0 LONG TEMP l; TEMP t; MOV.U64 l, 0xFFFFFFFF; ADD.U64 l, l, l; UP64.U result.attrib[0], l;"
        "PK64.U l, {1, 2, 3, 4}; SHL.S64 l, l, 33; UP64.U result.attrib[1], l; END"
    )
    found = nvrender.run(nvrender.load(text, limits={"double_floats": False}), count=1, backend=backend)
    assert found["attrib[0]"].view(np.uint32)[0].tolist() == [0xFFFFFFFE, 1, 0xFFFFFFFE, 1]
    assert found["attrib[1]"].view(np.uint32)[0].tolist() == [0, 2, 0, 6]
