"""Fast translations as a person would have written them: declarations, names, results, comments."""

from __future__ import annotations

import pytest

from nvrender.glsl.translate import translate
from nvrender.languages.load import load

_LIGHT = """!!ARBvp1.0
PARAM mvp[4] = { state.matrix.mvp };
PARAM light = program.local[0];
PARAM tint = program.local[1];
ATTRIB pos = vertex.position;
TEMP L, len, d;
DP4 result.position.x, mvp[0], pos;
DP4 result.position.y, mvp[1], pos;
DP4 result.position.z, mvp[2], pos;
DP4 result.position.w, mvp[3], pos;
SUB L, light, pos;      # towards the light
DP3 len, L, L;
RSQ len.w, len.w;
MUL L, L, len.w;
DP3 d, L, vertex.normal;
MAX d, d, 0;
# its colour
MUL result.color, tint, d;
MOV result.texcoord[0].xy, vertex.texcoord[0];
END"""


def main_of(text: str, **options: str) -> list[str]:
    """The lines of a fast translation's main."""
    source = translate(load(text), numerics="fast", **options).source
    return [line.strip() for line in source.partition("void main() {\n")[2].splitlines()[:-1]]


def test_values_have_names_widths_and_declarations_of_their_own() -> None:
    found = main_of(_LIGHT)
    light = "max(dot(normalize(program.light.xyz - pos.xyz), normal.xyz), 0.0)"
    assert not any(line.startswith(("vec4", "HPOS")) for line in found)
    assert found[-4:] == [
        "// its colour",
        "// towards the light",
        f"COL0 = clamp(program.tint * {light}, 0.0, 1.0);",
        "TEX0 = vec4(texcoord0.xy, 0.0, 0.0);",
    ]


def test_values_of_one_register_are_numbered() -> None:
    text = """!!ARBfp1.0
    TEMP a, R0;
    TEX a, fragment.texcoord[0], texture[0], 2D;
    MUL result.color.x, a.x, a.y;
    TEX a, fragment.texcoord[1], texture[1], 2D;
    MUL result.color.y, a.x, a.y;
    TEX R0, fragment.texcoord[2], texture[0], 2D;
    MUL result.color.z, R0.x, R0.y;
    TEX R0, fragment.texcoord[3], texture[1], 2D;
    MUL result.color.w, R0.x, R0.y;
    END"""
    found = main_of(text)
    assert [line.partition(" =")[0] for line in found if "texture(" in line] == [
        "vec2 a", "vec2 a2", "vec2 R0", "vec2 R0b",
    ]  # fmt: skip
    assert found[-1] == "color = clamp(vec4(a.x * a.y, a2.x * a2.y, R0.x * R0.y, R0b.x * R0b.y), 0.0, 1.0);"


@pytest.mark.parametrize(
    ("instructions", "lines"),
    [
        # Where every way writes it.
        ("if.x", ["float a;", "if (TEX0.x > 0.0) a = sin(TEX0.y);"]),
        ("ADD a, fragment.texcoord[0], 1; MUL a.x, a.x, 2;", ["a.x *= 2.0;"]),
        ("ADD a, fragment.texcoord[0], 1; ADD a.x, 3, a.x;", ["a.x += 3.0;"]),
        ("ADD a, fragment.texcoord[0], 1; SUB a.x, a.x, a.y;", ["a.x -= a.y;"]),
        ("ADD a, fragment.texcoord[0], 1; SUB a.x, a.y, a.x;", ["a.x = a.y - a.x;"]),
        ("ADD a, fragment.texcoord[0], 1; MAD a.x, a.y, 2, a.x;", ["a.x += a.y * 2.0;"]),
        ("ADD a, fragment.texcoord[0], 1; ADD a.x, a.x, -a.y;", ["a.x -= a.y;"]),
    ],
)  # fmt: skip
def test_updates(instructions: str, lines: list[str]) -> None:
    if instructions == "if.x":
        text = """!!NVfp4.0
        TEMP a, c; MOV.CC c.x, fragment.texcoord[0].x; IF GT.x; SIN a.x, fragment.texcoord[0].y;
        ELSE; COS a.x, fragment.texcoord[0].y; ENDIF; MUL result.color, a.x, a.x; END"""
        found = main_of(text)
        assert "float a;" in found
        assert found[found.index("float a;") + 1] == "if (TEX0.x > 0.0) {"
        return
    found = main_of(f"!!ARBfp1.0 TEMP a; {instructions} MUL result.color, a, a; END")
    assert set(lines) <= set(found)


