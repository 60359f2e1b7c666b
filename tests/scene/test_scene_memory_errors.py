"""What is wrong with buffers and compute passes of a scene: one message, with the scene's key."""

from __future__ import annotations

from pathlib import Path

import pytest
from scene_files import said, write

from nvrender.scene.load import load_scene
from nvrender.source import SceneError

PROGRAMS = {
    "c": "!!NVcp5.0\nGROUP_SIZE 1;\nTEMP r;\nATOM.ADD.U32 r, {1}, program.local[0].x;\nEND",
    "b": (
        "!!NVcp5.0\nOPTION NV_shader_storage_buffer;\nGROUP_SIZE 1;\nTEMP r;\n"
        "STORAGE s[] = { program.storage[5] };\nLDB.U32 r, s[0];\nEND"
    ),
    "t": "!!NVcp5.0\nGROUP_SIZE 1;\nTEMP r;\nTXF r, {0, 0, 0, 0}, texture[1], 2D;\nEND",
    "v": "!!NVvp5.0\nTEMP r;\nLOAD.F32X4 r, program.local[0].x;\nMOV result.position, r;\nEND",
}
MEMORY = "[memory.a]\ncount = 64\n"
PASS = "[[passes]]\nname = 'p'\ncompute = 'c'\n"


def message(directory: Path, tables: str, draws: str = "", mesh: str = "kind = 'square'") -> str:
    """What loading says of a scene with these tables."""
    for name, text in PROGRAMS.items():
        (directory / name).write_text(text)
    path = directory / "scene.toml"
    path.write_text(f"{tables}\n[meshes.m]\n{mesh}\n[[draw]]\nmesh = 'm'\n{draws}\n")
    with pytest.raises(SceneError) as caught:
        load_scene(path)
    text = said(caught.value, path)
    assert len(text.splitlines()) == 1
    return text


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("", "memory.a: expected exactly one of count, per_pixel; got none of them"),
        ("count = 1\nper_pixel = 1", "memory.a: expected exactly one of count, per_pixel; got count and per"),
        ("count = 0", "memory.a.count: expected a whole number >= 1"),
        ("count = 4\ntype = 'F32X3'", "memory.a.type: 'F32X3' is not one of F32, F32X2, F32X4"),
        ("count = 4\ntype = 'U32'\nfill = -1", "memory.a: -1 is no number of a U32: 0 to 4294967295"),
        ("count = 4\ntype = 'U32'\nfill = 4294967296", "memory.a: 4294967296 is no number of a U32"),
        ("count = 4\ntype = 'S32'\nfill = 2147483648", "memory.a: 2147483648 is no number of a S32"),
        ("count = 4\ntype = 'S32'\nfill = -2147483649", "memory.a: -2147483649 is no number of a S32"),
        ("count = 4\ntype = 'S32'\nvalues = [1.5]", "memory.a: 1.5 is no number of a S32"),
        ("count = 4\nfill = 1e300", "memory.a: 1e+300 is no number of a F32: up to 3.4028235e+38"),
        ("count = 4\nvalues = [-3.5e38]", "memory.a: -3.5e+38 is no number of a F32: up to 3.4028235e+38"),
        ("count = 1\nvalues = [1, 2]", "memory.a: values are more than the 1 elements have components"),
        (
            "count = 4\naccess = 'WRITE'",
            "memory.a.access: 'WRITE' is not one of READ_ONLY, READ_WRITE",
        ),
        ("count = 4\nkeep = true", "memory.a: unknown key 'keep'"),
        ("count = 67108864\ntype = 'F32X4'", "memory.a: takes 1024 MiB beside a picture of 1280 × 720, with"),
    ],
)
def test_buffers(tmp_path: Path, keys: str, expected: str) -> None:
    assert message(tmp_path, f"[memory.a]\n{keys}\n").startswith(expected)


def test_storage_buffers(tmp_path: Path) -> None:
    """MAX_SHADER_STORAGE_BLOCK_SIZE, and bindings 0 to 7 (NV_shader_storage_buffer_object)."""
    found = message(tmp_path, "[storage.1]\ntype = 'F32X4'\nper_pixel = 2\n")
    assert found == (
        "storage.1: takes 29491200 bytes beside a picture of 1280 × 720; "
        "a storage buffer has 16777216 at most"
    )
    largest = "[storage.1]\ntype = 'F32X4'\ncount = {}\n"
    assert "takes 16777232 bytes" in message(tmp_path, largest.format(1048577))
    assert load_scene(write(tmp_path, largest.format(1048576), "", "")).form.storage
    assert "storage" in message(tmp_path, "[storage.8]\ncount = 1\n")
    two = "[storage.1]\ncount = 1\n[storage.4]\ncount = 1\n"
    found = message(tmp_path, two + PASS + "groups = { storage = 3 }\n")
    assert found == "passes[0].groups.storage: there is no buffer 3; this scene has 1, 4"
    assert "access" in message(tmp_path, "[storage.1]\ncount = 1\naccess = 'READ_ONLY'\n")


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("target = 't'", "passes[0]: expected exactly one of target, compute; got target and compute"),
        ("clear = [0, 0, 0]", "passes[0]: clear belongs to a pass with a target"),
        ("layer = 1", "passes[0]: layer belongs to a pass with a target"),
        ("groups = [1, 2, 3, 4]", "passes[0].groups: expected an array of length"),
        ("groups = [70000]", "passes[0].groups[0]: expected a whole number <= 65535"),
        ("groups = { memory = 'b' }", "passes[0].groups.memory: there is no buffer in memory 'b'"),
        ("groups = { storage = 3 }", "passes[0].groups.storage: there is no buffer 3; this scene has none"),
        ("groups = { memory = 'a', offset = 248 }", "passes[0].groups.offset: three U32 from byte 248"),
        ("groups = { memory = 'a', offset = 2 }", "passes[0].groups.offset: expected a whole number th"),
        ("groups = { cover = [8, 8], offset = 4 }", "passes[0].groups: offset belongs to a buffer"),
        ("groups = { cover = [8, 8], memory = 'a' }", "passes[0].groups: expected exactly one of m"),
        ("textures = { 1 = { texture = 'x' } }", "passes[0].textures.1.texture: there is no texture 'x'"),
        ("subroutines = { f = 'g' }", "passes[0].subroutines"),
        ("parameters = { 'program.local[0]' = { address = 'b' } }",
         "passes[0].parameters.program.local[0]: there is no buffer in memory 'b'; this scene has a"),
        ("parameters = { 'program.local[x]' = 1 }", "passes[0].parameters.program.local[x]"),
        ("buffers = { 3 = [1] }", "passes[0].buffers.3: the program has no program.buffer[3]"),
    ],
)  # fmt: skip
def test_compute_passes(tmp_path: Path, keys: str, expected: str) -> None:
    assert message(tmp_path, f"{MEMORY}{PASS}{keys}\n").startswith(expected)


