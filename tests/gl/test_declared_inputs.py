"""Attributes, parameters and buffers by name: ARB_vertex_program 2.14.3, NV_gpu_program4 2.X.3."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from nvrender.gl.inputs.vertices import attribute_arrays, attribute_sources, buffer_arrays, parameter_array
from nvrender.gl.state import IDENTITY, State
from nvrender.languages.load import load
from nvrender.source import InputError

ARB = load(
    "!!ARBvp1.0\nPARAM e = program.env[4];\nPARAM l[] = { program.local[0..3], {1, 2} };\n"
    "PARAM m[4] = { state.matrix.mvp };\nTEMP r;\n"
    "MOV r, e;\nADD r, r, l[0];\nADD r, r, m[0];\nADD r, r, vertex.normal;\nADD r, r, vertex.texcoord[1];\n"
    "ADD r, r, vertex.attrib[6];\nADD r, r, vertex.fogcoord;\nADD result.position, r, vertex.position;\nEND"
)
NV4 = load(
    "!!NVvp4.0\nINT PARAM i = program.env[0];\nPARAM moved = program.env[1];\nPARAM f = program.env[2];\n"
    "UINT ATTRIB u = vertex.attrib[1];\nATTRIB g = vertex.attrib[7];\nTEMP r;\nINT TEMP n;\n"
    "BUFFER4 b[] = { program.buffer[2] };\nBUFFER s[4] = { program.buffer[1][0..3] };\n"
    "ADD.S n, i, vertex.id;\nADD.S n, n, vertex.instance;\nADD.U.NTC n, n, u;\nMOV r, moved;\nADD r, r, f;\n"
    "ADD r, r, g;\nADD r, r, vertex.attrib[2];\nMOV result.attrib[0], vertex.attrib[3];\n"
    "ADD r, r, b[1];\nADD.S n, n, s[2];\nMOV result.position, r;\nEND"
)


def row(program: Any, name: str) -> int:
    return next(i for i, binding in enumerate(program.parameters) if binding.name == name)


def words(array: np.ndarray[Any, Any]) -> list[Any]:
    return array.view(np.int32).tolist()  # type: ignore[no-any-return]


class TestParameters:
    def test_registers_in_their_order_with_constants(self) -> None:
        """docs/program.md: row i is PARAMETER register i; a short constant is filled with 0, 0, 1."""
        values = parameter_array(ARB, {"program.local[1]": (9, 8, 7, 6)})
        assert values.shape == (10, 4)
        assert values.dtype == np.float32
        assert values[row(ARB, "program.local[1]")].tolist() == [9, 8, 7, 6]
        assert values[5].tolist() == [1, 2, 0, 1]
        assert values[6:].tolist() == np.eye(4).tolist()

    def test_what_is_not_given_is_zero(self) -> None:
        """ARB_vertex_program 2.14.7: parameters start as (0, 0, 0, 0)."""
        assert not parameter_array(ARB, None)[:5].any()

    @pytest.mark.parametrize(
        ("key", "value", "expected"),
        [
            ("program.env[4]", 2.5, None),
            ("program.env[4]", [2.5], [2.5, 0, 0, 1]),
            ("program.env[4]", (1, 2, 3), [1, 2, 3, 1]),
            ("program.env[ 4 ]", [[1, 2, 3, 4]], [1, 2, 3, 4]),
            ("program.env[3..4]", [[0, 0, 0, 0], [1, 2, 3, 4]], [1, 2, 3, 4]),
            ("program.env[2]", np.arange(16).reshape(4, 4), [8, 9, 10, 11]),
            ("program.env", np.arange(20).reshape(5, 4), [16, 17, 18, 19]),
        ],
    )
    def test_forms(self, key: str, value: Any, expected: list[float] | None) -> None:
        if expected is None:
            with pytest.raises(InputError, match="shape"):
                parameter_array(ARB, {key: value})
            return
        assert parameter_array(ARB, {key: value})[row(ARB, "program.env[4]")].tolist() == expected

    def test_matrices_are_overridden_by_rows_or_whole(self) -> None:
        matrix = np.arange(16.0).reshape(4, 4)
        state = State(modelview=tuple(map(tuple, 2 * np.eye(4))))
        assert parameter_array(ARB, {"state.matrix.mvp": matrix}, state)[6:].tolist() == matrix.tolist()
        values = parameter_array(ARB, {"state.matrix.mvp.row[1..2]": matrix[:2]}, state)[6:]
        assert values.tolist() == [[2, 0, 0, 0], [0, 1, 2, 3], [4, 5, 6, 7], [0, 0, 0, 2]]

    def test_bindings_by_any_spelling(self) -> None:
        program = load(
            "!!ARBvp1.0\nTEMP r;\nMOV r, state.material.front.ambient;\n"
            "ADD result.position, r, state.texgen[0].eye.s;\nEND"
        )
        given = {"state.material.ambient": (1, 2, 3, 4), "state.texgen.eye.s": (5, 6, 7, 8)}
        with pytest.raises(InputError, match="both set"):
            parameter_array(program, {**given, "state.material.front.ambient": (1, 2)})
        assert parameter_array(program, given).tolist() == [[1, 2, 3, 4], [5, 6, 7, 8]]

    def test_an_override_touches_nothing_derived(self) -> None:
        """docs/semantics.md: exactly the binding of that name."""
        program = load("!!ARBvp1.0\nMOV result.position, state.matrix.projection.inverse.row[0];\nEND")
        assert parameter_array(program, {"state.matrix.projection": 2 * np.eye(4)})[0].tolist() == [
            1,
            0,
            0,
            0,
        ]

    @pytest.mark.parametrize(
        "key",
        [
            "program.env[1024]",
            "program.local[99999]",
            "program.local[1..0]",
            "program.local[-1]",
            "c[4]",
            3,
            None,
            "state.light.ambient",
            "state.light[8].ambient",
            "state.matrix.mvp.row[4]",
            "state.matrix",
            "state.matrix.mvp[0]",
            "state.texenv[0].color",
            "program.buffer[0]",
            "program",
            "state",
            "env[4]",
            "vertex.position",
            "program.env[0..1].x",
            "state.matrix.modelview[1]",
            "mvp",
            "state.fog",
            "program.env[]",
            "state.matrix.mvp.row[0..3].row[1]",
            "program.env[" + "9" * 1000 + "]",
            "state." + "x." * 1000,
        ],
    )
    def test_keys_that_do_not_exist(self, key: Any) -> None:
        with pytest.raises(InputError):
            parameter_array(ARB, {key: np.zeros((2, 4))})

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("program.env[0]", (1, 2, 3, 4, 5)),
            ("program.env[0]", ()),
            ("program.env[1023]", np.zeros((2, 4))),
            ("program.env[0..1]", np.zeros((3, 4))),
            ("program.env[0]", np.zeros((2, 2, 4))),
            ("program.env[0]", "text"),
            ("program.env[0]", [[1, 2], [3]]),
            ("program.env[0]", 1j),
            ("state.matrix.mvp", np.zeros((3, 4))),
            ("state.matrix.mvp", np.zeros((4, 3))),
            ("state.fog.color", np.zeros((2, 4))),
        ],
    )
    def test_values_that_do_not_fit(self, key: str, value: Any) -> None:
        with pytest.raises(InputError):
            parameter_array(ARB, {key: value})

    def test_one_parameter_given_twice(self) -> None:
        with pytest.raises(InputError, match=r"both set program\.env\[4\]"):
            parameter_array(ARB, {"program.env[4]": (1,), "program.env[3]": np.zeros((2, 4))})

    def test_parameters_must_be_a_mapping(self) -> None:
        with pytest.raises(InputError, match="mapping"):
            parameter_array(ARB, np.zeros((4, 4)))

    def test_valid_names_the_program_does_not_use(self) -> None:
        given = {
            "program.env[1023]": (1,),
            "state.light[7].half": (1, 2, 3, 4),
            "state.matrix.program[7]": np.eye(4),
        }
        assert np.array_equal(parameter_array(ARB, given), parameter_array(ARB, None))

    def test_a_program_without_parameters(self) -> None:
        program = load("!!NVvp4.0\nMOV result.position, vertex.position;\nEND")
        assert parameter_array(program, {}).shape == (0, 4)

    def test_a_result_is_fresh(self) -> None:
        parameter_array(ARB, None)[:] = 7
        assert not parameter_array(ARB, None)[:5].any()


class TestIntegers:
    """NV_gpu_program4 2.X.3.3: env and local parameters are typeless."""

    def values(self, name: str, value: Any) -> list[Any]:
        return words(parameter_array(NV4, {name: value})[row(NV4, name)])  # type: ignore[no-any-return]

    def test_read_as_integers(self) -> None:
        assert self.values("program.env[0]", [1, -2]) == [1, -2, 0, 1]
        assert self.values("program.env[0]", np.array([0xFFFFFFFF], np.uint32)) == [-1, 0, 0, 1]
        assert self.values("program.env[0]", np.array([7], np.uint8)) == [7, 0, 0, 1]

    def test_read_as_floats(self) -> None:
        one = 0x3F800000
        assert self.values("program.env[2]", [1, 1, 1]) == [one, one, one, one]
        assert self.values("program.env[2]", np.array([1], np.int32)) == [one, 0, 0, one]

    def test_only_moved(self) -> None:
        """docs/semantics.md: an int32 or uint32 array is words, Python numbers are numbers."""
        assert self.values("program.env[1]", np.array([5, -1], np.int32)) == [5, -1, 0, 1]
        assert self.values("program.env[1]", [1]) == [0x3F800000, 0, 0, 0x3F800000]

    def test_floats_keep_their_bits_where_integers_are_read(self) -> None:
        """NV_gpu_program4 issue 36."""
        assert self.values("program.env[0]", [1.0]) == [0x3F800000, 0, 0, 0x3F800000]
        nan = np.array([0x7FA12345, -0x5EDCB], np.int32).view(np.float32)
        assert self.values("program.env[0]", nan)[:2] == [0x7FA12345, -0x5EDCB]

    @pytest.mark.parametrize("number", [1 << 32, -(1 << 31) - 1, 1 << 62])
    def test_too_large(self, number: int) -> None:
        with pytest.raises(InputError, match=f"holds {number}"):
            self.values("program.env[0]", [number])

    def test_arb_programs_have_no_integers(self) -> None:
        values = parameter_array(ARB, {"program.env[4]": np.array([1, 2], np.int32)})
        assert values[row(ARB, "program.env[4]")].tolist() == [1, 2, 0, 1]


class TestAttributes:
    @pytest.mark.parametrize(
        ("key", "number"),
        [
            ("position", 0),
            ("vertex.position", 0),
            ("normal", 2),
            ("vertex.texcoord[1]", 9),
            ("texcoord[1]", 9),
            ("attrib[6]", 6),
            ("vertex.attrib[6]", 6),
            ("attrib[9]", 9),
            (9, 9),
            ("9", 9),
            (np.int64(2), 2),
            ("fogcoord", 5),
            ("attrib[0]", 0),
        ],
    )
    def test_keys(self, key: Any, number: int) -> None:
        """ARB_vertex_program Table X.2.1."""
        arrays, count = attribute_arrays(ARB, {key: [[3.0], [4.0]]})
        assert count == 2
        assert arrays[number][:, 0].tolist() == [3.0, 4.0]

    def test_the_program_reads_these(self) -> None:
        arrays, _ = attribute_arrays(ARB, None)
        assert sorted(arrays) == [0, 2, 5, 6, 9]

    @pytest.mark.parametrize(
        "key",
        [
            "OPOS",
            "v[0]",
            "texcoord[8]",
            "attrib[16]",
            "texcoord[0..1]",
            "weight",
            "id",
            16,
            -1,
            None,
            1.5,
            "",
            "vertex",
            "matrixindex[0]",
            "state.fog.color",
            "position.x",
            "attrib",
            True,
        ],
    )
    def test_keys_that_do_not_exist(self, key: Any) -> None:
        with pytest.raises(InputError):
            attribute_arrays(ARB, {key: [[1.0]]})

    def test_two_names_for_one(self) -> None:
        with pytest.raises(InputError, match="are the same"):
            attribute_arrays(ARB, {"position": [[1.0]], "attrib[0]": [[1.0]]})

    def test_components_the_gl_takes(self) -> None:
        """ARB_vertex_program Table X.2: normals are (x, y, z, 1), fog coordinates (f, 0, 0, 1)."""
        arrays, _ = attribute_arrays(ARB, {"normal": [[1, 2, 3, 4.0]], "fogcoord": [[5, 6, 7, 8.0]]})
        assert arrays[2].tolist() == [[1, 2, 3, 1]]
        assert arrays[5].tolist() == [[5, 0, 0, 1]]

    def test_current_values(self) -> None:
        current = tuple((float(n), 2.0, 3.0, 4.0) for n in range(16))
        arrays, _ = attribute_arrays(ARB, None, State(current_attributes=current))
        assert arrays[6].tolist() == [[6, 2, 3, 4]]
        assert arrays[2].tolist() == [[2, 2, 3, 1]]
        assert arrays[9].tolist() == [[9, 2, 3, 4]]

    def test_integer_attributes(self) -> None:
        """NV_vertex_program4: VertexAttribI, y and z filled with 0, w with 1."""
        arrays, _ = attribute_arrays(NV4, {"attrib[1]": np.array([[-1], [5]], np.int32)})
        assert words(arrays[1]) == [[-1, 0, 0, 1], [5, 0, 0, 1]]
        arrays, _ = attribute_arrays(NV4, {"attrib[1]": [[2, 3, 4, 0xFFFFFFFF]]})
        assert words(arrays[1]) == [[2, 3, 4, -1]]
        sources, _ = attribute_sources(NV4, {"attrib[1]": [[2]], "attrib[2]": [[2]]})
        assert sources[1].integer and not sources[2].integer

    def test_integers_an_attribute_is_read_from_as_floats(self) -> None:
        arrays, _ = attribute_arrays(NV4, {"attrib[2]": np.array([[2, 3]], np.int32)})
        assert arrays[2].tolist() == [[2, 3, 0, 1]]
        bytes_ = np.array([[255, 51]], np.uint8)
        assert attribute_arrays(NV4, {"attrib[2]": bytes_})[0][2].tolist() == [
            [1, float(np.float32(0.2)), 0, 1]
        ]

    def test_integers_that_are_only_moved(self) -> None:
        arrays, _ = attribute_arrays(NV4, {"attrib[3]": np.array([[2]], np.uint32)})
        assert words(arrays[3]) == [[2, 0, 0, 1]]

    def test_floats_for_an_integer_attribute_keep_their_bits(self) -> None:
        """NV_gpu_program4 issue 36."""
        arrays, _ = attribute_arrays(NV4, {"attrib[1]": [[1.0]]})
        assert words(arrays[1]) == [[0x3F800000, 0, 0, 0x3F800000]]

    def test_a_word_array_is_not_copied(self) -> None:
        given = np.arange(8, dtype=np.float32).reshape(2, 4)
        assert np.shares_memory(attribute_arrays(NV4, {"attrib[7]": given})[0][7], given)

    def test_vertex_numbers(self) -> None:
        """NV_vertex_program4 2.X.3.2: the vertex's index and the instance, integers in x."""
        sources, count = attribute_sources(NV4, {"attrib[2]": [[0.0]] * 5})
        assert count == 5
        assert words(sources[16].rows(2, 4)) == [[2, 0, 0, 0], [3, 0, 0, 0]]
        assert words(sources[17].rows(0, 5)) == [[0, 0, 0, 0]]
        arrays, _ = attribute_arrays(NV4, {"vertex.id": [[9], [8]], "instance": np.array([[3]])})
        assert words(arrays[16]) == [[9, 0, 0, 0], [8, 0, 0, 0]]
        assert words(arrays[17]) == [[3, 0, 0, 0]]

    def test_vertex_numbers_are_integers(self) -> None:
        with pytest.raises(InputError, match="integers"):
            attribute_arrays(NV4, {"vertex.id": [[0.5]]})

    def test_position_invariant_programs_read_the_position(self) -> None:
        program = load("!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, vertex.color;\nEND")
        arrays, _ = attribute_arrays(program, {"position": [[1, 2, 3]]})
        assert arrays[0].tolist() == [[1, 2, 3, 1]]


