"""A header is one file in the folder of its grammar."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_HEADER = """
from dataclasses import replace

from nvrender.languages.arb.headers import nvvp4_0
from nvrender.languages.arb.headers.table_lines import row_of
from nvrender.program.limits import Limits
from nvrender.program.opcodes import named
from nvrender.program.profile import limited

_TABLE = (
    "MOV    X X X X X F  v   v         mov",
    "MULADD X X X X X F  v   v,v,v     _mad",
)
ROWS = tuple(row_of(line, "nv47", "NV_vertex_program47 1", "NVvp4.7") for line in _TABLE)
PROFILE = limited(
    replace(nvvp4_0.PROFILE, header="!!NVvp4.7", name="NVvp4.7", family="nv47", opcodes=named(ROWS)),
    Limits(instructions=2),
)
"""
_USE = '''
import sys

from nvrender.languages.arb import headers

headers.__path__.append(sys.argv[1])
import nvrender

text = """!!NVvp4.7
TEMP twice;
MULADD twice, vertex.attrib[0], 2, vertex.attrib[1];
MOV result.position, twice;
END
"""
program = nvrender.load(text)
attributes = {0: [[1.0, 2.0, 3.0, 4.0]], 1: [[10.0, 20.0, 30.0, 40.0]]}
print(nvrender.run(program, attributes)["position"].tolist())
print([line.strip() for line in nvrender.translate(program).source.splitlines() if "2.0" in line])
for wrong in (text.replace("MULADD", "MAD"), text.replace("END", "MOV twice, twice;\\nEND")):
    try:
        nvrender.load(wrong)
    except nvrender.ProgramError as error:
        print(error.message)
'''


def test_a_file_in_the_folder_is_a_header(tmp_path: Path) -> None:
    (tmp_path / "nvvp4_7.py").write_text(_HEADER, encoding="utf-8")
    command = [sys.executable, "-c", _USE, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        "[[12.0, 24.0, 36.0, 48.0]]",
        "['twice = vertex_attrib_0 * 2.0 + vertex_attrib_1;']",
        "MAD is no instruction or declaration of NVvp4.7",
        "instruction 3: a !!NVvp4.7 program has at most 2 instructions",
    ], done.stderr
