"""What the viewer has beside the picture: recordings, parameters, the oracle, traces, the panel."""

from __future__ import annotations

import json
import signal
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from desktop import Desktop, UInt8Array, viewer
from PIL import Image, ImageSequence
from view_scenes import SCENE

PAPER = (16, 18, 24)
PANEL = (23, 26, 31)


def share_of(picture: UInt8Array, color: tuple[int, int, int], within: int = 12) -> float:
    """The share of the window's pixels near a colour."""
    window = picture[:300, :400].astype(int)
    return float((np.abs(window - color).max(axis=2) <= within).mean())


def frames_of(path: Path) -> list[UInt8Array]:
    with Image.open(path) as image:
        return [np.asarray(frame.convert("RGB")) for frame in ImageSequence.Iterator(image)]


def test_a_recording_has_every_frame(display: Desktop, scene: Path) -> None:
    from nvrender import render

    with viewer(display, scene, cwd=scene.parent) as shown:
        display.press("v")
        shown.wait_title("recording")
        shown.wait_titles(5)
        display.press("v")
        shown.wait("the file", lambda: list(scene.parent.glob("*.gif")))
        display.press("q")
        assert shown.end() == 0
        assert shown.output() == "cube-1.gif\n"
    frames = frames_of(scene.parent / "cube-1.gif")
    assert len(frames) >= 2
    drawn = [render(scene, (400, 300), frame=number)[:, :, :3].astype(int) for number in range(4)]
    numbers = [int(np.argmin([np.abs(frame.astype(int) - one).mean() for one in drawn])) for frame in frames]
    assert numbers == [(numbers[0] + step) % 4 for step in range(len(numbers))]


@pytest.mark.parametrize("end", ["q", "terminate"])
def test_closing_keeps_what_was_recorded(display: Desktop, scene: Path, end: str) -> None:
    with viewer(display, scene, "--record-as", "png", cwd=scene.parent) as shown:
        display.press("v")
        folder = scene.parent / "cube-1"
        shown.wait("pictures", lambda: len(list(folder.glob("*.png"))) > 5)
        if end == "q":
            display.press("q")
        else:
            shown.process.send_signal(signal.SIGTERM)
        assert shown.end() == (0 if end == "q" else 143)
    files = sorted(path.name for path in folder.iterdir())
    assert files == [f"{number:05}.png" for number in range(len(files))]
    with Image.open(folder / files[-1]) as image:
        assert image.size == (400, 300)


def test_a_window_resized_while_it_records(display: Desktop, scene: Path) -> None:
    with viewer(display, scene, cwd=scene.parent) as shown:
        display.press("v")
        shown.wait_title("recording")
        display.resize(200, 220)
        shown.wait_titles(4)
        display.resize(1, 1)
        shown.wait_titles(4)
        display.resize(400, 300)
        display.press("v")
        shown.wait("the file", lambda: list(scene.parent.glob("*.gif")))
    assert {frame.shape for frame in frames_of(scene.parent / "cube-1.gif")} == {(300, 400, 3)}


def test_closing_finishes_a_gif(display: Desktop, scene: Path) -> None:
    with viewer(display, scene, cwd=scene.parent) as shown:
        display.press("v")
        shown.wait_title("recording")
        shown.wait_titles(4)
        display.press("q")
        assert shown.end() == 0
    assert frames_of(scene.parent / "cube-1.gif")
    assert [path.name for path in scene.parent.iterdir() if path.name.startswith(".")] == []


def test_keys_change_parameters(display: Desktop, scene: Path) -> None:
    with viewer(display, scene, "--paused", cwd=scene.parent) as shown:
        shown.wait_picture("green", lambda seen: share_of(seen, (0, 255, 0)))
        display.press("bracketright", *["period"] * 40)
        shown.wait_picture("yellow", lambda seen: share_of(seen, (255, 255, 0)))
        display.press("bracketright", *["comma"] * 40)
        shown.wait_picture("red", lambda seen: share_of(seen, (255, 0, 0)))
        display.press("BackSpace")
        shown.wait_picture("green again", lambda seen: share_of(seen, (0, 255, 0)))


