"""Where in a window pictures and texts go, in pixels from the lower left."""

from __future__ import annotations

#: Left, bottom, width and height.
Region = tuple[int, int, int, int]

_GAP = 4
#: The oracle draws no more pixels than this, so that its picture comes soon.
_ORACLE_PIXELS = 320 * 180


def panes(size: tuple[int, int], count: int) -> list[Region]:
    """So many equal regions side by side, each at least one pixel."""
    width, height = size
    each = max(1, (width - _GAP * (count - 1)) // count)
    return [(number * (each + _GAP), 0, each, height) for number in range(count)]


def oracle_size(pane: tuple[int, int]) -> tuple[int, int]:
    """The size of the oracle's picture for a pane of this size: its shape, and few pixels."""
    share = min(1.0, (_ORACLE_PIXELS / (pane[0] * pane[1])) ** 0.5)
    return max(1, round(pane[0] * share)), max(1, round(pane[1] * share))


def corner(size: tuple[int, int], sheet: tuple[int, int], *, bottom: bool, right: bool) -> Region:
    """A sheet in a corner of the window."""
    return (size[0] - sheet[0] if right else 0, 0 if bottom else size[1] - sheet[1], *sheet)
