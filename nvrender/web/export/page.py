"""A scene as a page that animates: its files."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from nvrender.scene.model import Scene
from nvrender.source import InputError
from nvrender.web.export.frames import Recorder
from nvrender.web.folder import check_page, write_page

MADE_BY = "nvrender export"
_FILES = {
    "index.html": "player.html",
    **{name: name for name in ("base.css", "player.css", "gl.js", "player.js")},
}


def export(
    scene: Scene,
    folder: Path,
    size: tuple[int, int],
    frames: range,
    update: Callable[[int, int], object] = lambda done, total: None,
) -> Path:
    """Write the page that shows ``frames`` of a scene in WebGL 2; returns its index.html.

    ``update`` is told how many frames of how many are done. TargetError for what WebGL 2 cannot draw,
    InputError where ``folder`` holds something else.
    """
    check_page(folder, MADE_BY)
    if not frames:
        raise InputError("there are no frames to export")
    recorder, last = Recorder(scene, size), None
    for number, frame in enumerate(frames):
        recorder.take(last, frame)
        last = frame
        update(number + 1, len(frames))
    pages = files("nvrender.web") / "pages"
    written = {name: (pages / source).read_bytes() for name, source in _FILES.items()}
    return write_page(folder, MADE_BY, {**written, "scene.js": recorder.script(frames.start)})
