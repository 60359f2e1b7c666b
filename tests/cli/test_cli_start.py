"""Help, usage, exit statuses and what is imported."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from cli_helpers import COMMANDS, SHADERS, Command

#: Each costs more than loading a program does.
HEAVY = "numpy moderngl glcontext glfw PIL trimesh pyrr msgspec rich hypothesis".split()
#: Rooms that loading a program has no use for; what it may read too early is told by lowering it.
ROOMS = [f"nvrender.{room}" for room in "gl glsl lower oracle gpu scene regression render run".split()]


def imported_by(*arguments: str) -> set[str]:
    """Which of HEAVY and ROOMS the command with these arguments imports; no arguments: the package."""
    lines = ["import sys", "import nvrender"]
    if arguments:
        lines += ["from nvrender.cli.main import main", "try:", f"    main({list(arguments)!r})"]
        lines += ["except SystemExit as stop:", "    assert stop.code == 0"]
    lines.append(f"print('', *(name for name in {HEAVY + ROOMS!r} if name in sys.modules))")
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


def test_import_nvrender_imports_nothing_heavy() -> None:
    assert imported_by() == set()


def test_check_imports_nothing_heavy() -> None:
    assert imported_by("check", str(SHADERS / "skin.vp")) == {"nvrender.lower"}
    assert imported_by("check", "--json", str(SHADERS / "skin.vp")) == {"nvrender.lower"}


def test_port_needs_no_numpy_and_no_gl() -> None:
    """msgspec writes manifests."""
    needed = {"nvrender.lower", "nvrender.glsl", "msgspec"}
    assert imported_by("port", str(SHADERS / "skin.vp")) == needed


def test_help_imports_no_command() -> None:
    assert imported_by("--help") == set()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(nvrender: Command, command: str) -> None:
    outcome = nvrender(command, "--help")
    assert outcome.status == 0
    assert outcome.out.startswith(f"Usage: nvrender {command} [OPTIONS]")
    assert ("--json" in outcome.out) is (command not in ("export", "playground", "farm", "baselines"))
    assert outcome.err == ""


def test_help_lists_every_command(nvrender: Command) -> None:
    listed = nvrender("--help").out
    for command in COMMANDS:
        assert f"\n  {command} " in listed


def test_version(nvrender: Command) -> None:
    assert nvrender("--version").out == f"nvrender, version {version('nvrender')}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Usage: nvrender"),
        (["chekc"], "there is no command 'chekc'; did you mean 'check'?"),
        (["frobnicate"], "there is no command 'frobnicate'; there are check, extract, port"),
        (["check"], "Missing argument 'FILE|DIR…'"),
        (["check", "--nosuch", "x"], "No such option"),
        (["port", "x", "--target", "hlsl"], "'hlsl' is not one of 'glsl120', 'glsl150', 'glsl330'"),
        (["run", "x", "--backend", "cpu"], "'cpu' is not one of"),
        (["diff", "x", "--count", "0"], "0 is not in the range"),
        (["diff", "x", "--frame", "-1"], "-1 is not in the range"),
        (["trace", "x", "--limit", "none"], "'none' is not a valid integer"),
        (["render", "x"], "Missing option '-o'"),
        (["render", "x", "-o", "y.bmp"], "y.bmp: the name must end in .png, .jpg"),
        (["render", "x", "-o", "a#b#.png"], "one run of #"),
        (["render", "x", "-o", "a##.gif"], "one run of #"),
        (["render", "x", "-o", "y.png", "--size", "0x4"], "'0x4' is not WxH"),
        (["render", "x", "-o", "y.png", "--size", "large"], "'large' is not WxH"),
        (["render", "x", "-o", "y.gif", "--frames", "3:2"], "'3:2' names no frame"),
        (["render", "x", "-o", "y.gif", "--frames", "-4"], "'-4' is not N or FIRST:LAST"),
    ],
)
def test_wrong_usage_is_status_2(nvrender: Command, arguments: list[str], message: str) -> None:
    outcome = nvrender(*arguments)
    assert message in outcome.failed_with(status=2)
    assert outcome.out == ""


def test_the_module_runs_as_a_program(process: Command) -> None:
    outcome = process("check", SHADERS / "skin.vp")
    assert outcome.status == 0
    assert outcome.out.endswith("skin.vp: ok, !!VP2.0, 64 instructions\n")


def test_loops_that_end_are_told_in_one_line(nvrender: Command, tmp_path: Path) -> None:
    """docs/semantics.md: loops take 65,535 turns together."""
    program = tmp_path / "endless.vp"
    program.write_text(
        "!!NVvp4.0 TEMP n; MOV n, 0; REP 1000000; ADD n, n, 1; ENDREP; MOV result.position, n; END"
    )
    outcome = nvrender("run", program)
    (line,) = outcome.err.splitlines()
    assert line.startswith(f"nvrender: warning: {program}: loops end after 65535 turns together, ")
    assert outcome.out.startswith("position[0]  65535")
