"""Programs run by the driver itself, where it still understands their language: a third opinion."""

from __future__ import annotations

from nvrender.gpu.native.batch import execute as execute
