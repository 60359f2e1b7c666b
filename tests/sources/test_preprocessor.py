"""Programs that a C preprocessor reads: what comes of them, where it comes from, and what is refused."""

from __future__ import annotations

import random
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from nvrender.languages.load import load
from nvrender.languages.warned import warnings_of
from nvrender.source import InputError, ProgramError, Source
from nvrender.sources.preprocessor.preprocess import Definitions, preprocessed
from nvrender.sources.preprocessor.tokens import tokens


def read(text: str, *names: str, folder: Path | None = None, folders: tuple[Path, ...] = ()) -> str:
    source = Source(text.encode(), "a.vp")
    return preprocessed(source, Definitions(names, folders), folder).text


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("#ifdef A\na\n#elif defined B && B > 1\nb\n#else\nc\n#endif", ["A", "b", "b2", "c"], "a"),
        ("#if A\n#if B\nab\n#else\na\n#endif\n#elif B\nb\n#endif\nx", ["B=1"], "b x"),
        ("#ifndef N\n#define N 4 // four\n#endif\nc[N] # N\n", [], "c[4] # N"),
        ("#ifndef N\n#define N 4 # four\n#endif\nc[0..N-1]", ["N=7"], "c[0..7-1]"),
        ("#define M(a, b) a.x, b\nMUL R0, M(R1, R2), M\\\n(c[1], (2, 3));", [],
         "MUL R0, R1.x, R2, c[1].x, (2, 3);"),
        ("#define F G\n#define G(x) <x>\nF(1) F G", [], "<1> G G"),
        ("#define A B\n#define B A x\nA B", [], "A x B x"),
        ("#define REG(n) R##n\n#define N 2\nREG(1) REG(N) R ## 3", [], "R1 RN R ## 3"),
        ("#define MINUS -1\n-MINUS", [], "- -1"),
        ("#define V(...) {__VA_ARGS__}\nV(1, 2) V()", [], "{1, 2} {}"),
        ("A(1) A", ["A(x)=x+x"], "1+1 A"),
        ("a /* #if 0\n*/ b // c\n/* x */# d // e /* f\ng", [], "a b # d // e /* f g"),
        ("# if the light is on\n#if you like\n# define\n#\n#var a\n# else it is off\n", [], None),
        ("  #  if 1\n  a\n  # endif", [], "a"),
        ("#if 0\n#error no\n#include \"no\"\n#define X(\n#else\na\n#endif\n#pragma x\n#line 3", [], "a"),
        ("#define A 1\n#define A 1\n#undef A\n#undef A\n#define A 2\nA", [], "2"),
        ("#if A\r\na\r\n#else\r\nb\r\n#endif\r\n", ["A=0"], "b"),
    ],
)  # fmt: skip
def test_what_comes_of_it(text: str, names: list[str], expected: str | None) -> None:
    assert words(read(text, *names)) == (words(text) if expected is None else expected)


