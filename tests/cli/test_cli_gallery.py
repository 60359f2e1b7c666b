"""``nvrender gallery``: scenes drawn and compared, cards of what fails, and folders that are not lost."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from cli_helpers import BALL, SCENE, Command, files, unprivileged
from PIL import Image

from nvrender.regression.report import gallery, gallery_site
from nvrender.regression.report.gallery import Card
from nvrender.source import ContextError, InputError

#: What cannot be part of an address or of HTML as it is.
NASTY = "<b>a&b'%#? \"{{ 1 }}"


@pytest.fixture
def scenes(tmp_path: Path) -> Path:
    """A folder of one scene."""
    folder = tmp_path / "scenes"
    folder.mkdir()
    (folder / "ball.vp").write_text(BALL)
    (folder / "ball.toml").write_text('title = "A ball"\n' + SCENE)
    return folder


def site_files(*stems: str, moving: tuple[str, ...] = ()) -> list[str]:
    animations = [f"animations/{stem}.webp" for stem in moving]
    pages = [f"scenes/{stem}.html" for stem in stems]
    pictures = [f"pictures/{stem}.png" for stem in stems]
    thumbnails = [f"thumbnails/{stem}.jpg" for stem in stems]
    reports = ["report.html", "report.json"]
    return [*animations, "gallery.json", "index.html", *pictures, *reports, *pages, *thumbnails]


def test_a_gallery(nvrender: Command, scenes: Path, tmp_path: Path) -> None:
    site = tmp_path / "new" / "site"
    (scenes / "ball.oldtoml").write_text("")
    outcome = nvrender("gallery", scenes, "-o", site, "--jobs", "1")
    assert outcome.status == 0, outcome.err
    assert outcome.out == f"{site / 'index.html'}: 1 of 1 scenes drawn\n"
    assert files(site) == site_files("ball")
    assert files(tmp_path / "new") == [f"site/{name}" for name in files(site)]
    with Image.open(site / "pictures" / "ball.png") as image:
        assert image.size == (64, 48)
    html = (site / "index.html").read_text()
    assert (
        "A ball" in html
        and "<h1>scenes</h1>" in html
        and 'href="pictures/ball.png"' in html
        and 'href="report.html#ball.toml"' in html
    )
    (facts,) = json.loads((site / "gallery.json").read_text())["scenes"]
    assert (facts["status"], facts["programs"], facts["figures"]["allowed"]) == ("passed", 1, 0.2)
    (entry,) = json.loads((site / "report.json").read_text())["entries"]
    assert (entry["name"], entry["result_label"], len(entry["programs"])) == ("ball.toml", "GPU", 1)
    # Again, in its place.
    os.symlink(site, tmp_path / "link")
    outcome = nvrender(
        "gallery", scenes, "-o", tmp_path / "link", "--size", "720x90", "--title", "Balls", "--json"
    )
    (facts,) = json.loads(outcome.out)["scenes"]
    assert (facts["size"], facts["thumbnail_size"]) == ([720, 90], [640, 80])
    with Image.open(site / "thumbnails" / "ball.jpg") as image:
        assert image.size == (640, 80)
    assert "<h1>Balls</h1>" in (site / "index.html").read_text()
    assert files(tmp_path / "new") == [f"site/{name}" for name in site_files("ball")]


def test_cards_that_animate(scenes: Path, tmp_path: Path) -> None:
    """Of 60 frames, 30 a second, 24 in as much time."""
    described = 'description = "It <i>turns</i>."\nanimation = { frames = 60, fps = 30.0 }\n' + SCENE
    turning = described + "transform = [{ rotate = { angle = { linear = { rate = 90.0 } } } }]\n"
    (scenes / "ball.toml").write_text(turning)
    card = gallery.draw(gallery.Job(scenes / "ball.toml", (640, 320)))
    with Image.open(io.BytesIO(card.animation)) as image:
        assert (image.size, image.n_frames) == ((320, 160), gallery.MOVING)
        image.seek(1)
        image.load()
        assert image.info["duration"] == round(1000 * 60 / (24 * 30))
    site = tmp_path / "site"
    still = gallery.draw(gallery.Job(scenes / "ball.toml", (64, 32), still=True))
    gallery_site.write_site(site, "Balls", [card, replace(still, file="still.toml")])
    assert files(site) == site_files("ball", "still", moving=("ball",))
    html = (site / "index.html").read_text()
    assert "It &lt;i&gt;turns&lt;/i&gt;." in html and html.count('class="play"') == 1
    page = (site / "scenes" / "ball.html").read_text()
    assert "ball.vp" in page and "void main()" in page and "It &lt;i&gt;turns" in page
    (facts, _) = json.loads((site / "gallery.json").read_text())["scenes"]
    assert (facts["animation"], facts["page"]) == ("animations/ball.webp", "scenes/ball.html")


def test_scenes_that_fail_have_cards(nvrender: Command, scenes: Path, tmp_path: Path) -> None:
    (scenes / "broken.toml").write_text("size = [64")
    (scenes / "gone.toml").write_text(SCENE.replace("ball.vp", "gone.vp"))
    (scenes / "folder.toml").mkdir()
    (scenes / f"{NASTY}.toml").write_text(SCENE.replace("ball.vp", f"{NASTY}.vp"))
    outcome = nvrender("gallery", scenes, "-o", tmp_path / "site")
    message = outcome.failed_with("broken.toml: not drawn", "gone.toml: not drawn", "folder.toml: not drawn")
    assert len(message.splitlines()) == 4
    assert outcome.out.endswith("1 of 5 scenes drawn\n")
    html = (tmp_path / "site" / "index.html").read_text()
    assert html.count('class="card" data-status="error"') == 4
    assert NASTY not in html and "&lt;b&gt;a&amp;b" in html
    assert files(tmp_path / "site") == site_files("ball")


def test_names_of_files_are_plain_and_differ() -> None:
    names = [
        f"{NASTY}.toml",
        "a b.toml",
        "a-b.toml",
        "A-B.toml",
        "é.toml",
        "x" * 300 + ".toml",
        "\udcff.toml",
    ]
    stems = gallery_site.stems_of([Card(name) for name in names])
    assert stems == ["b-a-b-1", "a-b", "a-b-2", "A-B-3", "scene", "x" * 80, "scene-2"]


def test_what_is_no_folder_of_scenes(nvrender: Command, scenes: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    for folder, said in (
        (empty, "has no scenes; their names end in .toml"),
        (scenes / "ball.toml", "is a file; name a folder of scenes"),
        (tmp_path / "nowhere", "cannot be read: No such file or directory"),
    ):
        nvrender("gallery", folder, "-o", tmp_path / "site").failed_with(f"{folder}: {said}")
    assert not (tmp_path / "site").exists()
    nvrender("gallery", scenes).failed_with("-o", status=2)
    nvrender("gallery", scenes, "-o", "a", "--jobs", "0").failed_with("--jobs", status=2)
    nvrender("gallery", scenes, "-o", "a", "--size", "0x5").failed_with("--size", status=2)


def test_folders_that_hold_something_else_stay(
    nvrender: Command, scenes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "draw_all", None)  # it is said before anything is drawn
    nvrender("gallery", scenes, "-o", scenes).failed_with("holds ball.toml, which is not of a gallery")
    site = tmp_path / "site"
    (site / ".git").mkdir(parents=True)
    (site / ".git" / "config").write_text("mine")
    nvrender("gallery", scenes, "-o", site).failed_with("holds .git/config, which is not of a gallery")
    assert files(site) == [".git/config"]
    nvrender("gallery", scenes, "-o", scenes / "ball.vp").failed_with("ball.vp: is a file; name a folder")
    for text in (
        "",
        "[]",
        '{"generator": "nvrender gallery"}',
        '{"generator": "x", "files": ["gallery.json"]}',
    ):
        other = tmp_path / "other"
        other.mkdir(exist_ok=True)
        (other / "gallery.json").write_text(text)
        nvrender("gallery", scenes, "-o", other).failed_with("holds gallery.json, which is not of a gallery")
    with unprivileged() as folder:
        (folder / "closed").mkdir(0o500)
        with pytest.raises(InputError, match="may not be written"):
            gallery_site.check_site(folder / "closed" / "site")


def test_a_gallery_that_cannot_be_moved_leaves_the_older_one(
    nvrender: Command, scenes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    gallery_site.write_site(site, "Old", [Card("ball.toml", error="old")])
    before = {name: (site / name).read_bytes() for name in files(site)}
    rename = Path.rename

    def refuse(path: Path, target: Path) -> Path:
        if target == site and not list(path.glob("old")) and "Old" not in (path / "index.html").read_text():
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refuse)
    nvrender("gallery", scenes, "-o", site).failed_with("cannot be written: No space left on device")
    assert {name: (site / name).read_bytes() for name in files(site)} == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["scenes", "site"]


def _dies(job: gallery.Job, sender: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _leaves(job: gallery.Job, sender: object) -> None:
    os._exit(3)


@pytest.mark.parametrize(
    ("work", "said"), [(_dies, "was ended by SIGKILL"), (_leaves, "ended with exit status 3")]
)
def test_a_process_that_dies_costs_its_scene(
    scenes: Path, monkeypatch: pytest.MonkeyPatch, work: object, said: str
) -> None:
    if not hasattr(signal, "SIGKILL"):
        pytest.skip("processes end otherwise on Windows")
    monkeypatch.setattr(gallery, "_work", work)
    done = []
    jobs = [gallery.Job(scenes / name) for name in ("ball.toml", "b.toml")]
    cards = gallery.draw_all(jobs, 2, lambda *place: done.append(place))
    assert [card.file for card in cards] == ["ball.toml", "b.toml"]
    assert [card.error for card in cards] == [f"the process that drew it {said}"] * 2
    assert done == [(1, 2), (2, 2)]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), "not enough memory to draw it"),
        (OSError(24, "Too many open files", "a.png"), "a.png: Too many open files"),
        (OSError(24, "Too many open files"), "ball.toml: Too many open files"),
        (InputError("a.png: is a folder"), "a.png: is a folder"),
    ],
)
def test_what_cannot_be_drawn_is_said_on_its_card(
    monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    def fail(*_: object) -> Card:
        raise error

    monkeypatch.setattr(gallery, "_drawn", fail)
    assert gallery.draw(gallery.Job(Path("ball.toml"))) == Card("ball.toml", error=said)


def _is_late(job: gallery.Job, sender: object) -> None:
    time.sleep(1.0 if job.path.name == "a.toml" else 0.0)
    sender.send(Card(job.path.name))  # type: ignore[attr-defined]


def test_cards_are_in_the_order_of_their_scenes(scenes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "_work", _is_late)
    jobs = [gallery.Job(scenes / name) for name in ("a.toml", "b.toml")]
    cards = gallery.draw_all(jobs, 2, lambda *place: None)
    assert [card.file for card in cards] == ["a.toml", "b.toml"]


def _hangs(job: gallery.Job, sender: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(600)


def test_a_scene_that_hangs_costs_itself_only(scenes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "_work", _hangs)
    # In three seconds the first process has come to ignore SIGTERM.
    jobs = [gallery.Job(scenes / "ball.toml", time_limit=limit) for limit in (3.0, 0.25)]
    cards = gallery.draw_all(jobs, 1, lambda *place: None)
    said = "it took more than {} s; --time-limit allows more"
    assert [card.error for card in cards] == [said.format(3), said.format(0.25)]


def test_a_program_in_a_long_loop_is_given_up(nvrender: Command, scenes: Path, tmp_path: Path) -> None:
    """On the oracle, to the limit of 65,536 instructions (NV_vertex_program2 2.14.2.3) for each vertex."""
    loop = "again:\nADD R0, R0, v[OPOS];\nBRA again;"
    (scenes / "ball.vp").write_text(f"!!VP2.0\nMOV o[HPOS], v[OPOS];\n{loop}\nEND\n")
    fine = SCENE.replace('"sphere"', '"sphere"\nsegments = 1024\nrings = 512')
    (scenes / "ball.toml").write_text(fine)
    outcome = nvrender("gallery", scenes, "-o", tmp_path / "site", "--backend", "oracle", "--time-limit", "1")
    outcome.failed_with("ball.toml: not drawn: it took more than 1 s; --time-limit allows more")
    assert outcome.out.endswith("0 of 1 scenes drawn\n")
    for limit in ("0", "nan", "86401"):
        nvrender("gallery", scenes, "-o", "a", "--time-limit", limit).failed_with("--time-limit", status=2)


def _without_opengl(job: gallery.Job, sender: object) -> None:
    sender.send(ContextError("there is no OpenGL"))  # type: ignore[attr-defined]


def test_without_opengl_the_command_fails_as_a_whole(scenes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "_work", _without_opengl)
    with pytest.raises(ContextError, match="there is no OpenGL"):
        gallery.draw_all([gallery.Job(scenes / "ball.toml")], 1, lambda *place: None)


def test_the_oracle_draws_without_comparing(
    nvrender: Command, scenes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/nowhere")  # no OpenGL, where EGL is GLVND's
    assert nvrender("gallery", scenes, "-o", tmp_path / "site", "--backend", "oracle").status == 0
    html = (tmp_path / "site" / "index.html").read_text()
    assert "drawn by the oracle, not compared" in html and "report.html" not in html
    assert not (tmp_path / "site" / "report.html").exists()
    assert "void main()" in (tmp_path / "site" / "scenes" / "ball.html").read_text()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="children are looked up in /proc")
def test_interrupted_it_leaves_nothing(scenes: Path, tmp_path: Path) -> None:
    for number in range(12):
        (scenes / f"{number}.toml").write_text((scenes / "ball.toml").read_text())
    command = [sys.executable, "-m", "nvrender", "gallery", str(scenes), "-o", str(tmp_path / "site")]
    process = subprocess.Popen(
        [*command, "--jobs", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    tasks = Path(f"/proc/{process.pid}/task")
    while process.poll() is None and not any(path.read_text() for path in tasks.glob("*/children")):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err.strip()) == (130, b"", b"nvrender: interrupted")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["scenes"]