def test_the_oracle_draws_beside(display: Desktop, scene: Path) -> None:
    with viewer(display, scene, "--paused", cwd=scene.parent) as shown:
        display.press("c")

        def both(picture: UInt8Array) -> bool:
            left, right = picture[76:224, :198], picture[76:224, 202:400]
            greens = [(half == (0, 255, 0)).all(axis=2).mean() for half in (left, right)]
            return min(greens) > 0 and abs(greens[0] - greens[1]) < 0.2 * greens[0]

        shown.wait_picture("two cubes", both)
        display.press("c")
        shown.wait_picture("one cube", lambda seen: not both(seen))


def test_a_vertex_is_traced(display: Desktop, scene: Path) -> None:
    scene.write_text(SCENE.replace("start = -1.5", "start = 0.0"))
    with viewer(display, scene, "--paused", "--frame", 0, cwd=scene.parent) as shown:
        shown.wait_picture("the cube", lambda seen: share_of(seen, (0, 255, 0)))
        display.point(5, 5)
        display.press("t")
        small = shown.wait_picture("a note", lambda seen: 0.02 < share_of(seen, PAPER, 60) < 0.5)
        display.press("Escape")
        display.point(200, 150)
        display.press("t")
        shown.wait_picture("a trace", lambda seen: share_of(seen, PAPER, 60) > 2 * share_of(small, PAPER, 60))


WITHOUT_IMGUI = "import nvrender.view.panel as panel\npanel.find_spec = lambda name: None"


def test_without_imgui_keys_work_and_the_panel_says_what_it_needs(display: Desktop, scene: Path) -> None:
    with viewer(display, scene, "--paused", cwd=scene.parent, start=WITHOUT_IMGUI) as shown:
        before = shown.wait_picture("green", lambda seen: share_of(seen, (0, 255, 0)))
        display.press("p")
        shown.wait_picture("a note", lambda seen: (seen[:30, :390] != before[:30, :390]).any())
        display.press("bracketright", *["period"] * 40)
        shown.wait_picture("yellow", lambda seen: share_of(seen, (255, 255, 0)))
        display.press("q")
        assert shown.end() == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--panel"],
            "the panel needs imgui-bundle: pip install 'nvrender[view]', with Python 3.11 or later",
        ),
        (["--frame", "4"], "--frame 4: cube.toml has frames 0 to 3"),
        (["--output", "none"], "none: there is no such folder; --output names one that exists"),
    ],
    ids=["no imgui", "no such frame", "no such folder"],
)
def test_what_cannot_be_had_is_one_message(
    display: Desktop, scene: Path, arguments: list[str], message: str
) -> None:
    with viewer(display, "cube.toml", *arguments, cwd=scene.parent, start=WITHOUT_IMGUI, wait="") as shown:
        assert shown.end() == 1
        assert shown.output().removeprefix("nvrender: ") == f"{message.removeprefix('nvrender: ')}\n"


def test_the_files_made_as_json(display: Desktop, scene: Path) -> None:
    with viewer(display, "cube.toml", "--paused", "--json", cwd=scene.parent) as shown:
        display.press("s", "q")
        assert shown.end() == 0
        assert json.loads(shown.output()) == {"scene": "cube.toml", "files": ["cube-1.png"]}


