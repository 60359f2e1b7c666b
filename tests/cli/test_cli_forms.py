"""The forms programs come in, on the command line: literals, texts for a preprocessor, what drivers took."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from cli_helpers import PASSING, Command, files

from nvrender.sources.digests import text_sha256

VERTEX = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND"
FRAGMENT = "!!ARBfp1.0\nMOV result.color, fragment.texcoord[0];\nEND"
LIT = "!!ARBvp1.0\n#if LIGHTS > 1\n{}\n#else\nMOV result.position, 0;\n#endif\nEND\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A C file with twenty programs and one that is not known whole, a program, and files with none."""
    path = tmp_path / "in"
    path.mkdir()
    rows = [f"char *p{n} = {json.dumps(VERTEX if n % 2 else FRAGMENT)};" for n in range(20)]
    rows.append('char *bad = "!!ARBvp1.0\\n" BODY;')
    (path / "all.c").write_text("\n".join(rows) + "\n")
    (path / "plain.vp").write_text(PASSING)
    (path / "none.c").write_text('if (strcmp(x, "!!ARBvp1.0")) puts("no !!ARBvp1.0\\n");\n')
    (path / "none.py").write_text("x = 1\n")
    return path


def test_a_c_file_of_twenty_programs(nvrender: Command, folder: Path, tmp_path: Path) -> None:
    path = folder / "all.c"
    outcome = nvrender("check", "--extract", path)
    assert outcome.status == 1 and outcome.out.endswith("\n1 error in 21 programs, 20 are well\n")
    assert outcome.out.startswith(f"{path}#p0: ok, !!ARBfp1.0, 1 instruction\n{path}#p1: ok, !!ARBvp1.0, 1")
    assert outcome.err.startswith(f"{path}:21:28: `BODY` is part of the program, and what it stands for")
    assert nvrender("check", f"{path}#p3").out == f"{path}#p3: ok, !!ARBvp1.0, 1 instruction\n"
    assert nvrender("check", "--extract", f"{path}#line3").out.startswith(f"{path}#p2: ok, !!ARBfp1.0")
    assert "vertex shader" in nvrender("port", f"{path}#p1").out
    for command in ("check", "port", "run", "trace"):
        nvrender(command, path).failed_with(f"{path}: holds programs in literals; name one: {path}#p0, ")
    outcome = nvrender("port", "--extract", path, "-o", tmp_path / "out")
    assert outcome.status == 1 and "20 of 21 programs translated" in outcome.out
    names = {f"all.c.p{n}.{'vert' if n % 2 else 'frag'}.glsl" for n in range(20)}
    assert {*files(tmp_path / "out")} == {"manifest.json", *names}
    rows = json.loads((tmp_path / "out" / "manifest.json").read_text())["programs"]
    hashes = {row["file"]: row["sha256"] for row in rows}
    assert hashes["all.c#p3"] == text_sha256(VERTEX.encode())
    assert hashes["all.c#bad"] == ""


def test_extract(nvrender: Command, folder: Path, tmp_path: Path) -> None:
    outcome = nvrender("extract", folder, "-o", tmp_path / "out")
    assert outcome.status == 1 and "`BODY` is part of the program" in outcome.err
    digest = text_sha256(FRAGMENT.encode())
    assert outcome.out.startswith(f"{digest}  {folder / 'all.c'}#p0  !!ARBfp1.0\n")
    assert (tmp_path / "out" / "all.c.p1").read_text() == VERTEX
    assert len(files(tmp_path / "out")) == 20
    (row,) = json.loads(nvrender("extract", "--json", f"{folder / 'all.c'}#p2").out)
    assert row == {"file": f"{folder / 'all.c'}#p2", "line": 3, "header": "!!ARBfp1.0", "sha256": digest}
    nvrender("extract", folder / "none.c").failed_with("none.c: no literal of it holds a program")


def test_nothing_to_extract_and_nowhere_to_write(nvrender: Command, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "plain.vp").write_text(PASSING)
    nothing = f"{tmp_path / 'plain'}: no literal of its files holds a program"
    nvrender("extract", tmp_path / "plain").failed_with(nothing)
    passing = folder / "plain.vp"
    nvrender("extract", folder / "all.c", "-o", passing).failed_with(f"{passing}: is a file; name a folder")
    nvrender("extract", folder / "all.c", "-o", passing / "x").failed_with(f"{passing} is a file; name a")


