"""How a program is to be translated: what the stages around it want of the shader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nvrender.glsl.io.image_variables import ImageReading
    from nvrender.glsl.textures.readings import Reading
    from nvrender.glsl.varyings import Varyings
    from nvrender.program import Program


@dataclass(frozen=True)
class Options:
    """The keyword arguments of ``translate`` (its docstring), with every default filled in."""

    exact: bool
    flat_colors: bool
    clip_distances: bool
    clip_planes: tuple[int, ...]
    watchdog: int | None
    numbers_given: bool
    two_side: bool
    captured: tuple[str, ...] | None
    inputs: Mapping[str, str]
    varyings: Varyings | None
    alpha_function: str
    taken: frozenset[str]
    feeds_geometry: bool
    sprites: frozenset[int]
    colors: int
    readings: Mapping[int, Reading]
    split: int | None
    patch_results: frozenset[str] | None
    streams: bool
    images: Mapping[int, ImageReading | None]
    #: Rows of resident buffers (nvrender.glsl.io.memory_block).
    resident: int
    weighted: bool = False
    second_colors: bool | None = None
    still: bool = False
    divided: bool = False
    bindless: bool = False
    linked: tuple[Program, ...] = ()

    def captures(self, result: str) -> bool:
        """True if ``result`` is to leave the shader."""
        return self.captured is None or result in self.captured
