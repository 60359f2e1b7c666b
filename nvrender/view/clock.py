"""A viewer's clock: which frame is shown, by how much time has passed and what was pressed."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

SPEEDS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
#: A longer wait than this, of a suspended machine or a dragged window, is not caught up with.
_LONGEST = 0.25


@dataclass(frozen=True)
class Clock:
    """``place`` is the frame, with what has passed of it; ``frames`` of ``fps`` a second repeat."""

    frames: int
    fps: float
    place: float = 0.0
    playing: bool = True
    speed: float = 1.0

    @property
    def frame(self) -> int:
        """The frame shown."""
        return min(int(self.place), self.frames - 1)

    @property
    def time(self) -> float:
        """Seconds of the scene's time at the frame shown."""
        return self.frame / self.fps

    @property
    def animated(self) -> bool:
        """True if there is more than one frame."""
        return self.frames > 1


def advanced(clock: Clock, seconds: float) -> Clock:
    """The clock after ``seconds``."""
    if not (clock.playing and clock.animated):
        return clock
    passed = min(max(seconds, 0.0), _LONGEST) * clock.speed * clock.fps
    return replace(clock, place=math.fmod(clock.place + passed, clock.frames))


def stepped(clock: Clock, frames: int) -> Clock:
    """Some whole frames on or back, and paused."""
    return replace(clock, place=float((clock.frame + frames) % clock.frames), playing=False)


def counted(clock: Clock) -> Clock:
    """One frame on, playing or not: what a recording takes, however long a frame takes to draw."""
    return replace(clock, place=float((clock.frame + 1) % clock.frames))


def at(clock: Clock, frame: int) -> Clock:
    """The clock at a frame."""
    return replace(clock, place=float(min(max(frame, 0), clock.frames - 1)))


def toggled(clock: Clock) -> Clock:
    """Paused if playing, playing if paused."""
    return replace(clock, playing=not clock.playing, place=float(clock.frame))


def faster(clock: Clock, steps: int) -> Clock:
    """The speed so many steps up or down the list of speeds."""
    index = min(max(SPEEDS.index(clock.speed) + steps, 0), len(SPEEDS) - 1)
    return replace(clock, speed=SPEEDS[index])


def until_next(clock: Clock) -> float | None:
    """Seconds until another frame is shown; None if none is by itself."""
    if not (clock.playing and clock.animated):
        return None
    return (clock.frame + 1 - clock.place) / (clock.speed * clock.fps)


def patience(clock: Clock, longest: float, since: float, *, shown: bool, busy: bool, counts: bool) -> float:
    """Seconds to wait for events, at most ``longest``, where the clock was advanced ``since`` seconds ago.

    None at all where something is ``busy``, or a recording ``counts`` frames; but a window that is not
    ``shown`` has no hurry.
    """
    if not shown:
        return max(0.0, longest)
    following = until_next(clock)
    if busy or (counts and following is not None):
        return 0.0
    return max(0.0, longest if following is None else min(longest, following - since))


def of_scene(clock: Clock, frames: int, fps: float) -> Clock:
    """The clock for a scene that was changed: at the same frame, where it has one."""
    return replace(clock, frames=frames, fps=fps, place=min(clock.place, frames - 1.0))
