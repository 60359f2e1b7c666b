"""Every kind of load error, as a user sees it."""

# ruff: noqa: E501 (excerpts are as wide as they are)

from __future__ import annotations

from textwrap import dedent

import pytest

from nvrender.languages.load import load
from nvrender.source import ProgramError

# fmt: off
MESSAGES = {
    "bars_outside_vp2": (
        '!!VP1.1\nMOV o[HPOS], |c[0]|;\nEND\n',
        """
        a.vp:2:14: `|c[0]|` needs !!VP2.0; this program is !!VP1.1
          MOV o[HPOS], |c[0]|;
                       ^
          (NV_vertex_program2 2.14.2.1)
        """,
    ),
    "temporary_beyond_the_last": (
        '!!VP1.0 MOV R12,v[0];END',
        """
        a.vp:1:13: R12 does not exist: !!VP1.0 has R0 to R11 (R15 in !!VP2.0)
          !!VP1.0 MOV R12,v[0];END
                      ^
          (NV_vertex_program2 2.14.1.4)
        """,
    ),
    "misspelt_opcode": (
        '!!VP2.0 MVO R1,v[0];END',
        """
        a.vp:1:9: unknown opcode `MVO`
          !!VP2.0 MVO R1,v[0];END
                  ^
          did you mean MOV?
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "wrong_case": (
        '!!VP1.0 mov o[HPOS],v[0];END',
        """
        a.vp:1:9: unknown opcode `mov`
          !!VP1.0 mov o[HPOS],v[0];END
                  ^
          did you mean MOV? Case matters
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "two_parameters": (
        '!!VP1.0 ADD R0,-c[0],-c[A0.x+1];END',
        """
        a.vp:1:23: c[0] and c[A0.x+1] in one instruction: at most one distinct program parameter
          !!VP1.0 ADD R0,-c[0],-c[A0.x+1];END
                                ^
          copy one of them to a temporary register first
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "two_attributes": (
        '!!VP1.0 ADD R0,v[0],v[NRML];END',
        """
        a.vp:1:21: v[OPOS] and v[NRML] in one instruction: at most one distinct vertex attribute
          !!VP1.0 ADD R0,v[0],v[NRML];END
                              ^
          copy one of them to a temporary register first
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "opcode_of_a_later_version": (
        '!!VP1.0 ABS R0,v[0];END',
        """
        a.vp:1:9: opcode ABS needs !!VP1.1 or !!VP2.0; this program is !!VP1.0
          !!VP1.0 ABS R0,v[0];END
                  ^
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "no_such_suffix": (
        '!!VP2.0 BRAC l;',
        """
        a.vp:1:9: BRA takes no condition code suffix C
          !!VP2.0 BRAC l;
                  ^
          write BRA
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "result_of_a_later_version": (
        '!!VP1.0 MOV o[CLP0],v[0];END',
        """
        a.vp:1:15: o[CLP0] needs !!VP2.0; this program is !!VP1.0
          !!VP1.0 MOV o[CLP0],v[0];END
                        ^
          (NV_vertex_program2 2.14.1.5)
        """,
    ),
    "misspelt_result": (
        '!!VP1.0 MOV o[HPSO],v[0];END',
        """
        a.vp:1:15: expected a result name, found `HPSO`
          !!VP1.0 MOV o[HPSO],v[0];END
                        ^
          did you mean HPOS?
          (NV_vertex_program2 2.14.1.5)
        """,
    ),
    "parameter_beyond_the_last": (
        '!!VP1.0 MOV o[HPOS],c[96];END',
        """
        a.vp:1:23: c[96] does not exist: !!VP1.0 has c[0] to c[95] (c[255] in !!VP2.0)
          !!VP1.0 MOV o[HPOS],c[96];END
                                ^
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "offset_out_of_range": (
        '!!VP2.0 MOV o[HPOS],c[A0.x+256];END',
        """
        a.vp:1:28: offset +256 is out of range: !!VP2.0 has -256 to +255
          !!VP2.0 MOV o[HPOS],c[A0.x+256];END
                                     ^
          let ARL load the rest of it (--lenient takes it)
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "address_component": (
        '!!VP1.0 MOV o[HPOS],c[A0.y];END',
        """
        a.vp:1:26: address register component y needs !!VP2.0; this program is !!VP1.0
          !!VP1.0 MOV o[HPOS],c[A0.y];END
                                   ^
          (NV_vertex_program2 2.14.1.3)
        """,
    ),
    "unary_plus": (
        '!!VP1.0 MOV o[HPOS],+v[0];END',
        """
        a.vp:1:21: unary `+` needs !!VP1.1 or !!VP2.0; this program is !!VP1.0
          !!VP1.0 MOV o[HPOS],+v[0];END
                              ^
          (NV_vertex_program1_1 2.14.A)
        """,
    ),
    "missing_component": (
        '!!VP1.0 RCP R0,v[0];END',
        """
        a.vp:1:20: a scalar operand needs a component, found `;`
          !!VP1.0 RCP R0,v[0];END
                             ^
          write a suffix .x, .y, .z or .w
          (NV_vertex_program2 2.14.2.1)
        """,
    ),
    "short_swizzle": (
        '!!VP1.0 MOV R0,v[0].xy;END',
        """
        a.vp:1:23: a swizzle has one component or four, not 2; found `;`
          !!VP1.0 MOV R0,v[0].xy;END
                                ^
          (NV_vertex_program2 2.14.2.1)
        """,
    ),
    "disordered_write_mask": (
        '!!VP1.0 MOV R0.yx,v[0];END',
        """
        a.vp:1:17: `x` after `.y`: a write mask has x y z w in this order, each once
          !!VP1.0 MOV R0.yx,v[0];END
                          ^
          (NV_vertex_program2 2.14.2.2)
        """,
    ),
    "condition_mask_outside_vp2": (
        '!!VP1.1 MOV R0(GT),v[0];END',
        """
        a.vp:1:15: a condition mask needs !!VP2.0; this program is !!VP1.1
          !!VP1.1 MOV R0(GT),v[0];END
                        ^
          (NV_vertex_program2 2.14.2.2)
        """,
    ),
    "unknown_condition": (
        '!!VP2.0 MOV R0(UN),v[0];END',
        """
        a.vp:1:16: expected a condition, found `UN`
          !!VP2.0 MOV R0(UN),v[0];END
                         ^
          conditions are EQ, NE, LT, GE, LE, GT, TR, FL
          (NV_vertex_program2 2.14.2.2)
        """,
    ),
    "too_few_operands": (
        '!!VP1.0 DP4 R0,R1;END',
        """
        a.vp:1:18: DP4 takes 2 operands, 1 given
          !!VP1.0 DP4 R0,R1;END
                           ^
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "too_many_operands": (
        '!!VP1.0 MOV R0,R1,R2;END',
        """
        a.vp:1:18: MOV takes 1 operand, not more
          !!VP1.0 MOV R0,R1,R2;END
                           ^
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "end_in_a_comment": (
        '!!VP1.0\nMOV o[HPOS], R1 # END',
        """
        a.vp:2:22: expected `;` after MOV, found the end of the program
          MOV o[HPOS], R1 # END
                               ^
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "position_never_written": (
        '!!VP1.0 MOV o[COL0],v[3];END',
        """
        a.vp:1:29: no instruction writes o[HPOS]
          !!VP1.0 MOV o[COL0],v[3];END
                                      ^
          a vertex program must write its position
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "undefined_label": (
        '!!VP2.0 BRA foo;\nMOV o[HPOS],v[0];END\n',
        """
        a.vp:3:1: label `foo` is not defined

          ^
          BRA at line 1, column 9 goes there
          (NV_vertex_program2 2.14.2.3)
        """,
    ),
    "label_twice": (
        '!!VP2.0 a:\n a:MOV o[HPOS],v[0];END',
        """
        a.vp:2:2: label `a` is defined twice
           a:MOV o[HPOS],v[0];END
           ^
          first defined at line 1, column 9
          (NV_vertex_program2 2.14.2.3)
        """,
    ),
    "position_in_a_position_invariant_program": (
        '!!VP1.1 OPTION NV_position_invariant;MOV o[HPOS],v[0];END',
        """
        a.vp:1:44: a position-invariant program may not write HPOS: the GL computes it
          !!VP1.1 OPTION NV_position_invariant;MOV o[HPOS],v[0];END
                                                     ^
          leave it, or drop the option
          (NV_vertex_program2 2.14.6.1)
        """,
    ),
    "unknown_option": (
        '!!VP1.1 OPTION ARB_precision_hint_nicest;END',
        """
        a.vp:1:16: expected an option name, found `ARB_precision_hint_nicest`
          !!VP1.1 OPTION ARB_precision_hint_nicest;END
                         ^
          !!VP1.1 has NV_position_invariant
          (NV_vertex_program2 2.14.6.1)
        """,
    ),
    "text_after_end": (
        '!!VP1.0 MOV o[HPOS],v[0];END\nx',
        """
        a.vp:2:1: `x` after END
          x
          ^
          only white space and comments may follow END (--lenient stops at END)
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "bytes_that_do_not_print": (
        '!!VP1.0 MOV\x00o[HPOS],v[0]\xa0;END',
        r"""
        a.vp:1:12: expected a destination, found byte 0x00
          !!VP1.0 MOV\x00o[HPOS],v[0]\xa0;END
                     ^
          destinations are R0 to R11 and o[…]
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "related_language": (
        '!!FCP1.0 MOV o[COLR],f[COL0];END',
        """
        a.vp:1:1: !!FCP1.0 begins a fragment combiner program (NV_fragment_program), which nvrender does not read
          !!FCP1.0 MOV o[COLR],f[COL0];END
          ^
          headers are !!VP1.0, !!VP1.1, !!VP2.0, !!VSP1.0, !!ARBvp1.0, !!FP1.0, !!FP2.0, !!ARBfp1.0, !!NVvp4.0, !!NVgp4.0, !!NVfp4.0, !!NVvp5.0, !!NVtcp5.0, !!NVtep5.0, !!NVgp5.0, !!NVfp5.0, !!NVcp5.0
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "attribute_as_destination": (
        '!!VP1.0 MOV v[0],v[0];END',
        """
        a.vp:1:13: a !!VP1.0 program cannot write vertex attributes
          !!VP1.0 MOV v[0],v[0];END
                      ^
          destinations are R0 to R11 and o[…]
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "constant": (
        '!!VP1.0 MOV o[HPOS],1.0;END',
        """
        a.vp:1:21: the language has no constants; put the value into a program parameter
          !!VP1.0 MOV o[HPOS],1.0;END
                              ^
          operands are R0 to R11, v[…] and c[…]
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "label_outside_vp2": (
        '!!VP1.0 foo:MOV o[HPOS],v[0];END',
        """
        a.vp:1:9: label `foo` needs !!VP2.0; this program is !!VP1.0
          !!VP1.0 foo:MOV o[HPOS],v[0];END
                  ^
          (NV_vertex_program2 2.14.2.3)
        """,
    ),
    "attribute_of_a_state_program": (
        '!!VSP1.0 MOV c[0],v[OPOS];END',
        """
        a.vp:1:21: !!VSP1.0 reads v[0] only, by number; found `OPOS`
          !!VSP1.0 MOV c[0],v[OPOS];END
                              ^
          (NV_vertex_program2 2.14.5)
        """,
    ),
    "state_program_without_result": (
        '!!VSP1.0 MOV R0,c[0];END',
        """
        a.vp:1:25: no instruction writes a program parameter
          !!VSP1.0 MOV R0,c[0];END
                                  ^
          a vertex state program must write at least one c[]
          (NV_vertex_program2 2.14.5)
        """,
    ),
    "too_many_instructions": (
        "!!VP1.0 " + "MOV R0,v[0];" * 129 + "END",
        """
        a.vp:1:1545: instruction 129: a !!VP1.0 program has at most 128 instructions
          …[0];MOV R0,v[0];MOV R0,v[0];MOV R0,v[0];MOV R0,v[0];MOV R0,v[0];MOV R0,v[0];MOV R0,v[0];MOV R0,v[0];MOV R0,v[0];END
                                                                                                               ^
          (NV_vertex_program 2.14.1.7)
        """,
    ),
    "long_word_in_a_long_line": (
        "!!VP2.0 MOV o[HPOS],v[0];" + "a" * 300 + " b;END",
        """
        a.vp:1:26: unknown opcode `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…`
          !!VP2.0 MOV o[HPOS],v[0];aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
                                   ^
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "condition_without_parentheses": (
        '!!VP2.0 CAL l GT;',
        """
        a.vp:1:15: expected `;` after CAL, found `GT`
          !!VP2.0 CAL l GT;
                        ^
          a condition is written in parentheses, as in (GT.x)
          (NV_vertex_program2 2.14.1.8)
        """,
    ),
    "suffix_of_an_address_operand": (
        '!!VP2.0 ARA A0,A1.x;END',
        """
        a.vp:1:18: the operand of ARA is a whole address register
          !!VP2.0 ARA A0,A1.x;END
                           ^
          (NV_vertex_program2 2.14.3.3)
        """,
    ),
    "address_register_as_destination": (
        '!!VP1.0 MOV A0.x,v[0].x;END',
        """
        a.vp:1:13: address register A0 is written only by ARL
          !!VP1.0 MOV A0.x,v[0].x;END
                      ^
          destinations are R0 to R11 and o[…]
          (NV_vertex_program2 2.14.1.3)
        """,
    ),
}
# fmt: on


@pytest.mark.parametrize("kind", MESSAGES)
def test_message(kind: str) -> None:
    text, expected = MESSAGES[kind]
    with pytest.raises(ProgramError) as caught:
        load(text, name="a.vp")
    message = "\n".join(line.rstrip() for line in str(caught.value).split("\n"))
    assert message == dedent(expected).strip("\n")
