"""The registry's names of commands and enumerants, without ``gl`` and ``GL_``, from tables of text."""

from __future__ import annotations

from importlib.resources import files


def table(name: str) -> dict[str, str]:
    """A table: a name and what it stands for on each line, under headings that begin with ``#``."""
    lines = (files(__name__) / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines if line and not line.startswith("#"))


#: Other name → the command as it is registered by hand.
OTHER_NAMES = table("other_commands")
OTHER_ENUMERANTS = {name: int(value, 0) for name, value in table("other_enumerants").items()}
ENUMERANTS = OTHER_ENUMERANTS | {name: int(value, 0) for name, value in table("enumerants").items()}
