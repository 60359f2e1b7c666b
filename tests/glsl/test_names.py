"""Identifiers: GLSL 4.60 3.6 to 3.8; labels: NV_vertex_program2 2.14.1.8."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nvrender.glsl.names import Names, is_reserved

LABELS = st.from_regex(r"\A[A-Za-z_][A-Za-z0-9_]{0,12}\Z")
HOSTILE = (
    "main", "float", "texture", "gl_Position", "__x", "_", "__", "a__b", "int", "sampler2D", "image2D", "dot",
    "half", "asm", "GL_x", "gl_", "precise", "usampler2DRect", "mix", "a_", "subpassInput", "defined",
)  # fmt: skip


@pytest.mark.parametrize("label", HOSTILE)
def test_hostile_labels_become_identifiers(label: str) -> None:
    name = Names().take(label)
    assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name)
    assert not is_reserved(name)
    assert name != "_"


@pytest.mark.parametrize("label", ["bone", "R0", "l1", "Main", "position_2"])
def test_harmless_labels_keep_their_name(label: str) -> None:
    assert Names().take(label) == label


@given(st.lists(LABELS | st.sampled_from(HOSTILE), max_size=30))
def test_names_never_collide(labels: list[str]) -> None:
    names = Names(frozenset({"R0", "bone", "bone_2"}))
    given = [names.take(label) for label in labels]
    assert len(set(given)) == len(given)
    assert not {"R0", "bone", "bone_2"} & set(given)
    assert not any(is_reserved(name) for name in given)


def test_names_are_the_same_every_time() -> None:
    labels = ["float", "float_2", "float", "x__y", "x_y"]
    first, second = Names(), Names()
    assert [first.take(label) for label in labels] == [second.take(label) for label in labels]


def test_long_labels_stay_below_the_promised_length() -> None:
    names = Names()
    assert all(len(names.take("a" * 5000)) <= 1024 for _ in range(3))
