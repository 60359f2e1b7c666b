"""Headers, targets and limits of the declared-name languages."""

from __future__ import annotations

import pytest

from nvrender.languages.load import load
from nvrender.program.limits import MINIMUM_ARB_VERTEX, MINIMUM_NV4_VERTEX, Limits
from nvrender.source import InputError, ProgramError

NAMES = {"!!ARBvp1.0": "ARBvp1.0", "!!NVvp4.0": "NVvp4.0"}


@pytest.mark.parametrize("header", NAMES)
def test_r3_header_of_the_target(header: str) -> None:
    """R3 ARB_vertex_program 2.14.1."""
    assert load(f"{header} END", target="VERTEX_PROGRAM_ARB").profile.name == NAMES[header]
    for target in ("VERTEX_PROGRAM_NV", "VERTEX_STATE_PROGRAM_NV"):
        with pytest.raises(ProgramError) as caught:
            load(f"{header} END", target=target)
        assert caught.value.position == 0
    with pytest.raises(ProgramError):
        load("!!VP1.0 MOV o[HPOS], v[0]; END", target="VERTEX_PROGRAM_ARB")


def test_limits_by_name() -> None:
    text = "!!ARBvp1.0 OPTION NV_vertex_program2; TEMP r; MOV r, program.env[200]; END"
    assert load(text).profile.limits is not None
    found = load(text, limits={"instructions": 1})
    assert found.profile.instruction_limit == 1
    assert found.profile.condition_codes == 1
    with pytest.raises(ProgramError, match=r"program\.env\[200\] does not exist"):
        load(text, limits={"environment_parameters": 96})


def test_all_limits() -> None:
    text = "!!ARBvp1.0 TEMP a, b, c, d, e, f, g, h, i, j, k, l{}; END"
    assert load(text.format(""), limits=MINIMUM_ARB_VERTEX).profile.limits is MINIMUM_ARB_VERTEX
    with pytest.raises(ProgramError, match="12 temporary registers"):
        load(text.format(", m"), limits=MINIMUM_ARB_VERTEX)
    assert load(text.format(", m"), limits=Limits()).temporaries == 13


def test_unknown_limit() -> None:
    with pytest.raises(InputError, match="unknown limit 'registers'; limits are instructions"):
        load("!!NVvp4.0 END", limits={"registers": 1})


@pytest.mark.parametrize("limits", [MINIMUM_ARB_VERTEX, MINIMUM_NV4_VERTEX])
def test_the_minima_are_the_specifications(limits: Limits) -> None:
    """ARB_vertex_program Table X.6 and 2.14.3.7; NV_gpu_program4 Table X.21."""
    assert (limits.instructions, limits.temporaries, limits.parameters) == (128, 12, 96)
    assert (limits.environment_parameters, limits.local_parameters, limits.attributes) == (96, 96, 16)
    assert (limits.program_matrices, limits.texture_coordinates, limits.address_registers) == (8, 2, 1)
    assert (limits.call_depth, limits.if_depth, limits.loop_depth) == (4, 48, 4)
    assert limits.texel_offsets == (-8, 7)
    assert (limits.buffer_bindings, limits.buffer_size) == (8, 4096)


def test_every_default_is_at_least_the_minimum() -> None:
    for header, minimum in (("!!ARBvp1.0", MINIMUM_ARB_VERTEX), ("!!NVvp4.0", MINIMUM_NV4_VERTEX)):
        limits = load(f"{header} END").profile.limits
        assert limits is not None
        for name in Limits.__dataclass_fields__:
            ours, least = getattr(limits, name), getattr(minimum, name)
            assert ours is None or name == "texel_offsets" or ours >= least, name
