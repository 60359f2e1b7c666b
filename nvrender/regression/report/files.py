"""A Report as report.html, one file that needs nothing else, and report.json beside it."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path

import msgspec

from nvrender.files import check_folder, write_bytes
from nvrender.gl.textures.pictures import FILE_BYTES, existing
from nvrender.regression.baselines.approval import RESULTS, result_file, results_of
from nvrender.regression.report.html import page, plain
from nvrender.regression.report.model import Entry, Report
from nvrender.source import InputError, named

HTML = "report.html"
JSON = "report.json"


def write_report(report: Report, directory: Path) -> tuple[Path, Path]:
    """Write report.html and report.json into ``directory``, made if need be; each whole or not at all.

    Results that may be approved lie in the folder results beside them, instead of an older report's. Other
    files there stay as they are. Returns both paths. InputError names what cannot be read or written.
    """
    check_folder(directory)
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{named(directory)}: cannot be made: {error.strerror or error}") from None
    report = _with_results(report, directory)
    html, data = directory / HTML, directory / JSON
    write_bytes(html, page(report))
    write_bytes(data, report_json(report))
    return html, data


def _with_results(report: Report, directory: Path) -> Report:
    """The report whose approvals name the files that hold their data; those of an older report go."""
    entries = tuple(_with_result(entry) for entry in report.entries)
    wanted = results_of(entries)
    try:
        older = results_of(read_report((directory / JSON).read_bytes()).entries)
    except (OSError, InputError):
        older = set()
    if older - wanted:
        with suppress(OSError):
            for name in older - wanted:
                (directory / name).unlink(missing_ok=True)
            (directory / RESULTS).rmdir()
    for entry in entries:
        if entry.approval is not None and entry.approval.data:
            write_bytes(directory / entry.approval.file, entry.approval.data)
    return msgspec.structs.replace(report, entries=entries)


def _with_result(entry: Entry) -> Entry:
    if entry.approval is None or not entry.approval.data:
        return entry
    file = result_file(entry.approval.data, entry.approval.path)
    return msgspec.structs.replace(entry, approval=msgspec.structs.replace(entry.approval, file=file))


def report_in(directory: Path) -> Report:
    """The report in a folder. InputError."""
    path = directory / JSON
    existing(path, "report", FILE_BYTES)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{named(path)}: cannot be read: {error.strerror or error}") from None
    return read_report(data)


def now() -> str:
    """The date and time a report is made at."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def report_json(report: Report) -> bytes:
    """The report without the bytes of its pictures."""
    return msgspec.json.format(msgspec.json.encode(plain(report)), indent=1) + b"\n"


def read_report(data: bytes) -> Report:
    """What report.json holds; InputError says what is wrong with it."""
    try:
        return msgspec.json.decode(data, type=Report)
    except (msgspec.DecodeError, ValueError) as error:
        raise InputError(f"this is no report.json: {error}") from None
