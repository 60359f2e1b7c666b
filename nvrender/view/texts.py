"""What a viewer writes: its title, and the lines of its sheets."""

from __future__ import annotations

from collections.abc import Mapping

from nvrender.view.clock import Clock
from nvrender.view.sliders import Slider


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


def glsl_lines(sources: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The shaders of every draw, one after the other; equal ones once."""
    draws: dict[tuple[str, ...], list[str]] = {}
    for name, texts in sources.items():
        draws.setdefault(texts, []).append(name)
    lines: list[str] = []
    for texts, names in draws.items():
        for stage, text in zip(stage_names(texts), texts, strict=True):
            lines += [f"=== {', '.join(names)}: {stage} shader ===", "", *text.splitlines(), ""]
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
    return f"{slider.name} = {value:.6g}   [ ] choose, , . change, Backspace as in the file"
