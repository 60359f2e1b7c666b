"""Words packed in floats, denormal ones and NaNs too, in languages of floats.

RawBits of NV_fragment_program_option 3.11.5.32-46 and NV_fragment_program 3.11.5.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.languages.load import load
from nvrender.oracle.tolerance.precision import packed_components
from nvrender.oracle.tolerance.tolerance import compare

SIDES = pytest.mark.parametrize(
    "options", [{"backend": "oracle"}, {"backend": "gpu"}, {"backend": "gpu", "numerics": "fast"}], ids=str
)
#: Denormals of both signs, signaling and quiet NaNs, infinities, zeros, numbers.
WORDS = np.array([0x00000001, 0x00008040, 0x807FFFFF, 0x00400000, 0xFFB36F80, 0x7FA00001, 0x7FC12345,
                  0x7F800000, 0x80000000, 0x00000000, 0x3F800000, 0xC0400001], np.uint32)  # fmt: skip
ROWS = np.stack([np.roll(WORDS, -k) for k in range(4)], axis=1)


def halves(word: int) -> list[float]:
    return np.array([word & 0xFFFF, word >> 16], np.uint16).view(np.float16).astype(float).tolist() * 2


#: Opcode → what a word is.
UNPACKED = {
    "UP4UB": lambda word: [(word >> shift & 255) / 255 for shift in (0, 8, 16, 24)],
    "UP4B": lambda word: [((word >> shift & 255) - 128) / 127 for shift in (0, 8, 16, 24)],
    "UP2US": lambda word: [(word >> shift & 65535) / 65535 for shift in (0, 16, 0, 16)],
    "UP2H": halves,
}  # fmt: skip
#: How the word in a source's component comes to the unpack: the instructions before it, its operand, and
#: what they make of the row of four words.
WAYS: dict[str, tuple[str, str, Any]] = {
    "as it is": ("", "{x}.x", lambda row: row[0]),
    "of y": ("", "{x}.y", lambda row: row[1]),
    "with a sign": ("", "-{x}.x", lambda row: row[0] ^ 0x80000000),
    "MOV": ("MOV {r}, {x};", "{r}.x", lambda row: row[0]),
    "MOV with a swizzle": ("MOV {r}, {x}.wzyx;", "{r}.y", lambda row: row[2]),
    "MOV under a mask": ("MOV {r}, {x}; MOV {r}.y, {r}.x;", "{r}.y", lambda row: row[0]),
    "MOV with a sign": ("MOV {r}, -{x};", "{r}.x", lambda row: row[0] ^ 0x80000000),
    "MOV with bars": ("MOV {r}, |{x}|;", "{r}.x", lambda row: row[0] & 0x7FFFFFFF),
    "MOV under a condition": (
        "MOVC {r}, {x}.y; MOV {r}, {x}.z; MOV {r} (LT), {x};", "{r}.x",
        lambda row: row[0] if np.array(row[1], np.uint32).view(np.float32) < -1e-30 else row[2],
    ),
}  # fmt: skip
LANGUAGES = {
    "option": ("!!ARBfp1.0 OPTION NV_fragment_program; TEMP R;", "result.color", "R"),
    "option 2": ("!!ARBfp1.0 OPTION NV_fragment_program2; TEMP R;", "result.color", "R"),
    "FP1.0": ("!!FP1.0 DECLARE lut;", "o[COLR]", "R0"),
}
SOURCES = {
    "option": {"attribute": "fragment.texcoord[0]", "env": "program.env[0]", "local": "program.local[1]"},
    "option 2": {"attribute": "fragment.texcoord[0]", "env": "program.env[0]"},
    "FP1.0": {"attribute": "f[TEX0]", "local": "p[1]", "named": "lut"},
}
KEYS = {"env": "program.env[0]", "local": "program.local[1]", "named": "lut"}


def color(text: str, source: str, row: int | None, **options: Any) -> npt.NDArray[np.float32]:
    """(n, 4): the colour of fragments of which ``source`` is one row of words, or all rows."""
    floats = ROWS.view(np.float32)
    attributes = {"fragment.texcoord[0]": floats if row is None else floats[:1]}
    parameters = {} if row is None else {KEYS[source]: floats[row]}
    count = len(ROWS) if row is None else 1
    found = nvrender.run(text, attributes, parameters, count=count, **options)
    return np.asarray(found[next(iter(found))])


@SIDES
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_unpacked_words(language: str, way: str, options: dict[str, str]) -> None:
    """NV_fragment_program_option 3.11.5.43-46: MOV, signs, swizzles, masks and conditions hand words on."""
    head, result, register = LANGUAGES[language]
    before, operand, made = WAYS[way]
    fast = options.get("numerics") == "fast"
    decided = ~((np.abs(ROWS.view(np.float32)[:, 1]) < np.finfo(np.float32).tiny) & (ROWS[:, 1] << 1 != 0))
    turn = list(WAYS).index(way) % len(UNPACKED)
    for source, name in SOURCES[language].items():
        # Every way with every opcode from attributes, and with one of them, by turns, from elsewhere.
        opcodes = list(UNPACKED.items())
        for opcode, unpacked in opcodes if source == "attribute" else opcodes[turn : turn + 1]:
            body = f"{before} {opcode} {result}, {operand};".format(x=name, r=register)
            for row in (None,) if source == "attribute" else (0, 2, 4):
                found = color(f"{head} {body} END", source, row, **options)
                wanted = np.array([unpacked(int(made(each))) for each in ROWS.tolist()], np.float32)
                wanted = np.where(np.isnan(wanted), wanted, np.clip(wanted, 0.0, 1.0))
                wanted = wanted if row is None else wanted[row : row + 1]
                shown = ~np.isnan(wanted) & np.isfinite(found)
                if fast and way == "MOV under a condition":
                    # Fast numerics leave to the driver whether a denormal is less than zero.
                    shown &= decided[:, np.newaxis] if row is None else decided[row]
                assert np.abs(np.where(shown, found - wanted, 0.0)).max() < 2e-7, (source, opcode, row)
                if not fast:
                    assert (np.isnan(wanted) == np.isnan(found)).all()


@SIDES
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("register", [False, True])
def test_packed_words_of_colours(language: str, register: bool, options: dict[str, str]) -> None:
    """ARB_fragment_program 3.11.4.4: words in [0, 1] are not clamped, be they denormal; NaN stays."""
    head, result, name = LANGUAGES[language]
    bytes_ = [(1, 0, 0, 0), (0, 64, 0, 0), (255, 255, 127, 0), (0, 0, 128, 0), (0, 0, 128, 63),
              (1, 0, 128, 63), (0, 0, 0, 64), (1, 0, 0, 128), (0, 0, 128, 191), (0, 0, 0, 0),
              (1, 0, 160, 127), (255, 255, 255, 255)]  # fmt: skip
    given = np.array(bytes_, np.float32) / np.float32(255)
    source = SOURCES[language]["attribute"]
    body = f"PK4UB {name}, {source}; MOV {result}, {name};" if register else f"PK4UB {result}, {source};"
    found = nvrender.run(f"{head} {body} END", {"fragment.texcoord[0]": given}, count=len(given), **options)
    words = np.asarray(found[next(iter(found))]).view(np.uint32)
    wanted = [
        word
        if word <= 0x3F800000 or (word & 0x7FFFFFFF) > 0x7F800000
        else 0x3F800000
        if word < 1 << 31
        else 0
        for word in (int.from_bytes(bytes(row), "little") for row in bytes_)
    ]
    assert words.T.tolist() == [wanted] * 4


def test_which_results_are_packed() -> None:
    """Every value a pack's word, handed on or not; not what may be approximate, or a number too."""
    program = load(
        """!!ARBfp1.0
        OPTION NV_fragment_program;
        OPTION ARB_draw_buffers;
        TEMP a, b, c;
        PK4UB a, fragment.texcoord[0];
        MOV b.xy, a.zwxy;
        MOV b.z, fragment.texcoord[1];
        MOV result.color[0], b;
        EX2 c, fragment.texcoord[0].x;
        PK2H result.color[1].xyz, c;
        PK4UB result.color[1].w, fragment.texcoord[1];
        ADD result.color[2], a, a;
        END"""
    )
    assert packed_components(program) == {
        "color[0]": (True, True, False, False), "color[1]": (False, False, False, True)
    }  # fmt: skip


def test_packed_words_are_compared_as_words() -> None:
    """Two words that as floats are denormal are two words."""
    one, other = (np.full((1, 4), word, np.uint32).view(np.float32) for word in (0x00000001, 0x00007F00))
    assert compare({"color[0]": one}, {"color[0]": other})["color[0]"]
    packed = {"color[0]": (False, True, False, False)}
    found = compare({"color[0]": one}, {"color[0]": other}, packed=packed)["color[0]"]
    assert found.mismatches.tolist() == [[0, 1]]
