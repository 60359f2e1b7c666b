"""Rules of the declared-name languages: no move within the operands' balls may leave the result's."""

from __future__ import annotations

import numpy as np
from batches import every
from radius_helpers import COUNT, balls, moved_within

from nvrender.languages.load import load
from nvrender.languages.profiles import OPCODES
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS
from nvrender.ops.types import DataType
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.tolerance.ball import Setting
from nvrender.oracle.tolerance.precision import bounds, unit
from nvrender.oracle.tolerance.rules.table import RULES, rule_of
from nvrender.program import RegisterFile
from nvrender.program.opcodes import OperandClass, ResultClass

MOVES = 8
_HEADERS = {
    "arb": ("!!ARBvp1.0\nOPTION NV_vertex_program3;", "vertex.attrib[%d]", "result.position"),
    "arbfp": ("!!ARBfp1.0\nOPTION NV_fragment_program2;", "fragment.texcoord[%d]", "result.color"),
    "nv4": ("!!NVvp4.0", "vertex.attrib[%d]", "result.position"),
}
_ROWS = {
    key: row
    for key, row in OPCODES.items()
    if key[0] in _HEADERS
    and row.result not in (ResultClass.ADDRESS, ResultClass.NONE)
    and DataType.FLOAT in row.types
    and OPERATIONS[row.operation_of(DataType.FLOAT)].form
    in (Form.COMPONENTWISE, Form.REPLICATED, Form.COMPOSED)
    and row.operation_of(DataType.FLOAT) in RULES
}


def _program(family: str, name: str):
    row = OPCODES[family, name]
    header, attribute, result = _HEADERS[family]
    operands = []
    for index, kind in enumerate(row.operands):
        scalar = (
            ".x" if kind is OperandClass.SCALAR else ", x, -y, z, 1" if kind is OperandClass.WHOLE else ""
        )
        operands.append(f"v{index}{scalar}")
    declared = "".join(f"ATTRIB v{index} = {attribute % index};" for index in range(len(row.operands)))
    mask = ".xyz" if row.three_components else ".xy" if name == "SCS" else ""
    return load(f"{header}\n{declared} {name} {result}{mask}, {', '.join(operands)}; END")


def _run(program, values):
    numbers = sorted(program.reads(RegisterFile.ATTRIBUTE))
    attributes = {numbers[index]: np.ascontiguousarray(value.T) for index, value in enumerate(values)}
    found = execute(program, attributes, Resources(np.zeros((len(program.parameters), 4), np.float32)), COUNT)
    return found[next(iter(program.results))].T.astype(np.float64)


def _loaded(name, ball):
    """What SWZ makes of its operand: x, −y, z, 1."""
    if name != "SWZ":
        return ball
    value, radius = ball.value.copy(), ball.radius.copy()
    value[1], value[3], radius[3] = -value[1], 1.0, 0.0
    return type(ball)(value, radius)


@every(("family", "name"), sorted(_ROWS))
def test_radius_takes_in_every_move(family, name):
    """And what ARB_vertex_program 2.14.5, ARB_fragment_program 3.11.5, NV_gpu_program4 2.X.8 allow."""
    row = _ROWS[family, name]
    generator = np.random.default_rng(1)
    scalars = [kind is OperandClass.SCALAR for kind in row.operands]
    made = [balls(generator, scalar) for scalar in scalars]
    program = _program(family, name)
    result = _run(program, [ball.value.astype(np.float32) for ball in made])
    rule, loaded = rule_of(row.operation_of(DataType.FLOAT)), [_loaded(name, ball) for ball in made]
    with np.errstate(all="ignore"):
        radius = np.broadcast_to(np.asarray(rule(Setting(row), result, loaded, (0, 1, 2, 3))), result.shape)
        radius = np.where(np.isfinite(result) | np.isinf(radius), radius, 0.0)
    still = np.logical_and.reduce([(ball.radius == 0).all(axis=0) for ball in made])
    assert np.isfinite(radius).mean() > 0.3
    for _ in range(MOVES):
        values = [moved_within(generator, ball, scalar) for ball, scalar in zip(made, scalars, strict=True)]
        moved = _run(program, values)
        with np.errstate(all="ignore"):
            operands = {"LIT": [values[0][0], values[0][1], values[0][3]]}.get(name, [values[0][0]])
            below = moved * (1 - 2.0**-23)
            bound = np.stack([bounds(row.precision[k], below[k], operands) for k in range(4)])
            bound = np.where(still | (moved == 0), 0.0, np.maximum(bound - unit(moved), 0.0))
            if name in ("LIT", "NRM", "RFL"):
                bound = np.zeros_like(bound)  # approximated within, not at the end
            distance = np.abs(moved - result) + bound
        if name in ("SIN", "COS"):
            distance = np.minimum(distance, 2.0)
        distance = np.where((moved == result) | (np.isnan(moved) & np.isnan(result)), 0.0, distance)
        with np.errstate(invalid="ignore"):
            wrong = ~(distance <= radius * (1 + 2.0**-20)) & (distance != 0) & ~np.isinf(radius)
        where = np.argwhere(wrong)[:3]
        assert not len(where), [
            (
                place.tolist(),
                result[:, place[1]],
                moved[:, place[1]],
                radius[:, place[1]],
                [b.value[:, place[1]] for b in made],
                [b.radius[:, place[1]] for b in made],
            )
            for place in where
        ]