def test_it_is_what_a_preprocessor_makes_of_it(tmp_path: Path) -> None:
    """Random conditionals and macros (ISO C 6.10.1, 6.10.3)."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler, cc")
    chance = random.Random(1)
    lines = ["#define ONE 1", "#define F(a, b) a - b * ONE", "#define G(a) F(a, a) [a]",
             "#define J(a, b) a##b F",
             "#define E", "#define K(...) F(__VA_ARGS__)"]  # fmt: skip
    atoms = (
        "0",
        "1",
        "2",
        "7u",
        "0x10",
        "017",
        "ONE",
        "X",
        "defined ONE",
        "defined(X)",
        "-3",
        "~0",
        "!2",
        "F(3,1)",
    )

    def expression(depth: int) -> str:
        if not depth:
            return chance.choice(atoms)
        one, other = expression(depth - 1), expression(depth - chance.choice((1, depth)))
        operator = chance.choice("+ - * / % << >> < <= > >= == != & ^ | && || ?".split())
        if operator in "/%":
            other = chance.choice(("2", "-3", "5u"))
        if operator in ("<<", ">>"):
            other = "3"
        text = f"({one}) ? {other} : 1" if operator == "?" else f"{one} {operator} {other}"
        return f"({text})" if chance.random() < 0.4 else text

    uses = (
        "G(F(1, x))",
        "F(G(2), (y, z))",
        "J(x, 1)(2, 3)",
        "E F E (1, 2)",
        "K(1, E)",
        "G (\n 4 )",
        "F",
        "J(E, y)",
    )
    for number in range(400):
        lines += [f"#if {expression(chance.randrange(4))}", f"T{number} {chance.choice(uses)}"]
        lines += ["#else", f"F{number}", "#endif"]
    text = "\n".join(lines) + "\n"
    (tmp_path / "a.c").write_text(text)
    command = [compiler, "-E", "-P", "-undef", "-w", tmp_path / "a.c"]
    expected = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert [row.text for row in tokens(read(text))] == [row.text for row in tokens(expected)]


WRONG = {
    "‸#if 1\n": "#if without #endif", "‸#endif": "#endif without #if",
    "#if 1\n#else\n‸#elif 1\n#endif": "#elif after #else",
    "#if ‸1 2\n#endif": "`2` after the expression", "‸#if\n#endif": "an expression is missing",
    "#if 1 +‸\n#endif": "the expression is incomplete", "#if 1 ‸/ 0\n#endif": "division by zero",
    "#if ‸1.5\n#endif": "`1.5` is no integer", "#if ‸x(1)\n#endif": "`x` is no macro with parameters",
    "#if (1‸\n#endif": "expected `)`, found the end",
    "#if ‸defined 1\n#endif": "`defined` needs a name",
    "#ifdef ‸1\n#endif": "#ifdef needs a name, found `1`",
    "#define ‸1": "a macro needs a name, found `1`",
    "‸#define F(a": "the parameters of F",
    "#define F(a) ‸#a": "`#a` makes a string", "#define F ‸## a": "`##` joins",
    "#define A 1\n‸#define A 2": "A is defined already, as something else",
    "‸#error  no  way": "#error: no way",
    "#define F(a) a\n F(1, 2‸": "the arguments of F lack their `)`",
    "#define F(a) a\n ‸F(1, 2)": "F takes 1 arguments, not 2",
    '#include ‸': '#include needs "file" or <file>', '#include "‸no.h"': "no.h: no such file",
    '#include "‸../secret"': "../secret is outside the folders",
    '#include "‸/etc/passwd"': "/etc/passwd is outside",
    '#include "‸link"': "link is outside", '#include <‸own.h>': "own.h: no such file",
    '#include "‸self.h"': "more than 32 deep",
    '#include "‸fold"': "is a directory",
}  # fmt: skip


def test_what_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    (folder / "fold").mkdir(parents=True)
    (tmp_path / "secret").write_text("x")
    (folder / "link").symlink_to(tmp_path / "secret")
    (folder / "own.h").write_text("x")
    (folder / "self.h").write_text('#include "self.h"\n')
    for text, message in WRONG.items():
        with pytest.raises(ProgramError) as caught:
            read(text.replace("‸", ""), folder=folder)
        assert message in caught.value.message, (text, caught.value.message)
        if "self" not in text and "‸" in text.rstrip("‸"):
            place = text.index("‸") + (text[:-1] == "#define F(a) a\n F(1, 2")
            assert abs(caught.value.position - place) <= 2, (text, caught.value.position)
    for name in ("1", "", "=1", "defined"):
        with pytest.raises(InputError, match=r"^-D "):
            read("", name)


def test_includes(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b" / "c").mkdir(parents=True)
    (tmp_path / "a" / "one.h").write_text("#pragma once\none\n")
    (tmp_path / "b" / "two.h").write_text('two\n#include "c/three.h"\n')
    (tmp_path / "b" / "c" / "three.h").write_text("#define THREE 3\n")
    text = '#include "one.h"\n#include "one.h"\n#include <two.h>\nTHREE\n#include "../b/two.h"\n'
    got = read(text, folder=tmp_path / "a", folders=(tmp_path / "b",))
    assert words(got) == "one two 3 two"


def test_places_are_those_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "head.inc").write_text("# Head\nTEMP R0;\nMOV R0, what;\n")
    path = tmp_path / "a.vp"
    path.write_text(
        '// Water\n#define POS result.position\n!!ARBvp1.0\n#include "head.inc"\nMOV POS, R0;\nEND\n'
    )
    source = Source(path.read_bytes(), str(path))
    program = preprocessed(source, Definitions(), tmp_path)
    with pytest.raises(ProgramError) as caught:
        load(program)
    assert str(caught.value).startswith(
        f"{tmp_path / 'head.inc'}:3:9: `what` is not declared\n  MOV R0, what;\n          ^\n"
    )
    (tmp_path / "head.inc").write_text("TEMP R0;\nMOV R0, 0;\n#warning careful\n")
    done = load(preprocessed(source, Definitions(), tmp_path))
    assert done.source.data == b"!!ARBvp1.0\nTEMP R0;\nMOV R0, 0;\nMOV result.position, R0;\nEND\n"
    assert [str(row).split("\n")[0] for row in warnings_of(done)] == [
        f"{tmp_path / 'head.inc'}:3:1: warning: #warning: careful [preprocessor-line]"
    ]
    last = done.instructions[-1].span.start
    assert done.source.place(done.instructions[-1].span) == f"{path}:5:1"
    assert done.source.place(done.instructions[-1].destination.span) == f"{path}:5:5"  # type: ignore[union-attr]
    assert done.source.line_and_column(last + len("MOV result.position, ")) == (5, 10)


def test_hostile_texts_end_soon() -> None:
    laughs = "#define A0 x x\n" + "".join(f"#define A{n + 1} A{n} A{n}\n" for n in range(64)) + "A64\n"
    nested = "#define F(x) x\n" + "F(" * 300 + ")" * 300
    chain = "".join(f"#define C{n} C{n + 1}\n" for n in range(1000)) + "C0\n"
    for text, message in (
        (laughs, "macros make more than"), (nested, "macros nest deeper"), (chain, "macros nest deeper"),
        ("#if " + "(" * 5000 + "\n#endif", "nests deeper than 100"),
        ("#if " + "1?" * 5000 + "\n#endif", "nests deeper than 100"),
        ("#if " + "9" * 5000 + "\n#endif", "is no integer"),
    ):  # fmt: skip
        with pytest.raises(ProgramError, match=message):
            read(text)
    started = time.process_time()
    for unit in (
        "#if 1\n",
        "#if 0\n",
        "# if",
        "/*",
        "//",
        "#",
        "\\\n",
        "a ",
        "(",
        "#define A ",
        "   ",
        '#include "',
        "#if 1\n#endif\n",
    ):
        text = unit * (60_000 // len(unit))
        try:
            read(text, "a=b", "F(x)=x")
        except ProgramError:
            continue
    assert read("#if " + "!" * 60_000 + "1\nx\n#endif") == "x\n"
    assert time.process_time() - started < 10
