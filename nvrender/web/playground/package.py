"""What of nvrender runs in the page, as an archive."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import nvrender

#: The rooms that check and translate; they need nothing beyond the standard library.
_ROOMS = (
    "arb", "demos.py", "files.py", "glsl", "ir", "languages", "lint", "lower", "memory.py", "ops", "passes",
    "numerics.py", "program", "records.py", "showing.py", "source.py", "sources",
)  # fmt: skip
_ALONE = ("__init__.py", "web/__init__.py", "web/playground/__init__.py", "web/playground/bridge.py")
#: Equal packages make equal archives.
_TIME = (1980, 1, 1, 0, 0, 0)


def package_archive() -> bytes:
    """The installed package as a ZIP, without the rooms that draw."""
    root = Path(nvrender.__file__).parent
    paths = [root / name for name in _ALONE]
    for room in _ROOMS:
        path = root / room
        paths += [path] if path.is_file() else sorted(one for one in path.rglob("*") if _is_source(one))
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in paths:
            info = zipfile.ZipInfo(f"nvrender/{path.relative_to(root).as_posix()}", _TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, path.read_bytes())
    return stream.getvalue()


def _is_source(path: Path) -> bool:
    return path.is_file() and path.suffix in (".py", ".glsl")
