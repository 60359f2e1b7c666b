"""Programs in string literals: values are what the languages' own readers say, places those of files."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nvrender.languages.load import load
from nvrender.source import InputError, ProgramError, Source
from nvrender.sources.extract import LANGUAGES, extracted, language_of
from nvrender.sources.preprocessor.preprocess import Definitions, preprocessed

VERTEX = "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND"
FRAGMENT = "!!ARBfp1.0\nMOV result.color, 0;\nEND"


def found(text: str | bytes, language: str) -> dict[str, bytes | ProgramError]:
    """Name → value, or the error, of each program."""
    data = text if isinstance(text, bytes) else text.encode()
    rows = extracted(Source(data, "a"), language)
    return {row.name.removeprefix("a#"): row.faults[0] if row.faults else row.data for row in rows}


def quoted(text: str) -> str:
    return '"' + text.replace("\n", "\\n") + '"'


C = rf"""
/* {quoted(VERTEX)} */
#include "it's.h"
static const char *light_vp = // the {quoted(VERTEX)}
    "!!ARBvp1.0\n" /* it's */
    "MOV result.position, vertex.position;\n"
    u8"END";
const char* const both[] = {{ {quoted(VERTEX)}, {quoted(FRAGMENT)} }};
#define FOG(x) "!!ARBfp1.0\n" \
   "MOV result.color, 0;\nEND"
