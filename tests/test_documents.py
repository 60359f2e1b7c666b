"""What the documents show is true: their commands and their Python run, and print what is shown.

In a ``console`` block a line that begins with ``$`` is a command, the lines below it are what it prints;
``…`` stands for any text, on a line of its own for any lines. ``console fails`` is for commands with exit
status 1. A ``python`` block runs; one that begins with ``# NAME.py`` becomes that file. All blocks of a
document run in order in one folder, which has the repository's files.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from pkgutil import resolve_name

import pytest
from documentation.pages import PAGES
from forked_commands import forked_commands

from nvrender.cli.commands import COMMANDS
from nvrender.demos import documented_folders

REPOSITORY = Path(__file__).parent.parent
#: Its programs run on a copy of the package that its edits change: test_adding.py.
_EDITING = "adding.md"
#: Of docs/; what is generated is told by test_site.py.
FOLDERS = ("tutorial", "how-to", "explanation")
DOCUMENTS = [
    *(REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((REPOSITORY / "docs").glob("*.md")),
    *(path for folder in FOLDERS for path in sorted((REPOSITORY / "docs" / folder).glob("*.md"))),
]
#: Pages of the site that are made when it is built.
GENERATED = {REPOSITORY / "docs" / path for path in PAGES}
#: What documents name comes with the package: `nvrender demo --copy .`
SHOWN = tuple(documented_folders())

_BLOCK = re.compile(r"^```(console|python)( fails)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)|(?:src|href)=\"([^\":#]+)\"")
_FILE = re.compile(r"# (\w+\.py)\n")
_NAME = re.compile(r"`(nvrender(?:\.[A-Za-z_]\w*)+)")


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    kind: str
    text: str
    fails: bool
    line: int


def blocks(document: Path) -> list[Block]:
    text = document.read_text(encoding="utf-8")
    return [
        Block(match[1], match[3], match[2] is not None, text.count("\n", 0, match.start()) + 1)
        for match in _BLOCK.finditer(text)
    ]


def commands(text: str) -> list[tuple[str, str]]:
    """(command, what it prints) for each ``$`` line."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)
    assert not parts[0].strip(), "a console block begins with a command"
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts[1:])]


def matches(shown: str, actual: str) -> bool:
    def line_pattern(line: str) -> str:
        if line.strip() == "…":
            return "(?:.*\n)*?"
        return ".*?".join(map(re.escape, line.split("…"))) + "\n"

    pattern = "".join(line_pattern(line) for line in shown.splitlines())
    return re.fullmatch(pattern, actual) is not None


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """What the commands have for an environment."""
    outside = {name: value for name, value in os.environ.items() if name != "CI"}
    # Hypothesis's plugin takes longer to import than the rest of pytest.
    outside |= {"COLUMNS": "110", "PYTEST_ADDOPTS": "-p no:cacheprovider -p no:hypothesispytest"}
    with forked_commands(tmp_path_factory.mktemp("commands"), outside) as commands:
        yield outside | {
            "PATH": os.pathsep.join(map(str, (commands, Path(sys.executable).parent, os.environ["PATH"])))
        }


@pytest.mark.parametrize(
    "document", [path for path in DOCUMENTS if path.name != _EDITING], ids=lambda path: path.name
)
def test_what_is_shown_is_true(document: Path, tmp_path: Path, environment: dict[str, str]) -> None:
    for name in SHOWN:
        shutil.copytree(REPOSITORY / name, tmp_path / name)
    for block in blocks(document):
        place = f"{document.name}:{block.line}"
        steps = commands(block.text) if block.kind == "console" else [("", "")]
        if block.kind == "python" and (file := _FILE.match(block.text)):
            (tmp_path / file[1]).write_text(block.text, encoding="utf-8")
            continue
        for command, shown in steps:
            arguments = ["sh", "-c", command] if command else ["python", "-c", block.text]
            done = subprocess.run(
                arguments, cwd=tmp_path, env=environment, check=False, text=True, encoding="utf-8",
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
            )  # fmt: skip
            assert done.returncode == int(block.fails), f"{place}: {command}\n{done.stdout}"
            if command:
                assert matches(shown, done.stdout), f"{place}: {command} prints\n{done.stdout}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_names_of_the_package_are_there(document: Path) -> None:
    for name in set(_NAME.findall(document.read_text(encoding="utf-8"))):
        assert resolve_name(name) is not None, name


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for match in _LINK.finditer(document.read_text(encoding="utf-8")):
        target = document.parent / (match[1] or match[2])
        assert target.exists() or target.resolve() in GENERATED, f"{document.name}: {target}"


def test_every_command_is_shown() -> None:
    text = (REPOSITORY / "docs" / "cli.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"\n## {command}\n" in text
        assert f"\n$ nvrender {command} " in text or f"\n$ nvrender {command}\n" in text


def test_every_demo_scene_has_a_picture_and_the_readme_shows_ten() -> None:
    """test_site.py sees to the page of all."""
    text = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    scenes = {path.stem for path in (REPOSITORY / "scenes").glob("*.toml")}
    assert all((REPOSITORY / "docs" / "images" / f"{name}.jpg").exists() for name in scenes)
    shown = re.findall(r"^- \[[^]]+\]\(scenes/(\w+)\.toml\): ", text, re.MULTILINE)
    assert len(set(shown)) == len(shown) == 10 and scenes.issuperset(shown)


def test_matches_knows_what_is_left_out() -> None:
    assert matches("a\n…\nd\n", "a\nb\nc\nd\n")
    assert matches("took … s\n", "took 3.2 s\n")
    assert not matches("a\n…\nd\n", "a\nb\nc\n")
    assert not matches("a\n", "a\nb\n")
