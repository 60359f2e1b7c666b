"""Writing files whole or not at all, and reading arrays."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from nvrender.source import InputError


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Let ``write`` fill a temporary file beside ``path``, then move it there; nothing is
    left half-written.
    """
    if path.is_dir():
        raise InputError(f"{path}: is a directory; name a file to write")
    if not path.parent.is_dir():
        raise InputError(f"{path}: the folder {path.parent} does not exist")
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            write(stream)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 text whole or not at all."""
    write_whole(path, lambda stream: stream.write(text.encode()))


def read_arrays(path: str) -> dict[str, Any]:
    """The arrays of an .npz file by name; an .npy file is one array named "" ."""
    import numpy as np

    if not Path(path).is_file():
        raise InputError(f"{path}: no such file")
    try:
        loaded = np.load(path, allow_pickle=False)
        if isinstance(loaded, np.ndarray):
            return {"": loaded}
        with loaded:
            return {name: loaded[name] for name in loaded.files}
    except (ValueError, OSError, EOFError) as error:
        raise InputError(f"{path}: not a readable .npz or .npy file ({error})") from None
    except Exception as error:  # zipfile and zlib raise their own kinds on damaged archives
        raise InputError(f"{path}: damaged .npz file ({error})") from None
