"""!!FP1.0 as GLSL: every instruction compiles, and what the language has of its own."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from fp1_programs import ENDING, INSTRUCTIONS, instructions

from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.languages.load import load
from nvrender.numerics import NUMERICS

pytestmark = pytest.mark.usefixtures("line_by_line")

Compiles = Callable[[Translation], None]


def text(body: str, numerics: str = "fast") -> str:
    return translate(load(f"!!FP1.0 {body}END"), numerics=numerics).source


def main(body: str, numerics: str = "fast") -> list[str]:
    """The statements of main but the declarations, and but the clamp at the end."""
    lines = text(body, numerics).split("void main() {\n")[1].rstrip().removesuffix("}").split("\n")
    clamp = "color = clamp(color, 0.0, 1.0);"
    return [line.strip() for line in lines if " = " in line and line.strip() != clamp]


@pytest.mark.parametrize("name", INSTRUCTIONS)
def test_every_form_compiles(name: str, compiles: Compiles) -> None:
    row = INSTRUCTIONS[name]
    for number, precision in enumerate(("", *row.precisions)):
        program = load(f"!!FP1.0 {instructions(row, precision)}{ENDING}END")
        compiles(translate(program, "glsl330", numerics=NUMERICS[number % 2]))
        compiles(translate(program, "glsl430", interface="pixels", numerics=NUMERICS[1 - number % 2]))


@pytest.mark.parametrize("register", ["COLR", "COLH"])
def test_either_colour_is_the_first(register: str) -> None:
    """NV_fragment_program 3.11.6: they are the fragment's colour, clamped."""
    source = text(f"MOV o[{register}], f[COL0];")
    assert "layout(location = 0) out vec4 color;" in source
    assert "color = clamp(color, 0.0, 1.0);" in source


def test_depth() -> None:
    """NV_fragment_program 3.11.1.3: of o[DEPR] the z component; a colour nobody writes is 0."""
    source = text("MOV o[DEPR], f[COL0];")
    assert "gl_FragDepth = clamp(depth.z, 0.0, 1.0);" in source
    assert source.count("out ") == 1 and "    color = vec4(0.0);\n" in source


def test_attributes_have_the_names_other_stages_write() -> None:
    """NV_fragment_program Table X.1; the fog coordinate is (z, 0, 0, 0)."""
    source = text(
        "MUL R0, f[COL0], f[COL0];MAD R0, f[COL1], R0, R0;MOV R1, f[WPOS];MAD o[COLR], f[FOGC], R0, R1;"
    )
    assert "in vec4 COL0;\nin vec4 COL1;\nin vec4 FOGC;\n" in source
    assert "vec4 fragment_fogcoord = vec4(FOGC.x, 0.0, 0.0, 0.0);" in source
    assert "color = fragment_fogcoord * R0 + gl_FragCoord;" in source


def test_named_parameters_are_members_with_their_first_values(compiles: Compiles) -> None:
    """NV_fragment_program 3.11.2: scalars are replicated, without a value there are zeros."""
    program = load(
        "!!FP1.0 DECLARE mist = {.3, .6};DECLARE half = .5;DECLARE plain;DEFINE two = 2;"
        "MOV R0, two;MUL R0, R0, mist;ADD R0, R0, half;ADD R0, R0, plain;MUL o[COLR], R0, p[7];END"
    )
    translation = translate(program, numerics="fast")
    for member in (
        "vec4 mist;  // at first 0.3, 0.6, 0.0, 1.0",
        "vec4 v_half;  // at first 0.5, 0.5, 0.5, 0.5",
        "vec4 plain;  // at first 0.0, 0.0, 0.0, 0.0",
        "vec4 local_7;",
    ):
        assert f"    {member}\n" in translation.source, translation.source
    names = {binding for row in translation.parameters.members for binding in row.bindings}
    assert names == {"mist", "half", "plain", "program.local[7]"}
    compiles(translation)


