"""What each opcode makes of radii: no move within the operands' balls may leave the result's."""

from __future__ import annotations

import numpy as np
import pytest
from radius_helpers import COUNT, balls, moved_within

from nvrender.languages.load import load
from nvrender.languages.profiles import OPCODES
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.tolerance.ball import Ball, Setting
from nvrender.oracle.tolerance.influence import influence
from nvrender.oracle.tolerance.precision import bounds, unit
from nvrender.oracle.tolerance.rules.table import RULES
from nvrender.program import RegisterFile
from nvrender.program.opcodes import OperandClass, ResultClass

MOVES = 12
TESTED = sorted(
    key
    for key, row in OPCODES.items()
    if key[0] in ("vp1", "vp2") and not row.is_flow and row.result is not ResultClass.ADDRESS
)


def test_every_opcode_has_a_rule():
    rows = (row for (family, _), row in OPCODES.items() if family in ("vp1", "vp2"))
    assert set(RULES) >= {row.operation for row in rows if not row.is_flow}


def _program(family, name):
    row = OPCODES[family, name]
    header = {"vp1": "!!VP1.1", "vp2": "!!VP2.0"}[family]
    scalar = row.operands[0] is OperandClass.SCALAR
    operands = ",".join(f"R{index}{'.x' * scalar}" for index in range(len(row.operands)))
    loads = "".join(f"MOV R{index},v[{index}];" for index in range(len(row.operands)))
    return load(f"{header} {loads}{name} R3,{operands};MOV o[HPOS],R3;END")


def _run(program, values):
    attributes = {index: np.ascontiguousarray(value.T) for index, value in enumerate(values)}
    parameters = np.zeros((program.profile.parameters, 4), np.float32)
    return execute(program, attributes, Resources(parameters), COUNT)["HPOS"].T.astype(np.float64)


@pytest.mark.parametrize(("family", "name"), TESTED)
def test_radius_takes_in_every_move(family, name):
    """And the bound of NV_vertex_program2 2.14.3 round the moved result."""
    row = OPCODES[family, name]
    generator = np.random.default_rng(1)
    scalar = row.operands[0] is OperandClass.SCALAR
    made = [balls(generator, scalar) for _ in row.operands]
    program = _program(family, name)
    result = _run(program, [ball.value.astype(np.float32) for ball in made])
    with np.errstate(all="ignore"):
        radius = np.asarray(RULES[row.operation](Setting(row), result, made, (0, 1, 2, 3)))
        radius = np.broadcast_to(radius, result.shape)
        radius = np.where(np.isfinite(result) | np.isinf(radius), radius, 0.0)
    still = np.logical_and.reduce([(ball.radius == 0).all(axis=0) for ball in made])
    for _ in range(MOVES):
        values = [moved_within(generator, ball, scalar) for ball in made]
        moved = _run(program, values)
        with np.errstate(all="ignore"):
            operands = {"LIT": [values[0][0], values[0][1], values[0][3]]}.get(name, [values[0][0]])
            # What was rounded to ``moved`` may have been a little less, in a binade below.
            below = moved * (1 - 2.0**-23)
            bound = np.stack([bounds(row.precision[k], below[k], operands) for k in range(4)])
            bound = np.where(still | (moved == 0), 0.0, np.maximum(bound - unit(moved), 0.0))
            distance = np.abs(moved - result) + bound
        if name in ("SIN", "COS"):
            distance = np.minimum(distance, 2.0)
        distance = np.where((moved == result) | (np.isnan(moved) & np.isnan(result)), 0.0, distance)
        with np.errstate(invalid="ignore"):
            wrong = ~(distance <= radius * (1 + 2.0**-20)) & (distance != 0) & ~np.isinf(radius)
        where = np.argwhere(wrong)[:3]
        assert not len(where), [
            (place.tolist(), [b.value[:, place[1]] for b in made], [b.radius[:, place[1]] for b in made])
            for place in where
        ]


@pytest.mark.parametrize(("family", "name"), TESTED)
def test_what_does_not_move_stays_exact(family, name):
    """Components that are no approximation have radius 0 for radius 0."""
    row = OPCODES[family, name]
    generator = np.random.default_rng(2)
    scalar = row.operands[0] is OperandClass.SCALAR
    made = [
        Ball(ball.value, np.zeros_like(ball.value))
        for ball in (balls(generator, scalar) for _ in row.operands)
    ]
    result = _run(_program(family, name), [ball.value.astype(np.float32) for ball in made])
    with np.errstate(all="ignore"):
        radius = np.broadcast_to(RULES[row.operation](Setting(row), result, made, (0, 1, 2, 3)), result.shape)
        for component in range(4):
            exact = ~(bounds(row.precision[component], np.ones(1, np.float32)) > 0)
            limit = np.where((name == "FRC") & (made[0].value[component] < 0), 2.0**-24, 0.0)
            certain = np.isfinite(result[component])
            assert not exact or (radius[component] <= limit)[certain].all()


@pytest.mark.parametrize(
    ("text", "places", "decides"),
    [
        ("!!VP2.0 MUL R0,v[0],v[0];MOV o[HPOS],R0;END", set(), False),
        ("!!VP2.0 RCP R0.x,v[0].x;MOV R0.y,v[0].x;MOV o[HPOS].x,R0.y;END", set(), False),
        ("!!VP2.0 RCPC R0.x,v[0].x;MOV o[HPOS].yz (GT.x),v[0];END", {1, 2}, False),
        ("!!VP2.0 RCPC R0.x,v[0].x;BRA e (GT.x);MOV o[HPOS],v[0];e:END", set(), True),
        (
            "!!VP2.0 l:MOV o[HPOS],R1;MOV R1,R0;RCP R0.w,v[0].x;MOVC CC,v[0];BRA l (GT.x);END",
            {0, 1, 2, 3},
            False,
        ),
        ("!!VP1.0 RCP R0.z,v[0].x;ARL A0.x,R0.z;MOV o[HPOS].w,c[A0.x];END", {3}, False),
    ],
)
def test_influence(text, places, decides):
    reach = influence(load(text), False)
    found = {component for file, _, component in reach.places if file is RegisterFile.RESULT}
    assert found == places and reach.decides is decides
