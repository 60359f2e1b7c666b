"""The panel beside the picture, where imgui-bundle is installed: what keys do, with sliders and buttons."""

from __future__ import annotations

import time
from importlib.util import find_spec
from typing import Any

from nvrender.source import InputError
from nvrender.view.events import Button, Character, Event, Focus, Key, Pointer, Wheel
from nvrender.view.fonts import monospaced, panel_fonts
from nvrender.view.look import Look
from nvrender.view.panel_sections import Facts, Fonts, Sections

#: Frames drawn after an event, and at most: of several that came at once imgui takes one a frame.
_SETTLING, _LONGEST = 3, 30
#: Pixels on a screen of usual density.
_WIDTH = 400
_LABELS, _CODE = 16, 14
#: glfw's keys that edit numbers, by imgui's names.
_EDITING = {
    "TAB": "tab", "LEFT": "left_arrow", "RIGHT": "right_arrow", "HOME": "home", "END": "end",
    "DELETE": "delete", "BACKSPACE": "backspace", "ENTER": "enter", "KP_ENTER": "keypad_enter",
    "ESCAPE": "escape", "LEFT_CONTROL": "mod_ctrl", "RIGHT_CONTROL": "mod_ctrl", "A": "a", "C": "c",
    "V": "v", "X": "x",
}  # fmt: skip


NEEDED = "the panel needs imgui-bundle: pip install 'nvrender[view]', with Python 3.11 or later"


def available() -> bool:
    """True if imgui-bundle is installed."""
    return find_spec("imgui_bundle") is not None


def check_panel() -> None:
    """InputError if imgui-bundle is not installed."""
    if not available():
        raise InputError(NEEDED)


def panel_width(width: int, scale: float) -> int:
    """Pixels of the panel in a window so wide, on a screen of so many times the usual density."""
    return min(round(_WIDTH * scale), width // 2)


class Panel:
    """Made when it is first drawn, which is only where it is ``available``."""

    def __init__(self, scale: float = 1.0) -> None:
        self._imgui: Any = None
        self._scale = scale
        self._sections: Sections | None = None
        self._settling = 0
        self._drawn = 0.0
        #: Where it begins, in pixels from the left, and whether the pointer is over it.
        self._left = 0
        self._over = False

    @property
    def restless(self) -> bool:
        """True if it wants to be drawn again soon."""
        return self._settling > 0

    def takes(self, event: Event, *, open: bool) -> bool:
        """Tell it of an event; True if it is the panel's alone."""
        if self._imgui is None or not open:
            return False
        self._settling = min(self._settling + _SETTLING, _LONGEST)
        io = self._imgui.get_io()
        match event:
            case Pointer(x, y):
                io.add_mouse_pos_event(x, y)
                self._over = x >= self._left
                return False
            case Button(number, down):
                io.add_mouse_button_event(number, down)
                # imgui knows of lists and pickers that reach over the picture, once they were drawn.
                return down and (self._over or bool(io.want_capture_mouse))
            case Wheel(steps):
                io.add_mouse_wheel_event(0.0, steps)
                return self._over or bool(io.want_capture_mouse)
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

    def draw(self, look: Look, facts: Facts, size: tuple[int, int], width: int) -> tuple[Look, list[str]]:
        """Draw it over the right ``width`` of a window of ``size`` pixels.

        The look as it makes it, and further actions by name; "copy TEXT" is for the clipboard.
        """
        sections = self._begun(size)
        imgui = self._imgui
        self._left = size[0] - width
        imgui.set_next_window_pos((self._left, 0))
        imgui.set_next_window_size((width, size[1]))
        flags = imgui.WindowFlags_
        fixed = flags.no_title_bar | flags.no_resize | flags.no_move | flags.no_collapse
        actions: list[str] = []
        if imgui.begin("nvrender", None, fixed)[0]:
            look = sections.draw(look, facts, actions)
        imgui.end()
        imgui.render()
        imgui.backends.opengl3_render_draw_data(imgui.get_draw_data())
        self._settling = max(0, self._settling - 1)
        return look, actions

    def release(self) -> None:
        if self._imgui is not None:
            self._imgui.backends.opengl3_shutdown()
            self._imgui.destroy_context()
            self._imgui = self._sections = None

    def _begun(self, size: tuple[int, int]) -> Sections:
        if self._sections is None:
            from imgui_bundle import imgui

            imgui.create_context()
            imgui.get_io().set_ini_filename("")  # it leaves no files behind
            imgui.backends.opengl3_init("#version 330")
            _style(imgui, self._scale)
            self._imgui, self._settling = imgui, _SETTLING
            self._sections = Sections(imgui, _fonts(imgui, self._scale), self._scale)
        imgui = self._imgui
        now = time.perf_counter()
        io = imgui.get_io()
        io.display_size = imgui.ImVec2(*size)
        io.delta_time = min(0.1, max(1e-4, now - self._drawn))
        self._drawn = now
        imgui.backends.opengl3_new_frame()
        imgui.new_frame()
        return self._sections


def _fonts(imgui: Any, scale: float) -> Fonts:
    """Antialiased ones where there are any, or else imgui's own."""
    fonts = imgui.get_io().fonts
    labels = [str(path) for path in panel_fonts("Roboto-Regular.ttf")]
    code = monospaced()
    first = fonts.add_font_from_file_ttf(labels[0], _LABELS * scale) if labels else fonts.add_font_default()
    return Fonts(first, fonts.add_font_from_file_ttf(code, _CODE * scale) if code else first, _CODE * scale)


def _style(imgui: Any, scale: float) -> None:
    """Dark and flat, as what lies over the picture is."""
    imgui.style_colors_dark()
    style, colors = imgui.get_style(), imgui.Col_
    style.window_rounding, style.window_border_size = 0.0, 0.0
    style.frame_rounding = style.grab_rounding = style.child_rounding = style.popup_rounding = 4.0
    style.window_padding = imgui.ImVec2(14, 12)
    style.frame_padding = imgui.ImVec2(8, 4)
    style.item_spacing = imgui.ImVec2(8, 7)
    style.scrollbar_size = 12.0
    style.scale_all_sizes(scale)
    for name, color in {
        "text": (0.89, 0.91, 0.94, 1.0), "text_disabled": (0.60, 0.64, 0.70, 1.0),
        "window_bg": (0.09, 0.10, 0.12, 1.0), "child_bg": (0.06, 0.07, 0.09, 1.0),
        "popup_bg": (0.10, 0.11, 0.14, 1.0), "border": (0.22, 0.24, 0.28, 1.0),
        "frame_bg": (0.16, 0.18, 0.21, 1.0), "frame_bg_hovered": (0.20, 0.23, 0.28, 1.0),
        "frame_bg_active": (0.22, 0.27, 0.35, 1.0),
        "button": (0.18, 0.21, 0.26, 1.0), "button_hovered": (0.23, 0.30, 0.40, 1.0),
        "button_active": (0.24, 0.38, 0.56, 1.0),
        "header": (0.13, 0.15, 0.18, 1.0), "header_hovered": (0.18, 0.22, 0.28, 1.0),
        "header_active": (0.20, 0.27, 0.36, 1.0),
        "slider_grab": (0.31, 0.55, 0.84, 1.0), "slider_grab_active": (0.49, 0.72, 0.96, 1.0),
        "check_mark": (0.49, 0.72, 0.96, 1.0), "separator": (0.20, 0.22, 0.26, 1.0),
    }.items():  # fmt: skip
        style.set_color_(getattr(colors, name), imgui.ImVec4(*color))
