"""The families of languages (nvrender.program.families).

``VP1`` and ``VP2`` are those of register-named vertex programs, ``FP1`` that of NV_fragment_program, ``FP2``
that of ``!!FP2.0``, which computes alike; ``ARB`` and ``ARBFP`` are those of ARB_vertex_program and
ARB_fragment_program with their options, ``NV4`` is that of NV_gpu_program4 and ``NV5`` what NV_gpu_program5
adds.
"""

from __future__ import annotations

from dataclasses import replace

from nvrender.program.families import Family

_VERTEX = ("NV_vertex_program", "NV_position_invariant")

VP1 = Family("vp1", rounds_to_zero=True, cites=_VERTEX)
VP2 = Family("vp2", rounds_to_nearest=True, cites=_VERTEX)
FP1 = Family(
    "fp1",
    inverts_one=False,
    fixed_point_operands=True,
    divides_cube_maps=False,
    opaque=False,
    clamps_colors=True,
    cites=("NV_fragment_program 3",),
)
FP2 = replace(FP1, name="fp2")
ARB = Family("arb")
ARBFP = Family("arbfp", clamps_colors=True)
NV4 = Family("nv4", inverts_one=False)
NV5 = Family("nv5")
