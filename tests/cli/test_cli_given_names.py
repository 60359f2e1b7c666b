"""``port --names``: bindings and registers by names that people give them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_helpers import Command

from nvrender.glsl.translate import translate
from nvrender.languages.load import load
from nvrender.source import InputError

VERTEX = """!!ARBvp1.0
TEMP a;
PARAM tint = program.local[3];
DP4 result.position.x, state.matrix.mvp.row[0], vertex.position;
DP4 result.position.y, state.matrix.mvp.row[1], vertex.position;
DP4 result.position.z, state.matrix.mvp.row[2], vertex.position;
DP4 result.position.w, state.matrix.mvp.row[3], vertex.position;
ADD a, vertex.attrib[6], program.env[2];
MUL result.color, a, tint;
MOV result.texcoord[0], a;
END"""
NUMBERED = """!!VP2.0
ADD R3, v[NRML], c[4]; MUL R3, R3, v[6]; MOV o[HPOS], R3; MOV o[TEX0], R3; MOV o[COL0], v[OPOS]; END"""
FRAGMENT = "!!ARBfp1.0\nTEMP t; TEX t, fragment.texcoord[0], texture[2], 2D; MUL result.color, t, t; END"


def test_bindings_and_registers_have_the_names() -> None:
    names = {
        "state.matrix.mvp": "toClip", "vertex.attrib[6]": "sway", "program.env[2]": "wind", "a": "blown",
        "tint": "paint",
    }  # fmt: skip
    source = translate(load(VERTEX), numerics="fast", names=names).source
    assert "layout(row_major) mat4 toClip;  // state.matrix.mvp\n" in source
    assert "= program.toClip * position;" in source
    assert "blown = sway + program.wind;" in source and "blown * program.paint" in source
    source = translate(load(FRAGMENT), numerics="fast", names={"texture[2]": "bumps"}).source
    assert "uniform sampler2D bumps;" in source and "texture(bumps, TEX0.xy)" in source
    names = {"R3": "sum", "c[4]": "step", "v[NRML]": "normal", "v[6]": "more"}
    source = translate(load(NUMBERED), numerics="fast", names={**names, "c[4]": "stride"}).source
    assert "sum = (normal + program.c[stride]) * more;" in source


@pytest.mark.parametrize(
    ("text", "names", "message"),
    [
        (
            VERTEX,
            {"program.local[4]": "a"},
            "program.local[4] is no binding or register of the program; it has",
        ),
        (
            VERTEX,
            {"texture[0]": "a"},
            "texture[0] is no binding or register of the program; it has pro",
        ),
        (NUMBERED, {"c[4000]": "x"}, "c[4000] is no binding or register of the program; it has c[4], v[0]"),
        (NUMBERED, {"R1": "x"}, "R1 is no binding or register of the program"),
        (
            FRAGMENT,
            {"texture[1]": "x"},
            "texture[1] is no binding or register of the program; it has texture[2]",
        ),
        (FRAGMENT, {"texture[2]": "b", "t": "b"}, "texture[2] and t cannot both be called b"),
        (FRAGMENT, {"texture[2]": "TEX0"}, "texture[2] cannot be called TEX0: the translation has the name"),
        (FRAGMENT, {"texture[2]": "mix"}, "texture[2] cannot be called mix: GLSL keeps it for itself"),
        (FRAGMENT, {"texture[2]": "gl_x"}, "texture[2] cannot be called gl_x: GLSL keeps it for itself"),
        (FRAGMENT, {"texture[2]": "a__b"}, "texture[2] cannot be called a__b: GLSL keeps it for itself"),
        (FRAGMENT, {"texture[2]": "2d"}, "texture[2] cannot be called 2d: names are letters, digits and _"),
        (FRAGMENT, {"texture[2]": "é"}, "texture[2] cannot be called é: names are letters, digits and _"),
    ],
)
def test_what_cannot_be_named_so_is_said(text: str, names: dict[str, str], message: str) -> None:
    with pytest.raises(InputError) as raised:
        translate(load(text), numerics="fast", names=names)
    assert message in str(raised.value)


def test_exact_numerics_have_no_other_names() -> None:
    with pytest.raises(InputError, match="names are for fast numerics"):
        translate(load(FRAGMENT), names={"texture[2]": "bumps"})


def test_a_file_names_bindings_of_all_programs_and_of_one(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.fp").write_text(FRAGMENT)
    (tmp_path / "in" / "b.fp").write_text(FRAGMENT)
    (tmp_path / "in" / "c.vp").write_text(VERTEX)
    names = tmp_path / "names.json"
    names.write_text(json.dumps({"texture[2]": "bumps", "b.fp": {"texture[2]": "sky", "t": "blue"}}))
    done = nvrender("port", tmp_path / "in", "-o", tmp_path / "out", "--names", names)
    assert done.status == 0, done.err
    assert "texture(bumps" in (tmp_path / "out" / "a.fp.frag.glsl").read_text()
    assert "texture(sky" in (tmp_path / "out" / "b.fp.frag.glsl").read_text()
    toml = tmp_path / "names.toml"
    toml.write_text('"texture[2]" = "bumps"\n["in/a.fp"]\nt = "texel"\n')
    assert "texel = texture(bumps" in nvrender("port", tmp_path / "in" / "a.fp", "--names", toml).out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "names.json: is no JSON"),
        ("[1]", "names.json: is no table of names"),
        ('{"texture[2]": 3}', 'names.json: the name of texture[2] is no text; write "texture[2]": "name"'),
        ('{"a.fp": {"texture[2]": "a b"}}', "names.json: texture[2] cannot be called a b"),
        ('{"texture[3]": "a"}', "names.json: texture[3] is no binding or register of any program"),
        ('{"a.fp": {"texture[3]": "a"}}', "a.fp: texture[3] is no binding or register of the program"),
        ("\xff", "names.json: is no JSON"),
        ("[" * 100_000, "names.json: is nested too deeply"),
    ],
)
def test_files_that_name_nothing(nvrender: Command, tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "a.fp").write_text(FRAGMENT)
    (tmp_path / "names.json").write_text(text, encoding="latin-1")
    program, names, out = tmp_path / "a.fp", tmp_path / "names.json", tmp_path / "out"
    nvrender("port", program, "--names", names).failed_with(message)
    nvrender("port", program, program, "--names", names, "-o", out).failed_with(message)


def test_names_are_not_for_exact_numerics(nvrender: Command) -> None:
    done = nvrender("port", "a.fp", "--names", "n.json", "--numerics", "exact")
    done.failed_with("--names goes with fast numerics", status=2)