@pytest.mark.skipif(shutil.which("cc") is None, reason="cc is missing: a C compiler")
def test_what_a_preprocessor_of_c_makes(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "body.h").write_text('#define BODY "MOV result.color, fragment.color;\\n"\n')
    program = tmp_path / "engine.c"
    program.write_text(
        '#include "body.h"\nconst char *lit_fp = "!!ARBfp1.0\\n" BODY\n#if 0\n"NO"\n#endif\n"END\\n";\n'
    )
    advice = "write what it stands for there, in quotes, or port what `cc -E -P` makes of the file"
    nvrender("port", "--extract", program, "-o", tmp_path / "out").failed_with(advice)
    made = subprocess.run(["cc", "-E", "-P", program], check=True, stdout=subprocess.PIPE).stdout
    (tmp_path / "engine.i").write_bytes(made)
    assert nvrender("port", "--extract", tmp_path / "engine.i").status == 0


def test_folders_and_languages(nvrender: Command, folder: Path) -> None:
    outcome = nvrender("check", "--extract", folder)
    assert f"{folder / 'plain.vp'}: ok" in outcome.out and "none" not in outcome.out + outcome.err
    assert nvrender("check", folder).out == f"{folder / 'plain.vp'}: ok, !!VP1.0, 3 instructions\n"
    lua = f"x = [[{VERTEX}]]".encode()
    nvrender("check", "--extract", "-", stdin=lua).failed_with(
        "<stdin>: is of which language? Say --extract-as"
    )
    assert nvrender("check", "--extract-as", "lua", "-", stdin=lua).out.startswith("<stdin>#x: ok")


def test_files_of_any_kind(nvrender: Command, tmp_path: Path) -> None:
    """Programs from header to END, in a container, a folder of them and a .shader file, whose name tells."""
    (tmp_path / "in").mkdir()
    archive, shader = tmp_path / "in" / "data.pak", tmp_path / "in" / "water.shader"
    archive.write_bytes(b"PACK\0\xff" + f"{VERTEX}\0{FRAGMENT}\0{FRAGMENT}".encode())
    shader.write_text(f'SubProgram "opengl" {{\n"{FRAGMENT.replace("texcoord[0]", "texture")}\n"\n}}\n')
    (tmp_path / "in" / "plain.vp").write_text(PASSING)
    (tmp_path / "in" / "notes.txt").write_text("The header is !!ARBvp1.0 here.\n")
    names = [f"{archive}#{label}: ok" for label in ("vertex", "fragment", "fragment2")]
    outcome = nvrender("check", "--extract-as", "text", archive)
    assert [line.partition(",")[0] for line in outcome.out.splitlines()[:3]] == names
    outcome = nvrender("port", "--extract-as", "text", tmp_path / "in", "-o", tmp_path / "out")
    assert "4 of 5 programs translated" in outcome.out
    assert outcome.err.startswith(f"{shader}:3:28: fragment has no `texture`")
    assert sorted(files(tmp_path / "out")) == [
        "data.pak.fragment.frag.glsl",
        "data.pak.fragment2.frag.glsl",
        "data.pak.vertex.vert.glsl",
        "manifest.json",
        "plain.vp.vert.glsl",
    ]
    for command in ("extract", "check"):
        outcome = nvrender(command, "--extract-as", "text", tmp_path / "in" / "notes.txt")
        outcome.failed_with("notes.txt: holds no program from a header to its END")
    assert nvrender("check", "--extract", shader).err.startswith(f"{shader}:3:28: ")
    nvrender("check", shader).failed_with(
        f"{shader}: holds programs in literals; name one: {shader}#fragment"
    )


