"""A folder of what was made once and is found again by other processes, bounded in size."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import platformdirs

from nvrender.files import check_folder, opened, write_bytes
from nvrender.source import InputError, NvrenderError

#: Names the folder, or says that there is none.
VARIABLE, OFF = "NVRENDER_CACHE", "off"
#: Bytes of all entries together.
MOST = 256 << 20
#: Bytes of one entry.
_LARGEST = 16 << 20
#: What is left where entries have to go, so that they go seldom.
_ROOM = 0.75
_FOLDER = "programs"
#: An entry, and the file that becomes one.
_NAME = re.compile(r"[0-9a-f]{64}|\.nvrender-[0-9a-f]{16}")
_DIGEST = hashlib.sha256().digest_size


class Usage(NamedTuple):
    """How many entries there are, and their bytes."""

    entries: int
    size: int


class _Entry(NamedTuple):
    used: float
    size: int
    path: Path


class Cache:
    """Entries by their keys below ``folder``, ``most`` bytes at most; those not used for longest go first.

    Nothing here raises: what cannot be read is not there, and what cannot be written is made again.
    """

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self.folder, self.most = folder, most
        #: Bytes there are, as far as is known; None before anybody has looked.
        self._size: int | None = None

    def get(self, key: bytes) -> bytes | None:
        """What was put there for ``key``; None for nothing, or for anything else."""
        path = self._path(key)
        try:
            with opened(path, _LARGEST) as stream:
                data = stream.read()
            content = data[_DIGEST:]
            if data[:_DIGEST] != _checksum(key, content):
                return None
            os.utime(path)
        except (OSError, NvrenderError):
            return None
        return content

    def put(self, key: bytes, content: bytes) -> None:
        """Have ``content`` found for ``key`` from now on."""
        data = _checksum(key, content) + content
        if len(data) > min(_LARGEST, self.most):
            return
        path = self._path(key)
        with suppress(OSError, NvrenderError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, data)
            self._bound(len(data))

    def usage(self) -> Usage:
        """What there is now."""
        sizes = [entry.size for entry in self._entries()]
        return Usage(len(sizes), sum(sizes))

    def clear(self) -> Usage:
        """Remove all entries; how many that were."""
        removed = [entry.size for entry in self._entries() if _removed(entry)]
        self._size = None
        return Usage(len(removed), sum(removed))

    def _path(self, key: bytes) -> Path:
        name = hashlib.sha256(key).hexdigest()
        return self.folder / _FOLDER / name[:2] / name

    def _entries(self) -> Iterator[_Entry]:
        with suppress(OSError):
            for folder in sorted((self.folder / _FOLDER).iterdir()):
                with suppress(OSError):
                    for path in folder.iterdir():
                        with suppress(OSError):
                            found = path.lstat()
                            if _NAME.fullmatch(path.name) and not path.is_dir():
                                yield _Entry(found.st_mtime, found.st_size, path)

    def _bound(self, added: int) -> None:
        """Remove the entries that were not used for longest, where there are too many."""
        if self._size is not None and self._size + added <= self.most:
            self._size += added
            return
        entries = sorted(self._entries())
        size = sum(entry.size for entry in entries)
        wanted = self.most if size <= self.most else int(_ROOM * self.most)
        for entry in entries:
            if size <= wanted:
                break
            if _removed(entry):
                size -= entry.size
        self._size = size


def cache() -> Cache | None:
    """The user's; None where the environment says off.

    InputError where that names what is no folder and cannot become one.
    """
    return _cache(os.environ.get(VARIABLE, ""))


@lru_cache(maxsize=4)
def _cache(named: str) -> Cache | None:
    if named == OFF:
        return None
    if not named:
        return Cache(Path(platformdirs.user_cache_dir("nvrender", appauthor=False)))
    folder = Path(named).absolute()
    try:
        check_folder(folder)
    except InputError as error:
        raise InputError(f"{VARIABLE}: {error}, or {OFF}") from None
    return Cache(folder)


def _checksum(key: bytes, content: bytes) -> bytes:
    """Of an entry: it is not another's, and it is whole."""
    return hashlib.sha256(len(key).to_bytes(8, "little") + key + content).digest()


def _removed(entry: _Entry) -> bool:
    try:
        entry.path.unlink()
    except FileNotFoundError:  # by another process
        return True
    except OSError:
        return False
    return True
