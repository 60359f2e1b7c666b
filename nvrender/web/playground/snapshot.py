"""The memory of the page's Python with nvrender in it, where there is node: the page need not import."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from nvrender.files import write_bytes
from nvrender.source import InputError
from nvrender.web.playground.distribution import cache_folder
from nvrender.web.playground.starts import FIRST

_SECONDS = 300.0
#: What Python has answered before its memory is taken.
_QUESTIONS = (
    {"question": "look", "vertex": FIRST["vertex"], "fragment": FIRST["fragment"]},
    *(
        {"question": "show", "text": FIRST["vertex"], "name": "vertex", "tab": tab}
        for tab in ("glsl", "es", "arb", "ir")
    ),
)
#: What begins a kept memory: the hash of what it was made of.
_KEY = hashlib.sha256().digest_size


def snapshot(pyodide: Mapping[str, bytes], archive: bytes) -> bytes:
    """The memory, packed by gzip, of the Python of ``pyodide`` that has imported the ``archive`` of nvrender.

    What was made once is kept in the user's cache. Without node, or where it fails, nothing: the page then
    imports the archive, which takes it some seconds.
    """
    script = (files("nvrender.web") / "pages" / "snapshot.mjs").read_bytes()
    questions = json.dumps(_QUESTIONS).encode()
    parts = (script, questions, archive, pyodide["pyodide.asm.wasm"], pyodide["python_stdlib.zip"])
    key = hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).digest()
    if (kept := _kept(key)) is not None:
        return kept
    made = _made({**pyodide, "snapshot.mjs": script, "nvrender.zip": archive, "questions.json": questions})
    if made:
        try:
            cache_folder().mkdir(parents=True, exist_ok=True)
            write_bytes(_place(), key + made)
        except (OSError, InputError):
            pass  # it is made again the next time
    return made


def _place() -> Path:
    return cache_folder() / "nvrender.memory"


def _kept(key: bytes) -> bytes | None:
    """What is in the cache, if it was made of the same."""
    try:
        data = _place().read_bytes()
    except OSError:
        return None
    return data[_KEY:] if data[:_KEY] == key and _is_whole(data[_KEY:]) else None


def _made(given: Mapping[str, bytes]) -> bytes:
    """What node makes of files, nothing where it cannot."""
    node = shutil.which("node")
    if node is None:
        return b""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, data in given.items():
            (folder / file).write_bytes(data)
        paths = [str(folder / file) for file in ("nvrender.zip", "questions.json", "made")]
        try:
            command = [node, str(folder / "snapshot.mjs"), name, *paths]
            subprocess.run(command, check=True, capture_output=True, timeout=_SECONDS)
            data = (folder / "made").read_bytes()
        except (OSError, subprocess.SubprocessError):
            return b""
    return data if _is_whole(data) else b""


def _is_whole(data: bytes) -> bool:
    try:
        return bool(gzip.decompress(data))
    except (OSError, EOFError):
        return False
