"""What load errors of the declared-name languages say: message, line, caret, hint and section."""

from __future__ import annotations

from textwrap import dedent

import pytest

from nvrender.languages.load import load
from nvrender.source import ProgramError

MESSAGES = {
    "loop index": (
        "!!ARBfp1.0 OPTION NV_fragment_program2;\nLOOP {2};\nMOV result.color, fragment.texcoord[A0.y];\nEND",
        """
        a.vp:3:40: A0 has only component x
          MOV result.color, fragment.texcoord[A0.y];
                                                 ^
          (NV_fragment_program2 3.11.3.Y)
        """,
    ),
    "array index": (
        "!!ARBfp1.0 PARAM p[2] = {1, 2};\nMOV result.color, p[i.x];\nEND",
        """
        a.vp:2:21: expected a number as array index, found `i`
          MOV result.color, p[i.x];
                              ^
          (ARB_fragment_program 3.11.4.2)
        """,
    ),
    "undeclared": (
        "!!NVvp4.0\nTEMP speed;\nMOV r, sped;\nEND",
        """
        a.vp:3:5: `r` is not declared
          MOV r, sped;
              ^
          (NV_gpu_program4 2.X.3)
        """,
    ),
    "misspelt": (
        "!!NVvp4.0\nTEMP speed;\nMOV speed, sped;\nEND",
        """
        a.vp:3:12: `sped` is not declared
          MOV speed, sped;
                     ^
          did you mean speed?
          (NV_gpu_program4 2.X.3)
        """,
    ),
    "type": (
        "!!NVvp4.0 INT TEMP i;\nADD i, i, 1;\nEND",
        """
        a.vp:2:5: `i` is INT, used here as floating point
          ADD i, i, 1;
              ^
          give the instruction .S, or .NTC to use the bits as they are
          (NV_gpu_program4 2.X.3.1)
        """,
    ),
    "option": (
        "!!ARBvp1.0 TEMP r;\nSIN r, r.x;\nEND",
        """
        a.vp:2:1: SIN is no instruction or declaration of ARBvp1.0
          SIN r, r.x;
          ^
          !!ARBvp1.0 with NV_vertex_program2 or !!NVvp4.0 has it
          (ARB_vertex_program 2.14.2)
        """,
    ),
    "stage": (
        "!!NVvp4.0 TEMP r;\nDDX r, r;\nEND",
        """
        a.vp:2:1: DDX is no instruction of a vertex program
          DDX r, r;
          ^
          (NV_gpu_program4 2.X.2)
        """,
    ),
    "block": (
        "!!NVvp4.0\nIF EQ.x;\n  REP 2;\n  ENDIF;\nENDREP;\nEND",
        """
        a.vp:4:3: ENDIF inside the REP of line 3, column 3, which is still open
            ENDIF;
            ^
          (NV_gpu_program4 2.X.5)
        """,
    ),
    "binding": (
        "!!ARBvp1.0 PARAM p = state.light[1].difuse; END",
        """
        a.vp:1:37: state.light[1] has no `difuse`
          !!ARBvp1.0 PARAM p = state.light[1].difuse; END
                                              ^
          did you mean diffuse?
          (ARB_vertex_program 2.14.3.2)
        """,
    ),
    "suffix": (
        "!!ARBvp1.0 TEMP r; MOV_SAT r, r; END",
        """
        a.vp:1:20: ARBvp1.0 has no suffix _SAT
          !!ARBvp1.0 TEMP r; MOV_SAT r, r; END
                             ^
          write MOV, or use !!ARBvp1.0 with NV_vertex_program3 or !!NVvp4.0
          (ARB_vertex_program 2.14.2)
        """,
    ),
    "aliased": (
        "!!ARBvp1.0 TEMP r; ADD r, vertex.normal, vertex.attrib[2]; END",
        """
        a.vp:1:42: vertex.attrib[2] and vertex.normal in one program
          !!ARBvp1.0 TEMP r; ADD r, vertex.normal, vertex.attrib[2]; END
                                                   ^
          setting one of them may leave the other undefined
          (ARB_vertex_program 2.14.3.1)
        """,
    ),
    "label": (
        "!!NVvp4.0\nCAL  square (EQ.x);\nEND",
        """
        a.vp:3:4: label `square` is not defined
          END
             ^
          CAL at line 2, column 1 goes there
          (NV_gpu_program4 2.X.5)
        """,
    ),
}


@pytest.mark.parametrize("kind", MESSAGES)
def test_message(kind: str) -> None:
    text, expected = MESSAGES[kind]
    with pytest.raises(ProgramError) as caught:
        load(text, name="a.vp")
    message = "\n".join(line.rstrip() for line in str(caught.value).split("\n"))
    assert message == dedent(expected).strip("\n")
