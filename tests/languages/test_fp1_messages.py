"""Load errors of !!FP1.0 programs, as a user sees them."""

from __future__ import annotations

from textwrap import dedent

import pytest

from nvrender.languages.load import load
from nvrender.source import ProgramError

# fmt: off
MESSAGES = {
    "register_beyond_the_last": (
        '!!FP1.0 MOV o[COLR],R32;END',
        """
        a.fp:1:21: R32 does not exist: !!FP1.0 has R0 to R31
          !!FP1.0 MOV o[COLR],R32;END
                              ^
          (NV_fragment_program 3.11.1.2)
        """,
    ),
    "half_register_beyond_the_last": (
        '!!FP1.0 MOV H64,R0;END',
        """
        a.fp:1:13: H64 does not exist: !!FP1.0 has H0 to H63
          !!FP1.0 MOV H64,R0;END
                      ^
          (NV_fragment_program 3.11.1.2)
        """,
    ),
    "missing_semicolon": (
        '!!FP1.0 MOV R0, R1\nMOV R2, R0;\nEND',
        """
        a.fp:2:1: expected `;` after MOV, found `MOV`
          MOV R2, R0;
          ^
          the statement lacks its `;` at line 1, column 19
          (NV_fragment_program 3.11.3)
        """,
    ),
    "vertex_instruction": (
        '!!FP1.0 ARL A0.x,R1;END',
        """
        a.fp:1:9: !!FP1.0 has no ARL
          !!FP1.0 ARL A0.x,R1;END
                  ^
          a fragment program has no address registers
          (NV_fragment_program 3.11.3)
        """,
    ),
    "instruction_of_arb_programs": (
        '!!FP1.0 DPH R0,R1,R2;END',
        """
        a.fp:1:9: !!FP1.0 has no DPH
          !!FP1.0 DPH R0,R1,R2;END
                  ^
          write DP3 and an ADD of the second vector's w
          (NV_fragment_program 3.11.3)
        """,
    ),
    "wrong_suffix": (
        '!!FP1.0 TEXH R0,R1,TEX0,2D;END',
        """
        a.fp:1:9: TEX does not take the suffix H
          !!FP1.0 TEXH R0,R1,TEX0,2D;END
                  ^
          write TEX
          (NV_fragment_program 3.11.4)
        """,
    ),
    "misspelt_instruction": (
        '!!FP1.0 MVO R0,R1;END',
        """
        a.fp:1:9: unknown instruction `MVO`
          !!FP1.0 MVO R0,R1;END
                  ^
          did you mean MOV?
          (NV_fragment_program 3.11.3)
        """,
    ),
    "wrong_case": (
        '!!FP1.0 mov R0,R1;END',
        """
        a.fp:1:9: unknown instruction `mov`
          !!FP1.0 mov R0,R1;END
                  ^
          did you mean MOV? Case matters
          (NV_fragment_program 3.11.3)
        """,
    ),
    "vertex_attribute": (
        '!!FP1.0 MOV R0,v[0];END',
        """
        a.fp:1:16: `v`: a fragment program has no vertex attributes
          !!FP1.0 MOV R0,v[0];END
                         ^
          attributes are f[WPOS], f[COL0], f[TEX0] and so on
          (NV_fragment_program 3.11.2)
        """,
    ),
    "vertex_parameter": (
        '!!FP1.0 MOV R0,c[3];END',
        """
        a.fp:1:16: `c`: there is no array c
          !!FP1.0 MOV R0,c[3];END
                         ^
          numbered local parameters are p[0] to p[63]
          (NV_fragment_program 3.11.2)
        """,
    ),
    "vertex_result": (
        '!!FP1.0 MOV o[HPOS],R0;END',
        """
        a.fp:1:15: expected a result, found `HPOS`
          !!FP1.0 MOV o[HPOS],R0;END
                        ^
          there are o[COLR], o[COLH], o[DEPR]
          (NV_fragment_program 3.11.1.3)
        """,
    ),
    "declared_name_unit": (
        '!!FP1.0 TEX R0,R1,texture[0],2D;END',
        """
        a.fp:1:19: texture image units are named otherwise
          !!FP1.0 TEX R0,R1,texture[0],2D;END
                            ^
          write TEX0 to TEX15
          (NV_fragment_program 3.11.5.38)
        """,
    ),
    "kil_with_parentheses": (
        '!!FP1.0 KIL (GT);END',
        """
        a.fp:1:13: the condition of KIL has no parentheses
          !!FP1.0 KIL (GT);END
                      ^
          write KIL GT.x;
          (NV_fragment_program 3.11.5.11)
        """,
    ),
    "kil_without_condition": (
        '!!FP1.0 KIL;END',
        """
        a.fp:1:12: KIL needs a condition
          !!FP1.0 KIL;END
                     ^
          write KIL TR; to discard every fragment
          (NV_fragment_program 3.11.5.11)
        """,
    ),
    "name_of_an_instruction": (
        '!!FP1.0 DEFINE MOV=1;END',
        """
        a.fp:1:16: MOV is a word of the language and cannot be a name
          !!FP1.0 DEFINE MOV=1;END
                         ^
          no register, texture unit, instruction or other word of the language can be a name
          (NV_fragment_program 3.11.2)
        """,
    ),
    "misspelt_name": (
        '!!FP1.0 DECLARE color;MOV R0,colour;END',
        """
        a.fp:1:30: `colour` is not defined
          !!FP1.0 DECLARE color;MOV R0,colour;END
                                       ^
          did you mean color?
          (NV_fragment_program 3.11.2)
        """,
    ),
    "name_defined_twice": (
        '!!FP1.0 DEFINE a=1;DECLARE a;END',
        """
        a.fp:1:28: `a` is defined twice
          !!FP1.0 DEFINE a=1;DECLARE a;END
                                     ^
          first defined at line 1, column 16
          (NV_fragment_program 3.11.2)
        """,
    ),
    "five_numbers": (
        '!!FP1.0 ADD R0,{1,2,3,4},-4;END',
        """
        a.fp:1:26: the constants of this instruction are 5 different numbers, 4 at most
          !!FP1.0 ADD R0,{1,2,3,4},-4;END
                                   ^
          copy one of them to a temporary register first
          (NV_fragment_program 3.11.2)
        """,
    ),
    "two_attributes": (
        '!!FP1.0 ADD R0,f[COL0],-f[TEX0];END',
        """
        a.fp:1:25: f[COL0] and f[TEX0] in one instruction: at most one distinct attribute
          !!FP1.0 ADD R0,f[COL0],-f[TEX0];END
                                  ^
          copy one of them to a temporary register first
          (NV_fragment_program 3.11.1.1)
        """,
    ),
    "two_targets": (
        '!!FP1.0 TEX R0,R1,TEX3,2D;TXP R0,R1,TEX3,CUBE;END',
        """
        a.fp:1:42: TEX3 is accessed as 2D and as CUBE
          !!FP1.0 TEX R0,R1,TEX3,2D;TXP R0,R1,TEX3,CUBE;END
                                                   ^
          use another image unit
          (NV_fragment_program 3.11.3)
        """,
    ),
    "both_colours": (
        '!!FP1.0 MOV o[COLR],R0;MOV o[COLH],R0;END',
        """
        a.fp:1:28: a program writes o[COLR] or o[COLH], not both
          !!FP1.0 MOV o[COLR],R0;MOV o[COLH],R0;END
                                     ^
          write one of them throughout
          (NV_fragment_program 3.11.1.3)
        """,
    ),
    "nothing_written": (
        '!!FP1.0 MOV R0,R1;END',
        """
        a.fp:1:22: no instruction writes a result
          !!FP1.0 MOV R0,R1;END
                               ^
          a fragment program must write o[COLR], o[COLH] or o[DEPR]
          (NV_fragment_program 3.11.1.3)
        """,
    ),
    "number_with_a_component": (
        '!!FP1.0 MOV R0,2.x;END',
        """
        a.fp:1:18: expected `;` after MOV, found `x`
          !!FP1.0 MOV R0,2.x;END
                           ^
          a number has no suffix and no components
          (NV_fragment_program 3.11.3)
        """,
    ),
    "w_of_a_reflection": (
        '!!FP1.0 RFL R0.xyzw,R1,R2;END',
        """
        a.fp:1:15: RFL writes x, y and z only
          !!FP1.0 RFL R0.xyzw,R1,R2;END
                        ^
          write .xyz after the destination (--lenient leaves w as it is)
          (NV_fragment_program 3.11.5.26)
        """,
    ),
    "packed_into_half": (
        '!!FP1.0 PK2H H0,R1;END',
        """
        a.fp:1:14: PK2H writes a 32-bit register, not H0
          !!FP1.0 PK2H H0,R1;END
                       ^
          write an R register, o[COLR] or o[DEPR]
          (NV_fragment_program 3.11.5.20)
        """,
    ),
    "unpacked_from_half": (
        '!!FP1.0 UP4B R0,-H1.x;END',
        """
        a.fp:1:18: UP4B reads a 32-bit register or a parameter, not H1
          !!FP1.0 UP4B R0,-H1.x;END
                           ^
          copy it to an R register
          (NV_fragment_program 3.11.5.43)
        """,
    ),
    "write_only_register": (
        '!!FP1.0 MOV R0,RC;END',
        """
        a.fp:1:16: RC can only be written
          !!FP1.0 MOV R0,RC;END
                         ^
          operands are R0 to R31, H0 to H63, f[…], p[n], names and constants
          (NV_fragment_program 3.11.1.2)
        """,
    ),
}
# fmt: on


@pytest.mark.parametrize("kind", MESSAGES)
def test_message(kind: str) -> None:
    text, expected = MESSAGES[kind]
    with pytest.raises(ProgramError) as caught:
        load(text, name="a.fp")
    message = "\n".join(line.rstrip() for line in str(caught.value).split("\n"))
    assert message == dedent(expected).strip("\n")
