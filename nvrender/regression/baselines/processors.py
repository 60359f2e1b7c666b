"""Who makes the processor: what software draws or computes differs between them in the last bits."""

from __future__ import annotations

import platform
import subprocess
import sys
from functools import cache
from pathlib import Path

from nvrender.regression.baselines.origin import Origin

#: Words in the names of renderers that run on the processor; the oracle is NumPy.
_SOFTWARE = ("llvmpipe", "softpipe", "swrast", "swiftshader", "software", "basic render", "oracle")
#: What processors say of their makers (CPUID, leaf 0).
_MAKERS = {"GenuineIntel": "intel", "AuthenticAMD": "amd", "HygonGenuine": "hygon", "CentaurHauls": "zhaoxin"}


def drawn_here(renderer: str, version: str = "") -> Origin:
    """The origin of what a renderer of this machine draws: a software renderer's names the processor."""
    software = any(word in renderer.lower() for word in _SOFTWARE)
    return Origin(renderer, version, processor=processor() if software else "")


@cache
def processor() -> str:
    """The maker of this machine's processor, ``intel`` or ``amd``, or its architecture, ``arm64``."""
    told = _told()
    for name, maker in _MAKERS.items():
        if name in told:
            return maker
    return {"aarch64": "arm64"}.get(platform.machine().lower(), platform.machine().lower())


def _told() -> str:
    """Text in which the processor names its maker, "" where it does not."""
    try:
        if sys.platform.startswith("linux"):
            return Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
        if sys.platform == "darwin":
            command = ["/usr/sbin/sysctl", "-n", "machdep.cpu.vendor"]
            return subprocess.run(command, capture_output=True, text=True, timeout=10, check=False).stdout
    except (OSError, subprocess.SubprocessError):
        return ""
    return platform.processor()  # Windows: "Intel64 Family 6 Model 154 Stepping 3, GenuineIntel"
