#!/usr/bin/env python3
"""Looks through a built site: nothing that a browser loads may come from another host, or be missing.

Links that people follow may lead elsewhere.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

#: Element → attributes whose values a browser loads.
_LOADED = {
    "script": ("src",), "img": ("src", "srcset"), "source": ("src", "srcset"), "iframe": ("src",),
    "video": ("src", "poster"), "audio": ("src",), "embed": ("src",), "object": ("data",), "use": ("href",),
}  # fmt: skip
#: Of ``link`` those that load nothing.
_NAMED_ONLY = frozenset({"canonical", "prev", "next", "alternate", "author", "license"})
_STYLE = re.compile(r"url\(\s*[\"']?([^\"')]+)|@import\s+[\"']([^\"']+)")


class _Loads(HTMLParser):
    """Collects what a page loads."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self._in_style = tag == "style"
        if tag == "link" and not _NAMED_ONLY & set(values.get("rel", "").split()):
            self.found.append(values.get("href", ""))
        for name in _LOADED.get(tag, ()):
            if name in values:
                places = values[name].split(",") if name == "srcset" else [values[name]]
                self.found += [place.split()[0] for place in places if place.strip()]
        self.found += _of_style(values.get("style", ""))

    def handle_endtag(self, tag: str) -> None:
        self._in_style = False

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.found += _of_style(data)


def _of_style(text: str) -> list[str]:
    return [first or second for first, second in _STYLE.findall(text)]


def faults(site: Path) -> Iterator[str]:
    """A message for each thing that is loaded from another host, or is not there."""
    pages = sorted(site.rglob("*.html"))
    if not pages:
        yield f"{site}: holds no pages"
    for page in [*pages, *sorted(site.rglob("*.css"))]:
        text = page.read_text(encoding="utf-8")
        if page.suffix == ".css":
            places = _of_style(text)
        else:
            parser = _Loads()
            parser.feed(text)
            places = parser.found
        for place in dict.fromkeys(places):
            if fault := _fault(site, page, place):
                yield f"{page.relative_to(site).as_posix()}: {fault}"


def _fault(site: Path, page: Path, place: str) -> str:
    parts = urlsplit(place)
    if parts.scheme == "data":
        return ""
    if parts.scheme or parts.netloc:
        return f"loads {place} from another host"
    path = unquote(parts.path)
    there = site / path.lstrip("/") if path.startswith("/") else page.parent / path
    return "" if not path or there.exists() else f"loads {place}, which is not there"


def main(site: str) -> int:
    """The exit status."""
    found = list(faults(Path(site)))
    for fault in found:
        print(fault, file=sys.stderr)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