static const char *other = 0;
#define OTHER "!!ARBfp1.0\nMOV result.color, 0;\nEND" // it's
const char *table[2][3] = R"x(!!VP1.0
")" \n)x";
int f() {{
    if (!strncmp(text, "!!ARBvp1.0", 10)) puts("no !!ARBvp1.0\n");
    char quote = '"'; int million = 1'000'000;
    std::string joined = std::string("!!ARBvp1.0\n") + ("MOV result.position," " vertex.position;\n") + "END";
    load("!!ARBfp1.0\n\x4d\117V result.color, \u0030;\nEND\?");
    struct s t = {{ .sky = "!!ARBvp1.0\nMOV \
result.position, vertex.position;\nEND", .x = a == "b" }};
    light_vp = light_vp ? {quoted(VERTEX)} : 0;
}}
"""


def test_c() -> None:
    programs = found(C, "c")
    vertex, fragment = VERTEX.encode(), FRAGMENT.encode()
    assert programs == {
        "line5": vertex, "line8": vertex, "line8.2": fragment, "FOG": fragment,
        "OTHER": fragment, "table": b'!!VP1.0\n")" \\n',
        "joined": vertex, "line19": fragment + b"?", "sky": vertex, "line22": vertex,
    }  # fmt: skip


def test_c_says_what_it_cannot_know() -> None:
    for text, place, stranger in (
        ('a = "!!VP1.0\\n" NEWLINE "END";', 16, "NEWLINE"),
        ('a = "!!VP1.0\\n" STR(1);', 16, "STR"),
        ('a = "!!VP1.0\\n"\n#ifdef X\n"END"\n#endif\n;', 16, "#ifdef"),
        ('a = "!!VP1.0\\n" + body + "END";', 18, "body"),
        ('a = f("!!VP1.0\\nMOV") "END";', 22, '"END"'),
    ):
        (error,) = found(text, "c").values()
        assert isinstance(error, ProgramError)
        assert (error.position, error.message[: len(stranger) + 2]) == (place, f"`{stranger}`")
    for text in (
        'a = "!!VP1.0\\nEND',
        'a = "!!VP1.0\\nEND\n";',
        'a = R"(!!VP1.0\nEND)',
        'a = "!!VP1.0\\nEND\\',
    ):
        (error,) = found(text, "c").values()
        assert isinstance(error, ProgramError) and error.message == "the literal does not end"


def test_macros_of_c_that_stand_for_literals() -> None:
    head, code = r'#define HEAD "!!VP1.0\n"', "MOV o[HPOS], v[0];"
    tail = f'#define CODE "{code}"\n#define TAIL CODE /* so */ \\\n "END"\n'
    program = f"!!VP1.0\n{code}END".encode()
    whole = {"a": program}
    assert found(f"{head}\n{tail}a = HEAD TAIL; load(HEAD, HEAD);", "c") == whole
    assert found(f'{head}\na = HEAD "{code}" "END";', "c") == whole
    assert found(f'{tail}a = "!!VP1.0\\n" TAIL;', "c") == whole
    # What stands for a whole program is one, once.
    assert found(f"{head}\n{tail}#define ALL HEAD TAIL\nload(ALL); b = ALL;", "c") == {"ALL": program}
    for unknown in (
        f'{head}\n#ifdef X\n#define CODE "{code}"\n#else\n#define CODE "MOV"\n#endif\na = HEAD CODE "END";',
        f'{head}\n#define CODE "{code}", 1\na = HEAD CODE "END";',
        f'{head}\n#define CODE(x) "{code}"\na = HEAD CODE(1) "END";',
    ):
        (error,) = (value for name, value in found(unknown, "c").items() if name == "a")
        assert isinstance(error, ProgramError) and error.message.startswith("`CODE` is part of the program")
        assert error.hint.endswith(", or port what `cc -E -P` makes of the file")


def test_lines_that_are_members_of_a_list() -> None:
    """A header alone is no program; with END behind it in its list it is one that is not known whole."""
    lines = ["!!VP1.0", "MOV o[HPOS], v[0];", "END"]
    for language, begin, end in (("c", "a[] = {", ", 0};"), ("lua", "a = {", "}"), ("json", '{"a": [', "]}")):
        text = begin + ",\n  ".join(f'"{line}\\n"' for line in lines) + end
        (error,) = found(text, language).values()
        assert isinstance(error, ProgramError) and error.message.startswith("the lines of this program are")
        assert error.position == text.index('"!!')
    for other in ('"!!VP1.0", "!!FP1.0"', '"!!VP1.0", "ENDING"', '"!!VP1.0"}; b[] = {"END"'):
        assert found("a[] = {" + other + "};", "c") == {}


def test_places_in_macros() -> None:
    text = '#define HEAD "!!VP1.0\\n" "MOV o[HPOS], v[99];"\nchar *a = HEAD "END";\n'
    (source,) = extracted(Source(text.encode(), "a.c"), "c")
    with pytest.raises(ProgramError) as caught:
        load(source)
    assert (caught.value.line, caught.value.column) == (1, text.index("99") + 1)


def test_macros_of_macros_do_not_take_all_memory() -> None:
    lines = ['#define A0 "MOV o[HPOS], v[0];"', *(f"#define A{n + 1} A{n} A{n}" for n in range(60))]
    for last in ("A60", "A9 " * 4000):
        started = time.process_time()
        text = "\n".join([*lines, f'a = "!!VP1.0\\n" {last} "END";'])
        (error,) = (value for name, value in found(text, "c").items() if name == "a")
        assert isinstance(error, ProgramError) and "is part of the program" in error.message
        assert time.process_time() - started < 5


LUA = rf"""
-- [[ {quoted(VERTEX)}
--[==[ x = [[{VERTEX}]] ]==]
local water = [[
{VERTEX}]]
t = {{ sky = "!!ARBvp1.0\z
      \nMOV result.position, vertex.position;\10" .. 'END', ["a b"] = [=[{FRAGMENT}]=], {quoted(VERTEX)} }}
x = "!!ARBvp1.0\
MOV result.position, vertex\x2Eposition;\u{{A}}END"
"""


def test_lua() -> None:
    vertex, fragment = VERTEX.encode(), FRAGMENT.encode()
    assert found(LUA, "lua") == {
        "water": vertex, "sky": vertex, "a_b": fragment, "line13": vertex, "x": vertex,
    }  # fmt: skip
    (error,) = found('x = "!!VP1.0\\n" .. body .. "END"', "lua").values()
    assert isinstance(error, ProgramError) and error.message.startswith("`body`")


PYTHON = rf'''
a = r"""{VERTEX}"""
b: str = ("!!ARBvp1.0\n"  # "x
   'MOV result.position, vertex.position;' + "\x0a\105ND")
c = {{"water": {quoted(FRAGMENT)}, 'sky': {quoted(VERTEX)}}}
load({quoted(VERTEX)}, fragment={quoted(FRAGMENT)})
d = b"!!ARBfp1.0\n"
"MOV"
e = f"!!ARBfp1.0\nMOV result.color, {{{{0}}}};\nEND"
g = f"!!ARBfp1.0\nMOV result.color, {{value}};\nEND"
'''


def test_python() -> None:
    vertex, fragment = VERTEX.encode(), FRAGMENT.encode()
    programs = found(PYTHON, "python")
    error = programs.pop("g")
    assert isinstance(error, ProgramError) and error.message.startswith("`{value}` is part of the program")
    assert programs == {
        "a": vertex, "b": vertex, "water": fragment, "sky": vertex, "line8": vertex, "fragment": fragment,
        "e": fragment.replace(b"0;", b"{0};"),
    }  # fmt: skip


def test_json() -> None:
    data = {
        "water": {"vertex": VERTEX, "fragment": FRAGMENT},
        "list": [VERTEX, {"a/b#c": FRAGMENT}],
        "x": "!!VP1.0",
    }
    for indent in (None, 2):
        programs = found(json.dumps(data, indent=indent), "json")
        assert programs == {
            "water.vertex": VERTEX.encode(), "water.fragment": FRAGMENT.encode(), "list": VERTEX.encode(),
            "list.a_b_c": FRAGMENT.encode(),
        }  # fmt: skip


#: What literals are made of, every escape of the languages among it.
TEXT = st.lists(
    st.sampled_from(
        [*"aA09xuUN{}\"'\\\n\r\t\a !#%+.", "\\n", "\\\\", "\\x41", "\\101", "\\0", "\\7z", "\\u00e9", "\\\n",
         "\\q",
         "\\U0001F600", "\\N{DIGIT ONE}", "\\'", '\\"', "é", "\u2028", '""', "''"]
    ), max_size=12,
).map("".join)  # fmt: skip
PREFIX = "!!VP1.0\\nMOV "


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["", "r", "b", "rb", "u", "R"]),
    st.sampled_from(['"', "'", '"""', "'''"]),
    st.lists(TEXT, min_size=1, max_size=3),
)
def test_literals_of_python_are_what_python_says(prefix: str, quotes: str, texts: list[str]) -> None:
    head = PREFIX if "r" not in prefix.lower() else "!!VP1.0 MOV "
    parts = [
        f"{prefix}{quotes}{head if not number else ''}{text}{quotes}" for number, text in enumerate(texts)
    ]
    code = f"a = ({' '.join(parts)})"
    try:
        value = ast.literal_eval(ast.parse(code).body[0].value)  # type: ignore[attr-defined]
    except (SyntaxError, ValueError):
        assert all(isinstance(row, (bytes, ProgramError)) for row in found(code, "python").values())
        return
    expected = value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
    assert found(code, "python") == {"a": expected}


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=20), st.booleans())
def test_strings_of_json_are_what_json_says(text: str, plain: bool) -> None:
    value = f"!!VP1.0\nMOV {text}".replace("!", "?").replace("??", "!!", 1)
    code = json.dumps({"a": value}, ensure_ascii=plain)
    expected = value.encode("utf-8", "surrogatepass")
    assert found(code.encode("utf-8", "surrogatepass"), "json") == {"a": expected}


def test_literals_of_c_are_what_a_compiler_says(tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler, cc")
    values = [
        r'"!!VP1.0\n" "a\tb\\\"\x41\101\0\7z\?\a\b\f\v\r' + '\\\n' + r'c" "x"',
        r'"!!VP1.0 \u00e9\U0001F600 \e" u8"\x7f"', '"!!VP1.0 é"', '"!!VP1.0 \\\r\nx"',
        'R"(!!VP1.0\n\\n")"', 'R"ab(!!VP1.0\n)a")ab" "\\n"', r'"!!VP1.0 %d" /* " */ "b" // "',
    ]  # fmt: skip
    values.append(r'"!!VP1.0 \x4" "1"')
    rows = "\n".join(f"static const char a{number}[] = {value}\n;" for number, value in enumerate(values))
    writes = "".join(f"fwrite(a{number}, 1, sizeof a{number}, stdout);" for number in range(len(values)))
    code = f"#include <stdio.h>\n{rows}\nint main(void) {{ {writes} return 0; }}\n"
    (tmp_path / "a.c").write_bytes(code.encode())
    subprocess.run([compiler, "-std=gnu11", "-w", "-o", tmp_path / "a", tmp_path / "a.c"], check=True)
    expected = subprocess.run([tmp_path / "a"], check=True, capture_output=True).stdout
    ours = found(code, "c")
    assert list(ours) == [f"a{number}" for number in range(len(values))]
    assert b"".join(value + b"\0" for value in ours.values() if isinstance(value, bytes)) == expected


def test_places_are_those_of_the_file(tmp_path: Path) -> None:
    """Each byte of a value comes from the byte, or the escape, that stands for it."""
    for name, text in (("a.c", C), ("a.lua", LUA), ("a.py", PYTHON)):
        for row in extracted(Source(text.encode(), name), language_of(name)):
            places = [row.located(offset)[1] for offset in range(len(row.data))]
            assert all(first < second for first, second in pairwise(places))
            for offset, place in enumerate(places):
                byte = row.data[offset : offset + 1]
                assert text.encode()[place : place + 1] in (byte, b"\\", b"{", b"}")
    path = tmp_path / "a.c"
    path.write_text('char *a =\n  "!!ARBvp1.0\\n"\n  "MOV\\tresult.position, vertex.place;\\n" "END";\n')
    with pytest.raises(ProgramError) as caught:
        load(f"{path}#a")
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(path), 3, 33)
    assert caught.value.position == len("!!ARBvp1.0\nMOV\tresult.position, vertex.")
    assert str(caught.value).split("\n")[1:3] == [
        '    "MOV\\tresult.position, vertex.place;\\n" "END";', "  " + " " * 32 + "^",
    ]  # fmt: skip


def test_how_they_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_text(f"char *a = {quoted(VERTEX)};\nload({quoted(FRAGMENT)});\n")
    for label, header in (
        ("a", "!!ARBvp1.0"),
        ("1", "!!ARBvp1.0"),
        ("line1", "!!ARBvp1.0"),
        ("line2", "!!ARBfp1.0"),
    ):
        assert load(f"{path}#{label}").profile.header == header
    with pytest.raises(InputError, match=r"holds no program 'b'; its programs are .*a\.c#a, .*a\.c#line2"):
        load(f"{path}#b")
    with pytest.raises(
        InputError, match=r"holds programs in literals; name one: .*a\.c#a, .*a\.c#line2; .*--extract"
    ):
        load(path)
    two = found(f"a = {quoted(VERTEX + chr(10) + FRAGMENT)}", "lua")
    assert two == {"a.vertex": VERTEX.encode(), "a.fragment": FRAGMENT.encode()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_work_is_linear(language: str) -> None:
    head = b'a = "!!VP1.0\\nEND";\n'
    for unit in (
        b'"!!VP1.0 MOV" + ',
        b'R"(',
        b'"\\"',
        b"/*",
        b"{",
        b"#define A ",
        b'"\\n" ',
        b'f"{',
        b"--[=[",
    ):
        text = head + unit * (50_000 // len(unit))
        started = time.process_time()
        extracted(Source(text), language)
        assert time.process_time() - started < 5, unit


SOUP = st.lists(
    st.sampled_from(
        ["#", "if", "define", "include", '"', "'", "(", ")", ",", " ", "\n", "\\\n", "\\", "\r\n", "//", "/*",
         "*/", "..", "+", "\0", "!!VP1.0\n", "END", "MOV o[HPOS], v[0];",
         'R"x(', ')x"', "[[", "]]", "--", '"""', 'f"', "{", "}", "x = ",
         "\\x", "\\u12", "\\N{", "%d", "{0}", "\\777", "[=[", ":", ";", "é", "##", "else", "endif", "A", "1"]
    ), max_size=40,
).map("".join)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(SOUP, st.sampled_from([*sorted(LANGUAGES), "text"]))
def test_any_text_is_read(text: str, language: str) -> None:
    """Into programs, or errors with a place."""
    for begin in ("", 'x = "!!VP1.0\\nMOV o[HPOS], v[0];\\nEND" '):
        sources = [*extracted(Source((begin + text).encode(), "a"), language)]
        try:
            sources.append(preprocessed(Source(text.encode(), "a"), Definitions(("A=B F", "F(x)=x##A"))))
        except ProgramError as error:
            assert "^" in str(error)
        for source in sources:
            try:
                load(source, lenient=True)
            except ProgramError as error:
                assert "^" in str(error)


@pytest.mark.parametrize(
    ("language", "begin"),
    [
        ("c", r'char *a = "\x21" "\x21" "'),  # the next letter would be of the escape
        ("c", r'char *a = "\41\041'),
        ("c", 'char *a = "!" "!'),
        ("lua", r'a = "\33\033'),
        ("lua", r'a = "\u{21}!'),
        ("python", r'a = "\u0021\N{EXCLAMATION MARK}'),
        ("json", r'{"a": "\u0021\u0021'),
    ],
)
def test_headers_in_escapes_and_in_several_literals(language: str, begin: str) -> None:
    """What the language's reader makes of a literal is what begins with a header."""
    text = begin + quoted(VERTEX)[3:] + ("}" if language == "json" else ";" if language == "c" else "")
    assert found(text, language) == {"a": VERTEX.encode()}
