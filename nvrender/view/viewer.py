"""The viewer: a scene in a window, until it is closed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from nvrender.gpu.context.context import joined
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.pipeline.screen import Screen
from nvrender.scene.load import load_scene
from nvrender.scene.model import Scene
from nvrender.source import InputError, NvrenderError, named
from nvrender.view import clock as clocks
from nvrender.view import look as looks
from nvrender.view.camera import Viewpoint, viewpoint
from nvrender.view.comparison import Beside
from nvrender.view.events import Event, Exposed, Key, Mouse, Wheel, action_of, help_lines, moused
from nvrender.view.fonts import Face, face_for
from nvrender.view.look import Look
from nvrender.view.overlay import room
from nvrender.view.panel import NEEDED, Panel, available, check_panel, panel_width
from nvrender.view.panel_sections import COPY, Facts
from nvrender.view.picture import Picture, Wanted
from nvrender.view.recording import check_kind
from nvrender.view.reload import Watch, looked, watch
from nvrender.view.sheets import Sheet, Sheets, sheets
from nvrender.view.taking import Taker
from nvrender.view.texts import Region, glsl_lines, panes, parameter_line, picture_area, title, within
from nvrender.view.tracing import fragment_lines, trace_lines
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
    ``playing``; ``folder`` is where pictures go, and recordings of the ``kind``; ``panel`` tells
    whether it is open; ``load`` reads scenes.
    """

    size: tuple[int, int] | None = None
    frame: int | None = None
    playing: bool = True
    numerics: str = "exact"
    folder: Path = Path()
    kind: str = "gif"
    panel: bool = False
    load: Callable[[Path], Scene] = load_scene


def view(path: Path, options: Options) -> list[Path]:
    """Show the scene until the window is closed; the files made meanwhile.

    SceneError or InputError for a scene that cannot be drawn, or not as the options say; ContextError where
    no window can be opened.
    """
    check_kind(options.kind)
    if options.panel:
        check_panel()
    seen = watch(path)
    scene = options.load(path)
    if options.frame is not None and options.frame >= scene.animation.frames:
        raise InputError(
            f"--frame {options.frame}: {named(path)} has frames 0 to {scene.animation.frames - 1}"
        )
    with opened(options.size or scene.size, scene.title) as window:
        context = joined()
        with state_guard(context):
            viewer = Viewer(window, context, seen, scene, options)
            try:
                while not window.closing:
                    viewer.turn()
            finally:
                viewer.release()
    return viewer.taker.files


