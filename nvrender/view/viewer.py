"""The viewer: a scene in a window, until it is closed."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from nvrender.gpu.context import joined
from nvrender.gpu.hold import held
from nvrender.gpu.screen import Screen
from nvrender.scene.load import load_scene
from nvrender.scene.model import Scene
from nvrender.source import InputError
from nvrender.view import clock as clocks
from nvrender.view import look as looks
from nvrender.view.camera import Viewpoint, viewpoint
from nvrender.view.events import Event, Exposed, Key, Mouse, Wheel, moused
from nvrender.view.keys import action_of, help_lines
from nvrender.view.layout import panes
from nvrender.view.look import Look
from nvrender.view.picture import Picture, Wanted
from nvrender.view.reload import Watch, looked, watch
from nvrender.view.saving import save_picture
from nvrender.view.sheets import Sheet, Sheets, sheets
from nvrender.view.texts import glsl_lines, title
from nvrender.view.window import Window, opened

if TYPE_CHECKING:
    import moderngl

#: Seconds between two looks at the files, which is the longest wait for events.
_LOOK = 0.1
#: Seconds that a note is shown.
_NOTE = 4.0


@dataclass(frozen=True)
class Options:
    """What a user asks for.

    ``size`` in pixels, None for the scene's; the first ``frame``, None for the poster frame if not
    ``playing``; ``folder`` is where pictures and recordings go.
    """

    size: tuple[int, int] | None = None
    frame: int | None = None
    playing: bool = True
    numerics: str = "exact"
    folder: Path = Path()


def view(path: Path, options: Options) -> list[Path]:
    """Show the scene until the window is closed; the files made meanwhile.

    SceneError or InputError for a scene that cannot be drawn, ContextError where no window can be opened.
    """
    seen = watch(path)
    scene = load_scene(path)
    with opened(options.size or scene.size, scene.title) as window:
        context = joined()
        with held(context):
            viewer = Viewer(window, context, seen, scene, options)
            try:
                while not window.closing:
                    viewer.turn()
            finally:
                viewer.release()
    return viewer.files


class Viewer:
    """One window's picture, look and watch; ``turn`` is one turn of its loop."""

    def __init__(
        self, window: Window, context: moderngl.Context, seen: Watch, scene: Scene, options: Options
    ) -> None:
        self._window = window
        self._options = options
        self._watch = seen
        first = (0 if options.playing else scene.animation.poster) if options.frame is None else options.frame
        clock = clocks.Clock(scene.animation.frames, scene.animation.fps, playing=options.playing)
        self._look = Look(clocks.at(clock, first))
        self._mouse = Mouse()
        self._size = window.size
        self._picture = Picture(context, scene, self._wanted(), options.numerics)
        self._screen = Screen(context)
        self._note, self._noted = "H shows the keys", time.perf_counter()
        self._sheets = Sheets(self._screen)
        self._shown: object = None
        #: What was saved.
        self.files: list[Path] = []
        self._looked = self._turned = time.perf_counter()

    def turn(self) -> None:
        """Take what has happened, draw what has changed."""
        for event in self._window.events(self._patience()):
            self._take(event)
        now = time.perf_counter()
        self._look = replace(self._look, clock=clocks.advanced(self._look.clock, now - self._turned))
        self._turned = now
        if now - self._looked >= _LOOK:
            self._looked = now
            self._watch, changed = looked(self._watch)
            if changed:
                self._reload()
        self._show()

    def release(self) -> None:
        self._screen.release()
        self._picture.release()

    def _patience(self) -> float:
        """How long to wait for events."""
        left = _LOOK - (time.perf_counter() - self._looked)
        following = clocks.until_next(self._look.clock)
        if following is not None:
            left = min(left, following - (time.perf_counter() - self._turned))
        return max(0.0, left)

    def _wanted(self) -> Wanted:
        look, (width, height) = self._look, self._size
        return Wanted(look.clock.frame, (max(1, width), max(1, height)), look.place, look.values)

    def _own(self) -> Viewpoint:
        """The scene's own camera at the frame shown."""
        return viewpoint(self._picture.scene.form.camera, self._look.clock.time)

    def _take(self, event: Event) -> None:
        before, self._mouse = self._mouse, moused(self._mouse, event)[0]
        drag = moused(before, event)[1]
        if drag is not None and self._size[1]:
            right, up = (part / self._size[1] for part in drag)
            self._look = looks.dragged(self._look, self._own(), right, up, pans=self._mouse.pans)
        elif isinstance(event, Wheel):
            self._look = looks.wheeled(self._look, self._own(), event.steps)
        elif isinstance(event, Key) and event.down:
            action = action_of(event.name, repeated=event.repeated)
            if action is not None:
                self._act(action)
        elif isinstance(event, Exposed):
            self._shown = None

    def _act(self, action: str) -> None:
        match action:
            case "quit":
                self._window.close()
            case "reload":
                self._watch = watch(self._watch.scene)
                self._reload()
            case "screenshot":
                self._save()
            case _:
                poster = self._picture.scene.animation.poster
                self._look = looks.acted(self._look, action, self._own(), poster)

    def _reload(self) -> None:
        if self._picture.load(self._watch.scene, self._wanted()):
            animation = self._picture.scene.animation
            clock = clocks.of_scene(self._look.clock, animation.frames, animation.fps)
            self._look = replace(self._look, clock=clock)
            self._say("the files were read again")
        self._shown = None

    def _show(self) -> None:
        self._size = size = self._window.size
        if size == (0, 0):
            return
        self._picture.draw(self._wanted())
        texts = self._texts()
        shown = (self._wanted(), texts)
        self._window.name(title(self._picture.scene.title, self._look.clock, recording=False, rate=None))
        if shown == self._shown:
            return
        self._shown = shown
        self._screen.clear(size, (0.0, 0.0, 0.0))
        (region,) = panes(size, 1)
        self._picture.show(self._screen, region)
        self._sheets.lay(texts, size)
        self._window.show()

    def _texts(self) -> tuple[Sheet, ...]:
        """What lies over the picture."""
        look = self._look
        lines: list[str] = []
        if look.sheet == "help":
            lines = help_lines()
        elif look.sheet == "glsl":
            lines = glsl_lines(self._picture.sources)
        note = self._note if time.perf_counter() - self._noted < _NOTE else ""
        return sheets(note=note, error=self._picture.error, text=tuple(lines), first=look.line, bottom="")

    def _say(self, note: str) -> None:
        self._note, self._noted = note, time.perf_counter()

    def _save(self) -> None:
        try:
            saved = save_picture(self._picture.read(), self._options.folder, self._watch.scene.stem)
        except InputError as error:
            self._say(str(error))
        else:
            self.files.append(saved)
            self._say(f"saved {saved}")
