"""The oracle's picture of what is shown, drawn by a process of its own so that the window does not wait."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gpu.pipeline.screen import Region, Screen
from nvrender.languages.load import load
from nvrender.render import frames
from nvrender.scene.forms.scene import SceneForm
from nvrender.scene.model import Scene
from nvrender.scene.textures.facts import texture_facts
from nvrender.source import NvrenderError
from nvrender.view.picture import Picture, Wanted
from nvrender.view.texts import oracle_size

UInt8Array = npt.NDArray[np.uint8]
_EMPTY = np.full((1, 1, 4), 40, np.uint8)
#: Seconds between two parts of a picture.
_PART = 0.25


@dataclass(frozen=True)
class Answer:
    """The picture, (H, W, 4), of what was asked for under ``key``, or what is wrong.

    One that is not ``whole`` is what has been drawn of it so far.
    """

    key: object
    picture: UInt8Array | None
    error: str = ""
    whole: bool = True


class Oracle:
    """Draws one picture at a time; of what is asked for meanwhile only the last is drawn."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection | None = None
        self._asked: object = None
        self._busy: object = None
        self._next: tuple[object, Scene, tuple[int, int], int] | None = None

    def ask(self, key: object, scene: Scene, size: tuple[int, int], frame: int) -> None:
        """Ask for a picture, unless it is the one asked for last."""
        if key == self._asked:
            return
        self._asked = key
        self._next = key, scene, size, frame
        self._send()

    def answer(self) -> Answer | None:
        """What has been drawn since the last call, if anything."""
        if self._connection is None or self._busy is None:
            return None
        try:
            if not self._connection.poll():
                return None
            while True:  # of parts the last is enough
                picture, error, whole = self._connection.recv()
                if whole or not self._connection.poll():
                    break
        except (EOFError, OSError):
            # What it ended with is not asked for again.
            asked = self._asked
            self.release()
            self._asked = asked
            return Answer(asked, None, "the process that draws with the oracle has ended")
        key = self._busy
        if whole:
            self._busy = None
            self._send()
        return Answer(key, picture, error, whole)

    def release(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None and self._connection is not None:
            self._connection.close()
            self._process.terminate()
            self._process.join()
        self._process = self._connection = self._busy = self._asked = self._next = None

    def _send(self) -> None:
        if self._next is None or self._busy is not None:
            return
        if self._connection is None:
            # A fork would take the window's context with it.
            method = multiprocessing.get_context("spawn")
            self._connection, other = method.Pipe()
            self._process = method.Process(target=_draw, args=(other,), daemon=True)
            self._process.start()
            other.close()
        self._busy, scene, size, frame = self._next
        self._next = None
        with suppress(OSError):  # of a process that has ended, which the answer tells
            self._connection.send((_packed(scene), size, frame))


def _packed(scene: Scene) -> tuple[Any, ...]:
    """What another process makes the scene of: programs travel as their texts."""
    texts = {path: (program.source.data, program.source.name) for path, program in scene.programs.items()}
    return scene.form, scene.directory, scene.name, texts


def _unpacked(form: SceneForm, directory: Path, name: str, texts: dict[str, tuple[bytes, str]]) -> Scene:
    programs = {path: load(data, name=own) for path, (data, own) in texts.items()}
    return Scene(form, directory, name, programs, texture_facts(form, directory))


def _draw(connection: Connection) -> None:
    """What the process does: draw what it is sent until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the viewer, which ends this
    while True:
        try:
            packed, size, frame = connection.recv()
        except (EOFError, OSError):
            return
        answer: tuple[UInt8Array | None, str, bool]
        try:
            drawn = frames(
                _unpacked(*packed), size, [frame], backend="oracle", progress=_Parts(connection).tell
            )
            answer = next(drawn), "", True
        except NvrenderError as error:
            answer = None, str(error), True
        except MemoryError:
            answer = None, "not enough memory for the oracle's picture", True
        try:
            connection.send(answer)
        except OSError:
            return


class _Parts:
    """Sends what is there of a picture, not more often than it is worth."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._due = time.monotonic() + _PART

    def tell(self, picture: Callable[[], UInt8Array]) -> None:
        """There is more of it."""
        if time.monotonic() < self._due:
            return
        with suppress(OSError):  # of a viewer that has gone, which the next request tells
            self._connection.send((picture(), "", False))
        self._due = time.monotonic() + _PART


class Beside:
    """Asks for what is shown, and shows the last picture that came."""

    def __init__(self) -> None:
        self._oracle = Oracle()
        self._picture: UInt8Array = _EMPTY
        self._error = ""
        self._came: object = None
        #: Which picture it shows, counted.
        self.number = 0

    def status(self, picture: Picture, wanted: Wanted, *, on: bool) -> str:
        """Ask for what is wanted, take what has come; a line that says what is beside, "" if nothing is."""
        if not on:
            return ""
        size = oracle_size(wanted.size)
        key = id(picture.scene), wanted
        self._oracle.ask(key, picture.seen(wanted), size, wanted.frame)
        answer = self._oracle.answer()
        if answer is not None:
            self._came, self._error = answer.key if answer.whole else None, answer.error
            self.number += 1
            if answer.picture is not None:
                self._picture = answer.picture
        if self._error:
            return f"oracle: {self._error.splitlines()[0]}"
        state = "" if self._came == key else ", which draws …"
        return f"left: GPU, {wanted.size[0]} × {wanted.size[1]}; right: oracle, {size[0]} × {size[1]}{state}"

    def lay(self, screen: Screen, region: Region) -> None:
        """Show the last picture in a region."""
        screen.lay("oracle", region, self._picture)

    def release(self) -> None:
        self._oracle.release()
