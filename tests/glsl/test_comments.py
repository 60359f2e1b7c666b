"""Comments travel to the line they belong to, and nothing of a program's text becomes GLSL."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nvrender.glsl.comments import sanitised
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.languages.load import load

pytestmark = pytest.mark.usefixtures("line_by_line")

LIGHT = b"""!!VP2.0
# A lamp
# that swings

# into clip space
MOV o[HPOS], v[OPOS]; # no transform
MOVC CC, c[0];  # test
BRA skip (EQ.x); # none?
# the colour
MOV o[COL0], c[1];
skip: # done
END
# after
"""


def _lines(text: bytes, **options: str) -> list[str]:
    return [line.strip() for line in translate(load(text), **options).source.splitlines()]


def test_comments_stand_where_their_instruction_does() -> None:
    lines = _lines(LIGHT)
    assert lines[7:9] == ["// A lamp", "// that swings"]
    place = lines.index("// into clip space")
    assert lines[place + 1] == "HPOS = v_OPOS;  // no transform"
    assert lines[place + 2] == "CC = program.c[0];  // test"
    inside = ["if (nv_not_equal(CC.x, 0.0)) {  // none?", "// the colour", "COL0 = program.c[1];"]
    assert lines[place + 3 : place + 6] == inside
    end = lines.index("// done")
    assert end < lines.index("gl_Position = HPOS;")
    assert "// after" in lines


def test_comment_of_a_call_stays_in_front_of_it() -> None:
    lines = _lines(
        b"!!VP2.0\nMOV R0, v[0];\n# twice\nCAL f;\nMOV o[HPOS], R0;\nRET; # over\n"
        b"f:\n# body\nADD R0, R0, R0;\nRET;\nEND"
    )
    assert lines.index("// twice") + 1 == lines.index("f();")
    assert lines.index("// body") + 1 == lines.index("R0 = R0 + R0;")
    assert lines.index("// over") > lines.index("f();")


def test_comments_before_declarations_describe_the_program() -> None:
    """Blanks behind the first are kept; a comment between declarations stays with the first instruction."""
    lines = translate(
        load(
            "!!ARBfp1.0\n# Paper\n#   env[0]  tone,\n#\t\tand more\n#\n"
            "TEMP r;\n# not the head\nMOV r, program.env[0];  #   behind\nMOV result.color, r;\nEND"
        )
    ).source.splitlines()
    place = lines.index("// Paper")
    assert lines[place : place + 5] == ["// Paper", "//   env[0]  tone,", "//        and more", "//", ""]
    assert "    // not the head" in lines and "    r = program.env_0;  // behind" in lines
    alone = translate(load("!!ARBfp1.0\n# white\nMOV result.color, 1;\nEND")).source
    assert "    // white\n" in alone


@pytest.mark.parametrize(
    ("between", "in_head"),
    [
        ("# of what follows\n\n", True),
        ("OPTION ARB_precision_hint_fastest;\n\n# of what follows\n\n", True),
        ("# of what follows\n\nTEMP r;\n", True),
        ("TEMP r;\n\n# of what follows\n\n", False),
        ("# of what follows\n", False),
    ],
)
def test_behind_declarations_a_comment_is_of_the_instructions(between: str, in_head: bool) -> None:
    program = load(f"!!ARBfp1.0\n{between}MOV result.color, fragment.color;\nEND")
    before, _, main = translate(program, numerics="fast").source.partition("void main()")
    assert ("// of what follows" in before, "// of what follows" in main) == (in_head, not in_head)


def test_comments_of_parameters_stand_in_the_block() -> None:
    text = """!!ARBfp1.0
        PARAM reach = program.local[0];  # 1 / distance
        PARAM a = program.local[1]; PARAM b = program.local[2];  # of b
        PARAM unused = program.local[3];  # nobody's
        PARAM c = program.env[1]; MUL result.color.x, reach, a;  # of MUL
        ADD result.color.yzw, b, c;
        END"""
    source = translate(load(text), numerics="fast").source
    block = source.split("uniform FragmentParameters {\n")[1].split("}")[0]
    assert block == "    vec4 c;\n    vec4 reach;  // 1 / distance\n    vec4 a;\n    vec4 b;  // of b\n"
    head, _, body = source.partition("void main() {\n")
    assert "// nobody's\n" in head and body.startswith(
        "    color.x = program.reach.x * program.a.x;  // of MUL\n"
        "    color.yzw = program.b.yzw + program.c.yzw;\n"
    )


def test_every_comment_appears() -> None:
    program = load(LIGHT)
    source = translate(program).source
    for comment in program.comments:
        assert f"// {comment.text.strip()}" in source


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("plain", "plain"),
        (" a\\", "a\\."),
        ("\\\\", "\\\\."),
        ("tab\there", "tab here"),
        ("\x00\x0b\x0c\x85\u2028\u4e2d", "??????"),
        ("u² café – 2×", "u2 cafe - 2x"),
        ("u² –".encode().decode("latin-1"), "u2 -"),
        ("\uff3c", "\\."),
        ("*/ */ #define x", "*/ */ #define x"),
    ],
)
def test_comments_are_one_line_of_ascii(text: str, safe: str) -> None:
    assert sanitised(text) == safe


@given(st.binary(max_size=60).map(lambda raw: raw.replace(b"\n", b"").replace(b"\r", b"")), st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_in_a_comment_change_nothing_else(raw: bytes, data: st.DataObject) -> None:
    place = data.draw(
        st.sampled_from([b"!!VP1.0 #%s\nMOV o[HPOS], v[0];\nEND", b"!!VP1.0 MOV o[HPOS], v[0];#%s\nEND"])
    )
    lines = translate(load(place % raw)).source.splitlines()
    bare = translate(load(b"!!VP1.0 MOV o[HPOS], v[0];\nEND")).source.splitlines()
    code = [line for line in (re.sub(r"\s*//.*", "", line) for line in lines) if line.strip()]
    assert code == [line for line in (re.sub(r"\s*//.*", "", line) for line in bare) if line.strip()]
    assert all(line.isascii() and line.isprintable() and not line.endswith("\\") for line in lines)


@pytest.mark.parametrize(
    "label", ["gl_Position", "__x", "main_", "float", "texture", "c", "R0x", "CC", "specular"]
)
@pytest.mark.parametrize("form", ["{0}:ADD R0,R0,v[0];RET;main:CAL {0};CAL {0};MOV o[HPOS],R0;END", None])
def test_labels_cannot_break_the_text(
    label: str, form: str | None, compiles: Callable[[Translation], None]
) -> None:
    irreducible = (
        "MOVC CC,v[0];BRA b(GT.x);{0}:ADDC R0,R0,v[0];BRA b(LT);"
        "b:SUBC R0,R0,v[0];BRA {0}(LE.y);MOV o[HPOS],R0;END"
    )
    compiles(translate(load("!!VP2.0 " + (form or irreducible).format(label))))


def test_file_names_cannot_break_the_text(compiles: Callable[[Translation], None]) -> None:
    translation = translate(load(b"!!VP1.0 MOV o[HPOS],v[0];END", name="dir/a\n#error \xff\\"))
    assert translation.source.splitlines()[6].startswith("// Translated from a\\n#error y\\.")
    compiles(translation)
