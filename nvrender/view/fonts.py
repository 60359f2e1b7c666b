"""The font of the viewer's texts: the system's monospaced one, antialiased, as columns and carets need it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from PIL import ImageFont

#: Monospaced fonts that systems come with: Linux, macOS, Windows.
_SYSTEMS = (
    "DejaVuSansMono.ttf", "NotoSansMono-Regular.ttf", "LiberationMono-Regular.ttf",
    "Menlo.ttc", "consola.ttf",
)  # fmt: skip
#: Pixels of a font on a screen of usual density, and in a window with few lines.
_PIXELS, _FEW = 15, 12
#: Windows lower than this get the smaller one.
_LOW = 480


@dataclass(frozen=True)
class Face:
    """A font whose characters stand in cells of ``width`` × ``height`` pixels.

    ``even`` tells that they are as wide by themselves. One that is ``plain`` has Latin letters alone.
    """

    font: Any
    width: int
    height: int
    even: bool
    plain: bool


def face_for(height: int, scale: float = 1.0) -> Face:
    """The font for a window so many pixels high, on a screen of so many times the usual density."""
    return face(max(6, round(scale * (_FEW if height < _LOW * scale else _PIXELS))))


@lru_cache(maxsize=8)
def face(pixels: int) -> Face:
    """The font so many pixels high."""
    path = monospaced()
    if path is None:
        return _face(ImageFont.load_default(pixels), even=False)
    return _face(ImageFont.truetype(path, pixels, layout_engine=ImageFont.Layout.BASIC), even=True)


@lru_cache(maxsize=1)
def monospaced() -> str | None:
    """The file of the system's monospaced font, or else the panel's; None where there is neither."""
    for name in (*_SYSTEMS, *(str(path) for path in panel_fonts("Inconsolata-Medium.ttf"))):
        try:
            return str(ImageFont.truetype(name, _PIXELS).path)
        except OSError:
            continue
    return None


def panel_fonts(name: str) -> list[Path]:
    """A font that imgui-bundle brings, by the name of its file; none where there is no such file."""
    found = find_spec("imgui_bundle")
    if found is None or found.origin is None:
        return []
    return sorted((Path(found.origin).parent / "assets" / "fonts").rglob(name))


def _face(font: Any, *, even: bool) -> Face:
    ascent, descent = font.getmetrics()
    lengths = {font.getlength(letter) for letter in "iW0."}
    width = max(lengths)
    return Face(font, round(width), ascent + descent, even and lengths == {round(width)}, plain=not even)
