"""Outputs are whole or not there; places that cannot be written are named."""

from __future__ import annotations

import os
import resource
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from cli_helpers import PASSING, SHADERS, Command, files, unprivileged

#: A command of each kind that writes, its output to follow.
WRITERS = {
    "port": lambda folder: ("port", folder / "passing.vp", "-o"),
    "run": lambda folder: ("run", folder / "passing.vp", "-o"),
    "diff": lambda folder: ("diff", folder / "passing.vp", "--count", "8", "-o"),
    "render": lambda folder: ("render", folder / "ball.toml", "-o"),
}
NAMES = {"port": "out.glsl", "run": "out.npz", "diff": "out.png", "render": "out.png"}
every_writer = pytest.mark.parametrize("kind", WRITERS)


@every_writer
def test_a_folder_that_is_not_there_is_made(
    nvrender: Command, passing: Path, scene: Path, tmp_path: Path, kind: str
) -> None:
    output = tmp_path / "not" / "yet" / NAMES[kind]
    outcome = nvrender(*WRITERS[kind](tmp_path), output)
    assert outcome.status == 0, outcome.err
    assert output.is_file()


@every_writer
def test_a_file_instead_of_a_folder(
    nvrender: Command, passing: Path, scene: Path, tmp_path: Path, kind: str
) -> None:
    before = files(tmp_path)
    for output in (passing / NAMES[kind], passing / "below" / NAMES[kind]):
        message = nvrender(*WRITERS[kind](tmp_path), output).failed_with(
            f"{passing} is a file; name a folder"
        )
        assert len(message.splitlines()) == 1
    assert files(tmp_path) == before


@every_writer
def test_a_folder_instead_of_a_file(
    nvrender: Command, passing: Path, scene: Path, tmp_path: Path, kind: str
) -> None:
    output = tmp_path / NAMES[kind]
    output.mkdir()
    nvrender(*WRITERS[kind](tmp_path), output).failed_with(f"{output}: is a directory; name a file to write")
    assert files(output) == []


def test_places_without_permission(nvrender: Command) -> None:
    with unprivileged() as root:
        (root / "passing.vp").write_text(PASSING)
        (root / "kept.npz").write_bytes(b"kept")
        (root / "kept.npz").chmod(0o444)
        (root / "closed").mkdir(mode=0o555)
        given = ("run", root / "passing.vp", "-o")
        nvrender(*given, root / "kept.npz").failed_with("kept.npz: may not be written")
        nvrender(*given, root / "closed" / "x.npz").failed_with("closed may not be written")
        assert (root / "kept.npz").read_bytes() == b"kept"
        assert files(root) == ["kept.npz", "passing.vp"]


def test_an_output_is_replaced_and_keeps_its_mode(nvrender: Command, passing: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.glsl"
    out.write_text("old")
    out.chmod(0o640)
    (tmp_path / "link.glsl").symlink_to("out.glsl")
    assert nvrender("port", passing, "-o", tmp_path / "link.glsl").status == 0
    assert (tmp_path / "link.glsl").is_symlink()
    assert out.read_text().startswith("#version")
    assert stat.S_IMODE(out.stat().st_mode) == 0o640


def test_a_new_output_has_the_usual_mode(nvrender: Command, passing: Path, tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        nvrender("port", passing, "-o", tmp_path / "out.glsl")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out.glsl").stat().st_mode) == 0o640


def test_a_device_is_written_and_stays_one(nvrender: Command, passing: Path) -> None:
    assert nvrender("run", passing, "-o", "/dev/null").status == 0
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    nvrender("run", passing, "-o", "/dev/full").failed_with("/dev/full: cannot be written: No space left")


@pytest.mark.parametrize("old", [None, b"kept"], ids=["new", "old"])
def test_a_full_disk_leaves_what_was_there(
    process: Command, passing: Path, tmp_path: Path, old: bytes | None
) -> None:
    np.savez(tmp_path / "in.npz", OPOS=np.zeros((4096, 4)))
    out = tmp_path / "out.npz"
    if old is not None:
        out.write_bytes(old)
    before = files(tmp_path)
    outcome = process(
        "run", passing, "--attributes", tmp_path / "in.npz", "-o", out,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536)),
    )  # fmt: skip
    outcome.failed_with(f"{out}: cannot be written: File too large")
    assert files(tmp_path) == before
    assert old is None or out.read_bytes() == old


def test_standard_output_on_a_full_disk(passing: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "nvrender", "port", passing],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == b"nvrender: No space left on device\n"


