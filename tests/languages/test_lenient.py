"""What drivers took though specifications forbid it: as what it is read, and what is said of it."""

from __future__ import annotations

import pytest

import nvrender
from nvrender.arb.translate import assemble
from nvrender.languages.printer import print_program
from nvrender.languages.warned import warnings_of

ARB = "!!ARBvp1.0\n"
END = "MOV result.position, vertex.position;\nEND"
#: What is taken, the program it is read as, and the place and first words of each warning.
TAKEN = {
    "an alias of a binding (ARB_vertex_program 2.14.3.6)": (
        f"{ARB}ALIAS oPos = result.position;\nALIAS m = state.matrix.mvp;\n"
        "DP4 oPos, m[1], vertex.position;\nEND",
        f"{ARB}OUTPUT oPos = result.position;\nPARAM m[] = {{ state.matrix.mvp }};\n"
        "DP4 oPos, m[1], vertex.position;\nEND",
        ["2:14: warning: result.… is no variable", "3:11: warning: state.… is no variable"],
    ),
    "a scalar operand without component (ARB_vertex_program 2.14.4.1)": (
        f"{ARB}TEMP r;\nRCP r, -vertex.color;\nPOW r.y, 3.0, r.w;\n{END}",
        f"{ARB}TEMP r;\nRCP r, -vertex.color.x;\nPOW r.y, 3.0.x, r.w;\n{END}",
        ["3:21: warning: a scalar operand of RCP needs", "4:13: warning: a scalar operand of POW needs"],
    ),
    "w of a reflection (NV_fragment_program_option 3.11.5.36)": (
        "!!ARBfp1.0\nOPTION NV_fragment_program;\nTEMP r;\nRFL r, fragment.color, fragment.position;\n"
        "RFLH_SAT r.yw (GT.x), r, r;\nMOV result.color, r;\nEND",
        "!!ARBfp1.0\nOPTION NV_fragment_program;\nTEMP r;\nRFL r.xyz, fragment.color, fragment.position;\n"
        "RFLH_SAT r.y (GT.x), r, r;\nMOV result.color, r;\nEND",
        ["4:5: warning: RFL writes x, y and z only", "5:11: warning: RFL writes x, y and z only"],
    ),
    "w of a reflection (NV_fragment_program 3.11.5.26)": (
        "!!FP1.0\nRFL R0,f[TEX0],f[TEX0];\nRFLR o[COLR].zw,R0,R0;\nEND",
        "!!FP1.0\nRFL R0.xyz,f[TEX0],f[TEX0];\nRFLR o[COLR].z,R0,R0;\nEND",
        ["2:5: warning: RFL writes x, y and z only", "3:13: warning: RFL writes x, y and z only"],
    ),
    "junk behind END": (f"{ARB}{END} !!\0and so on", ARB + END, ["3:5: warning: `!` after END"]),
    "what precedes the header": (
        f"\ufeff\n# Water\n {ARB}{END}", ARB + END, ["1:1: warning: the program begins with a UTF-8"],
    ),
    "white space before the header": (f"\n{ARB}{END}", ARB + END, ["1:1: warning: nothing, not even white"]),
    "!!VP3.0": (
        "!!VP3.0\nMOV o[HPOS], v[OPOS];\nEND", "!!VP2.0\nMOV o[HPOS], v[OPOS];\nEND",
        ["1:1: warning: no published text describes !!VP3.0; the nearest language is !!VP2.0"],
    ),
    "!!NVvp3.0": (
        f"!!NVvp3.0\nTEMP r;\nTXL r, vertex.color, texture[0], 2D;\n{END}",
        f"{ARB}OPTION NV_vertex_program3;\nTEMP r;\nTXL r, vertex.color, texture[0], 2D;\n{END}",
        ["1:1: warning: no published text describes !!NVvp3.0"],
    ),
    "!!NVfp3.0": (
        "  !!NVfp3.0\nOPTION ARB_draw_buffers;\nNRM result.color[1], fragment.color;\nEND",
        "!!ARBfp1.0\nOPTION ARB_draw_buffers;\nOPTION NV_fragment_program2;\n"
        "NRM result.color[1], fragment.color;\nEND",
        ["1:1: warning: nothing, not even white", "1:3: warning: no published text describes !!NVfp3.0"],
    ),
    **{
        f"!!NV{stage}4.1": (
            f"!!NV{stage}4.1\n{text}END", f"!!NV{stage}4.0\n{text}END",
            [f"1:1: warning: no published text describes !!NV{stage}4.1"],
        )
        for stage, text in (
            ("vp", "MOV result.position, 0;\n"),
            ("fp", "MOV result.color, 0;\n"),
            ("gp", "PRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\nEMIT;\n"),
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("what", TAKEN)
def test_it_is_read_as_what_is_meant(what: str) -> None:
    text, meant, warned = TAKEN[what]
    with pytest.raises(nvrender.ProgramError, match="--lenient"):
        nvrender.load(text.encode(), name="a")
    program = nvrender.load(text.encode(), name="a", lenient=True)
    assert print_program(program) == print_program(nvrender.load(meant))
    assert [str(row)[: len(words) + 2] for row, words in zip(program.warned, warned, strict=True)] == [
        f"a:{words}" for words in warned
    ]
    assert not any("--lenient" in row.hint for row in program.warned)
    assert program.source.data == text.encode()
    if program.profile.name == "ARBvp1.0":
        nvrender.load(assemble(program).source)
    assert not nvrender.load(meant, lenient=True).warned


@pytest.mark.parametrize(
    "text",
    ["!!FP1.0 RFL o[COLR].w,R0,R1;END",
     "!!ARBfp1.0 OPTION NV_fragment_program; RFL result.color.w, fragment.color, fragment.position; END"],
)  # fmt: skip
def test_a_reflection_that_is_w_alone_is_nothing(text: str) -> None:
    """NV_fragment_program 3.11.5.26; NV_fragment_program_option 3.11.5.36."""
    with pytest.raises(nvrender.ProgramError, match="RFL writes x, y and z only"):
        nvrender.load(text, lenient=True)


def test_larger_offsets__arb_vertex_program_2_14_4_2__nv_vertex_program_2_14_1_8() -> None:
    for text, position in (
        ("!!ARBvp1.0 ADDRESS a; PARAM c[] = { program.env[0..90] };ARL a.x, c[0].x;"
         "MOV result.position, c[a.x+‸80];END", 80),
        ("!!VP1.1 ARL A0.x, v[0].x;MOV o[HPOS], c[A0.x -‸ 90];END", -90),
        ("!!VP2.0 ARL A0, v[0];MOV o[HPOS], c[A0.w -‸ 257];END", -257),
    ):  # fmt: skip
        text = text.replace("‸", "")
        with pytest.raises(nvrender.ProgramError, match="offset"):
            nvrender.load(text)
        program = nvrender.load(text, lenient=True)
        (warning,) = program.warned
        assert warning.hint == "let ARL load the rest of it"
        relative = program.instructions[-1].operands[0].register.relative
        assert relative is not None and relative.offset == position
        nvrender.load(assemble(program).source)
        with pytest.raises(nvrender.ProgramError, match="offset"):
            nvrender.load(text.replace(str(abs(position)), "99999"), lenient=True)


@pytest.mark.parametrize(
    "text", ["", "x", "!!VP9.0 END", "!!FCP1.0\nEND", "# !!VP1.0 END", f"{ARB}MUV;\nEND"]
)
def test_what_nobody_took_stays_an_error(text: str) -> None:
    with pytest.raises(nvrender.ProgramError):
        nvrender.load(text.encode(), lenient=True)


@pytest.mark.parametrize(
    ("line", "hole"),
    [
        ("MOV R%d, R;", "%d"), ("MUL R, R, %.3f;", "%.3f"), ("MUL R, R, %s;", "%s"), ("MOV R@N@, R;", "@N@"),
        ("MOV R, program.env[{0}];", "{0}"), ("MOV R, ${VALUE};", "${VALUE}"),
        ("MOV R, { scale };", "{ scale }"),
        ("MOV R, fragment.texcoord[%i];", "%i"), ("MOV R, program.local[%(first)d];", "%(first)d"),
    ],
)  # fmt: skip
def test_holes_of_templates(line: str, hole: str) -> None:
    text = f"!!ARBfp1.0\nTEMP R;\n  {line}\nEND"
    with pytest.raises(nvrender.ProgramError) as caught:
        nvrender.load(text, lenient=True)
    assert caught.value.message.startswith(f"`{hole}` is a hole of a template")
    begin = 3 + line.index(hole)
    assert caught.value.line == 3 and begin <= caught.value.column < begin + len(hole)


def test_what_is_no_hole() -> None:
    """``{0}`` is a constant; an error beside no hole is what it is."""
    nvrender.load("!!ARBfp1.0\nMOV result.color, {0};\nEND")
    for line in ("MUV R, {0};", "MOV R, R % 2;", "PARAM p[] = {};"):
        with pytest.raises(nvrender.ProgramError) as caught:
            nvrender.load(f"!!ARBfp1.0\nTEMP R;\n{line}\nEND")
        assert "template" not in caught.value.message


@pytest.mark.parametrize(
    ("lines", "word", "count"),
    [
        ("#if A\n#else\n#endif\n", "if", 3), (" #ifdef A // b\n\t# endif\n", "ifdef", 2),
        ("#define A 1\n", "define", 1),
        ('# include "a.h"\n', "include", 1), ("#elif defined(A)\r\n", "elif", 1), ("#undef A\n", "undef", 1),
        ("#if the light is on\n# if A\n#var float4 a : : c[0] : 0 : 1\n# define it\n#elsewhere\n", "", 0),
        ("MOV result.color, 0; #if A\n", "", 0),
    ],
)  # fmt: skip
def test_lines_of_a_preprocessor_are_comments__arb_vertex_program_2_14_2(
    lines: str, word: str, count: int
) -> None:
    program = nvrender.load(f"!!ARBfp1.0\n{lines}MOV result.color, 0;\nEND")
    found = warnings_of(program)
    assert len(found) == bool(count)
    for warning in found:
        assert warning.message.startswith(
            f"`#{word}` " + ("is a" if count == 1 else f"and {count - 1} like it")
        )
        assert warning.line == 2 and "--preprocess" in warning.hint
    if count:
        with pytest.raises(
            nvrender.ProgramError, match=f"`#{word}` at <text>:2:.* is a comment; --preprocess"
        ):
            nvrender.load(f"!!ARBfp1.0\n{lines}TEMP R, R;\nEND")
