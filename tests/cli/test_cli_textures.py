"""Textures at the prompt: ``run``, ``trace`` and ``diff`` with ``--texture``."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from cli_helpers import Command
from PIL import Image

PLAIN = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[2], 2D;\nEND\n"
CUBE = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], CUBE;\nEND\n"
SHADOW = """!!ARBfp1.0
OPTION ARB_fragment_program_shadow;
TEX result.color, fragment.texcoord[0], texture[0], SHADOW2D;
END
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "plain.fp"
    path.write_text(PLAIN)
    return path


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """Red over blue, from the left to the right darker."""
    path = tmp_path / "two.png"
    rows = np.array([[[255, 0, 0], [51, 0, 0]], [[0, 0, 255], [0, 0, 51]]], np.uint8)
    Image.fromarray(rows).save(path)
    return path


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """s = 0.75, t = 0.25: the lower right; and far to the right."""
    path = tmp_path / "place.npz"
    np.savez(path, **{"texcoord[0]": np.array([[0.75, 0.25]] * 4 + [[1.25, 0.25]] * 4)})
    return path


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_a_picture_on_a_unit(
    nvrender: Command, program: Path, picture: Path, place: Path, backend: str
) -> None:
    """The bottom row is t = 0; by default the picture repeats."""
    options = ("--attributes", place, "--backend", backend, "--json")
    for setting, right in (("filter=NEAREST", 1.0), ("filter=NEAREST,wrap=CLAMP_TO_EDGE", 0.2)):
        done = nvrender("run", program, "--texture", f"2={picture},{setting}", *options)
        colors = json.loads(done.out)["color[0]"]
        assert np.allclose(colors[0], [0, 0, 0.2, 1], atol=1e-6)
        assert np.allclose(colors[4], [0, 0, right, 1], atol=1e-6)


def test_srgb_pictures(nvrender: Command, program: Path, picture: Path, place: Path) -> None:
    texture = f"2={picture},srgb=true,filter=NEAREST"
    done = nvrender("run", program, "--texture", texture, "--attributes", place, "--json")
    assert abs(json.loads(done.out)["color[0]"][0][2] - 0.0331047666) < 1e-6


def test_the_faces_of_a_cube_map(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "cube.fp").write_text(CUBE)
    names = []
    for face in range(6):
        names.append(str(tmp_path / f"face{face}.png"))
        Image.fromarray(np.full((2, 2), 51 * face, np.uint8)).save(names[-1])
    np.savez(tmp_path / "in.npz", **{"texcoord[0]": [[0, 0, 1]] * 4})
    options = ("--attributes", tmp_path / "in.npz", "--json")
    done = nvrender("run", tmp_path / "cube.fp", "--texture", f"0={','.join(names)}", *options)
    assert np.allclose(json.loads(done.out)["color[0]"][0], [0.8, 0.8, 0.8, 1], atol=1e-6)
    few = nvrender("run", tmp_path / "cube.fp", "--texture", f"0={','.join(names[:5])}", *options)
    few.failed_with("--texture 0: cube map faces have shape (5, 2, 2, 1); six squares")


def test_depths_for_a_comparison(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "shadow.fp").write_text(SHADOW)
    Image.fromarray(np.full((1, 1), 128, np.uint8)).save(tmp_path / "depth.png")
    np.savez(tmp_path / "in.npz", **{"texcoord[0]": [[0.5, 0.5, 0.4, 1]] * 4})
    found = []
    for function in ("LEQUAL", "GREATER"):
        texture = f"0={tmp_path / 'depth.png'},compare_function={function},depth_mode=INTENSITY"
        options = ("--attributes", tmp_path / "in.npz", "--json")
        done = nvrender("run", tmp_path / "shadow.fp", "--texture", texture, *options)
        found.append(json.loads(done.out)["color[0]"][0])
    assert found == [[1, 1, 1, 1], [0, 0, 0, 0]]


