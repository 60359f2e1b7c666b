"""Pairs of a vertex and a fragment program: what both write and read, and that they link."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import moderngl
import msgspec
import pytest
from cli_helpers import PASSING, SHADERS, Command, files
from digest.corpus import manners

from nvrender.cli.port.pairs import Pair, pair_of
from nvrender.cli.port.translations import Options
from nvrender.gpu.context.context import using
from nvrender.languages.load import load
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.source import TargetError

VERTEX = """!!ARBvp1.0
MUL result.position, vertex.position, program.env[2];
MOV result.color, program.local[7];
MUL result.texcoord[3], vertex.position, program.env[5];
END
"""
FRAGMENT = """!!ARBfp1.0
TEMP r;
TEX r, fragment.texcoord[0], texture[0], 2D;
MAD r, r, fragment.color, fragment.texcoord[0];
MUL result.color, r, program.env[5];
END
"""


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    vertex, fragment = tmp_path / "in" / "a.vp", tmp_path / "in" / "b.fp"
    vertex.parent.mkdir()
    vertex.write_text(VERTEX)
    fragment.write_text(FRAGMENT)
    return vertex, fragment


@cache
def shader(name: str) -> Program:
    return load(SHADERS / name)


@cache
def natural_pairs() -> dict[str, Pair]:
    """What scenes draw by a vertex and a fragment program alone, and the corpus's of one name."""
    found: dict[str, Pair] = {}
    for path in sorted((SHADERS.parent / "scenes").glob("*.toml")):
        for draw in msgspec.toml.decode(path.read_bytes())["draw"]:
            if {"vertex", "fragment"} <= draw.keys() and draw.keys().isdisjoint(
                ("geometry", "tess_evaluation")
            ):
                names = [Path(draw[stage]).name for stage in ("vertex", "fragment")]
                made = pair_of([shader(name) for name in names])
                assert made is not None, names
                found[" ".join(names)] = made
    for path in manners():
        fragment = path.with_suffix(".fp")
        if path.suffix == ".vp" and fragment.is_file():
            found[path.stem] = Pair(load(path), load(fragment))
    return found


def other_pairs() -> Iterator[tuple[str, Pair]]:
    """Each vertex program with the fragment program at its place: names of all kinds meet."""
    programs = [(path.name, shader(path.name)) for path in sorted(SHADERS.glob("*.?p"))]
    vertices, fragments = (
        [row for row in programs if row[1].profile.stage is stage] for stage in (Stage.VERTEX, Stage.FRAGMENT)
    )
    for number, (name, vertex) in enumerate(vertices):
        other, fragment = fragments[number % len(fragments)]
        yield f"{name} {other}", Pair(vertex, fragment)


def linked(context: moderngl.Context, pair: Pair, options: Options) -> None:
    """Links a pair's translations; fails with their text."""
    texts = [options.translate(program, None, pair).source for program in (pair.vertex, pair.fragment)]
    try:
        context.program(vertex_shader=texts[0], fragment_shader=texts[1]).release()
    except moderngl.Error as error:
        pytest.fail(f"{error}\n{texts[0]}\n{texts[1]}")


@pytest.mark.parametrize(
    "options", [Options(), Options(numerics="exact", env="array", drop_unread=True)], ids=["", "array"]
)
def test_all_pairs_link(options: Options) -> None:
    natural, count = natural_pairs(), 0
    assert len(natural) >= 54
    with using(None) as context:
        for pair in natural.values():
            linked(context, pair, options)
        for _, pair in list(other_pairs())[options.drop_unread :: 2]:
            try:
                linked(context, pair, options)
                count += 1
            except TargetError as error:
                assert "linked programs must read a unit in one way" in str(error)
    assert count > 15


def test_a_pair_shares_no_member_and_hands_on_what_is_read(
    nvrender: Command, pair: tuple[Path, Path], tmp_path: Path
) -> None:
    """What nobody writes is (0, 0, 0, 1), with a warning where it is read; the manifest names the other."""
    outcome = nvrender("port", *pair, "--pair", "-o", tmp_path / "out")
    assert outcome.status == 0
    assert outcome.err.count("warning") == 1
    assert f"{pair[1]}:3:8: warning: {pair[0]} does not write what is read here" in outcome.err
    vertex, fragment = (
        (tmp_path / "out" / f"{name}.glsl").read_text() for name in ("a.vp.vert", "b.fp.frag")
    )
    assert "TEX0 = vec4(0.0, 0.0, 0.0, 1.0);" in vertex and "out vec4 TEX3;" in vertex
    assert "program.env_5" in vertex and "program.env_5" in fragment
    rows = json.loads((tmp_path / "out" / "manifest.json").read_text())["programs"]
    assert [(row["file"], row["pair"]) for row in rows] == [("a.vp", "b.fp"), ("b.fp", "a.vp")]
    (warning,) = rows[1]["warnings"]
    assert (warning["line"], warning["hint"]) == (3, "it is (0, 0, 0, 1)")
    with using(None) as context:
        context.program(vertex_shader=vertex, fragment_shader=fragment).release()


