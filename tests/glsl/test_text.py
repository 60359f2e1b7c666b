"""What the translation looks like: the text a porter reads."""

from __future__ import annotations

from typing import Any

import pytest

from nvrender.glsl.translate import translate
from nvrender.languages.load import load
from nvrender.source import InputError, TargetError

pytestmark = pytest.mark.usefixtures("line_by_line")


def body(text: str, numerics: str = "fast", **options: str) -> list[str]:
    """The statements of main."""
    lines = translate(load(text), numerics=numerics, **options).source.splitlines()
    return [line.strip() for line in lines[lines.index("void main() {") + 1 : -1]]


@pytest.mark.parametrize(
    ("instruction", "statement"),
    [
        ("MOV R1,R0", "R1 = R0;"),
        ("MOV R1.xyz,R0", "R1.xyz = R0.xyz;"),
        ("MOV R1.xz,R0.yzwx", "R1.xz = R0.yw;"),
        ("MOV R1.xyz,R0.w", "R1.xyz = vec3(R0.w);"),
        ("ADD R1,R0,-c[3]", "R1 = R0 - program.c[3];"),
        ("ADD R1,-R0,c[3]", "R1 = program.c[3] - R0;"),
        ("SUB R1,R0,-c[3]", "R1 = R0 + program.c[3];"),
        ("MUL R1.xy,R0,c[3].w", "R1.xy = R0.xy * program.c[3].w;"),
        ("MAD R1.xyz,R0,c[3],-R0.x", "R1.xyz = R0.xyz * program.c[3].xyz - R0.x;"),
        ("MAD R1,-R0,c[3],R0", "R1 = R0 - R0 * program.c[3];"),
        ("DP3 R1.x,R0,c[3]", "R1.x = dot(R0.xyz, program.c[3].xyz);"),
        ("DP4 R1.xy,R0,c[3]", "R1.xy = vec2(dot(R0, program.c[3]));"),
        ("DPH R1.x,R0,c[3]", "R1.x = dot(R0.xyz, program.c[3].xyz) + program.c[3].w;"),
        ("RCP R1.w,-R0.x", "R1.w = 1.0 / -R0.x;"),
        ("RSQ R1.w,|R0.x|", "R1.w = inversesqrt(abs(R0.x));"),
        ("MAX R1.xyz,R0,-c[3].x", "R1.xyz = max(R0.xyz, -program.c[3].xxx);"),
        ("SGE R1.x,R0,c[3]", "R1.x = float(R0.x >= program.c[3].x);"),
        ("SLT R1.xy,R0,c[3]", "R1.xy = vec2(lessThan(R0.xy, program.c[3].xy));"),
        ("LIT R1.xy,R0", "R1.xy = vec2(1.0, max(R0.x, 0.0));"),
        ("DST R1.xw,R0,c[3]", "R1.xw = vec2(1.0, program.c[3].w);"),
        ("EXP R1.z,R0.x", "R1.z = exp2(R0.x);"),
        ("STR R1.yw,R0,c[3]", "R1.yw = vec2(1.0);"),
        ("MOVC R1,R0", "CC = R1 = R0;"),
        ("MOVC CC.x,R0", "CC.x = R0.x;"),
        ("MOV R1(GT.x),R0", "if (CC.x > 0.0) R1 = R0;"),
        ("MOV R1.xy(NE.wzyx),R0", "R1.xy = mix(R1.xy, R0.xy, notEqual(CC.wz, vec2(0.0)));"),
        ("ARL A0.xy,R0", "A0.xy = ivec2(clamp(floor(R0.xy), -512.0, 511.0));"),
        ("ARA A0.xz,A0", "A0.xz = ivec2(clamp(A0.x + A0.z, -512, 511));"),
        ("MOV R1.x,c[A0.y-3].z", "R1.x = c_at(A0.y - 3).z;"),
    ],
)
def test_one_instruction_is_one_statement(instruction: str, statement: str) -> None:
    read = "MAD o[HPOS],R1,R0,R1;MOV o[COL0](GT),c[A0.x];MOV o[COL1],c[A0.y];MOV o[TEX0],c[A0.z]"
    assert statement in body(f"!!VP2.0 MOV R0,v[0];{instruction};{read};END")


