"""The programs that digests are of: conformance scripts that load, demo scenes, those of ``tests/corpus``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import nvrender
from nvrender.regression.conformance.script import Case, read

REPOSITORY = Path(__file__).parents[2]
SPEC = REPOSITORY / "tests" / "spec"
_SUFFIXES = (".vp", ".vsp", ".tcp", ".tep", ".gp", ".fp", ".cp")


@dataclass(frozen=True)
class Entry:
    """A program of the corpus; ``case`` is what its script says of it, None of a file's."""

    name: str
    path: Path
    case: Case | None = None

    @cached_property
    def program(self) -> nvrender.Program:
        text = self.path.read_bytes() if self.case is None else self.case.program
        limits = None if self.case is None else self.case.limits or None
        return nvrender.load(text, name=self.path.name, limits=limits)


@cache
def cases_of(script: Path) -> tuple[Case, ...]:
    """The cases of a script; tests share them, since to read all scripts takes seconds."""
    return read(script)


def corpus(part: int = 0, parts: int = 1) -> Iterator[Entry]:
    """Every program, in an order and by names that stay; of several ``parts`` one."""
    for number, entry in enumerate(_entries()):
        if number % parts == part:
            yield entry


def _entries() -> Iterator[Entry]:
    for path in sorted(SPEC.rglob("*.toml")):
        name = path.relative_to(SPEC.parent).as_posix()
        seen: Counter[str] = Counter()
        for case in cases_of(path):
            plain = " ".join(case.name.split())
            seen[plain] += 1
            if case.position is None:
                again = f" ({seen[plain]})" if seen[plain] > 1 else ""
                yield Entry(f"{name}: {plain}{again}", path, case)
    for path in shaders():
        yield Entry(f"shaders/{path.name}", path)
    for path in manners():
        yield Entry(path.relative_to(SPEC.parent).as_posix(), path)


def manners() -> list[Path]:
    """The programs in the manner of engines, of the Cg compiler and of people, a folder each."""
    return [path for path in sorted((SPEC.parent / "corpus").rglob("*")) if path.suffix in _SUFFIXES]


def shaders() -> list[Path]:
    """The programs of the demo scenes."""
    return [path for path in sorted((REPOSITORY / "shaders").iterdir()) if path.suffix in _SUFFIXES]