@pytest.mark.parametrize(
    "name",
    [
        "vec4",
        "gl_x",
        "a__b",
        "$",
        "$a$",
        "color",
        "depth",
        "zero",
        "FragmentParameters",
        "main",
        "texture1",
        "CC0",
        "nv_max",
    ],
)
def test_names_of_glsl_are_no_names_of_parameters(name: str, compiles: Compiles) -> None:
    program = load(f"!!FP1.0 DECLARE {name};MAX R0, f[COL0], {name};MOVC o[COLR], R0;KIL LT;END")
    for numerics in ("exact", "fast"):
        compiles(translate(program, numerics=numerics))


def test_condition_codes_without_a_register(compiles: Compiles) -> None:
    """NV_fragment_program 3.11.1.2: RC and HC keep nothing; without C nothing happens at all."""
    body = (
        "MOV RC, f[COL0];SUBC HC.xy, f[COL0], .5;MOVC RC(GT.xyxy), f[TEX0];MOV R0(LT.x), f[COL0];"
        "MOV o[COLR], R0;"
    )
    assert main(body)[1:] == [
        "CC0.xy = COL0.xy - 0.5;",
        "CC0 = mix(CC0, TEX0, greaterThan(CC0.xyxy, vec4(0.0)));",
        "if (CC0.x < 0.0) R0 = COL0;",
        "color = R0;",
    ]
    source = text(body, "exact")
    assert "precise vec4 CC0;" in source
    compiles(translate(load(f"!!FP1.0 {body}END")))


def _fixed(statement: str) -> str:
    """``<…>`` as a conversion to 12-bit fixed point."""
    return statement.replace("<", "fx12(").replace(">", ")")


@pytest.mark.parametrize(
    "instruction, statement",
    [
        ("MULX R0, f[COL0], R1;", "R0 = <<COL0> * <R1>>;"),
        ("MULX R0, f[COL0], 1.5;", "R0 = <<COL0> * 1.5>;"),
        ("MULX R0, f[COL0], 2;", "R0 = <<COL0> * <2.0>>;"),
        ("MOVX R0, f[COL0];", "R0 = <COL0>;"),
        ("MAXX_SAT R0.xy, f[COL0], 0;", "R0.xy = clamp(max(<COL0.xy>, vec2(0.0)), 0.0, 1.0);"),
        ("ADDX_SAT R0, f[COL0], R0;", "R0 = clamp(<COL0> + R0, 0.0, 1.0);"),
        ("SGTX R0.x, R1, 0.5;", "R0.x = float(<R1.x> @ 0.5);"),
        # 3.11.4.2: of a full precision attribute the instruction computes in 32 bits.
        ("MULX R0, f[TEX0], R1;", "R0 = TEX0 * R1;"),
        ("MULX R0, f[FOGC].x, R1;", "R0 = FOGC.x * R1;"),
        ("MUL H0, f[COL0], R1;", "H0 = COL0 * R1;"),
        ("MULH R0, f[COL0], R1;", "R0 = COL0 * R1;"),
    ],
)
def test_fixed_point(instruction: str, statement: str) -> None:
    """NV_fragment_program 3.11.4.1-2: the range, at no fewer steps; H and R at 32 bits."""
    read = "MOV H0, H0;MOV o[COLR].x, H0;MAD o[COLR].yzw, R0, R0, R0.x;"
    found = main(f"RCP R1, f[COL1].x;{instruction}{read}")
    assert _fixed(statement).replace("@", ">") in found, found