@pytest.mark.parametrize(
    ("instructions", "last"),
    [
        ("MUL_SAT result.color, fragment.color, a;",
         "color = clamp(COL0 * texture(texture0, TEX0.xy), 0.0, 1.0);"),
        ("MUL_SAT result.color.xyz, fragment.color, a; MOV result.color.w, 0.5;",
         "color = vec4(clamp(COL0.xyz * texture(texture0, TEX0.xy).xyz, 0.0, 1.0), 0.5);"),
        ("MUL result.color.xyz, fragment.color, a; MOV result.color.w, 2;",
         "color = clamp(vec4(COL0.xyz * texture(texture0, TEX0.xy).xyz, 2.0), 0.0, 1.0);"),
        ("MUL result.color, a, a; MOV result.depth.z, a.x;", "gl_FragDepth = clamp(a.x, 0.0, 1.0);"),
        # What is written again is clamped at the end.
        ("MUL result.color, a, a; MUL result.color.x, a, 2;", "color = clamp(color, 0.0, 1.0);"),
    ],
)  # fmt: skip
def test_results_are_written_as_they_leave(instructions: str, last: str) -> None:
    text = f"!!ARBfp1.0 TEMP a; TEX a, fragment.texcoord[0], texture[0], 2D; {instructions} END"
    found = main_of(text)
    assert found[-1] == last
    assert sum("clamp" in line and "color" in line for line in found) <= 1


@pytest.mark.parametrize(
    ("instructions", "line"),
    [
        ("SGT.F.CC a.x, TEX.x, 0.5; MOV.F result.color.x (NE.x), TEX.y;",
         "if (TEX0.x > 0.5) color.x = TEX0.y;"),
        ("SEQ.S.CC i.x, i.y, 3; MOV.F result.color.x (EQ.x), TEX.y;", "!= 3) color.x = TEX0.y;"),
        ("SLT.F a.x, TEX.x, 0.5; CMP.F result.color.x, -a.x, TEX.y, TEX.z;",
         "color.x = TEX0.x < 0.5 ? TEX0.y : TEX0.z;"),
        ("SGE.F a.x, TEX.x, TEX.y; KIL -a.x;", "if (TEX0.x >= TEX0.y) discard;"),
        ("SUB.F a, TEX.w, 0.5; KIL a;", "if (TEX0.w - 0.5 < 0.0) discard;"),
        ("RCP.F a.x, TEX.w; MUL.F a.xyz, TEX, a.x; MOV.F result.color.xyz, a;",
         "color.xyz = TEX0.xyz / TEX0.w;"),
        ("DP3.F a, TEX, TEX; RSQ.F a, a.x; MUL.F a.xyz, TEX, a; MOV.F result.color.xyz, a;",
         "color.xyz = normalize(TEX0.xyz);"),
    ],
)  # fmt: skip
def test_what_is_asked_and_divided_is_written_as_such(instructions: str, line: str) -> None:
    """A code that a set-on instruction wrote is its comparison; registers that are reused hide no idiom."""
    head = "!!NVfp4.0\nATTRIB TEX = fragment.texcoord[0];\nTEMP a;\nINT TEMP i;\nTRUNC.S i, TEX;\n"
    found = main_of(f"{head}{instructions}\nMOV.F result.color.w, TEX.x;\nEND")
    assert any(
        line.removeprefix("color.xyz = ").removeprefix("color.x = ").rstrip(";") in row for row in found
    ), found


def test_values_have_the_names_that_people_give_their_register() -> None:
    text = """!!ARBfp1.0
    TEMP a; SIN a.x, fragment.color.x; MUL result.color.x, a.x, a.x;
    COS a.x, fragment.color.x; MUL result.color.yzw, a.x, a.x; END"""
    source = translate(load(text), numerics="fast", names={"a": "wave"}).source
    assert "float wave = sin(COL0.x);" in source
    assert "float wave2 = cos(COL0.x);" in source


def test_the_position_is_gl_s_own() -> None:
    text = "!!VP2.0 MOV o[HPOS], v[0]; ADD o[HPOS].z, v[0], c[0]; MOV o[PSIZ].x, v[1].x; END"
    assert main_of(text) == [
        "gl_Position = v_OPOS;",
        "gl_Position.z = v_OPOS.z + program.c[0].z;",
        "gl_PointSize = max(v_WGHT.x, 1.0);",
    ]


def test_comments_go_with_what_they_are_of() -> None:
    text = """!!ARBfp1.0
TEMP a, b;
# first
MUL a, fragment.color, 2;    # doubled
# second
ADD b, a, 1;                 # one more
SIN b.x, b.x;
# third
MUL result.color, b.x, b.x;  # squared
# last
END"""
    source = translate(load(text), numerics="fast").source
    assert (
        source.partition("void main() {\n")[2]
        == """\
    // first
    float a = COL0.x * 2.0;  // doubled
    // second
    float b = sin(a + 1.0);  // one more
    // third
    color = vec4(clamp(b * b, 0.0, 1.0));  // squared
    // last
}
"""
    )


def test_exact_translations_have_a_line_for_each_instruction() -> None:
    source = translate(load(_LIGHT)).source
    assert "vec4 L, len, d, HPOS;" in source
    assert source.count("HPOS.") == 4
