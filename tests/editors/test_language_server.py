"""The language server as an editor speaks to it: one process, JSON-RPC on its standard streams."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

URI = "file:///water.vp"
TEXT = """!!NVvp4.0
# “waves”
PARAM mvp[4] = { state.matrix.mvp };
TEMP height, unused;
main:
MUL.CC height,  vertex.attrib[1].y,vertex.texcoord[0].x;
CAL wave (NE.x);
DP4 result.position, mvp[0], height;
RET;
wave:
ADD height.x, height.x, 1;
RET;
END
"""


class Client:
    """Sends requests, and keeps what the server publishes."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._numbers = count(1)
        self.published: dict[str, list[Any]] = {}

    def notify(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        """The result of a request, or its error."""
        number = next(self._numbers)
        self._send({"id": number, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == number and "method" not in message:
                return message.get("result", message.get("error"))

    def at(self, method: str, line: int, character: int, **more: Any) -> Any:
        place = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", textDocument={"uri": URI}, position=place, **more)

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self._process.stdin.flush()

    def read(self) -> dict[str, Any]:
        stream = self._process.stdout
        assert stream is not None
        length = 0
        while (line := stream.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message: dict[str, Any] = json.loads(stream.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            self.published[message["params"]["uri"]] = message["params"]["diagnostics"]
        return message

    def diagnostics(self) -> list[Any]:
        """Those of the text as it is, for which there is one message a change."""
        self.published.clear()
        while URI not in self.published:
            self.read()
        return self.published[URI]


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with subprocess.Popen(
        [sys.executable, "-m", "nvrender", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        found = Client(process)
        answer = found.ask("initialize", processId=None, rootUri=None, capabilities={})
        assert answer["serverInfo"]["name"] == "nvrender"
        assert {"hoverProvider", "renameProvider", "definitionProvider", "completionProvider"} <= set(
            answer["capabilities"]
        )
        found.notify("initialized")
        yield found
        assert found.ask("shutdown") is None
        found.notify("exit")
        assert process.wait(20) == 0


@pytest.fixture(autouse=True)
def _opened(client: Client) -> Iterator[None]:
    document = {"uri": URI, "languageId": "nvasm", "version": 1, "text": TEXT}
    client.notify("textDocument/didOpen", textDocument=document)
    (found,) = client.diagnostics()
    assert (found["code"], found["severity"], found["range"]["start"]) == (
        "unused-name", 2, {"line": 3, "character": 13},
    )  # fmt: skip
    yield
    client.notify("textDocument/didClose", textDocument={"uri": URI})
    assert client.diagnostics() == []


def _change(client: Client, text: str) -> list[Any]:
    client.notify(
        "textDocument/didChange",
        textDocument={"uri": URI, "version": 2},
        contentChanges=[{"text": text}],
    )
    return client.diagnostics()


def test_diagnostics_as_typed(client: Client) -> None:
    """Every error, each with its rule and section; they go when the text is right."""
    wrong = TEXT.replace("TEMP height", "TEMP hight").replace("RET;\nwave", "RTE;\nwave")
    found = _change(client, wrong)
    assert {row["code"] for row in found} == {"undeclared-name", "unknown-instruction"}
    first = found[0]
    assert first["severity"] == 1 and first["source"] == "nvrender"
    assert first["range"] == {"start": {"line": 5, "character": 7}, "end": {"line": 5, "character": 13}}
    assert "`height` is not declared" in first["message"] and "NV_gpu_program4" in first["message"]
    assert [row["code"] for row in _change(client, TEXT)] == ["unused-name"]
    assert _change(client, "no program")[0]["code"] == "header"


@pytest.mark.parametrize(
    ("line", "character", "part"),
    [
        (5, 1, "NV_gpu_program4 2.X.8, MUL"),
        (5, 24, "a generic attribute"),
        (2, 20, "rows of the projection matrix times the modelview matrix"),
        (7, 8, "clip coordinates"),
        (5, 9, "TEMP height, unused;"),
        (3, 2, "declares temporary registers"),
        (0, 4, "begins a vertex program"),
    ],
)
def test_hover(client: Client, line: int, character: int, part: str) -> None:
    assert part in client.at("hover", line, character)["contents"]["value"]


def test_hover_has_glsl_and_nothing_in_comments(client: Client) -> None:
    assert "```glsl\nATTR0 = attrib1 * program.env_0;\n```" in client.at("hover", 5, 1)["contents"]["value"]
    assert client.at("hover", 1, 4) is None


def test_completion(client: Client) -> None:
    """Instructions and declarations where a statement begins, bindings and names within."""
    begins = {row["label"] for row in client.at("completion", 8, 0)["items"]}
    assert {"MAD", "TXL", "TEMP", "CALI"} - begins == {"CALI"}
    within = client.at("completion", 5, 30)["items"]
    labels = {row["label"] for row in within}
    assert {"height", "mvp", "wave", "vertex.id", "result.clip[n]", "state.matrix.mvp.row[n]"} <= labels
    assert not {"MAD", "fragment.facing", "vertex.weight[n]"} & labels
    edit = next(row["textEdit"] for row in within if row["label"] == "vertex.id")
    assert edit["range"]["start"] == {"line": 5, "character": 16}


def test_definition(client: Client) -> None:
    assert client.at("definition", 10, 15)["range"]["start"] == {"line": 3, "character": 5}
    assert client.at("definition", 6, 5)["range"]["start"] == {"line": 9, "character": 0}
    assert client.at("definition", 7, 24)["range"]["start"] == {"line": 2, "character": 6}
    assert client.at("definition", 5, 1) is None


def test_rename(client: Client) -> None:
    """All uses, swizzles and bindings of the same letters not; names that cannot be are refused."""
    assert client.at("prepareRename", 10, 6)["start"] == {"line": 10, "character": 4}
    edits = client.at("rename", 10, 6, newName="crest")["changes"][URI]
    assert [edit["range"]["start"]["line"] for edit in edits] == [3, 5, 7, 10, 10]
    assert {edit["newText"] for edit in edits} == {"crest"}
    assert "declared already" in client.at("rename", 10, 6, newName="mvp")["message"]
    assert "cannot be its name" in client.at("rename", 10, 6, newName="vertex")["message"]
    assert "no name" in client.at("rename", 5, 0, newName="x")["message"]


def test_formatting(client: Client) -> None:
    options = {"tabSize": 4, "insertSpaces": True}
    (edit,) = client.ask("textDocument/formatting", textDocument={"uri": URI}, options=options)
    assert "MUL.CC height, vertex.attrib[1].y, vertex.texcoord[0].x;\n" in edit["newText"]
    assert "# “waves”\n" in edit["newText"]
    _change(client, edit["newText"])
    assert client.ask("textDocument/formatting", textDocument={"uri": URI}, options=options) is None
    _change(client, "!!VP2.0\nMOV")
    assert client.ask("textDocument/formatting", textDocument={"uri": URI}, options=options) is None
