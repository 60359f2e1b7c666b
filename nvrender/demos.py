"""Where demo scenes, conformance scripts and the files of a new scene are: they come with the package."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from nvrender.source import InputError, named

_PACKAGE = Path(__file__).parent
#: In packages pyproject.toml puts scenes, programs and scripts here; a checkout has them elsewhere.
_DATA = _PACKAGE / "data"
_CHECKOUT = _PACKAGE.parent
#: What ``nvrender new`` copies.
TEMPLATE = _PACKAGE / "template"


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


def _folder(packaged: str, in_checkout: str) -> Path:
    for folder in (_DATA / packaged, _CHECKOUT / in_checkout):
        if folder.is_dir():
            return folder
    raise InputError(f"{named(_DATA / packaged)}: is not there; install nvrender again")
