"""Pictures, comparisons and programs as the parts of a report."""

from __future__ import annotations

import difflib
import io
import os.path
import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.glsl.targets import USUAL
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.regression.comparison.pictures import PictureComparison
from nvrender.regression.comparison.tolerance import Tolerance
from nvrender.regression.report.model import Figures, Picture, ProgramText
from nvrender.regression.report.picture_sheet import heat_colors
from nvrender.source import TargetError

#: Of 255, what is left of the brightness of pixels that were not compared.
_SHADE = 64
_LINE_END = re.compile(r"\r\n|\n|\r")


def png_of(pixels: npt.NDArray[np.uint8]) -> bytes:
    """An (H, W) or (H, W, 1…4) picture as PNG."""
    from PIL import Image

    stream = io.BytesIO()
    one = pixels.ndim == 3 and pixels.shape[2] == 1
    Image.fromarray(pixels[:, :, 0] if one else pixels).save(stream, format="PNG")
    return stream.getvalue()


def picture_of(pixels: npt.NDArray[np.uint8], path: str = "") -> Picture:
    """An (H, W) or (H, W, 1…4) picture; ``path`` is where it is kept, if anywhere."""
    height, width = pixels.shape[:2]
    return Picture(width=width, height=height, png=png_of(pixels), path=path)


def heat_map_of(comparison: PictureComparison) -> Picture | None:
    """FLIP's errors in colours; None where FLIP was not measured."""
    if comparison.flip_map is None:
        return None
    return picture_of(heat_colors(comparison.flip_map))


def mask_of(compared: npt.NDArray[np.bool_] | None) -> Picture | None:
    """A grey picture by which what was not compared is darker; None where all was compared."""
    if compared is None:
        return None
    return picture_of(np.where(compared, 255, _SHADE).astype(np.uint8))


def figures_of(comparison: PictureComparison, allowed: float | Tolerance) -> Figures:
    """The figures of a comparison with its limits, or the ``allowed`` percent of pixels that may differ."""
    limits = allowed if isinstance(allowed, Tolerance) else Tolerance(comparison.threshold, allowed)
    width, height = comparison.size
    return Figures(
        share=comparison.share,
        worst=float(max(comparison.maximum)),
        threshold=comparison.threshold,
        allowed=limits.share,
        flip=comparison.flip,
        flip_allowed=limits.flip,
        ssim=comparison.ssim,
        ssim_needed=limits.ssim,
        compared=100 * comparison.pixels / (width * height),
        maximum=tuple(float(value) for value in comparison.maximum),
    )


def shown_name(name: str) -> str:
    """A program's name without detours, from the current folder if it is in it."""
    path = Path(os.path.normpath(name))
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


def program_text(program: Program, numerics: str = "exact", *, before: str | None = None) -> ProgramText:
    """A program beside its GLSL for the first target that can express it, with the lines linked.

    ``before`` is the program's text when the baseline was made, as ``program.source.text`` was then.
    """
    facts: dict[str, Any] = {
        "name": shown_name(program.source.name),
        "stage": program.profile.stage.value,
        "source": _readable(program.source.data),
        "changed": () if before is None else _changed(before, program.source.text),
    }
    # A vertex state program makes no vertices.
    interface = "feedback" if program.profile.stage is Stage.VERTEX_STATE else None
    message = ""
    for target in USUAL:
        try:
            translation = translate(program, target, interface=interface, numerics=numerics)
        except TargetError as error:
            message = str(error)
        else:
            return ProgramText(**facts, glsl=translation.source, links=_links(program, translation))
    return ProgramText(**facts, message=message)


def _readable(data: bytes) -> str:
    """Comments may be UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _changed(before: str, after: str) -> tuple[int, ...]:
    """Lines of ``after``, from 1, that ``before`` lacks, or behind which lines of ``before`` are gone."""
    old, new = _LINE_END.split(before), _LINE_END.split(after)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    lines: set[int] = set()
    for kind, _, _, start, end in matcher.get_opcodes():
        if kind == "delete":
            lines.add(max(start, 1))
        elif kind != "equal":
            lines.update(range(start + 1, end + 1))
    return tuple(sorted(lines))


def _links(program: Program, translation: Translation) -> tuple[tuple[int, int], ...]:
    """(source line, GLSL line) of every line that was made from an instruction or declaration."""
    links: set[tuple[int, int]] = set()
    for number, span in enumerate(translation.lines, 1):
        if span is not None:
            first, _ = program.source.line_and_column(span.start)
            last, _ = program.source.line_and_column(max(span.end - 1, span.start))
            links.update((line, number) for line in range(first, last + 1))
    return tuple(sorted(links))
