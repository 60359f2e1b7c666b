"""What nvrender.Memory and work groups refuse: one message each, whatever they are given (docs/memory.md)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.gl.inputs.work_groups import invocations, work_groups
from nvrender.gl.patches import Patch, check_patch
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.trace.compute import trace_invocation
from nvrender.source import InputError, TargetError

WORDS = np.zeros(4, np.uint32)
PLACES = "give a multiple of 0x1000, behind the buffer before and from 0x10000 on"
COMPUTE = "!!NVcp5.0\nGROUP_SIZE 4;\nTEMP r;\nMOV.U r, invocation.globalid;\nEND"


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ([65536], "at takes a mapping from names to addresses, not list"),
        ({"b": 65536}, "at gives addresses of 'b', not of 'a'"),
        ({"a": "x"}, f"the buffer 'a' lies at 'x'; {PLACES}"),
        ({"a": 65536.0}, f"the buffer 'a' lies at 65536.0; {PLACES}"),
        ({"a": math.nan}, f"the buffer 'a' lies at nan; {PLACES}"),
        ({"a": None}, f"the buffer 'a' lies at None; {PLACES}"),
        ({"a": True}, f"the buffer 'a' lies at True; {PLACES}"),
        ({"a": -4096}, f"the buffer 'a' lies at -0x1000; {PLACES}"),
        ({"a": 2**32}, f"the buffer 'a' lies at 0x100000000; {PLACES}"),
    ],
)
def test_addresses_that_are_none(at: Any, said: str) -> None:
    with pytest.raises(InputError) as caught:
        nvrender.Memory({"a": WORDS}, at=at)
    assert str(caught.value) == said


def test_addresses_of_any_whole_number() -> None:
    assert nvrender.Memory({"a": WORDS}, at={"a": np.int32(65536)}).words("a").tolist() == [65536, 0]


@pytest.mark.parametrize(
    "access", [3, None, ["READ_ONLY"], {"a": ["READ_ONLY"]}, {"a": WORDS}, {"a": "R"}, "HIDDEN"]
)
def test_accesses_that_are_none(access: Any) -> None:
    """MakeBufferResidentNV takes READ_ONLY, READ_WRITE and WRITE_ONLY (NV_shader_buffer_store 2.9)."""
    with pytest.raises(InputError, match="it is one of READ_ONLY, READ_WRITE, WRITE_ONLY"):
        nvrender.Memory({"a": WORDS}, access=access)


@pytest.mark.parametrize("name", ["b", 1, None, ["a"], {}])
def test_names_of_no_buffer(name: Any) -> None:
    with pytest.raises(InputError, match=r"there is no buffer .*; the buffers are 'a'"):
        nvrender.Memory({"a": WORDS}).words(name)


def test_work_groups_in_an_array() -> None:
    assert work_groups(np.array([2, 3])) == (2, 3, 1)
    for given in (np.zeros((2, 2), int), np.array([1.0]), np.array([-1])):
        with pytest.raises(InputError, match="give one to three numbers from 0 to 65535"):
            work_groups(given)


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_more_invocations_than_would_end(backend: Any) -> None:
    """Each direction may have MAX_COMPUTE_WORK_GROUP_COUNT groups, but not all three (docs/memory.md)."""
    with pytest.raises(InputError) as caught:
        nvrender.run(COMPUTE, groups=(65535, 65535, 65535), backend=backend)
    assert str(caught.value) == (
        "65535 × 65535 × 65535 work groups of 4 are 1125848368021500 invocations; "
        "a dispatch has 4294967296 at most"
    )
    assert invocations(nvrender.load(COMPUTE), (65535, 2, 1)) == 524280


def test_traces_of_no_work_group() -> None:
    program = nvrender.load(COMPUTE)
    with pytest.raises(InputError, match="there is no invocation 0; there are none"):
        list(trace_invocation(program, (0, 1, 1), Resources(np.zeros((0, 4), np.float32)), 0))


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (3, "limits takes a mapping from names to numbers, not int"),
        ({"group_size": 5}, "the limit group_size is 5; it is 3 numbers, as (1024, 1024, 64)"),
        ({"group_size": (1, 2)}, "the limit group_size is (1, 2); it is 3 numbers, as (1024, 1024, 64)"),
        ({"shared_memory": "x"}, "the limit shared_memory is 'x'; it is a whole number from 0"),
        ({"invocations": -1}, "the limit invocations is -1; it is a whole number from 0"),
        ({"group_invocations": None}, "the limit group_invocations is None; it is a whole number from 0"),
    ],
)
def test_limits_that_are_none(limits: Any, said: str) -> None:
    """``docs/program.md``: limits by name."""
    with pytest.raises(InputError) as caught:
        nvrender.load(COMPUTE, limits=limits)
    assert str(caught.value) == said


@pytest.mark.parametrize("levels", [[1, 1, 1, 1], (1, 1, 1), ("a", 1, 1, 1), (10**400, 1, 1, 1), None, 3])
def test_levels_that_are_none(levels: Any) -> None:
    """PATCH_DEFAULT_OUTER_LEVEL is four floats (ARB_tessellation_shader, PatchParameterfv)."""
    with pytest.raises(InputError, match="they must be a tuple of 4 numbers"):
        check_patch(Patch(4, outer=levels))
    check_patch(Patch(4, outer=(np.float32(2), np.int32(2), math.inf, math.nan)))  # type: ignore[arg-type]


@pytest.mark.parametrize("target", ["glsl999", 3, None, ["glsl430"]])
def test_targets_that_are_none(target: Any) -> None:
    """``docs/program.md``: targets by name."""
    with pytest.raises(TargetError, match=r"unknown target .*; targets are glsl120, glsl150, glsl330"):
        nvrender.translate(nvrender.load(COMPUTE), target)
