"""``nvrender port``: one program, and folders of them."""

from __future__ import annotations

import errno
import json
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_helpers import FAILING, PASSING, SHADERS, Command, files, unprivileged


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Programs, one that fails, and files that are none."""
    root = tmp_path / "in"
    (root / "sub" / "deep").mkdir(parents=True)
    (root / "a.vp").write_text(PASSING)
    (root / "sub" / "a.vp").write_text(PASSING)
    (root / "sub" / "deep" / "b").write_text(PASSING)
    (root / "bad.vp").write_text(FAILING)
    (root / "fragment.fp").write_text("!!FCP1.0\nMOV o[COLR], f[COL0];\nEND\n")
    (root / "notes.txt").write_text("not a program\n")
    (root / "empty").touch()
    return root


def manifest(folder: Path) -> dict[str, dict[str, Any]]:
    rows = json.loads((folder / "manifest.json").read_text())["programs"]
    assert [row["file"] for row in rows] == sorted(row["file"] for row in rows)
    return {row["file"]: row for row in rows}


def test_one_program_to_standard_output(nvrender: Command, passing: Path) -> None:
    outcome = nvrender("port", passing)
    assert outcome.status == 0
    assert outcome.out.startswith("#version 330 core\n")
    assert outcome.out.endswith("}\n")
    assert outcome.err == ""
    assert nvrender("port", passing, "-o", "-") == outcome


def test_one_program_to_a_file_and_what_it_reads_beside_it(
    nvrender: Command, passing: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    outcome = nvrender("port", passing, "-o", out / "x.json", "--target", "glsl430")
    assert (outcome.status, outcome.out) == (0, f"{out / 'x.json'}\n")
    assert files(out) == ["x.json", "x.json.json"]
    assert (out / "x.json").read_text().startswith("#version 43")
    (entry,) = json.loads((out / "x.json.json").read_text())["programs"]
    (output,) = entry["outputs"]
    assert output == {
        "target": "glsl430",
        "file": "x.json",
        "source": None,
        "interface": "vertex",
        "numerics": "fast",
        "attributes": [
            {"name": "v_OPOS", "index": 0, "binding": "OPOS", "components": "xyzw", "location": 0},
            {"name": "v_COL0", "index": 3, "binding": "COL0", "components": "xyzw", "location": 3},
        ],
        "blocks": [{"name": "ProgramParameters", "instance": "program", "binding": 0, "size": 16}],
        "parameters": [
            {
                "block": "ProgramParameters",
                "offset": 0,
                "member": "c[0]",
                "name": "c[0]",
                "cg": None,
                "default": None,
            }
        ],
        "results": [{"result": "HPOS", "name": "HPOS"}, {"result": "COL0", "name": "COL0"}],
        "companion": None,
        **{name: [] for name in ("extensions", "state", "buffers", "samplers", "images", "varyings")},
    }


def test_an_empty_name_is_no_file_and_no_folder(
    nvrender: Command, passing: Path, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    nvrender("port", passing, "-o", "").failed_with("the argument '' names nothing", status=2)
    nvrender("port", folder, "-o", "").failed_with("the argument '' names nothing", status=2)
    nvrender("port", folder).failed_with("a folder needs -o FOLDER to write to", status=2)
    assert files(tmp_path / "here") == []


def test_json(nvrender: Command, passing: Path) -> None:
    data = json.loads(nvrender("port", passing, "--json").out)
    (entry,) = data["programs"]
    assert entry["file"] == str(passing)
    assert entry["outputs"][0]["source"] == nvrender("port", passing).out
    assert entry["outputs"][0]["file"] is None


LONG = """!!NVcp5.0
GROUP_SIZE 1;
LONG TEMP r;
MOV.U64 r.x, invocation.globalid.x;
MUL.U64 r.x, r.x, r.x;
STORE.U64 r, program.local[0].x;
END"""
INTEGERS = "GL_ARB_gpu_shader_int64"


def test_integers_of_64_bits_without_their_extension(nvrender: Command, tmp_path: Path) -> None:
    """ARB_gpu_shader_int64; the same of a folder, whose manifest says which extensions are asked for."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.cp").write_text(LONG)
    without = "--without", INTEGERS
    assert f"#extension {INTEGERS} : require" in nvrender("port", tmp_path / "in/a.cp").out
    pairs = nvrender("port", tmp_path / "in/a.cp", *without).out
    assert INTEGERS not in pairs and "uint64_t" not in pairs and "uvec2" in pairs
    for given, found in (((), [INTEGERS]), (without, [])):
        assert nvrender("port", tmp_path / "in", "-o", tmp_path / "out", *given).status == 0
        written = json.loads((tmp_path / "out" / "manifest.json").read_text())
        assert written["options"]["without"] == list(given[1:])
        assert written["programs"][0]["outputs"][0]["extensions"] == found
        assert (INTEGERS in (tmp_path / "out" / "a.cp.comp.glsl").read_text()) == bool(found)
    refused = nvrender("port", tmp_path / "in/a.cp", "--without", "GL_ARB_vertex_shader")
    refused.failed_with("is not one of", INTEGERS, status=2)


