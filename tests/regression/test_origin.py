"""What is recorded with baselines, and what of it changed."""

from __future__ import annotations

import io
import zlib
from pathlib import Path

import numpy as np
import pytest

from nvrender.regression.baselines.images import encoded, read
from nvrender.regression.baselines.origin import Origin, changes, decoded
from nvrender.source import InputError

TEXT = "!!VP1.0\nMOV R0, v[0];\nMOV o[HPOS], R0;\nEND\n"


@pytest.mark.parametrize(
    ("after", "lines"),
    [
        (TEXT, []),
        (TEXT.replace("v[0]", "v[1]"), ["a.vp:2: was 'MOV R0, v[0];', is 'MOV R0, v[1];'"]),
        (TEXT.replace("END", "# x\nEND"), ["a.vp:4: has '# x'"]),
        (TEXT.replace("MOV R0, v[0];\n", ""), ["a.vp:2: lost 'MOV R0, v[0];'"]),
        ("", ["a.vp:1: lost '!!VP1.0'"]),
        (
            "\n".join(f"{line} #" if line else "# new" for line in TEXT.replace("\n", "\n\n").splitlines()),
            ["a.vp:1: ", "…"],
        ),
    ],
)
def test_changes_of_a_text(after: str, lines: list[str]) -> None:
    found = changes(Origin(texts={"a.vp": TEXT}), Origin(texts={"a.vp": after}))
    if lines[-1:] == ["…"]:
        assert 1 <= len(found) <= 4 and found[0].startswith(lines[0])
    else:
        assert found == lines


def test_texts_that_come_and_go() -> None:
    before, after = Origin(texts={"a.vp": "1", "b.vp": "2"}), Origin(texts={"b.vp": "2", "c.vp": "3"})
    assert changes(before, after) == ["c.vp is new", "a.vp is not used any more"]
    # A baseline without texts, as another program makes it, says nothing.
    assert changes(Origin(), after) == []


def test_long_texts_are_left_out() -> None:
    origin = Origin("r", "v", {"long.vp": "x" * 200_000, "a.vp": TEXT})
    stored = decoded(origin.encoded())
    assert stored == Origin("r", "v", {"a.vp": TEXT})
    assert changes(stored, origin) == []


@pytest.mark.parametrize("letter", ["x", "я", "\0"])
def test_many_texts_make_a_baseline_that_can_be_read(tmp_path: Path, letter: str) -> None:
    origin = Origin("r", "v", {f"{number}.vp": letter * 100_000 for number in range(12)} | {"a.vp": TEXT})
    (tmp_path / "a.png").write_bytes(encoded(np.zeros((2, 2, 3), np.uint8), origin))
    stored = read(tmp_path / "a.png")[1]
    assert {"0.vp", "a.vp"} <= set(stored.texts) < set(origin.texts)
    assert changes(stored, origin) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"texts": 1}',
        "[" * 100_000,
        '{"renderer": 1, "version": 2, "texts": [3]}',
        "\0",
    ],
)
def test_anything_else_is_no_origin(text: str) -> None:
    assert decoded(text) == Origin()


def test_texts_that_unpack_to_too_much(tmp_path: Path) -> None:
    from PIL import Image

    stream = io.BytesIO()
    Image.fromarray(np.zeros((2, 2), np.uint8)).save(stream, format="PNG")
    data = stream.getvalue()
    text = b"nvrender\0\1\0\0\0" + zlib.compress(b"[" * 80_000_000, 9)
    chunk = len(text).to_bytes(4, "big") + b"iTXt" + text + zlib.crc32(b"iTXt" + text).to_bytes(4, "big")
    path = tmp_path / "a.png"
    path.write_bytes(data[:33] + chunk + data[33:])
    with pytest.raises(InputError, match=r"a\.png"):
        read(path)