def test_a_file_too_large_to_search_is_told_of(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.pak").write_text(f"PACK {FRAGMENT}")
    large = tmp_path / "in" / "b.pak"
    with large.open("wb") as file:
        file.truncate(2**26 + 1)
    said = "67108865 bytes; at most 67108864 are read\n"
    for command, output in (("check", ()), ("extract", ()), ("port", ("-o", tmp_path / "out"))):
        outcome = nvrender(command, "--extract-as", "text", tmp_path / "in", *output)
        assert outcome.status == 1 and f"{large}: " in outcome.err and said in outcome.err, command
        assert "a.pak" in outcome.out or command == "port"
    assert "a.pak.fragment.frag.glsl" in files(tmp_path / "out")


def test_a_preprocessed_program(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "body.inc").write_text("MOV result.position, vertex.position;\nMUV;\n")
    path = tmp_path / "lit.vp"
    path.write_text(LIT.format('#include "body.inc"'))
    outcome = nvrender("check", path)
    assert outcome.status == 0
    assert outcome.err.startswith(f"{path}:2:1: warning: `#if` and 3 like it are comments to !!ARBvp1.0: ")
    assert "`#if` and 3 like it" in nvrender("port", path).err
    assert nvrender("check", path, "--preprocess").err == ""
    nvrender("check", path, "-D", "LIGHTS=2").failed_with(f"{path}:3:11: body.inc: no such file")
    outcome = nvrender("check", path, "-D", "LIGHTS=2", "-I", tmp_path / "inc")
    outcome.failed_with(f"{tmp_path / 'inc' / 'body.inc'}:2:1: unknown instruction or declaration `MUV`")
    (row,) = json.loads(nvrender("check", "--json", path, "-D", "LIGHTS=2", "-I", tmp_path / "inc").out)
    assert (row["error"]["file"], row["error"]["line"]) == (str(tmp_path / "inc" / "body.inc"), 2)
    (tmp_path / "inc" / "body.inc").write_text("MOV result.position, vertex.position;\n")
    for command in ("check", "port", "run", "trace"):
        inputs = () if command in ("check", "port") else ("--attributes", tmp_path / "a.npz")
        if inputs and not (tmp_path / "a.npz").exists():
            import numpy as np

            np.savez(tmp_path / "a.npz", position=[[1, 2, 3, 4]])
        outcome = nvrender(command, path, "-D", "LIGHTS=2", "-I", tmp_path / "inc", *inputs)
        assert (outcome.status, outcome.err) == (0, ""), command
    outcome = nvrender("port", path, "-D", "LIGHTS", "-o", tmp_path / "out.glsl")
    text = b"!!ARBvp1.0\nMOV result.position, 0;\nEND\n"
    (facts,) = json.loads((tmp_path / "out.glsl.json").read_text())["programs"]
    assert facts["sha256"] == text_sha256(text)
    nvrender("check", path, "-D", "1").failed_with("-D 1: a macro needs a name")
    nvrender("check", path, "-I", tmp_path / "nowhere").failed_with("nowhere", status=2)


def test_preprocessed_programs_in_a_file_of_several_and_in_literals(
    nvrender: Command, tmp_path: Path
) -> None:
    path = tmp_path / "both.txt"
    path.write_text(f"#define A 1\n{LIT.format('MUV;')}{FRAGMENT}\n")
    outcome = nvrender("check", path, "-D", "LIGHTS=A")
    assert outcome.out == (
        f"{path}#vertex: ok, !!ARBvp1.0, 1 instruction\n{path}#fragment: ok, !!ARBfp1.0, 1 instruction\n"
        "no errors in 2 programs, all are well\n"
    )
    code = tmp_path / "a.c"
    bad = json.dumps(LIT.format("MUV;"))
    code.write_text(
        f"char *bad = {bad};\nchar *good = {json.dumps(FRAGMENT)};\nchar *open = {json.dumps(LIT[:40])};\n"
    )
    outcome = nvrender("check", "--extract", code, "-D", "LIGHTS=2")
    summary = "2 errors in 3 programs, 1 is well\n"
    assert outcome.out == f"{code}#good: ok, !!ARBfp1.0, 1 instruction\n{summary}"
    assert (
        f"{code}:1:42: unknown instruction" in outcome.err
        and f"{code}:3:27: #if without #endif" in outcome.err
    )


def test_what_drivers_took(nvrender: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.vp"
    path.write_text("\n!!ARBvp1.0\nALIAS o = result.position;\nMOV o, vertex.position;\nEND\nand so on")
    for command in ("check", "port"):
        nvrender(command, path).failed_with(
            f"{path}:1:1: nothing, not even white space, may precede !!ARBvp1.0"
        )
        outcome = nvrender(command, "--lenient", path)
        assert outcome.status == 0
        assert outcome.err.count("warning: ") == 3
        assert f"{path}:3:11: warning: result.… is no variable" in outcome.err
        assert "write OUTPUT o = result.position;\n" in outcome.err
    (facts,) = json.loads(nvrender("check", "--json", "--lenient", path).out)
    assert [row["line"] for row in facts["warnings"]] == [1, 3, 6]
    nvrender("port", "--lenient", path, "-o", tmp_path / "a.glsl")
    (facts,) = json.loads((tmp_path / "a.glsl.json").read_text())["programs"]
    assert facts["sha256"] == text_sha256(path.read_bytes())
    for command in ("run", "trace"):
        nvrender(command, path).failed_with("may precede")
        assert "warning: result.… is no variable" in nvrender(command, "--lenient", path).err
