"""Matrices of fast translations, in every form that the block has them, in the bytes of the parameters."""

from __future__ import annotations

import pytest

import nvrender
from nvrender.glsl.translate import translate
from nvrender.regression.comparison.programs import compare_program
from nvrender.regression.comparison.sample_states import sample_state
from nvrender.regression.comparison.samples import samples

_ROWS = "".join(f"DP4 result.position.{'xyzw'[row]}, m[{row}], vertex.position;\n" for row in range(4))
_COLUMNS = (
    "MUL t, vertex.position.x, m[0]; MAD t, vertex.position.y, m[1], t; MAD t, vertex.position.z, m[2], t;\n"
    "MAD result.position, vertex.position.w, m[3], t;\n"
)
_AFFINE = "".join(f"DP4 t.{'xyz'[row]}, m[{row}], vertex.position;\n" for row in range(3))
_NORMAL = "".join(f"DP3 t.{'xyz'[row]}, vertex.normal, m[{row}];\n" for row in range(3))
_HOMOGENEOUS = "".join(f"DPH t.{'xyz'[row]}, vertex.normal, m[{row}];\n" for row in range(3))
_END = "MOV t.w, 1; MOV result.position, t;\n"
_FOUR, _THREE = "PARAM m[4] = { program.env[2..5] };\n", "PARAM m[3] = { program.env[2..4] };\n"
_WHOLE = _ROWS.replace("m[", "state.matrix.mvp.row[")


@pytest.mark.parametrize(
    ("text", "declared", "product"),
    [
        (_FOUR + _ROWS, "layout(row_major) mat4 m;", "program.m * position;"),
        (_FOUR + _COLUMNS, "    mat4 m;", "program.m * position;"),
        (_FOUR + _ROWS + "MOV result.color, m[1];\n", "    mat4 m;", "position * program.m;"),
        (_FOUR + _ROWS + _COLUMNS.replace("result.position", "result.color"), "    mat4 m;",
         "position * program.m"),
        (_FOUR + _AFFINE + _END, "layout(row_major) mat4 m;", "(program.m * position).xyz"),
        (_FOUR + _NORMAL + _END, "layout(row_major) mat4 m;", "mat3(program.m) * normal.xyz"),
        (_THREE + _AFFINE + _END, "layout(row_major) mat4x3 m;", "program.m * position"),
        (_THREE + _NORMAL + _END, "layout(row_major) mat3 m;", "program.m * normal.xyz"),
        (_THREE + _HOMOGENEOUS + _END, "layout(row_major) mat4x3 m;", "program.m * vec4(normal.xyz, 1.0)"),
        (_THREE + _AFFINE + _END + "MOV result.color, m[2];\n", "    mat3x4 m;", "position * program.m"),
        (_THREE + _AFFINE + "MOV result.texcoord[0], t;\n" + _NORMAL + _END, "layout(row_major) mat4x3 m;",
         "mat3(program.m) * normal.xyz"),
        (_WHOLE, "layout(row_major) mat4 state_matrix_mvp;", "program.state_matrix_mvp * position;"),
        ("PARAM x = program.env[2];" + _ROWS.replace("m[0]", "x").replace("m[", "program.env["), "vec4 x;",
         "dot("),
    ],
)  # fmt: skip
def test_blocks_have_the_bytes_of_the_parameters(text: str, declared: str, product: str) -> None:
    """OpenGL 3.3, 2.11.4; the members' numbers are those of parameters in both numerics."""
    program = nvrender.load(f"!!ARBvp1.0\nTEMP t;\nPARAM other = program.env[9];\n{text}"
                            "MOV result.texcoord[1], other;\nEND")  # fmt: skip
    fast, exact = translate(program, numerics="fast"), translate(program)
    assert declared in fast.source and product in fast.source
    assert fast.parameters.registers == exact.parameters.registers
    attributes, parameters = samples(program, 16, seed=3, special=False)
    found = compare_program(
        "it", program, attributes, parameters, sample_state(program, seed=3), numerics="fast"
    )
    assert found.mismatches == 0, found.text()


def test_registers_with_numbers_are_put_together() -> None:
    rows = "".join(f"DP4 o[HPOS].{'xyzw'[row]}, c[{row + 2}], v[OPOS];" for row in range(4))
    program = nvrender.load(f"!!VP1.0 {rows} MOV o[COL0], c[3]; END")
    source = translate(program, numerics="fast").source
    assert "v_OPOS * mat4(program.c[2], program.c[3], program.c[4], program.c[5]);" in source
    attributes, parameters = samples(program, 16, seed=3, special=False)
    found = compare_program(
        "it", program, attributes, parameters, sample_state(program, seed=3), numerics="fast"
    )
    assert found.mismatches == 0, found.text()


def _check(program: nvrender.Program) -> None:
    """Compares fast numerics on the GPU with the oracle."""
    given, state = samples(program, 16, seed=3, special=False), sample_state(program, seed=3)
    found = compare_program("it", program, *given, state, numerics="fast")
    assert found.mismatches == 0, found.text()
