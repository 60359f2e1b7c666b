"""The programs that digests are of: all of the conformance scripts and of the demo scenes that load."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nvrender
from nvrender.regression.conformance.script import Case, read

REPOSITORY = Path(__file__).parents[2]
_SUFFIXES = (".vp", ".vsp", ".tcp", ".tep", ".gp", ".fp", ".cp")


@dataclass(frozen=True)
class Entry:
    """A program of the corpus; ``case`` is what its script says of it, None of a demo scene's."""

    name: str
    program: nvrender.Program
    case: Case | None = None


def corpus(part: int = 0, parts: int = 1) -> Iterator[Entry]:
    """Every program that loads, in an order and by names that stay; of several ``parts`` one."""
    number = -1
    for path in sorted((REPOSITORY / "tests" / "spec").rglob("*.toml")):
        name = path.relative_to(REPOSITORY / "tests").as_posix()
        seen: Counter[str] = Counter()
        for case in read(path):
            plain = " ".join(case.name.split())
            seen[plain] += 1
            again = f" ({seen[plain]})" if seen[plain] > 1 else ""
            if (number := number + 1) % parts != part:
                continue
            try:
                program = nvrender.load(case.program, name=path.name, limits=case.limits or None)
            except nvrender.ProgramError:
                continue
            yield Entry(f"{name}: {plain}{again}", program, case)
    for path in sorted((REPOSITORY / "shaders").iterdir()):
        if path.suffix in _SUFFIXES and (number := number + 1) % parts == part:
            yield Entry(f"shaders/{path.name}", nvrender.load(path.read_bytes(), name=path.name))
