"""The documentation's site, without mkdocs: its contents, what it asks of others, and the generated pages.

``make docs`` builds it with --strict, and then looks through what a browser would load.
"""

from __future__ import annotations

import posixpath
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from documentation.bindings import profiles
from documentation.check import faults, main
from documentation.links import project_url, with_whole_links
from documentation.pages import PAGES
from documentation.python_names import names

from nvrender.cli.main import main as nvrender
from nvrender.demos import demo_scenes
from nvrender.languages.profiles import OPCODES
from nvrender.scene.forms.scene import SceneForm

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

REPOSITORY = Path(__file__).parent.parent
DOCS = REPOSITORY / "docs"
_LINK = re.compile(r"\]\(([^)#:\s]*)(?:#([^)]*))?\)|(?:src|href)=\"([^\":#]+)\"")
_ANCHOR = re.compile(r"\{ #(\S+) \}")


@cache
def config() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((REPOSITORY / "mkdocs.yml").read_text(encoding="utf-8"))
    return loaded


@cache
def generated(path: str) -> str:
    return PAGES[path]()


def _pages(nav: Any) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    return [page for item in (nav.values() if isinstance(nav, dict) else nav) for page in _pages(item)]


def test_every_document_is_in_the_contents_once() -> None:
    written = {
        path.relative_to(DOCS).as_posix()
        for path in DOCS.rglob("*.md")
        if not {"measurements", "examples"} & set(path.parts)
    }
    pages = _pages(config()["nav"])
    assert sorted(pages) == sorted(written | PAGES.keys())


def test_the_site_asks_nothing_of_other_hosts() -> None:
    """A repository's address makes the theme ask its forge for stars; inventories are fetched."""
    theme, plugins = config()["theme"], config()["plugins"]
    assert theme["font"] is False
    assert config().keys().isdisjoint({"repo_url", "extra_javascript"})
    assert config()["extra_css"] == ["site.css"]
    (strings,) = (plugin["mkdocstrings"] for plugin in plugins if isinstance(plugin, dict))
    assert strings["handlers"]["python"]["inventories"] == []
    assert "http" not in (DOCS / "site.css").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "loads",
    [
        '<script src="https://elsewhere.example/a.js"></script>', '<img src="//elsewhere.example/a.png">',
        '<link rel="stylesheet" href="http://elsewhere.example/a.css">', "<style>@import 'https://e.example';</style>",
        '<img srcset="a.png 1x, https://elsewhere.example/b.png 2x">', '<p style="background: url(https://e.example)">',
        '<link rel="preload" as="font" href="https://elsewhere.example/a.woff2">', '<img src="missing.png">',
    ],
)  # fmt: skip
def test_what_is_loaded_from_elsewhere_is_found(loads: str, tmp_path: Path) -> None:
    (tmp_path / "a.png").touch()
    page = tmp_path / "index.html"
    page.write_text(
        '<a href="https://elsewhere.example">x</a><img src="a.png"><img src="data:,">', encoding="utf-8"
    )
    assert main(str(tmp_path)) == 0
    page.write_text(f"<body>{loads}</body>", encoding="utf-8")
    (fault,) = faults(tmp_path)
    assert fault.startswith("index.html: loads ")


def test_fonts_of_style_sheets_are_found(tmp_path: Path) -> None:
    (tmp_path / "index.html").touch()
    (tmp_path / "a.css").write_text("@font-face { src: url('https://fonts.example/a') }", encoding="utf-8")
    assert list(faults(tmp_path)) == ["a.css: loads https://fonts.example/a from another host"]


def test_links_out_of_the_documentation_are_whole() -> None:
    text = (
        "[a](../../scenes/lake.toml) [b](../cli.md#run) [c](../examples/port) [d](https://e.example) [e](#x)"
    )
    url = f"{project_url()}/blob/HEAD"
    assert with_whole_links(text, "how-to/x.md") == (
        f"[a]({url}/scenes/lake.toml) [b](../cli.md#run) [c]({url}/docs/examples/port) "
        "[d](https://e.example) [e](#x)"
    )


@pytest.mark.parametrize("path", PAGES)
def test_links_of_generated_pages_lead_somewhere(path: str) -> None:
    text = generated(path)
    anchors = set(_ANCHOR.findall(text))
    for target, anchor, loaded in _LINK.findall(text):
        place = posixpath.normpath(posixpath.join(posixpath.dirname(path), target or loaded or "."))
        if target or loaded:
            assert (DOCS / place).is_file() or place in PAGES, f"{path}: {place}"
        elif anchor:
            assert anchor in anchors, f"{path}: #{anchor}"


