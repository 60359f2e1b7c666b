"""A report on this machine alone, with a button that makes results baselines."""

from __future__ import annotations

import json
import secrets
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from nvrender.regression.baselines.approval import approve
from nvrender.regression.report.files import HTML, report_in
from nvrender.regression.report.html import served_page
from nvrender.source import InputError, NvrenderError, named, printable

HOST = "127.0.0.1"
_LARGEST_REQUEST = 64 * 1024
#: Seconds a connection may be silent.
_PATIENCE = 30
_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Without any, browsers name no origin of a request either.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class ReportServer(ThreadingHTTPServer):
    """Answers for the report in ``directory``; results are approved below ``root``.

    The address holds a token that nobody can guess. There are two paths behind it, the page and what
    approves, and no files by name. Requests of other pages, and for other hosts, are refused. InputError for
    a folder without a report, or a port that is taken.
    """

    daemon_threads = True

    def __init__(self, directory: Path, root: Path, port: int = 0) -> None:
        self.directory, self.root = directory, root
        # By their names as the page shows them.
        self.entries = {printable(entry.name): entry for entry in reversed(report_in(directory).entries)}
        self.approved: dict[str, str] = {}
        self.token = secrets.token_urlsafe(24)
        self._lock = threading.Lock()
        self.page()
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as error:
            raise InputError(f"port {port} cannot be used: {error.strerror or error}") from None

    @property
    def address(self) -> str:
        """What a browser is given."""
        return f"http://{HOST}:{self.server_port}/{self.token}/"

    @property
    def hosts(self) -> tuple[str, ...]:
        """What browsers call this server."""
        return tuple(f"{name}:{self.server_port}" for name in (HOST, "localhost"))

    def page(self) -> bytes:
        """The report as it is shown now. InputError."""
        path = self.directory / HTML
        try:
            return served_page(path.read_bytes(), self.approved)
        except InputError as error:
            raise InputError(f"{named(path)}: {error}") from None
        except OSError as error:
            raise InputError(f"{named(path)}: cannot be read: {error.strerror or error}") from None

    def approve(self, name: str) -> str:
        """Make the result of an entry a baseline; returns its path below the root. InputError."""
        if name not in self.entries:
            raise InputError(f"the report has no {named(name)}")
        with self._lock:
            path = approve(self.directory, self.entries[name], self.root).relative_to(self.root).as_posix()
            self.approved[name] = path
        return path


class _Handler(BaseHTTPRequestHandler):
    server: ReportServer
    timeout = _PATIENCE

    def do_GET(self) -> None:
        if not self._is_for(""):
            return
        try:
            self._answer(HTTPStatus.OK, "text/html; charset=utf-8", self.server.page())
        except NvrenderError as error:
            self._answer(HTTPStatus.INTERNAL_SERVER_ERROR, "text/plain; charset=utf-8", str(error).encode())

    def do_POST(self) -> None:
        if not self._is_for("approve"):
            return
        origin, kind = self.headers.get("Origin", ""), self.headers.get("Content-Type", "")
        if origin.removeprefix("http://") not in self.server.hosts or kind != "application/json":
            self._refuse(HTTPStatus.FORBIDDEN)
            return
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length[:9]) > _LARGEST_REQUEST:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return
        try:
            name = json.loads(self.rfile.read(int(length)))["name"]
            found, status = {"path": self.server.approve(str(name))}, HTTPStatus.OK
        except (ValueError, TypeError, LookupError, RecursionError):
            self._refuse(HTTPStatus.BAD_REQUEST)
            return
        except NvrenderError as error:
            found, status = {"error": str(error)}, HTTPStatus.CONFLICT
        self._answer(status, "application/json", json.dumps(found).encode())

    def _is_for(self, path: str) -> bool:
        """Whether a request is for this host and this path behind the token; others are answered."""
        wanted = f"/{self.server.token}/{path}".encode()
        if self.headers.get("Host", "") not in self.server.hosts:
            self._refuse(HTTPStatus.FORBIDDEN)
        elif not secrets.compare_digest(self.path.encode("latin-1", "replace"), wanted):
            self._refuse(HTTPStatus.NOT_FOUND)
        else:
            return True
        return False

    def _refuse(self, status: HTTPStatus) -> None:
        self._answer(status, "text/plain; charset=utf-8", status.phrase.encode())

    def _answer(self, status: HTTPStatus, kind: str, data: bytes) -> None:
        self.send_response(status)
        for name, value in {**_HEADERS, "Content-Type": kind, "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        """Requests are not told."""
