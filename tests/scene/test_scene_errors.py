"""Every way a scene file can be wrong: one SceneError that names file, key and what would be right."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from scene_files import write, write_text

from nvrender.scene import advice, load
from nvrender.scene.load import load_scene
from nvrender.scene.meshes.meshes import build
from nvrender.source import SceneError


def message(path: Path) -> str:
    with pytest.raises(SceneError) as caught:
        load_scene(path)
    text = str(caught.value)
    assert str(path) in text
    return text


@pytest.mark.parametrize(
    ("before", "mesh", "draw", "expected"),
    [
        ("sise = [1, 2]", "", "", ["'sise'", "did you mean 'size'?"]),
        ("zzz = 1", "", "", ["unknown key 'zzz'", "known keys are"]),
        ("[camera]\nfovv = 40", "", "", ["camera:", "did you mean 'fov'?"]),
        ("", "radios = 2.0", "", ["meshes.ball", "did you mean 'radius'?"]),
        ("", "", "parmeters = {}", ["draw[0]:", "did you mean 'parameters'?"]),
        ("", "", "state = { blnd = {} }", ["draw[0].state:", "did you mean 'blend'?"]),
        ("", "", "state = { blend = { sorce = 'ONE' } }", ["draw[0].state.blend:", "'source'"]),
        ("size = 'big'", "", "", ["size:", "an array", "a string"]),
        ("size = [0, 10]", "", "", ["size[0]:", ">= 1"]),
        ("size = [100000, 10]", "", "", ["size[0]:", "<= 16384"]),
        ("title = 3", "", "", ["title:", "a string", "a whole number"]),
        ("[camera]\nfov = 'wide'", "", "", ["camera.fov:", "a number"]),
        ("[camera]\nnear = 2.0\nfar = 1.0", "", "", ["camera:", "near must be less than far"]),
        ("[camera]\nfov = { sine = {} }", "", "", ["camera.fov.sine:", "the key 'period' is missing"]),
        ("[camera]\nfov = { keys = [[1, 2], [0, 3]] }", "", "", ["camera.fov:", "in order of time"]),
        ("[camera]\nfov = { linear = { rate = 1 }, keys = [[0, 1]] }", "", "", ["linear and keys"]),
        ("[camera]\nfov = nan", "", "", ["camera.fov:", "finite"]),
        ("[camera]\neye = [1, -inf, 0]", "", "", ["camera.eye[1]:", "finite"]),
        ("[animation]\nframes = 0", "", "", ["animation.frames:", ">= 1"]),
        ("[lights.lamp]\ncolor = [1, 1, 1]", "", "", ["lights.lamp:", "position, direction", "none of them"]),
        ("[lights.lamp]\nposition = [1, 1]", "", "", ["lights.lamp.position:", "length 3"]),
        ("", "radius = -1", "", ["meshes.ball.radius:", "> 0"]),
        ("", "segments = 1000000", "", ["meshes.ball.segments:", "<= 2048"]),
        ("", "segments = 3.5", "", ["meshes.ball.segments:", "a whole number"]),
        ("[meshes.x]\nkind = 'tores'", "", "", ["meshes.x.kind:", "did you mean 'torus'?"]),
        ("[meshes.x]\nradius = 1", "", "", ["meshes.x:", "kind"]),
        ("", "", "parameters = { 3 = [1, 'x'] }", ["draw[0].parameters.3[1]:", "a string"]),
        ("", "", "parameters = { 3 = [1, 2, 3, 4, 5] }", ["parameters.3:", "1 to 4 numbers", "got 5"]),
        ("", "", "parameters = { 3 = [] }", ["draw[0].parameters.3:", "got 0"]),
        ("", "", "parameters = { 3 = [1, [2]] }", ["draw[0].parameters.3:", "mixture"]),
        ("", "", "parameters = { 96 = [1] }", ["draw[0].parameters.96:", "c[0] to c[95]"]),
        ("", "", "parameters = { 95 = [[1], [2]] }", ["draw[0].parameters.95:", "c[96]"]),
        ("", "", "parameters = { 300 = [1] }", ["draw[0].parameters.300:", "c[300]", "c[0] to c[95]"]),
        ("", "", "parameters = { x = [1] }", ["draw[0].parameters.x:", "use the numbers 0 to 95"]),
        ("", "", "parameters = { 5 = { light = 'sun' } }", ["draw[0].parameters.5:", "no light 'sun'"]),
        ("", "", "parameters = { 5 = { light = 'a', eye = 'world' } }", ["parameters.5:", "light and eye"]),
        ("", "", "parameters = { 5 = { eye = 'wrld' } }", ["parameters.5.eye:", "did you mean 'world'?"]),
        ("", "", "tracking = [{ address = 2, matrix = 'MODELVIEW' }]", ["[0].address:", "multiple of 4"]),
        ("", "", "tracking = [{ address = 96, matrix = 'MODELVIEW' }]", ["tracking[0].address:", "up to 92"]),
        ("", "", "tracking = [{ address = 0, matrix = 'VIEW' }]", ["tracking[0].matrix:", "'VIEW'"]),
        (
            "",
            "",
            "tracking = [{ address = 0, matrix = 'MODELVIEW' }]\nparameters = { 2 = [1] }",
            ["draw[0].parameters.2:", "tracks a matrix"],
        ),
        ("[textures.x]\nkind = 'noise'\nsize = [9000, 9]", "", "", ["textures.x.size[0]:", "<= 4096"]),
        ("", "", "textures = { 0 = { texture = 'bark' } }", ["textures.0.texture:", "no texture 'bark'"]),
        ("", "", "textures = { 16 = { texture = 'bark' } }", ["draw[0].textures.16:", "<= 15"]),
        ("", "", "material = 'tin'", ["draw[0].material:", "no material 'tin'"]),
        ("", "", "copies = [{ material = 'tin' }]", ["draw[0].copies[0].material:", "no material 'tin'"]),
        ("", "", "transform = [{ move = [1, 2, 3] }]", ["draw[0].transform[0]:", "unknown key 'move'"]),
        ("", "", "transform = [{}]", ["draw[0].transform[0]:", "translate, rotate, scale, to_light"]),
        ("", "", "transform = [{ to_light = 'sun' }]", ["draw[0].transform[0].to_light:", "no light 'sun'"]),
        ("", "", "transform = [{ rotate = { angle = 1, axis = [0, 0, 0] } }]", ["axis must not be zero"]),
        ("", "", "matrices = { MATRIX2 = [{ to_light = 'x' }] }", ["MATRIX2[0].to_light:", "no light 'x'"]),
        (
            "",
            "",
            "state_programs = [{ program = 'state.vp', input = { light = 'sun' } }]",
            ["draw[0].state_programs[0].input:", "no light 'sun'"],
        ),
        ("", "", "matrices = { MODELVIEW = [] }", ["draw[0].matrices.MODELVIEW:", "MATRIX0"]),
        ("", "", "state = { clip_planes = [6] }", ["state.clip_planes[0]:", "<= 5"]),
        ("", "", "state = { depth = { function = 'BELOW' } }", ["depth.function:", "ALWAYS, EQUAL, GEQUAL"]),
        ("", "", "attributes = { 3 = [] }", ["draw[0].attributes.3:", "1 to 4 numbers"]),
        ("[[chains]]\naddress = 250\nbones = 8", "", "", ["chains[0]:", "c[273]"]),
        ("[meshes.x]\nkind = 'file'\npath = 'no.obj'", "", "", ["meshes.x.path:", "no file", "no.obj"]),
        ("[meshes.x]\nkind = 'file'\npath = '.'", "", "", ["meshes.x.path:", "is a directory"]),
        ("[meshes.x]\nkind = 'file'\npath = 'plain.vp'", "", "", ["meshes.x.path:", ".obj, .ply"]),
        ("[textures.x]\nkind = 'file'\npath = 'no.png'", "", "", ["textures.x.path:", "no file"]),
        ("[textures.x]\nkind = 'file'\npath = 'plain.vp'", "", "", ["textures.x.path:", "no image"]),
        ("", "", "state_programs = [{ program = 'plain.vp' }]", ["programs[0].program:", "vertex state"]),
    ],
)  # fmt: skip
def test_a_wrong_scene_names_its_key(
    tmp_path: Path, before: str, mesh: str, draw: str, expected: list[str]
) -> None:
    text = message(write(tmp_path, before, mesh, draw))
    for part in expected:
        assert part in text, text
    assert "\n" not in text


def test_a_missing_mesh_is_named(tmp_path: Path) -> None:
    text = message(write_text(tmp_path, '[[draw]]\nvertex = "plain.vp"\nmesh = "cow"\n'))
    assert "draw[0].mesh: there is no mesh 'cow'; this scene has none" in text


def test_a_missing_program_is_named(tmp_path: Path) -> None:
    path = write_text(tmp_path, '[meshes.m]\nkind = "cube"\n[[draw]]\nvertex = "gone.vp"\nmesh = "m"\n')
    text = message(path)
    assert "draw[0].vertex: there is no file" in text and "gone.vp" in text


def test_a_program_that_does_not_load_keeps_its_caret(tmp_path: Path) -> None:
    path = write(tmp_path, draw="")
    (tmp_path / "plain.vp").write_text("!!VP1.0\nMOV o[HPOS], v[16];\nEND\n")
    text = message(path)
    assert "draw[0].vertex" in text and "plain.vp:2:" in text and "^" in text


def test_a_state_program_cannot_draw(tmp_path: Path) -> None:
    path = write_text(tmp_path, '[meshes.m]\nkind = "cube"\n[[draw]]\nvertex = "state.vp"\nmesh = "m"\n')
    assert "draw[0].vertex: state.vp is a !!VSP1.0" in message(path)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "the key 'draw' is missing"),
        (b"draw = []", "draw: "),
        (b"\x00\xff\xfe\x80garbage", "not UTF-8"),
        (b"\x00\x01\x02", "no valid TOML"),
        (b"size = ", "no valid TOML"),
        (b"a = " + b"[" * 100_000, "nested too deeply"),
        (b"x = 1\n" * (1 << 20), "are read"),
        (b"size = 1\n" + b".".join([b"a"] * 5000) + b" = 1", ":2: a key has more than 64 parts"),
        (b"[" + b" . ".join([b'"a.\\"b"', b"'c.d'"] * 2500) + b"]", ":1: a key has more than 64 parts"),
        (b"x = " + b"{a.b = " * 50 + b"1" + b"}" * 50 + b"\ny = nan", "y: must be a finite number"),
        (b"x = " + (b"{" + b"a." * 60 + b"a = ") * 90 + b"nan" + b"}" * 90, "a.a: must be a finite number"),
    ],
    ids=[
        "empty",
        "no draws",
        "binary",
        "control bytes",
        "cut off",
        "nested",
        "large",
        "dotted key",
        "dotted header",
        "inline tables",
        "deep tables",
    ],
)
def test_a_file_that_is_no_scene(tmp_path: Path, content: bytes, expected: str) -> None:
    assert expected in message(write_text(tmp_path, content))


def test_keys_with_many_parts_are_refused_before_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python's reader of TOML compares each part of a key with all before it; numbers are no parts."""
    read: list[int] = []
    loads = load.tomllib.loads
    monkeypatch.setattr(load.tomllib, "loads", lambda text: read.append(len(text)) or loads(text))
    dots = ", ".join(["0.5", "'a.b'", '"c.d"'] * 100)
    message(write_text(tmp_path, f"x = [{dots}]"))
    assert len(read) == 1
    message(write_text(tmp_path, b".".join([b"a"] * 65) + b" = 1"))
    assert len(read) == 1


