"""Pyodide, the Python that runs in the page: fetched once, or taken from a folder."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import sys
import tarfile
import urllib.request
from pathlib import Path

from nvrender.files import write_bytes
from nvrender.source import InputError, named

VERSION = "314.0.7"
#: Of the archive, as the package's registry says it (subresource integrity).
_SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
_REGISTRY = "https://registry.npmjs.org"
#: Where npm is told of another.
_VARIABLES = ("npm_config_registry", "NPM_CONFIG_REGISTRY")
_ARCHIVE = f"pyodide-{VERSION}.tgz"
#: What the page loads: the interpreter and the standard library.
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_SECONDS = 60.0
_MOST = 64 << 20


def pyodide_files(folder: Path | None) -> dict[str, bytes]:
    """Name → contents of the files the page loads.

    They come from ``folder``, or else from the npm package, which is kept in the user's cache. InputError
    where they cannot be had.
    """
    return _from_archive(_archive()) if folder is None else _from_folder(folder)


def _from_folder(folder: Path) -> dict[str, bytes]:
    found = {}
    for name in FILES:
        try:
            found[name] = (folder / name).read_bytes()
        except OSError as error:
            reason = error.strerror or str(error)
            raise InputError(
                f"{named(folder / name)}: {reason}; --pyodide names a folder with the files of the npm "
                f"package pyodide {VERSION}"
            ) from None
    return found


def _from_archive(data: bytes) -> dict[str, bytes]:
    found = {}
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for name in FILES:
            member = archive.extractfile(f"package/{name}")
            assert member is not None  # the archive is the one that was looked into
            found[name] = member.read()
    return found


def _archive() -> bytes:
    kept = cache_folder() / _ARCHIVE
    try:
        data = kept.read_bytes()
    except OSError:
        data = b""
    if _is_whole(data):
        return data
    data = _fetched()
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(kept, data)
    except (OSError, InputError):
        pass  # it is fetched again the next time
    return data


def _fetched() -> bytes:
    """The archive from the registry that npm is told to use, or npm's own."""
    registry = next(filter(None, map(os.environ.get, _VARIABLES)), _REGISTRY)
    address = f"{registry.rstrip('/')}/pyodide/-/{_ARCHIVE}"
    advice = f"`npm pack pyodide@{VERSION}` fetches it elsewhere, and --pyodide takes its unpacked folder"
    if not address.startswith(("https://", "http://")):
        raise InputError(f"{named(address)}: is no web address; {advice}")
    try:
        with urllib.request.urlopen(address, timeout=_SECONDS) as answer:
            data = bytes(answer.read(_MOST))
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise InputError(f"{named(address)}: Pyodide cannot be had: {reason}; {advice}") from None
    if not _is_whole(data):
        raise InputError(f"{named(address)}: is not Pyodide {VERSION} as it was published; {advice}")
    return data


def _is_whole(data: bytes) -> bool:
    return base64.b64encode(hashlib.sha512(data).digest()).decode() == _SHA512


def cache_folder() -> Path:
    """Where this system keeps what can be fetched again."""
    if sys.platform == "win32":
        root = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        root = str(Path.home() / "Library" / "Caches")
    else:
        root = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(root) / "nvrender"
