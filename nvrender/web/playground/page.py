"""The playground: its files."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from nvrender import __version__
from nvrender.web.export.store import Store
from nvrender.web.folder import check_page, write_page
from nvrender.web.playground.defaults import mesh_facts, state_values, texture_sorts
from nvrender.web.playground.distribution import pyodide_files
from nvrender.web.playground.package import package_archive
from nvrender.web.playground.snapshot import snapshot
from nvrender.web.playground.starts import starting_points

MADE_BY = "nvrender playground"
_FILES = {
    "index.html": "playground.html",
    **{
        name: name
        for name in (
            "base.css", "playground.css", "gl.js", "editor.js", "matrices.js", "parameters.js", "picture.js",
            "playground.js", "worker.js",
        )
    },
}  # fmt: skip


def write_playground(folder: Path, scenes: list[Path], pyodide: Path | None = None) -> Path:
    """Write the page, with the programs of ``scenes`` to begin with; returns its index.html.

    ``pyodide`` is a folder of its files, else they are fetched. InputError where that fails, a scene is
    wrong, or ``folder`` holds something else.
    """
    check_page(folder, MADE_BY)
    python = pyodide_files(pyodide)
    store = Store()
    facts = {
        "version": __version__,
        "meshes": mesh_facts(store),
        "textures": texture_sorts(store),
        "state": state_values(),
        "starts": starting_points(scenes),
    }
    pages = files("nvrender.web") / "pages"
    written = {name: (pages / source).read_bytes() for name, source in _FILES.items()}
    archive = package_archive()
    written |= {f"pyodide/{name}": data for name, data in python.items()}
    written |= {"nvrender.zip": archive, "nvrender.memory": snapshot(python, archive)}
    return write_page(folder, MADE_BY, {**written, "stock.js": store.script("stock", facts)})
