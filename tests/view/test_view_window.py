"""The viewer's window on a display of its own: what keys, the mouse and changed files do to the screen."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from desktop import Desktop, UInt8Array, viewer
from PIL import Image
from view_scenes import PROGRAM, SCENE

GREEN, RED = (0, 255, 0), (255, 0, 0)


def place_of(picture: UInt8Array, color: tuple[int, int, int]) -> tuple[float, float, int] | None:
    """The mean x and y of the pixels of a colour, and how many there are."""
    rows, columns = np.nonzero((picture == color).all(axis=2))
    return (columns.mean(), rows.mean(), len(rows)) if len(rows) else None


def green(picture: UInt8Array) -> tuple[float, float, int]:
    found = place_of(picture, GREEN)
    return (-1.0, -1.0, 0) if found is None else found


def _near(found: tuple[float, float, int], place: tuple[float, float], within: float) -> bool:
    return max(abs(found[0] - place[0]), abs(found[1] - place[1])) <= within


def test_the_picture_is_the_scene(display: Desktop, scene: Path) -> None:
    from nvrender import render

    expected = render(scene, (400, 300), frame=2)[:, :, :3]
    with viewer(display, scene, "--paused", cwd=scene.parent) as shown:
        shown.wait_title("cube", "frame 2 of 4", "paused")
        # The note in the corner goes.
        picture = shown.wait_picture(
            "the picture", lambda seen: np.abs(seen[:300, :400].astype(int) - expected).max() <= 2
        )
        assert not picture[300:].any()
        display.press("q")
        assert shown.end() == 0
        assert shown.output() == ""


def test_keys_step_and_play(display: Desktop, scene: Path) -> None:
    with viewer(display, scene, "--paused", "--frame", 1, cwd=scene.parent) as shown:
        before = green(shown.wait_picture("the cube", lambda seen: green(seen)[2]))
        shown.wait_title("frame 1 of 4", "paused")
        display.press("Right")
        shown.wait_title("frame 2 of 4", "paused")
        after = green(shown.wait_picture("a step", lambda seen: green(seen)[0] > before[0] + 10))
        assert after[2] == pytest.approx(before[2], rel=0.1)
        display.press("Left", "Left", "Left")
        shown.wait_title("frame 3 of 4", "paused")
        display.press("Home")
        shown.wait_title("frame 0 of 4")
        display.press("Up", "space")
        shown.wait("playing", lambda: "paused" not in display.title() and "speed × 2" in display.title())
        for frame in (1, 2, 3, 0):
            shown.wait_title(f"frame {frame} of 4")
        display.press("End")
        shown.wait_title("frame 2 of 4")


def test_dragging_and_the_wheel_move_the_camera(display: Desktop, scene: Path) -> None:
    scene.write_text(SCENE.replace("start = -1.5", "start = 0.0"))
    with viewer(display, scene, "--paused", "--frame", 0, cwd=scene.parent) as shown:
        x, y, count = green(shown.wait_picture("the cube", lambda seen: green(seen)[2]))
        display.drag((300, 250), (250, 250))
        # Seen from a corner a cube is wider.
        shown.wait_picture(
            "an orbit", lambda seen: green(seen)[2] > 1.1 * count and _near(green(seen), (x, y), 3.0)
        )
        display.press("r")
        shown.wait_picture("the scene's camera", lambda seen: green(seen) == (x, y, count))
        display.drag((200, 150), (260, 120), button=3)
        # The target goes with the pointer; the side that is seen is a little nearer.
        shown.wait_picture("a pan", lambda seen: _near(green(seen), (x + 60, y - 30), 6.0))
        display.press("r")
        display.turn_wheel(3)
        shown.wait_picture("closer", lambda seen: green(seen)[2] > 1.5 * count)
        display.turn_wheel(-6)
        shown.wait_picture("farther", lambda seen: 0 < green(seen)[2] < 0.6 * count)


def test_a_changed_program_is_drawn_and_a_wrong_one_reported(display: Desktop, scene: Path) -> None:
    program = scene.parent / "cube.vp"
    with viewer(display, scene, "--paused", "--frame", 0, cwd=scene.parent) as shown:
        shown.wait_picture("the cube", lambda seen: place_of(seen, GREEN))
        program.write_text(PROGRAM.replace("c[4]", "c[4].yxzw"))
        shown.wait_picture("the new colour", lambda seen: place_of(seen, RED))
        program.write_text(PROGRAM.replace("MOV o[COL0], c[4]", "MOV o[COL0], nonsense"))
        # The last good picture stays, with the message over it.
        picture = shown.wait_picture("the error", lambda seen: place_of(seen, (255, 236, 230)))
        assert place_of(picture, RED)
        program.unlink()
        shown.wait_picture("another error", lambda seen: place_of(seen, (255, 236, 230)))
        program.write_text(PROGRAM)
        picture = shown.wait_picture("the first colour", lambda seen: place_of(seen, GREEN))
        assert place_of(picture, (255, 236, 230)) is None


def test_a_changed_texture_is_drawn(display: Desktop, scene: Path) -> None:
    unit = 'mesh = "cube"\ntextures = { 0 = { texture = "paint", mode = "REPLACE" } }'
    texture = '\n[textures.paint]\nkind = "file"\npath = "paint.png"\n'
    scene.write_text(SCENE.replace('mesh = "cube"', unit) + texture)
    Image.new("RGB", (4, 4), GREEN).save(scene.parent / "paint.png")
    with viewer(display, scene, "--paused", "--frame", 0, cwd=scene.parent) as shown:
        shown.wait_picture("the cube", lambda seen: place_of(seen, GREEN))
        Image.new("RGB", (8, 2), RED).save(scene.parent / "paint.png")
        shown.wait_picture("the new texture", lambda seen: place_of(seen, RED))
        (scene.parent / "paint.png").write_bytes(b"no picture")
        picture = shown.wait_picture("the error", lambda seen: place_of(seen, (255, 236, 230)))
        assert place_of(picture, RED)


def test_a_frame_that_fails_leaves_the_last_good_picture(display: Desktop, scene: Path) -> None:
    fov = "fov = { keys = [[0.0, 45.0], [0.4, 45.0], [0.5, 300.0], [0.9, 300.0], [1.0, 45.0]] }"
    scene.write_text(SCENE.replace("eye = [0.0, 0.0, 6.0]", f"eye = [0.0, 0.0, 6.0], {fov}"))
    with viewer(display, scene, "--paused", "--frame", 0, cwd=scene.parent) as shown:
        before = green(shown.wait_picture("the cube", lambda seen: green(seen)[2]))
        display.press("Right")
        picture = shown.wait_picture("the error", lambda seen: place_of(seen, (255, 236, 230)))
        assert green(picture)[:2] == pytest.approx(before[:2], abs=1.0)
        display.press("Right")
        picture = shown.wait_picture("no error", lambda seen: not place_of(seen, (255, 236, 230)))
        shown.wait_picture("the frame after it", lambda seen: green(seen)[0] > before[0] + 20)


def test_the_scene_may_go_and_come_back(display: Desktop, scene: Path) -> None:
    with viewer(display, scene, "--paused", "--frame", 0, cwd=scene.parent) as shown:
        shown.wait_picture("the cube", lambda seen: place_of(seen, GREEN))
        scene.unlink()
        picture = shown.wait_picture("the error", lambda seen: place_of(seen, (255, 236, 230)))
        assert place_of(picture, GREEN)
        scene.write_text(SCENE.replace("frames = 4", "frames = 1").replace("poster = 2", "poster = 0"))
        shown.wait_picture("the cube again", lambda seen: not place_of(seen, (255, 236, 230)))
        shown.wait("its title", lambda: display.title() == "cube")


def test_sheets_open_and_close(display: Desktop, scene: Path) -> None:
    with viewer(display, scene, "--paused", cwd=scene.parent) as shown:
        before = shown.wait_picture("the cube", lambda seen: place_of(seen, GREEN))
        for key in ("h", "g"):
            display.press(key)
            shown.wait_picture(key, lambda seen: (seen != before).any(axis=2).mean() > 0.05)
            display.press("Escape")
            shown.wait_picture("the cube alone", lambda seen: (seen != before).any(axis=2).mean() < 0.05)


def test_screenshots_do_not_replace_each_other(display: Desktop, scene: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    with viewer(display, scene, "--paused", "--output", folder, cwd=scene.parent) as shown:
        display.press("s", "s")
        shown.wait("two files", lambda: len(list(folder.glob("*.png"))) == 2)
        display.press("q")
        assert shown.end() == 0
        assert shown.output() == f"{folder / 'cube-1.png'}\n{folder / 'cube-2.png'}\n"
    assert sorted(path.name for path in folder.iterdir()) == ["cube-1.png", "cube-2.png"]
    picture = np.asarray(Image.open(folder / "cube-1.png"))
    assert picture.shape == (300, 400, 3)
    assert place_of(picture, GREEN)


def test_a_window_may_be_tiny_and_large_again(display: Desktop, scene: Path) -> None:
    with viewer(display, scene, "--paused", cwd=scene.parent) as shown:
        count = green(shown.wait_picture("the cube", lambda seen: green(seen)[2]))[2]
        for size in ((1, 1), (3, 200), (200, 3), (600, 500)):
            display.resize(*size)
        shown.wait_picture("a larger cube", lambda seen: green(seen)[2] > 2 * count)
        display.press("q")
        assert shown.end() == 0


def test_a_minimised_window_draws_nothing_and_comes_back(display: Desktop, scene: Path) -> None:
    with viewer(display, scene, "--paused", "--frame", 0, cwd=scene.parent) as shown:
        before = green(shown.wait_picture("the cube", lambda seen: green(seen)[2]))
        display.minimise(True)
        display.press("Right")
        display.minimise(False)
        shown.wait_title("frame 1 of 4")
        shown.wait_picture("the next frame", lambda seen: green(seen)[0] > before[0] + 10)
        display.close()
        assert shown.end() == 0


def test_hostile_names_and_an_output_folder_that_goes(display: Desktop, scene: Path, tmp_path: Path) -> None:
    title = "a %s ##b\\u0000 \\U0001F600 \\n" + "x" * 2000
    text = SCENE.replace('title = "cube"', f'title = "{title}"').replace(
        'mesh = "cube"', 'mesh = "cube"\nname = "%n%s ##\\u0000###"', 1
    )
    scene.write_text(text)
    folder = tmp_path / "out"
    folder.mkdir()
    panel = ("--panel",) if find_spec("imgui_bundle") else ()
    with viewer(display, scene, *panel, "--output", folder, cwd=scene.parent) as shown:
        folder.rmdir()
        display.press("s", "v")
        shown.wait_title("recording")
        display.press("v", "g")
        shown.wait_picture("the GLSL", lambda seen: place_of(seen, (228, 232, 240)))
        display.press("q")
        assert shown.end() == 0
        assert shown.output() == f"{folder}/cube-1.png\n{folder}/cube-1.gif\n"


def test_ctrl_c_ends_it(display: Desktop, scene: Path) -> None:
    with viewer(display, scene, cwd=scene.parent) as shown:
        shown.process.send_signal(signal.SIGINT)
        assert shown.end() == 130
        assert shown.output().strip() == "nvrender: interrupted"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("draw = 1", "draw"),
        (SCENE.replace("cube.vp", "none.vp"), "none.vp"),
        (SCENE.replace("eye = [0.0, 0.0, 6.0]", "fov = { linear = { rate = 100.0 } }"), "camera.fov"),
    ],
    ids=["no scene", "no program", "no first frame"],
)
def test_a_scene_that_fails_at_start(display: Desktop, scene: Path, text: str, message: str) -> None:
    scene.write_text(text)
    with viewer(display, scene, cwd=scene.parent, wait="") as shown:
        assert shown.end() == 1
        assert message in shown.output()
        assert "Traceback" not in shown.output()


def test_without_a_display(scene: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if "DISPLAY" not in key}
    done = subprocess.run(
        [sys.executable, "-m", "nvrender", "view", str(scene)], env=environment, check=False,
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    first, advice = done.stderr.splitlines()
    assert first == (
        "no window can be opened: there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set"
    )
    assert "xvfb-run" in advice
    assert "nvrender render" in advice
