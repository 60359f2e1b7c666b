"""Constants of 64 bits as operands: addresses, integers and doubles (NV_gpu_program5 2.X.4.1, 2.X.8)."""

from __future__ import annotations

from contextlib import nullcontext

import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.gl.inputs.global_memory import Memory
from nvrender.gpu.context.target import without

SIDES = pytest.mark.parametrize(
    "options", [{"backend": "oracle"}, {"backend": "gpu"}, {"backend": "gpu", "numerics": "fast"}], ids=str
)


@SIDES
def test_the_address_of_no_memory(options: dict[str, str]) -> None:
    """Above 2^32 there is none: loads are 0 (NV_gpu_program5 2.X.8, LOAD; docs/semantics.md)."""
    memory = Memory({"a": np.array([11], np.uint32)})
    program = (
        "!!NVcp5.0 GROUP_SIZE 1; TEMP b; LOAD.U32 b, 0x100000000; ADD.U b, b, {3}; STORE.U32 b, 65536; END"
    )
    assert nvrender.run(program, memory=memory, **options).memory["a"].tolist() == [3]


#: An address as it is written → the word of memory that it is, None for none.
ADDRESSES = {
    "65536": 0, "0x10000": 0, "65540": 1, "|65540|": 1, "{1, 65540, 0x100000000, 4}.y": 1,
    "-0xFFFFFFFFFFFF0000": 0, "-0xFFFFFFFFFFFEFFFC": 1, "-|0xFFFFFFFFFFFF0000|": 0,
    "-{0, 0, 0xFFFFFFFFFFFEFFFC, 0}.z": 1,
    "0x100000000": None, "0x100010000": None, "-65536": None, "-0x10000": None, "0xFFFFFFFFFFFFFFFC": None,
    "4295032832": None, "{1, 65536, 0x100000000, 4}.z": None, "0": None,
}  # fmt: skip


@SIDES
@pytest.mark.parametrize("address", ADDRESSES)
def test_constant_addresses(address: str, options: dict[str, str]) -> None:
    """NV_gpu_program5 2.X.8, ATOM, LOAD and STORE: addresses have 64 bits, their sign too."""
    program = f"""!!NVvp5.0
        TEMP b, c;
        LOAD.U32 b, {address};
        ATOM.ADD.U32 c.x, {{5}}, {address};
        MOV.U result.attrib[0].x, b.x;
        MOV.U result.attrib[0].y, c.x;
        LOAD.U32 b, {address};
        MOV.U result.attrib[0].z, b.x;
        STORE.U32 {{7}}, {address};
        END"""
    place, words = ADDRESSES[address], [11, 12]
    results = nvrender.run(program, memory=Memory({"a": np.array(words, np.uint32)}), count=1, **options)
    found = results["attrib[0]"].view(np.uint32)[0, :3].tolist()
    assert found == ([0, 0, 0] if place is None else [words[place], words[place], words[place] + 5])
    if place is not None:
        words[place] = 7
    assert results.memory["a"].tolist() == words


HEAD = """!!NVvp5.0
OPTION NV_shader_storage_buffer;
STORAGE given[] = { program.storage[0] };
STORAGE out[] = { program.storage[1] };
LONG TEMP a, r; TEMP t;
LDB.U64 a.x, given[0];
"""


def run(lines: list[str], given: int, backend: str) -> npt.NDArray[np.uint64]:
    """What each line leaves in r.x, where a.x is ``given``."""
    body = [f"{line} STB.U64 r.x, out[{8 * number}];" for number, line in enumerate(lines)]
    storage = {0: np.array([given], np.uint64), 1: np.zeros(len(lines), np.uint64)}
    text = "\n".join([HEAD, *body, "END"])
    found: npt.NDArray[np.uint64] = nvrender.run(text, storage=storage, count=1, backend=backend).storage[1]
    return found


