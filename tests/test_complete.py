"""Every opcode has its conformance script; every test and result too.

Generation 4: test_complete_generation4.py.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from pathlib import Path

import pytest
from batches import every
from digest.corpus import cases_of

from nvrender.languages.arb import vertex_bindings as arb_bindings
from nvrender.languages.arb.headers import arbvp1_0 as arb
from nvrender.languages.load import load
from nvrender.languages.profiles import OPCODES as ALL_OPCODES
from nvrender.languages.profiles import PROFILES, VP_PROFILES
from nvrender.languages.vp.bindings import VP1_RESULTS, VP2_RESULTS
from nvrender.ops.conditions import PASSES
from nvrender.regression.conformance.script import Case

#: The families both back ends execute.
OPCODES = {key: row for key, row in ALL_OPCODES.items() if key[0] in ("vp1", "vp2")}

SPEC = Path(__file__).parent / "spec"
EXECUTED = [case for script in sorted(SPEC.rglob("*.toml")) for case in cases_of(script) if case.runs]
VP = [case for case in EXECUTED if case.program.startswith((b"!!VP", b"!!VSP"))]
ARB = [case for case in EXECUTED if case.program.startswith(b"!!ARBvp1.0")]


def test_the_tables_have_the_opcodes_of_the_specifications() -> None:
    """NV_vertex_program2 Tables X.4 and X.5: 17, 21 and 39 opcodes, 75 spellings in VP2.0."""
    counts = {profile.name: len(profile.opcodes) for profile in VP_PROFILES.values()}
    assert counts == {"VP1.0": 17, "VP1.1": 21, "VP2.0": 39, "VSP1.0": 17}
    assert sum(1 + row.condition_code for row in PROFILES["!!VP2.0"].opcodes.values()) == 75


@pytest.mark.parametrize("key", OPCODES, ids="/".join)
def test_every_opcode_has_a_script_that_executes_it(key: tuple[str, str]) -> None:
    family, name = key
    cases = [case for case in cases_of(SPEC / family / f"{name}.toml") if case.runs]
    used = {instruction.opcode.key for case in cases for instruction in load(case.program).instructions}
    assert key in used


@pytest.mark.parametrize("name", [row.name for row in arb.ROWS])
def test_every_arb_opcode_has_a_script_that_executes_it(name: str) -> None:
    cases = [case for case in cases_of(SPEC / "arb" / f"{name}.toml") if case.runs]
    programs = [load(case.program, limits=case.limits or None) for case in cases]
    used = {instruction.opcode.key for program in programs for instruction in program.instructions}
    assert ("arb", name) in used


def test_every_suffix_of_the_arb_opcodes_is_executed() -> None:
    """NV_vertex_program2_option 2.14.4 and NV_vertex_program3 2.14.4: one case with C, one with C1."""
    words = set(re.findall(r"\w+", _words(ARB)))
    rows = [row for row in arb.ROWS if row.condition_code]
    wanted = {row.name + "C" for row in rows} | {row.name + "C1" + "_SAT" * row.clamp for row in rows}
    assert not wanted - words


@pytest.mark.parametrize("register", ["", "0", "1"])
@pytest.mark.parametrize("test", PASSES)
def test_every_arb_condition_test_is_executed(test: str, register: str) -> None:
    """In masks and in branches, on CC, CC0 and CC1 (NV_vertex_program3 2.14.4.3)."""
    text = _words(ARB)
    for before in ("MOV [^;]*", r"BRA \w+ ", r"CAL \w+ ", "RET "):
        assert re.search(rf"\b{before}\({test}{register}\b", text), before


@every(
    "row",
    [
        *arb_bindings.ARB_VERTEX_ATTRIBUTES,
        *arb_bindings.ARB_VERTEX_OPTION2_RESULTS,
        *arb_bindings.ARB_VERTEX_PARAMETERS,
    ],
)
def test_every_arb_binding_is_executed(row: arb_bindings.BindingRow) -> None:
    """ARB_vertex_program Tables X.2 to X.4, in every spelling, with a number and, where it may, without."""
    number, end = r"\[\d+(\.\.\d+)?\]", r"(?![\w\[]|\.(?![xyzw]{1,4}\b)\w)"
    pieces = re.split(r"(\[\w+\??\])", row.pattern)
    for optional in {number, "" if "?]" in row.pattern else number}:
        numbers = (optional if piece[-2:] == "?]" else number for piece in pieces[1::2])
        pattern = "".join(map("".join, zip_longest(map(re.escape, pieces[::2]), numbers, fillvalue="")))
        assert re.search(rf"\b{pattern}{end}", _words(ARB)), pattern


@pytest.mark.parametrize("binding", ["vertex.attrib", "vertex.texcoord", "result.texcoord"])
def test_every_binding_addressed_relatively_is_executed(binding: str) -> None:
    """NV_vertex_program3 2.14.3.1 and 2.14.3.4."""
    assert re.search(re.escape(binding) + r"\[\w+\.[xyzw]([+-]\d+)?\]", _words(ARB))


def _words(cases: list[Case]) -> str:
    return "\n".join(case.program.decode("latin-1") for case in cases)


@pytest.mark.parametrize("name", [row.name for row in OPCODES.values() if row.condition_code])
def test_every_condition_code_form_is_executed(name: str) -> None:
    assert re.search(rf"\b{name}C\b", _words(VP))


@pytest.mark.parametrize("test", PASSES)
def test_every_condition_test_is_executed(test: str) -> None:
    in_masks = re.compile(rf"\]?\.?[xyzw]*\s*\({test}\b")
    assert in_masks.search(_words(VP))
    assert re.search(rf"\b(BRA \w+ ?|CAL \w+ ?|RET ?)\({test}\b", _words(VP)), "as a branch condition"


@pytest.mark.parametrize("result", VP2_RESULTS)
def test_every_result_is_written_and_checked(result: str) -> None:
    for header in ["!!VP2.0", "!!VP1.0"] if result in VP1_RESULTS else ["!!VP2.0"]:
        cases = [case for case in EXECUTED if case.program.startswith(header.encode())]
        assert any(result in case.expected for case in cases), header


@pytest.mark.parametrize("header", VP_PROFILES)
def test_every_profile_is_executed(header: str) -> None:
    assert any(case.program.startswith(header.encode()) for case in EXECUTED)
