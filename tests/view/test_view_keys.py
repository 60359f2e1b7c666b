"""The table of keys: complete, without doubles, and the one the documents show."""

from __future__ import annotations

from pathlib import Path

import glfw
import pytest

from nvrender.view.camera import Viewpoint
from nvrender.view.clock import Clock
from nvrender.view.events import BINDINGS, MOUSE, action_of, help_lines
from nvrender.view.look import Look, acted

DOCUMENT = Path(__file__).parents[2] / "docs" / "viewer.md"
OWN = Viewpoint((0.0, 0.0, 4.0), (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), 45.0, 0.1, 100.0)
#: What the window does itself, for it needs files, a pointer or other processes.
DONE_BY_WINDOW = {
    "screenshot", "record", "reload", "quit", "choose next", "choose previous", "increase", "decrease",
    "next draw", "previous draw",
}  # fmt: skip


def test_keys_are_glfws_and_each_has_one_action() -> None:
    keys = [key for binding in BINDINGS for key in binding.keys]
    assert len(keys) == len(set(keys))
    assert all(hasattr(glfw, f"KEY_{key}") for key in keys)


def test_the_document_has_the_table() -> None:
    rows = [*MOUSE, *((binding.shown, binding.help) for binding in BINDINGS)]
    table = "".join(f"| {shown} | {text} |\n" for shown, text in rows)
    assert table in DOCUMENT.read_text(encoding="utf-8")


def test_help_has_every_key() -> None:
    lines = help_lines(60)
    assert len(lines) == len(BINDINGS) + len(MOUSE)
    for binding, line in zip(BINDINGS, lines[len(MOUSE) :], strict=True):
        assert line.startswith(binding.shown)
        assert line.endswith(binding.help)


def test_a_wide_window_has_two_halves_of_help() -> None:
    lines, wide = help_lines(60), help_lines(104)
    assert len(wide) == (len(lines) + 1) // 2
    assert all(len(line) <= 104 for line in wide)
    assert all(any(line in both for both in wide) for line in lines)


def test_a_held_key_repeats_only_where_that_makes_sense() -> None:
    assert action_of("SPACE") == "play"
    assert action_of("SPACE", repeated=True) is None
    assert action_of("RIGHT", repeated=True) == "next"
    assert action_of("F12") is None
    assert action_of("") is None


@pytest.mark.parametrize("binding", BINDINGS, ids=lambda binding: binding.action)
def test_every_action_changes_something(binding: object) -> None:
    look = Look(Clock(10, 10.0, place=3.0), place=OWN, line=1, values={}, chosen=0)
    if binding.action == "reset parameters":  # type: ignore[attr-defined]
        look = Look(look.clock, values={None: 1.0})  # type: ignore[dict-item]
    changed = acted(look, binding.action, OWN, poster=7)  # type: ignore[attr-defined]
    assert (changed == look) == (binding.action in DONE_BY_WINDOW)  # type: ignore[attr-defined]
