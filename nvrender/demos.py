"""Where demo scenes, conformance scripts, the files that documents name and those of a new scene are.

They come with the package.
"""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path, PurePath

from nvrender.source import InputError, named

_PACKAGE = Path(__file__).parent
#: In packages pyproject.toml puts scenes, programs and scripts here; a checkout has them elsewhere.
_DATA = _PACKAGE / "data"
_CHECKOUT = _PACKAGE.parent
#: What ``nvrender new`` copies.
TEMPLATE = _PACKAGE / "template"
#: A folder that documents name → what packages call it.
_DOCUMENTED = {"docs/examples": "examples", "scenes": "scenes", "shaders": "shaders"}


def demo_scenes() -> dict[str, Path]:
    """The scene file of each demo, by name, in order. InputError if they were not installed."""
    folder = _folder("scenes", "scenes")
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def demo_scene(name: str) -> Path:
    """The scene file of the demo ``name``. InputError for a name that no demo has."""
    scenes = demo_scenes()
    if name not in scenes:
        near = get_close_matches(name, scenes, 1)
        advice = f"did you mean {near[0]}?" if near else "`nvrender demo` lists them"
        raise InputError(f"there is no demo {named(name)}; {advice}")
    return scenes[name]


def conformance_scripts() -> Path:
    """The folder of the conformance scripts. InputError if they were not installed."""
    return _folder("spec", "tests/spec")


def documented_folders() -> dict[str, Path]:
    """Folders as documents name them, and where they are. InputError if they were not installed."""
    return {name: _folder(packaged, name) for name, packaged in _DOCUMENTED.items()}


def advice(missing: str | PurePath) -> str:
    """What gets a file that is missing and that documents name, behind a semicolon; else "" ."""
    name = PurePath(missing)
    for folder, packaged in _DOCUMENTED.items():
        if name.is_relative_to(folder):
            places = (_DATA / packaged, _CHECKOUT / folder)
            if any((place / name.relative_to(folder)).is_file() for place in places):
                return "; `nvrender demo --copy .` writes the files that the documents name"
    return ""


def _folder(packaged: str, in_checkout: str) -> Path:
    for folder in (_DATA / packaged, _CHECKOUT / in_checkout):
        if folder.is_dir():
            return folder
    raise InputError(f"{named(_DATA / packaged)}: is not there; install nvrender again")
