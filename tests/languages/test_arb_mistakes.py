"""Mistakes people make in ARB and NV4 programs: what is wrong, and what would be right."""

from __future__ import annotations

import pytest

from nvrender.languages.load import load
from nvrender.source import ProgramError

ARB, NV4 = "!!ARBvp1.0\n", "!!NVvp4.0\n"
OPTION2 = "!!ARBvp1.0\nOPTION NV_vertex_program2;\n"

#: Program, line and column, what is wrong, what would be right.
MISTAKES = {
    "no semicolon": (
        ARB + "TEMP r;\nMOV r, vertex.position\nMUL r, r, 2;\nEND",
        (4, 1),
        "expected `;` after MOV, found `MUL`",
        "the statement lacks its `;` at line 3, column 23",
    ),
    "opcode in lower case": (
        ARB + "TEMP r;\nmov r, vertex.position;\nEND",
        (3, 1),
        "unknown instruction or declaration `mov`",
        "did you mean MOV? Case matters",
    ),
    "misspelt opcode": (
        ARB + "TEMP r;\nMVO r, vertex.position;\nEND",
        (3, 1),
        "unknown instruction or declaration `MVO`",
        "did you mean MOV?",
    ),
    "misspelt variable": (
        ARB + "TEMP normal;\nMOV norml, vertex.normal;\nEND",
        (3, 5),
        "`norml` is not declared",
        "did you mean normal?",
    ),
    "mask out of order": (
        ARB + "TEMP r;\nMOV r.yx, vertex.position;\nEND",
        (3, 7),
        "`yx` is no write mask",
        "a write mask has x y z w in this order, each once",
    ),
    "mask of colours": (
        ARB + "TEMP r;\nMOV r.rg, vertex.position;\nEND",
        (3, 7),
        "`rg` is no write mask",
        "a write mask has x y z w in this order, each once",
    ),
    "opcode of an option": (
        ARB + "TEMP r;\nSIN r, r.x;\nEND",
        (3, 1),
        "SIN is no instruction or declaration of ARBvp1.0",
        "!!ARBvp1.0 with NV_vertex_program2 or !!NVvp4.0 has it",
    ),
    "suffix of an option": (
        ARB + "TEMP r;\nMOVC r, r;\nEND",
        (3, 1),
        "ARBvp1.0 has no suffix C",
        "write MOV, or use !!ARBvp1.0 with NV_vertex_program2 or !!NVvp4.0",
    ),
    "result of an option": (
        ARB + "MOV result.clip[0].x, 1;\nEND",
        (2, 12),
        "result has no `clip`",
        "!!ARBvp1.0 with NV_vertex_program2 or !!NVvp4.0 has it",
    ),
    "absolute value": (
        ARB + "TEMP r;\nMOV r, |r|;\nEND",
        (3, 8),
        "an absolute value needs an option",
        "OPTION NV_vertex_program2; allows it",
    ),
    "label": (
        ARB + "loop:\nEND",
        (2, 1),
        "!!ARBvp1.0 has no labels",
        "OPTION NV_vertex_program2; allows them",
    ),
    "condition mask": (
        ARB + "TEMP r;\nMOV r (GT), r;\nEND",
        (3, 7),
        "!!ARBvp1.0 has no condition masks",
        "OPTION NV_vertex_program2; has them",
    ),
    "swizzle of two": (
        ARB + "TEMP r;\nMOV r, vertex.position.xy;\nEND",
        (3, 24),
        "a swizzle has one component or four; found `xy`",
        "write .xyyy",
    ),
    "swizzle of texture coordinates": (
        ARB + "TEMP r;\nMOV r, vertex.position.stpq;\nEND",
        (3, 24),
        "expected components x, y, z or w, found `stpq`",
        "",
    ),
    "texture in a vertex program": (
        ARB + "TEMP r;\nTEX r, vertex.texcoord, texture[0], 2D;\nEND",
        (3, 1),
        "TEX is no instruction or declaration of ARBvp1.0",
        "!!ARBvp1.0 with NV_vertex_program3 or !!NVvp4.0 has it",
    ),
    "scalar without component": (
        ARB + "TEMP r;\nRCP r, vertex.position;\nEND",
        (3, 23),
        "a scalar operand of RCP needs a component, found `;`",
        "write a suffix .x, .y, .z or .w, as in RCP r, vertex.position.x; (--lenient takes component x)",
    ),
    "operand missing": (
        ARB + "TEMP r;\nADD r, vertex.position;\nEND",
        (3, 23),
        "ADD takes 2 operands, 1 given",
        "",
    ),
    "operand too many": (
        ARB + "TEMP r;\nADD r, r, r, r;\nEND",
        (3, 12),
        "ADD takes 2 operands, not more",
        "",
    ),
    "no comma": (
        ARB + "TEMP r;\nMOV r vertex.position;\nEND",
        (3, 7),
        "expected `,` after the destination of MOV, found `vertex`",
        "",
    ),
    "attribute written": (
        ARB + "MOV vertex.position, 0;\nEND",
        (2, 5),
        "vertex.… cannot be written",
        "temporaries and results can",
    ),
    "result read": (
        ARB + "TEMP r;\nMOV r, result.position;\nEND",
        (3, 8),
        "results can only be written",
        "",
    ),
    "parameter written": (
        ARB + "PARAM c = 1;\nMOV c, 0;\nEND",
        (3, 5),
        "`c` is a program parameter and cannot be written",
        "temporaries and results can",
    ),
    "no END": (
        ARB + "TEMP r;\nMOV r, 0;\n",
        (4, 1),
        "the program ends without END",
        "the word END ends every program",
    ),
    "statement after END": (
        ARB + "END\nMOV r, 0;",
        (3, 1),
        "`MOV` after END",
        "only white space and comments may follow END (--lenient stops at END)",
    ),
    "declared twice": (
        ARB + "TEMP r;\nTEMP r;\nEND",
        (3, 6),
        "`r` is declared twice",
        "first declared at line 2, column 6",
    ),
    "fragment binding": (
        ARB + "TEMP r;\nMOV r, fragment.color;\nEND",
        (3, 8),
        "`fragment` is not declared",
        "a vertex program has no fragment.…",
    ),
    "register file": (
        ARB + "MOV o[HPOS], v[OPOS];\nEND",
        (2, 5),
        "`o` is not declared",
        "results are named result.position, result.texcoord[0] and so on",
    ),
    "register": (
        ARB + "MOV R0, vertex.position;\nEND",
        (2, 5),
        "`R0` is not declared",
        "registers are declared: TEMP R0;",
    ),
    "address register whole": (
        ARB + "ADDRESS A0;\nARL A0, vertex.position.x;\nEND",
        (3, 7),
        "ARL writes component x, found `,`",
        "write .x after the address register",
    ),
    "matrix as vector": (
        ARB + "PARAM m = state.matrix.mvp;\nEND",
        (2, 11),
        "a whole matrix where one vector is meant",
        "name a .row[n]",
    ),
    "matrix without braces": (
        ARB + "PARAM m[4] = state.matrix.mvp;\nEND",
        (2, 14),
        "expected `{` before the members of `m`, found `state`",
        "write { … }",
    ),
    "array without index": (
        ARB + "PARAM m[4] = { state.matrix.mvp };\nTEMP r;\nDP4 r.x, m, vertex.position;\nEND",
        (4, 10),
        "`m` is an array and needs an index",
        "`m[0]` is its first member",
    ),
    "size of a matrix": (
        ARB + "PARAM m[3] = { state.matrix.mvp };\nEND",
        (2, 7),
        "`m` has 3 members, but 4 are bound",
        "",
    ),
    "misspelt binding": (
        ARB + "TEMP r;\nMOV r, vertex.texcord[0];\nEND",
        (3, 15),
        "vertex has no `texcord`",
        "did you mean texcoord?",
    ),
    "misspelt root": (
        ARB + "TEMP r;\nMOV r, vertx.position;\nEND",
        (3, 8),
        "`vertx` is not declared",
        "did you mean vertex?",
    ),
    "parameter number": (
        ARB + "TEMP r;\nMOV r, program.env[5000];\nEND",
        (3, 20),
        "program.env[5000] does not exist: !!ARBvp1.0 has program.env[0] to [1023]",
        "",
    ),
    "position of an invariant program": (
        ARB + "OPTION ARB_position_invariant;\nMOV result.position, 0;\nEND",
        (3, 5),
        "a position-invariant program may not bind result.position: the GL computes it",
        "leave it, or drop the option",
    ),
    "option too late": (
        ARB + "TEMP r;\nOPTION NV_vertex_program2;\nEND",
        (3, 1),
        "OPTION after a statement",
        "options come before everything else",
    ),
    "misspelt option": (
        ARB + "OPTION NV_vertex_program_2;\nEND",
        (2, 8),
        "!!ARBvp1.0 has no option `NV_vertex_program_2`",
        "did you mean NV_vertex_program2?",
    ),
    "comment of another language": (
        ARB + "// hi\nEND",
        (2, 1),
        "expected a statement or END, found `/`",
        "comments begin with #",
    ),
    "integer used as float": (
        NV4 + "INT TEMP i;\nADD i, i, 1;\nEND",
        (3, 5),
        "`i` is INT, used here as floating point",
        "give the instruction .S, or .NTC to use the bits as they are",
    ),
    "float used as integer": (
        NV4 + "INT TEMP i;\nADD.S i, i, 1.0;\nEND",
        (3, 13),
        "`1.0` where a signed integer is meant",
        "write it without fraction and exponent",
    ),
    "address register in NV4": (
        NV4 + "ADDRESS a;\nEND",
        (2, 1),
        "ADDRESS is no instruction or declaration of NVvp4.0",
        "integer TEMP variables index arrays here",
    ),
    "IF not closed": (
        NV4 + "IF EQ.x;\nEND",
        (3, 1),
        "the IF of line 2, column 1 is not closed",
        "",
    ),
    "suffix of a number": (
        ARB + "TEMP r;\nMOV r, 0.5f;\nEND",
        (3, 11),
        "expected `;` after MOV, found `f`",
        "a number has no suffix",
    ),
    "two signs": (
        ARB + "TEMP r;\nMOV r, --r;\nEND",
        (3, 9),
        "one sign at most may precede an operand",
        "",
    ),
    "array of temporaries": (
        ARB + "TEMP r[4];\nEND",
        (2, 7),
        "TEMP declares no arrays in ARBvp1.0",
        "!!NVvp4.0 has them",
    ),
    "clamp of another option": (
        OPTION2 + "TEMP r;\nMOV_SAT r, r;\nEND",
        (4, 1),
        "ARBvp1.0 with NV_vertex_program2 has no suffix _SAT",
        "write MOV, or use !!ARBvp1.0 with NV_vertex_program3 or !!NVvp4.0",
    ),
    "misspelt condition": (
        OPTION2 + "TEMP r;\nMOV r (GTE), r;\nEND",
        (4, 8),
        "expected a condition, found `GTE`",
        "did you mean GT?",
    ),
    "misspelt label": (
        OPTION2 + "BRA lop;\nloop:\nEND",
        (5, 4),
        "label `lop` is not defined",
        "BRA at line 3, column 1 goes there; did you mean loop?",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_message(mistake: str) -> None:
    text, place, message, hint = MISTAKES[mistake]
    with pytest.raises(ProgramError) as caught:
        load(text, name="a.vp")
    error = caught.value
    assert (error.source.line_and_column(error.position), error.message, error.hint) == (place, message, hint)
    lines = str(error).split("\n")
    assert lines[0] == f"a.vp:{place[0]}:{place[1]}: {message}"
    assert lines[2].index("^") == place[1] + 1
    assert lines[3:] == [f"  {line}" for line in (hint, f"({error.section})") if line]


@pytest.mark.parametrize(
    ("header", "binding", "declaration"),
    [
        (ARB, "result.position", "OUTPUT oPos = result.position;"),
        (ARB, "vertex.attrib[2]", "ATTRIB oPos = vertex.attrib[2];"),
        (ARB, "state.lightprod[1].front.diffuse", "PARAM oPos = state.lightprod[1].front.diffuse;"),
        (ARB, "state.matrix.mvp.row[2]", "PARAM oPos = state.matrix.mvp.row[2];"),
        (ARB, "state.matrix.mvp", "PARAM oPos[] = { state.matrix.mvp };"),
        (NV4, "program.env[1..3]", "PARAM oPos[] = { program.env[1..3] };"),
        ("!!ARBfp1.0\n", "result.color", "OUTPUT oPos = result.color;"),
        ("!!ARBfp1.0\n", "fragment.texcoord[1]", "ATTRIB oPos = fragment.texcoord[1];"),
        (
            "!!NVvp5.0\nOPTION NV_shader_storage_buffer;\n",
            "program.storage[1]",
            "STORAGE oPos[] = { program.storage[1] };",
        ),
    ],
)
def test_an_alias_of_a_binding_is_told_the_declaration(header: str, binding: str, declaration: str) -> None:
    """ARB_vertex_program 2.14.3.6, NV_gpu_program4 2.X.3.8: an ALIAS names a variable; the line loads."""
    with pytest.raises(ProgramError) as caught:
        load(f"{header}ALIAS oPos = {binding};\nEND")
    assert (
        caught.value.hint
        == f"an ALIAS stands for a declared variable; write {declaration} (--lenient reads it as that)"
    )
    load(f"{header}{declaration}\nEND")


def test_an_alias_of_no_binding_is_told_no_declaration() -> None:
    for words in ("result.place", "vertex.attrib[99]", "result.position.x", "vertex"):
        with pytest.raises(ProgramError) as caught:
            load(f"{ARB}ALIAS o = {words};\nEND")
        assert caught.value.hint == "an ALIAS stands for a declared variable"
