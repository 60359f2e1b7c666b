"""Program parameter buffers: which declarations and operands load (NV_parameter_buffer_object2 2.X.3.6).

Over one binding point and over several (NV_gpu_program5 2.X.3.6, Table X.12.1).
"""

from __future__ import annotations

import pytest

from nvrender.languages.load import load
from nvrender.source import ProgramError

HEAD = "!!NVfp5.0 TEMP t; FLOAT TEMP f; "
#: What fails, with a mark where, and why.
FAILS = [
    (
        "BUFFER a = program.buffer[0..1][16]; MOV t, ‸a;",
        "`a` is bound to 2 buffers and needs the buffer's number",
    ),
    ("BUFFER a = program.buffer[0..1][16]; MOV t, a‸[2];", "buffer 2 does not exist: `a` is bound to 2"),
    ("BUFFER a = program.buffer[0..1][16]; MOV t, a[0]‸[0];", "`a` is no array and takes no index"),
    ("BUFFER a[] = { program.buffer[0..1] }; MOV t, ‸a[1];", "`a` is an array and needs a second index"),
    ("BUFFER a[] = { program.buffer[0..1] }; MOV t, ‸a[t.x];", "`a` is an array and needs a second index"),
    ("BUFFER a[] = { program.buffer[0..1] }; MOV t, a‸[2][0];", "buffer 2 does not exist: `a` is bound to 2"),
    (
        "BUFFER a[] = { program.buffer[0..1] }; MOV t, a[1]‸[16384];",
        "`a` has 16384 members, not one with index 16384",
    ),
    (
        "BUFFER4 a[] = { program.buffer[0..1] }; MOV t, a[1]‸[4096];",
        "`a` has 4096 members, not one with index 4096",
    ),
    (
        "CBUFFER a[] = { program.buffer[0..1] }; LDC.U8 t, a[1]‸[65536];",
        "`a` has 65536 members, not one with index 65536",
    ),
    (
        "CBUFFER a[] = { program.buffer[0..1][4..7] }; LDC.U8 t, a[1]‸[4];",
        "`a` has 4 members, not one with index 4",
    ),
    ("BUFFER a[] = { program.buffer[0..1] }; MOV t, a[1][0]‸[0];", "one index, or two"),
    ("BUFFER a[] = { program.buffer[0..1] }; MOV t, a[‸t.x + 2][0];", "offset 2 is outside 0 to 1"),
    ("BUFFER a[] = { program.buffer[0..1] }; MOV t, a[‸t.x - 1][0];", "offset -1 is outside 0 to 1"),
    (
        "BUFFER a[] = { program.buffer[0..1] }; MOV t, a[t.x][‸t.y + 16384];",
        "offset 16384 is outside 0 to 16383",
    ),
    ("BUFFER a[] = { program.buffer[0..1] }; MOV t, a[‸f.x][0];", "the index `f` is FLOAT"),
    ("BUFFER a[] = { program.buffer[0..1] }; MOV t, a[t‸][0];", "the index `t` needs a component, found `]`"),
    (
        "BUFFER a[] = { program.buffer[0..1][0], ‸program.buffer[0..2][1] };",
        "the members of a buffer array follow each other in one buffer",
    ),
    (
        "BUFFER a[] = { program.buffer[0..1][0], ‸program.buffer[0][1] };",
        "the members of a buffer array follow each other in one buffer",
    ),
    (
        "BUFFER a[] = { program.buffer[0..1][0], ‸program.buffer[0..1][2] };",
        "the members of a buffer array follow each other in one buffer",
    ),
    (
        "BUFFER a[] = { program.buffer[0..1][1], ‸program.buffer[0..1][0] };",
        "the members of a buffer array follow each other in one buffer",
    ),
    (
        "BUFFER a[] = { program.buffer[0..1], ‸program.buffer[0..1] };",
        "the members of a buffer array follow each other in one buffer",
    ),
    ("BUFFER ‸a[3] = { program.buffer[0..1][0..3] };", "`a` has 3 members, but 4 are bound"),
    ("BUFFER ‸a[3][4] = { program.buffer[0..1][0..3] };", "`a` has 3 buffers, but 2 are bound"),
    ("BUFFER ‸a[2][3] = { program.buffer[0..1][0..3] };", "`a` has 3 members, but 4 are bound"),
    ("BUFFER ‸a[2][4] = { program.buffer[0][0..3] };", "`a` has two array sizes, but one binding point"),
    ("BUFFER a[] = { program.buffer[0..1][3..‸2] };", "the range 3..2 descends"),
    ("BUFFER a[] = { ‸program.buffer[0..1][0..16384] };", "a buffer has at most 16384 elements"),
    (
        "BUFFER a[] = { program.buffer[‸8..8] };",
        "program.buffer[8] does not exist: !!NVfp5.0 has program.buffer[0] to [7]",
    ),
    ("BUFFER a[] = { program.buffer[0..0] }; MOV t, ‸a[0];", "`a` is an array and needs a second index"),
    ("BUFFER a = ‸program.buffer[0..1];", "BUFFER without an array binds one element"),
    ("BUFFER a = ‸program.buffer[0];", "BUFFER without an array binds one element"),
    ("BUFFER a = program.buffer[0..1][0‸..3];", "a range of elements where one is meant"),
    (
        "BUFFER4 b[] = { program.buffer[1] }; BUFFER a[] = { ‸program.buffer[0..1] };",
        "program.buffer[1] is bound to both BUFFER and BUFFER4 variables",
    ),
    ("MOV t, ‸program.buffer[0..1][0];", "program.buffer is no operand"),
    ("LDC.U32 t, ‸program.buffer[0][0];", "program.buffer is no operand"),
    ("MOV t, ‸program.buffer[0][0];", "program.buffer is no operand"),
    (
        "BUFFER a[] = { program.buffer[0..1] }; LDC.U32 t, ‸a[0][0];",
        "LDC takes a CBUFFER, `a` is a BUFFER of words",
    ),
    ("CBUFFER a[] = { program.buffer[0..1] }; MOV t, ‸a[0][0];", "`a` is a CBUFFER"),
    (
        "BUFFER a[] = { program.buffer[0..1] }; MOV ‸a[0][0], t;",
        "`a` is a parameter buffer and cannot be written",
    ),
    ("‸LONG BUFFER a[] = { program.buffer[0..1] };", "LONG is no modifier of BUFFER"),
    ("‸SHORT BUFFER a[] = { program.buffer[0..1] };", "SHORT is no modifier of BUFFER"),
    ("ALIAS q = ‸a; BUFFER a[] = { program.buffer[0..1] };", "`a` is not declared"),
    ("BUFFER a[] = { program.buffer[‸-1..1] };", "expected a number after program.buffer[, found `-`"),
    (
        "FLOAT CBUFFER a = program.buffer[0..3][32]; LDC.U32X2 t, ‸a[t.x];",
        "`a` is FLOAT, used here as unsigned integers",
    ),
    ("INT BUFFER a = program.buffer[0..3][32]; MOV t, ‸a[t.x];", "`a` is INT, used here as floating point"),
]
LOADS = [
    "BUFFER a[] = { program.buffer[0..1] }; MOV t, a[1][16383];",
    "BUFFER4 a[] = { program.buffer[0..1] }; MOV t, a[1][4095];",
    "CBUFFER a[] = { program.buffer[0..1] }; LDC.U8 t, a[1][65535];",
    "BUFFER a[] = { program.buffer[0..1] }; MOV t, a[t.x + 1][t.y + 16383];",
    "BUFFER a[2][4] = { program.buffer[0..1][0..3] };",
    "BUFFER a[][] = { program.buffer[0..1][0..3] };",
    "BUFFER a[] = { program.buffer[0..0] }; MOV t, a[0][1];",
    "CBUFFER b[] = { program.buffer[1] }; BUFFER a[] = { program.buffer[0..1] };",
    "CBUFFER b[] = { program.buffer[1..2] }; BUFFER4 a[] = { program.buffer[0..1] };",
    "BUFFER a[] = { program.buffer[0..1] }; TEX t, a[0][0], texture[0], 2D;",
    "BUFFER a[] = { program.buffer[0..1] }; ALIAS q = a; MOV t, q[1][2];",
    "CBUFFER a = program.buffer[0..3][32]; LDC.U32X2 t, a[t.x];",
    "INT BUFFER a = program.buffer[0..3][32]; MOV.S t, a[t.x];",
]


@pytest.mark.parametrize(("text", "message"), FAILS)
def test_what_fails_to_load(text: str, message: str) -> None:
    with pytest.raises(ProgramError) as caught:
        load(f"{HEAD}{text.replace('‸', '')} END")
    assert caught.value.message == message
    assert caught.value.position == len(HEAD) + text.index("‸")
    assert caught.value.section.startswith("NV_gpu_program")


@pytest.mark.parametrize("text", LOADS)
def test_what_loads(text: str) -> None:
    load(f"{HEAD}{text} END")


def test_generation_4_has_neither_bytes_nor_ranges() -> None:
    """NV_gpu_program5 2.X.2."""
    with pytest.raises(ProgramError, match="to close program"):
        load("!!NVfp4.0 BUFFER a[] = { program.buffer[0..1] }; END")
    with pytest.raises(ProgramError, match="CBUFFER is no instruction or declaration"):
        load("!!NVvp4.0 CBUFFER a[] = { program.buffer[0] }; END")
