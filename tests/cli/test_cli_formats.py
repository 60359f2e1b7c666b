"""Messages of ``check`` and ``port`` in the forms that other programs read, and which of them are wanted."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from cli_helpers import BALL as _BALL
from cli_helpers import PASSING, SCENE, Command

from nvrender.cli import watch
from nvrender.cli.messages.diagnostics import Diagnostic
from nvrender.cli.messages.formats import concise, github, sarif

_WRONG = "!!ARBvp1.0\nTEMP a, b\nMOV a, q;\nMOV b, a;\nMOV result.position, b;\nEND\n"
_WARNED = "!!ARBvp1.0\nTEMP a, b;\nMOV result.color, a;\nMOV result.position, a;\nEND\n"
_LINES = [
    "wrong.vp:3:1: error: expected `;` after the TEMP declaration, found `MOV` [missing-semicolon]",
    "wrong.vp:3:8: error: `q` is not declared [undeclared-name]",
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong program, one to be warned of, and one that is well."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("wrong.vp", _WRONG), ("warned.vp", _WARNED), ("well.vp", PASSING)):
        Path(name).write_text(text)


def test_concise(nvrender: Command) -> None:
    outcome = nvrender("check", ".", "nowhere.vp", "--output-format", "concise")
    assert (outcome.status, outcome.err) == (1, "")
    assert outcome.out.splitlines() == [
        "warned.vp:2:9: warning: `b` is declared and never used [unused-name]",
        "warned.vp:3:19: warning: `a` may be read before it is written [read-before-write]",
        *_LINES,
        "nowhere.vp: error: no such file [unreadable]",
        "3 errors and 2 warnings in 4 programs, 2 are well",
    ]


def test_github(nvrender: Command) -> None:
    outcome = nvrender(
        "check", "wrong.vp", "warned.vp", "--output-format", "github", "--select", "unused-name"
    )
    assert (outcome.status, outcome.err) == (1, "")
    first, _, last = outcome.out.splitlines()
    assert first == (
        "::error file=wrong.vp,line=3,col=1,title=missing-semicolon::expected `;` after the TEMP "
        "declaration, found `MOV` (ARB_vertex_program 2.14.2)%0A"
        "the statement lacks its `;` at line 2, column 10"
    )
    assert last == (
        "::warning file=warned.vp,line=2,col=9,title=unused-name::`b` is declared and never used%0A"
        "leave its declaration out"
    )
    row = Diagnostic("", "100%\nof it", file="a,b:c.vp", line=1, column=2, rule="syntax")
    assert github(row) == "::error file=a%2Cb%3Ac.vp,line=1,col=2,title=syntax::100%25%0Aof it"
    assert concise(Diagnostic("", "scene:\n  a.vp:1:1: no", rule="scene")) == (
        "error: scene: a.vp:1:1: no [scene]"
    )


def _object(data: Any, required: dict[str, type], optional: dict[str, type] | None = None) -> None:
    """An object of just these properties."""
    kinds = required | (optional or {})
    assert isinstance(data, dict) and required.keys() <= data.keys() <= kinds.keys(), data
    for key, value in data.items():
        assert type(value) is kinds[key], (key, value)


def _check_sarif(log: Any) -> None:
    """What SARIF 2.1.0 demands of what is written of it: 3.13, 3.14, 3.19, 3.27, 3.29, 3.30, 3.49."""
    _object(log, {"version": str, "runs": list}, {"$schema": str})
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    _object(run, {"tool": dict, "results": list}, {"columnKind": str})
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    _object(run["tool"], {"driver": dict})
    driver = run["tool"]["driver"]
    _object(driver, {"name": str}, {"version": str, "rules": list})
    for rule in driver["rules"]:
        _object(rule, {"id": str}, {"shortDescription": dict, "defaultConfiguration": dict})
        _object(rule["shortDescription"], {"text": str})
        assert rule["defaultConfiguration"]["level"] in ("error", "warning")
    assert len({rule["id"] for rule in driver["rules"]}) == len(driver["rules"])
    for result in run["results"]:
        _object(result, {"message": dict}, {"ruleId": str, "ruleIndex": int, "level": str, "locations": list})
        _object(result["message"], {"text": str})
        assert result["level"] in ("none", "note", "warning", "error")
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        for place in result.get("locations", []):
            _object(place, {"physicalLocation": dict})
            _object(place["physicalLocation"], {"artifactLocation": dict}, {"region": dict})
            _object(place["physicalLocation"]["artifactLocation"], {"uri": str})
            assert " " not in place["physicalLocation"]["artifactLocation"]["uri"]
            if region := place["physicalLocation"].get("region"):
                _object(region, {"startLine": int}, {"startColumn": int})
                assert min(region.values()) >= 1


def test_sarif(nvrender: Command) -> None:
    Path("a b.vp").write_text(_WARNED)
    outcome = nvrender("check", ".", "nowhere.vp", "--output-format", "sarif")
    assert (outcome.status, outcome.err) == (1, "")
    log = json.loads(outcome.out)
    _check_sarif(log)
    results = log["runs"][0]["results"]
    assert [row["level"] for row in results] == ["warning"] * 4 + ["error"] * 3
    places = [row["locations"][0]["physicalLocation"] for row in results]
    assert places[0] == {
        "artifactLocation": {"uri": "a%20b.vp"},
        "region": {"startLine": 2, "startColumn": 9},
    }
    assert places[-1] == {"artifactLocation": {"uri": "nowhere.vp"}}
    _check_sarif(sarif([]))
    (row,) = sarif([Diagnostic("", "no", file="/x/é.vp", line=1, column=1, rule="syntax")])["runs"][0][
        "results"
    ]
    assert row["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "file:///x/%C3%A9.vp"


def test_json_has_all_errors(nvrender: Command) -> None:
    (report,) = json.loads(nvrender("check", "wrong.vp", "--json").out)
    rows = [report["error"], *report["others"]]
    assert [(row["line"], row["rule"]) for row in rows] == [(3, "missing-semicolon"), (3, "undeclared-name")]


def test_check_and_port_write_one_json(nvrender: Command) -> None:
    """A list of messages, each with its place, that follows the schema."""
    schema = json.loads(nvrender("schema", "messages").out)
    jsonschema.Draft202012Validator.check_schema(schema)
    checked = nvrender("check", "wrong.vp", "warned.vp", "--output-format", "json")
    rows = json.loads(checked.out)
    assert [(row["severity"], row["line"]) for row in rows] == [("error", 3)] * 2 + [
        ("warning", 2),
        ("warning", 3),
    ]
    ported = json.loads(nvrender("port", ".", "-o", "out", "--output-format", "json").err)
    assert sorted(map(repr, ported)) == sorted(map(repr, rows))
    for each in (rows, ported):
        jsonschema.validate(each, schema)
    assert json.loads(nvrender("check", "well.vp", "--output-format", "json").out) == []


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        (SCENE.replace("sphere", "spear"), 9, 0, "meshes.ball"),
        (SCENE + "a ! 1\n", SCENE.count("\n") + 1, 3, "is no valid TOML"),
        ("titel = 1\n", 1, 0, "unknown key 'titel'"),
        ("\xff", 0, 0, "is no TOML file: byte 0"),
    ],
)
def test_lines_of_scenes(nvrender: Command, text: str, line: int, column: int, said: str) -> None:
    """Every form has the place of what is wrong with a scene."""
    Path("ball.vp").write_text(_BALL)
    Path("s.toml").write_bytes(text.encode("latin-1"))
    schema = json.loads(nvrender("schema", "messages").out)
    (row,) = rows = json.loads(nvrender("check", "s.toml", "--output-format", "json").out)
    jsonschema.validate(rows, schema)
    assert (row["file"], row["line"], row["column"], row["rule"]) == ("s.toml", line, column, "scene")
    assert row["message"].startswith(said)
    log = json.loads(nvrender("check", "s.toml", "--output-format", "sarif").out)
    _check_sarif(log)
    (result,) = log["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "s.toml"}
    numbers = {"startLine": line, "startColumn": column}
    assert place.get("region", {}) == {key: number for key, number in numbers.items() if number}
    where = ":".join(["s.toml", *(str(number) for number in (line, column) if number)])
    assert nvrender("check", "s.toml", "--output-format", "concise").out.startswith(f"{where}: error: {said}")
    assert nvrender("check", "s.toml").err.startswith(f"{where}: {said}")
    annotation = nvrender("check", "s.toml", "--output-format", "github").out
    assert annotation.startswith("::error file=s.toml" + (f",line={line}" if line else ""))


def test_warnings_are_chosen(nvrender: Command) -> None:
    for options, rules in (
        ((), ["unused-name", "read-before-write"]),
        (("--ignore", "unused-name, unused-value"), ["read-before-write"]),
        (("--ignore", "unused-name", "--ignore", "read-before-write"), []),
        (("--select", "unused-name"), ["unused-name"]),
        (("--select", "unused-name", "--ignore", "unused-name"), []),
    ):
        (report,) = json.loads(nvrender("check", "warned.vp", "--json", *options).out)
        assert [row["rule"] for row in report.get("warnings", [])] == rules
        nvrender("port", "warned.vp", "-o", "out.glsl", *options)
        (program,) = json.loads(Path("out.glsl.json").read_text())["programs"]
        assert [row["rule"] for row in program["warnings"]] == rules
    for rule in ("nonsense", "undeclared-name"):  # errors are not chosen
        nvrender("check", "well.vp", "--ignore", rule).failed_with(f"'{rule}' is none of", status=2)


def test_many_errors(nvrender: Command) -> None:
    Path("many.vp").write_text("!!VP1.0\n" + "MOV q;\n" * 30 + "END")
    outcome = nvrender("check", "many.vp")
    assert outcome.err.count("expected a destination") == 20
    assert outcome.err.endswith("many.vp: and 10 more errors\n")
    Path("many.vp").write_text("!!VP1.0\n" + "MOV q;\n" * 300 + "END")
    assert nvrender("check", "many.vp").err.endswith("many.vp: and at least 80 more errors\n")
    Path("many.vp").write_text("!!VP1.0\n" + "MOV R0, c[0];\n" * 30 + "MOV o[HPOS], v[0];\nEND")
    for command in (("check",), ("port",), ("port", "-o", "many.glsl")):
        outcome = nvrender(*command, "many.vp")
        assert outcome.err.count("unused-value") == 20
        assert outcome.err.endswith("many.vp: and 10 more warnings\n")


def test_port_says_the_same(nvrender: Command) -> None:
    outcome = nvrender("port", "wrong.vp", "--output-format", "concise")
    assert (outcome.status, outcome.out, outcome.err.splitlines()) == (1, "", _LINES)
    outcome = nvrender("port", ".", "-o", "out", "--output-format", "concise", "--ignore", "unused-name")
    assert outcome.status == 1
    assert outcome.err.splitlines() == [
        "warned.vp:3:19: warning: `a` may be read before it is written [read-before-write]", *_LINES
    ]  # fmt: skip
    outcome = nvrender("port", ".", "-o", "out", "--output-format", "sarif")
    _check_sarif(json.loads(outcome.err))
    assert len(json.loads(outcome.err)["runs"][0]["results"]) == 4
    outcome = nvrender("port", "warned.vp", "--output-format", "json")
    assert outcome.out.startswith("#version")
    assert [row["rule"] for row in json.loads(outcome.err)] == ["unused-name", "read-before-write"]


def test_scenes_in_folders(nvrender: Command) -> None:
    """A TOML file that draws is one, whether it can be read or not; others are none."""
    Path("s").mkdir()
    for name, text in (
        ("ball.vp", _BALL),
        ("ball.toml", SCENE),
        ("wrong.toml", SCENE.replace("sphere", "spear")),
        ("torn.toml", SCENE + "]"),
        ("other.toml", "[tool]\ndraws = 1\n"),
    ):
        Path("s", name).write_text(text)
    outcome = nvrender("check", "s")
    assert outcome.status == 1
    assert [line.split(": ")[0] for line in outcome.out.splitlines()[:-1]] == ["s/ball.toml", "s/ball.vp"]
    assert outcome.out.splitlines()[-1] == "2 errors in 1 program and 3 scenes, 2 are well"
    assert re.search(r"s/torn\.toml:\d+:\d+: is no valid TOML", outcome.err)
    assert re.search(r"s/wrong\.toml:\d+: meshes\.ball", outcome.err)


def test_a_scene_whose_program_is_wrong(nvrender: Command) -> None:
    """Where the program is wrong, with the key that names it."""
    Path("s.toml").write_text(SCENE.replace("ball.vp", "wrong.vp"))
    outcome = nvrender("check", "s.toml", "--output-format", "concise")
    assert outcome.status == 1
    first, second = outcome.out.splitlines()
    assert re.match(
        r"wrong\.vp:3:1: error: s\.toml:\d+: draw\[0\]\.vertex names a program that does not load: ", first
    )
    assert first.endswith("expected `;` after the TEMP declaration, found `MOV` [missing-semicolon]")
    assert second == _LINES[1]
    assert nvrender("check", "s.toml").err.count("wrong.vp:3:") == 2


def test_what_several_scenes_draw_with_is_warned_of_once(nvrender: Command) -> None:
    Path("s").mkdir()
    Path("s", "ball.vp").write_text(_BALL.replace("MOV o[COL0]", "MOV R5, c[0];\nMOV o[COL0]"))
    for name in ("a.toml", "b.toml"):
        Path("s", name).write_text(SCENE)
    outcome = nvrender("check", "s")
    assert outcome.status == 0
    assert outcome.err.count("unused-value") == 1
    assert outcome.out.endswith("1 warning in 1 program and 2 scenes, all are well\n")


def test_watch(nvrender: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change, a file that is being written for a while, and Ctrl-C."""
    Path("s").mkdir()
    program = Path("s", "a.vp")
    program.write_text(PASSING)
    texts = iter([None, _WRONG[:30], _WRONG, None])

    def looked(seconds: float) -> None:
        text = next(texts, "")
        if text == "":
            raise KeyboardInterrupt
        if text is not None:
            program.write_text(text)

    monkeypatch.setattr(watch, "sleep", looked)
    outcome = nvrender("check", "s", "--watch", "--output-format", "concise")
    assert outcome.status == 130
    assert outcome.out.splitlines() == [f"s/a.vp{line.removeprefix('wrong.vp')}" for line in _LINES]
    assert outcome.err.split("\n\n") == ["nvrender: s/a.vp has changed", "nvrender: interrupted\n"]
    nvrender("check", "-", "--watch").failed_with("--watch goes with files", status=2)
    nvrender("check", "s", "--watch", "--json").failed_with("--watch goes with files", status=2)
