"""glslang's validator: many shaders in one process."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

VALIDATOR = shutil.which("glslangValidator")
#: Why there is none here, "" where there is one.
MISSING = "" if VALIDATOR else "no glslangValidator (apt-get install glslang-tools)"

#: Interface → what glslang calls the stage.
STAGES = {
    "vertex": "vert", "feedback": "vert", "fragment": "frag", "pixels": "frag", "geometry": "geom",
    "compute": "comp", "groups": "comp", "control": "tesc", "evaluation": "tese", "patches": "comp",
}  # fmt: skip
#: What GLSL ES 1.00 need not have (appendix A).
_LIMITS = re.compile(r"^(nonInductiveForLoops|whileLoops|doWhileLoops|general\w+) 1$", re.MULTILINE)
#: glslang knows the extension and has no ``precise`` by it; shaders do without where it is not known.
_PRECISE = "#ifdef GL_ARB_gpu_shader5\n"


def errors_of(
    shaders: Mapping[str, tuple[str, str]], folder: Path, *, strict: bool = False
) -> dict[str, str]:
    """What the validator says of those it refuses; ``shaders`` are stage and text by name.

    ``strict``: nothing that GLSL ES 1.00 leaves open is allowed.
    """
    assert VALIDATOR is not None
    names = {}
    for number, (name, (stage, text)) in enumerate(shaders.items()):
        path = folder / f"{number}.{stage}"
        path.write_text(text.replace(_PRECISE, f"#if 0 // {_PRECISE}"), encoding="utf-8")
        names[path.name] = name
    options = []
    if strict:
        known = subprocess.run([VALIDATOR, "-c"], capture_output=True, text=True, check=False).stdout
        limits, count = _LIMITS.subn(r"\1 0", known)
        assert count == 9, known
        (folder / "es100.conf").write_text(limits, encoding="utf-8")
        options.append("es100.conf")
    command = [VALIDATOR, *options, *names]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found: dict[str, str] = {}
    current = ""
    for line in done.stdout.splitlines():
        if line in names:
            current = names[line]
        elif line.startswith("ERROR: "):
            found[current] = f"{found.get(current, '')}{line}\n"
    assert bool(found) == bool(done.returncode), done.stdout + done.stderr
    return found
