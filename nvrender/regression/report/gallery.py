"""Every scene of a folder drawn by the GPU and compared with the oracle, each in a process of its own."""

from __future__ import annotations

import io
import multiprocessing
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nvrender.regression.comparison.tolerance import SHARE, TIME_LIMIT
from nvrender.regression.report.model import Entry, ProgramText
from nvrender.source import ContextError, InputError, NvrenderError, named

if TYPE_CHECKING:
    from nvrender.scene.model import Scene

#: Frames of an animation on a card, and the most pixels of their sides.
MOVING = 24
MOVING_SIZE = 320
#: Pixels of the pictures compared, as ``nvrender diff`` compares them.
COMPARED = (256, 256)
THUMBNAIL = (640, 640)


@dataclass(frozen=True)
class Job:
    """A scene to draw; ``size`` is (width, height), None for the scene's own.

    Back end "oracle" draws on the CPU, and compares nothing. After ``time_limit`` seconds it is given up.
    ``still`` leaves out the animation, as does the oracle.
    """

    path: Path
    size: tuple[int, int] | None = None
    backend: str = "gpu"
    time_limit: float = TIME_LIMIT
    still: bool = False


@dataclass(frozen=True)
class Card:
    """What came of a Job: an ``error``, or the ``picture`` as PNG and a ``thumbnail`` as JPEG.

    ``size`` and ``thumbnail_size`` are their pixels, ``animation`` is WebP, b"" where nothing moves.
    ``source`` is the scene's file. ``entry`` compares GPU and oracle; its picture is of size COMPARED, and
    it holds the programs, which are else in ``texts``.
    """

    file: str
    title: str = ""
    description: str = ""
    source: str = ""
    error: str = ""
    picture: bytes = b""
    size: tuple[int, int] = (0, 0)
    thumbnail: bytes = b""
    thumbnail_size: tuple[int, int] = (0, 0)
    frames: int = 0
    programs: int = 0
    animation: bytes = b""
    entry: Entry | None = None
    texts: tuple[ProgramText, ...] = ()


def scenes_of(folder: Path) -> list[Path]:
    """The .toml files of a folder, sorted by name; InputError where there are none."""
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix == ".toml")
    except NotADirectoryError:
        raise InputError(f"{named(folder)}: is a file; name a folder of scenes") from None
    except (OSError, ValueError) as error:
        raise InputError(
            f"{named(folder)}: cannot be read: {getattr(error, 'strerror', None) or error}"
        ) from None
    if not found:
        raise InputError(f"{named(folder)}: has no scenes; their names end in .toml")
    return found


def draw(job: Job) -> Card:
    """Draw one scene and compare it, in this process; what is wrong with it becomes the card's ``error``."""
    card = Card(job.path.name)
    try:
        return _drawn(job, card)
    except ContextError:
        raise
    except NvrenderError as error:
        return replace(card, error=str(error))
    except MemoryError:
        return replace(card, error="not enough memory to draw it")
    except OSError as error:
        return replace(card, error=f"{named(error.filename or job.path)}: {error.strerror or error}")


def draw_all(jobs: Sequence[Job], processes: int, update: Callable[[int, int], None]) -> list[Card]:
    """The cards of all jobs in order, at most ``processes`` drawn at a time.

    A process that dies, of its driver for one, or is not done in time costs its own scene only.
    ContextError where there is no OpenGL.
    """
    running: set[Any] = set()
    cards: list[Card | None] = [None] * len(jobs)
    threads = ThreadPoolExecutor(processes)
    try:
        places = {threads.submit(_isolated, job, running): place for place, job in enumerate(jobs)}
        for done, future in enumerate(as_completed(places), 1):
            cards[places[future]] = future.result()
            update(done, len(jobs))
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
        for process in list(running):
            process.terminate()
        threads.shutdown()
    return [card for card in cards if card is not None]


def draw_isolated(job: Job) -> Card:
    """The card of a job, drawn in a process of its own."""
    return _isolated(job, set())


