"""Which instructions threads surely execute together (NV_gpu_program5 and NV_compute_program5 2.X.8)."""

from __future__ import annotations

import pytest

from nvrender.languages.load import load
from nvrender.program.uniform_control_flow import uniform_control_flow


def apart(text: str) -> list[str]:
    """The results whose writers may be executed by some threads alone, in order of the text."""
    program = load(text)
    together = uniform_control_flow(program)
    rows = enumerate(program.instructions)
    return [
        program.profile.results[row.destination.register.index].removeprefix("color")
        for index, row in rows
        if row.destination is not None
        and row.destination.register.file.value == "result"
        and index not in together
    ]


def fragment(body: str) -> str:
    """``out`` and ``more`` are results."""
    head = "OPTION ARB_draw_buffers; TEMP r, s; INT TEMP i; OUTPUT out = result.color[0];"
    return f"!!NVfp5.0 {head} OUTPUT more = result.color[1]; {body} END"


A = "MOV.CC0 r, fragment.attrib[0];"
U = "MOV.CC1 s, program.local[0];"


@pytest.mark.parametrize(
    ("body", "alone"),
    [
        # Straight code, whatever its data; conditions of writes do not part threads.
        (f"{A} MOV out (GT0.x), r; KIL -r; MOV more, r;", []),
        (f"{A} IF GT0.x; MOV out, r; ELSE; MOV more, r; ENDIF; MOV result.color[2], r;",
         ["[0]", "[1]"]),
        (f"{U} IF GT1.x; MOV out, s; ENDIF;", []),
        ("MOV.CC0 r, {1, 2, 3, 4}; IF GT0.x; MOV out, r; ENDIF;", []),
        ("IF TR; MOV out, fragment.attrib[0]; ENDIF;", []),
        # Components by themselves.
        (f"{U} MOV.CC1 s.y, fragment.attrib[0]; IF GT1.x; MOV out, s; ENDIF;", []),
        (f"{U} MOV.CC1 s.y, fragment.attrib[0]; IF GT1.y; MOV out, s; ENDIF;", ["[0]"]),
        # What is written where threads are apart differs afterwards, whatever it is.
        (f"{A} MOV s, 0; IF GT0.x; MOV s, 1; ENDIF; MOV.CC1 s, s; IF GT1.x; MOV out, s; ENDIF;",
         ["[0]"]),
        (f"{A} MOV s, 0; MOV s (GT0.x), 1; MOV.CC1 s, s; IF GT1.x; MOV out, s; ENDIF;", ["[0]"]),
        # Later writes come round in loops.
        ("REP 3; IF GT0.x; MOV out, 1; ENDIF; MOV.CC0 r, fragment.attrib[0]; ENDREP;", ["[0]"]),
        ("REP 3; MOV out, 1; ENDREP; MOV more, 1;", []),
        ("REP program.local[0].x; MOV out, 1; ENDREP;", []),
        ("REP fragment.attrib[0].x; MOV out, 1; ENDREP; MOV more, 1;", ["[0]"]),
        (f"{A} REP 3; MOV out, 1; BRK (GT0.x); MOV more, 1; ENDREP; MOV result.color[2], 1;",
         ["[0]", "[1]"]),
        (f"{A} REP 3; MOV out, 1; IF GT0.x; CONT; ENDIF; ENDREP;", ["[0]"]),
        (f"{U} REP 3; MOV out, 1; BRK (GT1.x); ENDREP;", []),
        (f"{A} REP 2; REP 3; BRK (GT0.x); ENDREP; MOV out, 1; ENDREP;", []),
        # Ends of the program, subroutines and what they call.
        (f"{A} MOV out, 1; RET (GT0.x); MOV more, 1;", ["[1]"]),
        (f"{A} REP 2; MOV out, 1; RET (GT0.x); ENDREP;", ["[0]"]),
        (f"main: {A} CAL one; MOV more, 1; RET; one: MOV out, 1; RET;", []),
        (f"main: {A} CAL one (GT0.x); RET; one: CAL two; RET; two: MOV out, 1; RET;", ["[0]"]),
        (f"main: {A} IF GT0.x; CAL one; ENDIF; CAL one; RET; one: MOV out, 1; RET;", ["[0]"]),
        (f"main: {A} CAL one; MOV more, 1; RET; one: RET (GT0.x); MOV out, 1; RET;", ["[0]"]),
        # Votes of a quad are the same in all of it.
        ("TGANY.CC0 r, fragment.attrib[0]; IF GT0.x; MOV out, 1; ENDIF;", []),
        # Indices of arrays.
        ("PARAM p[] = { program.local[0..3] }; MOV.S i, fragment.attrib[0]; MOV.CC0 r, p[i.x];"
         "IF GT0.x; MOV out, 1; ENDIF;", ["[0]"]),
        ("PARAM p[] = { program.local[0..3] }; MOV.S i, 2; MOV.CC0 r, p[i.x];"
         "IF GT0.x; MOV out, 1; ENDIF;", []),
        ("BUFFER b = program.buffer[0..1][2]; MOV.S i, fragment.attrib[0]; MOV.CC0 r, b[i.x];"
         "IF GT0.x; MOV out, 1; ENDIF;", ["[0]"]),
        ("BUFFER b = program.buffer[0..1][2]; MOV.S i, program.local[0]; MOV.CC0 r, b[i.x];"
         "IF GT0.x; MOV out, 1; ENDIF;", []),
        ("TEX.CC0 r, program.local[0], texture[0], 2D; IF GT0.x; MOV out, 1; ENDIF;", []),
        ("TEX.CC0 r, fragment.texcoord[0], texture[0], 2D; IF GT0.x; MOV out, 1; ENDIF;", ["[0]"]),
        ("LOAD.F32.CC0 r, program.local[0].x; IF GT0.x; MOV out, 1; ENDIF;", ["[0]"]),
    ],
)  # fmt: skip
def test_fragments(body: str, alone: list[str]) -> None:
    assert apart(fragment(body)) == alone


