"""docs/examples/port: the C program and its Python port make the same calls and draw the same picture."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import moderngl
import numpy as np
import pytest

from nvrender.api import Context, enums

FOLDER = Path(__file__).parents[2] / "docs" / "examples" / "port"
SIZE = (160, 90)
#: What a window needs and a frame does not, and the other way round.
WINDOW = {"Flush"}
FRAME = {"ReadPixels"}


def calls_of_c(text: str) -> list[tuple[str, list[str]]]:
    """(name, enumerants) of each GL call in order."""
    found = re.findall(r"^\s*gl([A-Z]\w*)\((.*)\);$", text, re.MULTILINE)
    return [(name, re.findall(r"\bGL_(\w+)", rest)) for name, rest in found if name not in WINDOW]


def calls_of_python(text: str) -> list[tuple[str, list[str]]]:
    joined = re.sub(r"\(\n\s+(.*)\n\s+\)", r"(\1)", text)
    found = re.findall(r"^\s*(?:\w+ = )?gl\.(\w+)\((.*)\)$", joined, re.MULTILINE)
    return [
        (name, [word for word in re.findall(r"\b[A-Z]\w+\b", rest) if hasattr(enums, word)])
        for name, rest in found
        if name not in FRAME
    ]


def test_the_port_is_line_for_line() -> None:
    source, port = (FOLDER / f"regatta.{kind}" for kind in ("c", "py"))
    c, python = calls_of_c(source.read_text("ascii")), calls_of_python(port.read_text("ascii"))
    assert len(c) > 60
    assert c == python


def test_the_programs_are_the_same() -> None:
    text = (FOLDER / "regatta.c").read_text("ascii")
    port = (FOLDER / "regatta.py").read_text("ascii")
    programs = [program.replace('"\n    "', "").replace("\\n", "\n")
                for program in re.findall(r'=\s+"(!!.*?)";\n', text, re.DOTALL)]  # fmt: skip
    assert len(programs) == 2
    assert all(f'"""{program}"""' in port for program in programs)


def regatta() -> ModuleType:
    specification = importlib.util.spec_from_file_location("regatta", FOLDER / "regatta.py")
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def oracle() -> np.ndarray:
    return picture(None)


def picture(context: moderngl.Context | None) -> np.ndarray:
    module = regatta()
    with Context(context, size=SIZE, backend="gpu" if context else "oracle", raise_errors=True) as gl:
        module.gl = gl
        module.init()
        module.display()
        return gl.ReadPixels(0, 0, *SIZE, enums.RGBA, enums.UNSIGNED_BYTE).astype(int)


def test_gpu_and_oracle_draw_the_same(context: moderngl.Context, oracle: np.ndarray) -> None:
    assert len(np.unique(oracle.reshape(-1, 4), axis=0)) > 1000
    assert (np.abs(oracle - picture(context)).max(axis=2) > 2).mean() < 0.002


def test_flags_fly_from_their_masts(oracle: np.ndarray) -> None:
    """What the picture shows: a red flag with white stripes right of the first mast, sky above it."""
    rows = oracle[::-1]
    red, white, sky = rows[21, 36], rows[24, 36], rows[15, 36]
    assert red[0] > 2 * red[1] and white.min() > 140 and sky[2] > sky[1]