WHOLE = ["0", "1", "0x100000000", "0x8000000000000000", "-4294967297", "|-0x100000001|",
         "{1, 0x123456789ABCDEF0, 2, 3}.y"]  # fmt: skip
REAL = ["0.0", "-0.0", "1.5", "|-1e300|", "1e-310", "-1e-310", "1e999", "-1e999", "-0.1",
        "0x7FF8000000000001", "{1.0, 1e-300, 2.5, -1e10}.y"]  # fmt: skip
OPCODES = {
    "S": (WHOLE, {1: "ABS MOV NOT I2F", 2: "ADD AND DIV MOD MUL MAX MIN SEQ SGE SHL SHR SUB",
                  3: "MAD CMP SAD"}),
    "F": (REAL, {1: "ABS CEIL FLR FRC MOV RCP RSQ SSG ROUND TRUNC", 2: "ADD DIV MUL MAX MIN SEQ SLT SUB",
                 3: "MAD CMP"}),
}  # fmt: skip


def lines_of(type: str) -> list[str]:
    """Every opcode with every constant as every operand; the others are a.x."""
    constants, opcodes = OPCODES[type]
    return [
        f"{name}.{type}64 r.x, {', '.join(['a.x'] * place + [constant] + ['a.x'] * (count - place - 1))};"
        for count, names in opcodes.items()
        for name in names.split()
        for place in range(count)
        for constant in constants
    ]


def differing(lines: list[str], given: int, backend: str) -> list[tuple[str, str, str]]:
    """Lines of which the oracle has other words; all NaNs are alike (docs/semantics.md)."""
    wanted, found = run(lines, given, "oracle"), run(lines, given, backend)
    nan = np.isnan(wanted.view(np.float64)) & np.isnan(found.view(np.float64))
    rows = zip(lines, wanted.tolist(), found.tolist(), nan, strict=True)
    return [
        (line, hex(one), hex(other))
        for line, one, other, either in rows
        if one != other and not (either and "F64" in line)
    ]


@pytest.mark.parametrize("words", [False, True])
@pytest.mark.parametrize(("type", "given"), [("S", 0x123456789ABCDEF0), ("F", 0xC004000000000000)])
def test_constants_of_every_opcode(type: str, given: int, words: bool) -> None:
    """The GPU's exact numerics are the oracle's, with 64-bit integers of the driver and with pairs of words.

    Drivers fold x * 0.0 to 0.0, x / 0.0 too, and CEIL of an infinity to NaN.
    """
    lines = lines_of(type)
    with without("GL_ARB_gpu_shader_int64") if words else nullcontext():
        for start in range(0, len(lines), 60):
            assert not differing(lines[start : start + 60], given, "gpu")


#: Zeros that no constant of 64 bits is.
ZEROS = ["XOR.U64 r.x, a.x, a.x;", "PK64.U r.xy, {0, 0, 0, 0};", "CVT.F64.S64 r.x, 0;", "I2F.S64 r.x, 0;",
         "SFL.F64 r.x, a.x, a.x;", "SUB.S64 r.x, a.x, a.x;", "MOV.F64 r.x, {0.0};"]  # fmt: skip


def test_zeros_that_compilers_find_out() -> None:
    """NV_gpu_program5 2.X.4.1: -2.5 * 0 is -0 and -2.5 / 0 is -INF, however the 0 came about."""
    lines = [
        f"{zero} {line}"
        for zero in ZEROS
        for line in ("MUL.F64 r.x, a.x, r.x;", "DIV.F64 r.x, a.x, r.x;", "MAD.F64 r.x, r.x, a.x, r.x;")
    ]
    lines += [f"MOV.F t.x, {{0.0}}; {name}.F64 r.x, a.x, t.x;" for name in ("MUL", "DIV")]
    assert not differing(lines, 0xC004000000000000, "gpu")
    found = run(lines, 0xC004000000000000, "gpu")[:3].tolist()
    assert found == [0x8000000000000000, 0xFFF0000000000000, 0]
