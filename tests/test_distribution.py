"""What people install: wheel and sdist, built once, and the wheel at work in an empty environment."""

from __future__ import annotations

import email
import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent
#: A folder of the repository, and of the package's data.
_PACKED = (
    ("docs/examples", "examples"),
    ("scenes", "scenes"),
    ("shaders", "shaders"),
    ("tests/spec", "spec"),
)


@dataclass(frozen=True)
class Built:
    """The two files."""

    wheel: Path
    sdist: Path

    @property
    def description(self) -> str:
        """README.md as a package index shows it."""
        with zipfile.ZipFile(self.wheel) as archive:
            (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
            return str(email.message_from_bytes(archive.read(name)).get_payload())


def _is_kept(path: Path) -> bool:
    return not {"__pycache__", ".pytest_cache"} & set(path.parts)


def _run(*command: str | Path, folder: Path, status: int = 0, **variables: str) -> str:
    done = subprocess.run(
        command, cwd=folder, check=False, text=True, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, env={**os.environ, **variables},
    )  # fmt: skip
    assert done.returncode == status, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("dist")
    _run(sys.executable, "-m", "hatchling", "build", "-d", folder, folder=REPOSITORY)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return Built(wheel, sdist)


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel; what nvrender needs comes from the one that runs the tests."""
    folder = tmp_path_factory.mktemp("installed")
    environment = folder / "venv"
    venv.create(environment)
    python = environment / "bin" / "python"
    _run(
        sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index",
        "--no-compile", "--disable-pip-version-check", built.wheel, folder=folder,
    )  # fmt: skip
    paths = [path for path in sys.path if path.endswith("site-packages")]
    (packages,) = environment.glob("lib/python*/site-packages")
    (packages / "others.pth").write_text("\n".join(paths) + "\n", encoding="utf-8")
    return environment


def test_the_wheel_holds_scenes_programs_and_scripts(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        names = set(archive.namelist())
    for here, there in _PACKED:
        files = [path for path in (REPOSITORY / here).rglob("*") if path.is_file() and _is_kept(path)]
        assert files
        missing = {
            f"nvrender/data/{there}/{path.relative_to(REPOSITORY / here).as_posix()}" for path in files
        }
        assert missing <= names, sorted(missing - names)
    assert not [name for name in names if "__pycache__" in name]
    roots = {name.split("/")[0] for name in names}
    assert {root for root in roots if not root.endswith(".dist-info")} == {"nvrender"}


def test_the_sdist_is_the_repository(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"README.md", "LICENSE", "Makefile", "hatch_build.py", "tests/conftest.py"} <= names
    assert {"scenes/lake.toml", "shaders/lake.fp", "docs/cli.md", "bench/__main__.py"} <= names


def test_a_package_index_shows_pictures_and_follows_links(built: Built) -> None:
    text = built.description
    places = re.findall(r'\]\(([^)]+)\)|(?:src|href)="([^"]+)"', text)
    assert len(places) > 30
    for place in (first or second for first, second in places):
        assert re.match(r"https://|#", place), place
    assert re.search(r"!\[Demo scenes\]\(https://[^)]+/raw/HEAD/docs/images/ten.jpg\)", text)
    assert re.search(r"\[Scenes\]\(https://[^)]+/blob/HEAD/docs/scenes.md\)", text)
    assert (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8").count("https://") == 1


def test_the_wheel_works_alone(installed: Path, tmp_path: Path) -> None:
    nvrender = installed / "bin" / "nvrender"
    where = _run(
        installed / "bin" / "python", "-c", "import nvrender; print(nvrender.__file__)", folder=tmp_path
    )
    assert where.startswith(str(installed))
    assert _run(nvrender, "demo", "vases", "--size", "64x36", folder=tmp_path) == "vases.png\n"
    assert (tmp_path / "vases.png").read_bytes().startswith(b"\x89PNG")
    listed = _run(nvrender, "demo", folder=tmp_path)
    for path in (REPOSITORY / "scenes").glob("*.toml"):
        assert re.search(rf"^{path.stem}  +\S", listed, re.MULTILINE), path.stem
    scripts = Path(_run(nvrender, "demo", "vases", "--path", folder=tmp_path).strip()).parents[1] / "spec"
    assert _run(nvrender, "spec", scripts / "vp1" / "MOV.toml", folder=tmp_path).endswith(", 0 failed\n")
    advised = _run(nvrender, "check", "shaders/lighting.vp", folder=tmp_path, status=1)
    assert advised.endswith(
        "no such file; `nvrender demo --copy .` writes the files that the documents name\n"
    )
    shown = _run(nvrender, "demo", "--copy", ".", folder=tmp_path).split()
    assert shown == ["docs/examples", "scenes", "shaders"]
    for folder in shown:
        here, there = REPOSITORY / folder, tmp_path / folder
        assert {path.relative_to(there) for path in there.rglob("*")} == {
            path.relative_to(here) for path in here.rglob("*") if _is_kept(path)
        }
    assert "is there already" in _run(nvrender, "demo", "--copy", ".", folder=tmp_path, status=1)
    assert "all are well" in _run(nvrender, "check", "docs/examples/interaction", folder=tmp_path)
    _run(nvrender, "new", "first", folder=tmp_path)
    assert "all are well" in _run(nvrender, "check", "first", folder=tmp_path)
    _run(nvrender, "render", "first/scene.toml", "-o", "first.png", "--size", "64x36", folder=tmp_path)
    assert "is not empty" in _run(nvrender, "new", "first", folder=tmp_path, status=1)


@pytest.fixture(scope="module")
def pipx(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """pipx in an environment of its own, from a package index."""
    environment = tmp_path_factory.mktemp("pipx") / "venv"
    venv.create(environment)
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--python", environment / "bin" / "python", "install", "--quiet",
         "--no-compile", "--disable-pip-version-check", "--retries=0", "pipx"],
        check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
    )  # fmt: skip
    if done.returncode:
        pytest.skip(f"no pipx from a package index: {done.stdout.strip().splitlines()[-1]}")
    return environment / "bin" / "pipx"


def test_pipx_installs_the_wheel_with_what_it_needs(pipx: Path, built: Built, tmp_path: Path) -> None:
    """All that nvrender needs is what it says it needs: the environment is empty but for that."""
    places = {
        f"PIPX_{name}": str(tmp_path / name.lower()) for name in ("HOME", "BIN_DIR", "MAN_DIR", "SHARED_LIBS")
    }
    options = "--no-compile --disable-pip-version-check"
    said = _run(pipx, "install", built.wheel, f"--pip-args={options}", folder=tmp_path, **places)
    assert re.search(r"installed package nvrender .*\n.*available\n\s+- nvrender\n", said), said
    nvrender = tmp_path / "bin_dir" / "nvrender"
    assert nvrender.resolve().is_relative_to((tmp_path / "home").resolve())
    assert _run(nvrender, "demo", "vases", "--size", "64x36", folder=tmp_path) == "vases.png\n"
    assert (tmp_path / "vases.png").read_bytes().startswith(b"\x89PNG")


def test_versions_are_those_of_tags(built: Built) -> None:
    """PEP 440; of a tag itself, or of the commits behind it."""
    version = built.wheel.name.split("-")[1]
    assert re.fullmatch(r"\d+\.\d+(\.\d+)?(\.dev\d+)?(\+.*)?", version), version