def test_results_of_fixed_point_are_within_its_range() -> None:
    """What nothing but fixed point writes is not clamped again; -(-2.0) is beyond the range."""
    found = main("MULX H0, f[COL0], .5;ADDX H0.x, H0, |H0|;MULX H1, H0, -H0;MOV o[COLH], H1;")
    for statement in ("H0 = <<COL0> * 0.5>;", "H0.x = <H0.x + <abs(H0.x)>>;", "H1 = <H0 * <-H0>>;"):
        assert _fixed(statement) in found, found
    found = main(
        "MULX H0, f[COL0], .5;MOV H0.w(EQ.x), f[TEX0];MOVX H1, H0;MOVX H2.x, H0;MAD o[COLH], H1, H1, H2.x;"
    )
    assert _fixed("H1 = <H0>;") in found
    assert "H2.x = H0.x;" in found


@pytest.mark.parametrize("numerics, converts", [("exact", True), ("fast", False)])
def test_what_is_clamped_to_one_is_within_the_range(numerics: str, converts: bool) -> None:
    """NV_fragment_program 3.11.4.4: NaN passes _SAT, and becomes 0 in fixed point (3.11.4.2)."""
    found = main("MAD_SAT R0.xy, f[TEX0], f[TEX0], 1;ADDX R0.x, -R0, R0.y;MOV o[COLR], R0;", numerics)
    assert ("R0.x = nv_fx12(nv_fx12(-R0.x) + nv_fx12(R0.y));" in found) is converts
    assert ("R0.x = fx12(R0.y - R0.x);" in found) is not converts
    found = main("SGT R0.x, f[TEX0], .5;MULX R0.x, -R0, R0;MOV o[COLR], R0;", numerics)
    assert any("fx12(-R0.x * R0.x)" in line for line in found)


def test_cube_maps_are_not_projected() -> None:
    """NV_fragment_program 3.11.5.40."""
    for target in ("1D", "2D", "3D", "CUBE", "RECT"):
        found = text(f"TXP o[COLR], f[TEX0], TEX3, {target};")
        lookup = "texture(texture3, TEX0.xyz)" if target == "CUBE" else "textureProj(texture3, TEX0)"
        assert f"color = {lookup};" in found, found


@pytest.mark.parametrize(
    "test, statement",
    [
        ("LT.x", "if (CC0.x < 0.0) discard;"),
        ("NE", "if (any(notEqual(CC0, vec4(0.0)))) discard;"),
        ("GE.xyxy", "if (any(greaterThanEqual(CC0.xy, vec2(0.0)))) discard;"),
        ("TR", "discard;"),
    ],
)
def test_kil_discards(test: str, statement: str) -> None:
    """NV_fragment_program 3.11.5.11."""
    assert f"    {statement}\n" in text(f"MOVC RC, f[COL0];KIL {test};MOV o[COLR], 1;")


def test_nothing_is_discarded_where_no_test_can_pass() -> None:
    assert "discard" not in text("MOVC RC, f[COL0];KIL FL;MOV o[COLR], 1;")


def test_helpers_cite_the_language_s_own_sections() -> None:
    source = text(
        "MAX R0, f[COL0], .5;RSQ R1.x, R0.x;LIT R2, R0;POW R1.x, R1.x, R2.x;MUL_SAT o[COLR], R1.x, R2;",
        "exact",
    )
    found = re.findall(r"// (\w+ 3\.11\.5\.\d+), (\w+)", source)
    assert set(found) >= {
        ("NV_fragment_program 3.11.5.16", "MAX"),
        ("NV_fragment_program 3.11.5.27", "RSQ"),
        ("NV_fragment_program 3.11.5.13", "LIT"),
        ("NV_fragment_program 3.11.5.24", "POW"),
    }
    assert "NV_gpu_program4" not in source


def test_words_pass_through_registers() -> None:
    """NV_fragment_program 3.11.5.20-23, 41-44: bits, whatever number they are."""
    found = main("PK4UB R0.x, f[COL0];MOV R1.y, R0.x;UP4UB o[COLR].xzw, R1.y;")
    assert found[-2:] == ["R0.x = nv_pk4ub(COL0);", "color.xzw = nv_up4ub(R0.x).xzw;"]
