"""Writing files whole or not at all, and reading arrays."""

from __future__ import annotations

import errno
import io
import os
import secrets
import shutil
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any

from nvrender.memory import check_memory, refuse
from nvrender.source import InputError, NvrenderError, named

_MAGIC = (b"PK", b"\x93NUMPY")
#: What a run needs besides the arrays it reads: a third of what they take.
_BESIDE = 4 / 3
_SMALLER = "give smaller arrays"
#: What asking for a file says where there is none.
_NOTHING = frozenset({errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP})


def check_output(path: Path) -> os.stat_result | None:
    """What ``path`` is now, None where nothing is: asked before long work, not after it.

    InputError if it cannot be written. Folders that are not there are no error: whoever writes makes them.
    """
    try:
        there = _status(path)
        if there is not None:
            if stat.S_ISDIR(there.st_mode):
                raise InputError(f"{named(path)}: is a directory; name a file to write")
            if not _may(path, os.W_OK):
                raise InputError(f"{named(path)}: may not be written")
            return there
        folder = _status(path.parent)
        if folder is None:
            check_folder(path.parent)
        elif not stat.S_ISDIR(folder.st_mode):
            raise InputError(f"{named(path)}: {named(path.parent)} is a file; name a folder")
        elif not _may(path.parent, os.W_OK | os.X_OK):
            raise InputError(f"{named(path)}: the folder {named(path.parent)} may not be written")
        return None
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


def _status(path: Path) -> os.stat_result | None:
    """What a path is, links followed; None where nothing is. OSError, ValueError for what is no name."""
    try:
        return os.stat(path)
    except OSError as error:
        if error.errno in _NOTHING:
            return None
        raise


def check_folder(path: Path) -> None:
    """InputError if ``path`` is not a folder to write into and cannot become one."""
    try:
        if path.exists() and not path.is_dir():
            raise InputError(f"{named(path)}: is a file; name a folder")
        there = path.absolute()
        while not there.exists():
            there = there.parent
        if not there.is_dir():
            raise InputError(f"{named(path)}: {named(there)} is a file; name a folder")
        if not _may(there, os.W_OK | os.X_OK):
            raise InputError(f"{named(path)}: the folder {named(there)} may not be written")
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Let ``write`` fill a temporary file beside ``path``, then move it there; its folder is made.

    Whatever happens, ``path`` is what it was or is complete. A link is followed, a device or pipe
    is written directly. InputError names a place that cannot be written.
    """
    there = check_output(path)
    try:
        target = Path(os.path.realpath(path)) if path.is_symlink() else path
        if there is not None and not stat.S_ISREG(there.st_mode):
            whole = io.BytesIO()  # archives seek, devices may not
            write(whole)
            target.write_bytes(whole.getbuffer())
            return
        _replace(target, there, write)
    except OSError as error:
        raise _unwritable(path, error) from None


def write_folder(folder: Path, fill: Callable[[Path], object]) -> None:
    """Let ``fill`` put all that belongs into ``folder`` into a new one, made beside it, that takes its place.

    Whatever happens, ``folder`` is what it was or is complete. InputError for a place that cannot be written.
    """
    target = folder.resolve()
    new, old = (target.with_name(f".nvrender-{secrets.token_hex(8)}") for _ in range(2))
    try:
        new.mkdir(parents=True)
        fill(new)
        if target.exists():
            target.rename(old)
        try:
            new.rename(target)
        except BaseException:
            if old.exists():
                old.rename(target)
            raise
    except OSError as error:
        raise _unwritable(folder, error) from None
    finally:
        for leftover in (new, old):
            shutil.rmtree(leftover, ignore_errors=True)


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 text whole or not at all."""
    write_bytes(path, encoded(text))


def encoded(text: str) -> bytes:
    """Text as files have it: UTF-8, and names that are no text as they were."""
    return text.encode("utf-8", "surrogateescape")


def write_bytes(path: Path, data: bytes) -> None:
    """Write ``data`` whole or not at all."""
    write_whole(path, lambda stream: stream.write(data))


def write_together(files: Mapping[Path, bytes]) -> None:
    """Write several files; where one cannot be written, those that are new go again."""
    new = list[Path]()
    try:
        for path, data in files.items():
            is_new = len(files) > 1 and not path.exists()
            write_bytes(path, data)
            new += [path] * is_new
    except InputError:
        for path in new:
            path.unlink(missing_ok=True)
        raise