class TestBuffers:
    """NV_gpu_program4 2.X.3.6: tightly packed words."""

    def test_every_declared_buffer_is_there(self) -> None:
        buffers = buffer_arrays(NV4, None)
        assert sorted(buffers) == [1, 2]
        assert all(words.shape == (0,) and words.dtype == np.uint32 for words in buffers.values())

    def test_arrays_of_any_shape(self) -> None:
        buffers = buffer_arrays(NV4, {"program.buffer[2]": np.arange(8.0).reshape(2, 4)})
        assert buffers[2].view(np.float32).tolist() == list(range(8))

    def test_integers(self) -> None:
        assert buffer_arrays(NV4, {"program.buffer[1]": [1, -1]})[1].tolist() == [1, 0xFFFFFFFF]
        assert buffer_arrays(NV4, {"program.buffer[2]": [1]})[2].tolist() == [0x3F800000]
        assert buffer_arrays(NV4, {"program.buffer[2]": np.array([1], np.int32)})[2].tolist() == [1]

    @pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
    def test_bytes(self, kind: Any) -> None:
        data = np.array([3, 4], np.uint32).tobytes() + b"xyz"
        assert buffer_arrays(NV4, {"program.buffer[2]": kind(data)})[2].tolist() == [3, 4]

    def test_a_buffer_the_program_does_not_declare(self) -> None:
        assert sorted(buffer_arrays(NV4, {"program.buffer[7]": [1.0]})) == [1, 2]

    @pytest.mark.parametrize(
        "key", ["program.buffer", "program.buffer[8]", "program.buffer[1][0]", "program.buffer[x]"]
    )
    def test_keys_that_do_not_exist(self, key: str) -> None:
        with pytest.raises(InputError, match="buffer"):
            buffer_arrays(NV4, {key: [1.0]})
        with pytest.raises(InputError, match="buffer"):
            parameter_array(NV4, {key: [1.0]})

    @pytest.mark.parametrize("value", ["text", [1 << 40], None, [[1], [2, 3]]])
    def test_values_that_do_not_fit(self, value: Any) -> None:
        with pytest.raises(InputError):
            buffer_arrays(NV4, {"program.buffer[1]": value})

    def test_programs_without_buffers(self) -> None:
        assert buffer_arrays(ARB, {"program.env[0]": (1,)}) == {}
        assert buffer_arrays(load("!!VP1.0 MOV o[HPOS],v[0];END"), {0: (1,)}) == {}


def test_identity_is_the_default_state() -> None:
    assert parameter_array(ARB, None)[6:].tolist() == [list(values) for values in IDENTITY]
