"""States that are checked again and again (OpenGL 1.5, 2.5)."""

from __future__ import annotations

from typing import Any

import pytest

from nvrender.gl.state import Blend, State
from nvrender.gl.state.checks import validate
from nvrender.gl.state.kinds import _checked
from nvrender.gl.state.state import IDENTITY
from nvrender.source import InputError


def test_what_cannot_change_is_checked_once() -> None:
    state = State(blend=Blend(True, "ONE", "ONE"))
    validate(state)
    assert _checked["blend", id(state.blend)] is state.blend
    validate(state)


def test_what_may_change_is_checked_again() -> None:
    planes: Any = [True] * 6
    state = State(clip_planes=planes)
    validate(state)
    planes[2] = "on"
    with pytest.raises(InputError, match=r"state.clip_planes\[2\] is 'on'; it must be True or False"):
        validate(state)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"modelview": (IDENTITY,)}, "state.modelview has 1 entries; there are 4"),
        ({"texture": (IDENTITY[:3],)}, r"state.texture\[0\] has 3 entries; there are 4"),
        ({"program": ((*IDENTITY[:3], ("a", 0.0, 0.0, 0.0)),)}, r"program\[0\]\[3\]\[0\] is 'a'"),
    ],
)
def test_matrices_are_rows_of_numbers(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        validate(State(**given))


def test_matrices_of_whole_numbers_are_valid() -> None:
    validate(State(modelview=((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))))
