"""A Report as report.html, one file that needs nothing else, and report.json beside it."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import msgspec

from nvrender.files import check_folder, write_bytes
from nvrender.regression.report.html import page, plain
from nvrender.regression.report.model import Report
from nvrender.source import InputError, named

HTML = "report.html"
JSON = "report.json"


def write_report(report: Report, directory: Path) -> tuple[Path, Path]:
    """Write report.html and report.json into ``directory``, made if need be; each whole or not at all.

    Other files there stay as they are. Returns both paths. InputError names what cannot be read or written.
    """
    check_folder(directory)
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{named(directory)}: cannot be made: {error.strerror or error}") from None
    html, data = directory / HTML, directory / JSON
    write_bytes(html, page(report))
    write_bytes(data, report_json(report))
    return html, data


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
