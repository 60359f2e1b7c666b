"""Screenshots and recordings of a viewer: what is being taken, and what has been."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from nvrender.source import InputError
from nvrender.view.recording import Recording, save_numbered

UInt8Array = npt.NDArray[np.uint8]


class Taker:
    """Saves into ``folder`` under ``name`` and a number; methods return what to tell the user."""

    def __init__(self, folder: Path, name: str, kind: str) -> None:
        self._folder = folder
        self._name = name
        self._kind = kind
        self._recording: Recording | None = None
        self._due = 0.0
        #: What was saved.
        self.files: list[Path] = []

    @property
    def recording(self) -> bool:
        """True while there is a recording."""
        return self._recording is not None

    def picture(self, picture: UInt8Array) -> str:
        """Save a screenshot, (H, W, 3)."""
        try:
            self.files.append(save_numbered(picture, self._folder, self._name))
        except InputError as error:
            return str(error)
        return f"saved {self.files[-1]}"

    def toggle(self, fps: float, size: tuple[int, int]) -> str:
        """Begin a recording, or end the one there is."""
        if self._recording is not None:
            return self.end()
        try:
            self._recording = Recording(self._folder, self._name, self._kind, fps, size)
        except InputError as error:
            return str(error)
        self._due = 0.0
        return f"recording {self._recording.path}, V ends it"

    def due(self, now: float, fps: float) -> bool:
        """True once every frame's time, at ``now`` seconds: for what has no frames of its own."""
        if now < self._due:
            return False
        self._due = now + 1.0 / fps
        return True

    def take(self, picture: Callable[[], UInt8Array]) -> str:
        """Add what is shown to the recording there is; "" unless that ends it."""
        if self._recording is None:
            return ""
        self._recording.add(picture())
        return self.end() if self._recording.full else ""

    def end(self) -> str:
        """End the recording, keeping what there is; "" if there is none."""
        if self._recording is None:
            return ""
        recording, self._recording = self._recording, None
        full = recording.full
        try:
            path = recording.close()
        except InputError as error:
            return str(error)
        if path is None:
            return "nothing was recorded"
        self.files.append(path)
        return f"saved {path}" + (", which is full; MP4 takes more" if full else "")