def test_what_is_not_read_is_dropped_on_request(
    nvrender: Command, pair: tuple[Path, Path], tmp_path: Path
) -> None:
    """With what computed it, and not what a program chooses at run time."""
    assert nvrender("port", *pair, "--pair", "--drop-unread", "-o", tmp_path / "out").status == 0
    text = (tmp_path / "out" / "a.vp.vert.glsl").read_text()
    assert "TEX3" not in text and "env_5" not in text and "COL0 = clamp(program.local_7, 0.0, 1.0);" in text
    pair[0].write_text(
        "!!NVvp4.0\nTEMP i;\nATTRIB v = vertex.position;\nMOV.S i, vertex.attrib[1];\n"
        "OUTPUT all[] = { result.texcoord[0..3] };\nMOV result.position, v;\nMOV all[i.x], v;\n"
        "MOV result.texcoord[5], v;\nEND\n"
    )
    assert nvrender("port", *pair, "--pair", "--drop-unread", "-o", tmp_path / "out").status == 0
    text = (tmp_path / "out" / "a.vp.vert.glsl").read_text()
    assert "out vec4 TEX3;" in text and "TEX5" not in text


def test_members_are_in_the_order_of_their_numbers(nvrender: Command, pair: tuple[Path, Path]) -> None:
    text = nvrender("port", pair[0]).out
    assert text.index("vec4 env_2;") < text.index("vec4 env_5;") < text.index("vec4 local_7;")


RELATIVE = """!!ARBvp1.0
PARAM bones[3] = { program.env[4..6] };
PARAM own[2] = { program.local[7..8] };
PARAM mixed[2] = { program.env[9], program.local[3] };
ADDRESS A0;
ARL A0.x, vertex.attrib[1].x;
MUL result.position, bones[A0.x + 1], own[A0.x];
MUL result.texcoord[0], mixed[A0.x], program.env[300];
MUL result.texcoord[1], bones[2], own[1];
MUL result.texcoord[2], bones[0], state.light[0].ambient;
END
"""


def test_arrays_of_parameters_at_their_own_indices(nvrender: Command, tmp_path: Path) -> None:
    """An array whose elements do not follow each other there stays one of its own."""
    (tmp_path / "a.vp").write_text(VERTEX)
    text = nvrender("port", tmp_path / "a.vp", "--env", "array").out
    assert "uniform ProgramEnvironment {\n    vec4 vectors[256];\n} env;" in text
    assert "uniform ProgramParameters {\n    vec4 local[8];\n} program;" in text
    assert "position * env.vectors[5]" in text and "COL0 = clamp(program.local[7], 0.0, 1.0);" in text
    (tmp_path / "b.vp").write_text(RELATIVE)
    (entry,) = json.loads(nvrender("port", tmp_path / "b.vp", "--env", "array", "--json").out)["programs"]
    (output,) = entry["outputs"]
    text = output["source"]
    assert "vec4 vectors[1024];" in text and "vec4 local[9];\n    vec4 mixed[2];" in text
    assert "TEX1 = env.vectors[6] * program.local[8];" in text
    assert "env.vectors[min(uint(index), 2u) + 4u]" in text
    rows = {row["name"]: (row["block"], row["offset"]) for row in output["parameters"]}
    assert rows["program.env[300]"] == ("ProgramEnvironment", 4800)
    assert rows["program.local[8]"] == ("ProgramParameters", 128)
    assert rows["program.env[9]"] == ("ProgramParameters", 144)
    assert "program.local[0]" not in rows
    sizes = {row["name"]: row["size"] for row in output["blocks"]}
    with using(None) as context:
        program = context.program(vertex_shader=text)
        assert {name: program[name].size for name in sizes} == sizes
        program.release()


def test_units_that_are_read_in_two_ways_are_refused(
    nvrender: Command, pair: tuple[Path, Path], tmp_path: Path
) -> None:
    """NV_gpu_program4 2.X.4.4."""
    pair[0].write_text("!!NVvp4.0\nTEX result.position, vertex.position, texture[0], CUBE;\nEND\n")
    outcome = nvrender("port", *pair, "--pair", "-o", tmp_path / "out")
    outcome.failed_with("texture[0] is a sampler2D here and a samplerCube in")
    assert "a.vp.vert.glsl" in files(tmp_path / "out")