def test_pictures_of_handles(nvrender: Command, tmp_path: Path) -> None:
    """NV_bindless_texture 2.X.4.4."""
    text = "!!NVfp5.0 OPTION NV_bindless_texture; LONG TEMP h; PK64.U h, { 1, 1, 2, 1 };"
    look = "TEMP r; TEX r, {0, 0, 0, 0}, handle(h.x), 2D; TEX r.x, {0, 0, 0, 0}, handle(h.y), 2D;"
    (tmp_path / "named.fp").write_text(f"{text} {look} MOV result.color, r; END")
    Image.fromarray(np.full((2, 2, 3), (51, 102, 153), np.uint8)).save(tmp_path / "a.png")
    texture = f"0x100000001={tmp_path / 'a.png'}"
    options = ("--attributes", tmp_path / "in.npz", "--json")
    np.savez(tmp_path / "in.npz", **{"texcoord[0]": [[0, 0, 0, 1]] * 4})
    done = nvrender("run", tmp_path / "named.fp", "--texture", texture, *options)
    assert np.allclose(json.loads(done.out)["color[0]"][0], [0, 0.4, 0.6, 1], atol=1e-6)
    both = nvrender("run", tmp_path / "named.fp", "--texture", texture, "--texture",
                    f"4294967298={tmp_path / 'a.png'}", *options)  # fmt: skip
    assert np.allclose(json.loads(both.out)["color[0]"][0], [0.2, 0.4, 0.6, 1], atol=1e-6)


def test_trace_and_diff_look_it_up(nvrender: Command, program: Path, picture: Path, place: Path) -> None:
    texture = ("--texture", f"2={picture},filter=NEAREST")
    done = nvrender("trace", program, *texture, "--attributes", place, "--fragment", "0")
    assert "result.color: z 0 → 0.200000003, w 0 → 1" in done.out.replace("color[0]", "color"), done.out
    compared = nvrender("diff", program, *texture, "--attributes", place)
    assert "0 values outside the precision" in compared.out and compared.status == 0


@pytest.mark.parametrize(
    ("settings", "status", "words"),
    [
        (["2=absent.png"], 1, "--texture 2: picture: there is no file absent.png"),
        (["2={program}"], 1, "is no image that can be read"),
        (["2={picture}", "2={picture}"], 2, "unit 2 has two textures"),
        (["0={picture}"], 1, "--texture 0: the program reads texture[2]"),
        (["0x100000001={picture}"], 1, "--texture 4294967297: the program reads texture[2]"),
        (["2={picture},target=RECT"], 1, "TEX reads a 2D texture, and the one given is RECT"),
        (["2={picture},target=FLAT"], 1, "--texture 2: a texture of one picture has target 1D, 2D, RECT"),
        (["2={picture},{picture}"], 1, "--texture 2: a texture of several pictures has target 3D, CUBE"),
        (["2={picture},wrap=MIRROR"], 1, "--texture 2: texture wrap_s 'MIRROR'; it must be one of REPEAT"),
        (["2={picture},filter=CUBIC"], 1, "--texture 2: texture mag_filter 'CUBIC'"),
        (["2={picture},base_format=DEPTH"], 1, "--texture 2: texture level 0 has shape (2, 2, 3)"),
        (["2={picture},srgb=maybe"], 2, "srgb is 'maybe'; it is true or false"),
        (["2={picture},size=4"], 2, "there is no option 'size'; options are wrap, filter, target"),
        (["2={picture},wrap=REPEAT,wrap=CLAMP"], 2, "wrap is given twice"),
        (["{picture}"], 2, "is not UNIT=PICTURE"),
        (["-1={picture}"], 2, "is not UNIT=PICTURE"),
        (["2="], 2, "a picture's name is missing"),
        (["2=wrap=REPEAT"], 2, "a picture's name is missing"),
    ],
)
def test_wrong_textures_are_named(
    nvrender: Command, program: Path, picture: Path, settings: list[str], status: int, words: str
) -> None:
    given = [setting.format(program=program, picture=picture) for setting in settings]
    options = [word for setting in given for word in ("--texture", setting)]
    for command in ("run", "trace", "diff"):
        nvrender(command, program, *options).failed_with(words, status=status)


def test_scenes_have_their_own(nvrender: Command, picture: Path) -> None:
    done = nvrender("diff", "scene.toml", "--texture", f"0={picture}")
    done.failed_with("--texture does not apply to a scene's frame", status=2)
