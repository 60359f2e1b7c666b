"""What ``nvrender diff`` compared, as entries of a report."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.program import COMPONENTS, Program
from nvrender.regression.comparison.pictures import FLIP_ADVICE, PictureComparison
from nvrender.regression.comparison.programs import ProgramComparison, picture
from nvrender.regression.report.model import Entry, NumberFigures
from nvrender.regression.report.parts import figures_of, heat_map_of, picture_of, program_text, shown_name

UInt8Array = npt.NDArray[np.uint8]


def picture_entry(
    name: str,
    pictures: tuple[UInt8Array, UInt8Array],
    labels: tuple[str, str],
    comparison: PictureComparison,
    allowed: float,
    *,
    programs: Sequence[Program] = (),
    numerics: str = "exact",
    notes: Sequence[str] = (),
    **facts: Any,
) -> Entry:
    """Two pictures, (H, W) or (H, W, 1…4), the second the reference; ``facts`` are fields of Entry, ``notes``
    lines of its message.

    It has failed if more than ``allowed`` percent of the pixels differ.
    """
    failed = comparison.share > allowed
    said = f"{comparison.share:.3g} % of the pixels differ by more than {comparison.threshold:g}/255"
    flipless = "" if comparison.flip is not None else f"FLIP is not measured: {FLIP_ADVICE}"
    return Entry(
        name=name,
        status="failed" if failed else "passed",
        message="\n".join(filter(None, (f"{said}; {allowed:g} % may" if failed else "", *notes, flipless))),
        result=picture_of(pictures[0]),
        baseline=picture_of(pictures[1]),
        result_label=labels[0],
        baseline_label=labels[1],
        heat_map=heat_map_of(comparison),
        figures=figures_of(comparison, allowed),
        programs=tuple(program_text(program, numerics) for program in programs),
        **facts,
    )


def program_entry(comparison: ProgramComparison, program: Program, *, numerics: str = "exact") -> Entry:
    """A program's results on both sides, with a picture of their errors."""
    outside = comparison.mismatches
    said = f"{outside} value{'' if outside == 1 else 's'} outside the precision" if outside else ""
    return Entry(
        name=shown_name(comparison.name),
        status="failed" if outside else "passed",
        message="\n".join(filter(None, (said, *comparison.notes))),
        result=picture_of(np.asarray(picture([comparison]))),
        result_label="errors: black none, blue to yellow by ulps, red outside the precision",
        numbers=tuple(_figures(comparison, name) for name in comparison.results),
        programs=(program_text(program, numerics),),
    )


def _figures(comparison: ProgramComparison, name: str) -> NumberFigures:
    row = comparison.results[name]
    expected, actual = comparison.worst_values.get(name, (0.0, 0.0))
    differs = row.worst > 0
    return NumberFigures(
        name=name,
        values=int(row.ulps.size),
        outside=len(row.mismatches),
        worst=row.worst if math.isfinite(row.worst) else None,
        place=f"{comparison.place_of(name)}.{COMPONENTS[row.worst_at[1]]}" if differs else "",
        expected=f"{expected:.9g}" if differs else "",
        actual=f"{actual:.9g}" if differs else "",
    )
