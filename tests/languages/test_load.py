"""What load accepts: paths, text, bytes, targets; and what it says to everything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from nvrender.languages.load import load
from nvrender.languages.profiles import PROFILES, UNSUPPORTED_HEADERS
from nvrender.source import InputError, ProgramError
from nvrender.sources import files as files_module

TEXT = "!!VP1.0 MOV o[HPOS],v[0];END"


def error(program: object, **options: str) -> ProgramError:
    with pytest.raises(ProgramError) as caught:
        load(program, **options)  # type: ignore[arg-type]
    return caught.value


@pytest.mark.parametrize(
    "program", [TEXT, TEXT.encode(), bytearray(TEXT.encode())], ids=["str", "bytes", "bytearray"]
)
def test_text_and_bytes(program: str | bytes) -> None:
    assert len(load(program).instructions) == 1


def test_file_by_path_and_by_name(tmp_path: Path) -> None:
    path = tmp_path / "a program #1.vp"
    path.write_bytes(TEXT.encode())
    assert load(path).source.name == str(path)
    assert load(str(path)).source.name == str(path)
    assert load(path, name="mine").source.name == "mine"


def test_relative_file_without_suffix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "program").write_text(TEXT)
    monkeypatch.chdir(tmp_path)
    assert load("program").source.name == "program"


@pytest.mark.parametrize("name", ["missing.vp", "no/such/program", "missing"], ids=str)
def test_missing_file(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        load(tmp_path / name)
    with pytest.raises(InputError, match="no such file"):
        load(str(tmp_path / name))


def test_directory(tmp_path: Path) -> None:
    for place in (tmp_path, str(tmp_path)):
        with pytest.raises(InputError, match="is a directory"):
            load(place)


def test_unreadable_file(tmp_path: Path) -> None:
    loop = tmp_path / "loop.vp"
    loop.symlink_to(loop)
    with pytest.raises(InputError, match=r"loop\.vp: cannot be read"):
        load(loop)
    with pytest.raises(InputError, match="cannot be read"):
        load(Path("a\0b"))


def test_huge_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "huge.vp"
    path.write_text(TEXT)
    monkeypatch.setattr(files_module, "FILE_LIMIT", len(TEXT) - 1)
    with pytest.raises(InputError, match=f"{len(TEXT)} bytes"):
        load(path)
    monkeypatch.setattr(files_module, "FILE_LIMIT", len(TEXT))
    assert load(path)


@pytest.mark.parametrize(
    "text", ["", "MOV", "MOV o[HPOS],v[0];END", "!! VP1.0 x.vp", "a.vp\n", "a\0.vp"], ids=repr
)
def test_text_that_is_no_path(text: str) -> None:
    assert error(text).position == 0


def test_wrong_type() -> None:
    with pytest.raises(InputError, match="not int"):
        load(7)  # type: ignore[arg-type]


def test_latin_1_and_other_text_in_comments() -> None:
    assert load("!!VP1.0 # é\nMOV o[HPOS],v[0];END").comments[0].text == " é"
    assert load("!!VP1.0 # €\nMOV o[HPOS],v[0];END").source.data.count("€".encode()) == 1


@pytest.mark.parametrize("ending", ["\n", "\r", "\r\n"], ids=repr)
def test_line_ends(ending: str) -> None:
    program = load(f"!!VP1.0{ending}# note{ending}MOV o[HPOS], v[0];{ending}END{ending}")
    assert [comment.text for comment in program.comments] == [" note"]
    wrong = error(f"!!VP1.0{ending}# note{ending}MUV o[HPOS], v[0];{ending}END{ending}")
    assert (wrong.line, wrong.column) == (3, 1)


# R4 NV_vertex_program2 2.14.5, Errors; NV_fragment_program 5.7


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("!!VSP1.0 MOV c[0],v[0];END", "VERTEX_PROGRAM_NV"),
        ("!!VP1.0 MOV o[HPOS],v[0];END", "VERTEX_STATE_PROGRAM_NV"),
        ("!!VP2.0 MOV o[HPOS],v[0];END", "VERTEX_STATE_PROGRAM_NV"),
        ("!!FP1.0 MOV o[COLR],f[COL0];END", "VERTEX_PROGRAM_NV"),
    ],
    ids=lambda value: f"R4 NV_vertex_program2 2.14.5 {value}",
)
def test_r4_header_of_another_target(text: str, target: str) -> None:
    assert error(text, target=target).position == 0


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("!!VSP1.0 MOV c[0],v[0];END", "VERTEX_STATE_PROGRAM_NV"),
        ("!!VP1.0 MOV o[HPOS],v[0];END", "VERTEX_PROGRAM_NV"),
        ("!!VP1.1 MOV o[HPOS],v[0];END", "VERTEX_PROGRAM_NV"),
        ("!!VP2.0 MOV o[HPOS],v[0];END", "VERTEX_PROGRAM_NV"),
    ],
    ids=lambda value: f"R4 NV_vertex_program2 2.14.5 {value}",
)
def test_r4_header_of_the_target(text: str, target: str) -> None:
    assert load(text, target=target).profile.target == target


def test_r4_a_syntax_error_does_not_hide_the_target() -> None:
    assert error("!!VSP1.0 $", target="VERTEX_PROGRAM_NV").position == 0


def test_unknown_target() -> None:
    with pytest.raises(InputError, match="VERTEX_STATE_PROGRAM_NV"):
        load(TEXT, target="VERTEX_SHADER")


@pytest.mark.parametrize("header", UNSUPPORTED_HEADERS)
def test_header_of_a_related_language(header: str) -> None:
    wrong = error(f"{header}\nMOV result.position, vertex.position;\nEND\n")
    assert wrong.position == 0
    assert wrong.message.startswith(f"{header} begins a")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xef\xbb\xbf" + TEXT.encode(), "UTF-8 byte order mark"),
        (TEXT.encode("utf-16"), "UTF-16 byte order mark"),
        (b"", "empty"),
        (b"!!VP9.0 END", "unknown header !!VP9.0"),
        (b"!!VP3.0 END", "no published text describes !!VP3.0; the nearest language is !!VP2.0"),
        (b"!!vp1.0 END", "!!VP1.0; case matters"),
        (b"# a\n!!VP2.0 END", "may precede !!VP2.0"),
        (b"\x7fELF\x02\x01\x01\0", "begins with its header"),
    ],
    ids=repr,
)
def test_other_beginnings(data: bytes, message: str) -> None:
    wrong = error(data)
    assert wrong.position == 0
    assert message in wrong.message


@pytest.mark.parametrize("header", PROFILES)
@pytest.mark.parametrize("before", ["\n", "# a\n", "\N{ZERO WIDTH NO-BREAK SPACE}", "lower"])
def test_what_precedes_a_header_is_cited_from_its_own_specification(header: str, before: str) -> None:
    """Each has the rule in a section of its own, such as ARB_vertex_program 2.14.2."""
    text = header.lower() if before == "lower" else before + header
    for data in (text.encode(), text.encode("utf-16")):
        if before == "lower" and data[0] != 0x21:
            continue
        wrong = error(data + b"\n# !!VP1.0\nEND")
        assert (wrong.position, wrong.section) == (0, PROFILES[header].section)
        assert header in wrong.message or "byte order mark" in wrong.message
