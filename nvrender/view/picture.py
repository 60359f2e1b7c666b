"""The scene's picture in the window's context: the last good one, whatever becomes of its files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from nvrender.gpu.pipeline.screen import Region, Screen
from nvrender.gpu.scene.stage import Stage
from nvrender.scene.load import load_scene
from nvrender.scene.model import Scene
from nvrender.source import NvrenderError
from nvrender.view.camera import Viewpoint, seen_from
from nvrender.view.sliders import ParameterComponent, Slider, sliders, with_values

if TYPE_CHECKING:
    import moderngl

UInt8Array = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Wanted:
    """What a picture shows: a frame, from a place of one's own or None, with other numbers, at a size."""

    frame: int
    size: tuple[int, int]
    place: Viewpoint | None = None
    values: Mapping[ParameterComponent, float] = field(default_factory=dict)


class Picture:
    """Draws one scene. The constructor raises what is wrong with it; later it is in ``error``."""

    def __init__(self, context: moderngl.Context, scene: Scene, wanted: Wanted, numerics: str) -> None:
        self._context = context
        self._numerics = numerics
        self._scene, self._sliders = scene, sliders(scene)
        self._stage = self._made(scene, wanted)
        self._good = self._tried = wanted
        self._file_error = self._draw_error = ""

    @property
    def scene(self) -> Scene:
        """The scene as its files last were when all was right with them."""
        return self._scene

    @property
    def sliders(self) -> tuple[Slider, ...]:
        """The scene's numbers that can be changed."""
        return self._sliders

    @property
    def error(self) -> str:
        """What is wrong with the files or the frame, "" if nothing."""
        return self._file_error or self._draw_error

    @property
    def sources(self) -> Mapping[str, tuple[str, ...]]:
        """Draw → its shaders."""
        return self._stage.sources

    @property
    def behind(self) -> tuple[str, ...]:
        """The shaders of backgrounds."""
        return self._stage.behind

    def draw(self, wanted: Wanted) -> bool:
        """Draw what is wanted, unless it was the last to be; True if it was drawn."""
        if wanted == self._tried:
            return False
        self._tried = wanted
        try:
            self._draw(wanted)
        except NvrenderError as error:
            self._draw_error = str(error)
            with suppress(NvrenderError):  # what is left of it stays
                self._draw(self._good)
        else:
            self._good, self._draw_error = wanted, ""
        return True

    def load(self, path: Path, wanted: Wanted, load: Callable[[Path], Scene] = load_scene) -> bool:
        """Read the scene again: True if all is right with it; else the picture stays, with an ``error``."""
        try:
            scene = load(path)
            made = self._made(scene, wanted)
        except NvrenderError as error:
            self._file_error = str(error)
            return False
        except OSError as error:  # a file that went between two looks at it
            self._file_error = f"{error.filename or path}: {error.strerror or error}"
            return False
        self._stage.release()
        self._scene, self._sliders, self._stage = scene, sliders(scene), made
        self._good = self._tried = wanted
        self._file_error = self._draw_error = ""
        return True

    def seen(self, wanted: Wanted) -> Scene:
        """The scene from the place and with the numbers that are wanted."""
        return _seen(self._scene, wanted)

    def show(self, screen: Screen, region: Region) -> None:
        """Show it in a region of the window."""
        screen.show(self._stage.target, region)

    def read(self) -> UInt8Array:
        """(H, W, 3) uint8, top row first."""
        return self._stage.target.read()[:, :, :3]

    def release(self) -> None:
        self._stage.release()

    def _made(self, scene: Scene, wanted: Wanted) -> Stage:
        frame = min(wanted.frame, scene.animation.frames - 1)
        stage = Stage(scene, wanted.size, self._context, self._numerics)
        try:
            stage.change(_seen(scene, wanted))
            stage.draw(frame)
        except BaseException:
            stage.release()
            raise
        return stage

    def _draw(self, wanted: Wanted) -> None:
        if wanted.size != self._stage.target.size:
            self._stage.resize(wanted.size)
        self._stage.change(_seen(self._scene, wanted))
        if wanted.frame == self._stage.frame:
            self._stage.draw_again()
        else:
            self._stage.draw(wanted.frame)


def _seen(scene: Scene, wanted: Wanted) -> Scene:
    return seen_from(with_values(scene, wanted.values), wanted.place)
