"""Links from the documentation to files outside of it: on the site they lead to the project's repository."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
_URL = re.compile(r'^url = "(.+)"$', re.MULTILINE)
_LINK = re.compile(r"(\]\()(?![a-z]+:|#)([^)#\s]+)")


def project_url() -> str:
    """The constant of pyproject.toml."""
    match = _URL.search((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    assert match is not None
    return match[1]


def source_url(path: str) -> str:
    """Where a file of the repository can be read."""
    return f"{project_url()}/blob/HEAD/{path}"


def with_whole_links(markdown: str, page: str) -> str:
    """The Markdown of ``page``, a path below docs/; links to folders, and out of docs/, are whole."""
    folder = posixpath.dirname(f"docs/{page}")

    def whole(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(folder, match[2]))
        outside = not path.startswith("docs/") or (REPOSITORY / path).is_dir()
        return f"{match[1]}{source_url(path)}" if outside else match[0]

    return _LINK.sub(whole, markdown)
