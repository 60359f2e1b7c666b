"""Which files a scene is made of, and when they have changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from nvrender.scene.load import parsed
from nvrender.source import SceneError

#: When a file was changed and how long it is; None where there is none.
Stamp = tuple[int, int] | None
Stamps = dict[Path, Stamp]


@dataclass(frozen=True)
class Watch:
    """``files`` as they were when they were read, and as they were at the last look."""

    scene: Path
    read: Stamps
    seen: Stamps


def watch(scene: Path) -> Watch:
    """Begin to watch a scene that is about to be read."""
    stamps = stamps_of(files_of(scene))
    return Watch(scene, stamps, stamps)


def looked(watched: Watch) -> tuple[Watch, bool]:
    """Look at the files again: True if some have changed since they were read, and are not being written.

    A file is being written if it was another at the last look. What is read then counts as read.
    """
    now = stamps_of(watched.read)
    if now == watched.read:
        return replace(watched, seen=now), False
    if now != watched.seen:
        return replace(watched, seen=now), False
    # The scene may name other files now; of one that cannot be parsed those it named before count.
    files = {*files_of(watched.scene), *watched.read} if now[watched.scene] else set(watched.read)
    found = stamps_of(files)
    return Watch(watched.scene, found, found), True


def files_of(scene: Path) -> set[Path]:
    """The scene file and every file it may name, whether there is one or not.

    Every word of the file that has the form of a path counts, so that a file that is missing, or that a
    scene with another mistake names, is waited for.
    """
    try:
        data = parsed(scene)
    except SceneError:
        return {scene}
    return {scene, *(scene.parent / name for name in _words(data) if Path(name).suffix and "\n" not in name)}


def stamps_of(files: Any) -> Stamps:
    """What can be told of files without reading them."""
    return {file: _stamp(file) for file in files}


def _stamp(file: Path) -> Stamp:
    try:
        found = file.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size


def _words(data: Any) -> Iterator[str]:
    waiting = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, (dict, list)):
            waiting += value.values() if isinstance(value, dict) else value
