"""The work of a command as tasks: done by this process, by others, by a farm, or by several runs in parts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import click
import msgspec

from nvrender.source import InputError, named
from nvrender.sources.files import read_file

T = TypeVar("T")
R = TypeVar("R")
_FORMAT = 1
_PART_SUFFIX = ".json"


@dataclass(frozen=True)
class Work(Generic[T, R]):
    """What a command has to do.

    ``do`` makes a row of a task, which depends on nothing but the task and can be done again anywhere; tasks
    and ``do`` can be pickled. ``row`` is the type of rows, written as JSON; ``name`` is the command,
    ``names`` say which tasks these are.
    """

    name: str
    tasks: Sequence[T]
    names: Sequence[str]
    do: Callable[[T], R]
    row: Any

    @property
    def digest(self) -> str:
        """Tells the work from others, so that only its own parts are merged."""
        text = "\0".join((self.name, *self.names))
        return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


class Executor(Protocol):
    """Who does tasks elsewhere, and gives their rows in order."""

    def rows(self, do: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        """What ``do`` makes of each."""
        ...


_EXECUTOR: ContextVar[Executor | None] = ContextVar("executor", default=None)


@contextmanager
def done_by(executor: Executor) -> Iterator[None]:
    """Work within the block is done by ``executor``."""
    token = _EXECUTOR.set(executor)
    try:
        yield
    finally:
        _EXECUTOR.reset(token)


@dataclass(frozen=True)
class Parts:
    """What of the work a run does: all, part ``number`` of ``count``, or nothing but join ``merged``."""

    number: int = 1
    count: int = 0
    merged: tuple[Path, ...] = ()

    @property
    def divided(self) -> bool:
        """Whether this process does not do all by itself."""
        return self != ALL or _EXECUTOR.get() is not None

    def rows(
        self,
        work: Work[T, R],
        update: Callable[[int, int], None],
        here: Callable[[Sequence[T]], Iterator[R]] | None = None,
    ) -> list[R] | None:
        """The rows of all tasks in order; None where it is a part, which goes to standard output.

        ``here`` does tasks on this machine, one after the other if absent.
        """
        if self.merged:
            return _merged(work, self.merged)
        tasks = work.tasks[self.number - 1 :: self.count] if self.count else work.tasks
        executor = _EXECUTOR.get()
        if executor is not None:
            rows = executor.rows(work.do, tasks)
        else:
            rows = here(tasks) if here is not None else map(work.do, tasks)
        found: list[R] = []
        for row in rows:
            found.append(row)
            update(len(found), len(tasks))
        if not self.count:
            return found
        part = _Part(_FORMAT, work.name, work.digest, self.number, self.count, found)
        click.echo(json.dumps(msgspec.to_builtins(part)))
        return None


#: All of the work.
ALL = Parts()


class _Part(msgspec.Struct, frozen=True):
    """What a run with ``--shard`` writes."""

    format: int
    command: str
    digest: str
    number: int
    count: int
    rows: list[Any]


def _merged(work: Work[T, R], paths: Sequence[Path]) -> list[R]:
    """The rows of all parts, each task's at its place; InputError unless they are all there, once each."""
    parts: dict[int, tuple[Path, list[R]]] = {}
    count = 0
    for path in _files(paths):
        part: _Part = _converted(path, _read(path), _Part)
        if part.format != _FORMAT or part.command != work.name:
            raise InputError(f"{named(path)}: is no part of nvrender {work.name}")
        if part.digest != work.digest:
            raise InputError(f"{named(path)}: is of other files; give the same arguments, and --merge")
        if count not in (0, part.count):
            raise InputError(f"{named(path)}: is one of {part.count} parts, others are of {count}")
        if part.number in parts:
            raise InputError(f"{named(path)}: is part {part.number} as {named(parts[part.number][0])} is")
        count = part.count
        parts[part.number] = path, [_converted(path, row, work.row) for row in part.rows]
    if missing := [number for number in range(1, count + 1) if number not in parts]:
        more = f", and {len(missing) - 1} more" if len(missing) > 1 else ""
        raise InputError(f"part {missing[0]}/{count} is missing{more}")
    found: list[R | None] = [None] * len(work.tasks)
    for number, (path, rows) in parts.items():
        if len(rows) != len(found[number - 1 :: count]):
            raise InputError(f"{named(path)}: has {len(rows)} rows, not {len(found[number - 1 :: count])}")
        found[number - 1 :: count] = rows
    return found  # type: ignore[return-value]


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = sorted(each for each in path.iterdir() if each.suffix == _PART_SUFFIX)
        if not found:
            raise InputError(f"{named(path)}: holds no parts ({_PART_SUFFIX} files)")
        yield from found


def _read(path: Path) -> Any:
    try:
        return json.loads(read_file(path).data)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{named(path)}: is no part that --shard wrote: {error}") from None


def _converted(path: Path, data: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(data, type=kind)
    except msgspec.ValidationError as error:
        raise InputError(f"{named(path)}: is no part that --shard wrote: {error}") from None
