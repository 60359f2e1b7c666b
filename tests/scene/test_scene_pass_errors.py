"""What is wrong with passes, targets and programs of other stages: one message, with the scene's key."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from scene_files import said

from nvrender.scene.load import load_scene
from nvrender.source import SceneError

PROGRAMS = {
    "v": "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color;\nEND\n",
    "f": "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n",
    "flat": "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n",
    "around": "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], CUBE;\nEND\n",
    "third": "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[3], 3D;\nEND\n",
    "shadow": (
        "!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\n"
        "TEX result.color, fragment.texcoord[0], texture[0], SHADOW2D;\nEND\n"
    ),
    "whole": (
        "!!NVfp4.0\nTEMP t;\nTEX.S t, fragment.texcoord[0], texture[0], 2D;\nMOV result.color, t;\nEND\n"
    ),
    "vread": (
        "!!NVvp4.0\nTEMP t;\nTXL t, vertex.texcoord[0], texture[0], 2D;\n"
        "MOV result.position, vertex.position;\nMOV result.color, t;\nEND\n"
    ),
    "g": "!!NVgp4.0\nPRIMITIVE_IN POINTS;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\nEMIT;\nEND\n",
    "edges": (
        "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES_ADJACENCY;\nPRIMITIVE_OUT POINTS;\nVERTICES_OUT 1;\nEMIT;\nEND\n"
    ),
}
TARGET = "[targets.t]\n{}\n[[passes]]\nname = 'p'\ntarget = 't'\n{}\n"
CHECKER = "[textures.c]\nkind = 'checker'\n"
SKY = "[textures.s]\nkind = 'sky'\n"


def message(directory: Path, tables: str, draws: str) -> str:
    """What loading says of a scene with these tables and draws of a square."""
    for name, text in PROGRAMS.items():
        (directory / name).write_text(text)
    path = directory / "scene.toml"
    path.write_text(
        f"{tables}\n[meshes.m]\nkind = 'square'\n[meshes.stars]\nkind = 'galaxy'\ncount = 9\n{draws}"
    )
    with pytest.raises(SceneError) as caught:
        load_scene(path)
    text = said(caught.value, path)
    assert len(text.splitlines()) == 1
    return text


def target(of_target: str = "", of_pass: str = "") -> str:
    return TARGET.format(of_target, of_pass)


def draw(text: str = "", mesh: str = "m") -> str:
    return f"[[draw]]\nmesh = '{mesh}'\n{text}\n"


READS = "textures = { 0 = { texture = 't' } }"


@pytest.mark.parametrize(
    ("tables", "draws", "expected"),
    [
        # Programs.
        ("", draw("fragment = 'v'"), ["draw[0].fragment:", "ARBvp1.0 vertex program; a fragment program is"]),
        ("", draw("geometry = 'f'"), ["draw[0].geometry:", "fragment program; a geometry program is needed"]),
        ("", draw("vertex = 'g'"), ["draw[0].vertex:", "geometry program; a vertex program is needed"]),
        ("", draw("fragment = 'no'"), ["draw[0].fragment:", "there is no file"]),
        ("", draw("fragment_parameters = { 'program.local[0]' = 1 }"), ["fragment_parameters:", "give one"]),
        ("", draw("geometry_parameters = { 'program.local[0]' = 1 }"), ["geometry_parameters:", "no geo"]),
        ("", draw("parameters = { 'program.local[0]' = 1 }"), ["draw[0].parameters:", "no vertex program"]),
        (
            "fragment_parameters = { 'program.local[0]' = 1 }",
            draw("vertex = 'v'"),
            ["fragment_parameters: no draw has a program that takes them"],
        ),
        (
            "",
            draw("fragment = 'f'\nfragment_parameters = { 4 = 1 }"),
            ["draw[0].fragment_parameters.4:", "names such as program.env[4]"],
        ),
        ("", draw("buffers = { 0 = [1] }"), ["draw[0].buffers.0:", "no vertex program"]),
        ("", draw("fragment_buffers = { 0 = [1] }"), ["draw[0].fragment_buffers.0:", "no fragment program"]),
        ("fragment_buffers = { 3 = [1] }", draw("fragment = 'f'"), ["fragment_buffers.3: no fragment"]),
        ("", draw("state_programs = [{ program = 'f' }]"), ["draw[0].state_programs[0].program:"]),
        ("", draw("tracking = [{ address = 0, matrix = 'MODELVIEW' }]"), ["draw[0].tracking:", "no vertex"]),
        ("", draw("instances = 4"), ["draw[0].instances:", "the conventional vertex stage reads no"]),
        ("", draw("attributes = { colour = [1] }"), ["draw[0].attributes.colour:", "no attribute 'colour'"]),
        # Primitives.
        ("", draw("geometry = 'g'"), ["draw[0].geometry:", "POINTS", "drawn as TRIANGLES"]),
        ("", draw("geometry = 'edges'"), ["TRIANGLES_ADJACENCY or TRIANGLE_STRIP_ADJACENCY"]),
        ("", draw("primitive = 'LINES_ADJACENCY'"), ["draw[0].primitive:", "for geometry programs"]),
        (
            "",
            draw("geometry = 'edges'\nprimitive = 'TRIANGLES_ADJACENCY'", "stars"),
            ["draw[0].primitive:", "are those of triangles; the mesh is of POINTS"],
        ),
        ("", draw("primitive = 'TRIANGLE'"), ["draw[0].primitive:", "did you mean 'TRIANGLES'?"]),
        # What programs read.
        ("", draw("fragment = 'third'"), ["draw[0].textures: third reads texture[3], and"]),
        (
            CHECKER,
            draw("fragment = 'around'\ntextures = { 0 = { texture = 'c' } }"),
            ["draw[0].textures.0:", "around:2:1:", "TEX reads a CUBE texture, and the one given is 2D"],
        ),
        (
            SKY,
            draw("fragment = 'flat'\ntextures = { 0 = { texture = 's' } }"),
            ["draw[0].textures.0:", "TEX reads a 2D texture, and the one given is CUBE"],
        ),
        (
            CHECKER,
            draw("fragment = 'shadow'\ntextures = { 0 = { texture = 'c' } }"),
            ["draw[0].textures.0:", "compares depths (SHADOW2D)", "base format RGB; DEPTH is needed"],
        ),
        (
            target(),
            draw(f"fragment = 'shadow'\n{READS}"),
            ["draw[0].textures.0:", "base format RGBA; DEPTH is needed"],
        ),
        (
            CHECKER,
            draw("fragment = 'whole'\ntextures = { 0 = { texture = 'c' } }"),
            ["draw[0].textures.0:", "reads signed texels, and those of the texture given are float"],
        ),
        (
            target("format = 'DEPTH'"),
            draw(f"vertex = 'vread'\nfragment = 'shadow'\n{READS}"),
            ["draw[0].textures.0:", "read it as 2D and as SHADOW2D"],
        ),
        ("", draw("textures = { 0 = { texture = 'no' } }"), ["textures.0.texture: there is no texture"]),
        (
            CHECKER,
            draw("textures = { 9 = { texture = 'c' } }"),
            ["draw[0].textures.9:", "the fixed function has units 0 to 7"],
        ),
        (
            target("target = 'ARRAY2D'\nlayers = 2\nsize = [4, 4]", "layer = 0"),
            draw(READS),
            ["draw[0].textures.0:", "is of target ARRAY2D and base format RGBA, which the fixed"],
        ),
        (
            CHECKER,
            draw("textures = { 0 = { texture = 'c', compare = true } }"),
            ["draw[0].textures.0.compare:", "'c' has no depths"],
        ),
        (
            CHECKER,
            draw("textures = { 0 = { texture = 'c', output = 1 } }"),
            ["draw[0].textures.0.output:", "only targets have outputs"],
        ),
        (
            target(),
            draw("textures = { 0 = { texture = 't', output = 1 } }"),
            ["draw[0].textures.0.output: is 1; the target 't' has outputs 0 to 0"],
        ),
        (
            target("format = 'DEPTH'"),
            draw("textures = { 0 = { texture = 't', output = 1 } }"),
            ["draw[0].textures.0.output: is 1; the target 't' has its depth alone"],
        ),
        (
            target(),
            draw("textures = { 0 = { texture = 't', output = 'depht' } }"),
            ["draw[0].textures.0.output:"],
        ),
        # Targets.
        ("[targets.t]", draw(), ["targets.t: no pass draws into it"]),
        (target() + "[textures.t]\nkind = 'sky'", draw(), ["targets.t:", "share names"]),
        (target("size = [0, 4]"), draw(), ["targets.t.size[0]:", ">= 1"]),
        (target("size = [20000, 4]"), draw(), ["targets.t.size[0]:", "<= 16384"]),
        (target("scale = 100.0"), draw(), ["targets.t.scale:", "128000 × 72000 pixels", "16384"]),
        (target("size = [16384, 16384]\nformat = 'RGBA32F'"), draw(), ["targets.t: takes 5120 MiB"]),
        (target("size = [16384, 16384]\nformat = 'RGBA16F'\nkeep = true"), draw(),
         ["targets.t: takes 6144 MiB"]),
        (target("size = [4, 4]\nscale = 1.0"), draw(), ["targets.t: expected size or scale"]),
        (target("format = 'RGBA'"), draw(), ["targets.t.format:", "did you mean 'RGBA8'?"]),
        (target("outputs = 9"), draw(), ["targets.t.outputs:", "<= 8"]),
        (target("format = 'DEPTH'\noutputs = 2"), draw(), ["targets.t:", "no colours"]),
        (target("format = 'DEPTH'\nkeep = true"), draw(), ["targets.t:", "keeps nothing"]),
        (target("format = 'DEPTH'\nfilter = 'LINEAR_MIPMAP_LINEAR'"), draw(), ["targets.t:", "one level"]),
        (target("target = 'CUBE'"), draw(), ["targets.t:", "two equal numbers"]),
        (target("target = 'CUBE'\nsize = [4, 8]"), draw(), ["targets.t:", "two equal numbers"]),
        (target("target = 'ARRAY2D'"), draw(), ["targets.t:", "layers belongs to ARRAY2D targets"]),
        (target("layers = 4"), draw(), ["targets.t:", "layers belongs to ARRAY2D targets"]),
        (target("target = 'RECT'\nfilter = 'LINEAR_MIPMAP_LINEAR'"), draw(), ["targets.t:", "has no levels"]),
        (target("target = 'RECT'\nwrap = 'REPEAT'"), draw(), ["targets.t:", "a RECT target wraps by"]),
        (target("initial = 'c'") + CHECKER, draw(), ["targets.t:", "keep = true"]),
        (target("keep = true\ninitial = 'no'"), draw(), ["targets.t.initial:", "no texture 'no'"]),
        (target("keep = true\ninitial = 't'"), draw(), ["targets.t.initial:", "no texture 't'"]),
        (target("keep = true\ninitial = 's'") + SKY, draw(), ["targets.t.initial:", "a 2D one is needed"]),
        # Passes.
        ("[[passes]]\nname = 'p'", draw(), ["passes[0]:", "one of target, compute; got none"]),
        ("[[passes]]\nname = 'p'\ntarget = 'x'", draw(), ["passes[0].target: there is no target 'x'"]),
        (target() + "[[passes]]\nname = 'p'\ntarget = 't'", draw(), ["passes[1].name:", "one before this"]),
        (target() + "[[passes]]\nname = 'picture'\ntarget = 't'", draw(), ["passes[1].name:", "scene's own"]),
        (target() + "[[passes]]\nname = ''\ntarget = 't'", draw(), ["passes[1].name:", "length >= 1"]),
        (target("", "layer = 0"), draw(), ["passes[0].layer:", "is 2D and has no layers"]),
        (
            target("target = 'CUBE'\nsize = [4, 4]", "layer = 6"),
            draw(),
            ["passes[0].layer: is 6; the target 't' has layers 0 to 5"],
        ),
        (target("", "clear = [1, 1, 1]\nbackground = {}"), draw(), ["passes[0]: expected clear or"]),
        (target("format = 'DEPTH'", "background = {}"), draw(), ["passes[0].background:"]),
        (target("target = 'CUBE'\nsize = [4, 4]", "background = {}"), draw(), ["background:", "give layer"]),
        (target("", "repeat = 0"), draw(), ["passes[0].repeat:", ">= 1"]),
        (
            target("", "camera = { height = 0.0, face = 1 }"),
            draw(),
            ["passes[0].camera:", "orthographic"],
        ),
        ("", draw("pass = 'p'"), ["draw[0].pass: there is no pass 'p'"]),
        (
            target(),
            draw(f"pass = 'p'\n{READS}"),
            ["draw[0].textures.0.texture:", "'p' draws into the target 't' that it reads; with keep = true"],
        ),
        (
            target() + "[targets.u]\n[[passes]]\nname = 'q'\ntarget = 'u'",
            draw("pass = 'p'\ntextures = { 0 = { texture = 'u' } }"),
            ["draw[0].textures.0.texture:", "no pass before 'p' draws into the target 'u'"],
        ),
        (
            target("target = 'CUBE'\nsize = [4, 4]"),
            draw("pass = 'p'"),
            ["draw[0].pass:", "no geometry program of this draw writes result.layer"],
        ),
        (target("outputs = 2"), draw("pass = 'p'"), ["draw[0].pass:", "2 outputs, which the fixed function"]),
        # Values.
        ("", draw("vertex = 'v'\nparameters = { 'program.local[0]' = { target = 't' } }"), ["no target 't'"]),
        (
            "",
            draw("vertex = 'v'\nparameters = { 'program.local[0]' = { matrix = 'MODELVIEW', pass = 'p' } }"),
            ["draw[0].parameters.program.local[0].pass: there is no pass 'p'"],
        ),
        (
            target(),
            draw("vertex = 'v'\nparameters = { 'program.local[0]' = { matrix = 'TEXTURE0', pass = 'p' } }"),
            ["draw[0].parameters", "pass and face belong to the matrices MODELVIEW"],
        ),
        (
            "",
            draw("vertex = 'v'\nparameters = { 'program.local[0]' = { eye = 'world', face = 1 } }"),
            ["face belongs to a matrix"],
        ),
    ],
)  # fmt: skip
def test_a_wrong_scene_names_its_key(tmp_path: Path, tables: str, draws: str, expected: list[str]) -> None:
    text = message(tmp_path, tables, draws)
    for part in expected:
        assert part in text, text


def test_a_missing_texture_file_of_a_cube_map(tmp_path: Path) -> None:
    Image.new("RGB", (2, 2)).save(tmp_path / "a.png")
    faces = ["a.png"] * 5 + ["b.png"]
    text = message(tmp_path, f"[textures.x]\nkind = 'cube'\nfaces = {faces}", draw())
    assert "textures.x.faces[5]: there is no file" in text
