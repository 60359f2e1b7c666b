"""``nvrender port --target arb``: one program, folders, beside GLSL; what is refused and warned of."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from cli_helpers import FAILING, PASSING, Command, files

from nvrender.program.limits import MINIMUM_ARB_FRAGMENT, MINIMUM_ARB_VERTEX
from nvrender.program.profile import Stage

LOOKUPS = """!!FP1.0
DECLARE tint = {1, 0.5, 0.25, 1};
TEX R0, f[TEX0], TEX3, 2D;
MULR o[COLR], R0, tint;
END
"""
UNENDING = """!!VP2.0
loop: ADDC R0.x, R0, v[OPOS];
BRA loop (LT.x);
MOV o[HPOS], R0;
END
"""


def test_one_program_and_what_it_reads(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "a.fp").write_text(LOOKUPS)
    text = nvrender("port", tmp_path / "a.fp", "--target", "arb").out
    assert text.startswith("!!ARBfp1.0\n")
    assert "TEX R0, fragment.texcoord[0], texture[3], 2D;\n" in text
    out = tmp_path / "out.fp"
    assert nvrender("port", tmp_path / "a.fp", "--target", "arb", "-o", out).status == 0
    assert out.read_text() == text
    (entry,) = json.loads((tmp_path / "out.fp.json").read_text())["programs"]
    (output,) = entry["outputs"]
    assert entry["profile"] == "FP1.0" and (output["target"], output["interface"]) == ("arb", "fragment")
    assert [(row["binding"], row["name"]) for row in output["attributes"]] == [
        ("fragment.texcoord[0]", "fragment.texcoord[0]")
    ]
    (parameter,) = output["parameters"]
    assert (parameter["name"], parameter["member"]) == ("tint", "program.local[0]")
    assert parameter["default"] == [1.0, 0.5, 0.25, 1.0] and parameter["block"] is None
    assert [(row["unit"], row["target"]) for row in output["samplers"]] == [(3, "2D")]
    assert output["results"] == [{"result": "COLR", "name": "result.color"}]
    shown = json.loads(nvrender("port", tmp_path / "a.fp", "--target", "arb", "--json").out)
    assert shown["programs"][0]["outputs"][0]["source"] == text


def test_registers_are_bound_by_their_numbers(nvrender: Command, passing: Path) -> None:
    (entry,) = json.loads(nvrender("port", passing, "--target", "arb", "--json").out)["programs"]
    (output,) = entry["outputs"]
    found = [(row["binding"], row["name"], row["index"]) for row in output["attributes"]]
    assert found == [("OPOS", "vertex.attrib[0]", 0), ("COL0", "vertex.attrib[3]", 3)]
    assert [(row["name"], row["member"]) for row in output["parameters"]] == [("c[0]", "program.env[0]")]
    assert output["results"] == [
        {"result": "HPOS", "name": "result.position"},
        {"result": "COL0", "name": "result.color"},
    ]


def test_conventional_attributes(nvrender: Command, tmp_path: Path) -> None:
    """As Color3f and ColorPointer set them (ARB_vertex_program Table X.2)."""
    names = "OPOS", "WGHT", "NRML", "COL0", "COL1", "FOGC", "6", "TEX0", "TEX7"
    path = tmp_path / "a.vp"
    sums = "".join(f"ADD R0, R0, v[{name}];\n" for name in names)
    path.write_text(f"!!VP2.0\n{sums}MOV o[HPOS], R0;\nEND\n")
    conventional = "--target", "arb", "--attributes", "conventional"
    (entry,) = json.loads(nvrender("port", path, *conventional, "--json").out)["programs"]
    assert {row["binding"]: row["name"] for row in entry["outputs"][0]["attributes"]} == {
        "OPOS": "vertex.position", "WGHT": "vertex.attrib[1]", "NRML": "vertex.normal",
        "COL0": "vertex.color.primary", "COL1": "vertex.color.secondary", "FOGC": "vertex.fogcoord",
        "6": "vertex.attrib[6]", "TEX0": "vertex.texcoord[0]", "TEX7": "vertex.texcoord[7]",
    }  # fmt: skip


def test_folders_beside_glsl(nvrender: Command, tmp_path: Path) -> None:
    root, out = tmp_path / "in", tmp_path / "out"
    (root / "sub").mkdir(parents=True)
    (root / "a.vp").write_text(PASSING)
    (root / "bad.vp").write_text(FAILING)
    (root / "sub" / "b.txt").write_text(f"{LOOKUPS}\n{PASSING}")
    (root / "x.cp").write_text("!!NVcp5.0\nGROUP_SIZE 1;\nEND")
    outcome = nvrender("port", root, "-o", out, "--target", "arb", "--target", "glsl430")
    assert outcome.status == 1
    assert outcome.out == f"{out}: 3 of 5 programs translated to arb, 4 of 5 to glsl430, 1 pair\n"
    assert files(out / "arb") == ["a.vp.vp", "sub/b.txt.fp", "sub/b.txt.vp"]
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["options"]["targets"] == ["arb", "glsl430"] and "limits" not in manifest["options"]
    rows = {row["file"]: row for row in manifest["programs"]}
    ported, translated = rows["sub/b.txt#fragment"]["outputs"]
    assert ported["file"] == "arb/sub/b.txt.fp"
    assert translated["file"] == "glsl430/sub/b.txt.frag.glsl"
    (error,) = rows["x.cp"]["errors"]
    assert error["target"] == "arb"
    assert "plain ARB programs are vertex and fragment programs" in error["message"]
    assert [name for name in files(out / "glsl430") if name.endswith(".glsl")] == [
        "a.vp.vert.glsl", "sub/b.txt.frag.glsl", "sub/b.txt.vert.glsl", "x.cp.comp.glsl",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--target", "arb", "--interface", "compute"), "are GLSL's, not --target arb's"),
        (("--target", "arb", "--numerics", "exact"), "are GLSL's, not --target arb's"),
        (("--target", "arb", "--target", "glsl330", "--without", "GL_ARB_gpu_shader_int64"), "are GLSL's"),
        (("--target", "glsl330", "--turns", "3"), "--attributes, --turns and --limits go with --target arb"),
        (("--turns", "3"), "--attributes, --turns and --limits go with --target arb"),
        (("--attributes", "generic"), "--attributes, --turns and --limits go with --target arb"),
        (("--limits", "driver"), "--attributes, --turns and --limits go with --target arb"),
        (("--target", "arb", "--turns", "0"), "--turns"),
    ],
)
def test_options_of_the_other_output(
    nvrender: Command, passing: Path, options: tuple[str, ...], message: str
) -> None:
    nvrender("port", passing, *options).failed_with(message, status=2)


def test_a_refusal_names_the_instruction_and_the_reason(nvrender: Command, tmp_path: Path) -> None:
    path, out = tmp_path / "a.vp", tmp_path / "out.vp"
    path.write_text(UNENDING)
    outcome = nvrender("port", path, "--target", "arb", "-o", out)
    message = outcome.failed_with(f"{path}:2:7: what ends the loop is known at run time alone; --turns N")
    assert message.splitlines()[1:] == ["  loop: ADDC R0.x, R0, v[OPOS];", "        ^"]
    assert files(tmp_path) == ["a.vp"]
    assert nvrender("port", path, "--target", "arb", "-o", out, "--turns", "3").status == 0
    assert out.read_text().count("SLT") + out.read_text().count("SGE") >= 2


def test_what_some_drivers_lack_is_a_warning(nvrender: Command, tmp_path: Path) -> None:
    path = tmp_path / "long.vp"
    path.write_text("!!VP2.0\n" + "ADD R0, R0, v[OPOS];\n" * 130 + "MOV o[HPOS], R0;\nEND\n")
    outcome = nvrender("port", path, "--target", "arb", "--json")
    message = "the port has 132 instructions; drivers need have no more than 128"
    assert outcome.status == 0
    assert f"{path}:1:1: warning: {message}" in outcome.err
    rows = json.loads(outcome.out)["programs"][0]["warnings"]
    assert [row["section"] for row in rows if row["message"] == message] == ["ARB_vertex_program 2.14.3.7"]


def test_the_limits_of_a_driver(nvrender: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Registers are shared within them, and what is beyond is warned of."""
    found = {
        Stage.VERTEX: replace(MINIMUM_ARB_VERTEX, temporaries=2, instructions=5),
        Stage.FRAGMENT: MINIMUM_ARB_FRAGMENT,
    }
    monkeypatch.setattr("nvrender.gpu.native.limits.native_limits", lambda: found)
    path = tmp_path / "a.vp"
    lines = [f"RCP R{n}, v[{n}].x; MUL R{n}, R{n}.x, v[{n}];" for n in range(3)]
    path.write_text("!!VP2.0\n" + "\n".join([*lines, "ADD R0, R0, R1; ADD o[HPOS], R0, R2; END"]))
    least = nvrender("port", path, "--target", "arb")
    assert "TEMP R0, R1, R2;" in least.out and not least.err
    driver = nvrender("port", path, "--target", "arb", "--limits", "driver")
    assert driver.status == 0
    assert "the port has 3 temporaries; the driver has no more than 2" in driver.err
    assert "the port has 8 instructions; the driver has no more than 5" in driver.err
