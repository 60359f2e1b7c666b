"""Names GLSL keeps for itself, or the translation uses, in every place where a program may give one.

Identifiers of the declared-name languages consist of letters, digits, ``_`` and ``$``
(ARB_vertex_program 2.14.2, NV_gpu_program4 2.X.2); labels: NV_vertex_program2 2.14.1.8.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from fuzz.array_runs import run_on_gpu as run

from nvrender.glsl import library
from nvrender.glsl.names import _BUILT_IN, _KEYWORDS
from nvrender.glsl.translate import translate
from nvrender.glsl.translation import Translation
from nvrender.languages.load import load
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.program import BindingKind, Program

#: What the translation declares itself, prefixes and letters GLSL does not allow, names that fall together.
_OWN = """
    vertex_count attributes results Attributes Results ProgramParameters ProgramBuffer0 turns value passed
    index zero overflow carry CC0 CC1 CC0_carry executed block stack saved depth count count_2 mvp main_
    FixedFunction HPOS COL0 TEX0 TEX7 ATTR0 ATTR1 PSIZ result_id vertex_position vertex_attrib_1 v_float c
    modelview clip_plane eye_position saved_2 GL_ GL_core_profile gl_ gl_Position gl_VertexID gl_x
    __VERSION__ __x x__ x__y x_y x$y x$ $ $$ _ __ _$_ $1 sampler2D isampler2DRect image2D subpassInput
    label_gl_x label v defined precise_ Float FLOAT0 e1 f0 texture2D
