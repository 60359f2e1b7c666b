"""Tasks on a Dask cluster, this machine's own or one that is running."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, TypeVar

from nvrender.source import InputError, NvrenderError

T = TypeVar("T")
R = TypeVar("R")
#: Tasks that a worker is handed at a time.
_BATCH = 8
#: Seconds in which a scheduler answers.
_PATIENCE = 20
_ADVICE = "the farm needs Dask: pip install 'nvrender[farm]'; without it, --shard and --merge divide work"


@dataclass(frozen=True)
class Farm:
    """A cluster. What a lost worker was doing is done again by another, three times at most."""

    client: Any

    @property
    def dashboard(self) -> str:
        """Where its progress is shown; "" where bokeh, which shows it, is not installed here."""
        return str(self.client.dashboard_link or "") if find_spec("bokeh") else ""

    def rows(self, do: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        """What ``do`` makes of each task, in order."""
        from distributed import KilledWorker

        batches = [tasks[start : start + _BATCH] for start in range(0, len(tasks), _BATCH)]
        futures = self.client.map(_Batch(do), batches, pure=False)
        try:
            for future in futures:
                yield from future.result()
                future.release()
        except KilledWorker:
            raise InputError("a task ended every worker that did it; --shard tells which by halves") from None
        finally:
            self.client.cancel(futures)


@dataclass(frozen=True)
class _Batch:
    """Several tasks, one after the other."""

    do: Callable[[Any], Any]

    def __call__(self, tasks: Sequence[Any]) -> list[Any]:
        return [self.do(task) for task in tasks]


@contextmanager
def farm(scheduler: str | None, workers: int) -> Iterator[Farm]:
    """The cluster at an address, or so many processes of this machine until the block ends."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise InputError(_ADVICE) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    if scheduler is None:
        with (
            LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
            ) as cluster,
            Client(cluster) as client,
        ):
            yield Farm(client)
        return
    try:
        client = Client(scheduler, timeout=_PATIENCE)
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(f"{scheduler}: no scheduler answers there: {error}") from None
    with client:
        if not client.scheduler_info()["workers"]:
            raise InputError(f"{scheduler}: has no workers; dask worker {scheduler} starts one")
        if wrong := _other_versions(client):
            raise InputError(f"{scheduler}: {wrong}")
        yield Farm(client)


def _other_versions(client: Any) -> str:
    """Why a worker would not do as this process does, "" where all would."""
    from nvrender import __version__

    for address, version in client.run(_version, on_error="return").items():
        if isinstance(version, NvrenderError | Exception):
            return f"the worker {address} has no nvrender"
        if version != __version__:
            return f"the worker {address} has nvrender {version}, not {__version__}"
    return ""


def _version() -> str:
    from nvrender import __version__

    return __version__
