"""A display nobody sees, and a hand and an eye for it: XTest presses and drags, the screen is read back."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import ImageGrab

UInt8Array = npt.NDArray[np.uint8]

SCREEN = (800, 600)
#: Seconds after which what a test waits for is taken not to happen.
PATIENCE = 60.0
_KEY_PRESS, _KEY_RELEASE, _BUTTON_PRESS, _BUTTON_RELEASE, _MOTION = 2, 3, 4, 5, 6


@contextmanager
def desktop(size: tuple[int, int] = SCREEN) -> Iterator[Desktop]:
    """A screen of its own; the test is skipped where there can be none."""
    if shutil.which("Xvfb") is None:
        pytest.skip("there is no Xvfb here; tools/setup-tests installs it on Debian")
    Xlib = pytest.importorskip("Xlib.display", reason="pip install python-xlib")
    read, write = os.pipe()
    screen = "x".join(map(str, (*size, 24)))
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-nolisten", "tcp"],
        pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    try:
        with os.fdopen(read) as answer:
            name = f":{answer.readline().strip()}"
        if name == ":":
            pytest.skip("Xvfb does not start here")
        connection = Xlib.Display(name)
        yield Desktop(name, connection)
        connection.close()
    finally:
        server.terminate()
        server.wait()


@dataclass(frozen=True)
class Desktop:
    """``name`` is for DISPLAY."""

    name: str
    connection: Any

    def grab(self) -> UInt8Array:
        """The screen, (H, W, 3)."""
        return np.asarray(ImageGrab.grab(xdisplay=self.name).convert("RGB"))

    def press(self, *keys: str) -> None:
        """Press keys, by X's names, one after the other."""
        from Xlib import XK

        for key in keys:
            code = self.connection.keysym_to_keycode(XK.string_to_keysym(key))
            assert code, f"there is no key {key}"
            self._do(_KEY_PRESS, code)
            self._do(_KEY_RELEASE, code)

    def point(self, x: int, y: int) -> None:
        """Move the pointer there."""
        self._do(_MOTION, x=x, y=y)

    def drag(self, start: tuple[int, int], end: tuple[int, int], button: int = 1) -> None:
        """Drag from one place to another, by way of the middle."""
        self.point(*start)
        self._do(_BUTTON_PRESS, button)
        self.point((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        self.point(*end)
        self._do(_BUTTON_RELEASE, button)

    def turn_wheel(self, steps: int) -> None:
        """Away from the user if positive."""
        for _ in range(abs(steps)):
            self._do(_BUTTON_PRESS, 4 if steps > 0 else 5)
            self._do(_BUTTON_RELEASE, 4 if steps > 0 else 5)

    def window(self) -> Any:
        """The one window on the screen."""
        shown = [
            window
            for window in self.connection.screen().root.query_tree().children
            if window.get_attributes().map_state == 2
        ]
        return shown[0] if shown else None

    def title(self) -> str:
        """What is written over the window, "" without one."""
        window = self.window()
        atom = self.connection.intern_atom("_NET_WM_NAME")
        found = window.get_full_property(atom, 0) if window is not None else None
        return "" if found is None else found.value.decode("utf-8")

    def resize(self, width: int, height: int) -> None:
        self.window().configure(width=width, height=height)
        self.connection.sync()

    def minimise(self, minimised: bool) -> None:
        """What a window manager would say of the window: WM_STATE is Iconic or Normal."""
        atom = self.connection.intern_atom("WM_STATE")
        self.window().change_property(atom, atom, 32, [3 if minimised else 1, 0])
        self.connection.sync()

    def close(self) -> None:
        """As the cross in a window's corner does."""
        from Xlib.protocol.event import ClientMessage

        window = self.window()
        names = "WM_PROTOCOLS", "WM_DELETE_WINDOW"
        protocols, delete = (self.connection.intern_atom(name) for name in names)
        message = ClientMessage(window=window, client_type=protocols, data=(32, [delete, 0, 0, 0, 0]))
        window.send_event(message)
        self.connection.sync()

    def _do(self, kind: int, detail: int = 0, **place: int) -> None:
        from Xlib.ext import xtest

        xtest.fake_input(self.connection, kind, detail, **place)
        self.connection.sync()
        time.sleep(0.02)  # as a hand would; the viewer takes each by itself


@dataclass
class Shown:
    """A viewer that runs, on a desktop."""

    desktop: Desktop
    process: subprocess.Popen[str]
    _output: list[str] = field(default_factory=list)

    def wait(self, what: str, happened: Callable[[], Any]) -> Any:
        """What ``happened`` gives, once it does."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if found := happened():
                return found
            assert self.process.poll() is None, f"the viewer has ended: {self.output()}"
            time.sleep(0.05)
        raise AssertionError(f"{what} does not happen; the title is {self.desktop.title()!r}")

    def wait_picture(self, what: str, happened: Callable[[UInt8Array], Any]) -> UInt8Array:
        """The screen, once it is as ``happened`` wants it."""
        found: list[UInt8Array] = []

        def looks() -> bool:
            found[:] = [self.desktop.grab()]
            return bool(happened(found[0]))

        self.wait(what, looks)
        return found[0]

    def wait_title(self, *parts: str) -> str:
        """The title, once it has all the parts."""
        return str(
            self.wait(
                f"a title with {parts}",
                lambda: (title := self.desktop.title()) and all(part in title for part in parts) and title,
            )
        )

    def wait_titles(self, count: int) -> None:
        """Until so many different titles have followed each other."""
        for _ in range(count):
            before = self.desktop.title()
            self.wait("another title", lambda before=before: self.desktop.title() != before)

    def output(self) -> str:
        """All the viewer has written, once it has ended."""
        if not self._output:
            self._output.append(self.process.communicate(timeout=PATIENCE)[0])
        return self._output[0]

    def end(self) -> int:
        """The exit status, once it has ended by itself."""
        self.output()
        return self.process.returncode


@contextmanager
def viewer(
    desktop: Desktop, *arguments: Any, cwd: Path, wait: str = "frame", start: str = "", **environment: str
) -> Iterator[Shown]:
    """``nvrender view`` with these arguments, once its title has ``wait``; ended at the end.

    ``start`` is Python to run before; ``environment`` is added to this process's.
    """
    program = ["-c", f"{start}\nfrom nvrender.cli.main import main\nmain()"] if start else ["-m", "nvrender"]
    process = subprocess.Popen(
        [sys.executable, *program, "view", *map(str, arguments)],
        env=os.environ | {"DISPLAY": desktop.name} | environment, cwd=cwd, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    shown = Shown(desktop, process)
    try:
        desktop.point(40, 300)
        if wait:
            shown.wait_title(wait)
        yield shown
    finally:
        process.terminate()
        shown.output()
