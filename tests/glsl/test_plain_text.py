"""What a person would not write is not written: needless casts, names, vectors and functions."""

from __future__ import annotations

import pytest

from nvrender.glsl.translate import translate
from nvrender.languages.load import load

pytestmark = pytest.mark.usefixtures("line_by_line")


def _body(text: str, target: str = "glsl430", **options: str) -> list[str]:
    source = translate(load(text), target, numerics=options.pop("numerics", "fast"), **options).source
    return [line.strip() for line in source.split("void main() {\n")[1].splitlines()]


def test_a_cast_there_and_back_is_none() -> None:
    """IMQ gives integers, unsigned as words, and the variable holds floats too (ARB_shader_image_size)."""
    lines = _body(
        "!!NVfp5.0\nOPTION ARB_shader_image_size;\nTEMP r;\nIMQ r, image[0], 2D;\nADD.F r.x, r.x, 1;\n"
        "MOV result.color, r;\nEND"
    )
    assert "r = image0_size();" in lines


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "!!NVtep5.0\nTESS_MODE TRIANGLES;\nMUL result.position, vertex.tesscoord.y, "
            "vertex.tesscoord.zyxz;\nEND",
            "HPOS = gl_TessCoord.y * gl_TessCoord.zyxz;",
        ),
        (
            "!!NVtep5.0\nTESS_MODE TRIANGLES;\nMOV result.position, vertex.tesscoord.xyzw;\nEND",
            "HPOS = vec4(gl_TessCoord, 0.0);",
        ),
        (
            "!!NVtep5.0\nTESS_MODE QUADS;\nMOV result.position, vertex.tesscoord.x;\nEND",
            "HPOS = vec4(gl_TessCoord.x);",
        ),
        (
            "!!NVtcp5.0\nVERTICES_OUT 2;\nTEMP r;\nMOV.S r.x, primitive.invocation.x;\n"
            "MOV.S r.y, primitive.id.y;\nMOV.S result.attrib[0], r;\nEND",
            "r.x = gl_InvocationID;",
        ),
    ],
)
def test_components_of_what_gl_gives_are_its_own(text: str, line: str) -> None:
    """NV_tessellation_program5 2.X.3.2: what is put together stays whole where all of it is wanted."""
    assert line in _body(text)


def test_vertices_that_are_surely_there_are_read_as_they_are() -> None:
    """NV_tessellation_program5 2.X.3.2: VERTICES_OUT of the output patch; nobody knows of the input's."""
    text = "!!NVtcp5.0\nVERTICES_OUT 2;\nTEMP r;\nADD r, vertex.out[1].attrib[0], vertex[1].position;\n"
    lines = _body(f"{text}MOV result.attrib[0], r;\nEND")
    assert "r = control_ATTR0[1] + vertex_position_of(1);" in lines


@pytest.mark.parametrize(
    ("instruction", "lines"),
    [
        ("SGT.S.CC i.x, i.y, 0", ["CC0.x = i.x = -int(i.y > 0);"]),
        ("SGT.U.CC u.x, u.y, 0", ["u.x = uint(-int(u.y > 0u));", "CC0.x = int(u.x);"]),
        ("SGT.S.CC i.x (NE.y), i.y, 0", ["if (CC0.y != 0) CC0.x = i.x = -int(i.y > 0);"]),
    ],
)
def test_the_code_is_what_the_destination_holds(instruction: str, lines: list[str]) -> None:
    """NV_gpu_program4 2.X.4.3; no name for what is in a register anyway."""
    body = _body(
        f"!!NVvp5.0\nINT TEMP i;\nUINT TEMP u;\nMOV.S.CC i, vertex.attrib[1];\nMOV.U u, vertex.attrib[2];\n"
        f"{instruction};\nMOV result.position, 0;\nMOV.S result.attrib[0] (EQ.x), i;\n"
        f"MOV.U result.attrib[1], u;\nEND"
    )
    assert any(body[place : place + len(lines)] == lines for place in range(len(body))), body


def test_results_of_patches_are_not_read_back() -> None:
    """NV_tessellation_program5 2.X.5: another thread may have written them since."""
    body = _body(
        "!!NVtcp5.0\nVERTICES_OUT 2;\nTEMP r;\nMOV.S r.x, primitive.invocation.x;\n"
        "ADD.S.CC result.patch.attrib[0].x, r.x, 1;\nMOV.S result.attrib[0] (EQ.x), r.x;\nEND"
    )
    (line,) = (row for row in body if row.startswith("CC0"))
    assert "patch_attrib_0" not in line


@pytest.mark.parametrize(
    ("conversion", "line"),
    [
        ("CVT.S32.F32.FLR", "ivec4(floor(ATTR0))"),
        ("CVT.S32.F32", "ivec4(roundEven(ATTR0))"),
        ("CVT.U32.F32.TRUNC", "uvec4(ATTR0)"),
        ("CVT.U32.F32.CEIL", "uvec4(ceil(ATTR0))"),
    ],
)
def test_conversions_are_glsl_s_own(conversion: str, line: str) -> None:
    """NV_gpu_program5 2.X.8, CVT: exact numerics tell what becomes of NaN and of what is out of range."""
    text = f"!!NVfp5.0\nTEMP r;\n{conversion} r, fragment.attrib[0];\nMOV.U result.color, r;\nEND"
    assert any(line in row for row in _body(text)), _body(text)
    assert any("nv_integer_of_float" in row for row in _body(text, numerics="exact"))


@pytest.mark.parametrize("numerics", ["fast", "exact"])
def test_sums_are_of_the_kind_their_variable_is(numerics: str) -> None:
    """NV_gpu_program4 2.X.8, ADD: the same words, signed or not; the more frequent kind is the variable's."""
    body = _body(
        "!!NVvp5.0\nTEMP r;\nMOV.U r, vertex.attrib[1];\nSHR.U r.x, r.x, 2;\nSUB.S r.y, r.x, r.z;\n"
        "MUL.S r.z, r.y, -3;\nSLT.S r.w, r.x, r.z;\nMAX.U r.x, r.x, r.y;\n"
        "MOV result.position, 0;\nMOV.U result.attrib[0], r;\nEND",
        numerics=numerics,
    )
    assert ("uvec4 r = uvec4(0);" in body or "uvec4 r;" in body) is (numerics == "fast")
    if numerics == "fast":
        assert "r.y = r.x - r.z;" in body and "r.z = uint(int(r.y) * -3);" in body
        assert "r.w = uint(-int(int(r.x) < int(r.z)));" in body


def test_indices_are_compared_as_the_words_they_are() -> None:
    """NV_gpu_program4 2.X.1: outside of the array nothing is written."""
    body = _body(
        "!!NVvp5.0\nTEMP a[4], r;\nSHR.U r.x, vertex.attrib[1], 2;\nMOV a[0], 0;\nMOV a[r.x], 1;\n"
        "MOV a[r.x+1], 2;\nMOV result.position, a[0];\nMAX.U r.x, r.x, 3;\nMOV.U result.attrib[0], r.x;\nEND"
    )
    assert "if (r.x < 4u) a[int(r.x)] = vec4(1.0);" in body
    assert "if (r.x + 1u < 4u) a[int(r.x) + 1] = vec4(2.0);" in body
