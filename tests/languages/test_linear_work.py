"""What is read of a text grows with the text, and not with its square: bytes are counted, not seconds."""

from __future__ import annotations

import random
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from nvrender.glsl.comments import place
from nvrender.languages.load import load
from nvrender.source import ProgramError, Source

_LINE_END = re.compile(rb"\r\n|\n|\r")


class _Counted(bytes):
    """Bytes that count how many of them are searched or copied."""

    scanned = 0

    def _between(self, first: Any = None, last: Any = None) -> None:
        self.scanned += len(range(*slice(first, last).indices(len(self))))

    def count(self, sought: Any, *span: Any) -> int:
        self._between(*span)
        return super().count(sought, *span)

    def rfind(self, sought: Any, *span: Any) -> int:
        self._between(*span)
        return super().rfind(sought, *span)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            self._between(key.start, key.stop)
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[int]:
        self._between()
        return super().__iter__()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("!!NVvp4.0 TEMP t; MOV{} t, t; END", ".SAT"),
        ("!!NVvp5.0 TEMP t; MOV{} t, t; END", ".CEIL"),
        ("!!NVvp5.0 {} TEMP t; END", "SHORT "),
    ],
)
def test_an_error_that_is_not_reported_counts_no_lines(
    text: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NV_gpu_program4 2.X.4.1: of 20,000 modifiers that are one too many the first is reported."""
    asked = []
    counted = Source.line_and_column

    def line_and_column(source: Source, offset: int) -> tuple[int, int]:
        asked.append(offset)
        return counted(source, offset)

    monkeypatch.setattr(Source, "line_and_column", line_and_column)
    with pytest.raises(ProgramError) as caught:
        load(text.format(message * 20_000))
    assert len(asked) < 10
    assert caught.value.position < 40
    assert f":1:{caught.value.position + 1}: " in str(caught.value)


def test_lines_of_a_large_text_are_counted_once() -> None:
    """NV_vertex_program2 2.14.1.8: positions are bytes; a line number costs no walk through the text."""
    text = _Counted(b"!!VP2.0\n" + b"MOV R0, R0;\n" * 200_000)
    source = Source(text)
    questions = range(0, len(text), len(text) // 3000)
    assert [source.line_and_column(at) for at in questions[1:4]] == [
        ((at - 8) // 12 + 2, (at - 8) % 12 + 1) for at in questions[1:4]
    ]
    for at in questions:
        source.line_and_column(at)
    assert text.scanned < 6 * len(text) + 6 * 4096 * 3003


@pytest.mark.parametrize("size", [0, 1, 20, 4095, 4096, 4097, 9000])
def test_lines_end_as_they_do_in_a_list_of_line_ends(size: int) -> None:
    """NV_vertex_program2 2.14.1.8: CR, LF and CRLF end a line, a CRLF between two blocks as well."""
    chosen = random.Random(size)
    data = bytearray(chosen.choice(b"\r\na") for _ in range(size))
    data[4095:4097] = b"\r\n"[: len(data[4095:4097])]
    starts = [0, *(match.end() for match in _LINE_END.finditer(data))]
    source = Source(bytes(data))
    for at in range(len(data) + 1):
        line = bisect_right(starts, at)
        assert source.line_and_column(at) == (line, at - starts[line - 1] + 1)


@pytest.mark.parametrize(
    "text",
    [
        "!!VP2.0\n{}MOV o[HPOS], v[OPOS]; END",
        "!!ARBvp1.0\n{}TEMP a;\nMOV result.position, vertex.position; END",
        "!!ARBvp1.0\nTEMP a;\n{}MOV result.position, vertex.position; END",
        "!!NVvp4.0\nPARAM p = program.env[0];\n{}MOV result.position, p; END",
    ],
)
def test_comments_at_the_head_are_placed_in_a_pass(text: str) -> None:
    """Many comments before the first instruction do not each search all that follows them."""
    many = 4000
    program = load(text.format("# one\n" * many))
    counted = _Counted(program.source.data)
    placement = place(replace(program, source=Source(counted)), [0], frozenset({0}))
    assert len(placement.head) + sum(map(len, placement.before.values())) == many
    assert counted.scanned < 20 * len(counted)


def test_a_comment_behind_a_parameter_goes_with_it_and_no_other_does() -> None:
    """The comment on the declaration's own line, unless something else ends between them."""
    program = load(
        "!!NVvp4.0\nPARAM a = program.env[0]; # first\nPARAM b = program.env[1]; TEMP t; # both\n"
        "PARAM c = program.env[2]; PARAM d = program.env[3]; # last\n# none\nMOV result.position, a; END"
    )
    names = {row.index: row.name for row in program.variables if row.name in "abcd"}
    placement = place(program, [0], frozenset(names))
    assert {names[index]: text for index, text in placement.parameters.items()} == {
        "a": "first",
        "d": "last",
    }
