"""Where in a window pictures and texts go, in pixels from the lower left."""

from __future__ import annotations

#: Left, bottom, width and height.
Region = tuple[int, int, int, int]

_GAP = 4
#: The oracle draws no more pixels than this, so that its picture comes soon.
_ORACLE_PIXELS = 320 * 180


def panes(size: tuple[int, int], count: int) -> list[Region]:
    """So many equal regions side by side, of the window's shape, each at least one pixel."""
    width, height = size
    each = max(1, (width - _GAP * (count - 1)) // count)
    tall = max(1, height * each // max(1, width))
    return [(number * (each + _GAP), (height - tall) // 2, each, tall) for number in range(count)]


def within(region: Region, size: tuple[int, int], x: float, y: float) -> tuple[float, float]:
    """A place in a window of ``size`` as one in a region; both in pixels from the upper left."""
    return x - region[0], y - (size[1] - region[1] - region[3])


def oracle_size(pane: tuple[int, int]) -> tuple[int, int]:
    """The size of the oracle's picture for a pane of this size: its shape, and few pixels."""
    share = min(1.0, (_ORACLE_PIXELS / (pane[0] * pane[1])) ** 0.5)
    return max(1, round(pane[0] * share)), max(1, round(pane[1] * share))


def corner(size: tuple[int, int], sheet: tuple[int, int], *, bottom: bool, right: bool) -> Region:
    """A sheet in a corner of the window."""
    return (size[0] - sheet[0] if right else 0, 0 if bottom else size[1] - sheet[1], *sheet)
