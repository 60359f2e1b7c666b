"""What colours programs, and the schema of scenes: from the tables, and up to date."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import jsonschema
import pytest
from pygments.lexers import guess_lexer
from pygments.token import Comment, Error, Keyword, Name, Number

from nvrender.editors import vocabulary
from nvrender.editors.pygments_lexer import NvasmLexer
from nvrender.editors.schema import scene_schema
from nvrender.editors.textmate import EXTENSIONS, textmate, textmate_text

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

REPOSITORY = Path(__file__).parents[2]
EDITORS = REPOSITORY / "docs" / "editors"
SHADERS = [path for path in sorted((REPOSITORY / "shaders").iterdir()) if path.suffix[1:] in EXTENSIONS]


def test_the_textmate_grammar_is_up_to_date() -> None:
    """``tools/editor-files`` writes it."""
    assert (EDITORS / "nvasm.tmLanguage.json").read_text(encoding="utf-8") == textmate_text()
    package = json.loads((EDITORS / "package.json").read_text(encoding="utf-8"))
    assert package["contributes"]["languages"][0]["extensions"] == [f".{name}" for name in EXTENSIONS]


@pytest.mark.parametrize(
    ("line", "scopes"),
    [
        ("!!NVvp4.0", {"!!NVvp4.0": "keyword.control.header"}),
        ("MULC_SAT R0.xy, v[OPOS], c[4];  # MUL", {
            "MULC_SAT": "keyword.operator.instruction", "R0": "variable.language.register",
            ".xy": "variable.other.swizzle", "v": "variable.language.register", "4": "constant.numeric",
            "# MUL": "comment.line.number-sign",
        }),
        ("ATOM.ADD.U32 t, -1.5e3, state.light[0].position;", {
            "ATOM.ADD.U32": "keyword.operator.instruction", "1.5e3": "constant.numeric",
            "state.light[0].position": "support.variable.binding",
        }),
        ("ENDREP; INT TEMP mull;", {"ENDREP": "keyword.operator.instruction", "INT": "storage.type"}),
        ("loop: BRK (NE1.x);", {"loop": "entity.name.function.label", "NE1": "keyword.control.condition"}),
        ("TEX t, a, texture[2], SHADOW2D;", {"SHADOW2D": "constant.language"}),
    ],
)  # fmt: skip
def test_scopes(line: str, scopes: dict[str, str]) -> None:
    """The first pattern that matches earliest names a stretch, as editors do it."""
    rows = textmate()["patterns"]
    patterns = [(row["name"].removesuffix(".nvasm"), re.compile(row["match"])) for row in rows]
    found: dict[str, str] = {}
    place = 0
    while hits := [(match.start(), number, match) for number, (_, pattern) in enumerate(patterns)
                   if (match := pattern.search(line, place))]:  # fmt: skip
        _, number, match = min(hits, key=lambda hit: hit[:2])
        found[match[0]] = patterns[number][0]
        place = match.end()
    assert scopes.items() <= found.items(), found
    assert "mull" not in found


def test_every_instruction_is_a_keyword() -> None:
    for name in vocabulary.instructions():
        (kind, text), *_ = NvasmLexer().get_tokens(f"{name};")
        assert (kind, text) == (Keyword, name)


def test_pygments_reads_every_program() -> None:
    """No character is an error, and none is lost."""
    assert len(SHADERS) > 80
    for path in SHADERS:
        text = path.read_text(encoding="latin-1")
        rows = list(NvasmLexer(stripnl=False).get_tokens(text))
        assert "".join(part for _, part in rows).rstrip("\n") == text.rstrip("\n")
        assert not [part for kind, part in rows if kind is Error], path
    text = "!!VP2.0\nMADC R0, 0.5, v[OPOS]; # x\n"
    rows = {part: kind for kind, part in NvasmLexer().get_tokens(text)}
    assert rows["MADC"] is Keyword and rows["0.5"] is Number and rows["# x"] is Comment.Single
    assert rows["R0"] is Name.Variable.Global


def test_pygments_finds_the_lexer() -> None:
    assert guess_lexer("!!ARBfp1.0\nEND\n").name == NvasmLexer.name


def test_scenes_follow_their_schema() -> None:
    schema = json.loads(scene_schema())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for path in sorted((REPOSITORY / "scenes").glob("*.toml")):
        data = json.loads(json.dumps(tomllib.loads(path.read_text(encoding="utf-8"))))
        assert not list(validator.iter_errors(data)), path
    wrong = {"sise": [1, 2], "draw": [{"mesh": 3}]}
    messages = [error.message for error in validator.iter_errors(wrong)]
    assert any("sise" in message for message in messages)
