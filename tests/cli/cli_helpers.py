"""What the tests of the command line share."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
SHADERS = REPOSITORY / "shaders"

#: What the program of the ``passing`` fixture is.
PASSING = "!!VP1.0\nDP4 o[HPOS].x, c[0], v[OPOS];\nMOV o[HPOS].yzw, v[OPOS];\nMOV o[COL0], v[COL0];\nEND\n"
FAILING = "!!VP1.0\nMOV o[HPOS], v[OPOS];\nSIN R0, R1;\nEND\n"

SCENE = """
size = [64, 48]
[camera]
eye = [0.0, 0.0, 4.0]
[[tracking]]
address = 0
matrix = "MODELVIEW_PROJECTION"
[meshes.ball]
kind = "sphere"
[[draw]]
vertex = "ball.vp"
mesh = "ball"
"""
BALL = """!!VP1.0
DP4 o[HPOS].x, c[0], v[OPOS];
DP4 o[HPOS].y, c[1], v[OPOS];
DP4 o[HPOS].z, c[2], v[OPOS];
DP4 o[HPOS].w, c[3], v[OPOS];
MOV o[COL0], v[NRML];
END
"""

_NOBODY = 65534

COMMANDS = (
    "check extract port run diff trace render view report baselines gallery explain fmt lsp schema export "
    "playground spec demo new farm doctor cache"
).split()


@dataclass(frozen=True)
class Outcome:
    """What a command did: exit status, standard output, standard error."""

    status: int
    out: str
    err: str

    def failed_with(self, *parts: str, status: int = 1) -> str:
        """The message, after checking that the command failed with it and with nothing else."""
        assert self.status == status, (self.status, self.out, self.err)
        assert "Traceback" not in self.err
        for part in parts:
            assert part in self.err, f"{part!r} is not in {self.err!r}"
        return self.err


Command = Callable[..., Outcome]


def files(folder: Path) -> list[str]:
    """Every file below ``folder``, temporary ones too."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())


@contextmanager
def unprivileged() -> Iterator[Path]:
    """A fresh folder, and no right to what is closed inside the block, even where tests run as root."""
    with tempfile.TemporaryDirectory() as name:
        if os.geteuid() != 0:
            yield Path(name)
            return
        os.chown(name, _NOBODY, _NOBODY)
        os.seteuid(_NOBODY)
        try:
            yield Path(name)
        finally:
            os.seteuid(0)
