"""What is said of words: every word of every table, with programs that load and become GLSL."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import FrozenInstanceError

import pytest

import nvrender
from nvrender.languages.profiles import PROFILES
from nvrender.program.sections import RULES as SUBJECTS
from nvrender.reference.bindings import bindings, explained_binding
from nvrender.reference.instructions import explained_instruction, instruction_names
from nvrender.reference.languages import variants
from nvrender.reference.texts import markdown, terminal_text
from nvrender.reference.word_texts import CONDITIONS, DECLARATIONS, DIRECTIVES, OPTIONS
from nvrender.reference.words import explained_word, words


def test_every_instruction_is_explained_with_a_program() -> None:
    """Every program loads, has the instruction, and becomes GLSL in both numerics."""
    for name in sorted(instruction_names()):
        for meaning in explained_instruction(name).meanings:
            first = meaning.spellings[0]
            example = meaning.example
            assert example is not None, (name, first)
            assert not example.refused, (name, first)
            program = nvrender.load(example.program)
            assert name in {row.opcode.name for row in program.instructions}
            assert first.languages[0].startswith(program.profile.header)
            assert example.fast and example.exact, (name, first)


def test_every_language_that_has_an_instruction_is_named() -> None:
    for name in ("MUL", "KIL", "TXL", "ATOMB", "ARL"):
        said = {
            label
            for meaning in nvrender.explain(name, examples=False).meanings
            for row in meaning.spellings
            for label in row.languages
        }
        having = {row.label for row in variants() if name in row.profile.opcodes}
        assert said <= having
        assert {label.split()[0] for label in having} == {label.split()[0] for label in said}


def test_every_word_of_the_languages_has_a_text() -> None:
    languages = [row.profile.language for row in variants()]
    assert OPTIONS.keys() == set().union(*(row.options for row in PROFILES.values()))
    declared = set().union(*({*row.declarations, *row.modifiers} for row in languages))
    assert DECLARATIONS.keys() == declared | {"OPTION", "END"}
    assert CONDITIONS.keys() == {word.rstrip("01") for row in languages for word in row.tests}
    assert DIRECTIVES.keys() == {one.keyword for row in languages for one in row.directives}
    for word in words():
        for found in explained_word(word):
            assert found.meanings, word
            assert terminal_text(found) and markdown(found)


def test_every_binding_has_a_text_and_its_state() -> None:
    patterns = {
        "state." in row.pattern
        for variant in variants()
        for row in (*variant.profile.language.attributes, *variant.profile.language.parameters)
    }
    assert patterns == {True, False}
    for name in bindings():
        for meaning in explained_binding(name).meanings:
            assert meaning.text, name
            state = name.startswith("state.") and not name.startswith("state.thread")
            assert bool(meaning.state) == state, name


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        # NV_vertex_program 2.14.1.11 and NV_vertex_program2 2.14.3.24
        ("MUL", ["0 times anything is 0", "0, INF → NaN", "NV_vertex_program2 2.14.3.24", "nv_mul"]),
        # NV_gpu_program5 Table X.13
        ("BFE", ["BFE[.S|.U][.CC|.CC0|.CC1]", "!!NVvp5.0", "NV_gpu_program5 2.X.8, BFE"]),
        # ARB_vertex_program Table X.3.2
        ("state.light[2].half", ["(x, y, z, 1)", "reads nvrender.State: lights", "glLight"]),
        ("state.matrix.mvp.inverse", ["reads nvrender.State: projection, modelview", "of the inverse"]),
        ("vertex.normal", ["set by glNormal"]),
        ("hpos", ["o[HPOS]", "clip coordinates"]),
        ("NV_vertex_program2", ["OPTION NV_vertex_program2;", "instructions ARA, ARR, BRA"]),
        ("VERTICES_OUT", ["NV_geometry_program4"]),
        ("SHADOWCUBE", ["the depth to compare with in w"]),
        ("NAN", ["NV_gpu_program4 2.X.4.3"]),
        ("!!VSP1.0", ["begins a vertex state program", "VERTEX_STATE_PROGRAM_NV"]),
        ("glsles300", ["#version 300 es"]),
        ("unused-name", ["a warning"]),
        ("operand", ["an error", "NV_vertex_program2 2.14.2.1"]),
    ],
)
def test_what_is_said(name: str, parts: list[str]) -> None:
    text = terminal_text(nvrender.explain(name))
    for part in parts:
        assert part in text


def test_rules_cite_their_sections() -> None:
    for subject, rule in SUBJECTS.items():
        found = [row for row in explained_word(rule) if row.kind == "rule"]
        cited = {row.section for row in found[0].meanings[0].spellings}
        for profile in PROFILES.values():
            section = str(getattr(profile.language.sections, subject))
            assert not section or section in cited


def test_an_unknown_word_is_one_message_with_those_like_it() -> None:
    with pytest.raises(nvrender.InputError, match=r"'MLU' is no instruction.*did you mean MUL"):
        nvrender.explain("MLU")
    done = subprocess.run(
        [sys.executable, "-m", "nvrender", "explain", "--json", "vertex.texcord"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1 and done.stdout == ""
    assert "did you mean vertex.texcoord" in done.stderr and "Traceback" not in done.stderr


def test_explanations_are_frozen() -> None:
    found = nvrender.explain("GT")
    assert found == nvrender.explain("GT") and hash(found) == hash(nvrender.explain("GT"))
    with pytest.raises(FrozenInstanceError):
        found.name = "LT"  # type: ignore[misc]


def test_json() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "nvrender", "explain", "--json", "DP3", "GT"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    first, second = json.loads(done.stdout)
    assert first["meanings"][0]["computed"][0]["formula"] == "a.x * b.x + a.y * b.y + a.z * b.z"
    assert first["meanings"][0]["example"]["program"].startswith("!!VP1.0")
    assert second["kind"] == "condition"