class Viewer:
    """One window's picture, look and watch; ``turn`` is one turn of its loop."""

    def __init__(
        self, window: Window, context: moderngl.Context, seen: Watch, scene: Scene, options: Options
    ) -> None:
        self._window = window
        self._load = options.load
        self._context = context
        self._watch = seen
        first = (0 if options.playing else scene.animation.poster) if options.frame is None else options.frame
        clock = clocks.Clock(scene.animation.frames, scene.animation.fps, playing=options.playing)
        self._look = Look(clocks.at(clock, first), panel=options.panel)
        self._mouse = Mouse()
        self._scale = window.scale
        self._widened = 0
        if options.panel:
            self._dock()
        self._size = window.size
        self._picture = Picture(context, scene, self._wanted(), options.numerics)
        self._screen = Screen(context)
        self._sheets = Sheets(self._screen)
        self._beside = Beside()
        self._panel = Panel(self._scale)
        self.taker = Taker(options.folder, seen.scene.stem, options.kind)
        self._trace: list[str] = []
        self._shown: object = None
        self._looked = self._turned = self._noted = time.perf_counter()
        self._note = "H shows the keys, P the panel"

    def turn(self) -> None:
        """Take what has happened, draw what has changed."""
        for event in self._window.events(self._patience()):
            self._take(event)
        now = time.perf_counter()
        if not self.taker.recording:
            self._look = replace(self._look, clock=clocks.advanced(self._look.clock, now - self._turned))
        self._turned = now
        if now - self._looked >= _LOOK:
            self._looked = now
            self._watch, changed = looked(self._watch)
            if changed:
                self._reload()
        self._size = self._window.size
        if self._size != (0, 0):
            self._show()

    def release(self) -> None:
        """Keep what was recorded, and let go of everything."""
        self.taker.end()
        self._panel.release()
        self._beside.release()
        self._screen.release()
        self._picture.release()

    def _patience(self) -> float:
        """How long to wait for events."""
        now = time.perf_counter()
        return clocks.patience(
            self._look.clock,
            _LOOK - (now - self._looked),
            now - self._turned,
            shown=self._size != (0, 0),
            busy=self._panel.restless and self._look.panel,
            counts=self.taker.recording,
        )

    def _wanted(self) -> Wanted:
        look, (_, _, width, height) = self._look, self._panes()[0]
        return Wanted(look.clock.frame, (width, height), look.place, look.values)

    def _panel_width(self) -> int:
        return panel_width(self._size[0], self._scale) if self._look.panel else 0

    def _area(self) -> Region:
        """What of the window is not the panel's."""
        return picture_area(self._size, self._panel_width())

    def _panes(self) -> list[Region]:
        """Where the picture is, and where the oracle's."""
        return panes(self._area(), 2 if self._look.compare else 1)

    def _dock(self) -> None:
        """Make room for the panel that has been opened, or take it back, where the window may be larger."""
        change = panel_width(1 << 20, self._scale) if self._look.panel else -self._widened
        self._widened = change if change and self._window.widen(change) and change > 0 else 0

    def _own(self) -> Viewpoint:
        """The scene's own camera at the frame shown."""
        return viewpoint(self._picture.scene.form.camera, self._look.clock.time)

    def _take(self, event: Event) -> None:
        if self._panel.takes(event, open=self._look.panel):
            return
        self._mouse, drag = moused(self._mouse, event)
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
        animation = self._picture.scene.animation
        match action:
            case "quit":
                self._window.close()
            case "reload":
                self._watch = watch(self._watch.scene)
                self._reload()
            case "screenshot":
                self._say(self.taker.picture(self._picture.read()))
            case "record":
                self._say(self.taker.toggle(animation.fps, self._wanted().size))
            case "panel" if not available():
                self._say(NEEDED)
            case "choose next" | "choose previous" | "increase" | "decrease":
                self._look = looks.adjusted(self._look, action, self._picture.sliders)
            case "next draw" | "previous draw":
                self._look = looks.jumped(self._look, action, self._text()[0])
            case _ if action.startswith(COPY):
                self._window.copy(action.removeprefix(COPY))
                self._say("copied")
            case _:
                self._look = looks.acted(self._look, action, self._own(), animation.poster)
                if action == "panel":
                    self._dock()
                if action.startswith("page"):
                    self._look = looks.within(self._look, len(self._text()[0]))
                if action in ("trace", "trace fragment") and self._look.sheet == "trace":
                    self._trace_pointer(fragment=action == "trace fragment")

    def _trace_pointer(self, fragment: bool = False) -> None:
        wanted = self._wanted()
        (region, *_) = self._panes()
        pointer = within(region, self._size, self._mouse.x, self._mouse.y)
        try:
            seen = self._picture.seen(wanted)
            if fragment:
                self._trace = fragment_lines(seen, wanted.frame, wanted.size, pointer)
            else:
                self._trace = trace_lines(seen, wanted.frame, wanted.size, pointer, self._context)
        except NvrenderError as error:
            self._trace = str(error).splitlines()

    def _reload(self) -> None:
        if self._picture.load(self._watch.scene, self._wanted(), self._load):
            animation = self._picture.scene.animation
            clock = clocks.of_scene(self._look.clock, animation.frames, animation.fps)
            self._look = replace(self._look, clock=clock)
            self._say("the files were read again")
        self._shown = None

    def _show(self) -> None:
        """Draw what has changed, and show it."""
        wanted, look = self._wanted(), self._look
        self._picture.draw(wanted)
        beside = self._beside.status(self._picture, wanted, on=look.compare)
        lying = self._lying(beside)
        scene = self._picture.scene
        self._window.name(title(scene.title, look.clock, recording=self.taker.recording))
        shown = wanted, lying, self._beside.number, look.panel
        if shown != self._shown or (look.panel and self._panel.restless):
            self._shown = shown
            self._screen.clear(self._size, (0.0, 0.0, 0.0))
            left, *right = self._panes()
            self._picture.show(self._screen, left)
            if right:
                self._beside.lay(self._screen, right[0])
            self._sheets.lay(lying, self._area(), self._face())
            self._draw_panel()
            self._window.show()
        self._record()

    def _record(self) -> None:
        if not self.taker.recording:
            return
        clock = self._look.clock
        if clock.playing and clock.animated:
            note = self.taker.take(self._picture.read)
            self._look = replace(self._look, clock=clocks.counted(clock))
        elif self.taker.due(time.perf_counter(), clock.fps):
            note = self.taker.take(self._picture.read)
        else:
            note = ""
        if note:
            self._say(note)

    def _draw_panel(self) -> None:
        if not self._look.panel:
            return
        picture = self._picture
        facts = Facts(
            picture.scene.title,
            picture.sliders,
            picture.sources,
            tuple(self._trace),
            self.taker.recording,
            self._own(),
        )
        self._look, actions = self._panel.draw(self._look, facts, self._size, self._panel_width())
        for action in actions:
            self._act(action)

    def _text(self) -> tuple[list[str], str]:
        """The long text over the picture, empty if there is none, and the language it is in."""
        match self._look.sheet:
            case "help":
                return help_lines(room(self._area()[2:], self._face())[0]), "help"
            case "glsl":
                return glsl_lines(self._picture.sources), "glsl"
            case "trace":
                return self._trace, "nvasm" if len(self._trace) > 1 else ""
        return [], ""

    def _face(self) -> Face:
        return face_for(self._size[1], self._scale)

    def _lying(self, beside: str) -> tuple[Sheet, ...]:
        """What lies over the picture."""
        look = self._look
        lines, language = self._text()
        bottom = beside
        offered = self._picture.sliders
        if offered and look.chosen is not None:
            slider = offered[look.chosen % len(offered)]
            bottom = parameter_line(slider, look.values.get(slider.place, slider.value))
        return sheets(
            note=self._note if time.perf_counter() - self._noted < _NOTE else "",
            error=self._picture.error,
            text=tuple(lines),
            first=look.line,
            bottom=bottom,
            language=language,
        )

    def _say(self, note: str) -> None:
        self._note, self._noted = note, time.perf_counter()
