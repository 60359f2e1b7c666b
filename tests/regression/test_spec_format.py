"""The conformance script format: what it reads, what it refuses, and that a wrong result fails."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from nvrender.regression.conformance.run import check
from nvrender.regression.conformance.script import Case, read
from nvrender.regression.conformance.words import WordError, expectation, from_bits, input_bits, to_bits
from nvrender.source import InputError


def _script(folder: Path, text: str) -> Path:
    path = folder / "script.toml"
    path.write_text(text)
    return path


def _case(folder: Path, text: str) -> Case:
    (case,) = read(_script(folder, f"[[case]]\nname = 'a'\n{text}"))
    return case


@pytest.mark.parametrize(
    ("word", "bits"),
    [
        (1, 0x3F800000), (-0.0, 0x80000000), ("-0", 0x80000000), ("nan", 0x7FC00000), ("-nan", 0xFFC00000),
        ("inf", 0x7F800000), ("-inf", 0xFF800000), ("0x00000001", 1), ("2^-64", 0x1F800000),
        ("-1.5*2^127", 0xFF400000), (1e39, 0x7F800000), ("0.1", 0x3DCCCCCD),
        ("int -5", 0xFFFFFFFB), ("int 4294967295", 0xFFFFFFFF), ("int 2", 2),
    ],
)  # fmt: skip
def test_input_words(word: object, bits: int) -> None:
    assert input_bits(word) == bits


@pytest.mark.parametrize(
    ("word", "accepted", "refused"),
    [
        (1, [1.0], [1.0000001, -1.0, math.nan]),
        (0, [0.0, -0.0, 1e-40], [2.0**-126]),
        ("+0", [0.0, 1e-40], [-0.0, -1e-40]),
        ("-0", [-0.0], [0.0, -(2.0**-126)]),
        ("inf", [math.inf], [-math.inf, 3e38]),
        ("nan", [math.nan, -math.nan], [math.inf, 0.0]),
        ("-nan", [from_bits(0xFFC00000)], [from_bits(0x7FC00000), 1.0]),
        ("0x3F800001", [1.0000001192092896], [1.0]),
        ("int -1 or 1", [1.0, from_bits(0xFFFFFFFF)], [from_bits(1)]),
        ("int 1", [from_bits(1)], [0.0, 1.0, from_bits(2)]),
        ("1.5 within 2^-22", [1.5, 1.5 + 2.0**-23], [1.5 + 2.0**-22, math.nan]),
        ("8 within 2^-4 relative", [8.4], [8.5]),
        ("1 within 1 ulp", [1.0, 1 + 2.0**-23], [1 + 2.0**-22]),
        ("0 to 1", [0.0, 1.0, 0.5], [-0.1, 1.1, math.nan]),
        ("1 or nan", [1.0, math.nan], [2.0]),
        ("any", [1.0, math.nan, math.inf], []),
    ],
)
def test_expectation_words(word: object, accepted: list[float], refused: list[float]) -> None:
    expected = expectation(word)
    assert [expected.accepts(to_bits(value)) for value in accepted] == [True] * len(accepted)
    assert [expected.accepts(to_bits(value)) for value in refused] == [False] * len(refused)


@pytest.mark.parametrize(
    "word", ["one", "1..2", "", True, None, [1], "1 within", "2^x", "int x", "int 4294967296"]
)
def test_what_is_no_word(word: object) -> None:
    with pytest.raises(WordError):
        expectation(word)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "no [[case]]"),
        ("cases = 1", "unknown key 'cases'"),
        ("case = 1", "case must be"),
        ("words = 1\n[[case]]", "words must be a table"),
        ("[[case]]\nwords = 1", "words must be a table, or a list of tables"),
        ("[[case]]\ntemplate = 'b'", "there is no 'b'"),
        ("[[case]]\nname = 'a'\nresults = ['HPOS']", "results ['HPOS'] are not in"),
        ("section = 1\n[[case]]\nname = 'a'\nprogram = ''", "section"),
        ("[[case]]\nname = 'a'", "program"),
        ("[[case]]\nprogram = 'x'", "name"),
        ("[[case]]\nname = 'a'\nprogram = 1", "program"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\nextra = 1", "extra"),
        ("[[case]]\nname = 'a'\nprogram = 'x<OP>'", "each"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\neach = ['y']", "each"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\nposition = -1", "position"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\nposition = 'end'", "position"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\nposition = {base = 2}", "position"),
        ("[[case]]\nname = 'a'\nprogram = '☃'", "program"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\nparameters = {0 = 1}", "parameters"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\nexpect = {HPOS = [1, 2]}", "four components"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\nexpect = {HPOS = 'much'}", "much"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\nexpect = {executed = 'all'}", "executed"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\nexpect = {HPOS = 1}\nparameters = {0 = [1]}", "parameters, 0"),
        (
            "[[case]]\nname = 'a'\nprogram = 'x'\nexpect = {HPOS = 1}\n"
            "parameters = {'program.buffer[0]' = 1}",
            "a buffer is a list of words",
        ),
        ("[[case]]\nname = 'a'\nprogram = 'x'\nexpect = {'HPOS:int' = 4294967296}", "4294967296"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\nexpect = {HPOS = 1}\nstate = {fogs = 1}", "fogs"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\nexpect = {HPOS = 1}\nstate = {modelview = 1}", "state"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\nexpect = {HPOS = 1}\nposition = 3", "position"),
        ("[[case]]\nname = 'a'\nprogram = 'x‸'\nexpect = {HPOS = 1}", "position"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\nexpect = {HPOS = 1}\nbackends = ['cpu']", "backends"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\nrows = [[1]]", "columns"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\ncolumns = ['v[0]']\nrows = [[1]]", "no result"),
        ("[[case]]\nname = 'a'\nprogram = 'x'\ncolumns = ['v[0]', 'HPOS']\nrows = [[1]]", "row 0"),
        ("[[case]]\nname = 'a'\nprogram = '<<99999999*abc>>'", "longer"),
        ("textures = 1\n[[case]]\nname = 'a'\nprogram = 'x'", "textures must be a table of textures"),
        ("textures = {a = 1}\n[[case]]\nname = 'a'\nprogram = 'x'", "texture 'a' must be a table"),
        (
            "textures = {a = {size = 1}}\n[[case]]\nname = 'a'\nprogram = 'x'",
            "texture 'a': unknown key 'size'",
        ),
        ("textures = {a = {target = '1D'}}\n[[case]]\nname = 'a'\nprogram = 'x'", "levels is missing"),
        (
            "textures = {a = {target = '1D', levels = 1}}\n[[case]]\nname = 'a'\nprogram = 'x'",
            "levels is a list of images",
        ),
        (
            "textures = {a = {target = '1D', levels = [['b']]}}\n[[case]]\nname = 'a'\nprogram = 'x'",
            "texture 'a': levels: ",
        ),
        (
            "textures = {a = {target = '1D', levels = [[1, 2]]}}\n[[case]]\nname = 'a'\nprogram = 'x'",
            "texture 'a': texture level 0 has shape",
        ),
        ("[[case]]\nname = 'a'\nprogram = 'x'\nexpect = {HPOS = 1}\ntextures = {0 = 'b'}", "no texture 'b'"),
        (
            "[[case]]\nname = 'a'\nprogram = 'x'\nexpect = {HPOS = 1}\ntextures = {b = 'b'}",
            "'b' is not the number",
        ),
        ("[[case]]\nname = 'a'\nprogram = 'x'\ntextures = {}", "without expect or rows tests nothing"),
    ],
)
def test_a_malformed_script_names_file_and_key(tmp_path: Path, text: str, key: str) -> None:
    path = _script(tmp_path, text)
    with pytest.raises(InputError) as raised:
        read(path)
    assert str(path) in str(raised.value)
    assert key in str(raised.value)


def test_what_cannot_be_read_at_all(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.toml"):
        read(tmp_path / "missing.toml")
    with pytest.raises(InputError, match=r"gone\.toml"):
        read(_script(tmp_path, "templates = 'gone.toml'"))
    path = tmp_path / "binary.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=r"binary\.toml: not TOML"):
        read(path)


def test_each_and_repetition(tmp_path: Path) -> None:
    text = "[[case]]\nname = 'a'\nprogram = '<<3*ab>><OP>'\neach = ['x', 'yy']\nposition = "
    cases = read(_script(tmp_path, text + "{base = 4, plus_length_of_op = true}"))
    assert [(case.name, case.program, case.position) for case in cases] == [
        ("a [x]", b"abababx", 5),
        ("a [yy]", b"abababyy", 6),
    ]
    assert [case.position for case in read(_script(tmp_path, text + "'length'"))] == [7, 8]


def test_templates_and_words(tmp_path: Path) -> None:
    (tmp_path / "shared.toml").write_text("""
