"""Manifests: their schema, and what a loader finds in them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from cli_helpers import FAILING, PASSING, SHADERS, Command

from nvrender.cli.port.manifest import form
from nvrender.cli.port.manifest.uniforms import uniform_blocks
from nvrender.sources.digests import text_sha256


def only_output(text: str) -> dict[str, Any]:
    """The output of a manifest with one."""
    (program,) = json.loads(text)["programs"]
    (output,) = program["outputs"]
    return dict(output)


def test_manifests_are_of_their_format(nvrender: Command, tmp_path: Path) -> None:
    """One format for a folder, for one file beside it, and on standard output; lists are there when empty."""
    (tmp_path / "in").mkdir()
    for name in ("world.vp", "veil.fp", "curved.tcp", "sparks_move.cp", "prepare_lights.vp", "cg_film.vp"):
        (tmp_path / "in" / name).write_bytes((SHADERS / name).read_bytes())
    (tmp_path / "in" / "bad.vp").write_text(FAILING)
    both = "--target", "glsl330", "--target", "glsl430"
    assert nvrender("port", tmp_path / "in", "-o", tmp_path / "out", *both).status == 1
    assert nvrender("port", SHADERS / "world.vp", "-o", tmp_path / "one.glsl").status == 0
    validator = jsonschema.Draft202012Validator(form.shipped_schema())
    for text in (
        (tmp_path / "out" / "manifest.json").read_text(),
        (tmp_path / "one.glsl.json").read_text(),
        nvrender("port", SHADERS / "world.vp", "--json").out,
    ):
        data = json.loads(text)
        validator.validate(data)
        assert data["version"] == form.VERSION
        for program in data["programs"]:
            assert list(program) == list(form.Entry.__struct_fields__)
            for output in program["outputs"]:
                assert list(output) == list(form.Output.__struct_fields__)
    files = [row["file"] for program in data["programs"] for row in program["outputs"]]
    assert all(name is None or (tmp_path / "out" / name).is_file() for name in files)


@pytest.mark.parametrize("text", [b"%b", b"\n\t%b", b"%b\n\n", b"%b\0"])
def test_the_hash_is_that_of_the_text_whoever_read_it(text: bytes) -> None:
    """Carriage returns count for nothing, nor do white space and NULs around it; what else changes does."""
    program = b"!!VP1.0\nMOV o[HPOS], v[OPOS];\nEND"
    expected = hashlib.sha256(program).hexdigest()
    assert text_sha256(text % program) == expected
    assert text_sha256((text % program).replace(b"\n", b"\r\n")) == expected
    assert text_sha256(text % program.replace(b", ", b",")) != expected


CG = """!!ARBvp1.0
# cgc version 2.0
#profile arbvp1
#program main
#var float4x4 modelViewProj : : c[1], 4 : 1 : 1
#var float3 light : : c[5] : 2 : 1
#var float4 position : $vin.POSITION : POSITION : 0 : 1
#default light = 0 10 -2.5
#const c[0] = 0.5 0 0 0
PARAM c[6] = { { 0.5 }, program.local[1..5] };
DP4 result.position.x, vertex.position, c[1];
DP4 result.position.y, vertex.position, c[2];
DP4 result.position.z, vertex.position, c[3];
DP4 result.position.w, vertex.position, c[4];
MOV result.color, c[5];
END
"""


def test_what_the_cg_compiler_named(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "cg.vp").write_text(CG)
    output = only_output(nvrender("port", tmp_path / "cg.vp", "--json").out)
    found = [(row["offset"], row["name"], row["cg"], row["default"]) for row in output["parameters"]]
    assert found == [
        *((16 * row, f"program.local[{row + 1}]", f"modelViewProj[{row}]", None) for row in range(4)),
        (64, "program.local[5]", "light", [0.0, 10.0, -2.5, 0.0]),
    ]
    (tmp_path / "lit.fp").write_text(
        "!!ARBfp1.0\n#profile arbfp1\n#var sampler2D base : : texunit 3 : 0 : 1\n"
        "OPTION ARB_fragment_program_shadow;\nTEMP r;\nTEX r, fragment.texcoord[0], texture[3], 2D;\n"
        "TEX r.x, fragment.texcoord[1], texture[1], SHADOW2D;\nMOV result.color, r;\nEND\n"
    )
    samplers = only_output(nvrender("port", tmp_path / "lit.fp", "--json").out)["samplers"]
    found = [(row["unit"], row["target"], row["comparison"], row["cg"]) for row in samplers]
    assert found == [(1, "2D", True, None), (3, "2D", False, "base")]


def test_constants_of_an_array_that_is_chosen_from_are_defaults(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "a.vp").write_text(
        "!!ARBvp1.0\nPARAM c[2] = { { 1, 2, 3, 4 }, program.env[7] };\nADDRESS A0;\n"
        "ARL A0.x, vertex.position.x;\nMOV result.position, c[A0.x];\nEND\n"
    )
    rows = only_output(nvrender("port", tmp_path / "a.vp", "--json").out)["parameters"]
    assert [(row["offset"], row["member"], row["default"]) for row in rows] == [
        (0, "c[0]", [1.0, 2.0, 3.0, 4.0]),
        (16, "c[1]", None),
    ]


def test_members_lie_where_std140_puts_them() -> None:
    """OpenGL 3.3, 2.11.4."""
    text = """layout(std140, binding = 3) uniform Some {
    float a;
    vec3 b;  // of b
    float c;
    vec2 d[2];
    uint e;
    mat4 f;
    vec2 g;
} some;
"""
    (block,) = uniform_blocks(text)
    assert (block.name, block.instance, block.binding, block.size) == ("Some", "some", 3, 160)
    assert [row.offset for row in block.members] == [0, 16, 28, 32, 64, 80, 144]
    assert block.members[1].remark == "of b"


def test_warnings_and_errors_have_their_places(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "warned.vp").write_text("!!VP1.0\nMOV o[HPOS], R0;\nEND\n")
    (tmp_path / "in" / "compute.cp").write_text("!!NVcp5.0\nGROUP_SIZE 1;\nEND\n")
    (tmp_path / "in" / "good.vp").write_text(PASSING)
    out = nvrender("port", tmp_path / "in", "-o", tmp_path / "out", "--target", "glsl330", "--json").out
    rows = {row["file"]: row for row in json.loads(out)["programs"]}
    (warning,) = rows["warned.vp"]["warnings"]
    assert (warning["line"], warning["target"]) == (2, None) and "R0" in warning["message"]
    (error,) = rows["compute.cp"]["errors"]
    assert (error["target"], rows["compute.cp"]["outputs"]) == ("glsl330", [])
    assert rows["good.vp"]["errors"] == rows["good.vp"]["warnings"] == []