def test_a_directory_and_a_missing_file_are_no_scenes(tmp_path: Path) -> None:
    assert "is a directory" in message(tmp_path)
    assert message(tmp_path / "none.toml") == f"{tmp_path / 'none.toml'}: no such file"


def png(width: int, height: int) -> bytes:
    """A valid PNG of one bit a pixel, all zero; small however large its picture is."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes((width + 7) // 8 + 1) * min(height, 16))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(60_000, 60_000), (12_000, 12_000), (40_000, 2)])
def test_a_texture_bomb_is_never_unpacked(tmp_path: Path, size: tuple[int, int]) -> None:
    (tmp_path / "bomb.png").write_bytes(png(*size))
    text = message(write(tmp_path, "[textures.x]\nkind = 'file'\npath = 'bomb.png'"))
    assert "textures.x.path: " in text and "unpacks to" in text


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.obj", b"\xff\xfe\x00binary"),
        ("b.ply", b"ply\nformat ascii 1.0\nelement vertex -4\nend_header\n"),
        ("c.glb", b"glTF\x02\x00\x00\x00\xff\xff\xff\xff"),
        ("d.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n"),
        ("e.obj", b"v 0 0 0\n"),
        ("f.stl", b""),
        ("g.obj", b"v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
    ],
)
def test_a_damaged_mesh_file_is_one_error(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    scene = load_scene(write(tmp_path, f"[meshes.x]\nkind = 'file'\npath = '{name}'"))
    with pytest.raises(SceneError, match=name):
        build(scene.form.meshes["x"], scene.directory)


def test_finding_the_entry_that_is_wrong_reads_no_other_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """msgspec hides the names of tables, which are found by trial: of 300 meshes, beside 300 textures."""
    read: list[int] = []
    convert = advice.msgspec.convert

    def counted(data: dict[str, Any], *arguments: Any, **named: Any) -> Any:
        read.append(sum(len(table) for table in data.values() if isinstance(table, dict)))
        return convert(data, *arguments, **named)

    monkeypatch.setattr(advice.msgspec, "convert", counted)
    tables = [f"[textures.t{i}]\nkind = 'checker'\n[meshes.m{i}]\nkind = 'cube'\n" for i in range(300)]
    text = message(write_text(tmp_path, "".join(tables) + "[meshes.last]\nkind = 'cube'\nfoo = 1\n"))
    assert "meshes.last: unknown key 'foo'" in text
    assert len(read) > 300 and sum(read) < 3000