def test_opengl_33_is_enough(display: Desktop, scene: Path) -> None:
    """What Mesa then calls itself; it refuses shaders of later versions."""
    settings = {"MESA_GL_VERSION_OVERRIDE": "3.3", "MESA_GLSL_VERSION_OVERRIDE": "330"}
    scene.write_text(SCENE.replace("start = -1.5", "start = 0.0"))
    with viewer(display, scene, "--paused", "--frame", "0", cwd=scene.parent, **settings) as shown:
        shown.wait_picture("the cube", lambda seen: share_of(seen, (0, 255, 0)))
        if find_spec("imgui_bundle"):
            display.press("p")
            shown.wait_picture("the panel", lambda seen: share_of(seen[:, 400:800], PANEL, 8) > 0.3)
            display.press("p")
        display.point(200, 150)
        display.press("t")
        shown.wait_picture("a trace", lambda seen: share_of(seen, PAPER, 60) > 0.3)
        display.press("Escape", "s", "q")
        assert shown.end() == 0
        assert shown.output() == f"{Path('cube-1.png')}\n"


def test_the_panel_makes_the_window_wider(display: Desktop, scene: Path) -> None:
    """The picture is what it was, and the panel beside it goes again."""
    pytest.importorskip("imgui_bundle", reason="pip install imgui-bundle")
    with viewer(display, scene, "--paused", cwd=scene.parent) as shown:
        before = shown.wait_picture("the picture", lambda seen: share_of(seen, (0, 255, 0)))
        display.press("p")
        after = shown.wait_picture("the panel", lambda seen: share_of(seen[:, 400:800], PANEL, 8) > 0.3)
        assert np.array_equal(after[60:300, :400], before[60:300, :400])
        display.press("p")
        shown.wait_picture("no panel", lambda seen: not seen[:300, 402:].any())
        display.press("s", "q")
        assert shown.end() == 0
    with Image.open(scene.parent / "cube-1.png") as image:
        assert image.size == (400, 300)


def test_the_panel_changes_parameters(display: Desktop, scene: Path) -> None:
    pytest.importorskip("imgui_bundle", reason="pip install imgui-bundle")
    scene.write_text(SCENE.replace("size = [400, 300]", "size = [780, 580]"))
    with viewer(display, scene, "--paused", cwd=scene.parent) as shown:
        shown.wait_picture("green", lambda seen: (seen == (0, 255, 0)).all(axis=2).any())
        display.press("p")
        # It stands beside the picture, which begins at the left.
        edge = 780 - 390
        grab = np.array((79, 140, 214))

        def grabs(seen: UInt8Array) -> list[tuple[int, int]]:
            """The middles of the sliders' handles, row by row."""
            rows, columns = np.nonzero(np.abs(seen[:, edge:780].astype(int) - grab).max(axis=2) <= 4)
            columns += edge
            last = rows > rows.max() - 12 if len(rows) else rows > 0
            middle = int(rows[last].mean()) if last.any() else 0
            edges = np.unique(columns[last])
            parts = np.split(edges, np.flatnonzero(np.diff(edges) > 2) + 1) if len(edges) else []
            return [(int(part.mean()), middle) for part in parts]

        picture = shown.wait_picture("the panel", lambda seen: len(grabs(seen)) == 4)
        red, *_ = grabs(picture)
        # The whole picture stands beside it, and the parameter, a colour, has a swatch.
        green = (picture == (0, 255, 0)).all(axis=2)
        columns = np.nonzero(green[:, :edge])[1]
        assert columns.min() > 0 and columns.max() < edge - 60
        assert 100 < green[:, edge:].sum() < 900
        # Half the way is beyond the slider's end: what comes with the release does not count.
        display.drag(red, (red[0] + 200, red[1]))
        shown.wait_picture("yellow", lambda seen: (seen == (255, 255, 0)).all(axis=2).any())
        # What happens over the panel leaves the camera alone.
        display.press("p")
        before = shown.wait_picture("no panel", lambda seen: not grabs(seen))
        display.press("p")
        shown.wait_picture("the panel again", lambda seen: len(grabs(seen)) == 4)
        display.turn_wheel(5)
        display.press("p")
        after = shown.wait_picture("no panel again", lambda seen: not grabs(seen))
        assert np.array_equal(before[60:], after[60:])
        display.press("q")
        assert shown.end() == 0
        assert not list(scene.parent.glob("*.ini"))
