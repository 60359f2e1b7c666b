"""Results of a report become baselines, and only baselines, whatever it says; the server of one page."""

from __future__ import annotations

import hashlib
import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from nvrender.regression.baselines import digests, images, numbers
from nvrender.regression.baselines.approval import approve, baseline_place, remove
from nvrender.regression.baselines.origin import Origin
from nvrender.regression.report.files import read_report, report_in, write_report
from nvrender.regression.report.html import served_page
from nvrender.regression.report.model import Approval, Entry, Report
from nvrender.regression.report.serving import ReportServer
from nvrender.source import InputError

PIXELS = np.full((4, 5, 3), 77, np.uint8)
NAME = "tests/test_a.py::test_grey"
PLACE = "tests/baselines/test_a.test_grey.png"


def entry(name: str = NAME, path: str = PLACE, data: bytes | None = None) -> Entry:
    data = images.encoded(PIXELS, Origin("card")) if data is None else data
    return Entry(name=name, status="failed", approval=Approval(path=path, data=data), accept_command="pytest")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a folder of tests, and a report of one result."""
    (tmp_path / "tests").mkdir()
    write_report(Report(title="A", made="", entries=(entry(),)), tmp_path / "report")
    return tmp_path


def test_results_of_all_kinds_become_baselines(root: Path) -> None:
    origin = Origin("card", "1", {"a.vp": "END"}, "amd")
    table = numbers.encoded(numbers.Numbers({"a": np.arange(3)}, {}, origin))
    rows = {
        "tests/baselines/card-7/test_a.test_b.2.png": images.encoded(PIXELS, origin),
        "tests/baselines/test_a.test_c[x-1].npz": table,
        "baselines/test_d.test_e.digest": digests.encoded(digests.digest_of(PIXELS), origin),
    }
    entries = tuple(entry(name=path, path=path, data=data) for path, data in rows.items())
    write_report(Report(title="A", made="", entries=entries), root / "report")
    # Those of the older report are gone.
    assert len(list((root / "report" / "results").iterdir())) == 3
    for one, (path, data) in zip(report_in(root / "report").entries, rows.items(), strict=True):
        assert approve(root / "report", one, root) == root / path
        assert (root / path).read_bytes() == data
    pixels, found = images.read(root / "tests/baselines/card-7/test_a.test_b.2.png")
    assert (pixels == PIXELS).all() and found == origin
    assert remove(root, "baselines/test_d.test_e.digest") == root / "baselines/test_d.test_e.digest"
    assert list((root / "baselines").iterdir()) == []
    with pytest.raises(InputError, match="cannot be removed"):
        remove(root, "baselines/test_d.test_e.digest")
    # A report without results leaves no folder of them.
    write_report(Report(title="A", made=""), root / "report")
    assert sorted(path.name for path in (root / "report").iterdir()) == ["report.html", "report.json"]


@pytest.mark.parametrize(
    "path",
    [
        "", ".", "a.png", "/tests/baselines/a.png", "../tests/baselines/a.png", "tests/baselines/../a.png",
        "tests/baselines/../../baselines/a.png", "tests/baselines/a.py", "tests/baselines/.png",
        "tests/a.png", "tests/baselines", "tests/baselines/x/y/a.png", "tests/baselines/../x/a.png",
        "tests/baselines/X Y/a.png", "tests\\baselines\\a.png", "C:/tests/baselines/a.png",
        "tests/baselines/a\n.png", "tests/baselines/a\0.png", "nowhere/baselines/a.png",
        "tests/baselines/a.png:stream.png", "//host/baselines/a.png",
    ],
)  # fmt: skip
def test_what_is_no_place_of_a_baseline(root: Path, path: str) -> None:
    with pytest.raises(InputError, match=r"is no place of a baseline|there is no such folder of tests"):
        baseline_place(root, path)


def test_links_do_not_lead_outside(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "a.png").write_bytes(b"mine")
    (root / "linked").symlink_to(outside)
    (root / "tests" / "baselines").mkdir()
    (root / "tests" / "baselines" / "card").symlink_to(outside)
    (root / "tests" / "baselines" / "b.png").symlink_to(outside / "a.png")
    for path in ("linked/baselines/a.png", "tests/baselines/card/a.png", "tests/baselines/b.png"):
        with pytest.raises(InputError, match="a link leads elsewhere"):
            approve(root / "report", msgspec.structs.replace(entry(path=path)), root)
    assert [path.name for path in outside.iterdir()] == ["a.png"] and (
        outside / "a.png"
    ).read_bytes() == b"mine"


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("", "is no name of a result"),
        ("results/../report.json", "is no name of a result"),
        ("/etc/passwd", "is no name of a result"),
        ("results/" + "0" * 64 + ".png", "there is no file"),
        ("results/" + "0" * 64 + ".npz", "is no name of a result"),
    ],
)
def test_what_is_no_result(root: Path, file: str, said: str) -> None:
    one = msgspec.structs.replace(entry(), approval=Approval(path=PLACE, file=file))
    with pytest.raises(InputError, match=said):
        approve(root / "report", one, root)
    assert not (root / "tests" / "baselines").exists()


@pytest.mark.parametrize("data", [b"", b"no picture", b"\x89PNG\r\n\x1a\n", b"GIF89a"])
def test_results_that_are_no_baselines(root: Path, data: bytes) -> None:
    name = f"results/{hashlib.sha256(data).hexdigest()}.png"
    (root / "report" / name).write_bytes(data)
    one = msgspec.structs.replace(entry(), approval=Approval(path=PLACE, file=name))
    with pytest.raises(InputError):
        approve(root / "report", one, root)
    # A file that was changed is not what the report says.
    (one,) = report_in(root / "report").entries
    assert one.approval is not None
    (root / "report" / one.approval.file).write_bytes(images.encoded(PIXELS + 1, Origin()))
    with pytest.raises(InputError, match="is not what the report was made with"):
        approve(root / "report", one, root)
    with pytest.raises(InputError, match="holds no result"):
        approve(root / "report", Entry(name="a", status="failed"), root)
    assert not (root / "tests" / "baselines").exists()


@pytest.fixture
def server(root: Path) -> Iterator[ReportServer]:
    with ReportServer(root / "report", root) as made:
        thread = threading.Thread(target=made.serve_forever, args=(0.02,))
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def ask(server: ReportServer, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
    """Status and body; headers with ``_`` for ``-`` take the place of those a browser sends."""
    own = f"127.0.0.1:{server.server_port}"
    sent = {"Host": own, "Origin": f"http://{own}", "Content-Type": "application/json"}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    try:
        connection.request(
            method, path, body if isinstance(body, (bytes, type(None))) else json.dumps(body), sent
        )
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_the_server_answers_its_page_alone(server: ReportServer, root: Path) -> None:
    page, approval = f"/{server.token}/", f"/{server.token}/approve"
    assert server.server_address[0] == "127.0.0.1"
    status, html = ask(server, "GET", page)
    assert status == 200 and b"connect-src &#39;self&#39;" in html and html.count(b"<script>") == 1
    outside = ["/", "/report.html", page[:-1], page[:-2] + "/", approval]
    outside += [page + end for end in ("report.json", "../report.json", "%2e%2e/report.json", "?", "x")]
    assert {ask(server, "GET", path)[0] for path in (*outside, "/../../../etc/passwd")} == {404}
    assert ask(server, "GET", page, Host="evil.example")[0] == 403
    assert ask(server, "GET", page, Host=f"127.0.0.1:{server.server_port}.evil.example")[0] == 403
    assert ask(server, "PUT", page)[0] == 501
    refused = [
        ask(server, "POST", approval, {"name": NAME}, **headers)[0]
        for headers in (
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Origin": ""},
            {"Host": "evil.example"},
            {"Content_Type": "text/plain"},
        )
    ]
    assert set(refused) == {403}
    for body in (b"", b"{", b"[]", b"{}", b"\xff", b"[" * 60_000, {"name": 7}, {"name": "x"}):
        assert ask(server, "POST", approval, body)[0] in (400, 409)
    assert ask(server, "POST", approval, b"", Content_Length="99999999")[0] == 413
    assert ask(server, "POST", approval, b"", Content_Length="-1")[0] == 413
    assert ask(server, "POST", page + "x", {"name": NAME})[0] == 404
    assert not (root / "tests" / "baselines").exists()

    status, answer = ask(server, "POST", approval, {"name": NAME})
    assert (status, json.loads(answer)) == (200, {"path": PLACE})
    assert (images.read(root / PLACE)[0] == PIXELS).all()
    assert PLACE.encode() in ask(server, "GET", page)[1].partition(b'"approved":')[2]
    (root / "report" / "report.html").unlink()
    assert ask(server, "GET", page)[0] == 500


def test_what_a_server_does_not_take(root: Path) -> None:
    with pytest.raises(InputError, match="there is no file"):
        ReportServer(root / "nowhere", root)
    with ReportServer(root / "report", root) as made, pytest.raises(InputError, match="cannot be used"):
        ReportServer(root / "report", root, made.server_port)


def test_no_script_of_a_report_is_served(root: Path) -> None:
    html = (root / "report" / "report.html").read_bytes()
    evil = html.replace(b"</body>", b"<script>alert(1)</script><img src=x onerror=alert(2)></body>")
    evil = evil.replace(b"default-src", b"default-src *; x")
    assert b"alert" in evil and served_page(evil, {}) == served_page(html, {})
    for data in (b"", b"<html>", b'<script type="application/json" id="data">{}</script>', html[:3000],
                 b'<script type="application/json" id="data">' + b"[" * 5000 + b"</script>"):  # fmt: skip
        with pytest.raises(InputError, match=r"this is no report\.html"):
            served_page(data, {})
    assert read_report((root / "report" / "report.json").read_bytes()).entries[0].approval is not None