TYPES = "SUBROUTINETYPE T { a, b }; SUBROUTINE T v[] = { program.subroutine[0..1] };"
SUBROUTINES = """RET; a SUBROUTINENUM(0): MOV out, 1; RET;
b SUBROUTINENUM(1): MOV more, 1; RET;"""


@pytest.mark.parametrize(
    ("body", "alone"),
    [
        (f"{TYPES} main: CALI v[1]; {SUBROUTINES}", []),
        (f"{TYPES} main: MOV.S i, fragment.attrib[0]; CALI v[i.x]; {SUBROUTINES}", ["[0]", "[1]"]),
        (f"{TYPES} main: {A} IF GT0.x; CALI v[0]; ENDIF; {SUBROUTINES}", ["[0]", "[1]"]),
        (f"{TYPES} main: {A} CALI v[0] (GT0.x); {SUBROUTINES}", ["[0]", "[1]"]),
        (f"{TYPES} main: {U} CALI v[0] (GT1.x); {SUBROUTINES}", []),
    ],
)
def test_chosen_subroutines(body: str, alone: list[str]) -> None:
    """ARB_shader_subroutine 2.X.8, CALI."""
    assert apart(fragment(body)) == alone


@pytest.mark.parametrize(
    ("test", "together"),
    [
        ("invocation.groupid", True), ("invocation.groupcount", True), ("invocation.groupsize", True),
        ("invocation.localid", False), ("invocation.globalid", False), ("invocation.localindex", False),
        ("program.local[0]", True),
    ],
)  # fmt: skip
def test_work_groups(test: str, together: bool) -> None:
    """NV_compute_program5 Table X.1: what all invocations of a group have."""
    program = load(
        f"!!NVcp5.0 GROUP_SIZE 4; TEMP r; MOV.U.CC0 r, {test}; IF GT0.x; BAR; ENDIF; TGANY.CC1 r, r; END"
    )
    bar = next(index for index, row in enumerate(program.instructions) if row.opcode.name == "BAR")
    assert (bar in uniform_control_flow(program)) is together