def test_only_values_that_can_be_seen_are_initialised() -> None:
    lines = body("!!VP1.0 MUL R0.xy,v[0],v[0];MOV o[HPOS],R0.xyxy;MOV o[COL0].x,R1;MOV o[TEX0],v[8];END")
    assert lines[:3] == ["vec4 R0, HPOS;", "vec4 R1 = vec4(0.0);", "COL0 = vec4(0.0, 0.0, 0.0, 1.0);"]
    assert not any(line.startswith(("TEX0 = vec4(0.0", "R0 = ")) for line in lines)


@pytest.mark.parametrize(
    "text",
    [
        "!!NVvp5.0 TEMP t; MOV.U t.z, 1; BFE.U result.attrib[0].z, t, vertex.attrib[1]; END",
        "!!NVvp5.0 TEMP t; LONG TEMP d; MOV.U t.x, 1; PK64.U d.x, t; UP64.U result.attrib[0], d; END",
        "!!NVfp5.0 TEMP t; MOV t.x, 0.25; IPAO result.color.x, fragment.texcoord[0], t; END",
    ],
    ids=["the place of a bit field", "the word that is packed", "the place in a pixel"],
)
def test_components_that_others_are_computed_from_have_initial_values(text: str) -> None:
    first = body(text, target="glsl430")[0]
    assert first in ("uvec4 t = uvec4(0);", "vec4 t = vec4(0.0);")


def test_a_value_assigned_on_both_ways_needs_no_start() -> None:
    text = "!!VP2.0 MOVC CC,v[0];BRA a(GT.x);MOV R0,c[0];BRA b;a:MOV R0,c[1];b:MOV o[HPOS],R0;END"
    lines = body(text)
    assert lines[0] == "vec4 R0, HPOS, CC;"
    ways = ["if (CC.x <= 0.0) {", "R0 = program.c[0];", "} else {", "R0 = program.c[1];", "}"]
    assert lines[2:8] == [*ways, "HPOS = R0;"]


@pytest.mark.parametrize(
    ("text", "loop"),
    [
        ("l:ADDC R0,R0,v[0];BRA l(LT.x);MOV o[HPOS],R0;END", "if (CC.x >= 0.0) {"),
        ("l:BRA l(LT.x);MOV o[HPOS],v[0];END", "if (CC.x < 0.0) executed = 65536;"),
        ("l:BRA e(GE.x);ADDC R0,R0,v[0];BRA l;e:MOV o[HPOS],R0;END", "while (executed < 65536) {"),
    ],
)
def test_loops_test_where_the_program_does(text: str, loop: str) -> None:
    assert loop in body(f"!!VP2.0 {text}")


def test_exact_conditions_keep_nan_apart() -> None:
    """NV_vertex_program2 2.14.2.2: UN passes NE and TR only."""
    text = "!!VP2.0 MOVC CC,v[0];BRA e(LE.x);MOV o[HPOS],v[0];e:END"
    assert "if (!nv_less_equal(CC.x, 0.0)) {" in body(text, "exact")
    assert "if (CC.x > 0.0) {" in body(text)


def test_subroutines_are_functions_with_the_labels_name() -> None:
    source = translate(
        load("!!VP2.0 half:MUL R0,R0,c[0];RET;main:MOV R0,v[0];CAL half;MOV o[HPOS],R0;END")
    ).source
    assert "void half_2() {" in source
    source = translate(
        load("!!VP2.0 fold:MUL R0,R0,c[0];RET;main:MOV R0,v[0];CAL fold;MOV o[HPOS],R0;END")
    ).source
    assert "void fold() {" in source
    assert "precise vec4 R0, HPOS;\n\n" in source


