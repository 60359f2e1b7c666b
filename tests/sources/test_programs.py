"""Programs one behind the other in a text."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from nvrender.languages.load import load
from nvrender.source import InputError, ProgramError, Source
from nvrender.sources.programs import chosen, embedded, parts, programs

VERTEX = "!!ARBvp1.0\nMOV result.position, vertex.position; # END\nEND"
FRAGMENT = "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND"
BOTH = f"Water.\n\n{VERTEX}\n\0\n{FRAGMENT}\nand so on\n"


def labels(text: str | bytes) -> list[str]:
    data = text.encode() if isinstance(text, str) else text
    return [part.label for part in parts(Source(data))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (VERTEX, ["vertex"]),
        (BOTH, ["vertex", "fragment"]),
        (VERTEX + FRAGMENT, ["vertex", "fragment"]),
        (FRAGMENT + "\0" + FRAGMENT + VERTEX, ["fragment", "fragment2", "vertex"]),
        ("!!VSP1.0 END !!NVtcp5.0 END !!NVtep5.0 END !!NVgp4.0 END !!NVcp5.0 END",
         ["state", "control", "evaluation", "geometry", "compute"]),
        ("!!VP1.0\nMOV o[HPOS], R0;\n!!FP1.0\nEND", ["vertex", "fragment"]),
        (f"# not {VERTEX[:10]}\n{FRAGMENT} # nor !!VP1.0", ["fragment"]),
        ('char *a = "!!ARBvp1.0";', []),
        ("", []), ("!!", []), ("!! !!", []),
    ],
)  # fmt: skip
def test_programs_of_a_text(text: str, expected: list[str]) -> None:
    assert labels(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f'<vp>"{VERTEX}"</vp> {FRAGMENT}\0', [VERTEX, FRAGMENT]),
        (f'strncmp(p, "!!ARBfp1.0", 10); // !!FP1.0 is no program\n{FRAGMENT}', [FRAGMENT]),
        (f"x {FRAGMENT[:-3]}\n{VERTEX}", [VERTEX]),
        (f'color="#fff">{FRAGMENT}', [FRAGMENT]),
        ("ELF\0!!ARBfp1.0\0!!VP1.0 # END", []),
        (VERTEX, []),
    ],
)
def test_what_stands_in_files_of_any_kind(text: str, expected: list[str]) -> None:
    """From a header that more follows to its END; what is a program itself is no container."""
    found = embedded(Source(text.encode(), "a"))
    assert [source.data.decode() for source in found] == expected
    assert [text[source.pieces[0].at :][: len(source.data)] for source in found] == expected


def test_containers_are_read_in_linear_time() -> None:
    for unit in (b"!!VP1.0 ", b"# !!VP1.0 \n", b"END ", b"#"):
        started = time.process_time()
        assert embedded(Source(b"x" + unit * (400_000 // len(unit)))) == ()
        assert time.process_time() - started < 5, unit


def test_each_has_the_places_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "water.txt"
    path.write_bytes(BOTH.replace("fragment.color", "fragment.colour").encode())
    assert load(f"{path}#vertex").source.data == VERTEX.encode()
    with pytest.raises(ProgramError) as caught:
        load(f"{path}#2")
    assert str(caught.value).startswith(f"{path}:8:28: ")
    assert (caught.value.line, caught.value.file) == (8, str(path))
    assert caught.value.position == FRAGMENT.index("color,") + len("color, fragment.")
    assert "  MOV result.color, fragment.colour;\n" in str(caught.value)


def test_which_of_several(tmp_path: Path) -> None:
    path = tmp_path / "water.txt"
    path.write_bytes(BOTH.encode())
    with pytest.raises(InputError, match="holds 2 programs; name one: "):
        load(path)
    with pytest.raises(InputError, match="holds no program 'geometry'; its programs are "):
        load(f"{path}#geometry")
    for label in ("fragment", "fragment1", "2"):
        assert load(f"{path}#{label}").profile.header == "!!ARBfp1.0"
    (tmp_path / "water.txt#vertex").write_text(FRAGMENT)
    assert load(f"{path}#vertex").profile.header == "!!ARBfp1.0"
    (tmp_path / "none").write_text("nothing")
    with pytest.raises(InputError, match="holds no program, so none called 'vertex'"):
        load(f"{tmp_path / 'none'}#vertex")
    with pytest.raises(InputError, match="no such file"):
        load(f"{tmp_path / 'nowhere'}#vertex")


@pytest.mark.parametrize(
    ("text", "place"),
    [(f"\n{FRAGMENT}", "1:1"), (f"{FRAGMENT}\nand so on", "4:1"), (f"\ufeff{FRAGMENT}", "1:1")],
)  # fmt: skip
def test_text_around_one_program(tmp_path: Path, text: str, place: str) -> None:
    """The specification does not let it load; the message says how it is named without it."""
    path = tmp_path / "one.txt"
    path.write_bytes(text.encode())
    with pytest.raises(ProgramError) as caught:
        load(path)
    assert f"{path}:{place}: " in str(caught.value)
    assert f"{path}#fragment names the program alone" in caught.value.hint
    assert load(f"{path}#fragment").source.data == FRAGMENT.encode()
    with pytest.raises(ProgramError) as caught:
        load(text)
    assert "names the program" not in caught.value.hint


@pytest.mark.parametrize(
    "text",
    [b"!!VP1.0 END" * 100_000, b"END " * 500_000, b"!!" * 1_000_000, b"#" * 2_000_000, b"\0" * 2_000_000,
     b"!!VP1.0\n" + b"#!!VP1.0" * 200_000, b"!!AAAAAAAAAAAAAAAAA" * 100_000],
    ids=range(7),
)  # fmt: skip
def test_work_is_linear(text: bytes) -> None:
    started = time.process_time()
    programs(Source(text))
    assert time.process_time() - started < 5


def test_programs_without_end_are_apart() -> None:
    source = Source(b"!!VP1.0 MOV !!FP1.0 MOV END x")
    assert [row.data for row in programs(source)] == [b"!!VP1.0 MOV ", b"!!FP1.0 MOV END"]
    assert chosen(source, "1").name == "<text>#vertex"
