"""The panel beside the picture, where imgui-bundle is installed: what keys do, with sliders and buttons."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import groupby
from typing import Any

from nvrender.source import InputError
from nvrender.view import clock as clocks
from nvrender.view.camera import Viewpoint
from nvrender.view.events import Button, Character, Event, Focus, Key, Pointer, Wheel
from nvrender.view.look import Look
from nvrender.view.sliders import Slider
from nvrender.view.texts import stage_names

#: Frames drawn after an event, in which imgui settles.
_SETTLING = 3
_WIDTH = 340
#: Sliders in a line, and how wide each is.
_IN_LINE, _SLIDER = 4, 66
_TEXT_LINES = 18
#: glfw's keys that edit numbers, by imgui's names.
_EDITING = {
    "TAB": "tab", "LEFT": "left_arrow", "RIGHT": "right_arrow", "HOME": "home", "END": "end",
    "DELETE": "delete", "BACKSPACE": "backspace", "ENTER": "enter", "KP_ENTER": "keypad_enter",
    "ESCAPE": "escape", "LEFT_CONTROL": "mod_ctrl", "RIGHT_CONTROL": "mod_ctrl", "A": "a", "C": "c",
    "V": "v", "X": "x",
}  # fmt: skip


NEEDED = "the panel needs imgui-bundle: pip install 'nvrender[view]'"


def available() -> bool:
    """True if imgui-bundle is installed."""
    return find_spec("imgui_bundle") is not None


def check_panel() -> None:
    """InputError if imgui-bundle is not installed."""
    if not available():
        raise InputError(NEEDED)


@dataclass(frozen=True)
class Facts:
    """What the panel shows beside the look."""

    sliders: Sequence[Slider]
    sources: Mapping[str, tuple[str, ...]]
    trace: tuple[str, ...]
    recording: bool
    own: Viewpoint


class Panel:
    """Made when it is first drawn, which is only where it is ``available``."""

    def __init__(self) -> None:
        self._imgui: Any = None
        self._settling = 0
        self._drawn = 0.0
        self._source = ""

    @property
    def restless(self) -> bool:
        """True if it wants to be drawn again soon."""
        return self._settling > 0

    def takes(self, event: Event, *, open: bool) -> bool:
        """Tell it of an event; True if it is the panel's alone."""
        if self._imgui is None or not open:
            return False
        self._settling = _SETTLING
        io = self._imgui.get_io()
        match event:
            case Pointer(x, y):
                io.add_mouse_pos_event(x, y)
                return False
            case Button(number, down):
                io.add_mouse_button_event(number, down)
                return bool(io.want_capture_mouse) and down
            case Wheel(steps):
                io.add_mouse_wheel_event(0.0, steps)
                return bool(io.want_capture_mouse)
            case Focus(has):
                io.add_focus_event(has)
            case Character(text):
                io.add_input_character(ord(text))
                return bool(io.want_text_input)
            case Key(name, _, down):
                if name in _EDITING:
                    io.add_key_event(getattr(self._imgui.Key, _EDITING[name]), down)
                return bool(io.want_text_input)
        return False

    def draw(self, look: Look, facts: Facts, size: tuple[int, int]) -> tuple[Look, list[str]]:
        """Draw it over a window of ``size`` pixels: the look as it makes it, and further actions by name."""
        imgui = self._begun(size)
        imgui.set_next_window_pos((8, 8), imgui.Cond_.first_use_ever)
        imgui.set_next_window_size((_WIDTH, max(120, size[1] - 16)), imgui.Cond_.first_use_ever)
        actions: list[str] = []
        if imgui.begin("nvrender")[0]:
            look = self._time(look, actions)
            look = self._view(look, facts, actions)
            look = self._parameters(look, facts)
            self._glsl(facts)
            self._traced(facts, actions)
        imgui.end()
        imgui.render()
        imgui.backends.opengl3_render_draw_data(imgui.get_draw_data())
        self._settling = max(0, self._settling - 1)
        return look, actions

    def release(self) -> None:
        if self._imgui is not None:
            self._imgui.backends.opengl3_shutdown()
            self._imgui.destroy_context()
            self._imgui = None

    def _begun(self, size: tuple[int, int]) -> Any:
        if self._imgui is None:
            from imgui_bundle import imgui

            imgui.create_context()
            imgui.get_io().set_ini_filename("")  # it leaves no files behind
            imgui.backends.opengl3_init("#version 330")
            self._imgui, self._settling = imgui, _SETTLING
        imgui = self._imgui
        now = time.perf_counter()
        io = imgui.get_io()
        io.display_size = imgui.ImVec2(*size)
        io.delta_time = min(0.1, max(1e-4, now - self._drawn))
        self._drawn = now
        imgui.backends.opengl3_new_frame()
        imgui.new_frame()
        return imgui

    def _time(self, look: Look, actions: list[str]) -> Look:
        imgui, clock = self._imgui, look.clock
        if not clock.animated or not imgui.collapsing_header("Time", imgui.TreeNodeFlags_.default_open):
            return look
        self._button("Pause" if clock.playing else "Play", "play", actions)
        for label, action in (("<", "previous"), (">", "next"), ("slower", "slower"), ("faster", "faster")):
            imgui.same_line()
            self._button(label, action, actions)
        imgui.same_line()
        imgui.text_unformatted(f"× {clock.speed:g}")
        changed, frame = imgui.slider_int("frame", clock.frame, 0, clock.frames - 1)
        return replace(look, clock=clocks.at(clock, frame)) if changed else look

    def _view(self, look: Look, facts: Facts, actions: list[str]) -> Look:
        imgui = self._imgui
        if not imgui.collapsing_header("Picture", imgui.TreeNodeFlags_.default_open):
            return look
        self._button("Screenshot", "screenshot", actions)
        imgui.same_line()
        self._button("End recording" if facts.recording else "Record", "record", actions)
        changed, compare = imgui.checkbox("oracle beside it", look.compare)
        if changed:
            look = replace(look, compare=compare)
        place = look.place or facts.own
        for name, vector in (("eye", place.eye), ("target", place.target)):
            imgui.text_unformatted(f"{name:<7}" + " ".join(f"{part:9.4g}" for part in vector))
        if look.place is not None:
            self._button("The scene's camera", "reset camera", actions)
        return look

    def _parameters(self, look: Look, facts: Facts) -> Look:
        imgui = self._imgui
        if not facts.sliders or not imgui.collapsing_header("Parameters", imgui.TreeNodeFlags_.default_open):
            return look
        if imgui.button("All as in the file"):
            look = replace(look, values={})
        for place, offered in groupby(facts.sliders, lambda slider: (slider.place.owner, slider.owner)):
            # Draws may have equal names; what is behind ### tells them apart.
            if imgui.tree_node_ex(f"{place[1]}###{place[0]}", imgui.TreeNodeFlags_.default_open):
                for parameter, row in groupby(offered, lambda slider: slider.parameter):
                    imgui.text_unformatted(parameter)
                    look = self._row(look, tuple(row))
                imgui.tree_pop()
        return look

    def _row(self, look: Look, row: Sequence[Slider]) -> Look:
        """The components of a vector, four in a line."""
        imgui = self._imgui
        for number, slider in enumerate(row):
            if number % _IN_LINE:
                imgui.same_line()
            imgui.set_next_item_width(_SLIDER)
            value = look.values.get(slider.place, slider.value)
            least, most = min(slider.least, value), max(slider.most, value)
            label = f"##{slider.owner}{slider.place}"
            changed, value = imgui.slider_float(label, value, least, most, "%.4g")
            if changed:
                look = replace(look, values={**look.values, slider.place: value})
        return look

    def _glsl(self, facts: Facts) -> None:
        imgui = self._imgui
        if not imgui.collapsing_header("GLSL"):
            return
        shaders = {
            f"{name}: {stage}": text
            for name, texts in facts.sources.items()
            for stage, text in zip(stage_names(texts), texts, strict=True)
        }
        if self._source not in shaders:
            self._source = next(iter(shaders), "")
        if imgui.begin_combo("##shader", self._source):
            for name in shaders:
                if imgui.selectable(name, name == self._source)[0]:
                    self._source = name
            imgui.end_combo()
        self._text("##glsl", shaders.get(self._source, ""))

    def _traced(self, facts: Facts, actions: list[str]) -> None:
        imgui = self._imgui
        if not imgui.collapsing_header("Vertex"):
            return
        imgui.text_unformatted("T traces the vertex under the pointer, F the fragment.")
        if facts.trace:
            self._text("##trace", "\n".join(facts.trace))

    def _text(self, label: str, text: str) -> None:
        """A long text to scroll in and to copy from."""
        imgui = self._imgui
        height = imgui.get_text_line_height() * _TEXT_LINES
        imgui.input_text_multiline(label, text, (-1.0, height), imgui.InputTextFlags_.read_only)

    def _button(self, label: str, action: str, actions: list[str]) -> None:
        if self._imgui.button(label):
            actions.append(action)