def test_quads_without_their_extension(nvrender: Command, tmp_path: Path) -> None:
    """NV_shader_thread_group 2.X.8, QSWZ0; ARB_derivative_control."""
    (tmp_path / "a.fp").write_text(
        "!!NVfp5.0\nOPTION NV_shader_thread_group;\nTEMP r;\nQSWZ0.F r, fragment.texcoord[0], 0;\n"
        "MOV result.color, r;\nEND"
    )
    without = "--without", "GL_ARB_derivative_control"
    assert nvrender("port", tmp_path / "a.fp", *without).out.startswith("#version 450")
    nvrender("port", tmp_path / "a.fp", *without, "--target", "glsl430").failed_with(
        "a.fp:4:1: QSWZ0 needs GL_ARB_derivative_control, which is not there"
    )


def test_a_ported_evaluation_program_reads_what_a_ported_control_program_writes(
    nvrender: Command, tmp_path: Path
) -> None:
    """NV_tessellation_program5 2.X.3.2: attributes of the patch, which link by their names."""
    from nvrender.gpu.context.context import using

    for name in ("curved.tcp", "curved.tep"):
        assert nvrender("port", SHADERS / name, "-o", tmp_path / name).status == 0
    control, evaluation = (tmp_path / name for name in ("curved.tcp", "curved.tep"))
    assert "patch out vec4 patch_attrib_0;" in control.read_text()
    assert "patch in vec4 patch_attrib_0;" in evaluation.read_text()
    (entry,) = json.loads((tmp_path / "curved.tep.json").read_text())["programs"]
    read = entry["outputs"][0]["varyings"]
    assert {"name": "patch_attrib_0", "type": "vec4", "qualifiers": ""} in read
    vertex = "#version 430\nout vec4 vertex_ATTR0;\nvoid main() { gl_Position = vertex_ATTR0 = vec4(1); }"
    with using(None) as context:
        program = context.program(
            vertex_shader=vertex,
            tess_control_shader=control.read_text(),
            tess_evaluation_shader=evaluation.read_text(),
            varyings=["TEX0"],
        )
        program.release()


def test_a_state_program_is_captured_by_transform_feedback(nvrender: Command) -> None:
    data = json.loads(nvrender("port", SHADERS / "prepare_lights.vp", "--json").out)
    assert data["programs"][0]["outputs"][0]["interface"] == "feedback"
    message = nvrender("port", SHADERS / "prepare_lights.vp", "--interface", "vertex").failed_with()
    assert "feedback" in message


def test_what_a_target_lacks_is_said(nvrender: Command, passing: Path, tmp_path: Path) -> None:
    outcome = nvrender(
        "port", passing, "--interface", "compute", "--target", "glsl330", "-o", tmp_path / "x.glsl"
    )
    outcome.failed_with("glsl430")
    assert not (tmp_path / "x.glsl").exists()


def test_the_first_target_that_can(nvrender: Command, passing: Path, tmp_path: Path) -> None:
    """Tessellation and compute shaders are not in glsl330; what no target has is said once."""
    out = tmp_path / "x.glsl"
    for arguments, version in (
        ((passing, "--interface", "compute"), 430),
        ((SHADERS / "alps.tcp",), 430),
        ((SHADERS / "alps.tep",), 430),
        ((passing,), 330),
    ):
        assert nvrender("port", *arguments, "-o", out).status == 0
        assert out.read_text().startswith(f"#version {version}")
    images = "!!NVvp5.0\nIMAGE i = image[0];\nTEMP r;\nLOADIM.U32 r, vertex.attrib[1], i, 1D;\nEND"
    (tmp_path / "images.vp").write_text(images)
    assert nvrender("port", tmp_path / "images.vp", "-o", out).status == 0
    assert "layout(r32ui, binding = 0) readonly uniform uimage1D image0;" in out.read_text()
    (entry,) = json.loads((tmp_path / "x.glsl.json").read_text())["programs"]
    assert entry["outputs"][0]["images"] == [
        {"name": "image0", "unit": 0, "type": "uimage1D", "format": "r32ui"}
    ]


