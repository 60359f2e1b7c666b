"""A gallery on disk: index.html, a page a scene, pictures, the report of all comparisons, gallery.json."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nvrender import __version__
from nvrender.files import check_folder, write_folder
from nvrender.regression.report.files import now, write_report
from nvrender.regression.report.gallery import Card
from nvrender.regression.report.html import plain, policy, rendered, shown, texts
from nvrender.regression.report.model import Entry, Report
from nvrender.source import InputError, named

INDEX = "index.html"
FACTS = "gallery.json"
_GENERATOR = "nvrender gallery"
_STYLES = ("base.css", "gallery.css")
_SCRIPTS = ("elements.js", "moving.js", "gallery.js")
_SCENE_STYLES = ("base.css", "programs.css", "gallery.css", "scene.css")
_SCENE_SCRIPTS = ("elements.js", "programs.js", "moving.js", "scene.js")


def check_site(site: Path) -> None:
    """InputError unless ``site`` can be written: a new folder, an empty one, or an older gallery."""
    check_folder(site)
    check_folder(site.absolute().parent)
    if not site.exists():
        return
    found = {path.relative_to(site).as_posix() for path in site.rglob("*") if not _is_folder(path)}
    foreign = sorted(found - _files_of(site))
    if foreign:
        raise InputError(
            f"{named(site)}: holds {foreign[0]}, which is not of a gallery and would be lost; name a "
            "new folder, an empty one, or an older gallery"
        )


def write_site(site: Path, title: str, cards: Sequence[Card]) -> Path:
    """Write the gallery into a folder of its own and put it in the place of ``site``; returns its index.

    Whatever happens, ``site`` is what it was or is complete. InputError as check_site's, or for a place
    that cannot be written.
    """
    check_site(site)
    write_folder(site, lambda new: _fill(new, title, cards))
    return site / INDEX


def card_facts(card: Card, stem: str) -> dict[str, Any]:
    """What index.html and gallery.json say of a card; ``stem`` is what its files are called."""
    figures = card.entry.figures if card.entry else None
    status = "error" if card.error else "undecided" if card.entry is None else card.entry.status
    facts: dict[str, Any] = {
        "file": card.file,
        "title": card.title or Path(card.file).stem,
        "status": status,
        "error": card.error,
        "picture": "" if card.error else f"pictures/{stem}.png",
        "thumbnail": "" if card.error else f"thumbnails/{stem}.jpg",
        "animation": f"animations/{stem}.webp" if card.animation else "",
        "page": "" if card.error else f"scenes/{stem}.html",
        "description": card.description,
        "size": card.size,
        "thumbnail_size": card.thumbnail_size,
        "frames": card.frames,
        "programs": card.programs,
        "figures": figures,
    }
    return dict(plain(facts))


def stems_of(cards: Sequence[Card]) -> list[str]:
    """A name for the files of each card that every file system and address takes."""
    stems: list[str] = []
    taken: set[str] = set()
    for card in cards:
        stem = base = re.sub(r"[^A-Za-z0-9_-]+", "-", Path(card.file).stem)[:80].strip("-") or "scene"
        number = 1
        while stem.lower() in taken:
            number += 1
            stem = f"{base}-{number}"
        taken.add(stem.lower())
        stems.append(stem)
    return stems


def _fill(folder: Path, title: str, cards: Sequence[Card]) -> None:
    facts = []
    for name in ("pictures", "thumbnails", "scenes"):
        (folder / name).mkdir()
    if any(card.animation for card in cards):
        (folder / "animations").mkdir()
    for card, stem in zip(cards, stems_of(cards), strict=True):
        facts.append(card_facts(card, stem))
        if not card.error:
            (folder / facts[-1]["picture"]).write_bytes(card.picture)
            (folder / facts[-1]["thumbnail"]).write_bytes(card.thumbnail)
            (folder / facts[-1]["page"]).write_bytes(_scene_page(card, facts[-1], title))
        if card.animation:
            (folder / facts[-1]["animation"]).write_bytes(card.animation)
    entries = tuple(
        card.entry or Entry(name=card.file, status="error", message=card.error)
        for card in cards
        if card.entry or card.error
    )
    made = now()
    if entries:
        write_report(Report(title=f"{title}: GPU and oracle", made=made, entries=entries), folder)
    style, script = texts(_STYLES), texts(_SCRIPTS)
    html = rendered(
        "gallery.html",
        title=plain(title),
        made=made[:10],
        cards=facts,
        compared=bool(entries),
        policy=policy(style, script, images="'self' file: data:"),
        style=style,
        script=script,
        version=__version__,
    )
    (folder / INDEX).write_bytes(html)
    written = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    data = {
        "generator": _GENERATOR,
        "title": plain(title),
        "made": made,
        "scenes": facts,
        "files": sorted([*written, FACTS]),
    }
    (folder / FACTS).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def _scene_page(card: Card, facts: dict[str, Any], title: str) -> bytes:
    """The scene's picture, moving, its file, and its programs beside their GLSL."""
    style, script = texts(_SCENE_STYLES), texts(_SCENE_SCRIPTS)
    programs = card.entry.programs if card.entry else card.texts
    return rendered(
        "scene.html",
        title=plain(title),
        card=facts,
        data=shown({"programs": plain(programs), "source": plain(card.source)}),
        policy=policy(style, script, images="'self' file: data:"),
        style=style,
        script=script,
        version=__version__,
    )


def _files_of(site: Path) -> set[str]:
    """The files of an older gallery; none where it is something else."""
    try:
        data = json.loads((site / FACTS).read_text(encoding="utf-8"))
        if data["generator"] == _GENERATOR:
            return {str(name) for name in data["files"]}
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return set()


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()