""".split()
#: Words of the languages themselves.
_RESERVED = frozenset("program result state texture vertex".split())
NAMES = [
    name
    for name in dict.fromkeys(
        [*sorted(_KEYWORDS), *sorted(_BUILT_IN), *_OWN, *sorted(library.names()), "a" * 300]
    )
    if name not in _RESERVED
]


_FORMS = [("glsl330", "vertex", "exact"), ("glsl430", "compute", "fast"), ("glsl430", "vertex", "fast")]


def _agree(program: Program, compiles: Callable[[Translation], None], forms: slice = slice(None)) -> None:
    """``program`` compiles in ``forms``, and in exact numerics computes by feedback what it must."""
    for target, interface, numerics in _FORMS[forms]:
        compiles(translate(program, target, interface=interface, numerics=numerics))
    attributes = {
        row.index: np.array([[1, 2, 3, 4], [5, 0, -1, 0.5]], np.float32) for row in program.attributes
    }
    if not program.profile.declares_names:
        attributes = {0: np.array([[1, 2, 3, 4], [5, 0, -1, 0.5]], np.float32)}
        parameters = np.ones((program.profile.parameters, 4), np.float32)
    else:
        words = [
            row.words if row.kind is BindingKind.CONSTANT else (0x3F800000 + number,) * 4
            for number, row in enumerate(program.parameters)
        ]
        parameters = np.array(words, np.uint32).reshape(-1, 4).view(np.float32)
    wanted = execute(
        program, attributes, Resources(parameters, buffers={0: np.arange(64, dtype=np.uint32)}), 2
    )
    buffers = {0: np.arange(64, dtype=np.uint32)}
    have = run(program, attributes, parameters, 2, buffers=buffers, mode="feedback")
    for name in wanted:
        assert np.array_equal(wanted[name].view(np.uint32), have[name].view(np.uint32)), name


def _turn(number: int) -> slice:
    """One of the forms, of each program of several another."""
    return slice(number % len(_FORMS), number % len(_FORMS) + 1)


def test_temporaries(compiles: Callable[[Translation], None]) -> None:
    lines = [f"TEMP {', '.join(NAMES)};"]
    lines += [
        f"MAD.F {name}, vertex.attrib[1], {number}.0, vertex.attrib[1].yzwx;"
        for number, name in enumerate(NAMES)
    ]
    lines.append("MOV result.attrib[0], vertex.attrib[1];")
    lines += [f"ADD result.attrib[1], {name}, vertex.attrib[1];" for name in NAMES[-1:]]
    lines += [f"MOV result.attrib[{number % 14 + 2}], {name};" for number, name in enumerate(NAMES)]
    _agree(load("!!NVvp4.0\n" + "\n".join(lines) + "\nMOV result.position, vertex.attrib[1];\nEND"), compiles)


@pytest.mark.parametrize(
    "declare",
    [
        "PARAM {} = program.local[{}];",
        "PARAM {}[2] = {{ program.local[{}], program.env[{}] }};",
        "INT TEMP {}; # {}",
    ],
    ids=["parameters", "arrays", "integers"],
)
def test_parameters_and_arrays(declare: str, compiles: Callable[[Translation], None]) -> None:
    chosen = NAMES[::3]
    relative = "[i.x]" if "[2]" in declare else ""
    lines = ["INT TEMP i;", "AND.S i, vertex.id, 1;"]
    lines += [declare.format(name, number, number) for number, name in enumerate(chosen)]
    for number, name in enumerate(chosen):
        if "INT" in declare:
            lines.append(f"ADD.S {name}, i, {number};")
            lines.append(f"MOV.S result.attrib[{number % 8}], {name};")
        else:
            lines.append(f"MOV result.attrib[{number % 8}], {name}{relative};")
    text = (
        "!!NVvp4.0\n" + "\n".join(line for line in lines if " i;" not in line or "TEMP i" in line) + "\nEND"
    )
    _agree(load(text), compiles)


@pytest.mark.parametrize("part", range(3))
def test_attributes_results_buffers_and_aliases(part: int, compiles: Callable[[Translation], None]) -> None:
    for number, name in enumerate(NAMES[part::24]):
        if name in ("i", "t"):
            continue
        text = (
            f"!!NVvp4.0\nINT TEMP i; TEMP t; ATTRIB {name} = vertex.attrib[1];\nMOV.S i, vertex.id;\n"
            f"OUTPUT {name}$ = result.attrib[0];\nBUFFER {name}_[] = {{ program.buffer[0][0..3] }};\n"
            f"ALIAS {name}_at = t;\nTEMP {name}__at[4];\n"
            f"MOV {name}_at, {name};\nMOV {name}__at[i.x], {name}_at;\n"
            f"ADD t, {name}__at[i.x], {name}_[i.x];\n"
            f"MOV {name}$, t;\nMOV result.position, {name};\nEND"
        )
        _agree(load(text), compiles, _turn(number))


LABELS = [name for name in NAMES if name not in ("main", "a" * 300)]


def test_labels_of_blocks(compiles: Callable[[Translation], None]) -> None:
    chosen = LABELS[::4]
    calls = "".join(f"CAL {name};\n" for name in chosen)
    bodies = "".join(f"{name}:\nADD r.x, r, {number}.0;\n" for number, name in enumerate(chosen))
    main = f"main:\nMOV r, vertex.attrib[1];\n{calls}MOV result.position, r;\nRET;\n"
    _agree(load(f"!!NVvp4.0\nTEMP r;\n{main}{bodies}END"), compiles)


@pytest.mark.parametrize("part", range(3))
def test_labels_of_branches(part: int, compiles: Callable[[Translation], None]) -> None:
    """Loops and flags are named after labels too."""
    for number, name in enumerate(LABELS[part::27]):
        text = (
            "!!ARBvp1.0\nOPTION NV_vertex_program3;\nTEMP r;\nADDRESS a;\n"
            f"MOVC r, vertex.attrib[1];\nARL a, r;\n{name}:\nADDC r.x, r.x, -1;\nin$:\nADDC r.y, r.y, -1;\n"
            f"BRA out$ (LT.y);\nBRA {name} (EQ.x);\nBRA in$ (GT.x);\nPUSHA a;\nCAL f$;\n"
            "out$:\nMOV result.position, r;\nRET;\nf$:\nADD r, r, 1;\nRET;\nEND"
        )
        _agree(load(text), compiles, _turn(number))
    for name in [one for one in LABELS if "$" not in one][part::90]:
        body = f"MOVC R0,v[0];CAL {name}(GT);MOV o[HPOS],R0;RET;{name}:ADD R0,R0,c[0];RET;"
        _agree(load(f"!!VP2.0 {body}END"), compiles)


@pytest.mark.parametrize("header", ["!!VP2.0", "!!NVvp4.0"])
def test_uniforms_of_metadata(header: str, compiles: Callable[[Translation], None]) -> None:
    chosen = [name for name in NAMES if "$" not in name][::2][:250]
    lines = [f"#var float4 {name} : : c[{number}] : 1 : 1" for number, name in enumerate(chosen)]
    declared = header == "!!NVvp4.0"
    if declared:
        lines.append(f"PARAM c[{len(chosen)}] = {{ program.local[0..{len(chosen) - 1}] }};\nTEMP R0;")
    lines += [f"ADD R0, R0, c[{number}];" for number in range(len(chosen))]
    lines.append(f"MOV {'result.position' if declared else 'o[HPOS]'}, R0;\nEND")
    profile = "gp4vp" if declared else "vp30"
    _agree(load(f"{header}\n#profile {profile}\n" + "\n".join(lines)), compiles)
