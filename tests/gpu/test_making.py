"""Signals while moderngl makes programs and contexts."""

from __future__ import annotations

import ast
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import nvrender

#: A signal comes while moderngl tells Python of what a linked program has.
_SCRIPT = """
import signal, sys
import _moderngl
import moderngl
from nvrender.gpu.context.context import headless
from nvrender.gpu.context.making import make_compute_shader, make_program

made = []

def signalled(make):
    def told(*arguments):
        signal.raise_signal(signal.{name})
        made.append(arguments[0])
        return make(*arguments)
    return told

context = headless(430)
for name in ("make_attribute", "make_uniform", "make_uniform_block", "make_storage_block"):
    setattr(_moderngl, name, signalled(getattr(_moderngl, name)))
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
try:
    {made}
except {raised}:
    print("heard behind", ", ".join(made))
"""
_VERTEX = '"#version 330 core\\nin vec4 at; uniform vec4 by; void main() {{ gl_Position = at + by; }}"'
_COMPUTE = (
    '"#version 430 core\\nlayout(local_size_x = 1) in; buffer Words {{ uint words[]; }}; uniform uint by;'
    'void main() {{ words[0] = by; }}"'
)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT reaches no process alone there")
@pytest.mark.parametrize(
    ("made", "members"),
    [
        (f"make_program(context, vertex_shader={_VERTEX})", "at, by"),
        (f"make_compute_shader(context, {_COMPUTE})", "by, Words"),
    ],
    ids=["program", "compute shader"],
)
@pytest.mark.parametrize(
    ("name", "raised"),
    [("SIGINT", "KeyboardInterrupt"), ("SIGTERM", "SystemExit")],
    ids=["SIGINT", "SIGTERM"],
)
def test_a_signal_while_a_program_is_linked_is_heard_behind(
    made: str, members: str, name: str, raised: str
) -> None:
    """moderngl goes on with what a handler that raised did not give it."""
    script = _SCRIPT.format(made=made.format(), name=name, raised=raised)
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout) == (0, f"heard behind {members}\n"), ran.stderr[-500:]


def test_handlers_are_as_found() -> None:
    from nvrender.gpu.context.making import signals_deferred

    before = signal.getsignal(signal.SIGINT)
    with signals_deferred():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(ZeroDivisionError), signals_deferred():
        raise ZeroDivisionError
    assert signal.getsignal(signal.SIGINT) is before


def test_nothing_else_makes_programs_or_contexts() -> None:
    """What moderngl makes by calling Python back goes through ``nvrender.gpu.context.making``."""
    room = Path(nvrender.__file__).parent
    found = set()
    for path in room.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            called, of = node.func.attr, ast.unparse(node.func.value)
            if called in ("compute_shader", "create_context") or (called, of[-7:]) == ("program", "context"):
                found.add(path.relative_to(room).as_posix())
    assert found - {"view/panel.py"} == {"gpu/context/making.py"}  # imgui has contexts too