words = { OP = "none", B = "c[1]", C = 1 }
[template.add]
section = "<SECTION>, add"
program = "!!VP2.0 <OP> o[<R>],<A>,<B>; END"
parameters = { 1 = 2 }
columns = ["v[0]", "<R>"]
rows = [[1, "<C>"]]""")
    script = """
section = "s"
templates = "shared.toml"
words = { OP = "ADD", R = "HPOS", C = 3 }
[[case]]
template = "add"
words = { A = "v[0]" }
[[case]]
name = "from <A>"
template = "add"
words = [{ A = "-v[0]", C = [1, 1, "1", 1] }, { A = "v[0]", B = "-c[1]", C = -1 }]
[[case]]
name = "each"
program = "<OP> <R>"
each = ["x"]
"""
    cases = read(_script(tmp_path, script))
    assert [case.program.decode() for case in cases] == [
        "!!VP2.0 ADD o[HPOS],v[0],c[1]; END",
        "!!VP2.0 ADD o[HPOS],-v[0],c[1]; END",
        "!!VP2.0 ADD o[HPOS],v[0],-c[1]; END",
        "x HPOS",
    ]
    assert [case.name for case in cases] == ["add", "from -v[0]", "from v[0]", "each [x]"]
    assert [case.section for case in cases] == ["s, add", "s, add", "s, add", "s"]
    assert [check(case) for case in cases[:3]] == [(), (), ()]
    assert read(tmp_path / "shared.toml") == ()


def test_one_row_of_several_headers(tmp_path: Path) -> None:
    script = """
