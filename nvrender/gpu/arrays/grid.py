"""Fragments as the pixels of an image: each is a pixel, each four a quad of pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

WIDEST = 512  # quads in a row

#: Fragments behind the last whole quad → quads of them in which a neighbour that is not there equals the
#: fragment, so that the difference is 0 (docs/semantics.md), and where each fragment then is.
_REST: dict[int, tuple[list[int], list[int]]] = {
    0: ([], []),
    1: ([0, 0, 0, 0], [0]),
    2: ([0, 1, 0, 1], [0, 1]),
    3: ([0, 1, 2, 2, 0, 1, 0, 1, 0, 0, 2, 2], [0, 5, 10]),
}
#: The same where the threads of a quad must be together, though differences then are wrong.
_TOGETHER = _REST | {3: ([0, 1, 2, 2], [0, 1, 2])}


@dataclass(frozen=True)
class Grid:
    """Where ``count`` fragments lie: ``columns`` by ``rows`` quads.

    ``together``: those behind the last whole quad are in one.
    """

    count: int
    columns: int
    rows: int
    together: bool = False

    @staticmethod
    def of(count: int, *, together: bool = False) -> Grid:
        """The grid for ``count`` fragments."""
        rest = (_TOGETHER if together else _REST)[count % 4][0]
        quads = count // 4 + len(rest) // 4
        columns = min(quads, WIDEST)
        return Grid(count, columns, -(-quads // columns), together)

    @property
    def _rest(self) -> tuple[list[int], list[int]]:
        return (_TOGETHER if self.together else _REST)[self.count % 4]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return 2 * self.columns, 2 * self.rows

    @property
    def there(self) -> tuple[int, int, int]:
        """Quads in a row, fragments in whole quads, and a bit for each that is one behind them."""
        places = self._rest[1]
        return self.columns, self.count // 4 * 4, sum(1 << place for place in places)

    def pixels(self, fragments: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
        """(count, 4) words as an image (H, W, 4)."""
        whole, places = self.count // 4 * 4, self._rest[0]
        room = np.zeros((4 * self.columns * self.rows, 4), np.uint32)
        room[:whole] = fragments[:whole]
        room[whole : whole + len(places)] = fragments[whole:][places]
        quads = room.reshape(self.rows, self.columns, 2, 2, 4)
        return np.ascontiguousarray(quads.transpose(0, 2, 1, 3, 4))

    def fragments(self, image: bytes) -> npt.NDArray[np.uint32]:
        """The fragments of an image, (count, 4) words."""
        words = np.frombuffer(image, np.uint32).reshape(self.rows, 2, self.columns, 2, 4)
        found = words.transpose(0, 2, 1, 3, 4).reshape(-1, 4)
        whole, places = self.count // 4 * 4, self._rest[1]
        return np.concatenate([found[:whole], found[whole:][places]])
