"""Draws that are planned and found again leave what draws leave that are planned anew."""

from __future__ import annotations

from nvrender.gpu.context.context import headless
from nvrender.gpu.context.current import entered

from .draw_sequences import difference

SEQUENCES = 20


def test_planned_draws_leave_what_others_do() -> None:
    with entered(headless()) as context:
        assert {seed: found for seed in range(SEQUENCES) if (found := difference(context, seed))} == {}
