"""Processes of commands, forked from one that has read the package: what reading it takes is paid once.

Each has its arguments, folder, environment, streams and exit status as one that is started anew.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import pkgutil
import runpy
import signal
import socket
import stat
import subprocess
import sys
from ast import literal_eval
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

#: What stands for ``nvrender``, ``python`` and ``pytest``: it hands all that a process has to what forks.
_CLIENT = """#!{python} -ISE
import os, socket, sys
streams = (sys.stdin, sys.stdout, sys.stderr)
opened = [number for number, stream in enumerate(streams) if stream is not None]
with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    message = repr((sys.argv, os.getcwd(), dict(os.environ), opened)).encode("utf-8", "surrogateescape")
    socket.send_fds(server, [len(message).to_bytes(8, "little")], opened)
    server.sendall(message)
    status = server.recv(1)
sys.exit(status[0] if status else 70)
"""


@contextmanager
def forked_commands(folder: Path, environment: dict[str, str]) -> Iterator[Path]:
    """The folder, within ``folder``, whose ``nvrender``, ``python`` and ``pytest`` are forked."""
    address = folder / "server"
    for name in ("nvrender", "python", "pytest"):
        (path := folder / name).write_text(_CLIENT.format(python=sys.executable, address=str(address)))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    server = subprocess.Popen(
        [sys.executable, __file__, str(address)], env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None and server.stdout.readline() == "ready\n"
        yield folder
    finally:
        server.kill()
        server.communicate()


def _serve(address: str) -> None:
    """Return in a process that is to be a command; ends with the process that started this one."""
    from _pytest.config import default_plugins

    import nvrender

    for module in pkgutil.walk_packages(nvrender.__path__, "nvrender."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for name in default_plugins:
        importlib.import_module(f"_pytest.{name}")
    gc.freeze()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(address)
        listening.listen()
        print("ready", flush=True)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        while True:
            connection, _ = listening.accept()
            if os.fork() == 0:
                listening.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                _keep(connection)
                return
            connection.close()


def _keep(connection: socket.socket) -> None:
    """Return in a child as the client describes it; here tell the client how that ended."""
    head, streams, _, _ = socket.recv_fds(connection, 8, 3)
    message = b""
    while len(message) < int.from_bytes(head, "little"):
        message += connection.recv(1 << 16)
    child = os.fork()
    if child:
        for stream in streams:
            os.close(stream)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        connection.sendall(bytes([status if status >= 0 else 128 - status]))
        os._exit(0)
    connection.close()
    sys.argv, folder, environment, opened = literal_eval(message.decode("utf-8", "surrogateescape"))
    for number in range(3):
        os.close(number)
    for number, stream in zip(opened, streams, strict=True):
        os.dup2(stream, number)
        os.close(stream)
    # What these know of their files was asked of others; of what is closed they are None.
    sys.stdin = os.fdopen(0, closefd=False) if 0 in opened else None
    sys.stdout = os.fdopen(1, "w", closefd=False) if 1 in opened else None
    sys.stderr = os.fdopen(2, "w", 1, errors="backslashreplace", closefd=False) if 2 in opened else None
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)


def _run() -> NoReturn:
    """What the arguments say: ``nvrender …``, ``pytest …``, ``python -c TEXT`` or ``FILE``, else anew."""
    name, *arguments = sys.argv
    sys.path[0] = ""
    if Path(name).name == "nvrender":
        from nvrender.cli.main import main

        try:
            main()
        except SystemExit as stop:
            _end(stop.code)
    elif Path(name).name == "pytest":
        import pytest

        _end(pytest.console_main())
    elif arguments[:1] == ["-c"]:
        sys.argv = arguments
        exec(compile(arguments[1], "<string>", "exec"), {"__name__": "__main__"})
    elif arguments and not arguments[0].startswith("-"):
        sys.argv = arguments
        sys.path[0] = str(Path(arguments[0]).parent)
        runpy.run_path(arguments[0], run_name="__main__")
    else:
        os.execv(sys.executable, [sys.executable, *arguments])
    sys.exit(0)


def _end(status: object) -> NoReturn:
    """As the interpreter does, which would free all modules one by one."""
    atexit._run_exitfuncs()
    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.flush()
    os._exit(status)  # type: ignore[arg-type]


if __name__ == "__main__":
    _serve(sys.argv[1])
    _run()
