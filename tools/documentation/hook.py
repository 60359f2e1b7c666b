"""What mkdocs calls while it builds the site (``hooks`` of mkdocs.yml)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

sys.path.insert(0, str(Path(__file__).parents[1]))

from documentation.links import with_whole_links
from documentation.pages import PAGES


def on_files(files: Any, config: Any) -> Any:
    """The generated pages stand beside the written ones."""
    for path, page in PAGES.items():
        files.append(File.generated(config, path, content=page()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Fences of commands that fail look like those of others; links out of docs/ are whole."""
    path = page.file.src_uri
    return with_whole_links(markdown.replace("```console fails\n", "```console\n"), path)