def test_an_early_end_still_reaches_the_final_section() -> None:
    source = translate(
        load("!!VP2.0 MOV o[HPOS],v[0];MOVC CC,v[0];RET(GT);MOV o[COL0],c[0];MOV o[TEX0],R0;END")
    ).source
    main = source[source.index("void main()") :]
    assert "gl_Position = HPOS;" in main
    assert "return" not in main


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("!!VP2.0 MOVC CC,v[0];BRA e(GT);MOV R0,v[0];e:MOV o[HPOS],R0;END", False),
        ("!!VP2.0 l:ADDC R0,R0,v[0];BRA l(LT);MOV o[HPOS],R0;END", True),
    ],
)
def test_only_programs_with_loops_count(text: str, counts: bool) -> None:
    """NV_vertex_program2 2.14.2.3, the 65536 instructions."""
    assert ("executed" in translate(load(text)).source) is counts


def test_helpers_come_once_and_only_if_called() -> None:
    source = translate(load("!!VP2.0 EX2 R0,v[0].x;EX2 R0.y,v[0].y;MOV o[HPOS],R0;END")).source
    assert source.count("float nv_ex2(float a)") == 1
    assert "nv_lg2" not in source
    assert "NV_vertex_program2 2.14.3.13" in source


def test_final_section_of_a_vertex_shader() -> None:
    text = (
        "!!VP2.0 MOV o[HPOS],v[0];MOV o[BFC1],v[3];MOV o[PSIZ].x,c[0];MOV o[CLP2].x,c[0];"
        "MOV o[FOGC].x,c[0];END"
    )
    translation = translate(load(text), numerics="fast")
    for line in ("gl_Position = HPOS;", "BFC1 = clamp(BFC1, 0.0, 1.0);", "out float gl_ClipDistance[3];"):
        assert line in translation.source
    assert "gl_ClipDistance[1] = 0.0;" in translation.source
    assert "gl_ClipDistance[2] = CLP2.x;" in translation.source
    assert "vec4 PSIZ;" in translation.source or "PSIZ" in translation.source
    assert "out vec4 HPOS" not in translation.source


def test_compute_packs_attributes_and_results() -> None:
    text = "!!VP1.0 MOV o[HPOS],v[OPOS];MOV o[TEX0],v[7];ADD o[COL0],v[3],c[5];END"
    translation = translate(load(text), "glsl430", interface="compute", numerics="fast")
    assert [tuple(row) for row in translation.attributes] == [
        (0, "OPOS", "v_OPOS", 0),
        (3, "COL0", "v_COL0", 3),
        (7, "", "v_7", 7),
    ]
    assert [row.result for row in translation.results] == ["HPOS", "COL0", "TEX0"]
    assert translation.parameters[:3] == ("ProgramParameters", "c", 6)
    assert "vec4 v_7 = attributes[vertex * 3u + 2u];" in translation.source
    assert "results[vertex * 3u + 1u] = COL0;" in translation.source


def test_vertex_state_programs_change_a_copy_of_the_parameters() -> None:
    translation = translate(
        load("!!VSP1.0 MOV c[7].x,v[0];MOV c[2],c[7];END"), interface="feedback", numerics="fast"
    )
    assert [tuple(row) for row in translation.results] == [("c[2]", "c_2", 2), ("c[7]", "c_7", 7)]
    for line in (
        "vec4 c[8];\n} program;",
        "for (int i = 0; i < 8; ++i) c[i] = program.c[i];",
        "c[7].x = v_OPOS.x;",
        "c_7 = c[7];",
    ):
        assert line in translation.source


def test_relative_addressing_needs_all_parameters() -> None:
    for header, count in (("!!VP1.0", 96), ("!!VP2.0", 256)):
        translation = translate(load(f"{header} ARL A0.x,v[0].x;MOV o[HPOS],c[A0.x];END"))
        assert translation.parameters.count == count


