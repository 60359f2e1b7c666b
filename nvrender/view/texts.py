"""What a viewer writes: its title, and the lines of its sheets."""

from __future__ import annotations

from collections.abc import Mapping

from nvrender.view.clock import Clock
from nvrender.view.highlight import HEADING
from nvrender.view.sliders import Slider

#: Left, bottom, width and height.
Region = tuple[int, int, int, int]

_GAP = 4
#: The oracle draws no more pixels than this, so that its picture comes soon.
_ORACLE_PIXELS = 320 * 180


def picture_area(size: tuple[int, int], panel: int) -> Region:
    """What of a window is the picture's, with a panel so many pixels wide at its right."""
    return 0, 0, max(1, size[0] - panel), max(1, size[1])


def panes(area: Region, count: int) -> list[Region]:
    """So many equal regions side by side in an area, of its shape, each at least one pixel."""
    left, bottom, width, height = area
    each = max(1, (width - _GAP * (count - 1)) // count)
    tall = max(1, height * each // max(1, width))
    lower = bottom + (height - tall) // 2
    return [(left + number * (each + _GAP), lower, each, tall) for number in range(count)]


def within(region: Region, size: tuple[int, int], x: float, y: float) -> tuple[float, float]:
    """A place in a window of ``size`` as one in a region; both in pixels from the upper left."""
    return x - region[0], y - (size[1] - region[1] - region[3])


def oracle_size(pane: tuple[int, int]) -> tuple[int, int]:
    """The size of the oracle's picture for a pane of this size: its shape, and few pixels."""
    share = min(1.0, (_ORACLE_PIXELS / (pane[0] * pane[1])) ** 0.5)
    return max(1, round(pane[0] * share)), max(1, round(pane[1] * share))


def corner(area: Region, sheet: tuple[int, int], *, bottom: bool) -> Region:
    """A sheet in the left corner of an area, the upper or the lower one."""
    left, below, _, height = area
    return (left, below if bottom else below + height - sheet[1], *sheet)


def title(name: str, clock: Clock, *, recording: bool) -> str:
    """The window's title: what is shown, and how it moves."""
    parts = [name]
    if clock.animated:
        parts.append(f"frame {clock.frame} of {clock.frames}")
        if not clock.playing:
            parts.append("paused")
        if clock.speed != 1.0:
            parts.append(f"speed × {clock.speed:g}")
    if recording:
        parts.append("recording")
    return " · ".join(parts)


def heading(text: str) -> str:
    """The line above what is of one draw, which keys jump to."""
    return f"{HEADING}{text}{HEADING[::-1]}"


def glsl_lines(sources: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The shaders of every draw, one after the other; equal ones once."""
    draws: dict[tuple[str, ...], list[str]] = {}
    for name, texts in sources.items():
        draws.setdefault(texts, []).append(name)
    lines: list[str] = []
    for texts, names in draws.items():
        for stage, text in zip(stage_names(texts), texts, strict=True):
            lines += [heading(f"{', '.join(names)}: {stage} shader"), "", *text.splitlines(), ""]
    return lines


def stage_names(texts: tuple[str, ...]) -> tuple[str, ...]:
    """What the shaders of a draw are, in order: between vertex and fragment shader by their layouts."""
    between = []
    for text in texts[1:-1]:
        patches = "tessellation evaluation" if "_spacing, " in text else "geometry"
        between.append("tessellation control" if "layout(vertices = " in text else patches)
    return "vertex", *between, "fragment"


def parameter_line(slider: Slider, value: float) -> str:
    """The parameter that keys change."""
    said = f"  {slider.remark}" if slider.remark else ""
    return f"{slider.name} = {value:.6g}{said}   [ ] choose, , . change, Backspace as in the file"
