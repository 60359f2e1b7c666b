"""``--shard``, ``--merge`` and ``nvrender farm``: whoever does the work, the result is the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_helpers import FAILING, PASSING, SHADERS, Command, files

SCRIPT = """
section = "NV_vertex_program 2.14.1.10.2"
[[case]]
name = "a move"
program = "!!VP1.0 MOV o[HPOS], v[OPOS]; END"
attributes = { 0 = [1, 2, 3, 4] }
expect = { HPOS = [1, 2, 3, 4] }
"""
PYTHON = (sys.executable, "-m", "nvrender")


def texts(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in files(folder)}


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    root = tmp_path / "in"
    (root / "sub").mkdir(parents=True)
    for number in range(11):
        (root / ("sub" * (number % 2)) / f"p{number}.vp").write_text(PASSING)
    (root / "bad.vp").write_text(FAILING)
    (root / "unused.vp").write_text(PASSING.replace("DP4", "TEMP x;\nDP4").replace("TEMP x;\n", ""))
    return root


def parts(nvrender: Command, folder: Path, count: int, *arguments: object) -> list[Path]:
    folder.mkdir()
    for number in range(1, count + 1):
        outcome = nvrender(*arguments, "--shard", f"{number}/{count}")
        assert outcome.status == 0, outcome.err
        (folder / f"{number}.json").write_text(outcome.out)
    return sorted(folder.iterdir())


@pytest.mark.parametrize("count", [1, 3, 20])
def test_parts_of_a_port_come_to_the_whole(
    nvrender: Command, programs: Path, tmp_path: Path, count: int
) -> None:
    whole = nvrender("port", programs, "-o", tmp_path / "out")
    expected = texts(tmp_path / "out")
    (tmp_path / "out").rename(tmp_path / "whole")
    found = parts(nvrender, tmp_path / "parts", count, "port", programs, "-o", tmp_path / "out")
    joined = nvrender("port", programs, "-o", tmp_path / "out", "--merge", tmp_path / "parts")
    assert (joined.status, joined.out, joined.err) == (whole.status, whole.out, whole.err)
    assert texts(tmp_path / "out") == expected
    backwards = [word for path in reversed(found) for word in ("--merge", path)]
    assert nvrender("port", programs, "-o", tmp_path / "out", *backwards).out == whole.out
    assert texts(tmp_path / "out") == expected


def test_parts_that_do_not_fit_are_refused(nvrender: Command, programs: Path, tmp_path: Path) -> None:
    port = "port", programs, "-o", tmp_path / "out"
    first, second, _ = parts(nvrender, tmp_path / "parts", 3, *port)
    nvrender(*port, "--merge", first, "--merge", second).failed_with("part 3/3 is missing")
    nvrender(*port, "--merge", first, "--merge", first).failed_with("is part 1 as")
    other = nvrender(*port, "--target", "glsl450", "--merge", tmp_path / "parts")
    other.failed_with("is of other files; give the same arguments")
    second.write_text(json.dumps({**json.loads(second.read_text()), "count": 4}))
    nvrender(*port, "--merge", tmp_path / "parts").failed_with("is one of 4 parts, others are of 3")
    for text in ("", "[]", "{}", '{"rows": 1', "\udcff".encode("utf-8", "surrogateescape").decode("latin1")):
        first.write_text(text)
        nvrender(*port, "--merge", first).failed_with(str(first), "is no part that --shard wrote")
    rows = {"format": 1, "command": "spec", "digest": "", "number": 1, "count": 1, "rows": []}
    first.write_text(json.dumps(rows))
    nvrender(*port, "--merge", first).failed_with("is no part of nvrender port")
    nvrender(*port, "--merge", tmp_path / "in" / "sub").failed_with("holds no parts")
    for shard in ("0/3", "4/3", "1", "1/0", "-1/3", "1/3/3"):
        nvrender(*port, "--shard", shard).failed_with("is no part; the second of eight is 2/8", status=2)
    nvrender(*port, "--shard", "1/3", "--merge", second).failed_with("give one of them", status=2)


def test_names_that_are_no_text_are_kept(nvrender: Command, programs: Path, tmp_path: Path) -> None:
    try:
        (programs / os.fsdecode(b"bad\xff.vp")).write_text(FAILING)
    except OSError:
        pytest.skip("this file system takes no such names")
    whole = nvrender("port", programs, "-o", tmp_path / "out")
    parts(nvrender, tmp_path / "parts", 2, "port", programs, "-o", tmp_path / "out")
    joined = nvrender("port", programs, "-o", tmp_path / "out", "--merge", tmp_path / "parts")
    assert (joined.out, joined.err) == (whole.out, whole.err)


def test_parts_of_conformance_scripts(nvrender: Command, tmp_path: Path) -> None:
    scripts = [tmp_path / f"{number}.toml" for number in range(4)]
    for number, script in enumerate(scripts):
        script.write_text(SCRIPT.replace("HPOS = [1", f"HPOS = [{1 + number // 3}"))
    spec = "spec", *scripts, "--backend", "oracle", "--json"
    whole = nvrender(*spec)
    parts(nvrender, tmp_path / "parts", 3, *spec)
    joined = nvrender(*spec, "--merge", tmp_path / "parts")
    assert (joined.status, joined.out) == (whole.status, whole.out)
    assert (json.loads(joined.out)["cases"], joined.status) == (4, 1)


def test_programs_of_a_folder_are_compared(nvrender: Command, tmp_path: Path) -> None:
    root = tmp_path / "in"
    root.mkdir()
    for name in ("fog.vp", "lighting.vp"):
        (root / name).write_bytes((SHADERS / name).read_bytes())
    (root / "bad.vp").write_text(FAILING)
    diff = "diff", root, "--count", "8"
    whole = nvrender(*diff)
    whole.failed_with("bad.vp:3:1")
    assert whole.out == "3 programs and scenes compared: 0 differ, 1 cannot be compared\n"
    parts(nvrender, tmp_path / "parts", 2, *diff)
    joined = nvrender(*diff, "--merge", tmp_path / "parts")
    assert (joined.status, joined.out, joined.err) == (whole.status, whole.out, whole.err)
    nvrender(*diff, "--report", tmp_path / "report").failed_with("goes with one comparison", status=2)
    (root / "bad.vp").write_text("".join((SHADERS / name).read_text() for name in ("fog.vp", "lake.fp")))
    (root / "no.txt").write_text("no program")
    several = json.loads(nvrender(*diff, "--json").out)
    sources = ["bad.vp#vertex", "bad.vp#fragment", "fog.vp", "lighting.vp"]
    assert [row["source"] for row in several] == [f"{root}/{name}" for name in sources]
    assert [row["status"] for row in several] == [0] * 4


distributed = pytest.importorskip("distributed", reason="Dask is not installed")


@pytest.fixture
def many(tmp_path: Path) -> Path:
    root = tmp_path / "in"
    root.mkdir()
    lines = PASSING.splitlines()
    text = "\n".join([lines[0], *(["MAD R0, v[OPOS], c[1], R0;"] * 60), *lines[1:]])
    for number in range(48):
        (root / f"p{number}.vp").write_text(text)
    (root / "bad.vp").write_text(FAILING)
    return root


@pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")
def test_a_worker_that_is_killed_changes_nothing(nvrender: Command, many: Path, tmp_path: Path) -> None:
    whole = nvrender("port", many, "-o", tmp_path / "out", "--jobs", "1")
    expected = texts(tmp_path / "out")
    (tmp_path / "out").rename(tmp_path / "whole")
    command = [*PYTHON, "farm", "--workers", "2", "port", str(many), "-o", str(tmp_path / "out")]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        end = time.monotonic() + 60
        while not list(tmp_path.glob("out/*.glsl")) and time.monotonic() < end:
            time.sleep(0.01)
        assert running.poll() is None
        assert len(list(tmp_path.glob("out/*.glsl"))) < 48, "all was done before a worker was killed"
        os.kill(next(workers(running.pid)), signal.SIGKILL)
        out, err = running.communicate(timeout=100)
    finally:
        running.kill()
    err = "".join(line for line in err.splitlines(keepends=True) if not line.startswith("dashboard: "))
    assert (running.returncode, out, err) == (whole.status, whole.out, whole.err)
    assert texts(tmp_path / "out") == expected


def workers(parent: int) -> Iterator[int]:
    """The processes that a process started to work."""
    for children in Path(f"/proc/{parent}/task").glob("*/children"):
        for child in map(int, children.read_text().split()):
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                yield child


def test_a_farm_that_is_not_there_is_told(nvrender: Command, many: Path, tmp_path: Path) -> None:
    rest = "port", many, "-o", tmp_path / "out"
    nvrender("farm", "--scheduler", "nonsense://x", *rest).failed_with(
        "nonsense://x: no scheduler answers there"
    )
    both = nvrender("farm", "--scheduler", "tcp://127.0.0.1:1", "--workers", "2", *rest)
    both.failed_with("--workers are of this machine", status=2)
    nvrender("farm", "render").failed_with("'render' is not one of", status=2)
