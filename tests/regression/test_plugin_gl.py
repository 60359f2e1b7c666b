"""What the GPU draws, held still: scenes, programs, framebuffers, and changes of a constant or of one ulp."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from plugin_project import BALL, SCENE, Project, project_in

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    return project_in(pytester, monkeypatch)


_SUBJECTS = """
import moderngl
import numpy as np
import nvrender
import pytest
from nvrender.gpu.context.context import headless
from nvrender.scene.load import load_scene

def test_scenes_and_programs(nvrender_image):
    nvrender_image.check("ball.toml", frame=0, size=(32, 24))
    nvrender_image.check(load_scene("ball.toml"), name="loaded")
    nvrender_image.check("ball.vp", parameters={4: [1, 0.5, 0, 1]}, size=(32, 32), name="vertex")
    nvrender_image.check("!!ARBfp1.0 MOV result.color, program.local[1]; END", name="fragment",
                         parameters={"program.local[1]": np.array([0.25, 0.5, 0.75, 1.0])}, size=(16, 8))
    nvrender_image.check(nvrender.load("ball.vp"), name="oracle", backend="oracle", size=(16, 16))

@pytest.mark.parametrize("samples", [0, 4])
def test_framebuffer(nvrender_image, samples):
    context = headless()
    with context:
        frame = context.framebuffer([context.renderbuffer((7, 5), 3, samples=samples)])
        frame.use()
        frame.clear(1.0, 0.0, 0.0, 1.0)
        frame.scissor = (0, 0, 7, 1)
        frame.clear(0.0, 0.0, 1.0, 1.0)
        nvrender_image.check(frame, name="hud")
        assert context.fbo is frame and context.error == "GL_NO_ERROR"

@pytest.mark.parametrize("kind", ["released", "depth", "whole"])
def test_framebuffers_without_colours(nvrender_image, kind):
    context = headless()
    with context:
        if kind == "depth":
            frame = context.framebuffer([], context.depth_renderbuffer((4, 4)))
        else:
            colors = context.renderbuffer((4, 4), 4, dtype="u4" if kind == "whole" else "f1")
            frame = context.framebuffer([colors])
        if kind == "released":
            frame.release()
        with pytest.raises(pytest.fail.Exception, match="the framebuffer (is released|cannot be read)"):
            nvrender_image.check(frame)
        assert context.error == "GL_NO_ERROR"
"""


def test_subjects(project: Project) -> None:
    from nvrender.regression.baselines.images import read

    project.add_ball()
    project.write(test_a=_SUBJECTS)
    project.run(passed=6)
    files = {Path(file).name.partition("test_a.")[2]: project.root / file for file in project.files()}
    pixels, origin = read(files["test_framebuffer[4]-hud.png"])
    assert pixels[:, :, :3].tolist() == [[[255, 0, 0]] * 7] * 4 + [[[0, 0, 255]] * 7]
    assert origin.renderer and origin.version
    assert (read(files["test_scenes_and_programs-fragment.png"])[0] == [64, 128, 191, 255]).all()
    pixels, origin = read(files["test_scenes_and_programs.png"])
    assert pixels.shape == (24, 32, 4) and origin.texts == {"ball.toml": SCENE, "ball.vp": BALL}
    vertex = read(files["test_scenes_and_programs-vertex.png"])[0]
    assert vertex[0, 0, :3].tolist() == [64, 64, 64] and vertex[16, 16, 0] < 64 < vertex[16, 22, 0]
    assert files["test_scenes_and_programs-oracle.png"].parent.name == "oracle"
    project.run("--nvrender-fail-missing", passed=6)


_ORACLE = """
import numpy as np
import pytest

@pytest.mark.nvrender_oracle
def test_both(nvrender_image):
    nvrender_image.check("ball.toml", name="a")
    nvrender_image.check("ball.toml", name="a", share=100, threshold=255)

@pytest.mark.nvrender_oracle
@pytest.mark.parametrize("pixels", [3, 4])
def test_share(nvrender_image, monkeypatch, pixels):
    import nvrender.oracle.frame.scene
    draw = nvrender.oracle.frame.scene.Stage.picture
    few = np.where(np.arange(36 * 48) < pixels, 64, 0).astype(np.uint8).reshape(36, 48, 1)
    monkeypatch.setattr(nvrender.oracle.frame.scene.Stage, "picture", lambda *given: draw(*given) ^ few)
    nvrender_image.check("ball.toml")