def _isolated(job: Job, running: set[Any]) -> Card:
    context = multiprocessing.get_context("spawn")  # drivers do not survive a fork
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(job, sender), daemon=True)
    if hasattr(signal, "pthread_sigmask"):  # of this thread, and of the process from its first moment
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    process.start()
    running.add(process)
    sender.close()
    try:
        if not receiver.poll(job.time_limit):
            process.kill()
            return Card(
                job.path.name, error=f"it took more than {job.time_limit:g} s; --time-limit allows more"
            )
        answer = receiver.recv()
    except (EOFError, OSError):
        process.join()
        return Card(job.path.name, error=f"the process that drew it {_ending(process.exitcode)}")
    finally:
        process.join()
        running.discard(process)
        receiver.close()
    if isinstance(answer, NvrenderError):
        raise answer
    card: Card = answer
    return card


def _ending(code: int | None) -> str:
    if code is not None and code < 0:
        try:
            return f"was ended by {signal.Signals(-code).name}"
        except ValueError:
            return f"was ended by signal {-code}"
    return f"ended with exit status {code}"


def _work(job: Job, sender: Connection) -> None:
    """What the other process does. Ctrl-C is the first process's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        answer: Card | ContextError = draw(job)
    except ContextError as error:
        answer = error
    sender.send(answer)
    sender.close()


def _drawn(job: Job, card: Card) -> Card:
    from PIL import Image

    from nvrender.regression.report.parts import program_text
    from nvrender.render import programs_of, render
    from nvrender.scene.load import load_scene

    scene = load_scene(job.path)
    programs = programs_of(scene)
    card = replace(
        card,
        title=scene.title,
        description=scene.form.description,
        source=job.path.read_text(encoding="utf-8", errors="replace"),
        frames=scene.animation.frames,
        programs=len(programs),
    )
    image = Image.fromarray(render(scene, job.size, backend=job.backend)[:, :, :3])
    small = image.copy()
    small.thumbnail(THUMBNAIL, Image.Resampling.LANCZOS)
    card = replace(
        card,
        picture=_encoded(image, "PNG"),
        size=image.size,
        thumbnail=_encoded(small, "JPEG", quality=88),
        thumbnail_size=small.size,
    )
    if job.backend == "oracle":
        return replace(card, texts=tuple(map(program_text, programs)))
    if not job.still and scene.animation.frames > 1:
        card = replace(card, animation=_animation(scene, image.size))
    from nvrender.regression.comparison.frame_pairs import frame_pair
    from nvrender.regression.comparison.pictures import compare_pictures
    from nvrender.regression.report.diff import picture_entry

    drawn = frame_pair(scene, COMPARED)
    pair, info = (drawn.gpu, drawn.oracle), drawn.info
    entry = picture_entry(
        job.path.name,
        pair,
        ("GPU", "oracle"),
        compare_pictures(*pair, flip=True),
        SHARE,
        programs=programs,
        notes=drawn.notes,
        renderer=info["GL_RENDERER"],
        version=info["GL_VERSION"],
        baseline_renderer="nvrender's oracle",
    )
    return replace(card, entry=entry)


def _animation(scene: Scene, size: tuple[int, int]) -> bytes:
    """Some frames, evenly through the scene's animation and at its pace."""
    from nvrender.picture_files import encode_webp
    from nvrender.render import frames

    scale = min(1.0, MOVING_SIZE / max(size))
    width, height = (max(1, round(pixels * scale)) for pixels in size)
    whole = scene.animation.frames
    count = min(whole, MOVING)
    drawn = frames(scene, (width, height), [number * whole // count for number in range(count)])
    stream = io.BytesIO()
    encode_webp((pixels[:, :, :3] for pixels in drawn), stream, scene.animation.fps * count / whole)
    return stream.getvalue()


def _encoded(image: Any, form: str, **options: Any) -> bytes:
    stream = io.BytesIO()
    image.save(stream, format=form, **options)
    return stream.getvalue()
