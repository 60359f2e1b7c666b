"""The package's own names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("verb", ["run", "render"])
def test_a_verb_stays_a_verb_after_its_module_is_imported(verb: str) -> None:
    script = (
        f"import nvrender.{verb}, nvrender; assert nvrender.{verb}.__name__ == {verb!r}, nvrender.{verb};"
        f"from nvrender.{verb} import {verb} as imported; assert nvrender.{verb} is imported"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_every_public_name_resolves() -> None:
    import nvrender

    for name in nvrender.__all__:
        assert getattr(nvrender, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = nvrender.nonsense


def test_nothing_is_warned_of_where_nothing_was_compiled(tmp_path: Path) -> None:
    """Installers that do not compile leave it to the first import, which warns of backslashes in strings."""
    script = (
        f"import numpy, sys; sys.pycache_prefix = {str(tmp_path)!r}; import nvrender.scene.moment.matrices"
    )
    done = subprocess.run(
        [sys.executable, "-W", "always", "-c", script], check=True, text=True, stderr=subprocess.PIPE
    )
    assert not done.stderr