def test_the_program_itself_is_not_overwritten(nvrender: Command, passing: Path) -> None:
    nvrender("port", passing, "-o", passing).failed_with(f"{passing}: is the program itself")
    assert passing.read_text() == PASSING


def test_a_folder(nvrender: Command, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "out"
    outcome = nvrender("port", folder, "-o", out)
    assert outcome.status == 1
    assert outcome.out == f"{out}: 3 of 5 programs translated; 2 other files left alone\n"
    assert f"{folder / 'bad.vp'}:3:1: " in outcome.err
    assert f"{folder / 'fragment.fp'}:1:1: " in outcome.err
    assert files(out) == [
        "a.vp.vert.glsl", "manifest.json", "sub/a.vp.vert.glsl", "sub/deep/b.vert.glsl",
    ]  # fmt: skip
    rows = manifest(out)
    assert list(rows) == ["a.vp", "bad.vp", "fragment.fp", "sub/a.vp", "sub/deep/b"]
    assert rows["sub/deep/b"]["outputs"][0]["file"] == "sub/deep/b.vert.glsl"
    assert [row["line"] for row in rows["bad.vp"]["errors"]] == [3] and rows["bad.vp"]["outputs"] == []


def test_a_folder_as_json(nvrender: Command, folder: Path, tmp_path: Path) -> None:
    outcome = nvrender("port", folder, "-o", tmp_path / "out", "--json")
    assert json.loads(outcome.out) == json.loads((tmp_path / "out" / "manifest.json").read_text())


def test_a_folder_into_itself_and_again(nvrender: Command, folder: Path) -> None:
    (folder / "bad.vp").unlink()
    (folder / "fragment.fp").unlink()
    for output in (folder, folder / "sub" / "out"):
        first = nvrender("port", folder, "-o", output)
        assert first.status == 0, first.err
        written = files(folder)
        again = nvrender("port", folder, "-o", output)
        assert again.status == 0
        assert "3 of 3 programs" in again.out
        assert files(folder) == written
        assert list(manifest(output)) == ["a.vp", "sub/a.vp", "sub/deep/b"]


def test_a_folder_needs_an_output_folder(nvrender: Command, folder: Path, tmp_path: Path) -> None:
    nvrender("port", folder).failed_with("needs -o FOLDER", status=2)
    (tmp_path / "file").touch()
    nvrender("port", folder, "-o", tmp_path / "file").failed_with("is a file; name a folder")


def test_several_programs_go_to_no_file(nvrender: Command, folder: Path, tmp_path: Path) -> None:
    pair = tmp_path / "both.vfp"
    pair.write_text("!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n!!ARBfp1.0\nEND\n")
    out = tmp_path / "out.glsl"
    said = f"several programs or targets go to a folder, and {out} is the name of a file; name a folder by -o"
    one = f", or one program: {pair}#vertex, {pair}#fragment"
    nvrender("port", pair, "-o", out).failed_with(said + one, status=2)
    nvrender("port", folder, "-o", out).failed_with(said, status=2)
    assert not out.exists()
    out.mkdir()
    assert nvrender("port", pair, "-o", out).status == 0


def test_a_folder_without_programs(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    nvrender("port", tmp_path / "in", "-o", tmp_path / "out").failed_with("holds no programs")
    assert not (tmp_path / "out").exists()


def test_two_names_for_one_output(nvrender: Command, tmp_path: Path) -> None:
    """A folder a.vert.glsl is where the translation of the file a would go: only that one fails."""
    root = tmp_path / "in"
    (root / "a.vert.glsl").mkdir(parents=True)
    (root / "a").write_text(PASSING)
    (root / "a.vert.glsl" / "b").write_text(PASSING)
    (root / "c").write_text(PASSING)
    outcome = nvrender("port", root, "-o", tmp_path / "out")
    message = outcome.failed_with("a.vert.glsl")
    assert "2 of 3" in outcome.out
    assert len(message.splitlines()) == 1
    assert "c.vert.glsl" in files(tmp_path / "out")


def test_links(nvrender: Command, folder: Path, tmp_path: Path) -> None:
    """Links to folders are not followed, so that a loop of them ends; links to programs are."""
    (folder / "loop").symlink_to(folder)
    (folder / "self").symlink_to("self")
    (folder / "gone.vp").symlink_to("nowhere.vp")
    (folder / "link.vp").symlink_to("a.vp")
    os.mkfifo(folder / "pipe")
    outcome = nvrender("port", folder, "-o", tmp_path / "out")
    assert "4 of 6 programs" in outcome.out
    assert "link.vp" in manifest(tmp_path / "out")


def test_a_name_that_is_no_text(nvrender: Command, tmp_path: Path) -> None:
    root = tmp_path / "in"
    root.mkdir()
    name = os.fsdecode(b"\xe9\n#error.vp")
    (root / name).write_text(PASSING)
    outcome = nvrender("port", root, "-o", tmp_path / "out")
    assert outcome.status == 0, outcome.err
    assert list(manifest(tmp_path / "out")) == [name]
    text = (tmp_path / "out" / f"{name}.vert.glsl").read_text()
    assert not [line for line in text.splitlines() if line.startswith("#error")]


def test_a_disk_that_is_full(nvrender: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing stays that no manifest tells of, and what was there stays."""
    (tmp_path / "in" / "sub").mkdir(parents=True)
    for name in ("a.vp", "sub/b.vp"):
        (tmp_path / "in" / name).write_text(PASSING)
    replace = os.replace

    def full(source: Any, target: Path) -> None:
        if target.suffix == ".json":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        replace(source, target)

    monkeypatch.setattr("os.replace", full)
    said = "json: cannot be written: No space left on device"
    nvrender("port", tmp_path / "in", "-o", tmp_path / "new" / "out").failed_with(said)
    nvrender("port", tmp_path / "in" / "a.vp", "-o", tmp_path / "a.glsl").failed_with(said)
    assert files(tmp_path) == ["in/a.vp", "in/sub/b.vp"] and not (tmp_path / "new").exists()
    (tmp_path / "kept").mkdir()
    nvrender("port", tmp_path / "in", "-o", tmp_path / "kept" / "out").failed_with(said)
    assert not list((tmp_path / "kept").iterdir())
    (tmp_path / "kept.glsl").touch()
    (tmp_path / "a.vp.vert.glsl").touch()
    nvrender("port", tmp_path / "in", "-o", tmp_path).failed_with(said)
    assert files(tmp_path) == ["a.vp.vert.glsl", "in/a.vp", "in/sub/b.vp", "kept.glsl"]


def test_what_cannot_be_read(nvrender: Command) -> None:
    with unprivileged() as root:
        (root / "in" / "closed").mkdir(parents=True)
        (root / "in" / "a.vp").write_text(PASSING)
        (root / "in" / "secret.vp").write_text(PASSING)
        (root / "in" / "secret.vp").chmod(0)
        (root / "in" / "empty").touch(0)  # is not opened
        (root / "in" / "closed").chmod(0)
        try:
            outcome = nvrender("port", root / "in", "-o", root / "out")
            listed = nvrender("port", root / "in", "-o", root / "out", "--output-format", "json")
        finally:
            (root / "in" / "closed").chmod(0o700)
        message = outcome.failed_with("secret.vp: cannot be read: Permission denied")
        assert "closed: cannot be read: Permission denied" in message
        assert "1 of 3 programs translated; 1 other file left alone" in outcome.out
        assert list(manifest(root / "out")) == ["a.vp", "closed", "secret.vp"]
        files = [str(root / "in" / name) for name in ("closed", "secret.vp")]
        assert sorted(row["file"] for row in json.loads(listed.err)) == files
        assert {row["message"] for row in json.loads(listed.err)} == {"cannot be read: Permission denied"}


@pytest.mark.parametrize(
    "text",
    ["*/ #error", "\\\n#error", "??/\n#error", "\r#error", "\x0c#error", "#error \u2028#error"],
    ids=repr,
)
def test_comments_stay_comments(nvrender: Command, tmp_path: Path, text: str) -> None:
    """Nothing of a program's comments or labels becomes GLSL of its own."""
    program = tmp_path / "x.vp"
    comment = f"# {text}".replace("\n", "\n# ").replace("\r", "\r# ")
    program.write_bytes(f"!!VP2.0\n{comment}\nMOV o[HPOS], v[OPOS]; # {comment}\nEND\n".encode())
    outcome = nvrender("port", program)
    assert outcome.status == 0, outcome.err
    assert outcome.out.isascii()
    assert [line for line in outcome.out.splitlines() if line.startswith("#")] == ["#version 330 core"]
    assert not [line for line in outcome.out.splitlines() if line.endswith("\\")]


@pytest.mark.parametrize("label", ["gl_Position", "vec4", "texture", "mix", "a__b", "HPOS", "c", "_x"])
def test_labels_never_clash_with_glsl(nvrender: Command, tmp_path: Path, label: str) -> None:
    program = tmp_path / "x.vp"
    program.write_text(
        f"!!VP2.0\nCAL {label};\nMOV o[HPOS], R0;\nRET;\n{label}:\nMOV R0, v[OPOS];\nRET;\nEND\n"
    )
    attributes = tmp_path / "in.npz"
    np.savez(attributes, OPOS=np.arange(8, dtype=np.float32).reshape(2, 4))
    outcome = nvrender("run", program, "--attributes", attributes, "--backend", "gpu")
    assert outcome.status == 0, outcome.err
    assert outcome.out == "HPOS[0]  0  1  2  3\nHPOS[1]  4  5  6  7\n"


def test_fragment_programs_become_fragment_shaders(nvrender: Command, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.fp").write_text("!!ARBfp1.0 MUL result.color, fragment.color, fragment.texcoord[1]; END")
    nvrender("port", folder, "-o", tmp_path / "out")
    assert "color = clamp(COL0 * TEX1, 0.0, 1.0);" in (tmp_path / "out" / "a.fp.frag.glsl").read_text()
    (entry,) = json.loads((tmp_path / "out" / "manifest.json").read_text())["programs"]
    (output,) = entry["outputs"]
    assert output["interface"] == "fragment"
    assert output["varyings"] == [
        {"name": "COL0", "type": "vec4", "qualifiers": ""},
        {"name": "TEX1", "type": "vec4", "qualifiers": ""},
    ]
    assert output["results"] == [{"result": "color[0]", "name": "color"}]
    nvrender("port", folder / "a.fp", "--interface", "vertex").failed_with("is a fragment program")


_UNIFORM = re.compile(r"^ *(?:layout\([^)]*\) )?uniform (\w+) (?:(\w+)|\{)", re.MULTILINE)
_FOGGED = (
    "!!ARBfp1.0\nOPTION ARB_fog_linear;\nTEX result.color, fragment.texcoord[0], texture[3], CUBE;\nEND\n"
)
_PLACED = "!!VP1.1\nOPTION NV_position_invariant;\nMOV o[COL0], c[7];\nEND\n"


@pytest.mark.parametrize(
    "path", [*sorted(SHADERS.glob("*.?p")), _FOGGED, _PLACED], ids=lambda path: str(path)[-24:]
)
def test_every_uniform_of_a_shader_is_in_its_list(
    nvrender: Command, tmp_path: Path, path: Path | str
) -> None:
    """Samplers, the blocks of GL's state and of memory, parameters, buffers, images, and what is in none."""
    source = tmp_path / "program"
    source.write_text(path if isinstance(path, str) else path.read_text())
    (entry,) = json.loads(nvrender("port", source, "--json").out)["programs"]
    (output,) = entry["outputs"]
    text = output.pop("source")
    listed = json.dumps(output)
    assert all(row["formula"] for row in output["state"])
    for type, name in _UNIFORM.findall(text):
        assert f'"{name or type}"' in listed


def test_textures_and_state_of_a_list(nvrender: Command, tmp_path: Path) -> None:
    for name, text in (("fogged", _FOGGED), ("placed", _PLACED)):
        (tmp_path / name).write_text(text)
        assert nvrender("port", tmp_path / name, "-o", tmp_path / f"{name}.glsl").status == 0
    fogged, placed = (
        json.loads((tmp_path / f"{name}.glsl.json").read_text())["programs"][0]["outputs"][0]
        for name in ("fogged", "placed")
    )
    (sampler,) = fogged["samplers"]
    assert (sampler["name"], sampler["unit"], sampler["target"]) == ("texture3", 3, "CUBE")
    assert not sampler["comparison"] and sampler["type"] == "samplerCube"
    offsets = {(row["block"], row["name"]): row["offset"] for row in fogged["state"]}
    names = "fog_color", "fog_density", "fog_end", "fog_scale", "alpha_reference"
    places = dict(zip(names, (0, 16, 20, 24, 28), strict=True))
    assert offsets == {("FragmentState", name): place for name, place in places.items()}
    (matrix,) = placed["state"]
    assert (matrix["block"], matrix["name"], matrix["count"]) == ("FixedFunction", "mvp", 4)
