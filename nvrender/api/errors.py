"""The errors of GL commands (OpenGL 1.5, table 2.3)."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.memory import NoMemoryError
from nvrender.source import GLError

#: By value, as GetError returns them.
NAMES = {
    value: name
    for name, value in (
        ("INVALID_ENUM", enums.INVALID_ENUM),
        ("INVALID_VALUE", enums.INVALID_VALUE),
        ("INVALID_OPERATION", enums.INVALID_OPERATION),
        ("STACK_OVERFLOW", enums.STACK_OVERFLOW),
        ("STACK_UNDERFLOW", enums.STACK_UNDERFLOW),
        ("OUT_OF_MEMORY", enums.OUT_OF_MEMORY),
        ("INVALID_FRAMEBUFFER_OPERATION", enums.INVALID_FRAMEBUFFER_OPERATION_EXT),
    )
}

CORE = "OpenGL 1.5, 2.5"


def refused(code: int, reason: str, section: str = CORE) -> GLError:
    """The error ``code``, to be raised."""
    return GLError(NAMES[code], code, reason, section)


def invalid_enum(what: str, value: int, known: str, section: str = CORE) -> GLError:
    """INVALID_ENUM for an argument ``what``; ``known`` tells what it takes."""
    return refused(enums.INVALID_ENUM, f"{what} is {shown(value)}; it takes {known}", section)


def check_enum(what: str, value: int, taken: Container[int], known: str, section: str = CORE) -> None:
    """INVALID_ENUM for an argument that is none of those ``taken``, which ``known`` tells."""
    if value not in taken:
        raise invalid_enum(what, value, known, section)


def invalid_value(reason: str, section: str = CORE) -> GLError:
    return refused(enums.INVALID_VALUE, reason, section)


def natural(value: Any, what: str, section: str = CORE) -> int:
    """An integer; INVALID_VALUE for a negative one."""
    number = whole(value, what)
    if number < 0:
        raise invalid_value(f"{what} is {number}; it cannot be negative", section)
    return number


def invalid_operation(reason: str, section: str = CORE) -> GLError:
    return refused(enums.INVALID_OPERATION, reason, section)


def out_of_memory(error: MemoryError | NoMemoryError, call: str) -> GLError:
    """OUT_OF_MEMORY of the command ``call``."""
    reason = str(error) if isinstance(error, NoMemoryError) else "there is not enough memory for it"
    found = refused(enums.OUT_OF_MEMORY, reason)
    found.call = call
    return found


def shown(value: object) -> str:
    """An enumerant as the registry writes it."""
    return f"0x{value:04X}" if isinstance(value, int) and not isinstance(value, bool) else repr(value)
