"""``render`` and ``doctor``; scenes that cannot be used; machines without OpenGL."""

from __future__ import annotations

import json
import os
import re
import struct
import sys
import zlib
from pathlib import Path

import pytest
from cli_helpers import SCENE, Command, files
from PIL import Image

from nvrender import __version__

#: Environment under which EGL finds no driver.
NO_GL = {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nowhere", "__EGL_VENDOR_LIBRARY_DIRS": "/nowhere"}


def test_one_picture(nvrender: Command, scene: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    outcome = nvrender("render", scene, "-o", out)
    assert (outcome.status, outcome.out) == (0, f"{out}\n"), outcome.err
    with Image.open(out) as image:
        assert (image.size, image.mode) == ((64, 48), "RGB")
        assert len(image.getcolors(64 * 48)) > 50


def test_programs_of_scenes_are_preprocessed_and_read_leniently(
    nvrender: Command, scene: Path, tmp_path: Path
) -> None:
    program = next(scene.parent.glob("*.vp"))
    text = program.read_text()
    red = "#ifdef RED\nMOV o[COL0], c[0];\n#else\n"
    program.write_text(
        f" {text.replace('MOV o[COL0]', red + 'MOV o[COL0]').replace('END', '#endif' + chr(10) + 'END')}"
    )
    outcome = nvrender("render", scene, "-o", tmp_path / "no.png", "--size", "8x8")
    assert outcome.status == 1 and "nothing, not even white space, may precede !!VP1.0" in outcome.err
    options = ("--size", "8x8", "--lenient")
    assert nvrender("render", scene, "-o", tmp_path / "a.png", *options, "--preprocess").status == 0
    assert nvrender("render", scene, "-o", tmp_path / "b.png", *options, "-D", "RED").status == 0
    assert (tmp_path / "a.png").read_bytes() != (tmp_path / "b.png").read_bytes()


def test_size_and_numerics(nvrender: Command, scene: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    outcome = nvrender("render", scene, "-o", out, "--size", "20x30", "--numerics", "fast", "--json")
    assert json.loads(outcome.out)["files"] == [str(out)]
    with Image.open(out) as image:
        assert image.size == (20, 30)


def test_a_sequence(nvrender: Command, scene: Path, tmp_path: Path) -> None:
    outcome = nvrender("render", scene, "-o", tmp_path / "frame###.png", "--frames", "2:4", "--size", "8x8")
    assert outcome.out == f"{tmp_path / 'frame002.png'}\n{tmp_path / 'frame003.png'}\n"
    assert [name for name in files(tmp_path) if name.endswith(".png")] == ["frame002.png", "frame003.png"]


def test_a_gif(nvrender: Command, scene: Path, tmp_path: Path) -> None:
    animation = "[animation]\nframes = 5\nfps = 20.0\n[camera]"
    orbit = "orbit = { radius = 4.0, angle = { linear = { rate = 90.0 } } }"
    scene.write_text(SCENE.replace("[camera]", animation).replace("eye = [0.0, 0.0, 4.0]", orbit))
    out = tmp_path / "out.gif"
    assert nvrender("render", scene, "-o", out, "--size", "32x24").status == 0
    with Image.open(out) as image:
        assert (image.n_frames, image.size) == (5, (32, 24))
        assert image.info["duration"] == 50
    nvrender("render", scene, "-o", out, "--frames", "9:").failed_with("frames 0 to 4", status=2)


def test_several_frames_need_several_names(nvrender: Command, scene: Path, tmp_path: Path) -> None:
    nvrender("render", scene, "-o", tmp_path / "x.png", "--frames", "0:2").failed_with("####", status=2)


def _png(width: int, height: int) -> bytes:
    """A picture that claims to be ``width`` × ``height``."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(bytes(1 << 20))) + chunk(b"IEND", b"")


TEXTURE = ("[[draw]]", '[textures.t]\nkind = "file"\npath = "t.png"\n[[draw]]')
USED = (TEXTURE[0], TEXTURE[1] + '\ntextures = { 0 = { texture = "t" } }')
MESH = ('kind = "sphere"', 'kind = "file"\npath = "m.obj"')
NO_END = {"b.vp": b"!!VP1.0\nEND"}

#: Change of the scene, files to add, parts of the one message.
BAD: dict[str, tuple[tuple[str, str], dict[str, bytes], tuple[str, ...]]] = {
    "wrong type": (("[64, 48]", '"large"'), {}, ("ball.toml", "size")),
    "wrong number": (("[64, 48]", "[64, -48]"), {}, ("ball.toml", "size")),
    "unknown key": (("[camera]", "[camera]\nfocus = 3"), {}, ("ball.toml", "camera", "focus")),
    "unknown table": (("[camera]", "[cameras]"), {}, ("ball.toml", "cameras")),
    "no TOML": (("size", "size ="), {}, ("ball.toml", "TOML", ":2:8: is no valid TOML")),
    "not UTF-8": (("size", "# \udcff\nsize"), {}, ("ball.toml", "UTF-8")),
    "unknown mesh": (('mesh = "ball"', 'mesh = "bell"'), {}, ("draw[0].mesh", "'bell'", "ball")),
    "missing mesh file": (MESH, {}, ("meshes.ball", "m.obj")),
    "damaged mesh": (MESH, {"m.obj": b"\xff\xfe\0v 1 2\nf 7 8 9\n"}, ("m.obj",)),
    "missing program": (("ball.vp", "bell.vp"), {}, ("draw[0].vertex", "bell.vp")),
    "program that does not load": (("ball.vp", "b.vp"), NO_END, ("draw[0].vertex", "b.vp:2:4: ")),
    "missing texture": (TEXTURE, {}, ("textures.t", "t.png")),
    "texture that is none": (TEXTURE, {"t.png": b"GIF89a"}, ("textures.t", "t.png")),
    "texture bomb": (TEXTURE, {"t.png": _png(200_000, 200_000)}, ("textures.t", "pixels")),
    "wide texture": (TEXTURE, {"t.png": _png(1_000_000, 1)}, ("textures.t", "1000000")),
    "damaged texture": (USED, {"t.png": _png(4096, 4096)}, ("t.png",)),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_scenes_that_cannot_be_used(nvrender: Command, scene: Path, tmp_path: Path, what: str) -> None:
    (old, new), more, parts = BAD[what]
    assert old in SCENE
    scene.write_bytes(SCENE.replace(old, new).encode("utf-8", "surrogateescape"))
    for name, data in more.items():
        (tmp_path / name).write_bytes(data)
    before = files(tmp_path)
    outcome = nvrender("render", scene, "-o", tmp_path / "out.png")
    outcome.failed_with(*parts)
    assert outcome.out == ""
    assert nvrender("check", scene).err == outcome.err
    assert files(tmp_path) == before


def test_check_of_a_scene(nvrender: Command, scene: Path) -> None:
    outcome = nvrender("check", scene)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == f"{scene}: ok, scene of 1 draw, 1 program, 1 frame\n"
    (report,) = json.loads(nvrender("check", "--json", scene).out)
    assert (report["ok"], report["size"], report["meshes"]) == (True, [64, 48], ["ball"])
    scene.write_text(
        SCENE.replace(
            "[camera]",
            "[animation]\nframes = 3\n[camera]\nfov = { linear = { rate = 3000.0, start = 45.0 } }",
        )
    )
    outcome = nvrender("check", scene)
    assert (outcome.status, outcome.out) == (1, "")
    message = "camera.fov: is 245 in frame 2; expected 0 to 180 degrees"
    assert re.fullmatch(rf"{re.escape(str(scene))}:\d+: {message}\n", outcome.err)


def test_two_sources_of_a_comparison_are_pictures(nvrender: Command, scene: Path) -> None:
    outcome = nvrender("diff", scene, "a.png")
    assert outcome.status == 2
    assert "two pictures are compared with each other; a scene or a program alone" in outcome.err


def test_places_that_are_no_scenes(nvrender: Command, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    nvrender("render", tmp_path, "-o", out).failed_with(f"{tmp_path} is a directory")
    nvrender("render", tmp_path / "no.toml", "-o", out).failed_with("no.toml")
    nvrender("render", "/dev/zero", "-o", out).failed_with("/dev/zero is not an ordinary file")
    assert files(tmp_path) == []


def test_sizes_that_are_too_large(nvrender: Command, scene: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    nvrender("render", scene, "-o", out, "--size", "999999x2").failed_with("999999")
    assert not out.exists()


def test_diff_of_the_programs_of_a_scene(nvrender: Command, scene: Path) -> None:
    (report,) = json.loads(nvrender("diff", scene, "--programs", "--json").out)
    assert report["program"].endswith("ball.vp")
    assert report["mismatches"] == 0
    assert report["vertices"] > 100


def test_programs_of_a_scene_without_vertex_programs(nvrender: Command, tmp_path: Path) -> None:
    path = tmp_path / "plain.toml"
    path.write_text('[meshes.m]\nkind = "square"\n[[draw]]\nmesh = "m"\n')
    outcome = nvrender("diff", path, "--programs")
    assert outcome.status == 1
    assert "no draw has a vertex program; leave out --programs" in outcome.err


def test_doctor(nvrender: Command) -> None:
    outcome = nvrender("doctor")
    assert outcome.status == 0, outcome.out
    assert "same as the oracle" in outcome.out
    facts = json.loads(nvrender("doctor", "--json").out)
    assert facts["ok"] is True
    assert facts["trial by feedback"] == "same as the oracle"
    assert facts["nvrender"] == __version__


def test_doctor_says_what_is_wrong_with_a_driver(nvrender: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from nvrender.gpu.arrays import vertices

    execute = vertices.execute

    def wrong(*arguments: object, **options: object) -> object:
        results = execute(*arguments, **options)  # type: ignore[arg-type]
        return {name: array + 1 for name, array in results.items()}

    monkeypatch.setattr(vertices, "execute", wrong)
    outcome = nvrender("doctor", "--json")
    assert outcome.status == 1
    facts = json.loads(outcome.out)
    assert facts["ok"] is False
    assert "HPOS differs from the oracle in" in facts["trial by feedback"]


@pytest.mark.skipif(sys.platform != "linux", reason="EGL is how Linux goes without a display")
@pytest.mark.parametrize("kind", ["doctor", "run", "render", "diff", "diff of a scene"])
def test_a_machine_without_opengl(
    process: Command, passing: Path, scene: Path, tmp_path: Path, kind: str
) -> None:
    arguments = {
        "doctor": ["doctor"],
        "run": ["run", passing, "--backend", "gpu", "-o", tmp_path / "out.npz"],
        "render": ["render", scene, "-o", tmp_path / "out.png", "--backend", "gpu"],
        "diff": ["diff", passing, "-o", tmp_path / "out.png"],
        "diff of a scene": ["diff", scene, "-o", tmp_path / "out.png"],
    }[kind]
    before = files(tmp_path)
    outcome = process(*arguments, env=os.environ | NO_GL)
    outcome.failed_with("no OpenGL 3.3 context could be made", "apt-get install libegl1")
    assert outcome.out == ""
    assert files(tmp_path) == before


@pytest.mark.skipif(sys.platform != "linux", reason="EGL is how Linux goes without a display")
def test_scenes_are_rendered_without_opengl(process: Command, scene: Path, tmp_path: Path) -> None:
    from PIL import Image

    without = process("render", scene, "-o", tmp_path / "out.png", "--size", "24x16", env=os.environ | NO_GL)
    assert (without.status, without.out) == (0, f"{tmp_path / 'out.png'}\n")
    assert without.err.splitlines() == [
        "nvrender: there is no OpenGL here, the oracle draws on the CPU; `nvrender doctor` says why"
    ]
    asked = process("render", scene, "-o", tmp_path / "asked.png", "--size", "24x16", "--backend", "oracle")
    assert (asked.status, asked.err) == (0, "")
    with Image.open(tmp_path / "out.png") as one, Image.open(tmp_path / "asked.png") as other:
        assert one.tobytes() == other.tobytes()
        assert one.getextrema() != ((0, 0), (0, 0), (0, 0))
