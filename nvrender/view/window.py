"""A window with an OpenGL 3.3 context, and what happens to it as events."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import glfw

from nvrender.gpu.context.context import PRECISE_FILTERS, environment
from nvrender.gpu.context.current import vacated
from nvrender.source import ContextError
from nvrender.view.events import Button, Character, Event, Exposed, Focus, Key, Pointer, Wheel

_NO_WINDOW = "`nvrender render` draws without one"
_ADVICE = {
    "Linux": "over ssh take `ssh -X`, in a container pass the display on, and on a machine without one "
    f"`xvfb-run -a nvrender view` shows it to nobody; {_NO_WINDOW}",
    "Darwin": f"log in at the screen; {_NO_WINDOW}",
    "Windows": f"log in to the desktop; {_NO_WINDOW}",
}
_NAMES = {
    number: name.removeprefix("KEY_")
    for name, number in vars(glfw).items()
    if name.startswith("KEY_") and name != "KEY_LAST" and isinstance(number, int)
}


class Window:
    """One window; its context is current in the thread that opened it."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle
        self._events: list[Event] = []
        self._title = ""
        glfw.set_key_callback(handle, self._key)
        glfw.set_char_callback(handle, lambda _, code: self._events.append(Character(chr(code))))
        glfw.set_mouse_button_callback(handle, self._button)
        glfw.set_cursor_pos_callback(handle, self._pointer)
        glfw.set_scroll_callback(handle, lambda _, x, y: self._events.append(Wheel(float(y))))
        glfw.set_window_focus_callback(handle, lambda _, has: self._events.append(Focus(bool(has))))
        for setter in (
            glfw.set_window_refresh_callback, glfw.set_framebuffer_size_callback,
            glfw.set_window_iconify_callback,
        ):  # fmt: skip
            setter(handle, lambda *_: self._events.append(Exposed()))

    @property
    def size(self) -> tuple[int, int]:
        """Pixels; (0, 0) of a window that shows nothing."""
        width, height = glfw.get_framebuffer_size(self._handle)
        if glfw.get_window_attrib(self._handle, glfw.ICONIFIED) or not (width > 0 and height > 0):
            return 0, 0
        return width, height

    @property
    def scale(self) -> float:
        """How many times as dense as usual its screen is."""
        return max(1.0, float(glfw.get_window_content_scale(self._handle)[0]))

    @property
    def closing(self) -> bool:
        """True once the user has closed it."""
        return bool(glfw.window_should_close(self._handle))

    def close(self) -> None:
        """As if the user had closed it."""
        glfw.set_window_should_close(self._handle, True)

    def widen(self, pixels: int) -> bool:
        """Make it so many pixels wider, or narrower; False where the screen has no room, or the user has his.

        It moves to the left where it would leave the screen.
        """
        monitor = glfw.get_primary_monitor()
        if not monitor or glfw.get_window_attrib(self._handle, glfw.MAXIMIZED):
            return False
        width, height = glfw.get_window_size(self._handle)
        more = round(pixels * width / max(1, glfw.get_framebuffer_size(self._handle)[0]))
        left, _, room, _ = glfw.get_monitor_workarea(monitor)
        if not 1 <= width + more <= room:
            return False
        x, y = glfw.get_window_pos(self._handle)
        glfw.set_window_size(self._handle, width + more, height)
        if x + width + more > left + room:
            glfw.set_window_pos(self._handle, left + room - width - more, y)
        return True

    def copy(self, text: str) -> None:
        """Put a text into the clipboard."""
        glfw.set_clipboard_string(self._handle, text)

    def name(self, title: str) -> None:
        """Write over the window what it shows."""
        if title != self._title:
            glfw.set_window_title(self._handle, _whole(title))
            self._title = title

    def events(self, seconds: float) -> list[Event]:
        """What has happened, after waiting so long for it if nothing has."""
        if seconds > 0.0:
            glfw.wait_events_timeout(seconds)
        else:
            glfw.poll_events()
        found, self._events = self._events, []
        return found

    def show(self) -> None:
        """Show what was drawn; waits for the screen where the driver can."""
        glfw.swap_buffers(self._handle)

    def _key(self, _: Any, number: int, __: int, action: int, ___: int) -> None:
        name = _NAMES.get(number, "")
        self._events.append(Key(name, number, action != glfw.RELEASE, action == glfw.REPEAT))

    def _button(self, _: Any, number: int, action: int, modifiers: int) -> None:
        shift = bool(modifiers & glfw.MOD_SHIFT)
        self._events.append(Button(number, action == glfw.PRESS, shift))

    def _pointer(self, handle: Any, x: float, y: float) -> None:
        # Positions are in screen coordinates, of which a pixel may be a part.
        width, _ = glfw.get_window_size(handle)
        ratio = glfw.get_framebuffer_size(handle)[0] / width if width else 1.0
        self._events.append(Pointer(x * ratio, y * ratio))


@contextmanager
def opened(size: tuple[int, int], title: str) -> Iterator[Window]:
    """A window of ``size``, made smaller to fit the screen. ContextError where there can be none."""
    with _reported() as errors, environment(PRECISE_FILTERS), vacated():
        if not glfw.init():
            raise _unavailable(errors)
        try:
            for hint, value in (
                (glfw.CONTEXT_VERSION_MAJOR, 3),
                (glfw.CONTEXT_VERSION_MINOR, 3),
                (glfw.OPENGL_PROFILE, glfw.OPENGL_CORE_PROFILE),
                (glfw.OPENGL_FORWARD_COMPAT, True),
                (glfw.DEPTH_BITS, 0),
                (glfw.STENCIL_BITS, 0),
            ):
                glfw.window_hint(hint, value)
            handle = glfw.create_window(*_fitting(size), _whole(title), None, None)
            if not handle:
                raise _unavailable(errors)
            glfw.make_context_current(handle)
            glfw.swap_interval(1)
            yield Window(handle)
        finally:
            glfw.terminate()


def _whole(title: str) -> str:
    """A title as C takes it: NUL would end it."""
    return title.replace("\0", "\N{REPLACEMENT CHARACTER}")


@contextmanager
def _reported() -> Iterator[list[str]]:
    """What glfw complains about, instead of warnings."""
    errors: list[str] = []
    glfw.set_error_callback(lambda code, text: errors.append(_text(text)))
    try:
        yield errors
    finally:
        glfw.set_error_callback(None)  # type: ignore[arg-type]


def _text(text: str | bytes) -> str:
    """glfw says str and gives bytes."""
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text


def _fitting(size: tuple[int, int]) -> tuple[int, int]:
    """``size``, or as much of it as the screen's work area has room for in its shape."""
    monitor = glfw.get_primary_monitor()
    if not monitor:
        return size
    _, _, width, height = glfw.get_monitor_workarea(monitor)
    share = min(1.0, width / size[0], height / size[1]) if width and height else 1.0
    return max(1, round(size[0] * share)), max(1, round(size[1] * share))


def _unavailable(errors: list[str]) -> ContextError:
    system = platform.system()
    reason = errors[0] if errors else "glfw does not say why"
    if system == "Linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        reason = "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set"
    return ContextError(f"no window can be opened: {reason}\n{_ADVICE.get(system, _NO_WINDOW)}")
