"""Archives of Python for the page with their modules compiled, where there is node, so that it need not."""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from nvrender.files import write_bytes
from nvrender.source import InputError
from nvrender.web.playground.distribution import cache_folder

_SECONDS = 300.0
#: Equal archives stay equal.
_TIME = (1980, 1, 1, 0, 0, 0)


def compiled(pyodide: Mapping[str, bytes], archives: Mapping[str, bytes]) -> dict[str, bytes]:
    """The ``archives`` by name, with ``.pyc`` files in the place of ``.py`` for the Python of ``pyodide``.

    What was compiled once is kept in the user's cache. Without node, or where it fails, they are as given:
    the page then compiles what it needs, which takes it some seconds.
    """
    script = (files("nvrender.web") / "pages" / "compile.mjs").read_bytes()
    python = hashlib.sha256(script + pyodide["pyodide.asm.wasm"]).digest()
    keys = {name: _key(python, data) for name, data in archives.items()}
    found = {name: _kept(name, key) for name, key in keys.items()}
    missing = {name: archives[name] for name, data in found.items() if data is None}
    for name, data in _made(pyodide, script, missing).items():
        found[name] = data = _packed(data, keys[name])
        try:
            cache_folder().mkdir(parents=True, exist_ok=True)
            write_bytes(_place(name), data)
        except (OSError, InputError):
            pass  # it is compiled again the next time
    return {name: found[name] or archives[name] for name in archives}


def _key(python: bytes, data: bytes) -> bytes:
    return hashlib.sha256(python + data).hexdigest().encode()


def _place(name: str) -> Path:
    return cache_folder() / f"compiled-{name}"


def _kept(name: str, key: bytes) -> bytes | None:
    """What is in the cache, if it was made of the same; its comment tells."""
    try:
        data = _place(name).read_bytes()
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return data if archive.comment == key else None
    except (OSError, zipfile.BadZipFile):
        return None


def _made(pyodide: Mapping[str, bytes], script: bytes, archives: Mapping[str, bytes]) -> dict[str, bytes]:
    """What node makes of the archives, nothing where it cannot."""
    node = shutil.which("node")
    if node is None or not archives:
        return {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, data in {**pyodide, "compile.mjs": script}.items():
            (folder / file).write_bytes(data)
        command = [node, str(folder / "compile.mjs"), name]
        for number, data in enumerate(archives.values()):
            (folder / f"{number}.in").write_bytes(data)
            command += [str(folder / f"{number}.in"), str(folder / f"{number}.out")]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=_SECONDS)
            made = {name: (folder / f"{number}.out").read_bytes() for number, name in enumerate(archives)}
        except (OSError, subprocess.SubprocessError):
            return {}
    return made if all(zipfile.is_zipfile(io.BytesIO(data)) for data in made.values()) else {}


def _packed(data: bytes, key: bytes) -> bytes:
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as given,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made,
    ):
        for name in given.namelist():
            made.writestr(zipfile.ZipInfo(name, _TIME), given.read(name), zipfile.ZIP_DEFLATED)
        made.comment = key
    return stream.getvalue()