def opened(path: Path, most: int | None = None) -> IO[bytes]:
    """A file to read: an ordinary one or, with ``most`` bytes, what the process behind a pipe writes.

    InputError for folders, devices, and pipes that nobody writes to, which are not waited for; for more than
    ``most`` bytes. OSError as open.
    """
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        found = os.fstat(number)
        if stat.S_ISREG(found.st_mode):
            if most is not None and found.st_size > most:
                raise InputError(f"{named(path)}: {found.st_size} bytes; at most {most} are read")
            return os.fdopen(number, "rb")
        if not stat.S_ISFIFO(found.st_mode) or most is None:
            kind = "is a directory" if stat.S_ISDIR(found.st_mode) else "is no ordinary file"
            raise InputError(f"{named(path)}: {kind}; name a file")
        return _piped(path, number, most)
    except BaseException:
        os.close(number)
        raise


def _piped(path: Path, number: int, most: int) -> IO[bytes]:
    """All that comes out of a pipe, which is closed, if somebody writes into it."""
    try:
        first = os.read(number, most + 1)
        if not first:
            raise InputError(f"{named(path)}: is a pipe, and nobody writes to it; name a file")
    except BlockingIOError:  # nothing yet
        first = b""
    os.set_blocking(number, True)
    with os.fdopen(number, "rb", closefd=False) as stream:
        data = first + stream.read(most + 1 - len(first))
    if len(data) > most:
        raise InputError(f"{named(path)}: at most {most} bytes are read")
    os.close(number)
    return io.BytesIO(data)


def read_arrays(path: str) -> dict[str, Any]:
    """The arrays of an .npz file by name; an .npy file is one array named "" ."""
    import numpy as np

    try:
        with opened(Path(path)) as stream:
            head = stream.read(6)
            if not any(head.startswith(magic) for magic in _MAGIC):
                raise InputError(f"{named(path)}: is no .npz or .npy file")
            stream.seek(0)
            return _loaded(path, np.load(stream, allow_pickle=False))
    except NvrenderError:
        raise
    except OSError as error:
        raise InputError(f"{named(path)}: cannot be read: {error.strerror or error}") from None
    except MemoryError:
        refuse(f"the arrays of {named(path)}", _SMALLER)
    except Exception as error:  # numpy, zipfile and zlib raise their own kinds on damaged files
        raise _unreadable(path, error) from None


def _loaded(path: str, loaded: Any) -> dict[str, Any]:
    if not hasattr(loaded, "files"):
        return {"": loaded}
    arrays = {}
    with loaded:
        size = sum(entry.file_size for entry in loaded.zip.infolist())
        check_memory(int(size * _BESIDE), f"the arrays of {named(path)}", _SMALLER)
        for name in loaded.files:
            try:
                arrays[name] = loaded[name]
            except MemoryError:
                refuse(f"the array {name!r} of {named(path)}", _SMALLER)
            except Exception as error:
                raise _unreadable(f"{named(path)}: array {name!r}", error) from None
    return arrays


def _unreadable(place: str, error: Exception) -> InputError:
    if "allow_pickle" in str(error):
        return InputError(f"{named(place)} holds Python objects; arrays of numbers are needed")
    reason = " ".join(str(error).split()) or type(error).__name__
    return InputError(f"{named(place)} is damaged: {reason[:200]}")


def _may(path: Path, mode: int) -> bool:
    return os.access(path, mode, effective_ids=os.access in os.supports_effective_ids)


def _replace(target: Path, there: os.stat_result | None, write: Callable[[IO[bytes]], object]) -> None:
    """Lets a file that ``write`` fills take the place of ``target``, which is ``there`` or new."""
    temporary = target.with_name(f".nvrender-{secrets.token_hex(8)}")
    try:  # a signal between the file's creation and its use must find it, so the name is known before
        with _created(temporary) as stream:
            write(stream)
        if there is not None:
            os.chmod(temporary, stat.S_IMODE(there.st_mode))
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _created(path: Path) -> IO[bytes]:
    """A new file, in a folder that is made."""
    try:
        return open(path, "xb")
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        return open(path, "xb")


def _unwritable(path: Path, error: Exception) -> InputError:
    return InputError(f"{named(path)}: cannot be written: {getattr(error, 'strerror', None) or error}")