def test_every_command_and_option_is_there() -> None:
    text = generated("reference/commands.md")
    for name in nvrender.list_commands(None):  # type: ignore[arg-type]
        section = text.split(f"\n## {name}\n")[1].split("\n## ")[0]
        command = nvrender.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        for option in (option for parameter in command.params for option in parameter.opts):
            assert option in section or not option.startswith("-"), f"{name} {option}"


def test_every_instruction_is_there() -> None:
    text = generated("reference/instructions.md")
    rows = re.findall(r"^\| <strong>(\w+)</strong> .* \| (.*) \|$", text, re.MULTILINE)
    assert sorted(rows) == sorted((opcode.name, str(opcode.section)) for opcode in OPCODES.values())
    assert "| <strong>MUL</strong> | vector; vector | vector | <code>fmul_zero</code> |" in text
    without_header = [row for row in text.splitlines() if row.startswith("| <strong>") and "!!" not in row]
    assert not without_header


def test_every_binding_is_there() -> None:
    text = generated("reference/bindings.md")
    assert "<code>vertex.texcoord[0…7]?</code>" in text
    assert (
        "<code>v[OPOS]</code>" in text and "<code>f[WPOS]</code>" in text and "<code>o[DEPR]</code>" in text
    )
    for title, profile in profiles():
        section = text.split(f"\n### {title}\n")[1].split("\n### ")[0]
        rows = (*profile.language.attributes, *profile.language.results) if profile.grammar == "arb" else ()
        for row in rows:
            assert row.pattern.split("[")[0] in section, (title, row.pattern)
    for word in ("state.matrix.mvp", "state.lightprod[0…7].front.ambient", "program.env[0…"):
        assert word in text


def test_every_table_of_scenes_is_there() -> None:
    text = generated("reference/scene-tables.md")
    _, forms = msgspec.json.schema_components((SceneForm,))
    assert len(_ANCHOR.findall(text)) == len(forms) > 50
    for name, form in forms.items():
        section = text.split(f"{{ #{name.lower()} }}")[1].split("\n## ")[0]
        assert all(f"| <code>{key}</code> |" in section for key in form["properties"]), name
    assert "| <code>fov</code> | number or function | <code>45.0</code> |" in text


def test_every_public_name_is_there_and_says_something() -> None:
    import nvrender as package

    for name in package.__all__:
        if name != "__version__":
            assert any(place.endswith(f".{name}") for place in names()), name
            assert getattr(package, name).__doc__, name


def test_every_demo_is_there() -> None:
    text = generated("demos.md")
    for name in demo_scenes():
        assert f'<figure id="{name}">' in text and f"/scenes/{name}.toml" in text


def test_every_extra_is_told_of() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    told = (DOCS / "how-to" / "install.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|", told, re.MULTILINE)
    assert sorted(rows) == sorted(project["optional-dependencies"])


def test_the_workflow_runs_what_there_is(tmp_path: Path) -> None:
    """Every line, in its job's order: targets, packages, modules and commands exist; nvrender's run."""
    flow = yaml.safe_load((REPOSITORY / ".github" / "workflows" / "project.yml").read_text(encoding="utf-8"))
    jobs = flow["jobs"]
    for job in jobs.values():
        for line in (line for step in job["steps"] for line in step.get("run", "").splitlines()):
            for command in line.replace("sudo ", "").split(" && "):
                _is_there(shlex.split(command), tmp_path)
    assert jobs["checks"]["strategy"]["matrix"]["python"] == ["3.10", "3.11", "3.12", "3.13", "3.14"]
    needed = {need for job in jobs.values() for need in [job.get("needs")] if need}
    assert needed <= jobs.keys()


def _is_there(command: list[str], folder: Path) -> None:
    """AssertionError for a command of the workflow that asks for what there is not."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    requirements = [re.split(r"[>=]", row)[0] for row in project["build-system"]["requires"]]
    setup = (REPOSITORY / "tools" / "setup").read_text(encoding="utf-8")
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    match command:
        case ["make", target]:
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
        case ["pip", "install", *packages]:
            assert packages in (["."], requirements)
        case ["python", "-m", module, *_]:
            assert module in requirements
        case ["apt-get", "update", *_]:
            pass
        case ["apt-get", "install", *words]:
            packages = " ".join(word for word in words if not word.startswith("-"))
            assert f'opengl="{packages}"' in setup
        case ["nvrender", *words]:
            done = subprocess.run([sys.executable, "-m", "nvrender", *words], cwd=folder, check=False)
            assert done.returncode == 0, words
        case _:
            raise AssertionError(f"the workflow runs {command}")
