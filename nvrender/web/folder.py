"""A folder of a page's files, whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from nvrender.files import check_folder, write_folder
from nvrender.source import InputError, named

#: Tells the files of a page, so that it can be written again.
_LIST = "files.json"


def check_page(folder: Path, made_by: str) -> None:
    """InputError unless ``folder`` is new, empty, or holds nothing but an older page of ``made_by``."""
    check_folder(folder)
    check_folder(folder.absolute().parent)
    if not folder.exists():
        return
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    if foreign := sorted(found - _files_of(folder, made_by)):
        raise InputError(
            f"{named(folder)}: holds {foreign[0]}, which is not of a page by {made_by} and would be lost; "
            "name a new folder, an empty one, or an older page"
        )


def write_page(folder: Path, made_by: str, files: Mapping[str, bytes]) -> Path:
    """Write ``files``, by paths below ``folder``, in the place of what is there; returns index.html.

    Whatever happens, ``folder`` is what it was or is complete. InputError as check_page's, or for a place
    that cannot be written.
    """
    check_page(folder, made_by)
    facts = json.dumps({"made_by": made_by, "files": sorted([*files, _LIST])}, indent=1) + "\n"

    def fill(new: Path) -> None:
        for name, data in {**files, _LIST: facts.encode()}.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    write_folder(folder, fill)
    return folder / "index.html"


def _files_of(folder: Path, made_by: str) -> set[str]:
    try:
        facts = json.loads((folder / _LIST).read_text(encoding="utf-8"))
        return set(map(str, facts["files"])) if facts["made_by"] == made_by else set()
    except (OSError, ValueError, KeyError, TypeError):
        return set()