def test_a_reader_that_goes_away(tmp_path: Path) -> None:
    program = tmp_path / "long.vp"
    program.write_text("!!VP2.0\n" + "MOV o[HPOS], v[OPOS]; # a comment of some length\n" * 250 + "END\n")
    with subprocess.Popen(
        [sys.executable, "-m", "nvrender", "trace", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        error = running.stderr.read()
        assert running.wait(60) in (0, 1)
    assert error == b""


#: Every invocation waits for a word that none writes, until the watchdog ends it.
WAITING = """!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 4;
STORAGE words[] = { program.storage[0] };
TEMP word;
REP;
LDB.U32.CC word.x, words[0];
BRK (GT.x);
ENDREP;
STB.U32 word, words[4];
END"""


@pytest.mark.parametrize(
    ("kind", "sent", "status"),
    [
        ("run", signal.SIGINT, 130),
        ("compute", signal.SIGINT, 130),
        ("render", signal.SIGINT, 130),
        ("render", signal.SIGTERM, 143),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_an_interrupted_run_leaves_nothing(
    scene: Path, tmp_path: Path, kind: str, sent: signal.Signals, status: int
) -> None:
    """In the middle of work that would take minutes."""
    program = tmp_path / "long.vp"
    program.write_text("!!VP2.0\nMOV o[HPOS], v[OPOS];\nl: ADD R0, R0, v[OPOS]; BRA l;\nEND\n")
    np.savez(tmp_path / "in.npz", OPOS=np.zeros((1_000_000, 4), np.float32))
    waiting = tmp_path / "waiting.cp"
    waiting.write_text(WAITING)
    np.savez(tmp_path / "words.npz", **{"0": np.zeros(64, np.uint32)})
    before = files(tmp_path)
    arguments = {
        "run": ["run", program, "--attributes", tmp_path / "in.npz", "-o", tmp_path / "out.npz"],
        "compute": ["run", waiting, "--storage", tmp_path / "words.npz", "--groups", "99,99,99"],
        "render": ["render", scene, "--frames", "0:100000", "-o", tmp_path / "out.gif"],
    }[kind]
    script = "print('ready', flush=True); from nvrender.cli.main import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", script, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        running.stdout.readline()
        _wait_for_work(tmp_path, before, kind)
        try:
            running.send_signal(sent)
            _, error = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == status, error
    said = [line for line in error.decode().splitlines() if line and "goes on beyond it" not in line]
    assert said == ["nvrender: interrupted"] * (sent == signal.SIGINT)
    assert files(tmp_path) == before


def _wait_for_work(folder: Path, before: list[str], kind: str) -> None:
    """Until a temporary file is there, for rendering; running writes one only at its end."""
    deadline = time.monotonic() + (60 if kind == "render" else 2)
    while time.monotonic() < deadline and files(folder) == before:
        time.sleep(0.05)


def test_no_temporary_file_is_left_after_success(nvrender: Command, passing: Path, tmp_path: Path) -> None:
    nvrender("port", passing, "-o", tmp_path / "out.glsl")
    nvrender("run", passing, "-o", tmp_path / "out.npz")
    assert files(tmp_path) == ["out.glsl", "out.glsl.json", "out.npz", "passing.vp"]


def test_messages_are_coloured_on_a_terminal_only(failing: Path) -> None:
    pty = pytest.importorskip("pty", reason="terminals are a thing of Unix")
    shown = {}
    for name, extra in (("colours", {}), ("none", {"NO_COLOR": "1"})):
        try:
            leader, follower = pty.openpty()
        except OSError as error:
            pytest.skip(f"no terminal can be made here: {error}")
        environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | extra
        subprocess.run(
            [sys.executable, "-m", "nvrender", "check", failing],
            stderr=follower, stdout=subprocess.DEVNULL, env=environment, check=False,
        )  # fmt: skip
        os.close(follower)
        shown[name] = os.read(leader, 65536).decode()
        os.close(leader)
    assert "\x1b[" in shown["colours"]
    assert "\x1b[" not in shown["none"]
    assert f"{failing}:3:1:" in shown["none"]


def test_a_bar_appears_on_a_terminal_after_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    import rich.progress  # noqa: F401  (would keep the clock that is set below)

    from nvrender.cli.messages import terminal

    class Terminal:
        def isatty(self) -> bool:
            return True

    started: list[str] = []
    clock = iter([0.0, 0.5, 1.5, 1.6, 1.7])
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(terminal.time, "monotonic", lambda: next(clock))

    class Bar:
        def __init__(self, **_: object) -> None: ...
        def start(self) -> None:
            started.append("start")

        def add_task(self, description: str, total: int) -> int:
            return 1

        def update(self, task: int, completed: int, total: int | None, description: str) -> None:
            started.append(f"{description} {completed}/{total}")

        def stop(self) -> None:
            started.append("stop")

    monkeypatch.setattr("rich.progress.Progress", Bar)
    with terminal.progress("Working") as update:
        update(1, 4)
        assert started == []
        update(2, 4)
        update(3, None)
    assert started == ["start", "Working 2/4", "Working: 3 3/None", "stop"]


def test_every_shader_is_ported(nvrender: Command, tmp_path: Path) -> None:
    outcome = nvrender("port", SHADERS, "-o", tmp_path / "out")
    assert outcome.status == 0, outcome.err
    count = sum(path.read_bytes().startswith(b"!!") for path in SHADERS.iterdir())
    assert f"{count} of {count} programs translated" in outcome.out
