"""Attribute arrays and parameters: what is taken, how it is filled up, what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nvrender.gl.inputs.vertices import attribute_arrays, attribute_sources, parameter_array
from nvrender.gl.state import IDENTITY, State, Tracking
from nvrender.languages.load import load
from nvrender.source import InputError

VP1 = load("!!VP1.0 MOV o[HPOS],v[OPOS];MOV o[COL0],v[3];MOV o[TEX0],v[TEX0];MOV o[TEX1],v[6];END")
VP2 = load("!!VP2.0 MOV o[HPOS],v[0];END")
INVARIANT = load("!!VP1.1 OPTION NV_position_invariant;MOV o[COL0],v[3];END")
STATE = load("!!VSP1.0 MOV c[2],v[0];END")

BELOW_FLOAT32 = np.finfo(np.float64).max


def arrays(attributes: Any, **options: Any) -> tuple[dict[int, Any], int]:
    return attribute_arrays(VP1, attributes, State(), **options)


class TestAttributes:
    @pytest.mark.parametrize("key", [3, "COL0", "3", np.int64(3), np.uint8(3)])
    def test_keys(self, key: Any) -> None:
        given, count = arrays({key: np.full((5, 4), 0.5)})
        assert count == 5
        assert given[3].tolist() == [[0.5] * 4] * 5

    def test_numbers_without_a_mnemonic(self) -> None:
        assert arrays({6: [[1, 2, 3, 4]]})[0][6].tolist() == [[1.0, 2.0, 3.0, 4.0]]

    @pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int16])
    @pytest.mark.parametrize("components", [1, 2, 3, 4])
    def test_missing_components_are_0_0_1(self, components: int, dtype: Any) -> None:
        """I2 NV_vertex_program 2.14.1.1: VertexAttrib1, 2, 3 and 4."""
        given, _ = arrays({0: np.arange(1, 6 * components + 1, dtype=dtype).reshape(6, components)})
        expected = np.tile([0.0, 0.0, 0.0, 1.0], (6, 1))
        expected[:, :components] = np.arange(1.0, 6 * components + 1).reshape(6, components)
        assert given[0].tolist() == expected.tolist()
        assert given[0].dtype == np.float32 and given[0].flags.c_contiguous

    def test_one_number_a_vertex(self) -> None:
        given, count = arrays({"TEX0": np.arange(7.0)})
        assert count == 7
        assert given[8][6].tolist() == [6.0, 0.0, 0.0, 1.0]

    def test_unsigned_bytes_are_normalised(self) -> None:
        """I3 NV_vertex_program 2.14.1.1: VertexAttrib4ub maps 255 to 1."""
        given, _ = arrays({3: np.array([[0, 51, 128, 255]], np.uint8)})
        expected = np.array([0, 51, 128, 255], np.float32) / np.float32(255)
        assert given[3][0].tolist() == expected.tolist()

    @pytest.mark.parametrize(
        "dtype", ["i1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "g", ">f4", ">i2", "?"]
    )
    def test_other_types_are_taken_as_they_are(self, dtype: str) -> None:
        """I3 NV_vertex_program 2.14.1.1: short, float and double."""
        given, _ = arrays({3: np.array([[1, 0, 1, 1], [0, 1, 0, 1]], np.dtype(dtype))})
        assert given[3].dtype == np.float32
        assert given[3].tolist() == [[1.0, 0.0, 1.0, 1.0], [0.0, 1.0, 0.0, 1.0]]

    def test_lists_nan_infinities_and_what_float32_cannot_hold(self) -> None:
        given, _ = arrays({0: [[float("nan"), float("inf"), -BELOW_FLOAT32, 16777217]]})
        assert np.isnan(given[0][0, 0])
        assert given[0][0, 1:].tolist() == [np.inf, -np.inf, 16777216.0]

    def test_an_array_that_fits_is_not_copied(self) -> None:
        array = np.zeros((9, 4), np.float32)
        assert np.shares_memory(arrays({0: array})[0][0], array)

    @pytest.mark.parametrize(
        "change", [lambda a: a[::2], lambda a: np.asfortranarray(a), lambda a: a[:, ::-1]]
    )
    def test_strided_arrays_become_contiguous(self, change: Any) -> None:
        array = change(np.arange(40, dtype=np.float32).reshape(10, 4))
        given, count = arrays({0: array})
        assert count == len(array)
        assert given[0].flags.c_contiguous and np.array_equal(given[0], array)

    def test_what_is_not_given_is_the_current_value(self) -> None:
        """I1 NV_vertex_program 2.14.6: initial values."""
        given, count = arrays({0: np.zeros((3, 4))})
        assert count == 3
        assert {index: array.tolist() for index, array in given.items() if index} == {
            3: [[1.0, 1.0, 1.0, 1.0]],
            6: [[0.0, 0.0, 0.0, 1.0]],
            8: [[0.0, 0.0, 0.0, 1.0]],
        }

    def test_current_values_come_from_the_state(self) -> None:
        current = tuple((float(index), 0.0, 0.0, 2.0) for index in range(16))
        given, count = attribute_arrays(VP1, None, State(current_attributes=current))
        assert count == 1
        assert {index: tuple(array[0]) for index, array in given.items()} == {
            index: current[index] for index in (0, 3, 6, 8)
        }

    @pytest.mark.parametrize("vector", [(0.25, 0.5, 0.75), [[0.25, 0.5, 0.75]], np.array([0.25, 0.5, 0.75])])
    def test_one_vector_for_all_stays_one_row(self, vector: Any) -> None:
        given, count = arrays({0: np.zeros((5, 3)), 3: vector})
        assert count == 5
        assert given[3].tolist() == [[0.25, 0.5, 0.75, 1.0]]

    def test_vectors_alone_are_one_vertex(self) -> None:
        given, count = arrays({0: (1, 2, 3), 3: (1, 0, 0, 1)})
        assert count == 1
        assert given[0].tolist() == [[1.0, 2.0, 3.0, 1.0]]

    def test_a_vector_that_could_be_numbers_is_refused(self) -> None:
        with pytest.raises(InputError, match=r"attribute 3 \(COL0\).*\(3, 1\).*\(1, 3\)"):
            arrays({0: np.zeros((3, 4)), 3: np.zeros(3)})

    def test_a_position_invariant_program_reads_attribute_0(self) -> None:
        given, _ = attribute_arrays(INVARIANT, {0: [[1, 2, 3]]}, State())
        assert given.keys() == {0, 3}

    def test_attributes_that_are_not_read_are_left_out_but_count(self) -> None:
        given, count = arrays({"NRML": np.zeros((4, 3))})
        assert count == 4
        assert 2 not in given

    def test_a_state_program_has_attribute_0_only(self) -> None:
        given, _ = attribute_arrays(STATE, {0: (1, 7, 8, 9)}, State())
        assert given[0].tolist() == [[1.0, 7.0, 8.0, 9.0]]
        for key in (1, "OPOS"):
            with pytest.raises(InputError, match=r"!!VSP1\.0 programs: an attribute is number 0"):
                attribute_arrays(STATE, {key: (1, 7, 8, 9)}, State())

    def test_no_vertices(self) -> None:
        given, count = arrays({0: np.zeros((0, 4)), 3: (1, 1, 1, 1)})
        assert count == 0
        assert given[0].shape == (0, 4)
        assert arrays({}, count=0)[1] == 0
        assert arrays({8: []})[1] == 0

    def test_count_with_vectors(self) -> None:
        given, count = arrays({0: (1, 2)}, count=10**12)
        assert count == 10**12
        assert given[0].shape == (1, 4)

    def test_lengths_that_disagree_are_both_named(self) -> None:
        with pytest.raises(
            InputError, match=r"attribute 3 \(COL0\) has 6 vertices, but attribute 0 \(OPOS\) has 5"
        ):
            arrays({0: np.zeros((5, 4)), 3: np.zeros((6, 4))})
        with pytest.raises(InputError, match=r"attribute 0 \(OPOS\) has 5 vertices, but count is 4"):
            arrays({0: np.zeros((5, 4))}, count=4)

    def test_the_same_attribute_twice(self) -> None:
        with pytest.raises(InputError, match="are the same"):
            arrays({3: (1, 1, 1), "COL0": (0, 0, 0)})

    @pytest.mark.parametrize("key", [16, -1, "POSITION", "opos", "COL2", "16", None, 1.0, True, (0,), ""])
    def test_unknown_keys_say_what_exists(self, key: Any) -> None:
        with pytest.raises(InputError) as caught:
            arrays({key: np.zeros((2, 4))})
        message = str(caught.value)
        assert "number 0 to 15 or OPOS, WGHT, NRML" in message
        assert "This program reads 0 (OPOS), 3 (COL0), 6, 8 (TEX0)" in message

    def test_seventeen_attributes(self) -> None:
        with pytest.raises(InputError, match="no attribute 16"):
            arrays({index: np.zeros((2, 4)) for index in range(17)})

    @pytest.mark.parametrize(
        "value",
        [
            np.zeros((3, 5)), np.zeros((3, 0)), np.zeros((2, 3, 4)), 1.0, np.zeros(()),
            np.zeros((1, 4), complex),
            np.array([["a"] * 4]), [[1, 2], [3]], [None, None], np.zeros(3, "M8[s]"), np.zeros(5, object),
            "text", b"bytes", {}, object(), np.zeros(3, [("x", "f4")]), [[10**400]],
        ],
    )  # fmt: skip
    def test_what_is_no_array_of_numbers_is_named(self, value: Any) -> None:
        with pytest.raises(InputError, match=r"attribute 3 \(COL0\)"):
            arrays({3: value})

    @pytest.mark.parametrize("count", [-1, 1.5, "3", True, float("nan")])
    def test_impossible_counts(self, count: Any) -> None:
        with pytest.raises(InputError, match="count must be a whole number"):
            arrays({}, count=count)

    @pytest.mark.parametrize("attributes", [[np.zeros((3, 4))], np.zeros((3, 4)), 7, "OPOS"])
    def test_attributes_must_be_a_mapping(self, attributes: Any) -> None:
        with pytest.raises(InputError, match="attributes must map"):
            arrays(attributes)

    def test_a_memory_map_is_converted_piece_by_piece(self, tmp_path: Path) -> None:
        stored = np.memmap(tmp_path / "positions", np.float64, "w+", shape=(1000, 3))
        stored[:] = np.arange(3000).reshape(1000, 3)
        sources, count = attribute_sources(VP1, {0: stored}, State())
        assert count == 1000
        assert np.shares_memory(sources[0].array, stored)
        assert sources[0].rows(998, 1000).tolist() == [
            [2994.0, 2995.0, 2996.0, 1.0],
            [2997.0, 2998.0, 2999.0, 1.0],
        ]


class TestParameters:
    def test_nothing_is_zero(self) -> None:
        """NV_vertex_program Table X.7: initially (0, 0, 0, 0)."""
        c = parameter_array(VP1, None, State())
        assert c.shape == (96, 4) and c.dtype == np.float32 and not c.any()
        assert parameter_array(VP2, None).shape == (256, 4)

    @pytest.mark.parametrize("rows", [0, 1, 95, 96])
    @pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "u1", "f2"])
    def test_arrays(self, rows: int, dtype: str) -> None:
        given = (np.arange(rows * 4).reshape(rows, 4) % 100).astype(dtype)
        c = parameter_array(VP1, given, State())
        assert c.shape == (96, 4)
        assert np.array_equal(c[:rows], given) and not c[rows:].any()

    def test_the_callers_array_is_not_shared(self) -> None:
        given = np.ones((96, 4), np.float32)
        parameter_array(VP1, given, State())[:] = 7
        assert given.max() == 1

    def test_a_mapping(self) -> None:
        c = parameter_array(
            VP1, {0: (1, 2, 3, 4), "c[5]": [0.5], "6": (1, 2), np.int32(95): (1, 2, 3)}, State()
        )
        assert c[[0, 5, 6, 95]].tolist() == [
            [1.0, 2.0, 3.0, 4.0], [0.5, 0.0, 0.0, 1.0], [1.0, 2.0, 0.0, 1.0], [1.0, 2.0, 3.0, 1.0],
        ]  # fmt: skip
        assert np.count_nonzero(c.any(axis=1)) == 4

    def test_a_block(self) -> None:
        """NV_vertex_program 2.14.1.2: ProgramParameters4fvNV."""
        c = parameter_array(VP1, {92: np.arange(16.0).reshape(4, 4)}, State())
        assert c[92:].tolist() == np.arange(16.0).reshape(4, 4).tolist()

    def test_special_values_pass(self) -> None:
        c = parameter_array(VP1, {0: (float("nan"), float("inf"), -0.0, BELOW_FLOAT32)}, State())
        assert np.isnan(c[0, 0]) and np.signbit(c[0, 2])
        assert c[0, [1, 3]].tolist() == [np.inf, np.inf]
        assert np.isnan(parameter_array(VP1, np.full((96, 4), np.nan), State())).all()

    @pytest.mark.parametrize("key", [96, -1, "c[96]", "c", "c[1", "1]", "x", None, 1.5, True, (1,), "c[-1]"])
    def test_unknown_keys(self, key: Any) -> None:
        with pytest.raises(InputError, match=r"!!VP1.0 programs have c\[0\] to c\[95\]"):
            parameter_array(VP1, {key: (1, 2, 3, 4)}, State())

    @pytest.mark.parametrize(
        "value", [(), (1, 2, 3, 4, 5), 5.0, np.zeros((2, 3)), "abc", None, [1, [2]], 1j, np.zeros((1, 1, 4))]
    )
    def test_impossible_vectors(self, value: Any) -> None:
        with pytest.raises(InputError, match=r"parameters\[7\]"):
            parameter_array(VP1, {7: value}, State())

    @pytest.mark.parametrize(
        "value",
        [np.zeros((97, 4)), np.zeros((96, 3)), np.zeros(4), 5, "c", np.zeros((2, 4), complex), [[None] * 4]],
    )
    def test_impossible_arrays(self, value: Any) -> None:
        with pytest.raises(InputError, match="parameters"):
            parameter_array(VP1, value, State())

    def test_a_block_past_the_end(self) -> None:
        with pytest.raises(InputError, match=r"go past c\[95\]"):
            parameter_array(VP1, {94: np.zeros((3, 4))}, State())

    def test_two_keys_for_one_register(self) -> None:
        with pytest.raises(InputError, match=r"parameters\[0\] and parameters\['c\[2\]'\] both set c\[2\]"):
            parameter_array(VP1, {0: np.zeros((4, 4)), "c[2]": (1, 1, 1, 1)}, State())

    def test_a_tracked_row_cannot_be_given(self) -> None:
        """M10 NV_vertex_program 2.14.5: INVALID_OPERATION."""
        state = State(tracking=(Tracking(4, "MODELVIEW"),))
        with pytest.raises(
            InputError, match=r"parameters\[6\] sets c\[6\], which tracks the matrix MODELVIEW"
        ):
            parameter_array(VP1, {6: (0, 0, 1, 0)}, state)
        full = np.zeros((96, 4))
        full[7] = 5
        with pytest.raises(InputError, match=r"the parameters array sets c\[7\]"):
            parameter_array(VP1, full, state)

    def test_an_array_may_leave_tracked_rows_zero_or_as_they_are(self) -> None:
        state = State(tracking=(Tracking(4, "MODELVIEW"),))
        full = np.zeros((96, 4))
        full[8] = 5
        once = parameter_array(VP1, full, state)
        assert once[4:8].tolist() == [list(row) for row in IDENTITY]
        assert parameter_array(VP1, once, state).tolist() == once.tolist()
