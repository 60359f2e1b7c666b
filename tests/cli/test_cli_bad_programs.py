"""Files that are no programs: one message, naming the place, and nothing written."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_helpers import PASSING, Command, files, unprivileged

BODY = b"MOV o[HPOS], v[OPOS];\n"
MEGABYTES = 20 * 2**20


def written(data: bytes) -> Callable[[Path], None]:
    return lambda path: (path.write_bytes(data), None)[1]


def _many_instructions() -> bytes:
    return b"!!VP2.0\n" + BODY * (MEGABYTES // len(BODY)) + b"END\n"


def _one_line() -> bytes:
    return b"!!VP2.0 " + BODY.strip() * (MEGABYTES // len(BODY)) + b" END"


#: What the file holds, and the place and words of the message.
BAD = {
    "binary garbage": (random.Random(1).randbytes(4096), ":1:1: a program begins with its header"),
    "garbage after a header": (b"!!VP1.0\n\x7fELF\x02\x01\x01\0\0", ":2:1: "),
    "NUL bytes": (b"!!VP1.0\nMOV o[HPOS]\0, v[OPOS];\nEND", ":2:12: "),
    "NUL at the end": (b"!!VP1.0\n" + BODY + b"END\0", ":3:4: "),
    "Latin-1": ("!!VP2.0\nMOV o[HPOS], v[OPOS];\nsch\xf6n:\nEND".encode("latin-1"), ":3:1: "),
    "UTF-16": (PASSING.encode("utf-16"), ":1:1: the program begins with a UTF-16"),
    "UTF-8 with a mark": (PASSING.encode("utf-8-sig"), ":1:1: the program begins with a UTF-8"),
    "no END": (b"!!VP1.0\n" + BODY, ":3:1: "),
    "text after END": (b"!!VP1.0\n" + BODY + b"END\nMOV", ":4:1: "),
    "empty": (b"", ":1:1: the program is empty"),
    "a scene": (b'title = "no program"\n', ":1:1: a program begins with its header"),
    "20 MB of instructions": (_many_instructions(), ":258:1: "),
    "20 MB in one line": (_one_line(), ":1:"),
    "20 MB of nothing": (bytes(MEGABYTES), ":1:1: "),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_one_message_naming_the_place(nvrender: Command, tmp_path: Path, what: str) -> None:
    data, message = BAD[what]
    program = tmp_path / "bad.vp"
    program.write_bytes(data)
    output = tmp_path / "out.glsl"
    outcome = nvrender("port", program, "-o", output)
    lines = outcome.failed_with(f"{program}{message}").splitlines()
    assert outcome.out == ""
    assert lines[2].strip() == "^"
    assert all(line.isprintable() and len(line) < 500 for line in lines)
    assert files(tmp_path) == ["bad.vp"]


@pytest.mark.parametrize("command", ["check", "run", "trace", "diff", "port"])
def test_every_command_says_the_same(nvrender: Command, failing: Path, command: str) -> None:
    outcome = nvrender(command, failing)
    expected = nvrender("check", failing).err
    assert outcome.failed_with(f"{failing}:3:1: ") == expected
    assert outcome.out == ""


@pytest.mark.parametrize(
    "data",
    [PASSING.replace("\n", "\r\n").encode(), PASSING.replace("\n", "\r").encode(),
     PASSING.encode() + b"# no\xebl\0\xff\n", b"!!VP1.0#" + b"x" * MEGABYTES + b"\n" + PASSING.encode()[7:],
     b"!!VP1.0" + b"#\n" * (MEGABYTES // 8) + PASSING.encode()[7:]],
    ids=["CRLF", "CR", "Latin-1 and NUL in a comment", "20 MB of comment", "2.6 million comments"],
)  # fmt: skip
def test_what_is_unusual_but_right_loads(nvrender: Command, tmp_path: Path, data: bytes) -> None:
    program = tmp_path / "good.vp"
    program.write_bytes(data)
    outcome = nvrender("check", program)
    assert outcome.status == 0, outcome.err
    assert outcome.out == f"{program}: ok, !!VP1.0, 3 instructions\n"


def test_places_that_are_no_files(nvrender: Command, tmp_path: Path) -> None:
    nvrender("run", tmp_path).failed_with(f"{tmp_path}: is a directory; name a file")
    nvrender("check", tmp_path).failed_with(f"{tmp_path}: holds no programs")
    nvrender("run", tmp_path / "no.vp").failed_with(f"{tmp_path / 'no.vp'}: no such file")
    nvrender("check", tmp_path / ("x" * 300)).failed_with("cannot be read: File name too long")
    nvrender("check", tmp_path / "a\0b").failed_with("cannot be read")
    (tmp_path / "loop").symlink_to("loop")
    nvrender("check", tmp_path / "loop").failed_with(f"{tmp_path / 'loop'}: cannot be read")


def test_an_endless_file(nvrender: Command) -> None:
    nvrender("check", "/dev/zero").failed_with("/dev/zero: is no ordinary file; name a file")


def test_a_file_without_permission(nvrender: Command) -> None:
    with unprivileged() as root:
        program = root / "closed.vp"
        program.write_text(PASSING)
        program.chmod(0)
        nvrender("check", program).failed_with(f"{program}: cannot be read: Permission denied")


def test_json_holds_every_place(nvrender: Command, tmp_path: Path) -> None:
    for number, (data, _) in enumerate(BAD.values()):
        if len(data) < 10_000:
            (tmp_path / f"{number:02}.vp").write_bytes(data)
    programs = sorted(tmp_path.glob("*.vp"))
    outcome = nvrender("check", "--json", *programs)
    assert outcome.status == 1
    assert outcome.err == ""
    for program, report in zip(programs, json.loads(outcome.out), strict=True):
        assert report["file"] == str(program)
        assert 0 <= report["error"]["position"] <= program.stat().st_size


#: Programs that never end by themselves, stop only by the execution limit (NV_vertex_program2 2.14.3.5).
ENDLESS = {
    "a loop of itself": "l: BRA l;\n",
    "a loop that counts": "l: ADD R0, R0, v[OPOS]; MOV o[COL0], R0; BRA l;\n",
    "two loops": "a: ADDC R0.x, R0.x, v[OPOS].x; BRA a (GT.x); b: BRA a;\n",
    "no way out of a subroutine": "CAL s; s: BRA s;\n",
    "a loop that cannot be structured": "BRA b (EQ.x); a: MOVC R0.x, v[OPOS].x; b: BRA a (NE.x); BRA b;\n",
}


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
@pytest.mark.parametrize("what", ENDLESS)
def test_no_program_runs_for_ever(nvrender: Command, tmp_path: Path, what: str, backend: str) -> None:
    program = tmp_path / "endless.vp"
    program.write_text(f"!!VP2.0\nMOV o[HPOS], v[OPOS];\n{ENDLESS[what]}END\n")
    outcome = nvrender("run", program, "--backend", backend, "--json")
    assert outcome.status == 0, outcome.err
    assert json.loads(outcome.out)["HPOS"] == [[0.0, 0.0, 0.0, 1.0]]


def test_a_trace_of_an_endless_program_stops(nvrender: Command, tmp_path: Path) -> None:
    program = tmp_path / "endless.vp"
    program.write_text("!!VP2.0\nMOV o[HPOS], v[OPOS];\nl: BRA l;\nEND\n")
    lines = nvrender("trace", program, "--limit", "50").out.splitlines()
    assert len(lines) == 51
    assert lines[-1] == "stopped after 50 instructions; --limit shows more"
    steps = json.loads(nvrender("trace", program, "--limit", "70000", "--json").out)
    assert len(steps) == 65536
    assert "65536" in steps[-1]["end"]
