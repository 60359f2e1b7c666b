"""Parts of a run of the fuzzers come to the whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import parts
from .__main__ import main


def test_parts_come_to_the_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "_PROGRAMS", 2)
    asked = ["--family", "arb", "--count", "5", "--seed", "11", "--out", str(tmp_path / "failures")]
    for count in (1, 2):
        folder = tmp_path / str(count)
        folder.mkdir()
        for number in range(1, count + 1):
            assert main([*asked, "--shard", f"{number}/{count}"]) == 0
            (folder / f"{number}.json").write_text(capsys.readouterr().out)
    said = []
    for count in (1, 2):
        assert main([*asked, "--merge", str(tmp_path / str(count))]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert said[0].startswith("5 programs: 0 mismatches\n")
    with pytest.raises(SystemExit):
        main([*asked, "--shard", "3/2"])
