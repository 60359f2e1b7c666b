"""Results that a report holds become baselines, and baselines that no test asks for go: without a test run.

Reports come from elsewhere, from a build server for one. Nothing but baselines is written or removed, and
nothing outside the folder of the tests.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from nvrender.files import write_bytes
from nvrender.gl.textures.pictures import FILE_BYTES, existing, reason
from nvrender.regression.baselines import digests, images, numbers
from nvrender.regression.baselines.files import FOLDER, prepare
from nvrender.regression.baselines.names import DIGEST, IMAGE, NUMBERS, stem_of
from nvrender.regression.report.model import Entry
from nvrender.source import InputError, named

#: Results beside a report are called by their SHA-256.
RESULTS = "results"
_RESULT = re.compile(rf"{RESULTS}/(?P<digest>[0-9a-f]{{64}})\.(?:png|npz|digest)")
_RENDERER = re.compile(r"[a-z0-9-]+")
_READERS = {IMAGE: images.read, NUMBERS: numbers.read, DIGEST: digests.read}
_PNG = b"\x89PNG\r\n\x1a\n"


def result_file(data: bytes, baseline: str) -> str:
    """Where a report keeps what would be the baseline of this name."""
    return f"{RESULTS}/{hashlib.sha256(data).hexdigest()}{PurePosixPath(baseline).suffix}"


def results_of(entries: Iterator[Entry] | tuple[Entry, ...]) -> set[str]:
    """The files of results that entries name, of those that are called as results are."""
    files = {entry.approval.file for entry in entries if entry.approval is not None}
    return {file for file in files if _RESULT.fullmatch(file)}


def approve(report: Path, entry: Entry, root: Path) -> Path:
    """Make the result of an entry of the report in the folder ``report`` its baseline, below ``root``.

    Returns the file written. InputError for what is no result or no place of a baseline.
    """
    approval = entry.approval
    if approval is None:
        raise InputError(f"{named(entry.name)}: the report holds no result of it that could be approved")
    target = baseline_place(root, approval.path)
    match = _RESULT.fullmatch(approval.file)
    if match is None or PurePosixPath(approval.file).suffix != target.suffix:
        raise InputError(f"{named(approval.file)}: is no name of a result in a report")
    file = report / approval.file
    existing(file, "result", FILE_BYTES)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InputError(f"{named(file)}: cannot be read: {reason(error)}") from None
    if hashlib.sha256(data).hexdigest() != match["digest"]:
        raise InputError(f"{named(file)}: is not what the report was made with")
    if target.suffix == IMAGE and not data.startswith(_PNG):
        raise InputError(f"{named(file)}: is no PNG")
    _READERS[target.suffix](file)
    prepare(target.parent)
    write_bytes(target, data)
    return target


def remove(root: Path, path: str) -> Path:
    """Remove the baseline at ``path`` below ``root``; returns its file. InputError."""
    target = baseline_place(root, path)
    try:
        target.unlink()
    except OSError as error:
        raise InputError(f"{named(target)}: cannot be removed: {reason(error)}") from None
    return target


def baseline_place(root: Path, path: str) -> Path:
    """The file of a baseline, which there need not be, from a path that a report names.

    It is TESTS/baselines/[RENDERER/]NAME, TESTS a folder below ``root``, and no links lead out of that.
    InputError.
    """
    parts = PurePosixPath(path).parts
    depth = 2 if parts[-2:-1] == (FOLDER,) else 3
    *tests, folder = parts[: 1 - depth] or ("",)
    inner = parts[1 - depth : -1]
    plain = path.isprintable() and not re.search(r'[\\:*?"<>|]', path) and ".." not in parts
    if (
        not plain
        or path.startswith("/")
        or folder != FOLDER
        or not all(_RENDERER.fullmatch(part) for part in inner)
        or stem_of(parts[-1]) is None
    ):
        raise InputError(f"{named(path)}: is no place of a baseline, TESTS/{FOLDER}/[RENDERER/]NAME")
    if not root.joinpath(*tests).is_dir():
        raise InputError(
            f"{named(root.joinpath(*tests))}: there is no such folder of tests; --root names the folder that "
            "paths of the report begin at"
        )
    target = root.joinpath(*parts)
    if target.is_symlink() or not target.parent.resolve().is_relative_to(root.resolve()):
        raise InputError(f"{named(target)}: a link leads elsewhere")
    return target