def test_lines_lead_back_to_the_program() -> None:
    program = load("!!VP1.0 MOV R0,v[0];\nMOV o[HPOS],R0;END")
    translation = translate(program)
    lines = translation.source.splitlines()
    assert len(lines) == len(translation.lines)
    spans = dict(zip(lines, translation.lines, strict=True))
    assert spans["    R0 = v_OPOS;"] == program.instructions[0].span
    assert spans["    HPOS = R0;"] == program.instructions[1].span
    assert spans["void main() {"] is None


def test_text_is_deterministic() -> None:
    text = (
        "!!VP2.0 f:EX2 R0,R0.x;MAX R1,R0,c[A0.x];RET;main:ARL A0,v[0];MOV R0,v[3];CAL f;SIN o[HPOS],R1.x;END"
    )
    assert translate(load(text)) == translate(load(text))


def test_what_a_target_lacks_is_named() -> None:
    program = load("!!VP1.0 MOV o[HPOS],v[0];END")
    with pytest.raises(TargetError, match="compute shaders and storage buffers here, which glsl330 has not"):
        translate(program, "glsl330", interface="compute")
    with pytest.raises(TargetError, match=r"glsl999.*glsl330"):
        translate(program, "glsl999")
    with pytest.raises(TargetError, match=r"!!VSP1\.0.*feedback"):
        translate(load("!!VSP1.0 MOV c[0],v[0];END"))


@pytest.mark.parametrize("arguments", [{"interface": "pixel"}, {"numerics": "slow"}])
def test_unknown_arguments_are_named(arguments: dict[str, str]) -> None:
    with pytest.raises(InputError, match=next(iter(arguments.values()))):
        translate(load("!!VP1.0 MOV o[HPOS],v[0];END"), **arguments)


def test_what_is_no_program_is_not_translated() -> None:
    text: Any = "!!VP1.0 END"
    with pytest.raises(InputError, match=r"program is of type str; give what nvrender\.load returns"):
        translate(text)


@pytest.mark.parametrize(
    "instruction",
    [
        "MUL R1,R0,c[3]",
        "MUL R1.x,R0,c[3]",
        "MAD R1.xy,R0,c[3],R0",
        "DP3 R1.x,R0,c[3]",
        "DP4 R1.x,R0,c[3]",
        "DPH R1.x,R0,c[3]",
        "DST R1,R0,c[3]",
    ],
)
def test_products_of_exact_numerics_choose_without_comparisons(instruction: str) -> None:
    """NV_vertex_program 2.14.1.11, 0.0 times anything; an operand's mask is a word that readers share."""
    text = translate(load(f"!!VP1.1 {instruction}; MOV o[HPOS],R1; END"), numerics="exact").source
    assert "floatBitsToInt(product) & nv_not_zero(a) & nv_not_zero(b)" in text
    assert not [word for word in ("mix(", "equal(", "?", "min(") if word in text]


def test_parameters_of_programs_that_part_are_read_from_their_block_once() -> None:
    """Where some invocations may be asleep drivers read blocks an invocation at a time."""
    head = (
        "!!NVcp5.0\nGROUP_SIZE 8;\nPARAM where = program.local[0];\nTEMP t;\nMOV.U t, invocation.globalid;\n"
    )
    parts = f"{head}SUB.U.CC t.x, t, 3;\nIF EQ.x;\nSTORE.U32 t, where.x;\nENDIF;\nSTORE.U32 t, where.y;\nEND"
    given = translate(load(parts), target="glsl430", numerics="fast")
    assert given.source.count("program.where") == 1
    assert "    where = uvec4(ivec4(program.where));\n" in given.source
    straight = translate(load(f"{head}STORE.U32 t, where.x;\nEND"), target="glsl430", numerics="fast")
    assert "program.where.x" in straight.source
