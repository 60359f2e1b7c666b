"""Samples for fragment programs, and how far their results may lie from the oracle's."""

from __future__ import annotations

import numpy as np

import nvrender
from nvrender.gl.inputs.vertices import attribute_arrays, parameter_array
from nvrender.gl.state import State
from nvrender.languages.load import load
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.tolerance.tolerance import envelope
from nvrender.regression.comparison.samples import samples

HEADER = "!!NVfp4.0\nTEMP t, u;\n"


def test_samples_are_quads_of_every_attribute() -> None:
    body = "MOV t, fragment.position; ADD t, t, fragment.facing; ADD t, t, fragment.clip[2];"
    body += "MOV.S u, primitive.id;"
    program = load(f"{HEADER}{body} MUL t, t, fragment.texcoord[0]; MOV result.color, t;\nEND")
    attributes, parameters = samples(program, 10, special=False)
    assert set(attributes) == {
        "fragment.position", "fragment.facing", "fragment.clip[2]", "fragment.texcoord[0]"
    }  # fmt: skip
    assert attributes["fragment.position"][:4, :2].tolist() == [
        [0.5, 0.5],
        [1.5, 0.5],
        [0.5, 1.5],
        [1.5, 1.5],
    ]
    assert set(attributes["fragment.facing"][:, 0]) <= {-1.0, 1.0}
    quads = attributes["fragment.texcoord[0]"][:8].reshape(2, 4, 4)
    assert np.abs(quads - quads[:, :1]).max() <= 0.5
    assert nvrender.run(program, attributes, parameters)["color[0]"].shape == (10, 4)


def test_a_kill_that_could_go_either_way_leaves_everything_open() -> None:
    """sin² + cos² − 1 is 0 but for what approximations leave of it."""
    program = load(
        HEADER + "SIN t.x, fragment.texcoord[0].x; COS t.y, fragment.texcoord[0].x; DP2 t, t, t;\n"
        "SUB t, fragment.texcoord[0].y, t; KIL t; MOV result.color, 0.5;\nEND"
    )
    given = {"texcoord[0]": np.array([[0.3, 1.0], [0.3, 2.0], [0.3, 0.0]], np.float32)}
    arrays, count = attribute_arrays(program, given, State())
    found = envelope(program, arrays, Resources(parameter_array(program, {}, State())), count)["color[0]"]
    assert np.isinf(found[0]).all() and (found[1:] == 0).all()


def test_where_one_fragment_of_a_quad_may_go_elsewhere_its_neighbours_are_unsure() -> None:
    program = load(
        HEADER + "SIN t.x, fragment.texcoord[0].x; COS t.y, fragment.texcoord[0].x; DP2 t, t, t;\n"
        "SUB.CC t, fragment.texcoord[0].y, t; IF GE.x; MOV u, 1; ENDIF; DDX result.color, u;\nEND"
    )
    values = np.array([[0.3, 1.0], *[[0.3, 2.0]] * 7], np.float32)
    arrays, count = attribute_arrays(program, {"texcoord[0]": values}, State())
    found = envelope(program, arrays, Resources(parameter_array(program, {}, State())), count)
    assert np.isinf(found["color[0]"][:4]).all() and (found["color[0]"][4:] < 2.0**-126).all()
    assert np.isinf(found["killed"][:4]).all() and (found["killed"][4:] == 0).all()
