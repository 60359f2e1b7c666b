"""What is written of a shader is read as the same nodes, whatever it holds."""

from __future__ import annotations

import struct

import pytest

from nvrender.ir.nodes import Const
from nvrender.ir.text.literals import literal, word_of
from nvrender.ir.text.reader import read
from nvrender.ir.text.writer import expression, write
from nvrender.ir.types import BOOL, FLOAT, INT, UINT, Kind, Type
from nvrender.source import InputError, Source

TEXT = """\
shader limit 65536
input v_0: floatx4
input v_1: floatx4 [3] binding 1
temporary R_0: floatx4
output o_0: floatx4 binding 7 = (0.0, 0.0, 0.0, 1.0)
local n: int
local wide: uint64x2
local main.flag: bool

function sub {
  R_0.xy = fadd(v_0.yx, v_1[iadd(n.x, -1)].zw) when less(R_0.x, 0.0) @4:17
  return
}

function main {
  executed 3
  if holds_not(main.flag.x) @20:21 {
    loop turns 4 watched "again" @22:30 {
      R_0.xyzw = {fdot4(v_0.xyzw, R_0.xyzw).xx, select(main.flag.x, (1.0e+10, -2.5), as:float((1u, 2u)))}
      break
    } continuing {
      n.x = iadd(n.x, 1)
      call sub
    }
  } else {
    switch n.x {
      case 0 {
        wide.xy = (1uL, 18446744073709551615uL)
      }
      case -1 {
      }
    }
    switch n.x @7:9 {
      case 0 "first" {
      }
      case 1 "" {
      }
    }
    terminate
  }
  wide.x = as:uint64((3u, 4u))
  R_0.xyzw = Sample("sample", Texture(2, "2D", handle = wide.y, opaque = false), [R_0.xy, 1.0], floatx4)
  R_0.x = Interpolate("at_offset", v_0.x, place = R_0.xy)
  n.x = Convert(R_0.x, Storage(FLOAT, 32), Storage(SIGNED, 16, count = 2), DOWN, none, int) when main.flag.x
  Discard(main.flag.x) @30:40
  R_0.x = pack_half2:float({float:7fc00000, 1.0e-45})
  n.x = ((v_1[0].xy).y).x
}
"""


def test_a_text_is_read_and_written_as_it_was() -> None:
    text = TEXT.replace("n.x = ((v_1[0].xy).y).x\n", "R_0.x = ((v_1[0].xy).y).x\n")
    text = text.replace("pack_half2:float", "pack_half2")
    assert write(read(text)) == text


def test_a_type_that_operands_do_not_tell_is_written() -> None:
    text = "shader\nlocal a: float\n\nfunction main {\n  a.x = pack_half2:float((1.0, 2.0))\n}\n"
    assert write(read(text)) == text


def test_lines_of_the_program_are_comments() -> None:
    source = Source(b"!!VP1.1\nMOV o[HPOS], v[OPOS];\nEND\n")
    text = "shader\noutput o: float\n\nfunction main {\n  o.x = 1.0 @8:30\n  o.x = 2.0 @8:30\n}\n"
    shown = write(read(text), source)
    assert "  o.x = 1.0  // 2: MOV o[HPOS], v[OPOS];\n  o.x = 2.0\n" in shown
    assert write(read(shown)) == text.replace(" @8:30", "")


@pytest.mark.parametrize(
    ("type", "word"),
    [
        *((FLOAT, word) for word in (0, 1, 0x80000000, 0x3F800000, 0x3DCCCCCD, 0x7F7FFFFF, 0x7F800000)),
        *((FLOAT, word) for word in (0x7FC00001, 0xFFC00000, 0x00800000, 0x5D21DBA0, 0xC0490FDB)),
        *((INT, word) for word in (0, 5, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)),
        *((UINT, word) for word in (0, 0xFFFFFFFF)),
        *((BOOL, word) for word in (0, 1)),
        *((Type(Kind.INT, bits=64), word) for word in (7, 1 << 63, (1 << 64) - 1)),
        *((Type(Kind.UINT, bits=64), word) for word in (7, 1 << 63)),
        *(
            (Type(Kind.FLOAT, bits=64), struct.unpack("<Q", struct.pack("<d", value))[0])
            for value in (0.1, 1.0, -1e300, 5e-324, float("inf"))
        ),
    ],
)
def test_constants_are_read_as_the_words_they_are(type: Type, word: int) -> None:
    assert word_of(literal(type, word)) == (type, word)
    assert expression(Const(type, (word,))) == literal(type, word)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("R.x = 1.0", "line 4: R is not declared"),
        ("a.x = ;", "line 4: ';' begins nothing"),
        ("a = 1.0", "line 4: components of a expected"),
        ("a.x = Nothing(a = 1)", "Nothing is no node"),
        ("a.x = fadd(1.0 2.0)", "line 4: , expected, 2.0 found"),
        ("if a.x", "line 5: { expected, } found"),
        ("executed a", "a number expected, a found"),
        ("a.x = as:word(1.0)", "a type expected, word found"),
        ("a.x = Convert(a.x, FLOAT)", "( expected, ) found"),
        ("a.x = Swizzle(a.x, [0], name = 1)", "Swizzle has no name"),
        ("a.x = Swizzle(a.x, [0], value = 1.0)", "Swizzle has no value"),
        ("a.x = Convert(a.x, Storage(HALF, 16))", "HALF is no DataType"),
        ("a.x = fnone(1.0)", "fnone is no operation"),
    ],
)
def test_a_text_that_is_no_shader_is_an_error(line: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read(f"shader\nlocal a: float\nfunction main {{\n{line}\n}}\n")
    assert message in str(error.value)
