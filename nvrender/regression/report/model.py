"""What a report of compared pictures, numbers and programs holds, in memory and as report.json."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

Status = Literal["passed", "failed", "missing", "updated", "unused", "flaky", "error"]
#: Every status, those that ask for attention first.
STATUSES: tuple[Status, ...] = ("failed", "error", "missing", "flaky", "unused", "updated", "passed")
assert set(STATUSES) == set(get_args(Status))


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One table of the report."""


class Picture(Record, frozen=True, kw_only=True):
    """``width`` × ``height`` pixels as PNG: the bytes themselves, or the ``path`` of a file that holds them.

    Where both are given the bytes are shown and the path is named. report.json has no bytes.
    """

    width: int
    height: int
    png: bytes = b""
    path: str = ""


class Figures(Record, frozen=True, kw_only=True):
    """How far two pictures differ.

    ``share`` percent of the pixels are further apart than ``threshold`` steps of 255 in some channel, and
    ``allowed`` percent may be; ``worst`` is the largest difference in steps of 255, ``maximum`` that of red,
    green, blue and alpha. ``flip`` is the mean of FLIP, None where it was not measured, and may be
    ``flip_allowed``; ``ssim`` is that of SSIM and must be ``ssim_needed``. None are limits that are not
    judged by. ``compared`` is how much of the picture that is of, in percent.
    """

    share: float
    worst: float
    threshold: float
    allowed: float | None
    flip: float | None = None
    maximum: tuple[float, ...] = ()
    flip_allowed: float | None = None
    ssim: float | None = None
    ssim_needed: float | None = None
    compared: float = 100.0


class NumberFigures(Record, frozen=True, kw_only=True):
    """How far one result of a program differs from what it should be.

    ``outside`` of its ``values`` are further away than is ``allowed`` (in words: "4 ulp"); the ``worst``, in
    units in the last place and None for infinitely many, is at ``place`` ("vertex 3.x"), ``expected`` and
    ``actual`` there. Numbers are words, so that NaN and infinities have theirs.
    """

    name: str
    values: int
    outside: int
    worst: float | None
    place: str = ""
    allowed: str = ""
    expected: str = ""
    actual: str = ""


class ProgramText(Record, frozen=True, kw_only=True):
    """A program beside its translation; ``links`` are (line of ``source``, line of ``glsl``), from 1.

    ``changed`` are the lines of ``source`` that are new since the baseline, or behind which some are gone.
    Without ``glsl`` the ``message`` says why there is none.
    """

    name: str
    stage: str
    source: str
    glsl: str = ""
    links: tuple[tuple[int, int], ...] = ()
    changed: tuple[int, ...] = ()
    message: str = ""


class Approval(Record, frozen=True, kw_only=True):
    """What makes a result the baseline: the ``data`` of the file at ``path`` below the folder of all tests.

    report.json has no data, but the name of the ``file`` beside it that holds them.
    """

    path: str
    file: str = ""
    data: bytes = b""


class Entry(Record, frozen=True, kw_only=True):
    """One comparison: a test, a scene, a program or two pictures.

    ``baseline`` and ``result`` are called by their labels, ``heat_map`` is FLIP's, ``mask`` is dark where it
    was not compared. ``accept_command`` is the command that draws anew and makes the result the baseline,
    and ``approve_command`` makes that of ``approval`` the baseline; "" where there is nothing to accept.
    """

    name: str
    status: Status
    message: str = ""
    baseline: Picture | None = None
    result: Picture | None = None
    heat_map: Picture | None = None
    mask: Picture | None = None
    baseline_label: str = "baseline"
    result_label: str = "result"
    figures: Figures | None = None
    numbers: tuple[NumberFigures, ...] = ()
    renderer: str = ""
    version: str = ""
    baseline_renderer: str = ""
    baseline_version: str = ""
    programs: tuple[ProgramText, ...] = ()
    accept_command: str = ""
    approve_command: str = ""
    approval: Approval | None = None


class Report(Record, frozen=True, kw_only=True):
    """``made`` is a date and time in ISO 8601; ``command`` what made it; ``notes`` hold for all entries."""

    title: str
    made: str
    entries: tuple[Entry, ...] = ()
    command: str = ""
    notes: tuple[str, ...] = ()
