"""A report of one entry of every kind, some of it hostile."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

import nvrender
from nvrender.regression.comparison.pictures import compare_pictures
from nvrender.regression.report.model import Entry, NumberFigures, Picture, ProgramText, Report
from nvrender.regression.report.parts import figures_of, heat_map_of, picture_of, program_text
from nvrender.source import named

WIDTH, HEIGHT = 64, 40
#: The address of the first entry shown.
LAKE = "#tests%2Ftest_lake.py%3A%3Atest_lake%5B64x40%5D"
#: What must stay text wherever it is put.
HOSTILE = '</script><img src=x onerror="document.title=1">{{ 7 * 7 }}<!--<script>\u2028'
#: As pages show it.
SHOWN = named(HOSTILE)
#: PROGRAM when the baseline was made.
BEFORE = "!!VP1.0\n# position\nMOV o[HPOS], v[OPOS];\n\nMOV o[COL0], v[NRML];\nEND\n"
PROGRAM = "!!VP1.0\n# position\nMOV o[HPOS], v[OPOS];\n\nMOV o[COL0], v[COL0];\nEND\n"


def pair() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """A red and a blue picture whose lower halves are the same grey."""
    baseline = np.full((HEIGHT, WIDTH, 4), 255, np.uint8)
    baseline[:, :, :3] = (200, 20, 20)
    baseline[HEIGHT // 2 :, :, :3] = 90
    result = baseline.copy()
    result[: HEIGHT // 2, :, :3] = (20, 20, 200)
    result[:4, :4, 3] = 100
    return baseline, result


def compared(name: str) -> Entry:
    """A failed comparison of two pictures and a program."""
    baseline, result = pair()
    comparison = compare_pictures(result, baseline, flip=True)
    heat = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    return Entry(
        name=name,
        status="failed",
        message="50 % of the pixels differ",
        baseline=picture_of(baseline, "baselines/lake.png"),
        result=picture_of(result),
        heat_map=heat_map_of(comparison) or picture_of(heat),
        figures=figures_of(comparison, 0.2),
        renderer="llvmpipe",
        version="4.5",
        programs=(program_text(nvrender.load(PROGRAM), before=BEFORE),),
        accept_command=f"pytest --nvrender-update {name}",
    )


def example() -> Report:
    """The report."""
    same = picture_of(pair()[0])
    figures = figures_of(compare_pictures(*[pair()[0]] * 2), 0.2)
    hostile = ProgramText(name=HOSTILE, stage="vertex", source=HOSTILE + "\r\n" + HOSTILE, message=HOSTILE)
    numbers = NumberFigures(name=HOSTILE, values=8, outside=1, worst=None, expected="1", actual="NaN")
    return Report(
        title="Pictures " + HOSTILE,
        made="2026-01-02T03:04:05+00:00",
        notes=(HOSTILE,),
        entries=(
            Entry(name="passing", status="passed", baseline=same, result=same, figures=figures),
            compared("tests/test_lake.py::test_lake[64x40]"),
            Entry(name="new", status="missing", result=same),
            Entry(name="old", status="unused", baseline=same),
            Entry(name="damaged", status="error", result=Picture(width=1, height=1, png=b"no PNG")),
            Entry(name="gone", status="error", result=Picture(width=1, height=1, path="/nowhere/a.png")),
            Entry(name=HOSTILE, status="failed", message=HOSTILE, programs=(hostile,), numbers=(numbers,)),
            compared("tests/test_lake.py::test_lake[64x40]"),
        ),
    )