case = [{ name = "<HEADER>: <S>", template = ["1", "long"], words = [{ S = "MOV ‸1" }, { S = "END" }] }]
[template.1]
words = { HEADER = "VP1.0" }
program = "!!<HEADER> <S>"
[template.long]
words = { HEADER = "ARBvp1.0" }
program = "!!<HEADER> <S>"
"""
    cases = [(case.name, case.program, case.position) for case in read(_script(tmp_path, script))]
    assert cases == [
        ("VP1.0: MOV ‸1", b"!!VP1.0 MOV 1", 12),
        ("VP1.0: END", b"!!VP1.0 END", None),
        ("ARBvp1.0: MOV ‸1", b"!!ARBvp1.0 MOV 1", 15),
        ("ARBvp1.0: END", b"!!ARBvp1.0 END", None),
    ]


def test_results_of_the_script(tmp_path: Path) -> None:
    script = """
columns = ["v[0]", "sum", "product"]
rows = [[1, 3, 2], [5, 7, 10]]
[template.sum]
program = "!!VP1.0 ADD o[HPOS],v[0],c[0]; END"
results = { HPOS = "sum" }
[template.product]
program = "!!VP1.0 MUL o[HPOS],v[0],c[0]; END"
results = { HPOS = "product" }
[[case]]
template = ["sum", "product"]
parameters = { 0 = 2 }
[[case]]
template = "sum"
name = "one more"
parameters = { 0 = 2 }
rows = [[3, 6]]
"""
    cases = read(_script(tmp_path, script))
    assert [(case.name, case.count) for case in cases] == [("sum", 2), ("product", 2), ("one more", 3)]
    messages = [failure.message for case in cases for failure in check(case)]
    assert len(messages) == 1 and "HPOS is (5.0, 5.0, 5.0, 5.0)" in messages[0]


_MOVE = "program = '!!VP2.0 MOV o[HPOS],v[0];END'\n"


@pytest.mark.parametrize("backend", ["oracle", "compute", "feedback"])
def test_a_wrong_result_fails_and_says_where(tmp_path: Path, backend: str) -> None:
    rows = "columns = ['v[0]', 'HPOS']\nrows = [[1, 1], [[1, 2, 3, 4], [1, 2, 4, 4]]]"
    case = _case(tmp_path, _MOVE + rows)
    (failure,) = check(case, backend)
    assert failure.row == 1
    assert "HPOS is (1.0, 2.0, 3.0, 4.0)" in str(failure)
    assert "not (1, 2, 4, 4)" in str(failure)


def test_words_names_and_blocks_of_the_declared_languages(tmp_path: Path) -> None:
    text = """
