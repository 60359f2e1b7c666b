"""The oracle's picture beside the GPU's."""

from __future__ import annotations

import numpy as np

from nvrender.gpu.pipeline.screen import Region, Screen
from nvrender.view.comparison import Oracle, UInt8Array
from nvrender.view.layout import oracle_size
from nvrender.view.picture import Picture, Wanted

_EMPTY = np.full((1, 1, 4), 40, np.uint8)


class Beside:
    """Asks for what is shown, and shows the last picture that came."""

    def __init__(self) -> None:
        self._oracle = Oracle()
        self._picture: UInt8Array = _EMPTY
        self._error = ""
        self._came: object = None
        #: Which picture it shows, counted.
        self.number = 0

    def status(self, picture: Picture, wanted: Wanted, *, on: bool) -> str:
        """Ask for what is wanted, take what has come; a line that says what is beside, "" if nothing is."""
        if not on:
            return ""
        size = oracle_size(wanted.size)
        key = id(picture.scene), wanted
        self._oracle.ask(key, picture.seen(wanted), size, wanted.frame)
        answer = self._oracle.answer()
        if answer is not None:
            self._came, self._error = answer.key, answer.error
            self.number += 1
            if answer.picture is not None:
                self._picture = answer.picture
        if self._error:
            return f"oracle: {self._error.splitlines()[0]}"
        state = "" if self._came == key else ", which draws …"
        return f"left: GPU, {wanted.size[0]} × {wanted.size[1]}; right: oracle, {size[0]} × {size[1]}{state}"

    def lay(self, screen: Screen, region: Region) -> None:
        """Show the last picture in a region."""
        screen.lay("oracle", region, self._picture)

    def release(self) -> None:
        self._oracle.release()
