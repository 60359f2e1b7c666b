"""What is settled once a process: the settings of Mesa, the platform that PyOpenGL loads from, SIGINT."""

from __future__ import annotations

import gc
import os
import signal

import pytest

from nvrender.gpu.context.context import PRECISE_FILTERS

# llvmpipe computes the same without LLVM's passes over each shader, and most shaders of tests run once.
for _name, _value in PRECISE_FILTERS.items():
    os.environ.setdefault(_name, f"{_value},nopt")
# What tests see is made by the code that is tested.
os.environ.setdefault("NVRENDER_CACHE", "off")
# Tests that import PyOpenGL for its enumerants alone come before those whose context is EGL's.
os.environ.setdefault("PYOPENGL_PLATFORM", "egl")

#: Runs pytest in a process of its own, for the tests of the plugin.
pytest_plugins = ["pytester"]

# What runs in the background of a shell begins with SIGINT ignored, and so would all that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The documents come first, each one long test: at the end one process would wait for them."""
    items.sort(key=lambda item: not item.nodeid.startswith("tests/test_documents.py"))


def pytest_collection_finish() -> None:
    """Modules and tests stay to the end: the garbage collector need not look at them again."""
    gc.collect()
    gc.freeze()
    # Trees of nodes are made and dropped by the hundred thousand, and hardly anything of it is a cycle.
    gc.set_threshold(100_000, 20, 20)
    gc.enable()
