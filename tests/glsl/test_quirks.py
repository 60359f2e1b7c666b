"""Faults of drivers: rows of nvrender/glsl/quirks.py are named where code reacts, and in the documents."""

from __future__ import annotations

import re
from pathlib import Path

from nvrender.glsl.quirks import QUIRKS

_ROOT = Path(__file__).parents[2]
_NAMED = re.compile(r"quirks\.([A-Z]\w+)")


def test_code_names_the_rows_that_it_reacts_to() -> None:
    found: dict[str, list[str]] = {name: [] for name in QUIRKS}
    package = _ROOT / "nvrender"
    for path in sorted([*package.rglob("*.py"), *package.rglob("*.glsl")]):
        if path.name != "quirks.py":
            for name in sorted(set(_NAMED.findall(path.read_text(encoding="utf-8")))):
                found[name].append(path.relative_to(package).as_posix())
    assert found == {name: sorted(row.where) for name, row in QUIRKS.items()}


def test_the_document_has_the_rows() -> None:
    text = (_ROOT / "docs/internals.md").read_text(encoding="utf-8")
    table = text.partition("| Name | Driver | ")[2].partition("\n\n")[0].splitlines()
    assert table[2:] == [
        f"| {name} | {f'{row.driver} {row.versions}'.strip()} | {row.does} | {row.instead} |"
        for name, row in QUIRKS.items()
    ]