program = '''
!!NVvp4.0
INT ATTRIB number = vertex.id;
PARAM rows[] = { program.env[3..4] };
BUFFER buffer[] = { program.buffer[1] };
ADD.S result.attrib[0], vertex.attrib[0], rows[0];
MOV result.attrib[1], vertex.texcoord[1];
MOV result.attrib[2], rows[1];
MOV.S result.attrib[3], number.x;
MOV result.attrib[4], buffer[2];
MOV result.attrib[5], state.matrix.program[1].row[1];
END'''
columns = ["v[ attrib[0] ]:int", "v[vertex.texcoord[1]]", "v[id]:int", "attrib[0]:int", "attrib[3]:int",
           "attrib[1]"]
rows = [
    [[1, -2, 3, 4294967295], 5, 0, [2, 0, 6, 3], 0, 5],
    [-1, ["int 5", 0.5, "-inf", "nan"], 1, [0, 1, 2, 3], 1, ["int 5", 0.5, "-inf", "nan"]],
]
[case.parameters]
"program.env[3..4]:int" = [[1, 2, 3, 4], [-5, 6, "1.5", "0x80000000"]]
"program.buffer[1]:int" = [8, 9, -10, 11]
"state.matrix.program[1]" = [[1, 1, 1, 1], [1, 2, 3, 4], [0, 0, 0, 0], [0, 0, 0, 0]]
"""
    assert check(_case(tmp_path, text)) == ()
    expect = (
        '"attrib[2]:int" = [-5, 6, "1.5", "0x80000000"]\n"attrib[4]:int" = -10\n"attrib[5]" = [1, 2, 3, 4]'
    )
    head, tail = text.split("columns = ")
    text = f"{head}[case.parameters]{tail.split('[case.parameters]')[1]}[case.expect]\n{expect}"
    assert check(_case(tmp_path, text)) == ()
    text = text.replace("buffer[2]", "buffer[3]")
    (failure,) = check(_case(tmp_path, text))
    assert "attrib[4] is" in str(failure)
    assert "not (int -10, int -10, int -10, int -10)" in str(failure)


def test_other_ways_to_fail(tmp_path: Path) -> None:
    def failures(text: str) -> list[str]:
        return [failure.message for failure in check(_case(tmp_path, text))]

    assert failures(_MOVE + "attributes = {0 = 1}\nexpect = {HPOS = 1, executed = 1}") == []
    assert "1 instructions executed, not 2" in failures(_MOVE + "expect = {executed = 2}")[0]
    assert "there is no result COL0; there are HPOS" in failures(_MOVE + "expect = {COL0 = 1}")[0]
    assert "loads; there must be an error at byte 3" in failures(_MOVE + "position = 3")[0]
    assert "error at byte 8, not 9" in failures("program = '!!VP2.0 X'\nposition = 9")[0]
    assert "does not load: byte 8" in failures("program = '!!VP2.0 X'")[0]
    assert failures("program = '!!VP2.0 X'\nposition = 8") == []


def test_an_unknown_backend_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="unknown backend 'abacus'"):
        check(_case(tmp_path, _MOVE), "abacus")


def test_textures_of_image_units(tmp_path: Path) -> None:
    """Named once a script; whole numbers are floats unless kind or dtype says otherwise."""
    script = """