@pytest.mark.parametrize("key", ["groups = [2]", "parameters = { a = 1 }", "subroutines = { a = 'b' }"])
def test_keys_of_compute_passes_alone(tmp_path: Path, key: str) -> None:
    found = message(tmp_path, f"[targets.t]\n[[passes]]\nname = 'p'\ntarget = 't'\n{key}\n")
    assert found == f"passes[0]: {key.split()[0]} belongs to a pass with a compute program"


def test_programs_of_other_stages(tmp_path: Path) -> None:
    found = message(tmp_path, f"{MEMORY}{PASS}".replace("'c'", "'v'"))
    assert found == "passes[0].compute: v is a !!NVvp5.0 vertex program; a compute program is needed"
    assert message(tmp_path, MEMORY, "vertex = 'c'") == (
        "draw[0].vertex: c is a !!NVcp5.0 compute program; a vertex program is needed"
    )


def test_what_is_reached_and_not_there(tmp_path: Path) -> None:
    assert message(tmp_path, "", "vertex = 'v'") == (
        "draw[0].vertex: LOAD in line 3, column 1 reaches memory, and the scene has none; give [memory.NAME]"
    )
    assert message(tmp_path, f"{MEMORY}{PASS}".replace("'c'", "'b'")) == (
        "passes[0].compute: names program.storage[5], and the scene has no such buffer; give [storage.5]"
    )
    assert message(tmp_path, f"{MEMORY}{PASS}".replace("'c'", "'t'")) == (
        "passes[0].textures: t reads texture[1], and the pass has none there"
    )


def test_draws_of_a_compute_pass(tmp_path: Path) -> None:
    assert message(tmp_path, f"{MEMORY}{PASS}", "pass = 'p'") == (
        "draw[0].pass: 'p' runs a compute program and draws nothing"
    )


@pytest.mark.parametrize(
    ("mesh", "expected"),
    [
        ("", "meshes.m: expected exactly one of memory, storage; got none of them"),
        ("memory = 'b'", "meshes.m.memory: there is no buffer 'b'; this scene has a, u"),
        ("storage = 4", "meshes.m.storage: there is no buffer 4; this scene has none"),
        ("memory = 'u'", "meshes.m: memory.u is of U32; vertices are of F32"),
        ("memory = 'a'\ncount = 17", "meshes.m.count: is 17; memory.a has 16 vertices"),
        ("memory = 'a'\nattributes = { position = 5 }", "meshes.m.attributes.position: expected a whole"),
        ("memory = 'a'\nattributes = { color = 4 }", "meshes.m.attributes: has no vertex.position"),
        ("memory = 'a'\nattributes = { position = 4, 0 = 1 }", "meshes.m.attributes: one attribute"),
        ("memory = 'a'\nattributes = { position = 4, 99 = 1 }", "meshes.m.attributes.99: is no attribute"),
        ("memory = 'a'\nprimitive = 'QUADS'", "meshes.m.primitive: 'QUADS' is not one of LINES, LINE_STRIP"),
    ],
)  # fmt: skip
def test_meshes_in_memory(tmp_path: Path, mesh: str, expected: str) -> None:
    found = message(
        tmp_path, f"{MEMORY}[memory.u]\ntype = 'U32'\ncount = 4\n", mesh=f"kind = 'memory'\n{mesh}"
    )
    assert found.startswith(expected)


def test_meshes_in_memory_are_drawn_as_they_say(tmp_path: Path) -> None:
    mesh = "kind = 'memory'\nmemory = 'a'"
    assert message(tmp_path, MEMORY, "primitive = 'LINES'", mesh) == (
        "draw[0].primitive: is that of the mesh; give meshes.m.primitive"
    )


def test_addresses_are_whole(tmp_path: Path) -> None:
    given = "parameters = { 'program.local[0]' = { address = 'a', w = 1.0 } }"
    assert message(tmp_path, MEMORY, f"vertex = 'v'\n{given}").endswith(
        "w belongs to a vector, not to an address"
    )
