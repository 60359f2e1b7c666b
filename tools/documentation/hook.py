"""What mkdocs calls while it builds the site (``hooks`` of mkdocs.yml)."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

sys.path.insert(0, str(Path(__file__).parents[1]))

from documentation.links import with_whole_links
from documentation.pages import PAGES
from nvrender.demos import demo_scenes
from nvrender.source import InputError
from nvrender.web.playground.distribution import pyodide_files
from nvrender.web.playground.page import write_playground

#: The page about the playground, and where in the site that is.
_ABOUT, _PLAYGROUND = "playground.md", "playground"


def on_files(files: Any, config: Any) -> Any:
    """The generated pages stand beside the written ones."""
    for path, page in PAGES.items():
        files.append(File.generated(config, path, content=page()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Fences of commands that fail look like those of others; links out of docs/ are whole."""
    path = page.file.src_uri
    if path == _ABOUT and _has_playground():
        title, _, text = markdown.partition("\n")
        link = f'<a class="md-button" href="{_PLAYGROUND}/index.html">Open the playground</a>'
        markdown = f"{title}\n\n{link}\n{text}"
    return with_whole_links(markdown.replace("```console fails\n", "```console\n"), path)


def on_post_build(config: Any) -> None:
    """The playground is part of the site."""
    if _has_playground():
        write_playground(Path(config["site_dir"]) / _PLAYGROUND, list(demo_scenes().values()))


@cache
def _has_playground() -> bool:
    """Whether Pyodide can be had; the site is built without it too."""
    try:
        pyodide_files(None)
    except InputError as error:
        print(f"the site has no playground: {error}", file=sys.stderr)
        return False
    return True