def test_what_is_a_pair(nvrender: Command, pair: tuple[Path, Path], tmp_path: Path) -> None:
    """Two files; of a folder those of a name; what is none of a folder is ported alone."""
    folder = pair[0].parent
    for name, text in (("w.vp", VERTEX), ("w.fp", FRAGMENT), ("x.vp", PASSING), ("x.txt", PASSING)):
        (folder / name).write_text(text)
    outcome = nvrender("port", folder, "--pair", "-o", tmp_path / "out")
    assert outcome.status == 0, outcome.err
    rows = json.loads((tmp_path / "out" / "manifest.json").read_text())["programs"]
    assert {row["file"]: row["pair"] for row in rows} == {
        **dict.fromkeys(("a.vp", "b.fp", "x.txt", "x.vp")),
        "w.fp": "w.vp",
        "w.vp": "w.fp",
    }
    two = nvrender("port", folder / "x.vp", folder / "a.vp", "--pair", "-o", tmp_path / "none")
    two.failed_with("a pair is a vertex program and a fragment program, each in a file")
    nvrender("port", pair[0], "--pair").failed_with("--pair goes with two files or more", status=2)


def test_pairs_in_literals(nvrender: Command, tmp_path: Path) -> None:
    """Those of a file whose names are one but for the stage; what is missing is handed on there, too."""
    names = {
        "water_vp": "water_fp", "vs_sky": "fs_sky", "glowVertex": "glowFragment", "stage1_vp": None,
        "stage2_fp": None, "fps_vp": None, "a_vp": None, "A_vp": None,
    }  # fmt: skip
    fragments = [name for name in (*names.values(), "stage2_fp") if name]
    rows = [
        f"const char *{name} = {json.dumps(FRAGMENT if name in fragments else VERTEX)};"
        for name in dict.fromkeys((*names, *fragments))
    ]
    path = tmp_path / "engine.c"
    path.write_text("\n".join(rows))
    outcome = nvrender("port", path, "--extract", "--pair", "-o", tmp_path / "out")
    assert outcome.status == 0, outcome.err
    programs = json.loads((tmp_path / "out" / "manifest.json").read_text())["programs"]
    found = {
        row["file"].removeprefix("engine.c#"): row["pair"] and row["pair"].removeprefix("engine.c#")
        for row in programs
    }
    backwards = {other: name for name, other in names.items() if other}
    assert found == {**names, **backwards}
    assert "out vec4 TEX3;" in (tmp_path / "out" / "engine.c.vs_sky.vert.glsl").read_text()


def test_a_program_alone_gets_the_fixed_function_beside_it(nvrender: Command, tmp_path: Path) -> None:
    """Both link, and every block has the size that the manifest tells, whose members all have a formula."""
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("world.vp", "stone.vp", "modulate.fp", "toon.fp", "prepare_lights.vp", "alps.tcp"):
        (folder / name).write_bytes((SHADERS / name).read_bytes())
    (folder / "all.fp").write_text(
        "!!ARBfp1.0\nTEMP r;\nTEX r, fragment.texcoord[5], texture[0], 2D;\n"
        "MAD r, r, fragment.color.secondary, fragment.fogcoord.x;\nMUL result.color, r, fragment.color;\n"
        "END\n"
    )
    assert nvrender("port", folder, "--complete", "-o", tmp_path / "out").status == 0
    rows = json.loads((tmp_path / "out" / "manifest.json").read_text())["programs"]
    found = {row["file"]: row["outputs"][0]["companion"] for row in rows}
    assert [name for name, beside in found.items() if beside is None] == ["alps.tcp", "prepare_lights.vp"]
    assert found["all.fp"]["file"] == "all.fp.vert.glsl"
    assert {row["binding"] for row in found["all.fp"]["attributes"]} == {"OPOS", "COL0", "COL1", "TEX5"}
    assert [row["name"] for row in found["world.vp"]["samplers"]] == ["texture0", "texture1", "texture2"]
    with using(None) as context:
        for row in rows:
            (output,) = row["outputs"]
            beside = output["companion"]
            if beside is None:
                continue
            texts = {
                one["interface"]: (tmp_path / "out" / one["file"]).read_text() for one in (output, beside)
            }
            program = context.program(vertex_shader=texts["vertex"], fragment_shader=texts["fragment"])
            for block in (*output["blocks"], *beside["blocks"]):
                if block["name"] in program:
                    assert program[block["name"]].size == block["size"], block
            assert all(one["formula"] for one in beside["state"])
            program.release()
    assert nvrender("port", folder / "all.fp", "--complete", "-o", tmp_path / "all.glsl").status == 0
    assert "all.glsl.vert.glsl" in files(tmp_path)
    (folder / "all.fp").write_text("!!NVfp4.0\nMOV result.color, fragment.attrib[3];\nEND\n")
    outcome = nvrender("port", folder / "all.fp", "--complete", "-o", tmp_path / "all.glsl")
    assert "all.fp:2:19: warning: the fixed function does not write what is read here" in outcome.err
    assert "companion" in nvrender("port", folder / "all.fp", "--complete", "--json").out
    nvrender("port", folder / "all.fp", "--complete").failed_with("name a file or folder by -o", status=2)
