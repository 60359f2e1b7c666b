"""Translations that are kept between runs: what is found, what is not trusted, how much there may be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import nvrender
from nvrender.cache import Cache, cache
from nvrender.glsl.link import DrawState, Link
from nvrender.glsl.targets import TARGETS
from nvrender.gpu import translations
from nvrender.gpu.translations import translated
from nvrender.program import Program
from nvrender.source import InputError

TARGET = TARGETS["glsl450"]
TEXT = "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, program.local[{}]; END"
GEOMETRY = (
    "!!NVgp4.0\nPRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;\n"
    "MOV result.position, vertex[0].position; EMIT; END"
)
SUBROUTINES = (
    "!!NVvp5.0\nSUBROUTINETYPE kind { one, two };\nSUBROUTINE kind chosen = program.subroutine[0];\n"
    "main: MOV result.position, vertex.position; CALI chosen; RET;\n"
    "one SUBROUTINENUM(0): MOV result.color, 1; RET;\ntwo SUBROUTINENUM(1): MOV result.color, 0; RET;\nEND"
)
_WRITER = """
import sys
from pathlib import Path
from nvrender.cache import Cache
kept = Cache(Path(sys.argv[1]), 1 << 13)
for turn in range(60):
    key = b"%d" % (turn % 12)
    if (found := kept.get(key)) not in (None, key * 300):
        sys.exit(f"{key} is {found[:9]}")
    kept.put(key, key * 300)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache's, which is on."""
    monkeypatch.setenv("NVRENDER_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _forbidden(*_: object, **__: object) -> None:
    pytest.fail("it is translated again")


def test_a_translation_is_found_by_others(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it: text, interface, parameters, spans; by a program that was loaded apart."""
    for text in (TEXT.format(0), GEOMETRY, SUBROUTINES):
        made = translated(nvrender.load(text), TARGET)
        with monkeypatch.context() as patch:
            patch.setattr(translations, "translate", _forbidden)
            assert translated(nvrender.load(text), TARGET) == made
    assert len(_files(folder)) == 3


def test_what_decides_the_text_is_part_of_the_key(folder: Path) -> None:
    first, other = (nvrender.load(TEXT.format(number)) for number in range(2))
    named = nvrender.load(TEXT.format(0), name="another")
    limited = nvrender.load(TEXT.format(0), limits={"instructions": 9})
    subroutines = nvrender.load(SUBROUTINES)
    chosen = nvrender.program.subroutines.with_subroutines(subroutines, {"chosen": "two"})
    programs: list[Program] = [first, other, named, limited, subroutines, chosen]
    calls = [(program, {}) for program in programs]
    calls += [
        (first, {"numerics": "fast"}),
        (first, {"interface": "feedback"}),
        (first, {"link": Link(programs=(first,))}),
        (first, {"link": Link(programs=(other,))}),
        (first, {"link": Link(state=DrawState(clip_planes=(1,)))}),
    ]
    for number, (program, options) in enumerate(calls):
        found = translated(program, TARGET, **options)
        assert found == translations.translate(program, TARGET, **options), number
        assert len(_files(folder)) == number + 1, options
    translated(first, TARGETS["glsl330"])
    assert len(_files(folder)) == len(calls) + 1


@pytest.mark.parametrize("where", [0, 31, 32, -1, None, "half", "empty", "another"])
def test_damage_is_not_trusted_and_mended(folder: Path, where: object) -> None:
    program = nvrender.load(TEXT.format(0))
    made = translated(program, TARGET)
    (path,) = _files(folder)
    data = bytearray(path.read_bytes())
    if isinstance(where, int):
        data[where] ^= 4
    elif where == "another":
        translated(nvrender.load(TEXT.format(1)), TARGET)
        (other,) = (row for row in _files(folder) if row != path)
        data = bytearray(other.read_bytes())
    else:
        data = data[: len(data) // 2] if where == "half" else bytearray(b"junk" if where is None else b"")
    path.write_bytes(data)
    assert translated(program, TARGET) == made
    assert path.read_bytes() != bytes(data), "it was not mended"
    assert translated(program, TARGET) == made


def test_what_is_whole_and_of_another_kind_is_not_taken(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = nvrender.load(TEXT.format(0))
    with monkeypatch.context() as patch:
        patch.setattr(Cache, "put", lambda self, key, content, put=Cache.put: put(self, key, b"\x93\1\2\3"))
        made = translated(program, TARGET)
    assert translated(program, TARGET) == made
    assert msgspec.msgpack.decode(_files(folder)[0].read_bytes()[32:])["source"] == made.source


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    kept = Cache(tmp_path, most=1000)
    for number in range(4):
        kept.put(b"%d" % number, bytes(180))
    for path in _files(tmp_path):  # clocks of files are coarse
        os.utime(path, (1, 1))
    assert kept.get(b"1") == bytes(180)
    kept.put(b"5", bytes(180))
    assert kept.usage().size <= 1000
    assert kept.get(b"1") is not None and kept.get(b"5") is not None
    kept.put(b"6", bytes(1000))
    assert kept.get(b"6") is None, "one that is larger than all may be is not kept"


def test_other_files_of_the_folder_stay(tmp_path: Path) -> None:
    kept = Cache(tmp_path, most=100)
    kept.put(b"1", b"one")
    mine = _files(tmp_path)[0].with_name("mine.txt")
    mine.write_text("mine")
    kept.clear()
    assert _files(tmp_path) == [mine]


def test_processes_write_at_once(tmp_path: Path) -> None:
    """They evict each other's entries, and none sees half of one."""
    command = [sys.executable, "-c", _WRITER, str(tmp_path)]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    assert [process.communicate()[1] for process in running] == [""] * 3
    assert [process.returncode for process in running] == [0] * 3
    assert Cache(tmp_path).usage().entries
    assert not [path for path in _files(tmp_path) if path.name.startswith(".")], "files left half written"


def test_a_folder_that_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NVRENDER_CACHE", str(tmp_path / "file"))
    with pytest.raises(InputError, match=r"^NVRENDER_CACHE: .*file.*; name a folder, or off$"):
        cache()
    monkeypatch.setenv("NVRENDER_CACHE", "off")
    assert cache() is None
    monkeypatch.delenv("NVRENDER_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "of the user"))
    found = cache()
    assert found is not None and found.folder.name == "nvrender"


def test_the_folder_is_gone_or_locked(folder: Path) -> None:
    """Then programs are translated as without it."""
    program = nvrender.load(TEXT.format(0))
    folder.mkdir()
    (folder / "programs").write_text("in the way")
    assert translated(program, TARGET) == translated(program, TARGET)
    found = cache()
    assert found is not None and found.usage().entries == 0


def test_the_command(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from nvrender.cli.main import main

    def answer(*arguments: str) -> str:
        with pytest.raises(SystemExit) as stop:
            main(["cache", *arguments])
        assert stop.value.code == 0
        return capsys.readouterr().out

    translated(nvrender.load(TEXT.format(0)), TARGET)
    shown = json.loads(answer("--json"))
    assert shown == {"folder": str(folder), "entries": 1, "bytes": _files(folder)[0].stat().st_size}
    assert "entries  1" in answer() and "of 256 MiB" in answer("show")
    assert "entries  0" in answer("clear") and not _files(folder)
    monkeypatch.setenv("NVRENDER_CACHE", "off")
    assert answer("clear") == "off: NVRENDER_CACHE is off\n"