@pytest.mark.nvrender_oracle
def test_a_driver_with_one_sample_a_pixel(nvrender_image, monkeypatch):
    import nvrender.gpu.scene.stage
    monkeypatch.setattr(nvrender.gpu.scene.stage, "samples_drawn", lambda context, size: 1)
    nvrender_image.check("ball.toml")

@pytest.mark.nvrender_oracle(share=0, threshold=0)
def test_all(nvrender_image, monkeypatch):
    import nvrender.oracle.frame.scene
    draw = nvrender.oracle.frame.scene.Stage.picture
    half = np.uint8([[1] * 24 + [0] * 24])[:, :, None]
    monkeypatch.setattr(nvrender.oracle.frame.scene.Stage, "picture", lambda *given: draw(*given) ^ half)
    nvrender_image.check("ball.toml")
"""


def test_the_oracle_stands_for_a_stored_picture(project: Project) -> None:
    project.add_ball()
    project.write(test_a=_ORACLE)
    output = project.run("--nvrender-update", "--nvrender-report", "out", passed=3, failed=2)
    assert "nvrender: the GPU and the oracle differ" in output and "accept it with" not in output
    assert project.files() == []
    entry = project.report("out")["test_a.py::test_all"]
    assert (entry["baseline_label"], entry["result_label"], entry["accept_command"]) == ("oracle", "GPU", "")
    assert project.report("out")["test_a.py::test_share[4]"]["figures"]["allowed"] == 0.2
    assert entry["baseline"] and entry["result"] and 50 <= entry["figures"]["share"] < 60


def test_a_constant_of_a_demo_shader_is_caught_and_pointed_at(project: Project) -> None:
    for folder in ("scenes", "shaders"):
        shutil.copytree(REPOSITORY / folder, project.root / folder)
    shader = project.root / "shaders" / "sunlit.fp"
    text = shader.read_text()
    before, now = "{ 1.10, 0.98, 0.78, 0.0 }", "{ 1.10, 0.94, 0.78, 0.0 }"
    line = text[: text.index(before)].count("\n") + 1
    project.write(
        test_a="def test_dial(nvrender_image):\n"
        "    nvrender_image.check('scenes/sundial.toml', size=(160, 90))\n"
    )
    project.run(passed=1)
    shader.write_text(text.replace(before, now))
    output = project.run("--nvrender-report", "out", failed=1)
    assert output.count("changed since: shaders/sunlit.fp:") == 1
    entry = project.report("out")["test_a.py::test_dial"]
    assert re.search(
        rf"changed since: shaders/sunlit\.fp:{line}: was '.*{re.escape(before)}.*', is '.*{re.escape(now)}",
        entry["message"],
    )
    (shown,) = (program for program in entry["programs"] if program["source"] == shader.read_text())
    assert shown["glsl"] and shown["stage"] == "fragment" and shown["changed"] == [line]
    assert entry["figures"]["share"] > entry["figures"]["allowed"]
    assert entry["accept_command"] == "pytest test_a.py::test_dial --nvrender-update"


def test_one_ulp_of_a_position_is_a_change_of_numbers_only(project: Project) -> None:
    scene = SCENE.replace("[parameters]", "[parameters]\n5 = [1.0, 1.0, 1.0, 1.0]")
    program = BALL.replace("v[OPOS]", "R0").replace("!!VP1.0\n", "!!VP1.0\nMUL R0, v[OPOS], c[5];\n")
    project.add_ball(scene, program)
    project.write(
        test_a="def test_picture(nvrender_image):\n"
        "    nvrender_image.check('ball.toml', size=(160, 120), threshold=0, share=0)\n"
        "def test_near(nvrender_numbers):\n    nvrender_numbers.check('ball.toml', ulps=1000)\n"
        "def test_equal(nvrender_numbers):\n    nvrender_numbers.check('ball.toml')\n"
    )
    project.run(passed=3)
    after = np.nextafter(np.float32(1), np.float32(2))
    (project.root / "ball.toml").write_text(scene.replace("5 = [1.0,", f"5 = [{after!s},"))
    output = project.run("--nvrender-report", "out", passed=2, failed=1)
    entries = project.report("out")
    assert entries["test_a.py::test_picture"]["figures"]["worst"] == 0
    assert entries["test_a.py::test_equal"]["status"] == "failed"
    rows = {row["name"]: row for row in entries["test_a.py::test_equal"]["numbers"]}
    assert rows["0.ball.vp.HPOS"]["outside"] > 100 and rows["0.ball.vp.COL0"]["outside"] == 0
    assert "0.ball.vp.HPOS: " in output and "further than 0 ulp" in output