section = "a"
[textures]
row = {target = "1D", base_format = "LUMINANCE", levels = [[0, 1], [7]], wrap_s = "CLAMP"}
bytes = {target = "BUFFER", base_format = "ALPHA", levels = [[255]], dtype = "uint8"}
words = {target = "RECT", base_format = "ALPHA", levels = [[[-1]]], kind = "signed"}
[[case]]
name = "a"
program = "!!NVvp4.0 TEX result.position, {0.6}, texture[2], 1D; END"
textures = {2 = "row", 0 = "bytes", 1 = "words"}
expect = {position = [1, 1, 1, 1]}
"""
    (case,) = read(_script(tmp_path, script))
    assert case.textures[2].wrap_s == "CLAMP"
    assert [str(case.textures[unit].levels[0].dtype) for unit in (0, 1, 2)] == ["uint8", "int32", "float32"]
    (failure,) = check(case)
    assert "position is (0.7" in failure.message


_GEOMETRY = (
    "program = '!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 2; "
    "MOV result.position, vertex[0].position; EMIT; EMIT; END'\nvertices = { position = [[1, 2, 3, 4]] }\n"
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("columns = ['position', 'strip']\nrows = [[[1, 2, 3, 4], 0], [[1, 2, 3, 4], 0]]", ""),
        ("columns = ['position']\nrows = [[[1, 2, 3, 4]]]", "2 vertices are emitted, not 1"),
        ("columns = ['position']\nrows = []", "2 vertices are emitted, not 0"),
        ("columns = ['source']\nrows = [[0], [1]]", "source is (0, 0), not (0, 1)"),
        ("columns = ['position']\nrows = [[[1, 2, 3, 4]], [0]]", "position is (1.0, 2.0, 3.0, 4.0)"),
    ],
)
@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_what_geometry_programs_emit(tmp_path: Path, text: str, message: str, backend: str) -> None:
    failures = [str(failure) for failure in check(_case(tmp_path, _GEOMETRY + text), backend)]
    assert (len(failures) == 1 and message in failures[0]) if message else not failures


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            _MOVE + "vertices = { position = [] }\ncolumns = ['HPOS']\nrows = [[0]]",
            "must be a list of vectors",
        ),
        (_MOVE + "vertices = {}\ncolumns = ['HPOS']\nrows = [[0]]", "as many vectors for each"),
        (
            _MOVE + "vertices = { a = [[0, 0, 0, 0]], b = [0, 0] }\ncolumns = ['HPOS']\nrows = [[0]]",
            "as many",
        ),
        (_MOVE + "mode = 'POINTS'\ncolumns = ['HPOS']\nrows = [[0]]", "mode: goes with vertices"),
        (_GEOMETRY + "columns = ['strip']\nrows = [['a']]", "strip is a number"),
    ],
)
def test_wrong_vertices_are_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        _case(tmp_path, text)


def test_vertices_belong_to_geometry_programs(tmp_path: Path) -> None:
    case = _case(tmp_path, _MOVE + "vertices = { a = [0] }\ncolumns = ['HPOS']\nrows = [[0]]")
    (failure,) = check(case)
    assert "cases of geometry programs" in failure.message
